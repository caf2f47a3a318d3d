package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/files/convert"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/identity/identitytest"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/richtext"
)

func TestMain(m *testing.M) {
	// the children that make pictures are this program
	if len(os.Args) == 2 && convert.IsWord(os.Args[1]) {
		if convert.Child(os.Args[1], os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	if asked, err := inContainer(os.Args[1:], os.Stdout); asked {
		if err != nil {
			slog.Error("a copy", "err", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	slog.SetDefault(listening())
	engines.Time, engines.Patience = time.Minute, time.Minute // however busy the machine is
	os.Exit(m.Run())
}

// monday is a plain working day: 16 November 2026, 10.00.
var monday = time.Date(2026, 11, 16, 10, 0, 0, 0, clock.Amsterdam)

const (
	signUpConsent = "aanmelding-1-30"
	waitConsent   = "wachtlijst-1-7"
)

// site is one process of the built app.
type site struct {
	*App
	t      testing.TB
	url    string // where it listens
	client *http.Client
	issuer *identitytest.Issuer // where its staff sign in
}

func secretOf(purpose string) config.Secret {
	sum := sha256.Sum256([]byte("test " + purpose))
	return config.Secret(base64.StdEncoding.EncodeToString(sum[:]))
}

func configOf(t testing.TB, database string) *config.Config {
	t.Helper()
	cfg := &config.Config{
		SiteURL:     "http://localhost:8080",
		DatabaseURL: config.Secret(database),
		Conns:       20,
		SealKey:     secretOf("seal"),
		LookupKey:   secretOf("lookup"),
		TokenKey:    secretOf("token"),
		FormKey:     secretOf("form"),
		SMTPHost:    "127.0.0.1",
		SMTPPort:    mailServer(t),
		SMTPTLS:     "none",
		FilesDir:    t.TempDir(),
		LimitFactor: 0,
		LogLevel:    "error",

		SessionSyncPath: identity.SessionPath,
	}
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// newSite starts a process on a database of this test alone; the clock stands still.
func newSite(t testing.TB, dist fs.FS) *site {
	t.Helper()
	return start(t, configOf(t, dbtest.URL(t)), clock.Stopped(monday), dist)
}

// build makes an app that ends with the test, with an identity service of its own.
func build(t testing.TB, cfg *config.Config, c *clock.Clock, dist fs.FS) (*App, *identitytest.Issuer) {
	t.Helper()
	issuer, with := identitytest.New(t, c), *cfg
	with.Issuer = identitytest.URL
	with.ClientID = identitytest.ClientID
	with.KeysURL = issuer.KeysURL
	if err := with.Check(); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if cfg.LogLevel == "debug" {
		log = listening()
	}
	a, err := New(t.Context(), &with, Options{Clock: c, Dist: dist, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a, issuer
}

// start runs a whole process, jobs included, on a loopback port until the test ends.
func start(t testing.TB, cfg *config.Config, c *clock.Clock, dist fs.FS) *site {
	t.Helper()
	a, issuer := build(t, cfg, c, dist)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the process did not end well: %v", err)
		}
	})
	s := visit(t, a, issuer, "http://"+l.Addr().String())
	s.want(s.call(http.MethodGet, "/livez", nil), http.StatusNoContent) // it runs
	return s
}

// idle serves an app that works on no jobs: nothing changes that nobody asked for.
func idle(t testing.TB, cfg *config.Config, dist fs.FS) *site {
	t.Helper()
	a, issuer := build(t, cfg, clock.Stopped(monday), dist)
	srv := httptest.NewServer(a.Handler())
	t.Cleanup(srv.Close)
	return visit(t, a, issuer, srv.URL)
}

func visit(t testing.TB, a *App, issuer *identitytest.Issuer, url string) *site {
	transport := &http.Transport{MaxIdleConnsPerHost: 256}
	t.Cleanup(transport.CloseIdleConnections)
	return &site{App: a, t: t, url: url, issuer: issuer, client: &http.Client{
		Transport: transport,
		Timeout:   90 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}}
}

// activity with sensible values; change gives it others.
func (s *site) activity(change func(*rules.Activity)) string {
	s.t.Helper()
	id := db.NewID("act")
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
		Slug:     "s" + id[4:16],
		Status:   "published",
	}
	if change != nil {
		change(&a)
	}
	s.inTx(func(tx pgx.Tx) error { return s.Agenda.SaveActivity(context.Background(), tx, id, a) })
	return id
}

// date is an occurrence of two hours; capacity 0 is without a limit.
func (s *site) date(activity string, start time.Time, capacity int) string {
	s.t.Helper()
	o := rules.NewOccurrence{
		ID:         db.NewID("occ"),
		ActivityID: activity,
		Kind:       "date",
		Status:     "planned",
		Sessions: []rules.Meeting{
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
	s.inTx(func(tx pgx.Tx) error { return s.Agenda.SaveOccurrence(context.Background(), tx, o) })
	return o.ID
}

// place is a date of a new activity, two weeks ahead.
func (s *site) place(capacity int) (activity, occurrence string) {
	s.t.Helper()
	activity = s.activity(nil)
	return activity, s.date(activity, monday.AddDate(0, 0, 15), capacity)
}

func (s *site) inTx(f func(pgx.Tx) error) {
	s.t.Helper()
	if err := db.InTx(context.Background(), s.Pool, f); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) number(sql string, args ...any) (n int) {
	s.t.Helper()
	if err := s.Pool.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// formTime is that of a form opened ten seconds ago.
func (s *site) formTime() string {
	then := clock.Stopped(s.Clock.Now().Add(-10 * time.Second))
	return httpkit.NewTickets([]byte(secretOf("form")), then).New().FormTime
}

func (s *site) signUp(name, email string) map[string]any {
	return map[string]any{
		"name":           name,
		"email":          email,
		"consent":        true,
		"consentVersion": signUpConsent,
		"formTime":       s.formTime(),
	}
}

func (s *site) waiting(name, email string) map[string]any {
	return map[string]any{
		"name":           name,
		"email":          email,
		"preferredWay":   "mail",
		"shortNotice":    true,
		"consent":        true,
		"consentVersion": waitConsent,
		"formTime":       s.formTime(),
	}
}

// complaint is an anonymous one.
func (s *site) complaint() map[string]any {
	return map[string]any{
		"about":       "safety",
		"what":        "Er lag een snoer over de gang.",
		"contactWish": false,
		"formTime":    s.formTime(),
	}
}

func (s *site) subscription(email string) map[string]any {
	return map[string]any{
		"email":          email,
		"consent":        true,
		"consentVersion": "nieuwsbrief-1",
		"formTime":       s.formTime(),
	}
}

// subscribed asks for the newsletter and gives the token of the mailed link.
func (s *site) subscribed(email string) string {
	s.t.Helper()
	s.want(
		s.call(http.MethodPost, "/api/newsletter/subscriptions", s.subscription(email)),
		http.StatusCreated,
	)
	var id string
	if err := s.Pool.QueryRow(context.Background(), `
		select id from subscriber where email_key = $1`, s.keys.EmailKey(email)).Scan(
		&id,
	); err != nil {
		s.t.Fatal(err)
	}
	return s.keys.Token("abo_", id, 1)
}

// answer is one whole HTTP answer.
type answer struct {
	status int
	head   http.Header
	body   string
}

// call sends JSON with a fresh key over HTTP; head is name and value in turn, an empty value
// removes the header.
func (s *site) call(method, path string, body any, head ...string) answer {
	s.t.Helper()
	return s.send(s.request(method, path, body, head...))
}

func (s *site) request(method, path string, body any, head ...string) *http.Request {
	s.t.Helper()
	var r io.Reader = http.NoBody
	raw, isRaw := body.([]byte)
	switch {
	case isRaw:
		r = bytes.NewReader(raw)
	case body != nil:
		r = bytes.NewReader(db.JSON(body))
	}
	req, err := http.NewRequestWithContext(context.Background(), method, s.url+path, r)
	if err != nil {
		s.t.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if isRaw {
		req.Header.Set("Content-Type", "application/octet-stream")
	}
	if method != http.MethodGet && method != http.MethodHead {
		req.Header.Set("Idempotency-Key", uuid.NewString())
	}
	for i := 0; i+1 < len(head); i += 2 {
		if req.Header.Set(head[i], head[i+1]); head[i+1] == "" {
			req.Header.Del(head[i])
		}
	}
	return req
}

// send may be called from any goroutine.
func (s *site) send(req *http.Request) answer {
	s.t.Helper()
	res, err := s.client.Do(req)
	if err != nil {
		s.t.Error(err)
		return answer{}
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Error(err)
	}
	a := answer{res.StatusCode, res.Header, string(raw)}
	if s.handler != nil { // not one that a test serves instead
		asDescribed(s.t, req, a)
	}
	return a
}

func (s *site) register(occurrence string, body map[string]any) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/occurrences/"+occurrence+"/registrations", body)
}

func (s *site) join(occurrence string, body map[string]any) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/occurrences/"+occurrence+"/waitlist", body)
}

func (s *site) want(a answer, status int) answer {
	s.t.Helper()
	if a.status != status {
		s.t.Fatalf("status %d, want %d: %.600s", a.status, status, a.body)
	}
	return a
}

// key is the secret link of the newest row of this address.
func (s *site) key(table, prefix, email string) string {
	s.t.Helper()
	var id string
	err := s.Pool.QueryRow(
		context.Background(),
		"select id from "+table+" where email_key = $1 order by created_at desc, id limit 1",
		s.keys.LookupKey("email", strings.ToLower(email)),
	).Scan(&id)
	if err != nil {
		s.t.Fatal(table, email, err)
	}
	return s.keys.Token(prefix, id, 1)
}

func (s *site) registrationKey(email string) string { return s.key("registration", "aan_", email) }
func (s *site) entryKey(email string) string        { return s.key("waitlist_entry", "wl_", email) }

// overviewKey asks for the link to everything of an address.
func (s *site) overviewKey(email string) string {
	s.t.Helper()
	s.want(s.call(http.MethodPost, "/api/links", map[string]any{
		"email":    email,
		"formTime": s.formTime(),
	}), http.StatusCreated)
	var id string
	if err := s.Pool.QueryRow(context.Background(), `
		select id
		from own_link
		where mailed_to = $1
			and address is not null
		order by created_at desc
		limit 1`, s.keys.EmailKey(email)).Scan(&id); err != nil {
		s.t.Fatal(email, err)
	}
	return s.keys.Token("mij_", id, 1)
}

// deskCode gives the newest sign-up a code, as staff do.
func (s *site) deskCode() (code string) {
	s.t.Helper()
	s.inTx(func(tx pgx.Tx) error {
		var id string
		err := tx.QueryRow(context.Background(), `
			select id from registration order by order_no desc limit 1`).Scan(&id)
		if err != nil {
			return err
		}
		code, err = s.Agenda.NewDeskCode(context.Background(), tx, id)
		return err
	})
	return code
}

// wayBack moves a sign-up to another address and gives the link that the old one got.
func (s *site) wayBack(key string) string {
	s.t.Helper()
	s.want(s.call(http.MethodPatch, "/api/registration",
		map[string]any{"name": "Bo", "email": "elders@voorbeeld.example"},
		append(holds(key), "If-Match", `"1"`)...), http.StatusOK)
	var id string
	if err := s.Pool.QueryRow(context.Background(), `
		select data->>'wayBack' from mail where kind = 'M3' order by no desc limit 1`).Scan(
		&id,
	); err != nil {
		s.t.Fatal(err)
	}
	return s.keys.Token("terug_", id, 1)
}

func holds(key string) []string { return []string{"Authorization", "Aanmelding " + key} }

func (a answer) json(t testing.TB) (v map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatalf("%v: %.300s", err, a.body)
	}
	return v
}

// invariantsHold fails when an invariant of the engine is broken, and shows the places that are
// held then.
func (s *site) invariantsHold() {
	s.t.Helper()
	faults, err := waitlist.BrokenInvariants(context.Background(), s.Pool)
	if err != nil {
		s.t.Fatal(err)
	}
	if len(faults) == 0 {
		return
	}
	rows, err := s.Pool.Query(context.Background(), `
		select reason || ', offer ' || coalesce(offer_id, 'none')
		from vacancy
		where state = 'open'`)
	if err != nil {
		s.t.Fatal(err)
	}
	held, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Errorf("%q; held: %q", faults, held)
}

func hashOf(key string) []byte { return privacy.TokenHash(key) }
