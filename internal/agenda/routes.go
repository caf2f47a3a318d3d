package agenda

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

type (
	filterInput struct {
		Week    string `query:"week" doc:"ISO week, such as 2026-W47"`
		Dag     string `query:"dag" doc:"maandag … zondag"`
		Soort   string `query:"soort" doc:"a category"`
		Inloop  string `query:"inloop" doc:"1: no sign-up needed"`
		Naasten string `query:"naasten" doc:"1: for relatives"`
		Vrij    string `query:"vrij" doc:"1: open for sign-up with places left"`
		Zoek    string `query:"zoek" doc:"free text"`
		Na      string `query:"na" doc:"next of the page before"`
	}
	pairInput struct {
		Activity   string `path:"a"`
		Occurrence string `path:"o"`
	}
	slugInput struct {
		Slug string `path:"slug"`
	}
	occurrenceInput struct {
		Occurrence string `path:"o"`
	}
	signUpInput struct {
		httpkit.VisitorHeaders
		Occurrence string `path:"o"`
		Activity   string `query:"activity" doc:"when given, the occurrence must be one of this activity"`
		Body       SignUp
	}
	joinInput struct {
		httpkit.VisitorHeaders
		Occurrence string `path:"o"`
		Body       JoinWaitlist
	}
	tokenInput struct {
		Auth string `header:"Authorization" doc:"Aanmelding <token>" required:"false"`
	}
	changeInput struct {
		httpkit.HolderHeaders
		IfMatch string `header:"If-Match" required:"false" doc:"version of the registration"`
		Body    Change
	}
	pressInput struct {
		httpkit.HolderHeaders
	}
	datesInput struct {
		Activity string `path:"a"`
	}
	checkInput struct {
		Activity string `path:"a"`
		Body     DatesToCheck
	}
	optionsInput struct {
		Activity string `query:"activity" doc:"whose short address is looked for"`
		Title    string `query:"title"`
	}
	dateInput struct {
		Occurrence string `path:"o"`
		IfMatch    string `header:"If-Match" required:"false" doc:"version of the date"`
	}
	dateChangeInput struct {
		Occurrence string `path:"o"`
		IfMatch    string `header:"If-Match" required:"false" doc:"version of the date"`
		Body       DateChange
	}
	answerInput struct {
		httpkit.HolderHeaders
		Body Answer
	}
)

// Answer is what somebody says to an offer.
type Answer struct {
	Answer  string `json:"answer,omitempty" doc:"accept, decline or defer"`
	OfferID string `json:"offerId,omitempty"`
}

// Routes mounts the operations of api.md that this room owns.
func (a *Agenda) Routes(api huma.API, g *httpkit.Guard) {
	a.reads(api)
	a.visitorForms(api, g)
	a.holderForms(api, g)
}

// StaffRoutes mounts what staff do with the dates of an activity; its text they write on the desk.
func (a *Agenda) StaffRoutes(api huma.API, who *identity.Identity) {
	seen := []identity.Role{
		identity.Gastheer,
		identity.Begeleider,
		identity.Redactie,
		identity.Coordinator,
		identity.Beheerder,
	}
	huma.Register(api, who.For(huma.Operation{
		OperationID: "staffDates",
		Method:      http.MethodGet,
		Path:        "/api/activities/{a}/dates",
	}, seen...),
		func(ctx context.Context, in *datesInput) (*httpkit.Private[StaffDates], error) {
			d, err := a.staffDates(ctx, identity.ActorOf(ctx), in.Activity)
			return personal(d, 0, err)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "activityOptions",
		Method:      http.MethodGet,
		Path:        "/api/activity-options",
	}, seen...),
		func(ctx context.Context, in *optionsInput) (*httpkit.Private[ActivityOptions], error) {
			o, err := a.options(ctx, who, in.Activity, in.Title)
			return personal(o, 0, err)
		})
	huma.Register(api, who.For(
		huma.Operation{
			OperationID: "checkDates",
			Method:      http.MethodPost,
			Path:        "/api/activities/{a}/dates/check",
		},
		identity.Begeleider,
		identity.Coordinator,
	),
		func(ctx context.Context, in *checkInput) (*httpkit.Private[NewWarnings], error) {
			w, err := a.checkNew(ctx, in.Body)
			return personal(w, 0, err)
		})
	huma.Register(api, who.For(
		huma.Operation{
			OperationID: "changeDate",
			Method:      http.MethodPatch,
			Path:        "/api/occurrences/{o}",
		},
		identity.Begeleider,
		identity.Coordinator,
	),
		func(ctx context.Context, in *dateChangeInput) (*httpkit.Private[StaffDate], error) {
			v, err := httpkit.ReadIfMatch(in.IfMatch)
			if err != nil {
				return nil, err
			}
			d, err := a.changeDate(ctx, identity.ActorOf(ctx), in.Occurrence, v, in.Body)
			return personal(d, d.Version, err)
		})
	huma.Register(api, who.For(
		huma.Operation{
			OperationID:   "deleteDate",
			Method:        http.MethodDelete,
			Path:          "/api/occurrences/{o}",
			DefaultStatus: http.StatusNoContent,
		},
		identity.Begeleider,
		identity.Coordinator,
	),
		func(ctx context.Context, in *dateInput) (*httpkit.Done, error) {
			v, err := httpkit.ReadIfMatch(in.IfMatch)
			if err == nil {
				err = a.deleteDate(ctx, identity.ActorOf(ctx), in.Occurrence, v)
			}
			if err != nil {
				return nil, err
			}
			return &httpkit.Done{CacheControl: httpkit.NoStore}, nil
		})
}

func (a *Agenda) reads(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "home",
		Method:      http.MethodGet,
		Path:        "/api/home",
	},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Home], error) {
			return open(a.home(ctx))
		})
	huma.Register(api, huma.Operation{
		OperationID: "occurrences",
		Method:      http.MethodGet,
		Path:        "/api/occurrences",
	},
		func(ctx context.Context, in *filterInput) (*httpkit.Body[Programme], error) {
			return open(a.programme(ctx, *in))
		})
	huma.Register(api, huma.Operation{
		OperationID: "date",
		Method:      http.MethodGet,
		Path:        "/api/activities/{a}/occurrences/{o}",
	},
		func(ctx context.Context, in *pairInput) (*httpkit.Body[Date], error) {
			return open(a.date(ctx, in.Activity, in.Occurrence))
		})
	huma.Register(api, huma.Operation{
		OperationID: "occurrence",
		Method:      http.MethodGet,
		Path:        "/api/occurrences/{o}",
	},
		func(ctx context.Context, in *occurrenceInput) (*httpkit.Body[Date], error) {
			return open(a.date(ctx, "", in.Occurrence))
		})
	huma.Register(api, huma.Operation{
		OperationID: "shortLink",
		Method:      http.MethodGet,
		Path:        "/api/short-links/{slug}",
	},
		func(ctx context.Context, in *slugInput) (*httpkit.Body[ShortLink], error) {
			return open(a.shortLink(ctx, in.Slug))
		})
	huma.Register(api, huma.Operation{
		OperationID: "print",
		Method:      http.MethodGet,
		Path:        "/api/print",
	},
		func(ctx context.Context, in *printInput) (*httpkit.Body[Print], error) {
			return open(a.onPaper(ctx, *in))
		})
	huma.Register(api, huma.Operation{
		OperationID: "registration",
		Method:      http.MethodGet,
		Path:        "/api/registration",
	},
		func(ctx context.Context, in *tokenInput) (*httpkit.Private[Registration], error) {
			r, err := a.registration(ctx, in.Auth)
			return personal(r, r.Version, err)
		})
	huma.Register(api, huma.Operation{
		OperationID: "entry",
		Method:      http.MethodGet,
		Path:        "/api/waitlist-entry",
	},
		func(ctx context.Context, in *tokenInput) (*httpkit.Private[Entry], error) {
			e, err := a.entry(ctx, in.Auth)
			return personal(e, 0, err)
		})
}

func (a *Agenda) visitorForms(api huma.API, g *httpkit.Guard) {
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "register",
		Method:        http.MethodPost,
		Path:          "/api/occurrences/{o}/registrations",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{Kind: "registration", Activity: a.activityOf, Decoy: decoyRegistered}),
		func(ctx context.Context, in *signUpInput) (*httpkit.Reply[Outcome], error) {
			if err := httpkit.SendOf(ctx).Check(
				agreed(in.Body.Validate(), in.Body.ConsentVersion, signUpConsent(a.House(ctx))),
			); err != nil {
				return nil, err
			}
			return a.register(ctx, in.Activity, in.Occurrence, in.Body)
		})
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "joinWaitlist",
		Method:        http.MethodPost,
		Path:          "/api/occurrences/{o}/waitlist",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{Kind: "waitlist", Activity: a.activityOf, Decoy: decoyWaiting}),
		func(ctx context.Context, in *joinInput) (*httpkit.Reply[Outcome], error) {
			if err := httpkit.SendOf(ctx).Check(
				agreed(in.Body.Validate(), in.Body.ConsentVersion, waitConsent(a.House(ctx))),
			); err != nil {
				return nil, err
			}
			return a.join(ctx, in.Occurrence, in.Body)
		})
}

func (a *Agenda) holderForms(api huma.API, g *httpkit.Guard) {
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "change",
		Method:      http.MethodPatch,
		Path:        "/api/registration",
	}),
		func(ctx context.Context, in *changeInput) (*httpkit.Reply[Registration], error) {
			if fields := in.Body.Validate(); len(fields) > 0 {
				return nil, problem.WithFields(fields...)
			}
			return a.change(ctx, in.Auth, in.IfMatch, in.Body)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "cancel",
		Method:      http.MethodDelete,
		Path:        "/api/registration",
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Reply[Registration], error) {
			return a.cancel(ctx, in.Auth)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "restore",
		Method:      http.MethodPost,
		Path:        "/api/registration/restore",
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Reply[Registration], error) {
			return a.restore(ctx, in.Auth)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "leave",
		Method:      http.MethodDelete,
		Path:        "/api/waitlist-entry",
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Reply[Entry], error) {
			return a.leave(ctx, in.Auth)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "answer",
		Method:      http.MethodPost,
		Path:        "/api/waitlist-entry/answer",
	}),
		func(ctx context.Context, in *answerInput) (*httpkit.Reply[Entry], error) {
			return a.answer(ctx, in.Auth, in.Body)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID:   "notMe",
		Method:        http.MethodPost,
		Path:          "/api/not-me",
		DefaultStatus: http.StatusNoContent,
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Done, error) {
			return a.notMe(ctx, in.Auth)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID:   "eraseMine",
		Method:        http.MethodPost,
		Path:          "/api/erase-mine",
		DefaultStatus: http.StatusNoContent,
	}),
		func(ctx context.Context, in *pressInput) (*httpkit.Done, error) {
			return a.eraseMine(ctx, in.Auth)
		})
}

func open[T any](v T, err error) (*httpkit.Body[T], error) {
	if err != nil {
		return nil, err
	}
	return &httpkit.Body[T]{Body: v}, nil
}

func personal[T any](v T, version int, err error) (*httpkit.Private[T], error) {
	if err != nil {
		return nil, err
	}
	return &httpkit.Private[T]{
		CacheControl: httpkit.NoStore,
		ETag:         httpkit.ETag(version),
		Body:         v,
	}, nil
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
func (a *Agenda) activityOf(r *http.Request) string {
	id := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/occurrences/"), "/")[0]
	var activity string
	if a.Pool.QueryRow(r.Context(), `
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

func decoyFlash(kind string, body map[string]any) httpkit.Flash {
	name, _ := body["name"].(string)
	return httpkit.Flash{Name: httpkit.Line(name), Kind: kind, Way: "mail"}
}
