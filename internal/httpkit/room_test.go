package httpkit

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/problem"
)

// room is one guarded form on its own database: it stores a name. Its answer has the number of
// guests as version.
type room struct {
	t     testing.TB
	pool  *pgxpool.Pool
	clock *clock.Clock
	guard *Guard
	http  http.Handler
	acts  atomic.Int64
	// act runs inside the transaction of Once, after the name is stored.
	act func(ctx context.Context) error
}

type (
	note struct {
		Name   string  `json:"name,omitempty"`
		Guests int     `json:"guests,omitempty"`
		Way    string  `json:"way,omitempty" enum:"mail,phone"`
		Agreed bool    `json:"agreed,omitempty"`
		Diet   *choice `json:"diet,omitempty"`
		FormFields
	}
	choice struct {
		Choices []string `json:"choices,omitempty"`
	}
	outcome struct {
		Status string `json:"status"`
		Name   string `json:"name"`
	}
	noteInput struct {
		VisitorHeaders
		Body note
	}
	pressInput struct{ HolderHeaders }
)

var noon = time.Date(2026, 11, 16, 12, 0, 0, 0, clock.Amsterdam)

func setup(t testing.TB) *room { return setupWith(t, 0) }

// setupWith opens a room with these send limits; 0 is none.
func setupWith(t testing.TB, factor float64) *room {
	t.Helper()
	c := clock.Stopped(noon)
	r := &room{t: t, pool: dbtest.New(t), clock: c, act: func(context.Context) error { return nil }}
	if _, err := r.pool.Exec(
		context.Background(),
		"create table note (name text not null)",
	); err != nil {
		t.Fatal(err)
	}
	box := newBox(t)
	r.guard = &Guard{
		Keeper:  &Keeper{Pool: r.pool, Clock: c, Seal: box.seal, Open: box.open},
		Tickets: NewTickets(bytes.Repeat([]byte("k"), 32), c),
		Limits:  NewLimits(factor, netip.MustParsePrefix("198.51.100.0/24")),
		Secure:  true,
	}
	mux := chi.NewRouter()
	mux.Use(FindClient(nil), CrossOrigin(codeOf, nil))
	r.routes(NewAPI(mux))
	r.http = mux
	return r
}

func (r *room) routes(api huma.API) {
	form := Form{
		Kind: "note", Activity: func(*http.Request) string { return "act_1" },
		Decoy: func(body map[string]any) (int, any, Flash) {
			name, _ := body["name"].(string)
			return http.StatusCreated, outcome{
				"stored",
				name,
			}, Flash{Name: name, Kind: "registered", Way: "mail"}
		},
	}
	huma.Register(api, r.guard.Visitor(
		huma.Operation{
			OperationID:   "note",
			Method:        http.MethodPost,
			Path:          "/api/notes",
			DefaultStatus: http.StatusCreated,
		},
		form,
	),
		func(ctx context.Context, in *noteInput) (*Reply[outcome], error) {
			var missing []problem.Field
			if in.Body.Name = Line(in.Body.Name); in.Body.Name == "" {
				missing = append(missing, problem.Field{Name: "name", Code: problem.Required})
			}
			if err := SendOf(ctx).Check(missing); err != nil {
				return nil, err
			}
			return Once(ctx, r.guard.Keeper, func(tx pgx.Tx) (Answer[outcome], error) {
				return Answer[outcome]{
					Status:  http.StatusCreated,
					Body:    outcome{"stored", in.Body.Name},
					Version: in.Body.Guests,
					Subject: "note_1",
					Flash:   Flash{Name: in.Body.Name, Kind: "registered", Way: "mail"},
				}, r.store(ctx, tx, in.Body.Name)
			})
		})
	huma.Register(api, r.guard.Visitor(
		huma.Operation{
			OperationID:   "careless",
			Method:        http.MethodPost,
			Path:          "/api/careless",
			DefaultStatus: http.StatusNoContent,
		},
		form,
	),
		func(ctx context.Context, in *noteInput) (*struct{}, error) {
			return nil, db.InTx(ctx, r.pool, func(tx pgx.Tx) error {
				return r.store(ctx, tx, in.Body.Name)
			})
		})
	huma.Register(api, r.guard.Holder(huma.Operation{
		OperationID:   "press",
		Method:        http.MethodDelete,
		Path:          "/api/press",
		DefaultStatus: http.StatusNoContent,
	}),
		func(ctx context.Context, _ *pressInput) (*Done, error) {
			reply, err := Once(ctx, r.guard.Keeper, func(tx pgx.Tx) (Answer[struct{}], error) {
				return Answer[struct{}]{
					Status: http.StatusNoContent,
					Flash:  Flash{Kind: "erased", Way: "none"},
				}, r.store(ctx, tx, "pressed")
			})
			if err != nil {
				return nil, err
			}
			return &Done{
				Status:       reply.Status,
				CacheControl: reply.CacheControl,
				Cookie:       reply.Cookie,
			}, nil
		})
	TicketRoute(api, r.guard.Tickets)
}

func (r *room) store(ctx context.Context, tx pgx.Tx, name string) error {
	r.acts.Add(1)
	if _, err := tx.Exec(ctx, "insert into note (name) values ($1)", name); err != nil {
		return err
	}
	return r.act(ctx)
}

// sending is one POST of the form; body is a JSON object or any text.
type sending struct {
	method, path, key, from, body string
	header                        map[string]string
}

// good is a sending without a fault: opened long enough ago, with its own key.
func (r *room) good() sending {
	return sending{
		method: http.MethodPost,
		path:   "/api/notes",
		key:    uuid.NewString(),
		from:   "203.0.113.7:4000",
		body:   r.body(nil),
		header: map[string]string{"Content-Type": "application/json"},
	}
}

// body of a good sending, with these fields changed; nil leaves a field out.
func (r *room) body(change map[string]any) string {
	m := map[string]any{"name": "Anja", "formTime": r.opened(time.Minute), "laat_dit_leeg": ""}
	for k, v := range change {
		if m[k] = v; v == nil {
			delete(m, k)
		}
	}
	b, err := json.Marshal(m)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(b)
}

// opened is the formTime of a form opened so long ago.
func (r *room) opened(ago time.Duration) string {
	return r.guard.Tickets.sign(r.clock.Now().Add(-ago))
}

func (s sending) request() *http.Request {
	req := httptest.NewRequest(s.method, s.path, strings.NewReader(s.body))
	req.RemoteAddr = s.from
	if s.key != "" {
		req.Header.Set("Idempotency-Key", s.key)
	}
	for k, v := range s.header {
		req.Header.Set(k, v)
	}
	return req
}

func (r *room) send(s sending) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, s.request())
	return w
}

func (r *room) names() (n int) { return r.count("select count(*) from note") }

func (r *room) kept() (n int) { return r.count("select count(*) from idempotency") }

func (r *room) count(sql string) (n int) {
	r.t.Helper()
	if err := r.pool.QueryRow(context.Background(), sql).Scan(&n); err != nil {
		r.t.Fatal(err)
	}
	return n
}

// want checks that w is this problem in the shape of RFC 9457, kept out of caches, and gives it
// back.
func want(t testing.TB, w *httptest.ResponseRecorder, code problem.Code) problem.Problem {
	t.Helper()
	p := problem.New(code)
	var got problem.Problem
	if err := json.Unmarshal(
		w.Body.Bytes(),
		&got,
	); err != nil || w.Code != p.Status || got.Code != code || got.Status != p.Status ||
		got.Title != p.Title {
		t.Fatalf("want %d %s, got %d %s", p.Status, code, w.Code, w.Body)
	}
	if ct := w.Header().Get("Content-Type"); ct != "application/problem+json" {
		t.Errorf("%s has content type %q", code, ct)
	}
	if cc := w.Header().Get("Cache-Control"); cc != NoStore {
		t.Errorf("%s has Cache-Control %q", code, cc)
	}
	return got
}

func wantStored(t testing.TB, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code != http.StatusCreated || w.Header().Get("Cache-Control") != NoStore {
		t.Fatalf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}

// box seals for the tests: AES-GCM bound to the row's id.
type box struct{ cipher.AEAD }

func newBox(t testing.TB) box {
	block, err := aes.NewCipher(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	b, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		t.Fatal(err)
	}
	return box{b}
}

func (b box) seal(id string, plain []byte) []byte { return b.Seal(nil, nil, plain, []byte(id)) }

func (b box) open(id string, sealed []byte) ([]byte, error) {
	return b.Open(nil, nil, sealed, []byte(id))
}

var errBroken = errors.New("the rule broke on " + rand.Text())
