package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type sent[T any] struct{ Body T }

func asks[T, V any](
	api huma.API, op huma.Operation, do func(context.Context, identity.Actor, T) (V, error),
) {
	Answers(api, op, func(ctx context.Context, in *sent[T]) (V, error) {
		return do(ctx, identity.ActorOf(ctx), in.Body)
	})
}

func recent[T, V any](
	who *identity.Identity, do func(context.Context, identity.Actor, T) (V, error),
) func(context.Context, identity.Actor, T) (V, error) {
	return func(ctx context.Context, by identity.Actor, in T) (out V, err error) {
		if err := who.RequireRecent(by); err != nil {
			return out, err
		}
		return do(ctx, by, in)
	}
}

// PersonRoutes mounts what the coordinator does for somebody who asks what is kept of them. What
// they are looked up by stands in the body: an address of a page is written down in many places.
func (p *Places) PersonRoutes(api huma.API, who *identity.Identity) {
	post := func(id, path string, refuses ...int) huma.Operation {
		op := Op(who, id, "POST /api/persons/"+path, identity.Coordinator)
		op.MaxBodyBytes = httpkit.MaxBody
		return httpkit.Refuses(op, refuses...)
	}
	const none, stands = http.StatusNotFound, http.StatusConflict
	asks(api, post("findPerson", "search"), p.FindPerson)
	asks(api, post("showPerson", "view", none), func(
		ctx context.Context, by identity.Actor, in persons.PersonAsked,
	) (persons.PersonAll, error) {
		return p.ShowPerson(ctx, by, persons.PersonAskedOf{PersonAsked: in}, "viewed")
	})
	asks(api, post("exportPerson", "export", none), recent(who, func(
		ctx context.Context, by identity.Actor, in persons.PersonAskedOf,
	) (persons.PersonAll, error) {
		return p.ShowPerson(ctx, by, in, "exported")
	}))
	asks(api, post("personGoes", "goes", none), p.PersonGoes)
	asks(api, post("erasePerson", "erase", none, stands), recent(who, p.ErasePerson))
	asks(api, post("holdPerson", "hold", none), p.HoldPerson)
	done(api, post("releasePerson", "release", none),
		func(ctx context.Context, in *sent[persons.PersonRelease]) error {
			return p.ReleasePerson(ctx, identity.ActorOf(ctx), in.Body)
		})
	done(api, post("mendPerson", "mend", none),
		func(ctx context.Context, in *sent[persons.PersonMend]) error {
			return p.MendPerson(ctx, identity.ActorOf(ctx), in.Body)
		})
	asks(api, post("mendPersonRow", "mend-row", none, stands, http.StatusPreconditionFailed),
		p.MendRow)
}
