package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

// Press is what every press of staff carries: sent again, with the same id, it is the same act.
type Press struct {
	Press string `header:"Press-Id" required:"false" maxLength:"60" doc:"made by the screen: sent again with the same id it is the same act"`
}

func (p Press) by(ctx context.Context) By {
	return By{Actor: identity.ActorOf(ctx), Press: p.Press}
}

type addPersonInput struct {
	Press
	Occurrence string `path:"o"`
	Body       DeskSignUp
}

type personInput struct {
	Press
	Registration string `path:"r"`
}

type restoreInput struct {
	Press
	Registration string `path:"r"`
	Body         struct {
		Chair bool `json:"chair,omitempty" doc:"with a chair more, when the date is full"`
	}
}

type moveInput struct {
	Press
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
	Press
	Occurrence string `path:"o"`
	Body       struct {
		Was   int `json:"was"   minimum:"1" maximum:"500" doc:"how many the screen shows"`
		Seats int `json:"seats" minimum:"1" maximum:"500"`
	}
}

type unnamedInput struct {
	Press
	Occurrence string `path:"o"`
	Body       struct {
		Change int  `json:"change"          enum:"1,-1"`
		Chair  bool `json:"chair,omitempty" doc:"with a chair more, when the date is full"`
	}
}

type giveInput struct {
	Press
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

type deskDatesInput struct {
	Activity string `query:"activity" doc:"of this one only"`
	Search   string `query:"zoek" doc:"words of the title"`
	Date     string `query:"date" doc:"this one only, however far away"`
}

type messageInput struct {
	Press
	Occurrence string `path:"o"`
	Body       TellEverybody
}

type printInput struct {
	Press
	Occurrence string `path:"o"`
}

type personAtInput struct {
	Registration string `path:"r"`
}

type personMailInput struct {
	Press
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
		func(ctx context.Context, in *peopleInput) (*httpkit.Fresh[DatePeople], error) {
			d, err := p.People(ctx, identity.ActorOf(ctx), in.Occurrence)
			return httpkit.Since(in.Asked, d, err)
		})
	huma.Register(api, op("personAt", http.MethodGet, "/api/people/{r}", door),
		func(ctx context.Context, in *personAtInput) (*httpkit.Private[PersonAt], error) {
			return httpkit.Listed(p.PersonAt(ctx, identity.ActorOf(ctx), in.Registration))
		})
	huma.Register(api, op("dateActs", http.MethodGet, "/api/occurrences/{o}/acts", door),
		func(ctx context.Context, in *dateActsInput) (*httpkit.Private[DateActs], error) {
			return httpkit.Listed(p.acts(ctx, identity.ActorOf(ctx), in.Occurrence))
		})
	huma.Register(api, op("deskDates", http.MethodGet, "/api/desk-dates", door),
		func(ctx context.Context, in *deskDatesInput) (*httpkit.Private[DeskDates], error) {
			return httpkit.Listed(p.deskDates(ctx, identity.ActorOf(ctx), *in))
		})
}

// atTheDoor mounts what a gastheer does too, on the day itself.
func (p *Places) atTheDoor(api huma.API, op staffOp, door []identity.Role) {
	post := func(id, path string) huma.Operation { return op(id, http.MethodPost, path, door) }
	huma.Register(api, post("addPerson", "/api/occurrences/{o}/people"),
		func(ctx context.Context, in *addPersonInput) (*httpkit.Private[Done], error) {
			return acts(p.AddPerson(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
	huma.Register(api, post("cancelPerson", "/api/people/{r}/cancel"),
		func(ctx context.Context, in *personInput) (*httpkit.Private[Done], error) {
			return acts(p.CancelPerson(ctx, in.by(ctx), in.Registration))
		})
	huma.Register(api, post("restorePerson", "/api/people/{r}/restore"),
		func(ctx context.Context, in *restoreInput) (*httpkit.Private[Done], error) {
			return acts(p.RestorePerson(ctx, in.by(ctx), in.Registration, in.Body.Chair))
		})
	huma.Register(api, post("countUnnamed", "/api/occurrences/{o}/unnamed"),
		func(ctx context.Context, in *unnamedInput) (*httpkit.Private[Done], error) {
			return acts(
				p.CountUnnamed(ctx, in.by(ctx), in.Occurrence, in.Body.Change, in.Body.Chair),
			)
		})
	huma.Register(api, post("givePlace", "/api/waitlist/{e}/give"),
		func(ctx context.Context, in *giveInput) (*httpkit.Private[Done], error) {
			return acts(p.GivePlace(ctx, in.by(ctx), in.Entry, in.Body.Chair))
		})
	huma.Register(api, post("printed", "/api/occurrences/{o}/prints"),
		func(ctx context.Context, in *printInput) (*httpkit.Private[Done], error) {
			return acts(p.Printed(ctx, in.by(ctx), in.Occurrence))
		})
	undo := post("undoAct", "/api/acts/{act}/undo")
	huma.Register(api, httpkit.Refuses(undo, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *actInput) (*httpkit.Private[Done], error) {
			return acts(p.Undo(ctx, By{Actor: identity.ActorOf(ctx)}, in.Act))
		})
}

// planned mounts what needs more than the day and the first names: whose date it is, is for MayRun
// to say.
func (p *Places) planned(api huma.API, op staffOp, door []identity.Role) {
	post := func(id, path string) huma.Operation { return op(id, http.MethodPost, path, door) }
	huma.Register(api, post("movePerson", "/api/people/{r}/move"),
		func(ctx context.Context, in *moveInput) (*httpkit.Private[Done], error) {
			return acts(p.MovePerson(ctx, in.by(ctx), in.Registration, in.Body.To))
		})
	change := op("changePerson", http.MethodPatch, "/api/people/{r}", door)
	huma.Register(api, httpkit.Refuses(change, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *changePersonInput) (*httpkit.Private[Done], error) {
			by := By{Actor: identity.ActorOf(ctx)}
			return acts(p.ChangePerson(ctx, by, in.Registration, in.IfMatch, in.Body))
		})
	huma.Register(api, post("renewCode", "/api/people/{r}/code"),
		func(ctx context.Context, in *personInput) (*httpkit.Private[Done], error) {
			return acts(p.RenewCode(ctx, in.by(ctx), in.Registration))
		})
	huma.Register(api, post("mailAgain", "/api/people/{r}/mails/{m}/again"),
		func(ctx context.Context, in *personMailInput) (*httpkit.Private[Done], error) {
			return acts(p.MailAgain(ctx, in.by(ctx), in.Registration, in.Mail))
		})
	huma.Register(api, post("stopMail", "/api/people/{r}/mails/{m}/stop"),
		func(ctx context.Context, in *personMailInput) (*httpkit.Private[Done], error) {
			return acts(p.StopMail(ctx, in.by(ctx), in.Registration, in.Mail))
		})
	huma.Register(api, op("setSeats", http.MethodPut, "/api/occurrences/{o}/seats", door),
		func(ctx context.Context, in *seatsInput) (*httpkit.Private[Done], error) {
			return acts(p.SetSeats(ctx, in.by(ctx), in.Occurrence, in.Body.Was, in.Body.Seats))
		})
	huma.Register(api, post("checkMessage", "/api/occurrences/{o}/message/check"),
		func(ctx context.Context, in *messageInput) (*httpkit.Private[MessageCheck], error) {
			return httpkit.Listed(
				p.checkMessage(ctx, identity.ActorOf(ctx), in.Occurrence, in.Body),
			)
		})
	huma.Register(api, post("sendMessageToAll", "/api/occurrences/{o}/message"),
		func(ctx context.Context, in *messageInput) (*httpkit.Private[Done], error) {
			return acts(p.Message(ctx, in.by(ctx), in.Occurrence, in.Body))
		})
}

func acts(d Done, err error) (*httpkit.Private[Done], error) {
	return httpkit.Versioned(d, 0, err)
}
