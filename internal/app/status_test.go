package app

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/house"
	"herstelruimte/internal/status"
)

func TestTheStatusPageTellsStaffHowThingsStandAndNamesNoVisitor(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	_, o := s.place(5)
	s.want(s.register(o, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	cookie := s.signIn(t, "coordinator")
	a := s.want(s.call(http.MethodGet, "/api/status", nil, "Cookie", cookie), http.StatusOK)
	r := a.json(t)
	states := map[string]string{}
	for _, c := range r["checks"].([]any) {
		c := c.(map[string]any)
		states[c["key"].(string)] = c["state"].(string)
		if c["title"] == "" || c["says"] == "" {
			t.Errorf("%v says nothing", c)
		}
	}
	for key, want := range map[string]string{
		"schema":          "good",
		"storage":         "good",
		"keycloak":        "good",
		"mailServer":      "good",
		"mailQueue":       "good",
		"backup":          "off",
		"certificateSite": "off",
		"settings":        "warn",
		"limits":          "warn",
		"spf":             "off",
		"erasure":         "good",
		"disk":            states["disk"],
	} {
		if states[key] != want {
			t.Errorf("%s is %q, want %q", key, states[key], want)
		}
	}
	if len(states) < 20 || r["summary"] == "" || len(r["versions"].([]any)) < 4 ||
		r["mails"] == nil ||
		strings.Contains(a.body, "anja") {
		t.Error(a.body)
	}
	if strings.Contains(a.body, string(secretOf("seal"))) ||
		strings.Contains(a.body, "postgres://") {
		t.Error("a secret stands on the page")
	}
}

func TestATestMailArrivesFromTheStatusPage(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	cookie := s.signIn(t, "beheerder")
	const path = "/api/status/test-mail"
	s.want(
		s.call(
			http.MethodPost,
			path,
			map[string]any{"address": "beheer@voorbeeld.example"},
			"Cookie",
			cookie,
		),
		http.StatusNoContent,
	)
	for _, body := range []any{
		map[string]any{},
		map[string]any{"address": "geen adres"},
		map[string]any{"address": 5},
		map[string]any{"address": "a@b.nl", "to": "c@d.nl"},
	} {
		a := s.want(
			s.call(http.MethodPost, path, body, "Cookie", cookie),
			http.StatusUnprocessableEntity,
		)
		if a.json(t)["code"] != "invalid" {
			t.Error(a.body)
		}
	}
	s.want(
		s.call(
			http.MethodPost,
			path,
			map[string]any{"address": "a@b.nl"},
			"Cookie",
			s.signIn(t, "coordinator"),
		),
		http.StatusForbidden,
	)
	eventually(t, "the test mail is sent", func() bool {
		return s.number(`
		select count(*) from mail where kind = 'M29' and state = 'sent'`) == 1
	})
	if n := s.number(`select count(*) from mail`); n != 1 {
		t.Errorf("%d mails", n)
	}
}

// eventually asks on a ticker until ok, for a bounded time.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	end := time.After(30 * time.Second)
	for !ok() {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("never: %s", what)
		}
	}
}

func TestTheDoctorLooksWithoutADatabaseAndSaysThatItIsAway(t *testing.T) {
	t.Parallel()
	a, err := NewDoctor(
		t.Context(),
		configOf(t, "postgres://nobody@127.0.0.1:1/x?sslmode=disable"),
		"",
	)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	r := a.Status.Report(t.Context())
	for _, c := range r.Checks {
		if c.Key == "keycloak" || c.Key == "disk" { // as this machine has it
			continue
		}
		if want := c.Key == "database"; (c.State == status.Bad) != want {
			t.Errorf("%+v", c)
		}
	}
}

func TestTheDoctorOfMailNeedsNoDatabase(t *testing.T) {
	t.Parallel()
	a, err := NewDoctor(
		t.Context(),
		configOf(t, "postgres://nobody@127.0.0.1:1/x?sslmode=disable"),
		"post@herstelruimte.example",
	)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	r := a.Status.LookAtMail(t.Context())
	if len(r.Checks) != 5 || r.AnyBad() || r.Checks[0].Key != "mailServer" ||
		r.Checks[0].State != status.Good || r.Checks[1].Key != "reverse" ||
		!strings.Contains(r.Checks[2].Says, "echt adres") {
		t.Errorf("%+v", r)
	}
}

func TestTheDoctorLooksAtAnOldSchema(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	if _, err := pool.Exec(t.Context(), `
		delete from goose_db_version where version_id > 1`); err != nil {
		t.Fatal(err)
	}
	a, err := NewDoctor(t.Context(), configOf(t, pool.Config().ConnString()), "")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if r := a.Status.Look(
		t.Context(),
		"database",
	); r.Checks[0].State == status.Bad || strings.Contains(r.Checks[0].Says, "verbindingen") {
		t.Errorf("the doctor's own connections are not those of the site: %+v", r)
	}
	if r := a.Status.Look(
		t.Context(),
		"schema",
	); r.Checks[0].State != status.Bad || !strings.Contains(r.Checks[0].Todo, "migrate") {
		t.Errorf("%+v", r)
	}
}

func TestSecurityTextTellsWhereToReportAHole(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	const rest = "\nExpires: 2027-05-01T00:00:00Z\nPreferred-Languages: nl, en\nCanonical: " +
		"http://localhost:8080/.well-known/security.txt\n"
	a := s.want(s.call(http.MethodGet, "/.well-known/security.txt", nil), http.StatusOK)
	if want := "Contact: http://localhost:8080/contact" + rest; a.body != want {
		t.Errorf("a made-up house has no address:\n%s", a.body)
	}
	h := house.Default()
	h.Sample = false
	s.inTx(func(tx pgx.Tx) error { return s.House.Save(t.Context(), tx, h) })
	s.revision.changed() // what the running house notices within a second
	a = s.want(s.call(http.MethodGet, "/.well-known/security.txt", nil), http.StatusOK)
	if want := "Contact: mailto:info@herstelruimte.example" +
		rest; a.body != want || a.head.Get("Content-Type") != "text/plain; charset=utf-8" ||
		a.head.Get("Content-Security-Policy") == "" {
		t.Errorf("%v\n%s", a.head, a.body)
	}
}

// What forgetting says of itself reaches who keeps the site.
func TestTheStatusPageSaysThatForgettingStopped(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.exec(`
		insert into retention_clock (looked_at, leapt_at) values ($1, $1)
		on conflict (only_row) do update set leapt_at = $1`, monday)
	cookie := s.signIn(t, "beheerder")
	a := s.want(s.call(http.MethodGet, "/api/status", nil, "Cookie", cookie), http.StatusOK)
	if !strings.Contains(a.body, "De klok van de server sprong.") {
		t.Error(a.body)
	}
}

// Sign-ups of an older program are numbered beside new ones from the first moment.
func TestAStartGivesOlderSignUpsTheKeyOfTheirFirstName(t *testing.T) {
	t.Parallel()
	database := dbtest.URL(t)
	before := idle(t, configOf(t, database), nil)
	_, o := before.place(5)
	before.want(before.register(o, before.signUp("Anja", "anja@voorbeeld.example")), 201)
	before.exec(`update registration set first_key = null`)
	after := start(t, configOf(t, database), clock.Stopped(monday), nil)
	var without int
	err := after.Pool.QueryRow(t.Context(), `
		select count(*) from registration where first_key is null`).Scan(&without)
	if err != nil || without != 0 {
		t.Errorf("%d without, %v", without, err)
	}
}
