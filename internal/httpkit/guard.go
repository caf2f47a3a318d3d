package httpkit

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"sync/atomic"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/google/uuid"

	"herstelruimte/internal/problem"
)

// Guard stands in front of every visitor form, always in this order: size, type, key,
// replay, rate, trap; the fields and the form's age are the operation's to check (Send.Check),
// after it.
type Guard struct {
	Keeper  *Keeper
	Tickets *Tickets
	Limits  *Limits
	Secure  bool // the site is served over https

	caught atomic.Int64
}

// Caught is how many forms came with something in the trap since the program started.
func (g *Guard) Caught() int64 { return g.caught.Load() }

// Form describes one kind of visitor form to its guard.
type Form struct {
	Kind string // the rate counts per kind and network
	// Activity names what the rate per activity counts by; may be nil.
	Activity func(r *http.Request) string
	// Decoy is the success that a robot gets which fills in the trap: nothing is stored or mailed.
	// Forms of a holder have none.
	Decoy func(body map[string]any) (status int, answer any, flash Flash)
	// Rate is a second, narrower rate, of this form or shared with others. It counts what Check
	// lets through: somebody who is told to fill in more has sent nothing yet. Its operation must
	// call Check.
	Rate *Rate
	// Press is a form that is one press and carries its secret in the body: no age, no trap.
	Press bool
	// NoTrap is a form for everybody that takes whatever a program put into the trap: what would be
	// lost is worth more than what a robot costs.
	NoTrap bool
}

// VisitorHeaders are the headers of a visitor's form; embed them in the operation's input.
type VisitorHeaders struct {
	Key  string `header:"Idempotency-Key" doc:"UUID of the opened form" required:"false"`
	Seen string `header:"X-Flash" doc:"1: answer with the cookie hr_flash" required:"false"`
}

// HolderHeaders are VisitorHeaders with the secret link of the person.
type HolderHeaders struct {
	VisitorHeaders
	Auth string `header:"Authorization" doc:"Aanmelding <token>" required:"false"`
}

// FormFields are the body fields of every visitor form without a token.
type FormFields struct {
	FormTime string `json:"formTime,omitempty" doc:"from the form's ticket"`
	Trap     string `json:"laat_dit_leeg,omitempty" doc:"stays empty"`
}

// trapField is the name of FormFields.Trap. No program that fills in forms for people knows it.
const trapField = "laat_dit_leeg"

// Send is one sending of a form, as the guard saw it.
type Send struct {
	Key         string
	Fingerprint []byte
	wantsFlash  bool
	guard       *Guard
	age         error
	rate        func() error
}

type sendKey struct{}

// SendOf gives the sending that the guard let through.
func SendOf(ctx context.Context) *Send {
	s, _ := ctx.Value(sendKey{}).(*Send)
	return s
}

// Check gives the field mistakes as a problem, or else form_expired or too_fast, or else too_many
// of the form's own rate.
func (s *Send) Check(fields []problem.Field) error {
	switch {
	case len(fields) > 0:
		return problem.WithFields(fields...)
	case s.age != nil:
		return s.age
	case s.rate != nil:
		return s.rate()
	}
	return nil
}

func (s *Send) cookie(f Flash) string {
	if !s.wantsFlash || f.Kind == "" {
		return ""
	}
	return f.cookie(s.guard.Tickets, s.guard.Secure)
}

// Visitor guards an operation that anybody may send.
func (g *Guard) Visitor(op huma.Operation, f Form) huma.Operation { return g.guarded(op, f) }

// Holder guards an operation of the holder of a secret link: the link comes first,
// there is a rate, but no age and no trap.
func (g *Guard) Holder(op huma.Operation) huma.Operation {
	return g.guarded(op, Form{Kind: op.OperationID})
}

// Press guards an operation that is one press and carries its secret in the body.
func (g *Guard) Press(op huma.Operation) huma.Operation {
	op.Errors = append(op.Errors, http.StatusNotFound) // the secret may be nobody's
	return g.guarded(op, Form{Kind: op.OperationID, Press: true})
}

func (g *Guard) guarded(op huma.Operation, f Form) huma.Operation {
	op.MaxBodyBytes = MaxBody + 1 // huma refuses at its bound, the guard above it
	// The guard reads the body, under the server's own time limit. A limit of huma's would go on
	// running after that and cancel an operation that waits for a lock.
	op.BodyReadTimeout = -1
	op.Metadata = with(op.Metadata, metaGuarded, true)
	op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(ctx)
		send, err := g.admit(w, r, f)
		switch {
		case errors.Is(err, errAnswered):
		case err != nil:
			Fail(w, r, err)
		default:
			next(huma.WithValue(ctx, sendKey{}, send))
		}
	})
	return op
}

// errAnswered means that the guard has written the answer itself.
var errAnswered = errors.New("answered")

func (g *Guard) admit(w http.ResponseWriter, r *http.Request, f Form) (*Send, error) {
	everybodys := f.Decoy != nil || f.NoTrap
	if !everybodys && !f.Press && r.Header.Get("Authorization") == "" {
		return nil, problem.New(problem.Unauthorized)
	}
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	s := &Send{
		Key:        strings.ToLower(r.Header.Get("Idempotency-Key")),
		wantsFlash: r.Header.Get("X-Flash") == "1",
		guard:      g,
	}
	if len(s.Key) != len(uuid.Nil.String()) || uuid.Validate(s.Key) != nil {
		return nil, problem.New(problem.BadRequest)
	}
	formTime, _ := body["formTime"].(string)
	trap, _ := body[trapField].(string)
	s.Fingerprint = g.fingerprint(r, body)
	if err := g.replay(w, r, s); err != nil {
		return nil, err
	}
	activity := ""
	if f.Activity != nil {
		activity = f.Activity(r)
	}
	if wait := g.Limits.over(r, f.Kind, activity); wait > 0 {
		return nil, tooMany(wait)
	}
	if !everybodys {
		return s, nil
	}
	if trap != "" && !f.NoTrap {
		g.caught.Add(1)
		status, answer, flash := f.Decoy(body)
		return nil, writeReply(w, status, answer, s.cookie(flash))
	}
	s.age = g.Tickets.check(formTime)
	if f.Rate != nil {
		s.rate = func() error {
			if wait := f.Rate.Over(r); wait > 0 {
				return tooMany(wait)
			}
			return nil
		}
	}
	return s, nil
}

func tooMany(wait int) error {
	p := problem.New(problem.TooMany)
	p.RetryAfter = wait
	return p
}

// readBody reads at most MaxBody bytes and leaves them readable again for huma. An empty body is an
// empty object.
func readBody(r *http.Request) (map[string]any, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, MaxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, problem.New(problem.TooLarge)
	case errors.Is(err, os.ErrDeadlineExceeded): // the time that the server gives a request
		return nil, problem.New(problem.TooSlow)
	case err != nil:
		return nil, problem.New(problem.BadRequest).Because(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	if len(bytes.TrimSpace(raw)) == 0 {
		return map[string]any{}, nil
	}
	if kind, _, err := mime.ParseMediaType(
		r.Header.Get("Content-Type"),
	); err != nil || kind != "application/json" {
		return nil, problem.New(problem.UnsupportedType)
	}
	r.Header.Set("Content-Type", "application/json") // huma compares letter by letter
	var body map[string]any
	if json.Unmarshal(raw, &body) != nil || body == nil {
		return nil, problem.New(problem.BadRequest)
	}
	return body, nil
}

// fingerprint is the same for two sendings that mean the same: method, path, holder and tidied
// body, without formTime and trap.
func (g *Guard) fingerprint(r *http.Request, body map[string]any) []byte {
	rest := make(map[string]any, len(body))
	for k, v := range body {
		if k != "formTime" && k != trapField {
			rest[k] = tidied(v)
		}
	}
	// keyed: a table of plain hashes of names and numbers could be searched
	h := hmac.New(sha256.New, g.Tickets.key)
	_ = writeJSON(h, []any{r.Method, r.URL.Path, r.Header.Get("Authorization"), rest})
	return h.Sum(nil)
}
