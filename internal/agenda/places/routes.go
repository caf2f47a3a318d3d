package places

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

type signUpInput struct {
	httpkit.VisitorHeaders
	Occurrence string `path:"o"`
	Activity   string `query:"activity" doc:"when given, the occurrence must be one of this activity"`
	Body       rules.SignUp
}

type joinInput struct {
	httpkit.VisitorHeaders
	Occurrence string `path:"o"`
	Body       rules.JoinWaitlist
}

type askLinkInput struct {
	httpkit.VisitorHeaders
	Body rules.AskLink
}

type openByCodeInput struct {
	httpkit.VisitorHeaders
	Body rules.OpenByCode
}

type tokenInput struct {
	Auth string `header:"Authorization" doc:"Aanmelding <token>" required:"false"`
}

type changeInput struct {
	httpkit.HolderHeaders
	IfMatch string `header:"If-Match" required:"false" doc:"version of the registration"`
	Body    rules.Change
}

type pressInput struct {
	httpkit.HolderHeaders
}

type answerInput struct {
	httpkit.HolderHeaders
	Body Answer
}

// PlaceRoutes mounts what visitors do about a place: sign up, wait, answer, change, erase.
func (p *Places) PlaceRoutes(api huma.API, g *httpkit.Guard) {
	p.visitorForms(api, g)
	p.waysIn(api, g)
	p.holderReads(api)
	p.holderForms(api, g)
}

func (p *Places) holderReads(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "registration",
		Method:      http.MethodGet,
		Path:        "/api/registration",
	},
		func(ctx context.Context, in *tokenInput) (*httpkit.Private[Registration], error) {
			r, err := p.registration(ctx, in.Auth)
			return httpkit.Versioned(r, r.Version, err)
		})
	huma.Register(api, huma.Operation{
		OperationID: "wayBack",
		Method:      http.MethodGet,
		Path:        "/api/registration/way-back",
	},
		func(ctx context.Context, in *tokenInput) (*httpkit.Private[WayBack], error) {
			w, err := p.wayBack(ctx, in.Auth)
			return httpkit.Versioned(w, 0, err)
		})
	huma.Register(api, huma.Operation{
		OperationID: "entry",
		Method:      http.MethodGet,
		Path:        "/api/waitlist-entry",
	},
		func(ctx context.Context, in *tokenInput) (*httpkit.Private[Entry], error) {
			e, err := p.entry(ctx, in.Auth)
			return httpkit.Versioned(e, 0, err)
		})
	huma.Register(api, huma.Operation{
		OperationID: "myRegistrations",
		Method:      http.MethodGet,
		Path:        "/api/my-registrations",
	},
		func(ctx context.Context, in *tokenInput) (*httpkit.Private[MyRegistrations], error) {
			return httpkit.Listed(p.mine(ctx, in.Auth))
		})
}

func (p *Places) visitorForms(api huma.API, g *httpkit.Guard) {
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "register",
		Method:        http.MethodPost,
		Path:          "/api/occurrences/{o}/registrations",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{Kind: "registration", Activity: p.activityOf, Decoy: decoyRegistered}),
		func(ctx context.Context, in *signUpInput) (*httpkit.Reply[Outcome], error) {
			consent := rules.SignUpConsent(p.House(ctx))
			if err := httpkit.SendOf(ctx).Check(
				rules.Agreed(in.Body.Validate(), in.Body.ConsentVersion, consent),
			); err != nil {
				return nil, err
			}
			return p.register(ctx, in.Activity, in.Occurrence, in.Body)
		})
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "joinWaitlist",
		Method:        http.MethodPost,
		Path:          "/api/occurrences/{o}/waitlist",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{Kind: "waitlist", Activity: p.activityOf, Decoy: decoyWaiting}),
		func(ctx context.Context, in *joinInput) (*httpkit.Reply[Outcome], error) {
			consent := rules.WaitConsent(p.House(ctx))
			if err := httpkit.SendOf(ctx).Check(
				rules.Agreed(in.Body.Validate(), in.Body.ConsentVersion, consent),
			); err != nil {
				return nil, err
			}
			return p.join(ctx, in.Occurrence, in.Body)
		})
}

// How often one network may ask for a link, and try a code.
const waysInFifteenMins = 5

// waysIn are for whoever has no link at hand.
func (p *Places) waysIn(api huma.API, g *httpkit.Guard) {
	rate := func() *httpkit.Rate { return g.Limits.Rate(waysInFifteenMins, 15*time.Minute) }
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "askLink",
		Method:        http.MethodPost,
		Path:          "/api/links",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{Kind: "link", Rate: rate(), Decoy: httpkit.ReceivedDecoy("link")}),
		func(ctx context.Context, in *askLinkInput) (*httpkit.Reply[httpkit.Received], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return p.askLink(ctx, in.Body.Email)
		})
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID: "openByCode",
		Method:      http.MethodPost,
		Path:        "/api/desk-code",
	}, httpkit.Form{Kind: "desk code", Rate: rate(), Decoy: p.decoyOpened}),
		func(ctx context.Context, in *openByCodeInput) (*httpkit.Reply[OpenedByCode], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return p.openByCode(ctx, in.Body.Code)
		})
}

func (p *Places) holderForms(api huma.API, g *httpkit.Guard) {
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "change",
		Method:      http.MethodPatch,
		Path:        "/api/registration",
	}),
		func(ctx context.Context, in *changeInput) (*httpkit.Reply[Registration], error) {
			if fields := in.Body.Validate(); len(fields) > 0 {
				return nil, problem.WithFields(fields...)
			}
			return p.change(ctx, in.Auth, in.IfMatch, in.Body)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "cancel",
		Method:      http.MethodDelete,
		Path:        "/api/registration",
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Reply[Registration], error) {
			return p.cancel(ctx, in.Auth)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "restore",
		Method:      http.MethodPost,
		Path:        "/api/registration/restore",
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Reply[Registration], error) {
			return p.restore(ctx, in.Auth)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "putBack",
		Method:      http.MethodPost,
		Path:        "/api/registration/way-back",
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Reply[Registration], error) {
			return p.putBack(ctx, in.Auth)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "leave",
		Method:      http.MethodDelete,
		Path:        "/api/waitlist-entry",
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Reply[Entry], error) {
			return p.leave(ctx, in.Auth)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "answer",
		Method:      http.MethodPost,
		Path:        "/api/waitlist-entry/answer",
	}),
		func(ctx context.Context, in *answerInput) (*httpkit.Reply[Entry], error) {
			return p.answer(ctx, in.Auth, in.Body)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID:   "notMe",
		Method:        http.MethodPost,
		Path:          "/api/not-me",
		DefaultStatus: http.StatusNoContent,
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Done, error) {
			return p.notMe(ctx, in.Auth)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID:   "eraseMine",
		Method:        http.MethodPost,
		Path:          "/api/erase-mine",
		DefaultStatus: http.StatusNoContent,
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Done, error) {
			return p.eraseMine(ctx, in.Auth)
		})
}

// token takes the secret out of the header `Authorization: Aanmelding <token>`; no header is 401.
func token(auth string) (string, error) {
	if auth == "" {
		return "", problem.New(problem.Unauthorized)
	}
	t, ok := strings.CutPrefix(auth, "Aanmelding ")
	if !ok {
		return "", problem.New(problem.NotFound)
	}
	return t, nil
}

// activityOf names the activity of the occurrence in the address, for the rate per activity.
func (p *Places) activityOf(r *http.Request) string {
	id := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/occurrences/"), "/")[0]
	var activity string
	if p.Pool.QueryRow(r.Context(), `
		select activity_id from occurrence where id = $1`, id).Scan(&activity) != nil {
		return ""
	}
	return activity
}

func decoyRegistered(body map[string]any) (int, any, httpkit.Flash) {
	return http.StatusCreated, Outcome{Status: "registered"}, decoyFlash("registered", body)
}

func decoyWaiting(body map[string]any) (int, any, httpkit.Flash) {
	return http.StatusCreated, Outcome{Status: "waiting"}, decoyFlash("waiting", body)
}

// decoyOpened leads to a link that nobody has.
func (p *Places) decoyOpened(map[string]any) (int, any, httpkit.Flash) {
	return http.StatusOK, OpenedByCode{
		Status: "registration",
		Link:   p.Keys.Token(RegistrationToken, db.NewID("lnk"), 1),
	}, httpkit.Flash{}
}

func decoyFlash(kind string, body map[string]any) httpkit.Flash {
	name, _ := body["name"].(string)
	return httpkit.Flash{Name: httpkit.Line(name), Kind: kind, Way: "mail"}
}

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

type claimInput struct {
	Call string `path:"c"`
	Body struct {
		Anyway bool `json:"anyway,omitempty" doc:"also while a colleague rings"`
	}
}

type outcomeInput struct {
	Press
	Call string `path:"c"`
	Body CallOutcome
}

type listInput struct {
	httpkit.Asked
	Occurrence string `path:"o"`
}

type peopleInput struct {
	httpkit.Asked
	Occurrence string `path:"o"`
}

type skipInput struct {
	Press
	Entry string `path:"e"`
	Body  struct {
		Reason string `json:"reason" enum:"notSoon,notThere,notThisGroup,double,ownWish"`
	}
}

type entryInput struct {
	Press
	Entry string `path:"e"`
}

type reasonBody struct {
	Reason string `json:"reason,omitempty" letters:"200" doc:"for the log book; about nobody"`
}

type putBackInput struct {
	Press
	Entry string `path:"e"`
	Body  reasonBody
}

type mailOfferInput struct {
	Press
	Entry string `path:"e"`
	Body  struct {
		Until time.Time `json:"until"`
	}
}

type openInput struct {
	Press
	Occurrence string `path:"o"`
	Body       reasonBody
}

type stopInput struct {
	Press
	Occurrence string `path:"o"`
	Body       struct {
		Stopped bool   `json:"stopped"`
		Reason  string `json:"reason,omitempty" letters:"200" doc:"for the log book; about nobody"`
	}
}

type dateActsInput struct {
	Occurrence string `path:"o"`
}

type deskDatesInput struct {
	Activity string `query:"activity" doc:"of this one only"`
	Search   string `query:"zoek" doc:"words of the title"`
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
	planners := []identity.Role{identity.Begeleider, identity.Coordinator}
	op := func(id, method, path string, roles []identity.Role) huma.Operation {
		return who.For(huma.Operation{OperationID: id, Method: method, Path: path}, roles...)
	}
	p.peopleReads(api, op, door)
	p.atTheDoor(api, op, door)
	p.planned(api, op, planners)
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
			return httpkit.Listed(p.deskDates(ctx, identity.ActorOf(ctx), in.Activity, in.Search))
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
	huma.Register(api, post("undoAct", "/api/acts/{act}/undo"),
		func(ctx context.Context, in *actInput) (*httpkit.Private[Done], error) {
			return acts(p.Undo(ctx, By{Actor: identity.ActorOf(ctx)}, in.Act))
		})
}

// CallRoutes mounts whom staff call, and what they do about who waits. Which dates are theirs is
// for MayMeet to say.
func (p *Places) CallRoutes(api huma.API, who *identity.Identity) {
	door := []identity.Role{identity.Gastheer, identity.Begeleider, identity.Coordinator}
	get := func(id, path string) huma.Operation {
		return who.For(huma.Operation{
			OperationID: id,
			Method:      http.MethodGet,
			Path:        path,
			Responses:   map[string]*huma.Response{"304": {Description: "nothing is new"}},
		}, door...)
	}
	post := func(id, path string) huma.Operation {
		op := huma.Operation{OperationID: id, Method: http.MethodPost, Path: path}
		return who.For(op, door...)
	}
	huma.Register(api, get("calls", "/api/calls"),
		func(ctx context.Context, in *httpkit.Asked) (*httpkit.Fresh[CallList], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.Calls(ctx, actor)
			if err == nil && in.Known == "" { // once an opening, not at each look
				err = p.NoteCalls(ctx, actor, "listed")
			}
			return httpkit.Since(*in, out, err)
		})
	printed := post("callsPrinted", "/api/calls/printed")
	printed.DefaultStatus = http.StatusNoContent
	huma.Register(api, printed,
		func(ctx context.Context, _ *struct{}) (*httpkit.Done, error) {
			return &httpkit.Done{
				Status:       http.StatusNoContent,
				CacheControl: httpkit.NoStore,
			}, p.NoteCalls(ctx, identity.ActorOf(ctx), "printed")
		})
	huma.Register(api, post("claimCall", "/api/calls/{c}/claim"),
		func(ctx context.Context, in *claimInput) (*httpkit.Private[Calling], error) {
			actor := identity.ActorOf(ctx)
			return httpkit.Listed(p.ClaimCall(ctx, actor, in.Call, in.Body.Anyway))
		})
	huma.Register(api, post("called", "/api/calls/{c}/outcome"),
		func(ctx context.Context, in *outcomeInput) (*httpkit.Private[Done], error) {
			return acts(p.Called(ctx, in.by(ctx), in.Call, in.Body))
		})
	p.listRoutes(api, who, get, door)
}

// listRoutes mounts what staff do about the list of one date.
func (p *Places) listRoutes(
	api huma.API,
	who *identity.Identity,
	get func(id, path string) huma.Operation,
	door []identity.Role,
) {
	planners := []identity.Role{identity.Begeleider, identity.Coordinator}
	op := func(id, method, path string, roles ...identity.Role) huma.Operation {
		return who.For(huma.Operation{OperationID: id, Method: method, Path: path}, roles...)
	}
	const post, put = http.MethodPost, http.MethodPut
	huma.Register(api, get("waitlist", "/api/occurrences/{o}/waitlist"),
		func(ctx context.Context, in *listInput) (*httpkit.Fresh[Waitlist], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.WaitlistOf(ctx, actor, in.Occurrence)
			if err == nil && in.Known == "" {
				err = p.NoteList(ctx, actor, in.Occurrence)
			}
			return httpkit.Since(in.Asked, out, err)
		})
	huma.Register(api, op("skip", post, "/api/waitlist/{e}/skip", identity.Coordinator),
		func(ctx context.Context, in *skipInput) (*httpkit.Private[Done], error) {
			return acts(p.Skip(ctx, in.by(ctx), in.Entry, in.Body.Reason))
		})
	huma.Register(api, op("removeEntry", post, "/api/waitlist/{e}/remove", planners...),
		func(ctx context.Context, in *entryInput) (*httpkit.Private[Done], error) {
			return acts(p.Remove(ctx, in.by(ctx), in.Entry))
		})
	huma.Register(api, op("putBackEntry", post, "/api/waitlist/{e}/put-back", planners...),
		func(ctx context.Context, in *putBackInput) (*httpkit.Private[Done], error) {
			return acts(p.PutBack(ctx, in.by(ctx), in.Entry, in.Body.Reason))
		})
	huma.Register(api, op("mailOffer", post, "/api/waitlist/{e}/mail-offer", door...),
		func(ctx context.Context, in *mailOfferInput) (*httpkit.Private[Done], error) {
			return acts(p.MailOffer(ctx, in.by(ctx), in.Entry, in.Body.Until))
		})
	huma.Register(api, op("openToAll", post, "/api/occurrences/{o}/open-to-all", planners...),
		func(ctx context.Context, in *openInput) (*httpkit.Private[Done], error) {
			return acts(p.OpenToAll(ctx, in.by(ctx), in.Occurrence, in.Body.Reason))
		})
	huma.Register(api, op("stopOffers", put, "/api/occurrences/{o}/offers", planners...),
		func(ctx context.Context, in *stopInput) (*httpkit.Private[Done], error) {
			return acts(p.StopOffers(
				ctx, in.by(ctx), in.Occurrence, in.Body.Stopped, in.Body.Reason,
			))
		})
}

// planned mounts what needs more than the day and the first names.
func (p *Places) planned(api huma.API, op staffOp, planners []identity.Role) {
	post := func(id, path string) huma.Operation { return op(id, http.MethodPost, path, planners) }
	huma.Register(api, post("movePerson", "/api/people/{r}/move"),
		func(ctx context.Context, in *moveInput) (*httpkit.Private[Done], error) {
			return acts(p.MovePerson(ctx, in.by(ctx), in.Registration, in.Body.To))
		})
	huma.Register(api, op("changePerson", http.MethodPatch, "/api/people/{r}", planners),
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
	huma.Register(api, op("setSeats", http.MethodPut, "/api/occurrences/{o}/seats", planners),
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
