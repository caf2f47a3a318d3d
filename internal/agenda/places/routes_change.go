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

// ChangeRoutes mounts what staff change of a whole date that people signed up for.
func (p *Places) ChangeRoutes(api huma.API, who *identity.Identity) {
	on := func(id, at string, roles ...identity.Role) huma.Operation {
		return Op(who, id, at, append(roles, identity.Begeleider, identity.Coordinator)...)
	}
	const host, one = identity.Gastheer, "/api/occurrences/{o}"
	Answers(api, on("dateChoices", "GET "+one+"/choices", host),
		func(ctx context.Context, in *justDate) (changes.DateChoices, error) {
			return p.Choices(ctx, identity.ActorOf(ctx), in.ID)
		})
	looks(api, on("checkOff", "POST "+one+"/off/check", host), p, p.CheckOff)
	does(api, on("callOff", "POST "+one+"/off", host), p.CallOff)
	again := on("checkOn", "POST "+one+"/on/check", host)
	looks(api, httpkit.Refuses(again, http.StatusConflict), p, p.CheckOn)
	does(api, on("goOn", "POST "+one+"/on", host), p.GoOn)
	looks(api, on("checkMove", "POST "+one+"/move/check", host), p, p.CheckMove)
	does(api, on("moveDate", "POST "+one+"/move", host), p.MoveDate)
	// for who plans: whoever only has the dates of today does not
	looks(api, on("checkValues", "POST "+one+"/values/check"), p, p.CheckValues)
	does(api, on("changeValues", "PUT "+one+"/values"), p.ChangeValues)
	does(api, on("changeHost", "PUT "+one+"/host", host), p.ChangeHost)
}

// looks mounts what an act on dates comes to. Names that it shows are noted.
func looks[B, C any](
	api huma.API,
	op huma.Operation,
	p *Places,
	check func(ctx context.Context, who identity.Actor, occurrence string, in B) (C, error),
) {
	Answers(api, op, func(ctx context.Context, in *onDate[B]) (C, error) {
		actor := identity.ActorOf(ctx)
		out, err := check(ctx, actor, in.ID, in.Body)
		if c, is := any(&out).(interface{ Told() *changes.TellCheck }); is && err == nil {
			err = p.NoteCheck(ctx, actor, in.ID, c.Told())
		}
		return out, err
	})
}

// does mounts an act on dates, that follows a look at how things stood.
func does[B any](
	api huma.API,
	op huma.Operation,
	do func(ctx context.Context, by booking.By, occurrence string, in B) (booking.Done, error),
) {
	op.Errors = []int{http.StatusPreconditionFailed}
	Answers(api, op, func(ctx context.Context, in *onDate[B]) (booking.Done, error) {
		return do(ctx, in.By(ctx), in.ID, in.Body)
	})
}

type closingInput struct {
	booking.Press
	Body closing.Closing
}

// ClosingRoutes mounts "We zijn dicht". Which days are theirs is for mayClose to say: who opens the
// door on an evening closes today.
func (p *Places) ClosingRoutes(api huma.API, who *identity.Identity) {
	op := func(id, at string) huma.Operation {
		return Op(who, id, at, identity.Gastheer, identity.Coordinator)
	}
	act := func(id, at string) huma.Operation { // that follows a look at how things stood
		o := op(id, at)
		o.Errors = []int{http.StatusPreconditionFailed}
		return o
	}
	check := func(
		ctx context.Context, id string, in *closing.Closing,
	) (closing.ClosingCheck, error) {
		actor := identity.ActorOf(ctx)
		out, err := p.CheckClosing(ctx, actor, id, in)
		if err == nil {
			err = p.NoteClosingCheck(ctx, actor, &out)
		}
		return out, err
	}
	Answers(api, op("closing", "GET /api/closures"),
		func(ctx context.Context, _ *struct{}) (closing.ClosingChoices, error) {
			return p.Closing(ctx, identity.ActorOf(ctx))
		})
	Answers(api, op("checkClosing", "POST /api/closures/check"),
		func(ctx context.Context, in *closingInput) (closing.ClosingCheck, error) {
			return check(ctx, "", &in.Body)
		})
	Answers(api, act("close", "POST /api/closures"),
		func(ctx context.Context, in *closingInput) (closing.ClosingDone, error) {
			return p.Close(ctx, in.By(ctx), in.Body)
		})
	const one = "/api/closures/{c}"
	Answers(api, op("checkClosure", "POST "+one+"/check"),
		func(ctx context.Context, in *onClosure[closing.Closing]) (closing.ClosingCheck, error) {
			return check(ctx, in.ID, &in.Body)
		})
	Answers(api, act("changeClosure", "PUT "+one),
		func(ctx context.Context, in *onClosure[closing.Closing]) (closing.ClosingDone, error) {
			return p.ChangeClosure(ctx, in.By(ctx), in.ID, in.Body)
		})
	Answers(api, op("checkReopen", "POST "+one+"/open/check"),
		func(ctx context.Context, in *Closure) (closing.ClosingCheck, error) {
			return check(ctx, in.ID, nil)
		})
	Answers(api, act("reopen", "POST "+one+"/open"),
		func(ctx context.Context, in *onClosure[changes.OnAgain]) (closing.ClosingDone, error) {
			return p.Reopen(ctx, in.By(ctx), in.ID, in.Body.Fingerprint)
		})
	Answers(api, op("undoClosing", "POST "+one+"/undo"),
		func(ctx context.Context, in *Closure) (closing.ClosingDone, error) {
			return p.UndoClosing(ctx, in.By(ctx), in.ID)
		})
}
