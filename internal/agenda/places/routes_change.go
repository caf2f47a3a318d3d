package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

// dateInput is what somebody asks of a date.
type dateInput[B any] struct {
	booking.Press
	Occurrence string `path:"o"`
	Body       B
}

// ChangeRoutes mounts what staff change of a whole date that people signed up for. Which dates are
// theirs is for MayMeet to say: a gastheer has those of today.
func (p *Places) ChangeRoutes(api huma.API, who *identity.Identity) {
	const get, post, put = http.MethodGet, http.MethodPost, http.MethodPut
	op := func(id, method, path string, roles ...identity.Role) huma.Operation {
		return who.For(
			huma.Operation{OperationID: id, Method: method, Path: "/api/occurrences/{o}" + path},
			append(roles, identity.Begeleider, identity.Coordinator)...,
		)
	}
	on := func(id, method, path string) huma.Operation {
		return op(id, method, path, identity.Gastheer)
	}
	huma.Register(api, on("dateChoices", get, "/choices"),
		func(ctx context.Context, in *struct {
			Occurrence string `path:"o"`
		}) (*httpkit.Private[changes.DateChoices], error) {
			return httpkit.Listed(p.Choices(ctx, identity.ActorOf(ctx), in.Occurrence))
		})
	looks(api, on("checkOff", post, "/off/check"), p, p.CheckOff)
	does(api, on("callOff", post, "/off"), p.CallOff)
	again := on("checkOn", post, "/on/check")
	looks(api, httpkit.Refuses(again, http.StatusConflict), p, p.CheckOn)
	does(api, on("goOn", post, "/on"), p.GoOn)
	looks(api, on("checkMove", post, "/move/check"), p, p.CheckMove)
	does(api, on("moveDate", post, "/move"), p.MoveDate)
	// for who plans: whoever only has the dates of today does not
	looks(api, op("checkValues", post, "/values/check"), p, p.CheckValues)
	does(api, op("changeValues", put, "/values"), p.ChangeValues)
	does(api, on("changeHost", put, "/host"), p.ChangeHost)
}

// looks mounts what an act on dates comes to. Names that it shows are noted.
func looks[B, C any](
	api huma.API,
	op huma.Operation,
	p *Places,
	check func(ctx context.Context, who identity.Actor, occurrence string, in B) (C, error),
) {
	huma.Register(api, op,
		func(ctx context.Context, in *dateInput[B]) (*httpkit.Private[C], error) {
			actor := identity.ActorOf(ctx)
			out, err := check(ctx, actor, in.Occurrence, in.Body)
			if c, is := any(&out).(interface{ Told() *changes.TellCheck }); is && err == nil {
				err = p.NoteCheck(ctx, actor, in.Occurrence, c.Told())
			}
			return httpkit.Listed(out, err)
		})
}

// does mounts an act on dates, that follows a look at how things stood.
func does[B any](
	api huma.API,
	op huma.Operation,
	do func(ctx context.Context, by booking.By, occurrence string, in B) (booking.Done, error),
) {
	op.Errors = []int{http.StatusPreconditionFailed}
	huma.Register(api, op,
		func(ctx context.Context, in *dateInput[B]) (*httpkit.Private[booking.Done], error) {
			return acts(do(ctx, in.By(ctx), in.Occurrence, in.Body))
		})
}
