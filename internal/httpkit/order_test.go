package httpkit

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/problem"
)

// The sending starts with every fault at once. Each step repairs one: the next fault in the order
// of Guard must answer.
func TestTheFirstFaultInTheOrderOfTheGuardAnswers(t *testing.T) {
	t.Parallel()
	r := setupWith(t, 1)
	r.act = func(context.Context) error { return problem.New(problem.Full) }
	exhausted, fresh := "203.0.113.7:1", "192.0.2.7:1"
	for i := range 20 {
		if w := r.send(sending{
			method: http.MethodPost,
			path:   "/api/notes",
			key:    uuid.NewString(),
			from:   exhausted,
			body:   "{}",
			header: asJSON(),
		}); w.Code == http.StatusTooManyRequests {
			t.Fatal("refused too early", i)
		}
	}
	used := r.usedKey()
	busyKey := r.busyKey()

	// Unknown field, wrong type, wrong choice, name missing, form forged, honeypot filled.
	worst := map[string]any{
		"name":          nil,
		"guests":        "two",
		"way":           "pigeon",
		"extra":         "x",
		"laat_dit_leeg": "http://spam.example",
		"formTime":      "forged",
	}
	s := sending{
		method: http.MethodPost,
		path:   "/api/notes",
		from:   exhausted,
		header: map[string]string{"Sec-Fetch-Site": "cross-site", "Content-Type": "text/plain"},
	}
	s.body = r.body(worst) + strings.Repeat(" ", MaxBody)
	step := func(what string, code problem.Code, repair func()) {
		t.Helper()
		repair()
		got := want(t, r.send(s), code)
		t.Logf("%s: %s %v", what, code, got.Fields)
	}
	field := func(name string, value any) func() {
		return func() { worst[name] = value; s.body = r.body(worst) }
	}
	step("everything wrong", problem.Forbidden, func() {})
	step("own site", problem.TooLarge, func() { delete(s.header, "Sec-Fetch-Site") })
	step("short", problem.UnsupportedType, func() { s.body = r.body(worst) })
	step("JSON", problem.BadRequest, func() { s.header = asJSON() })
	step("a garbled key", problem.BadRequest, func() { s.key = "not-a-uuid" })
	step("a used key", problem.KeyReused, func() { s.key = used })
	step("a busy key", problem.Busy, func() { s.key = busyKey })
	step("a key of its own", problem.TooMany, func() { s.key = uuid.NewString() })

	before := r.kept()
	s.from = fresh
	if w := r.send(s); w.Code != http.StatusCreated || r.kept() != before || r.names() != 1 {
		t.Fatalf("honeypot: %d %s, %d answers kept, %d names", w.Code, w.Body, r.kept(), r.names())
	}
	step("no honeypot", problem.Invalid, field("laat_dit_leeg", ""))
	step("no unknown field", problem.Invalid, field("extra", nil))
	step("right type", problem.Invalid, field("guests", 2))
	step("right choice", problem.Invalid, field("way", "mail"))
	step("a name", problem.FormExpired, field("name", "Anja"))
	step("a form of a day old", problem.FormExpired, field("formTime", r.opened(25*time.Hour)))
	step("a form of now", problem.TooFast, field("formTime", r.opened(time.Second)))
	step("the rule of the room", problem.Full, field("formTime", r.opened(time.Minute)))
	if r.names() != 1 || r.kept() != before {
		t.Error("a refused sending stored something")
	}
}

func asJSON() map[string]string { return map[string]string{"Content-Type": "application/json"} }

// usedKey is a key under which an answer is kept.
func (r *room) usedKey() string {
	r.t.Helper()
	rule := r.act
	r.act = func(context.Context) error { return nil }
	defer func() { r.act = rule }()
	s := r.good()
	s.from = "192.0.2.200:1"
	wantStored(r.t, r.send(s))
	return s.key
}

// busyKey is a key that this process is at work with, until the end of the test.
func (r *room) busyKey() string {
	r.t.Helper()
	key := uuid.NewString()
	ctx := context.WithValue(r.t.Context(), sendKey{}, &Send{Key: key})
	if _, err := Enter[outcome](ctx, r.guard.Keeper); err != nil {
		r.t.Fatal(err)
	}
	return key
}

// keyElsewhere is a key that another process is at work with, until the end of the test.
func (r *room) keyElsewhere() string {
	r.t.Helper()
	key := uuid.NewString()
	tx, err := r.pool.Begin(context.Background())
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	if _, err := tx.Exec(
		context.Background(),
		"select pg_advisory_xact_lock(hashtextextended('idempotency ' || $1, 0))",
		key,
	); err != nil {
		r.t.Fatal(err)
	}
	return key
}

func TestARefusalTellsWhenToComeBack(t *testing.T) {
	t.Parallel()
	r := setupWith(t, 1)
	s := r.good()
	s.key = r.busyKey()
	w := r.send(s)
	want(t, w, problem.Busy)
	if got := w.Header().Get("Retry-After"); got != "1" {
		t.Errorf("busy: Retry-After %q", got)
	}
	for range 20 {
		s.key = uuid.NewString()
		wantStored(t, r.send(s))
	}
	s.key = uuid.NewString()
	w = r.send(s)
	want(t, w, problem.TooMany)
	if got := w.Header().Get("Retry-After"); got != "600" {
		t.Errorf("too many: Retry-After %q", got)
	}
}

// The guard looks in its own process: Once finds what another is at work with.
func TestOnceItselfSeesThatAKeyIsBusy(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := r.good()
	s.key = r.keyElsewhere()
	ctx := context.WithValue(t.Context(), sendKey{}, &Send{Key: s.key})
	_, err := Once(ctx, r.guard.Keeper, func(pgx.Tx) (Answer[outcome], error) {
		t.Error("the act ran beside another")
		return Answer[outcome]{}, nil
	})
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.Busy || p.RetryAfter != 1 {
		t.Fatal(err)
	}
}

// What a handler returns must carry Retry-After too, not only what a guard writes.
func TestAProblemOfAnOperationCarriesItsHeaders(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.act = func(context.Context) error {
		p := problem.New(problem.Unavailable)
		p.RetryAfter = 5
		return p
	}
	w := r.send(r.good())
	want(t, w, problem.Unavailable)
	if got := w.Header().Get("Retry-After"); got != "5" {
		t.Errorf("Retry-After %q", got)
	}
}

func TestAReplayCountsForNoLimit(t *testing.T) {
	t.Parallel()
	r := setupWith(t, 1)
	s := r.good()
	first := r.send(s)
	wantStored(t, first)
	for range 100 {
		if w := r.send(s); w.Code != first.Code || w.Body.String() != first.Body.String() {
			t.Fatal(w.Code, w.Body)
		}
	}
	for range 19 {
		s.key = uuid.NewString()
		wantStored(t, r.send(s))
	}
	s.key = uuid.NewString()
	want(t, r.send(s), problem.TooMany)
}

func TestARefusedSendingCountsForTheRate(t *testing.T) {
	t.Parallel()
	r := setupWith(t, 1)
	s := r.good()
	s.body = r.body(map[string]any{"name": nil})
	for range 20 {
		s.key = uuid.NewString()
		want(t, r.send(s), problem.Invalid)
	}
	s.body = r.body(nil)
	want(t, r.send(s), problem.TooMany)
}

func TestTheHoneypotGetsTheAnswerOfSuccessAndNothingHappens(t *testing.T) {
	t.Parallel()
	r := setup(t)
	page := r.good()
	page.header["X-Flash"] = "1"
	real := r.send(page)
	bot := page
	bot.key, bot.body = uuid.NewString(), r.body(map[string]any{"laat_dit_leeg": "x"})
	for range 2 {
		w := r.send(bot)
		if w.Code != real.Code || w.Body.String() != real.Body.String() ||
			!maps.Equal(flat(w.Header()), flat(real.Header())) {
			t.Errorf(
				"a robot can tell:\n%d %v %s\n%d %v %s",
				real.Code,
				real.Header(),
				real.Body,
				w.Code,
				w.Header(),
				w.Body,
			)
		}
	}
	if r.names() != 1 || r.kept() != 1 || r.acts.Load() != 1 {
		t.Errorf("%d names, %d answers kept", r.names(), r.kept())
	}
	if got := r.guard.Caught(); got != 2 {
		t.Errorf("%d sendings are counted, want 2", got)
	}
	// what a program that fills in forms leaves beside the trap is refused in words
	helped := page
	helped.key = uuid.NewString()
	helped.body = r.body(map[string]any{"website": "https://mijnsite.example"})
	want(t, r.send(helped), problem.Invalid)
}

func TestAHolderHasARateButNoAgeAndNoHoneypot(t *testing.T) {
	t.Parallel()
	r := setupWith(t, 1)
	press := func(key, link string) *httptest.ResponseRecorder {
		return r.send(sending{
			method: http.MethodDelete,
			path:   "/api/press",
			key:    key,
			from:   "203.0.113.7:1",
			header: map[string]string{"Authorization": link},
		})
	}
	want(t, press("", ""), problem.Unauthorized) // the link comes before the key
	want(t, press("", "Aanmelding x"), problem.BadRequest)
	for i := range 25 {
		w := press(uuid.NewString(), "Aanmelding x")
		if i < 20 &&
			(w.Code != http.StatusNoContent || w.Body.Len() != 0 ||
				w.Header().Get("Cache-Control") != NoStore) {
			t.Fatal(w.Code, w.Header(), w.Body)
		}
		if i >= 20 {
			want(t, w, problem.TooMany)
		}
	}
}
