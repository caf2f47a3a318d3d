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

type (
	restoreInputBody struct {
		Chair bool `json:"chair,omitempty" doc:"with a chair more, when the date is full"`
	}
	moveInputBody struct {
		To string `json:"to" doc:"another date of the same activity"`
	}
	seatsInputBody struct {
		Was   int `json:"was"   minimum:"1" maximum:"500" doc:"how many the screen shows"`
		Seats int `json:"seats" minimum:"1" maximum:"500"`
	}
	unnamedInputBody struct {
		Change int  `json:"change"          enum:"1,-1"`
		Chair  bool `json:"chair,omitempty" doc:"with a chair more, when the date is full"`
	}
	giveInputBody struct {
		Chair bool `json:"chair,omitempty" doc:"with a chair more, when no place is held or free"`
	}
)

type changePersonInput struct {
	ID      string `path:"r"`
	IfMatch string `header:"If-Match" required:"false" doc:"version of the sign-up"`
	Body    rules.Change
}

type actInput struct {
	Act string `path:"act"`
}

type peopleInput struct {
	httpkit.Asked
	ID string `path:"o"`
}

type personMailInput struct {
	Person
	Mail string `path:"m"`
}

// PeopleRoutes mounts what staff do about a date and its people.
func (p *Places) PeopleRoutes(api huma.API, who *identity.Identity) {
	op := func(id, at string) huma.Operation { return Op(who, id, at, door...) }
	huma.Register(api, op("people", "GET /api/occurrences/{o}/people"),
		func(ctx context.Context, in *peopleInput) (*httpkit.Fresh[desk.DatePeople], error) {
			d, err := p.People(ctx, identity.ActorOf(ctx), in.ID)
			return httpkit.Since(in.Asked, d, err)
		})
	Answers(api, op("personAt", "GET /api/people/{r}"),
		func(ctx context.Context, in *struct {
			ID string `path:"r"`
		}) (calls.PersonAt, error) {
			return p.PersonAt(ctx, identity.ActorOf(ctx), in.ID)
		})
	Answers(api, op("dateActs", "GET /api/occurrences/{o}/acts"),
		func(ctx context.Context, in *justDate) (desk.DateActs, error) {
			return p.Acts(ctx, identity.ActorOf(ctx), in.ID)
		})
	Answers(api, op("deskDates", "GET /api/desk-dates"),
		func(ctx context.Context, in *desk.DeskDatesInput) (desk.DeskDates, error) {
			return p.DeskDates(ctx, identity.ActorOf(ctx), *in)
		})
	p.atTheDoor(api, op)
	p.planned(api, op)
}

// atTheDoor mounts what a gastheer does too, on the day itself.
func (p *Places) atTheDoor(api huma.API, op func(id, at string) huma.Operation) {
	Answers(api, op("addPerson", "POST /api/occurrences/{o}/people"),
		func(ctx context.Context, in *onDate[desk.DeskSignUp]) (booking.Done, error) {
			return p.AddPerson(ctx, in.By(ctx), in.ID, in.Body)
		})
	Answers(api, op("cancelPerson", "POST /api/people/{r}/cancel"),
		func(ctx context.Context, in *Person) (booking.Done, error) {
			return p.CancelPerson(ctx, in.By(ctx), in.ID)
		})
	Answers(api, op("restorePerson", "POST /api/people/{r}/restore"),
		func(ctx context.Context, in *onPerson[restoreInputBody]) (booking.Done, error) {
			return p.RestorePerson(ctx, in.By(ctx), in.ID, in.Body.Chair)
		})
	Answers(api, op("countUnnamed", "POST /api/occurrences/{o}/unnamed"),
		func(ctx context.Context, in *onDate[unnamedInputBody]) (booking.Done, error) {
			return p.CountUnnamed(ctx, in.By(ctx), in.ID, desk.Unnamed{
				Change: in.Body.Change, Chair: in.Body.Chair,
			})
		})
	Answers(api, op("givePlace", "POST /api/waitlist/{e}/give"),
		func(ctx context.Context, in *onEntry[giveInputBody]) (booking.Done, error) {
			return p.GivePlace(ctx, in.By(ctx), in.ID, in.Body.Chair)
		})
	Answers(api, op("printed", "POST /api/occurrences/{o}/prints"),
		func(ctx context.Context, in *Date) (booking.Done, error) {
			return p.Printed(ctx, in.By(ctx), in.ID)
		})
	undo := op("undoAct", "POST /api/acts/{act}/undo")
	Answers(api, httpkit.Refuses(undo, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *actInput) (booking.Done, error) {
			return p.Undo(ctx, booking.By{Actor: identity.ActorOf(ctx)}, in.Act)
		})
}

// planned mounts what needs more than the day and the first names: whose date it is, is for MayRun
// to say.
func (p *Places) planned(api huma.API, op func(id, at string) huma.Operation) {
	Answers(api, op("movePerson", "POST /api/people/{r}/move"),
		func(ctx context.Context, in *onPerson[moveInputBody]) (booking.Done, error) {
			return p.MovePerson(ctx, in.By(ctx), in.ID, in.Body.To)
		})
	change := op("changePerson", "PATCH /api/people/{r}")
	Answers(api, httpkit.Refuses(change, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *changePersonInput) (booking.Done, error) {
			by := booking.By{Actor: identity.ActorOf(ctx)}
			return p.ChangePerson(ctx, by, in.ID, in.IfMatch, in.Body)
		})
	Answers(api, op("renewCode", "POST /api/people/{r}/code"),
		func(ctx context.Context, in *Person) (booking.Done, error) {
			return p.RenewCode(ctx, in.By(ctx), in.ID)
		})
	Answers(api, op("mailAgain", "POST /api/people/{r}/mails/{m}/again"),
		func(ctx context.Context, in *personMailInput) (booking.Done, error) {
			return p.MailAgain(ctx, in.By(ctx), in.ID, in.Mail)
		})
	Answers(api, op("stopMail", "POST /api/people/{r}/mails/{m}/stop"),
		func(ctx context.Context, in *personMailInput) (booking.Done, error) {
			return p.StopMail(ctx, in.By(ctx), in.ID, in.Mail)
		})
	Answers(api, op("setSeats", "PUT /api/occurrences/{o}/seats"),
		func(ctx context.Context, in *onDate[seatsInputBody]) (booking.Done, error) {
			return p.SetSeats(ctx, in.By(ctx), in.ID, in.Body.Was, in.Body.Seats)
		})
	Answers(api, op("checkMessage", "POST /api/occurrences/{o}/message/check"),
		func(ctx context.Context, in *onDate[changes.TellEverybody]) (changes.MessageCheck, error) {
			return p.CheckMessage(ctx, identity.ActorOf(ctx), in.ID, in.Body)
		})
	Answers(api, op("sendMessageToAll", "POST /api/occurrences/{o}/message"),
		func(ctx context.Context, in *onDate[changes.TellEverybody]) (booking.Done, error) {
			return p.Message(ctx, in.By(ctx), in.ID, in.Body)
		})
}
