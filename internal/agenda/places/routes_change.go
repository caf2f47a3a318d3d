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
	for _, mount := range []func(huma.API, *identity.Identity){
		p.choiceRoutes, p.offRoutes, p.onRoutes, p.moveRoutes, p.valuesRoutes, p.hostRoutes,
	} {
		mount(api, who)
	}
}

// opOn is an operation about a date, for whoever may have it today, too.
func opOn(who *identity.Identity, id, method, path string) huma.Operation {
	return who.For(
		huma.Operation{OperationID: id, Method: method, Path: "/api/occurrences/{o}" + path},
		identity.Gastheer, identity.Begeleider, identity.Coordinator,
	)
}

// afterLook is an act that follows a look at how things stood.
func afterLook(o huma.Operation) huma.Operation {
	o.Errors = []int{http.StatusPreconditionFailed}
	return o
}

func (p *Places) choiceRoutes(api huma.API, who *identity.Identity) {
	huma.Register(api, opOn(who, "dateChoices", http.MethodGet, "/choices"),
		func(ctx context.Context, in *choicesInput) (*httpkit.Private[DateChoices], error) {
			return httpkit.Listed(p.choices(ctx, identity.ActorOf(ctx), in.Occurrence))
		})
}

func (p *Places) offRoutes(api huma.API, who *identity.Identity) {
	huma.Register(api, opOn(who, "checkOff", http.MethodPost, "/off/check"),
		func(ctx context.Context, in *callOffInput) (*httpkit.Private[TellCheck], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.checkOff(ctx, actor, in.Occurrence, in.Body)
			if err == nil {
				err = p.noteCheck(ctx, actor, in.Occurrence, &out)
			}
			return httpkit.Listed(out, err)
		})
	huma.Register(api, afterLook(opOn(who, "callOff", http.MethodPost, "/off")),
		func(ctx context.Context, in *callOffInput) (*httpkit.Private[Done], error) {
			return acts(p.CallOff(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
}

func (p *Places) onRoutes(api huma.API, who *identity.Identity) {
	check := opOn(who, "checkOn", http.MethodPost, "/on/check")
	huma.Register(api, httpkit.Refuses(check, http.StatusConflict),
		func(ctx context.Context, in *onAgainInput) (*httpkit.Private[TellCheck], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.checkOn(ctx, actor, in.Occurrence, in.Body)
			if err == nil {
				err = p.noteCheck(ctx, actor, in.Occurrence, &out)
			}
			return httpkit.Listed(out, err)
		})
	huma.Register(api, afterLook(opOn(who, "goOn", http.MethodPost, "/on")),
		func(ctx context.Context, in *onAgainInput) (*httpkit.Private[Done], error) {
			return acts(p.GoOn(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
}

func (p *Places) moveRoutes(api huma.API, who *identity.Identity) {
	huma.Register(api, opOn(who, "checkMove", http.MethodPost, "/move/check"),
		func(ctx context.Context, in *shiftInput) (*httpkit.Private[MoveCheck], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.checkMove(ctx, actor, in.Occurrence, in.Body)
			if err == nil {
				err = p.noteCheck(ctx, actor, in.Occurrence, &out.TellCheck)
			}
			return httpkit.Listed(out, err)
		})
	huma.Register(api, afterLook(opOn(who, "moveDate", http.MethodPost, "/move")),
		func(ctx context.Context, in *shiftInput) (*httpkit.Private[Done], error) {
			return acts(p.MoveDate(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
}

// valuesRoutes are for who plans: whoever only has the dates of today does not.
func (p *Places) valuesRoutes(api huma.API, who *identity.Identity) {
	op := func(id, method, path string) huma.Operation {
		return who.For(
			huma.Operation{OperationID: id, Method: method, Path: "/api/occurrences/{o}" + path},
			identity.Begeleider, identity.Coordinator,
		)
	}
	huma.Register(api, op("checkValues", http.MethodPost, "/values/check"),
		func(ctx context.Context, in *valuesInput) (*httpkit.Private[ValuesCheck], error) {
			return httpkit.Listed(
				p.checkValues(ctx, identity.ActorOf(ctx), in.Occurrence, in.Body),
			)
		})
	huma.Register(api, afterLook(op("changeValues", http.MethodPut, "/values")),
		func(ctx context.Context, in *valuesInput) (*httpkit.Private[Done], error) {
			return acts(p.ChangeValues(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
}

func (p *Places) hostRoutes(api huma.API, who *identity.Identity) {
	huma.Register(api, afterLook(opOn(who, "changeHost", http.MethodPut, "/host")),
		func(ctx context.Context, in *hostInput) (*httpkit.Private[Done], error) {
			return acts(p.ChangeHost(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
}
