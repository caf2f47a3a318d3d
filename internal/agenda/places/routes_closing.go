package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/closing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type closingInput struct {
	booking.Press
	Body closing.Closing
}

type closureInput struct {
	booking.Press
	Closure string `path:"c"`
	Body    closing.Closing
}

type reopenInput struct {
	booking.Press
	Closure string `path:"c"`
	Body    changes.OnAgain
}

type oneClosureInput struct {
	booking.Press
	Closure string `path:"c"`
}

// What the screen of a closing reads.
type (
	closingCheck = httpkit.Private[closing.ClosingCheck]
	closingDone  = httpkit.Private[closing.ClosingDone]
)

// ClosingRoutes mounts "We zijn dicht". Which days are theirs is for mayClose to say: who opens the
// door on an evening closes today.
func (p *Places) ClosingRoutes(api huma.API, who *identity.Identity) {
	op := func(id, method, path string, codes ...int) huma.Operation {
		o := who.For(
			huma.Operation{OperationID: id, Method: method, Path: "/api/closures" + path},
			identity.Gastheer, identity.Coordinator,
		)
		o.Errors = append(o.Errors, codes...)
		return o
	}
	done := func(d closing.ClosingDone, err error) (*closingDone, error) {
		return httpkit.Versioned(d, 0, err)
	}
	check := func(
		ctx context.Context,
		id string,
		in *closing.Closing,
	) (*closingCheck, error) {
		actor := identity.ActorOf(ctx)
		out, err := p.CheckClosing(ctx, actor, id, in)
		if err == nil {
			err = p.NoteClosingCheck(ctx, actor, &out)
		}
		return httpkit.Listed(out, err)
	}
	const post, failed = http.MethodPost, http.StatusPreconditionFailed
	huma.Register(api, op("closing", http.MethodGet, ""),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[closing.ClosingChoices], error) {
			return httpkit.Listed(p.Closing(ctx, identity.ActorOf(ctx)))
		})
	huma.Register(api, op("checkClosing", post, "/check"),
		func(ctx context.Context, in *closingInput) (*closingCheck, error) {
			return check(ctx, "", &in.Body)
		})
	huma.Register(api, op("close", post, "", failed),
		func(ctx context.Context, in *closingInput) (*closingDone, error) {
			return done(p.Close(ctx, in.By(ctx), in.Body))
		})
	huma.Register(api, op("checkClosure", post, "/{c}/check"),
		func(ctx context.Context, in *closureInput) (*closingCheck, error) {
			return check(ctx, in.Closure, &in.Body)
		})
	huma.Register(api, op("changeClosure", http.MethodPut, "/{c}", failed),
		func(ctx context.Context, in *closureInput) (*closingDone, error) {
			return done(p.ChangeClosure(ctx, in.By(ctx), in.Closure, in.Body))
		})
	huma.Register(api, op("checkReopen", post, "/{c}/open/check"),
		func(ctx context.Context, in *oneClosureInput) (*closingCheck, error) {
			return check(ctx, in.Closure, nil)
		})
	huma.Register(api, op("reopen", post, "/{c}/open", failed),
		func(ctx context.Context, in *reopenInput) (*closingDone, error) {
			return done(p.Reopen(ctx, in.By(ctx), in.Closure, in.Body.Fingerprint))
		})
	huma.Register(api, op("undoClosing", post, "/{c}/undo"),
		func(ctx context.Context, in *oneClosureInput) (*closingDone, error) {
			return done(p.UndoClosing(ctx, in.By(ctx), in.Closure))
		})
}
