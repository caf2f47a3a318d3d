package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
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
	Body waitlist.Answer
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
type ownAct struct {
	id, method, path, prefix, word string
	do                             func(context.Context, *visitors.Held) error
}

func mountOwn[V any](
	api huma.API,
	g *httpkit.Guard,
	p *Places,
	kind visitors.OwnKind[V],
	acts ...ownAct,
) {
	for _, act := range acts {
		huma.Register(api, g.Holder(huma.Operation{
			OperationID: act.id,
			Method:      act.method,
			Path:        act.path,
		}),
			func(ctx context.Context, in *pressInput) (*httpkit.Reply[V], error) {
				by := visitors.Press{Prefix: act.prefix, Auth: in.Auth, Kind: act.word}
				return visitors.OnOwn(
					ctx,
					p.Visitors,
					kind,
					by,
					func(h *visitors.Held) error { return act.do(ctx, h) },
				)
			})
	}
}

func (p *Places) holderReads(api huma.API) {
	linkReads(api, "registration", "/api/registration",
		func(ctx context.Context, auth string) (*httpkit.Private[visitors.Registration], error) {
			r, err := visitors.ReadOwn(ctx, p.Visitors, visitors.OwnPlace, auth)
			return httpkit.Versioned(r, r.Version, err)
		})
	linkReads(api, "wayBack", "/api/registration/way-back",
		func(ctx context.Context, auth string) (*httpkit.Private[visitors.WayBack], error) {
			return httpkit.Listed(p.WayBack(ctx, auth))
		})
	linkReads(api, "entry", "/api/waitlist-entry",
		func(ctx context.Context, auth string) (*httpkit.Private[visitors.Entry], error) {
			e, err := visitors.ReadOwn(ctx, p.Visitors, visitors.OwnEntry, auth)
			return httpkit.Versioned(e, e.Version, err)
		})
	linkReads(api, "myRegistrations", "/api/my-registrations",
		func(ctx context.Context, auth string) (*httpkit.Private[visitors.MyRegistrations], error) {
			return httpkit.Listed(p.Mine(ctx, auth))
		})
}

func (p *Places) holderForms(api huma.API, g *httpkit.Guard) {
	const post, del = http.MethodPost, http.MethodDelete
	mountOwn(
		api, g, p, visitors.OwnPlace,
		ownAct{
			"cancel", del, "/api/registration", waitlist.RegistrationToken, "cancelled", visitors.CancelOwn,
		},
		ownAct{
			"restore", post, "/api/registration/restore", waitlist.RegistrationToken, "restored", visitors.RestoreOwn,
		},
		ownAct{
			"putBack", post, "/api/registration/way-back", waitlist.WayBackToken, "putBack", visitors.PutBack,
		},
	)
	mountOwn(api, g, p, visitors.OwnEntry, ownAct{
		"leave", del, "/api/waitlist-entry", waitlist.EntryToken, "left", visitors.LeaveOwn,
	})
	for _, erase := range []struct {
		id, path string
		do       func(context.Context, string) (*httpkit.Done, error)
	}{
		{"notMe", "/api/not-me", p.NotMe},
		{"eraseMine", "/api/erase-mine", p.EraseMine},
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
		func(ctx context.Context, in *changeInput) (*httpkit.Reply[visitors.Registration], error) {
			if fields := in.Body.Validate(); len(fields) > 0 {
				return nil, problem.WithFields(fields...)
			}
			return p.Change(ctx, in.Auth, in.IfMatch, in.Body)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "changeEntry",
		Method:      http.MethodPatch,
		Path:        "/api/waitlist-entry",
	}),
		func(ctx context.Context, in *changeEntryInput) (*httpkit.Reply[visitors.Entry], error) {
			if fields := in.Body.Validate(); len(fields) > 0 {
				return nil, problem.WithFields(fields...)
			}
			return p.ChangeEntry(ctx, in.Auth, in.IfMatch, in.Body)
		})
	huma.Register(api, g.Holder(huma.Operation{
		OperationID: "answer",
		Method:      http.MethodPost,
		Path:        "/api/waitlist-entry/answer",
	}),
		func(ctx context.Context, in *answerInput) (*httpkit.Reply[visitors.Entry], error) {
			return p.Answer(ctx, in.Auth, in.Body)
		})
}
