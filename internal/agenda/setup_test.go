package agenda

import (
	"bytes"
	"context"
	"io"
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
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity/identitytest"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// room is a whole agenda on its own database, behind its HTTP operations.
type room struct {
	*Agenda
	t       testing.TB
	http    http.Handler
	tickets *httpkit.Tickets
	changes atomic.Int64
	asked   atomic.Uint64
}

// monday is a plain working day: 16 November 2026, 10.00.
var monday = identitytest.Monday

func setup(t testing.TB) *room { return setupOn(t, dbtest.New(t), clock.Stopped(monday), 0) }

func setupOn(t testing.TB, pool *pgxpool.Pool, c *clock.Clock, limits float64) *room {
	t.Helper()
	keys := identitytest.Keys(t)
	r := &room{t: t, tickets: httpkit.NewTickets(identitytest.Secret("form"), c)}
	queue := jobs.New(pool, c)
	keeper := &httpkit.Keeper{Pool: pool, Clock: c,
		Seal: identitytest.Seal(keys, "idempotency"), Open: identitytest.Open(keys, "idempotency")}
	r.Agenda = &Agenda{
		Pool:     pool,
		Clock:    c,
		Keys:     keys,
		Keeper:   keeper,
		Jobs:     queue,
		Origin:   "https://herstelruimte.example",
		Domain:   "herstelruimte.example",
		House:    func(context.Context) house.House { return house.Default() },
		Raise:    func(context.Context, pgx.Tx) error { return nil },
		Changed:  func() { r.changes.Add(1) },
		Revision: func() uint64 { return r.asked.Add(1) },
		Greeting: func(context.Context) (Greeting, error) { return Greeting{}, nil },
		Practical: func(context.Context) (Practical, error) {
			return Practical{"Zo kom je binnen", []string{"Bel gerust."}}, nil
		},
	}
	r.Mail = mail.New(pool, c, queue, mail.Config{
		Domain:      "herstelruimte.example",
		LimitFactor: limits,
		Sender: func() (string, string, string, string) {
			return "Trefpunt", "post@herstelruimte.example", "info@herstelruimte.example", "0123 45 67 89"
		},
		Seal:    identitytest.Seal(keys, "mail"),
		Open:    identitytest.Open(keys, "mail"),
		Key:     r.Keys.EmailKey,
		Compose: r.Compose,
	})
	r.HandleJobs()
	mux := chi.NewRouter()
	mux.Use(
		httpkit.FindClient([]netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}),
		httpkit.CrossOrigin(func(string) problem.Code { return problem.Forbidden }),
	)
	var api huma.API = httpkit.NewAPI(mux)
	r.Routes(api, &httpkit.Guard{
		Keeper:  keeper,
		Tickets: r.tickets,
		Limits:  httpkit.NewLimits(limits, netip.Prefix{}),
	})
	r.Downloads(mux)
	r.http = r.ShortLinks(mux)
	return r
}

// activity with sensible values; change gives it others.
func (r *room) activity(change func(*Activity)) string {
	r.t.Helper()
	a := Activity{
		Title:    "Schrijfcafé",
		Summary:  "Korte oefeningen om woorden te vinden.",
		Body:     richtext.Paragraphs("We schrijven samen."),
		Category: "creatief",
		Audience: []string{"everyone"},
		Mode:     Single,
		Location: "Stille kamer",
		Facts:    []string{},
		Waitlist: true,
		Slug:     "s" + strings.ToLower(db.NewID("x")[2:12]),
		Status:   "published",
	}
	if change != nil {
		change(&a)
	}
	id := db.NewID("act")
	r.tx(func(tx pgx.Tx) error { return r.SaveActivity(context.Background(), tx, id, a) })
	return id
}

// date makes an occurrence of one session of two hours; change gives it others.
func (r *room) date(
	activity string,
	start time.Time,
	capacity int,
	change func(*NewOccurrence),
) string {
	r.t.Helper()
	o := NewOccurrence{
		ID:         db.NewID("occ"),
		ActivityID: activity,
		Kind:       "date",
		Status:     "planned",
		Sessions: []Session{
			{
				ID:     db.NewID("ses"),
				Room:   "Stille kamer",
				Status: "planned",
				Start:  start,
				End:    start.Add(2 * time.Hour),
			},
		},
	}
	if capacity > 0 {
		o.Capacity = &capacity
	}
	if change != nil {
		change(&o)
	}
	r.tx(func(tx pgx.Tx) error { return r.SaveOccurrence(context.Background(), tx, o) })
	return o.ID
}

// place is a date of a new activity two weeks ahead.
func (r *room) place(capacity int) string {
	return r.date(r.activity(nil), monday.AddDate(0, 0, 15), capacity, nil)
}

func (r *room) tx(f func(pgx.Tx) error) {
	r.t.Helper()
	if err := db.InTx(context.Background(), r.Pool, f); err != nil {
		r.t.Fatal(err)
	}
}

// call sends a request as a browser's fetch does, with a fresh key and a form opened ten seconds
// ago, unless head says otherwise.
func (r *room) call(method, path string, body any, head ...string) *httptest.ResponseRecorder {
	r.t.Helper()
	raw := []byte(nil)
	if body != nil {
		raw = db.JSON(body)
	}
	req := httptest.NewRequest(method, path, bytes.NewReader(raw))
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if method != http.MethodGet {
		req.Header.Set("Idempotency-Key", uuid.NewString())
	}
	for i := 0; i+1 < len(head); i += 2 {
		if head[i+1] == "" {
			req.Header.Del(head[i])
			continue
		}
		req.Header.Set(head[i], head[i+1])
	}
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req)
	return w
}

// formTime is that of a form opened ten seconds ago.
func (r *room) formTime() string {
	then := clock.Stopped(r.Clock.Now().Add(-10 * time.Second))
	return httpkit.NewTickets(identitytest.Secret("form"), then).New().FormTime
}

func (r *room) signUp(name, email string) map[string]any {
	return map[string]any{
		"name":           name,
		"email":          email,
		"consent":        true,
		"consentVersion": "aanmelding-1-30",
		"formTime":       r.formTime(),
	}
}

func (r *room) register(occurrence string, body map[string]any) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.call("POST", "/api/occurrences/"+occurrence+"/registrations", body)
}

func (r *room) wait(occurrence, name, email string) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.call("POST", "/api/occurrences/"+occurrence+
		"/waitlist", map[string]any{
		"name":           name,
		"email":          email,
		"preferredWay":   "mail",
		"shortNotice":    true,
		"consent":        true,
		"consentVersion": "wachtlijst-1-7",
		"formTime":       r.formTime(),
	})
}

func (r *room) want(w *httptest.ResponseRecorder, status int) *httptest.ResponseRecorder {
	r.t.Helper()
	if w.Code != status {
		b, _ := io.ReadAll(w.Result().Body)
		r.t.Fatalf("status %d, want %d: %s", w.Code, status, b)
	}
	return w
}

// token of the newest row of this person's address.
func (r *room) registrationToken(email string) string {
	r.t.Helper()
	return r.tokenOf("registration", registrationToken, email)
}

func (r *room) entryToken(email string) string {
	r.t.Helper()
	return r.tokenOf("waitlist_entry", entryToken, email)
}

func (r *room) tokenOf(table, prefix, email string) string {
	r.t.Helper()
	var id string
	if err := r.Pool.QueryRow(
		context.Background(),
		"select id from "+table+" where email_key = $1 order by created_at desc, id limit 1",
		r.Keys.EmailKey(email),
	).Scan(
		&id,
	); err != nil {
		r.t.Fatal(table, email, err)
	}
	return "Aanmelding " + r.Keys.Token(prefix, id, 1)
}

// holder sends as the holder of a token.
func (r *room) holder(
	method, path, auth string,
	body any,
	head ...string,
) *httptest.ResponseRecorder {
	r.t.Helper()
	if body == nil && method != http.MethodGet {
		body = map[string]any{}
	}
	if method == http.MethodDelete || strings.HasSuffix(path, "/restore") ||
		strings.HasSuffix(path, "-me") ||
		strings.HasSuffix(path, "-mine") {
		body = nil
	}
	return r.call(method, path, body, append([]string{"Authorization", auth}, head...)...)
}

func (r *room) number(sql string, args ...any) (n int) {
	r.t.Helper()
	if err := r.Pool.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *room) mails(kind string) int {
	r.t.Helper()
	return r.number(`select count(*) from mail where kind = $1 and state <> 'withdrawn'`, kind)
}

// sound checks the invariants, and two things that hold only as long as a test: no date of it is
// hidden, and no mail is swept.
func (r *room) sound() {
	r.t.Helper()
	faults, err := Faults(context.Background(), r.Pool)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, fault := range faults {
		r.t.Error(fault)
	}
	for name, sql := range map[string]string{
		"no place is kept from everybody": `
			select count(*) from vacancy where state = 'open' and reason = 'cancelled'`,
		"every offer by mail has one mail": `
			select count(*) from offer o where way = 'mail' and 1 <> (select count(*) from mail m where m.kind = 'M7' and m.data->>'offer' = o.id)`,
	} {
		if n := r.number(sql); n != 0 {
			r.t.Errorf("%s: %d rows do not", name, n)
		}
	}
}
