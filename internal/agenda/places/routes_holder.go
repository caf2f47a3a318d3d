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

// ownAct is an act of theirs that needs nothing but the link: by which kind of link, and the word
// of it for the next page.
type ownAct[R standing] struct {
	id, method, path, prefix, word string
	do                             func(context.Context, *held[R]) error
}

func mountOwn[R standing, V any](
	api huma.API,
	g *httpkit.Guard,
	p *Places,
	kind ownKind[R, V],
	acts ...ownAct[R],
) {
	for _, act := range acts {
		huma.Register(api, g.Holder(huma.Operation{
			OperationID: act.id,
			Method:      act.method,
			Path:        act.path,
		}),
			func(ctx context.Context, in *pressInput) (*httpkit.Reply[V], error) {
				by := press{act.prefix, in.Auth, act.word}
				return onOwn(ctx, p, kind, by, func(h *held[R]) error { return act.do(ctx, h) })
			})
	}
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
	const post, del = http.MethodPost, http.MethodDelete
	mountOwn(
		api, g, p, ownPlace,
		ownAct[*registrationRow]{
			"cancel", del, "/api/registration", RegistrationToken, "cancelled", cancelOwn,
		},
		ownAct[*registrationRow]{
			"restore", post, "/api/registration/restore", RegistrationToken, "restored", restoreOwn,
		},
		ownAct[*registrationRow]{
			"putBack", post, "/api/registration/way-back", WayBackToken, "putBack", putBack,
		},
	)
	mountOwn(api, g, p, ownEntry, ownAct[*entryRow]{
		"leave", del, "/api/waitlist-entry", EntryToken, "left", leaveOwn,
	})
	for _, erase := range []struct {
		id, path string
		do       func(context.Context, string) (*httpkit.Done, error)
	}{
		{"notMe", "/api/not-me", p.notMe},
		{"eraseMine", "/api/erase-mine", p.eraseMine},
	} {
		huma.Register(api, g.Holder(huma.Operation{
			OperationID:   erase.id,
			Method:        post,
			Path:          erase.path,
			DefaultStatus: http.StatusNoContent,
		}),
			func(ctx context.Context, in *pressInput) (*httpkit.Done, error) {
				return erase.do(ctx, in.Auth)
			})
	}
}

// holderChanges mounts what holders send more with than their link.
func (p *Places) holderChanges(api huma.API, g *httpkit.Guard) {
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
