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

// linkReads mounts what the holder of a secret link sees.
func linkReads[T any](
	api huma.API,
	id, path string,
	read func(ctx context.Context, auth string) (*httpkit.Private[T], error),
) {
	huma.Register(api, huma.Operation{OperationID: id, Method: http.MethodGet, Path: path},
		func(ctx context.Context, in *tokenInput) (*httpkit.Private[T], error) {
			return read(ctx, in.Auth)
		})
}

// linkPress is an act of theirs that needs nothing but the link.
type linkPress[T any] struct {
	id, method, path string
	do               func(ctx context.Context, auth string) (*T, error)
}

func (l linkPress[T]) mount(api huma.API, g *httpkit.Guard, status int) {
	huma.Register(api, g.Holder(huma.Operation{
		OperationID:   l.id,
		Method:        l.method,
		Path:          l.path,
		DefaultStatus: status,
	}),
		func(ctx context.Context, in *pressInput) (*T, error) { return l.do(ctx, in.Auth) })
}

func (p *Places) holderReads(api huma.API) {
	linkReads(api, "registration", "/api/registration",
		func(ctx context.Context, auth string) (*httpkit.Private[Registration], error) {
			r, err := readOwn(ctx, p, ownPlace, auth)
			return httpkit.Versioned(r, r.Version, err)
		})
	linkReads(api, "wayBack", "/api/registration/way-back",
		func(ctx context.Context, auth string) (*httpkit.Private[WayBack], error) {
			return httpkit.Listed(p.wayBack(ctx, auth))
		})
	linkReads(api, "entry", "/api/waitlist-entry",
		func(ctx context.Context, auth string) (*httpkit.Private[Entry], error) {
			e, err := readOwn(ctx, p, ownEntry, auth)
			return httpkit.Versioned(e, e.Version, err)
		})
	linkReads(api, "myRegistrations", "/api/my-registrations",
		func(ctx context.Context, auth string) (*httpkit.Private[MyRegistrations], error) {
			return httpkit.Listed(p.mine(ctx, auth))
		})
}

func (p *Places) holderForms(api huma.API, g *httpkit.Guard) {
	for _, act := range []linkPress[httpkit.Reply[Registration]]{
		{"cancel", http.MethodDelete, "/api/registration", p.cancel},
		{"restore", http.MethodPost, "/api/registration/restore", p.restore},
		{"putBack", http.MethodPost, "/api/registration/way-back", p.putBack},
	} {
		act.mount(api, g, http.StatusOK)
	}
	linkPress[httpkit.Reply[Entry]]{
		"leave", http.MethodDelete, "/api/waitlist-entry", p.leave,
	}.mount(api, g, http.StatusOK)
	for _, act := range []linkPress[httpkit.Done]{
		{"notMe", http.MethodPost, "/api/not-me", p.notMe},
		{"eraseMine", http.MethodPost, "/api/erase-mine", p.eraseMine},
	} {
		act.mount(api, g, http.StatusNoContent)
	}
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
