package places

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/closing"
	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

// What an act of staff is about. Exported: huma reads no fields of an embedded type that is not.
type (
	Date struct {
		booking.Press
		ID string `path:"o"`
	}
	Person struct {
		booking.Press
		ID string `path:"r"`
	}
	Entry struct {
		booking.Press
		ID string `path:"e"`
	}
	Closure struct {
		booking.Press
		ID string `path:"c"`
	}
)

func (d Date) of() string   { return d.ID }
func (p Person) of() string { return p.ID }
func (e Entry) of() string  { return e.ID }

// And what comes with it. The name of B is that of its schema.
type (
	onDate[B any] struct {
		Date
		Body B
	}
	onPerson[B any] struct {
		Person
		Body B
	}
	onEntry[B any] struct {
		Entry
		Body B
	}
	onClosure[B any] struct {
		Closure
		Body B
	}
)

type justDate struct {
	ID string `path:"o"`
}

// Door are the roles of whoever stands there; which dates are theirs is for MayMeet to say.
var Door = []identity.Role{identity.Gastheer, identity.Begeleider, identity.Coordinator}

// Op is an operation of these roles; at is its method and path.
func Op(who *identity.Identity, id, at string, roles ...identity.Role) huma.Operation {
	method, path, _ := strings.Cut(at, " ")
	return who.For(huma.Operation{OperationID: id, Method: method, Path: path}, roles...)
}

// OpOnce is Op of what a screen asks again and again: mostly nothing is new.
func OpOnce(who *identity.Identity, id, at string, roles ...identity.Role) huma.Operation {
	op := Op(who, id, at, roles...)
	op.Responses = map[string]*huma.Response{"304": {Description: "nothing is new"}}
	return op
}

// Answers mounts an operation whose answer no cache keeps.
func Answers[I, O any](api huma.API, op huma.Operation, do func(ctx context.Context, in *I) (O, error)) {
	huma.Register(api, op, func(ctx context.Context, in *I) (*httpkit.Private[O], error) {
		return httpkit.Listed(do(ctx, in))
	})
}

// acts mounts an act of staff that needs to know nothing but what it is about.
func acts[I interface {
	By(ctx context.Context) booking.By
	of() string
}, V any](
	api huma.API, op huma.Operation, do func(context.Context, booking.By, string) (V, error),
) {
	Answers(api, op, func(ctx context.Context, in *I) (V, error) {
		return do(ctx, (*in).By(ctx), (*in).of())
	})
}

// reads mounts what staff see of a date.
func reads[V any](api huma.API, op huma.Operation, read func(context.Context, identity.Actor, string) (V, error)) {
	Answers(api, op, func(ctx context.Context, in *justDate) (V, error) {
		return read(ctx, identity.ActorOf(ctx), in.ID)
	})
}

func done[I any](api huma.API, op huma.Operation, do func(ctx context.Context, in *I) error) {
	op.DefaultStatus = http.StatusNoContent
	huma.Register(api, op, func(ctx context.Context, in *I) (*httpkit.Done, error) {
		return httpkit.NoContent(do(ctx, in))
	})
}

type sent[T any] struct{ Body T }

func asks[T, V any](api huma.API, op huma.Operation, do func(context.Context, identity.Actor, T) (V, error)) {
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

// ChangeRoutes mounts what staff change of a whole date that people signed up for.
func (p *Places) ChangeRoutes(api huma.API, who *identity.Identity) {
	on := func(id, at string, roles ...identity.Role) huma.Operation {
		return Op(who, id, at, append(roles, identity.Begeleider, identity.Coordinator)...)
	}
	const host, one = identity.Gastheer, "/api/occurrences/{o}"
	reads(api, on("dateChoices", "GET "+one+"/choices", host), p.Choices)
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

// looks mounts what an act on dates comes to; names that it shows are noted.
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
	sends(api, op, do)
}

// sends mounts an act on a date that says more.
func sends[B any](
	api huma.API,
	op huma.Operation,
	do func(ctx context.Context, by booking.By, occurrence string, in B) (booking.Done, error),
) {
	Answers(api, op, func(ctx context.Context, in *onDate[B]) (booking.Done, error) {
		return do(ctx, in.By(ctx), in.ID, in.Body)
	})
}

type closingInput struct {
	booking.Press
	Body closing.Closing
}

// ClosingRoutes mounts "We zijn dicht". Which days are theirs is for mayClose to say.
func (p *Places) ClosingRoutes(api huma.API, who *identity.Identity) {
	const one = "/api/closures/{c}"
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
			return p.Press(ctx, in.By(ctx), closing.Press{
				In: &in.Body, Print: in.Body.Fingerprint,
			})
		})
	Answers(api, op("checkClosure", "POST "+one+"/check"),
		func(ctx context.Context, in *onClosure[closing.Closing]) (closing.ClosingCheck, error) {
			return check(ctx, in.ID, &in.Body)
		})
	Answers(api, act("changeClosure", "PUT "+one),
		func(ctx context.Context, in *onClosure[closing.Closing]) (closing.ClosingDone, error) {
			return p.Press(ctx, in.By(ctx), closing.Press{
				ID: in.ID, In: &in.Body, Print: in.Body.Fingerprint,
			})
		})
	Answers(api, op("checkReopen", "POST "+one+"/open/check"),
		func(ctx context.Context, in *Closure) (closing.ClosingCheck, error) {
			return check(ctx, in.ID, nil)
		})
	Answers(api, act("reopen", "POST "+one+"/open"),
		func(ctx context.Context, in *onClosure[changes.OnAgain]) (closing.ClosingDone, error) {
			press := closing.Press{ID: in.ID, Print: in.Body.Fingerprint}
			return p.Press(ctx, in.By(ctx), press)
		})
	Answers(api, op("undoClosing", "POST "+one+"/undo"),
		func(ctx context.Context, in *Closure) (closing.ClosingDone, error) {
			return p.Press(ctx, in.By(ctx), closing.Press{ID: in.ID, Undo: true})
		})
}
