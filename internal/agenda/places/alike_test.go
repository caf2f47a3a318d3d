package places_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// counter notes the statements of a pool.
type counter struct {
	mu   sync.Mutex
	seen []string
}

func (c *counter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !strings.Contains(d.SQL, "pg_notify") { // it rings for the jobs now and then
		c.seen = append(c.seen, strings.Join(strings.Fields(d.SQL), " "))
	}
	return ctx
}

func (c *counter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// A known person costs the same work as a new one, in every answer to a sign-up: the statements are
// counted, as times differ by machine.
func TestSomebodyWhoIsKnownCostsTheSameWorkAsAStranger(t *testing.T) {
	r := setup(t)
	c := &counter{}
	cfg := r.Pool.Config()
	cfg.ConnConfig.Tracer = c
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	open, full := r.Place(0), r.Queue(1, 1, nil)
	sign := func(o, name, email string, change map[string]any) []string {
		t.Helper()
		body := r.SignUp(name, email)
		for k, v := range change {
			body[k] = v
		}
		c.mu.Lock()
		c.seen = nil
		c.mu.Unlock()
		r.Want(r.Register(o, body), 201)
		c.mu.Lock()
		defer c.mu.Unlock()
		return slices.Clone(c.seen)
	}
	quiet := map[string]any{"noMail": true}
	list := map[string]any{"ifFull": "waitlist"}
	r.signs(open, "Anja", addr("anja"))
	sign(open, "Stil", addr("stil"), quiet)
	r.Places.Pool, r.Keeper.Pool = pool, pool
	for i, x := range []struct {
		what, o, name, known string
		change               map[string]any
	}{
		{"registered", open, "Anja", addr("anja"), nil},
		{"registered, asked without mail", open, "Anja", addr("anja"), quiet},
		{"registered without mail", open, "Stil", addr("stil"), nil},
		{"registered on a full date", full, "P1", person(1), list},
		{"waiting", full, "W1", waiting(1), list},
	} {
		known := sign(x.o, x.name, x.known, x.change)
		stranger := sign(x.o, x.name, person(70+i), x.change)
		if len(known) != len(stranger) {
			t.Errorf("%s: %d statements, a stranger %d:\n%s\n\n%s", x.what, len(known),
				len(stranger), strings.Join(known, "\n"), strings.Join(stranger, "\n"))
		}
	}
	r.Invariants()
}
