package places

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/rules"
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

func decoyFlash(kind string, body map[string]any) httpkit.Flash {
	name, _ := body["name"].(string)
	return httpkit.Flash{Name: httpkit.Line(name), Kind: kind, Way: "mail"}
}
