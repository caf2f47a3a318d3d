package places

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
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

// PeopleRoutes mounts what staff do about the people of a date.
func (p *Places) PeopleRoutes(api huma.API, who *identity.Identity) {
	op := func(id, at string) huma.Operation { return Op(who, id, at, Door...) }
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
	reads(api, op("dateActs", "GET /api/occurrences/{o}/acts"), p.Acts)
	Answers(api, op("deskDates", "GET /api/desk-dates"),
		func(ctx context.Context, in *desk.DeskDatesInput) (desk.DeskDates, error) {
			return p.DeskDates(ctx, identity.ActorOf(ctx), *in)
		})
	p.atTheDoor(api, op)
	p.planned(api, op)
}

// atTheDoor mounts what a gastheer does too, on the day itself.
func (p *Places) atTheDoor(api huma.API, op func(id, at string) huma.Operation) {
	sends(api, op("addPerson", "POST /api/occurrences/{o}/people"), p.AddPerson)
	acts[Person](api, op("cancelPerson", "POST /api/people/{r}/cancel"), p.CancelPerson)
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
	acts[Date](api, op("printed", "POST /api/occurrences/{o}/prints"), p.Printed)
	undo := op("undoAct", "POST /api/acts/{act}/undo")
	Answers(api, httpkit.Refuses(undo, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *actInput) (booking.Done, error) {
			return p.Undo(ctx, booking.By{Actor: identity.ActorOf(ctx)}, in.Act)
		})
}

// planned mounts what is for who plans the date, as MayRun says.
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
	acts[Person](api, op("renewCode", "POST /api/people/{r}/code"), p.RenewCode)
	ofMail := func(id, path string, do func(
		ctx context.Context, by booking.By, row, mail string,
	) (booking.Done, error)) {
		Answers(api, op(id, "POST /api/people/{r}/mails/{m}/"+path),
			func(ctx context.Context, in *personMailInput) (booking.Done, error) {
				return do(ctx, in.By(ctx), in.ID, in.Mail)
			})
	}
	ofMail("mailAgain", "again", p.MailAgain)
	ofMail("stopMail", "stop", p.StopMail)
	Answers(api, op("setSeats", "PUT /api/occurrences/{o}/seats"),
		func(ctx context.Context, in *onDate[seatsInputBody]) (booking.Done, error) {
			return p.SetSeats(ctx, in.By(ctx), in.ID, in.Body.Was, in.Body.Seats)
		})
	looks(api, op("checkMessage", "POST /api/occurrences/{o}/message/check"), p, p.CheckMessage)
	sends(api, op("sendMessageToAll", "POST /api/occurrences/{o}/message"), p.Message)
}

const auditCalls = "calls"

type claimInput struct {
	Call string `path:"c"`
	Body struct {
		Anyway bool `json:"anyway,omitempty" doc:"also while a colleague rings"`
	}
}

type outcomeInput struct {
	booking.Press
	Call string `path:"c"`
	Body calls.CallOutcome
}

type (
	skipInputBody struct {
		Reason string `json:"reason" enum:"notSoon,notThere,notThisGroup,double,ownWish"`
	}
	reasonBody struct {
		Reason string `json:"reason,omitempty" letters:"200" doc:"for the log book; about nobody"`
	}
	mailOfferInputBody struct {
		Until time.Time `json:"until"`
	}
	stopInputBody struct {
		Stopped bool   `json:"stopped"`
		Reason  string `json:"reason,omitempty" letters:"200" doc:"for the log book; about nobody"`
	}
)

// CallRoutes mounts whom staff call, and what they do about who waits.
func (p *Places) CallRoutes(api huma.API, who *identity.Identity) {
	// noted writes in the log book that a list was opened: once an opening, not at each look
	noted := func(ctx context.Context, in httpkit.Asked, err error, e privacy.Entry) error {
		if err == nil && in.Known == "" {
			err = p.NoteOpened(ctx, identity.ActorOf(ctx), e)
		}
		return err
	}
	huma.Register(api, OpOnce(who, "calls", "GET /api/calls", Door...),
		func(ctx context.Context, in *httpkit.Asked) (*httpkit.Fresh[calls.CallList], error) {
			out, err := p.CallList(ctx, identity.ActorOf(ctx))
			err = noted(ctx, *in, err, privacy.Entry{Action: "listed", Kind: auditCalls})
			return httpkit.Since(*in, out, err)
		})
	type listInput struct {
		httpkit.Asked
		ID string `path:"o"`
	}
	huma.Register(api, OpOnce(who, "waitlist", "GET /api/occurrences/{o}/waitlist", Door...),
		func(ctx context.Context, in *listInput) (*httpkit.Fresh[calls.Waitlist], error) {
			out, err := p.WaitlistOf(ctx, identity.ActorOf(ctx), in.ID)
			err = noted(ctx, in.Asked, err, privacy.Entry{
				Action: "viewed", Kind: waitlist.AuditKind, ObjectID: in.ID,
			})
			return httpkit.Since(in.Asked, out, err)
		})
	done(api, Op(who, "callsPrinted", "POST /api/calls/printed", Door...),
		func(ctx context.Context, _ *struct{}) error {
			e := privacy.Entry{Action: "printed", Kind: auditCalls}
			return p.NoteOpened(ctx, identity.ActorOf(ctx), e)
		})
	claim := Op(who, "claimCall", "POST /api/calls/{c}/claim", Door...)
	Answers(api, httpkit.Refuses(claim, http.StatusConflict),
		func(ctx context.Context, in *claimInput) (booking.Calling, error) {
			return p.ClaimCall(ctx, identity.ActorOf(ctx), in.Call, in.Body.Anyway)
		})
	Answers(api, Op(who, "called", "POST /api/calls/{c}/outcome", Door...),
		func(ctx context.Context, in *outcomeInput) (booking.Done, error) {
			return p.Called(ctx, in.By(ctx), in.Call, in.Body)
		})
	p.listRoutes(api, who)
}

func (p *Places) listRoutes(api huma.API, who *identity.Identity) {
	Answers(api, Op(who, "skip", "POST /api/waitlist/{e}/skip", identity.Coordinator),
		func(ctx context.Context, in *onEntry[skipInputBody]) (booking.Done, error) {
			return p.Skip(ctx, in.By(ctx), in.ID, in.Body.Reason)
		})
	acts[Entry](api, Op(who, "removeEntry", "POST /api/waitlist/{e}/remove", Door...), p.Remove)
	Answers(api, Op(who, "putBackEntry", "POST /api/waitlist/{e}/put-back", Door...),
		func(ctx context.Context, in *onEntry[reasonBody]) (booking.Done, error) {
			return p.PutBack(ctx, in.By(ctx), in.ID, in.Body.Reason)
		})
	Answers(api, Op(who, "mailOffer", "POST /api/waitlist/{e}/mail-offer", Door...),
		func(ctx context.Context, in *onEntry[mailOfferInputBody]) (booking.Done, error) {
			return p.MailOffer(ctx, in.By(ctx), in.ID, in.Body.Until)
		})
	Answers(api, Op(who, "openToAll", "POST /api/occurrences/{o}/open-to-all", Door...),
		func(ctx context.Context, in *onDate[reasonBody]) (booking.Done, error) {
			return p.OpenToAll(ctx, in.By(ctx), in.ID, in.Body.Reason)
		})
	Answers(api, Op(who, "stopOffers", "PUT /api/occurrences/{o}/offers", Door...),
		func(ctx context.Context, in *onDate[stopInputBody]) (booking.Done, error) {
			return p.StopOffers(ctx, in.By(ctx), in.ID, in.Body.Stopped, in.Body.Reason)
		})
}
