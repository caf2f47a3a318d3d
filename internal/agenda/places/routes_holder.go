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

type pressInput struct {
	httpkit.HolderHeaders
}

type answerInput struct {
	httpkit.HolderHeaders
	Body Answer
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
			return httpkit.Versioned(e, e.Version, err)
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

func (p *Places) holderForms(api huma.API, g *httpkit.Guard) {
	p.registrationForms(api, g)
	p.entryForms(api, g)
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

func (p *Places) registrationForms(api huma.API, g *httpkit.Guard) {
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
}

func (p *Places) entryForms(api huma.API, g *httpkit.Guard) {
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "changeEntry",
		Method:      http.MethodPatch,
		Path:        "/api/waitlist-entry",
	}),
		func(ctx context.Context, in *changeEntryInput) (*httpkit.Reply[Entry], error) {
			if fields := in.Body.Validate(); len(fields) > 0 {
				return nil, problem.WithFields(fields...)
			}
			return p.changeEntry(ctx, in.Auth, in.IfMatch, in.Body)
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
