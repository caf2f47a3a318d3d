package places

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
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

type visitorInput[B any] struct {
	httpkit.VisitorHeaders
	Body B
}

type (
	askLinkInput    = visitorInput[rules.AskLink]
	openByCodeInput = visitorInput[rules.OpenByCode]
	codeReply       = httpkit.Reply[visitors.OpenedByCode]
)

// PlaceRoutes mounts what visitors do about a place: sign up, wait, answer, change, erase.
func (p *Places) PlaceRoutes(api huma.API, g *httpkit.Guard) {
	p.visitorForms(api, g)
	p.waysIn(api, g)
	p.holderReads(api)
	p.holderForms(api, g)
}

func (p *Places) visitorForms(api huma.API, g *httpkit.Guard) {
	activity := p.activityOf()
	form := func(id, kind, path, status string) huma.Operation {
		return g.Visitor(httpkit.Refuses(huma.Operation{
			OperationID:   id,
			Method:        http.MethodPost,
			Path:          "/api/occurrences/{o}/" + path,
			DefaultStatus: http.StatusCreated,
		}, http.StatusGone), httpkit.Form{
			Kind:     kind,
			Activity: activity,
			Decoy: func(body map[string]any) (int, any, httpkit.Flash) {
				name, _ := body["name"].(string)
				flash := httpkit.Flash{Name: httpkit.Line(name), Kind: status, Way: "mail"}
				return http.StatusCreated, visitors.Outcome{Status: status}, flash
			},
		})
	}
	checked := func(ctx context.Context, f problem.Faults, version string, of rules.Consent) error {
		return httpkit.SendOf(ctx).Check(rules.Agreed(f, version, of))
	}
	huma.Register(api, form("register", "registration", "registrations", "registered"),
		func(ctx context.Context, in *signUpInput) (*httpkit.Reply[visitors.Outcome], error) {
			b, shown := in.Body, rules.SignUpConsent(p.House(ctx))
			if err := checked(ctx, b.Validate(), b.ConsentVersion, shown); err != nil {
				return nil, err
			}
			return p.Register(ctx, in.Activity, in.Occurrence, b)
		})
	huma.Register(api, form("joinWaitlist", "waitlist", "waitlist", "waiting"),
		func(ctx context.Context, in *joinInput) (*httpkit.Reply[visitors.Outcome], error) {
			b, shown := in.Body, rules.WaitConsent(p.House(ctx))
			if err := checked(ctx, b.Validate(), b.ConsentVersion, shown); err != nil {
				return nil, err
			}
			return p.Join(ctx, in.Occurrence, b)
		})
}

// How often one network may ask for a link, and try a code.
const waysInFifteenMins = 5

func (p *Places) waysIn(api huma.API, g *httpkit.Guard) {
	rate := func() *httpkit.Rate { return g.Limits.Rate(waysInFifteenMins, 15*time.Minute) }
	huma.Register(
		api,
		g.Visitor(huma.Operation{
			OperationID:   "askLink",
			Method:        http.MethodPost,
			Path:          "/api/links",
			DefaultStatus: http.StatusCreated,
		}, httpkit.Form{Kind: "link", Rate: rate(), Decoy: httpkit.ReceivedDecoy("link")}),
		func(ctx context.Context, in *askLinkInput) (*httpkit.Reply[httpkit.Received], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return p.AskLink(ctx, in.Body.Email)
		},
	)
	huma.Register(
		api,
		g.Visitor(huma.Operation{
			OperationID: "openByCode",
			Method:      http.MethodPost,
			Path:        "/api/desk-code",
		}, httpkit.Form{Kind: "desk code", Rate: rate(), Decoy: p.decoyOpened}),
		func(ctx context.Context, in *openByCodeInput) (*codeReply, error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return p.OpenByCode(ctx, in.Body.Code)
		},
	)
}

// activityOf gives what names the activity of the occurrence in the address, for the rate per
// activity. A date never goes to another, so each is asked for once.
func (p *Places) activityOf() func(r *http.Request) string {
	var known sync.Map
	return func(r *http.Request) string {
		id := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/occurrences/"), "/")[0]
		activity, there := known.Load(id)
		if there {
			return activity.(string)
		}
		one := ""
		if p.Pool.QueryRow(r.Context(), `
			select activity_id from occurrence where id = $1`, id).Scan(&one) != nil {
			return ""
		}
		known.Store(id, one)
		return one
	}
}

func (p *Places) decoyOpened(map[string]any) (int, any, httpkit.Flash) {
	return http.StatusOK, visitors.OpenedByCode{
		Status: "registration",
		Link:   p.Keys.Token(waitlist.RegistrationToken, db.NewID("lnk"), 1),
	}, httpkit.Flash{}
}

type tokenInput struct {
	Auth string `header:"Authorization" doc:"Aanmelding <token>" required:"false"`
}

type changeInput struct {
	httpkit.HolderHeaders
	IfMatch string `header:"If-Match" required:"false" doc:"version of the registration"`
	Body    rules.Change
}

type changeEntryInput struct {
	httpkit.HolderHeaders
	IfMatch string `header:"If-Match" required:"false" doc:"version of the entry"`
	Body    rules.ChangeEntry
}

type answerInput struct {
	httpkit.HolderHeaders
	Body waitlist.Answer
}

func linkReads[T any](
	api huma.API,
	id, path string,
	read func(ctx context.Context, auth string) (v T, version int, err error),
) {
	huma.Register(api, huma.Operation{OperationID: id, Method: http.MethodGet, Path: path},
		func(ctx context.Context, in *tokenInput) (*httpkit.Private[T], error) {
			return httpkit.Versioned(read(ctx, in.Auth))
		})
}

func (p *Places) holderReads(api huma.API) {
	const place = "/api/registration"
	linkReads(api, "registration", place,
		func(ctx context.Context, auth string) (visitors.Registration, int, error) {
			r, err := visitors.ReadOwn(ctx, p.Visitors, visitors.OwnPlace, auth)
			return r, r.Version, err
		})
	linkReads(api, "wayBack", place+"/way-back",
		func(ctx context.Context, auth string) (visitors.WayBack, int, error) {
			v, err := p.WayBack(ctx, auth)
			return v, 0, err
		})
	linkReads(api, "entry", "/api/waitlist-entry",
		func(ctx context.Context, auth string) (visitors.Entry, int, error) {
			e, err := visitors.ReadOwn(ctx, p.Visitors, visitors.OwnEntry, auth)
			return e, e.Version, err
		})
	linkReads(api, "myRegistrations", "/api/my-registrations",
		func(ctx context.Context, auth string) (visitors.MyRegistrations, int, error) {
			v, err := p.Mine(ctx, auth)
			return v, 0, err
		})
}

func holderOp(g *httpkit.Guard, id, method, path string) huma.Operation {
	return g.Holder(huma.Operation{OperationID: id, Method: method, Path: path})
}

// own is an act of theirs that needs nothing but a link that begins so; word is that of the act
// for the next page.
type own[V any] struct {
	kind         visitors.OwnKind[V]
	prefix, word string
	do           func(context.Context, *visitors.Held) error
}

func (o own[V]) mount(p *Places, api huma.API, op huma.Operation) {
	huma.Register(api, op,
		func(ctx context.Context, in *httpkit.HolderHeaders) (*httpkit.Reply[V], error) {
			by := visitors.Press{Prefix: o.prefix, Auth: in.Auth, Kind: o.word}
			return visitors.OnOwn(ctx, p.Visitors, o.kind, by, func(h *visitors.Held) error {
				return o.do(ctx, h)
			})
		})
}

func (p *Places) holderForms(api huma.API, g *httpkit.Guard) {
	const post, del, place = http.MethodPost, http.MethodDelete, "/api/registration"
	type ofPlace = own[visitors.Registration]
	ofPlace{visitors.OwnPlace, waitlist.RegistrationToken, "cancelled", visitors.CancelOwn}.
		mount(p, api, holderOp(g, "cancel", del, place))
	ofPlace{visitors.OwnPlace, waitlist.RegistrationToken, "restored", visitors.RestoreOwn}.
		mount(p, api, holderOp(g, "restore", post, place+"/restore"))
	ofPlace{visitors.OwnPlace, waitlist.WayBackToken, "putBack", visitors.PutBack}.
		mount(p, api, holderOp(g, "putBack", post, place+"/way-back"))
	own[visitors.Entry]{visitors.OwnEntry, waitlist.EntryToken, "left", visitors.LeaveOwn}.
		mount(p, api, holderOp(g, "leave", del, "/api/waitlist-entry"))
	erases := func(id, path string, do func(context.Context, string) (*httpkit.Done, error)) {
		op := holderOp(g, id, post, path)
		op.DefaultStatus = http.StatusNoContent
		huma.Register(api, op,
			func(ctx context.Context, in *httpkit.HolderHeaders) (*httpkit.Done, error) {
				return do(ctx, in.Auth)
			})
	}
	erases("notMe", "/api/not-me", p.NotMe)
	erases("eraseMine", "/api/erase-mine", p.EraseMine)
	p.holderChanges(api, g)
}

func (p *Places) holderChanges(api huma.API, g *httpkit.Guard) {
	huma.Register(api, holderOp(g, "change", http.MethodPatch, "/api/registration"),
		func(ctx context.Context, in *changeInput) (*httpkit.Reply[visitors.Registration], error) {
			if err := problem.Faults(in.Body.Validate()).Err(); err != nil {
				return nil, err
			}
			return p.Change(ctx, in.Auth, in.IfMatch, in.Body)
		})
	huma.Register(api, holderOp(g, "changeEntry", http.MethodPatch, "/api/waitlist-entry"),
		func(ctx context.Context, in *changeEntryInput) (*httpkit.Reply[visitors.Entry], error) {
			if err := problem.Faults(in.Body.Validate()).Err(); err != nil {
				return nil, err
			}
			return p.ChangeEntry(ctx, in.Auth, in.IfMatch, in.Body)
		})
	huma.Register(api, holderOp(g, "answer", http.MethodPost, "/api/waitlist-entry/answer"),
		func(ctx context.Context, in *answerInput) (*httpkit.Reply[visitors.Entry], error) {
			return p.Answer(ctx, in.Auth, in.Body)
		})
}
