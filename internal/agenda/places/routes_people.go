package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type addPersonInput struct {
	booking.Press
	Occurrence string `path:"o"`
	Body       desk.DeskSignUp
}

type personInput struct {
	booking.Press
	Registration string `path:"r"`
}

type restoreInput struct {
	booking.Press
	Registration string `path:"r"`
	Body         struct {
		Chair bool `json:"chair,omitempty" doc:"with a chair more, when the date is full"`
	}
}

type moveInput struct {
	booking.Press
	Registration string `path:"r"`
	Body         struct {
		To string `json:"to" doc:"another date of the same activity"`
	}
}

type changePersonInput struct {
	Registration string `path:"r"`
	IfMatch      string `header:"If-Match" required:"false" doc:"version of the sign-up"`
	Body         rules.Change
}

type seatsInput struct {
	booking.Press
	Occurrence string `path:"o"`
	Body       struct {
		Was   int `json:"was"   minimum:"1" maximum:"500" doc:"how many the screen shows"`
		Seats int `json:"seats" minimum:"1" maximum:"500"`
	}
}

type unnamedInput struct {
	booking.Press
	Occurrence string `path:"o"`
	Body       struct {
		Change int  `json:"change"          enum:"1,-1"`
		Chair  bool `json:"chair,omitempty" doc:"with a chair more, when the date is full"`
	}
}

type giveInput struct {
	booking.Press
	Entry string `path:"e"`
	Body  struct {
		Chair bool `json:"chair,omitempty" doc:"with a chair more, when no place is held or free"`
	}
}

type actInput struct {
	Act string `path:"act"`
}

type peopleInput struct {
	httpkit.Asked
	Occurrence string `path:"o"`
}

type dateActsInput struct {
	Occurrence string `path:"o"`
}

type messageInput struct {
	booking.Press
	Occurrence string `path:"o"`
	Body       changes.TellEverybody
}

type printInput struct {
	booking.Press
	Occurrence string `path:"o"`
}

type personAtInput struct {
	Registration string `path:"r"`
}

type personMailInput struct {
	booking.Press
	Registration string `path:"r"`
	Mail         string `path:"m"`
}

// PeopleRoutes mounts what staff do about a date and its people. Which dates are theirs is for
// MayMeet to say.
func (p *Places) PeopleRoutes(api huma.API, who *identity.Identity) {
	door := []identity.Role{identity.Gastheer, identity.Begeleider, identity.Coordinator}
	op := func(id, method, path string, roles []identity.Role) huma.Operation {
		return who.For(huma.Operation{OperationID: id, Method: method, Path: path}, roles...)
	}
	p.peopleReads(api, op, door)
	p.atTheDoor(api, op, door)
	p.planned(api, op, door)
}

// staffOp is an operation for these roles.
type staffOp func(id, method, path string, roles []identity.Role) huma.Operation

func (p *Places) peopleReads(api huma.API, op staffOp, door []identity.Role) {
	huma.Register(api, op("people", http.MethodGet, "/api/occurrences/{o}/people", door),
		func(ctx context.Context, in *peopleInput) (*httpkit.Fresh[desk.DatePeople], error) {
			d, err := p.People(ctx, identity.ActorOf(ctx), in.Occurrence)
			return httpkit.Since(in.Asked, d, err)
		})
	huma.Register(api, op("personAt", http.MethodGet, "/api/people/{r}", door),
		func(ctx context.Context, in *personAtInput) (*httpkit.Private[calls.PersonAt], error) {
			return httpkit.Listed(p.PersonAt(ctx, identity.ActorOf(ctx), in.Registration))
		})
	huma.Register(api, op("dateActs", http.MethodGet, "/api/occurrences/{o}/acts", door),
		func(ctx context.Context, in *dateActsInput) (*httpkit.Private[desk.DateActs], error) {
			return httpkit.Listed(p.Acts(ctx, identity.ActorOf(ctx), in.Occurrence))
		})
	huma.Register(
		api,
		op("deskDates", http.MethodGet, "/api/desk-dates", door),
		func(
			ctx context.Context,
			in *desk.DeskDatesInput,
		) (*httpkit.Private[desk.DeskDates], error) {
			return httpkit.Listed(p.DeskDates(ctx, identity.ActorOf(ctx), *in))
		},
	)
}

// atTheDoor mounts what a gastheer does too, on the day itself.
func (p *Places) atTheDoor(api huma.API, op staffOp, door []identity.Role) {
	post := func(id, path string) huma.Operation { return op(id, http.MethodPost, path, door) }
	pressAct(api, post("addPerson", "/api/occurrences/{o}/people"),
		func(ctx context.Context, in *addPersonInput) (booking.Done, error) {
			return p.AddPerson(ctx, in.By(ctx), in.Occurrence, in.Body)
		})
	pressAct(api, post("cancelPerson", "/api/people/{r}/cancel"),
		func(ctx context.Context, in *personInput) (booking.Done, error) {
			return p.CancelPerson(ctx, in.By(ctx), in.Registration)
		})
	pressAct(api, post("restorePerson", "/api/people/{r}/restore"),
		func(ctx context.Context, in *restoreInput) (booking.Done, error) {
			return p.RestorePerson(ctx, in.By(ctx), in.Registration, in.Body.Chair)
		})
	pressAct(api, post("countUnnamed", "/api/occurrences/{o}/unnamed"),
		func(ctx context.Context, in *unnamedInput) (booking.Done, error) {
			return p.CountUnnamed(ctx, in.By(ctx), in.Occurrence, desk.Unnamed{
				Change: in.Body.Change, Chair: in.Body.Chair,
			})
		})
	pressAct(api, post("givePlace", "/api/waitlist/{e}/give"),
		func(ctx context.Context, in *giveInput) (booking.Done, error) {
			return p.GivePlace(ctx, in.By(ctx), in.Entry, in.Body.Chair)
		})
	pressAct(api, post("printed", "/api/occurrences/{o}/prints"),
		func(ctx context.Context, in *printInput) (booking.Done, error) {
			return p.Printed(ctx, in.By(ctx), in.Occurrence)
		})
	undo := post("undoAct", "/api/acts/{act}/undo")
	pressAct(api, httpkit.Refuses(undo, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *actInput) (booking.Done, error) {
			return p.Undo(ctx, booking.By{Actor: identity.ActorOf(ctx)}, in.Act)
		})
}

// planned mounts what needs more than the day and the first names: whose date it is, is for MayRun
// to say.
func (p *Places) planned(api huma.API, op staffOp, door []identity.Role) {
	post := func(id, path string) huma.Operation { return op(id, http.MethodPost, path, door) }
	pressAct(api, post("movePerson", "/api/people/{r}/move"),
		func(ctx context.Context, in *moveInput) (booking.Done, error) {
			return p.MovePerson(ctx, in.By(ctx), in.Registration, in.Body.To)
		})
	change := op("changePerson", http.MethodPatch, "/api/people/{r}", door)
	pressAct(api, httpkit.Refuses(change, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *changePersonInput) (booking.Done, error) {
			by := booking.By{Actor: identity.ActorOf(ctx)}
			return p.ChangePerson(ctx, by, in.Registration, in.IfMatch, in.Body)
		})
	pressAct(api, post("renewCode", "/api/people/{r}/code"),
		func(ctx context.Context, in *personInput) (booking.Done, error) {
			return p.RenewCode(ctx, in.By(ctx), in.Registration)
		})
	pressAct(api, post("mailAgain", "/api/people/{r}/mails/{m}/again"),
		func(ctx context.Context, in *personMailInput) (booking.Done, error) {
			return p.MailAgain(ctx, in.By(ctx), in.Registration, in.Mail)
		})
	pressAct(api, post("stopMail", "/api/people/{r}/mails/{m}/stop"),
		func(ctx context.Context, in *personMailInput) (booking.Done, error) {
			return p.StopMail(ctx, in.By(ctx), in.Registration, in.Mail)
		})
	pressAct(api, op("setSeats", http.MethodPut, "/api/occurrences/{o}/seats", door),
		func(ctx context.Context, in *seatsInput) (booking.Done, error) {
			return p.SetSeats(ctx, in.By(ctx), in.Occurrence, in.Body.Was, in.Body.Seats)
		})
	huma.Register(
		api,
		post("checkMessage", "/api/occurrences/{o}/message/check"),
		func(
			ctx context.Context,
			in *messageInput,
		) (*httpkit.Private[changes.MessageCheck], error) {
			return httpkit.Listed(
				p.CheckMessage(ctx, identity.ActorOf(ctx), in.Occurrence, in.Body),
			)
		},
	)
	pressAct(api, post("sendMessageToAll", "/api/occurrences/{o}/message"),
		func(
			ctx context.Context,
			in *messageInput,
		) (booking.Done, error) {
			return p.Message(ctx, in.By(ctx), in.Occurrence, in.Body)
		})
}

// pressAct mounts an act of staff.
func pressAct[I any](
	api huma.API,
	op huma.Operation,
	do func(ctx context.Context, in *I) (booking.Done, error),
) {
	huma.Register(
		api,
		op,
		func(ctx context.Context, in *I) (*httpkit.Private[booking.Done], error) {
			return acts(do(ctx, in))
		},
	)
}

func acts(d booking.Done, err error) (*httpkit.Private[booking.Done], error) {
	return httpkit.Versioned(d, 0, err)
}
