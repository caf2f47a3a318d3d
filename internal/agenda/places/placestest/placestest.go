// Package placestest is a room of places for tests: on a database of its own, behind its HTTP
// operations, with people who sign up, wait and cancel.
package placestest

import (
	"bytes"
	"context"
	"io"
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

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
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

// Room is all that touches places, with a clock that stands still.
type Room struct {
	*places.Places
	T       testing.TB
	HTTP    http.Handler
	Mux     chi.Router
	API     huma.API
	Tickets *httpkit.Tickets
}

const domain = "herstelruimte.example"

// Monday is a plain working day: 16 November 2026, 10.00.
var Monday = identitytest.Monday

// New is a room on a fresh database, without limits to sending, whose mails go nowhere.
func New(t testing.TB) *Room { return On(t, dbtest.New(t), 0, 0) }

// On is a room on this database, with a mail server at this port. limits is the factor of how often
// one address may send; 0 is no limit.
func On(t testing.TB, pool *pgxpool.Pool, limits float64, port int) *Room {
	t.Helper()
	c := clock.Stopped(Monday)
	keys := identitytest.Keys(t)
	r := &Room{
		T:       t,
		Tickets: httpkit.NewTickets(identitytest.Secret("form"), c),
	}
	queue, nothing := jobs.New(pool, c), func(context.Context, pgx.Tx) error { return nil }
	rooms := places.New(&waitlist.Waitlist{
		Pool:  pool,
		Clock: c,
		Keys:  keys,
		Keeper: &httpkit.Keeper{
			Pool:  pool,
			Clock: c,
			Seal:  identitytest.Seal(keys, "idempotency"),
			Open:  identitytest.Open(keys, "idempotency"),
		},
		Jobs:    queue,
		Origin:  "https://" + domain,
		Domain:  domain,
		House:   func(context.Context) house.House { return house.Default() },
		Dates:   waitlist.NewDates(20),
		Raise:   nothing,
		Note:    nothing,
		Changed: func() {},
	})
	r.Places = &rooms
	r.Names = func(_ context.Context, ids []string) (map[string]string, error) {
		all := map[string]string{}
		for _, id := range ids {
			all[id] = id
		}
		return all, nil
	}
	r.Mail = r.outbox(queue, limits, port)
	r.HandleJobs()
	r.Mux = chi.NewRouter()
	r.Mux.Use(
		httpkit.FindClient([]netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}),
		httpkit.CrossOrigin(func(string) problem.Code { return problem.Forbidden }, nil),
	)
	r.API = httpkit.NewAPI(r.Mux)
	r.PlaceRoutes(r.API, &httpkit.Guard{
		Keeper:  r.Keeper,
		Tickets: r.Tickets,
		Limits:  httpkit.NewLimits(limits, netip.Prefix{}),
	})
	r.HolderDownloads(r.Mux)
	r.HTTP = r.Mux
	return r
}

func (r *Room) outbox(queue *jobs.Queue, limits float64, port int) *mail.Outbox {
	return mail.New(r.Pool, r.Clock, queue, mail.Config{
		Domain:      domain,
		LimitFactor: limits,
		Sender: func() (string, string, string, string) {
			return "Trefpunt", "post@" + domain, "info@" + domain, "0123 45 67 89"
		},
		Seal:    identitytest.Seal(r.Keys, "mail"),
		Open:    identitytest.Open(r.Keys, "mail"),
		Key:     r.Keys.EmailKey,
		Compose: r.Compose,
		Ended:   r.MailEnded,
		Server:  mail.Server{Host: "127.0.0.1", Port: port, TLS: mail.TLSNone},
	})
}

// Activity with sensible values; change gives it others.
func (r *Room) Activity(change func(*rules.Activity)) string {
	r.T.Helper()
	a := rules.Activity{
		Title:    "Schrijfcafé",
		Summary:  "Korte oefeningen om woorden te vinden.",
		Body:     richtext.Paragraphs("We schrijven samen."),
		Category: "creatief",
		Audience: []string{"everyone"},
		Mode:     rules.Single,
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
	r.Tx(func(tx pgx.Tx) error { return r.SaveActivity(context.Background(), tx, id, a) })
	return id
}

// Date makes an occurrence of one session of two hours; change gives it others.
func (r *Room) Date(activity string, start time.Time, capacity int, change func(*rules.NewOccurrence)) string {
	r.T.Helper()
	o := rules.NewOccurrence{
		ID:         db.NewID("occ"),
		ActivityID: activity,
		Kind:       "date",
		Status:     "planned",
		Sessions: []rules.Meeting{{
			ID:     db.NewID("ses"),
			Room:   "Stille kamer",
			Status: "planned",
			Start:  start,
			End:    start.Add(2 * time.Hour),
		}},
	}
	if capacity > 0 {
		o.Capacity = &capacity
	}
	if change != nil {
		change(&o)
	}
	r.Tx(func(tx pgx.Tx) error { return r.SaveOccurrence(context.Background(), tx, o) })
	return o.ID
}

func (r *Room) Tx(f func(pgx.Tx) error) {
	r.T.Helper()
	if err := db.InTx(context.Background(), r.Pool, f); err != nil {
		r.T.Fatal(err)
	}
}

// Call sends a request as a browser's fetch does, with a fresh key unless head says otherwise.
func (r *Room) Call(method, path string, body any, head ...string) *httptest.ResponseRecorder {
	r.T.Helper()
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
	r.HTTP.ServeHTTP(w, req)
	return w
}

// FormTime is that of a form opened ten seconds ago.
func (r *Room) FormTime() string {
	then := clock.Stopped(r.Clock.Now().Add(-10 * time.Second))
	return httpkit.NewTickets(identitytest.Secret("form"), then).New().FormTime
}

func (r *Room) SignUp(name, email string) map[string]any {
	return map[string]any{
		"name":           name,
		"email":          email,
		"consent":        true,
		"consentVersion": "aanmelding-1-30",
		"formTime":       r.FormTime(),
	}
}

func (r *Room) Register(occurrence string, body map[string]any) *httptest.ResponseRecorder {
	r.T.Helper()
	return r.Call("POST", "/api/occurrences/"+occurrence+"/registrations", body)
}

func (r *Room) Wait(occurrence, name, email string) *httptest.ResponseRecorder {
	r.T.Helper()
	return r.Call("POST", "/api/occurrences/"+occurrence+
		"/waitlist", map[string]any{
		"name":           name,
		"email":          email,
		"preferredWay":   "mail",
		"shortNotice":    true,
		"consent":        true,
		"consentVersion": "wachtlijst-1-7",
		"formTime":       r.FormTime(),
	})
}

func (r *Room) Want(w *httptest.ResponseRecorder, status int) *httptest.ResponseRecorder {
	r.T.Helper()
	if w.Code != status {
		b, _ := io.ReadAll(w.Result().Body)
		r.T.Fatalf("status %d, want %d: %s", w.Code, status, b)
	}
	return w
}

// Token is the newest link of the newest row of this table that has this address.
func (r *Room) Token(table, prefix, email string) string {
	r.T.Helper()
	var id string
	if err := r.Pool.QueryRow(context.Background(), `
		select coalesce(l.id, t.id)
		from `+table+` t
		left join own_link l on t.id in (l.registration_id, l.entry_id) and l.way_back is null
		where t.email_key = $1
		order by t.created_at desc, t.id, l.created_at desc
		limit 1`, r.Keys.EmailKey(email)).Scan(&id); err != nil {
		r.T.Fatal(table, email, err)
	}
	return "Aanmelding " + r.Keys.Token(prefix, id, 1)
}

func (r *Room) Number(sql string, args ...any) (n int) {
	r.T.Helper()
	if err := r.Pool.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		r.T.Fatal(err)
	}
	return n
}

// Invariants checks the invariants, and two things that hold only as long as a test: no date of it
// is hidden, and no mail is swept.
func (r *Room) Invariants() {
	r.T.Helper()
	faults, err := waitlist.BrokenInvariants(context.Background(), r.Pool)
	if err != nil {
		r.T.Fatal(err)
	}
	for _, fault := range faults {
		r.T.Error(fault)
	}
	for name, sql := range map[string]string{
		"no place is kept from everybody": `
			select count(*) from vacancy where state = 'open' and reason = 'cancelled'`,
		"every offer by mail has one mail": `
			select count(*)
			from offer o
			where way = 'mail'
				and 1 <> (
					select count(*) from mail m where m.kind = 'M7' and m.data->>'offer' = o.id
				)`,
	} {
		if n := r.Number(sql); n != 0 {
			r.T.Errorf("%s: %d rows do not", name, n)
		}
	}
}
