// Package roomtest is one room for the tests of the rooms that take in forms: a database of its
// own, a clock that stands still, keys, an outbox, and an identity service at which staff sign in.
package roomtest

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
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
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/identity/identitytest"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// Monday is when the clock stands still: a plain working day.
var Monday = identitytest.Monday

// Origin is where the site seems to be.
const Origin = "https://herstelruimte.example"

// MostErased asks how many rows went in one transaction at most.
const MostErased = `
	select coalesce(max(n), 0)
	from (select count(*) n from erasure_journal group by xmin::text) went`

// Room is what every room stands on, and a way in over HTTP.
type Room struct {
	T        *testing.T
	DB       *pgxpool.Pool
	Now      *clock.Clock
	Sealer   *privacy.Keys
	Keep     *httpkit.Keeper
	Outbox   *mail.Outbox
	Settings house.House
	Identity *identity.Identity
	HTTP     http.Handler

	compose mail.Composer
	issuer  *identitytest.Issuer
	limits  float64
}

// New gives the ground for a room. limits scales how often somebody may send; 0 is no limit.
func New(t *testing.T, limits float64) *Room {
	t.Helper()
	keys := identitytest.Keys(t)
	r := &Room{
		T:        t,
		DB:       dbtest.New(t),
		Now:      clock.Stopped(Monday),
		Sealer:   keys,
		Settings: house.Default(),
		limits:   limits,
	}
	r.issuer = identitytest.New(t, r.Now)
	seal := func(table string) func(string, []byte) []byte { return identitytest.Seal(keys, table) }
	open := func(table string) func(string, []byte) ([]byte, error) {
		return identitytest.Open(keys, table)
	}
	r.Keep = &httpkit.Keeper{
		Pool:  r.DB,
		Clock: r.Now,
		Seal:  seal("idempotency"),
		Open:  open("idempotency"),
	}
	r.Outbox = mail.New(r.DB, r.Now, jobs.New(r.DB, r.Now), mail.Config{
		Domain:      "herstelruimte.example",
		LimitFactor: limits,
		Seal:        seal("mail"),
		Open:        open("mail"),
		Key:         keys.EmailKey,
		Compose: func(ctx context.Context, m mail.Stored) (mail.Letter, error) {
			return r.compose(ctx, m)
		},
	})
	r.Identity = identity.New(r.DB, r.Now, identity.Config{
		Issuer:   identitytest.URL,
		ClientID: identitytest.ClientID,
		KeysURL:  r.issuer.KeysURL,
		Domains:  []string{"herstelruimte.example"},
		Seal:     seal("staff_session"),
		Open:     open("staff_session"),
		Rate:     httpkit.NewLimits(0, netip.Prefix{}).Rate(60, time.Minute),
		Log:      slog.New(slog.DiscardHandler),
	})
	return r
}

// Mount serves a room: its operations, the mails that it composes, and what stands before them.
func (r *Room) Mount(
	routes func(huma.API, *httpkit.Guard, *identity.Identity),
	compose mail.Composer,
	before ...func(http.Handler) http.Handler,
) chi.Router {
	r.compose = compose
	mux := chi.NewRouter()
	mux.Use(httpkit.FindClient(nil))
	mux.Use(before...)
	api := httpkit.NewAPI(mux)
	r.Identity.Routes(api)
	routes(
		api,
		&httpkit.Guard{
			Keeper:  r.Keep,
			Tickets: httpkit.NewTickets(identitytest.Secret("form"), r.Now),
			Limits:  httpkit.NewLimits(r.limits, netip.Prefix{}),
		},
		r.Identity,
	)
	r.HTTP = mux
	return mux
}

// Tell is how a room hands news to the staff.
func (r *Room) Tell(ctx context.Context, tx pgx.Tx, n identity.Notice) error {
	return r.Identity.Tell(ctx, tx, r.Outbox, n)
}

// HouseNow is how a room asks for the settings.
func (r *Room) HouseNow(context.Context) house.House { return r.Settings }

// FormTime is that of a form opened so long ago.
func (r *Room) FormTime(ago time.Duration) string {
	return httpkit.NewTickets(
		identitytest.Secret("form"),
		clock.Stopped(r.Now.Now().Add(-ago)),
	).New().FormTime
}

// Changed is body with other answers; nil takes one away.
func Changed(body, change map[string]any) map[string]any {
	for k, v := range change {
		if v == nil {
			delete(body, k)
			continue
		}
		body[k] = v
	}
	return body
}

// Post sends JSON with a key of its own; head is name and value in turn.
func (r *Room) Post(path string, body any, head ...string) *httptest.ResponseRecorder {
	r.T.Helper()
	return r.Call(http.MethodPost, path, body, head...)
}

// Call sends JSON, or nothing, in any way.
func (r *Room) Call(method, path string, body any, head ...string) *httptest.ResponseRecorder {
	r.T.Helper()
	var raw []byte
	if body != nil {
		raw = db.JSON(body)
	}
	req := httptest.NewRequestWithContext(r.T.Context(), method, path, bytes.NewReader(raw))
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Idempotency-Key", uuid.NewString())
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	return r.Serve(req)
}

// Serve gives the answer to any request.
func (r *Room) Serve(req *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r.HTTP.ServeHTTP(w, req)
	return w
}

// Want is w, whose status must be this.
func (r *Room) Want(w *httptest.ResponseRecorder, status int) *httptest.ResponseRecorder {
	r.T.Helper()
	if w.Code != status {
		r.T.Fatalf("status %d, want %d: %s", w.Code, status, w.Body)
	}
	return w
}

// SignIn gives the header Cookie of somebody of the staff.
func (r *Room) SignIn(uid string, roles ...string) string {
	r.T.Helper()
	return r.signIn(r.issuer.Claims(uid, roles...))
}

// SignInReading is SignIn of somebody of whom it is known where they read mail.
func (r *Room) SignInReading(uid, address string, roles ...string) string {
	r.T.Helper()
	claims := r.issuer.Claims(uid, roles...)
	claims["email"], claims["email_verified"] = address, true
	return r.signIn(claims)
}

func (r *Room) signIn(claims map[string]any) string {
	r.T.Helper()
	token := r.issuer.Sign(r.T, claims)
	w := r.Want(r.Post("/api/session", nil, "Authorization", "Bearer "+token), http.StatusNoContent)
	cookie, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
	return cookie
}

// Number is the one number that a query gives.
func (r *Room) Number(sql string, args ...any) (n int) {
	r.T.Helper()
	if err := r.DB.QueryRow(r.T.Context(), sql, args...).Scan(&n); err != nil {
		r.T.Fatal(err)
	}
	return n
}

// Text is the one text that a query gives.
func (r *Room) Text(sql string, args ...any) (s string) {
	r.T.Helper()
	if err := r.DB.QueryRow(r.T.Context(), sql, args...).Scan(&s); err != nil {
		r.T.Fatal(err)
	}
	return s
}

// Mails are how many of a kind were made and not taken back.
func (r *Room) Mails(kind string) int {
	r.T.Helper()
	return r.Number(`select count(*) from mail where kind = $1 and state <> 'withdrawn'`, kind)
}
