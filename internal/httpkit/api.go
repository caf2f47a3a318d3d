// Package httpkit is the HTTP side of the house: huma set-up, the problem writer, abuse guards and
// idempotency for every visitor form, client addresses, request log, security headers and health.
package httpkit

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/danielgtaylor/huma/v2/validation"
	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// MaxBody is the most a visitor may send, in bytes.
const MaxBody = 64 << 10

// Body wraps an answer that anybody may see and keep.
type Body[T any] struct{ Body T }

// Private wraps an answer about one person: no cache keeps it.
type Private[T any] struct {
	CacheControl string `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	Body         T
}

// Open answers with what anybody may see.
func Open[T any](v T, err error) (*Body[T], error) {
	if err != nil {
		return nil, err
	}
	return &Body[T]{Body: v}, nil
}

// NoStore is the Cache-Control of everything personal.
const NoStore = "no-store"

func init() {
	huma.DefaultArrayNullable = false
	huma.ValidateStrictCasing = true // "Name" is no spelling of "name", but an unknown field
	huma.NewErrorWithContext = func(
		_ huma.Context,
		status int,
		_ string,
		errs ...error,
	) huma.StatusError {
		return fromHuma(status, errs)
	}
	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError {
		return fromHuma(status, errs)
	}
}

// NewAPI makes the JSON API on r. It serves no documentation pages.
func NewAPI(r chi.Router) huma.API {
	cfg := huma.DefaultConfig("Herstelruimte", "1")
	cfg.CreateHooks = nil
	described(cfg.OpenAPI)
	cfg.DocsPath, cfg.SchemasPath, cfg.OpenAPIPath = "", "", ""
	cfg.Transformers = append(
		cfg.Transformers,
		func(ctx huma.Context, _ string, answer any) (any, error) {
			if p, ok := answer.(*problem.Problem); ok {
				r, w := humachi.Unwrap(ctx)
				announce(w.Header(), r, p)
			}
			return answer, nil
		},
	)
	return jsonOnly{humachi.New(r, cfg), cfg}
}

// jsonOnly never looks at Accept: there is one kind of answer, and huma's reader of that header
// panics on what programs send.
type jsonOnly struct {
	huma.API
	config huma.Config
}

// Negotiate gives JSON, whatever was asked for.
func (jsonOnly) Negotiate(string) (string, error) { return "application/json", nil }

// Config is how huma asks its own API for its settings.
func (a jsonOnly) Config() huma.Config { return a.config }

// announce sets the headers that belong to a problem: Retry-After, out of every cache, and for a
// fault of ours the id of the request, under which the cause is in the log.
func announce(h http.Header, r *http.Request, p *problem.Problem) {
	h.Set("Cache-Control", NoStore)
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.RetryAfter))
	}
	if p.Status < http.StatusInternalServerError {
		return
	}
	ctx, id := r.Context(), RequestID(r.Context())
	if id != "" {
		h.Set("X-Request-Id", id)
	}
	if err := p.Unwrap(); err != nil && ctx.Err() == nil { // nobody's fault when the visitor left
		logger(ctx).ErrorContext(
			ctx,
			"request failed",
			"request",
			id,
			"path",
			LoggedPath(r.URL.Path),
			"code",
			p.Code,
			"err",
			err,
		)
	}
}

// fromHuma turns huma's own refusals, and whatever a handler returned, into a problem.
func fromHuma(status int, errs []error) *problem.Problem {
	if p := known(errs...); p != nil {
		return p
	}
	switch status {
	case http.StatusBadRequest:
		return problem.New(problem.BadRequest)
	case http.StatusNotFound:
		return problem.New(problem.NotFound)
	case http.StatusRequestEntityTooLarge:
		return problem.New(problem.TooLarge)
	case http.StatusUnsupportedMediaType:
		return problem.New(problem.UnsupportedType)
	case http.StatusUnprocessableEntity:
		return problem.WithFields(fieldsOf(errs)...)
	case http.StatusRequestTimeout:
		return problem.New(problem.TooSlow)
	}
	return problem.New(problem.Internal).Because(errors.Join(errs...))
}

// known is the problem that one of errs is, or that the database told; nil when there is none.
func known(errs ...error) *problem.Problem {
	for _, e := range errs {
		var p *problem.Problem
		// what says itself which problem it is, is not asked for the cause of it
		if errors.As(e, &p) || errors.As(db.Problem(e), &p) {
			return p
		}
	}
	return nil
}

func fieldsOf(errs []error) []problem.Field {
	var out []problem.Field
	for _, e := range errs {
		var d *huma.ErrorDetail
		if !errors.As(e, &d) {
			continue
		}
		name := strings.TrimPrefix(d.Location, "body.")
		code := problem.Invalid
		switch {
		case d.Message == validation.MsgUnexpectedProperty:
			code = problem.Unknown
		case strings.HasPrefix(d.Message, "expected value to be one of"):
			code = problem.Choice
		}
		out = append(out, problem.Field{Name: name, Code: code})
	}
	// huma walks a map
	slices.SortFunc(out, func(a, b problem.Field) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// WriteProblem answers p outside huma: guards, page routes, downloads.
func WriteProblem(w http.ResponseWriter, r *http.Request, p *problem.Problem) {
	h := w.Header()
	announce(h, r, p)
	h.Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = writeJSON(w, p)
}

// Fail answers an error outside huma: a problem as it is, anything else as a logged, blank 500.
func Fail(w http.ResponseWriter, r *http.Request, err error) {
	p := known(err)
	if p == nil {
		p = problem.New(problem.Internal).Because(err)
	}
	WriteProblem(w, r, p)
}
