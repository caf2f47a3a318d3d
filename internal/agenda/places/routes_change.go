package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type choicesInput struct {
	Occurrence string `path:"o"`
}

type onCheckInput struct {
	Occurrence string `path:"o"`
	Session    string `query:"session" maxLength:"60" doc:"of a series: that meeting alone"`
}

type callOffInput struct {
	Press
	Occurrence string `path:"o"`
	Body       CallOff
}

type onAgainInput struct {
	Press
	Occurrence string `path:"o"`
	Body       OnAgain
}

type shiftInput struct {
	Press
	Occurrence string `path:"o"`
	Body       MoveTo
}

type valuesInput struct {
	Press
	Occurrence string `path:"o"`
	Body       ValuesTo
}

type hostInput struct {
	Press
	Occurrence string `path:"o"`
	Body       NewHost
}

// ChangeRoutes mounts what staff change of a whole date that people signed up for. Which dates are
// theirs is for MayMeet to say: a gastheer has those of today.
func (p *Places) ChangeRoutes(api huma.API, who *identity.Identity) {
	op := func(id, method, path string) huma.Operation {
		return who.For(
			huma.Operation{OperationID: id, Method: method, Path: path},
			identity.Gastheer, identity.Begeleider, identity.Coordinator,
		)
	}
	// of an act that follows a look at how things stood
	after := func(o huma.Operation) huma.Operation {
		o.Errors = []int{http.StatusPreconditionFailed}
		return o
	}
	const post = http.MethodPost
	huma.Register(api, op("dateChoices", http.MethodGet, "/api/occurrences/{o}/choices"),
		func(ctx context.Context, in *choicesInput) (*httpkit.Private[DateChoices], error) {
			return httpkit.Listed(p.choices(ctx, identity.ActorOf(ctx), in.Occurrence))
		})
	huma.Register(api, op("checkOff", post, "/api/occurrences/{o}/off/check"),
		func(ctx context.Context, in *callOffInput) (*httpkit.Private[TellCheck], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.checkOff(ctx, actor, in.Occurrence, in.Body)
			if err == nil {
				err = p.noteCheck(ctx, actor, in.Occurrence, &out)
			}
			return httpkit.Listed(out, err)
		})
	huma.Register(api, after(op("callOff", post, "/api/occurrences/{o}/off")),
		func(ctx context.Context, in *callOffInput) (*httpkit.Private[Done], error) {
			return acts(p.CallOff(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
	on := op("checkOn", post, "/api/occurrences/{o}/on/check")
	huma.Register(api, httpkit.Refuses(on, http.StatusConflict),
		func(ctx context.Context, in *onCheckInput) (*httpkit.Private[TellCheck], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.checkOn(ctx, actor, in.Occurrence, in.Session)
			if err == nil {
				err = p.noteCheck(ctx, actor, in.Occurrence, &out)
			}
			return httpkit.Listed(out, err)
		})
	huma.Register(api, after(op("goOn", post, "/api/occurrences/{o}/on")),
		func(ctx context.Context, in *onAgainInput) (*httpkit.Private[Done], error) {
			return acts(p.GoOn(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
	huma.Register(api, op("checkMove", post, "/api/occurrences/{o}/move/check"),
		func(ctx context.Context, in *shiftInput) (*httpkit.Private[MoveCheck], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.checkMove(ctx, actor, in.Occurrence, in.Body)
			if err == nil {
				err = p.noteCheck(ctx, actor, in.Occurrence, &out.TellCheck)
			}
			return httpkit.Listed(out, err)
		})
	huma.Register(api, after(op("moveDate", post, "/api/occurrences/{o}/move")),
		func(ctx context.Context, in *shiftInput) (*httpkit.Private[Done], error) {
			return acts(p.MoveDate(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
	// who only has the dates of today does not plan
	plan := func(id, method, path string) huma.Operation {
		return who.For(
			huma.Operation{OperationID: id, Method: method, Path: path},
			identity.Begeleider, identity.Coordinator,
		)
	}
	huma.Register(api, plan("checkValues", post, "/api/occurrences/{o}/values/check"),
		func(ctx context.Context, in *valuesInput) (*httpkit.Private[ValuesCheck], error) {
			return httpkit.Listed(
				p.checkValues(ctx, identity.ActorOf(ctx), in.Occurrence, in.Body),
			)
		})
	huma.Register(api, after(plan("changeValues", http.MethodPut, "/api/occurrences/{o}/values")),
		func(ctx context.Context, in *valuesInput) (*httpkit.Private[Done], error) {
			return acts(p.ChangeValues(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
	huma.Register(api, after(op("changeHost", http.MethodPut, "/api/occurrences/{o}/host")),
		func(ctx context.Context, in *hostInput) (*httpkit.Private[Done], error) {
			return acts(p.ChangeHost(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
}
