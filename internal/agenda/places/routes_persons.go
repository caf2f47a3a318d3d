package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

// asked is what somebody of the staff asks, T, and what they read of it, V.
type asked[T, V any] func(context.Context, identity.Actor, T) (V, error)

// recent asks who does it to have signed in just now.
func (do asked[T, V]) recent(who *identity.Identity) asked[T, V] {
	return func(ctx context.Context, by identity.Actor, in T) (out V, err error) {
		if err := who.RequireRecent(by); err != nil {
			return out, err
		}
		return do(ctx, by, in)
	}
}

func (do asked[T, V]) mount(api huma.API, op huma.Operation) {
	huma.Register(api, op, func(
		ctx context.Context, in *struct{ Body T },
	) (*httpkit.Private[V], error) {
		return httpkit.Listed(do(ctx, identity.ActorOf(ctx), in.Body))
	})
}

// done is what somebody of the staff does that has nothing to show.
type done[T any] func(context.Context, identity.Actor, T) error

func (do done[T]) mount(api huma.API, op huma.Operation) {
	op.DefaultStatus = http.StatusNoContent
	huma.Register(api, op, func(
		ctx context.Context, in *struct{ Body T },
	) (*httpkit.Done, error) {
		return httpkit.NoContent(do(ctx, identity.ActorOf(ctx), in.Body))
	})
}

// PersonRoutes mounts what the coordinator does for somebody who asks what is kept of them. What
// they are looked up by stands in the body: an address of a page is written down in many places.
func (p *Places) PersonRoutes(api huma.API, who *identity.Identity) {
	post := func(id, path string, refuses ...int) huma.Operation {
		return httpkit.Refuses(who.For(huma.Operation{
			OperationID:  id,
			Method:       http.MethodPost,
			Path:         "/api/persons/" + path,
			MaxBodyBytes: httpkit.MaxBody,
		}, identity.Coordinator), refuses...)
	}
	const none, stands = http.StatusNotFound, http.StatusConflict
	asked[persons.PersonSought, persons.PersonFound](p.FindPerson).mount(api, post("findPerson", "search"))
	asked[persons.PersonAsked, persons.PersonAll](func(
		ctx context.Context, by identity.Actor, in persons.PersonAsked,
	) (persons.PersonAll, error) {
		return p.ShowPerson(ctx, by, persons.PersonAskedOf{PersonAsked: in}, "viewed")
	}).mount(api, post("showPerson", "view", none))
	asked[persons.PersonAskedOf, persons.PersonAll](func(
		ctx context.Context, by identity.Actor, in persons.PersonAskedOf,
	) (persons.PersonAll, error) {
		return p.ShowPerson(ctx, by, in, "exported")
	}).recent(who).mount(api, post("exportPerson", "export", none))
	asked[persons.PersonAskedOf, persons.PersonGoes](p.PersonGoes).mount(api, post("personGoes", "goes", none))
	asked[persons.PersonErase, persons.PersonErased](p.ErasePerson).recent(who).
		mount(api, post("erasePerson", "erase", none, stands))
	asked[persons.PersonHold, persons.PersonHeld](p.HoldPerson).mount(api, post("holdPerson", "hold", none))
	done[persons.PersonRelease](p.ReleasePerson).mount(api, post("releasePerson", "release", none))
	done[persons.PersonMend](p.MendPerson).mount(api, post("mendPerson", "mend", none))
	asked[persons.PersonRowMend, persons.PersonRow](p.MendRow).
		mount(api, post("mendPersonRow", "mend-row", none, stands, http.StatusPreconditionFailed))
}
