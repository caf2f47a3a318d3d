package requests

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/roomtest"
)

type room struct {
	*Requests
	*roomtest.Room
	t     *testing.T
	links []string
}

func setup(t *testing.T) *room {
	t.Helper()
	ground := roomtest.New(t, 0)
	r := &room{Room: ground, t: t}
	r.Requests = New(
		inbox.Ground{
			Pool:   ground.DB,
			Clock:  ground.Now,
			Keys:   ground.Sealer,
			Mail:   ground.Outbox,
			House:  ground.HouseNow,
			Origin: roomtest.Origin,
			Tell:   ground.Tell,
			Names:  ground.Identity.Names,
			Staff:  ground.Identity.Staff,
		}, func(_ context.Context, _ pgx.Tx, email string) (string, error) {
			r.links = append(r.links, email)
			return db.NewID("lnk"), nil
		})
	ground.Mount(r.Routes, r.Compose)
	return r
}

func (r *room) send(change map[string]any) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.Post("/api/rights-requests", roomtest.Changed(map[string]any{
		"what":     "insight",
		"phone":    "06 12 34 56 78",
		"formTime": r.FormTime(10 * time.Second),
	}, change))
}

// ask is a press of a coordinator.
func (r *room) ask(status int, method, path string, body any, tag string) (out map[string]any) {
	r.t.Helper()
	w := r.Call(method, "/api/rights-requests"+path, body,
		"Cookie", r.SignIn("sanne", "coordinator"), "If-Match", tag)
	r.Want(w, status)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
		r.t.Fatal(err, w.Body)
	}
	return out
}

func TestAnAddressGetsALinkAndANumberWaitsForStaff(t *testing.T) {
	t.Parallel()
	r := setup(t)
	mailed := r.Want(r.send(map[string]any{"phone": nil, "email": "a@voorbeeld.example"}), 201)
	if len(r.links) != 1 || r.Number(`select count(*) from rights_request`) != 0 {
		t.Error("an address needs a link and nobody of the staff")
	}
	called := r.Want(r.send(nil), 201)
	if len(r.links) != 1 || r.Number(`select count(*) from rights_request`) != 1 {
		t.Error("a number is called by staff")
	}
	if mailed.Body.String() != called.Body.String() {
		t.Errorf("%s and %s", mailed.Body, called.Body)
	}
	if r.Mails("M25") == 0 {
		t.Error("the coordinator hears nothing")
	}
	r.Want(r.send(map[string]any{"what": "anders"}), 422)
	r.Want(r.send(map[string]any{"phone": "12"}), 422)
	if n := r.Number(`
		select count(*)
		from rights_request r
		where to_jsonb(r)::text ~ '612345678'`); n != 0 {
		t.Error("a number that is not sealed")
	}
}

// Who wants to be left alone for a while is a row for the coordinator, with an address as with a
// number.
func TestTheWishToBeLeftAloneIsARowEitherWay(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for i, change := range []map[string]any{
		{"what": "rest"}, {"what": "rest", "phone": nil, "email": "a@voorbeeld.example"},
	} {
		r.Want(r.send(change), 201)
		items := r.ask(200, "GET", "?staat=open", nil, "")["items"].([]any)
		if len(items) != i+1 || items[i].(map[string]any)["what"] != "rest" {
			t.Errorf("%v: %v", change, items)
		}
	}
}

func TestAQuestionIsHandledTakenBackAndForgotten(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.ask(422, http.MethodPost, "/desk", map[string]any{"what": "erase", "via": "site"}, "")
	made := r.ask(200, http.MethodPost, "/desk",
		map[string]any{"what": "erase", "via": "balie", "phone": "0612345678"}, "")
	one := "/" + made["id"].(string)
	if made["daysLeft"] != 30.0 { // of 16 November
		t.Error(made)
	}
	if seen := r.ask(200, http.MethodGet, one, nil, ""); seen["phone"] != "06 12 34 56 78" {
		t.Error(seen)
	}
	if n := r.Number(`
		select count(*) from audit_log where action = 'viewed' and kind = 'request'`); n != 1 {
		t.Errorf("%d lines of who looked", n)
	}
	r.ask(422, http.MethodPut, one+"/outcome", map[string]any{"outcome": "weg"}, `"1"`)
	done := r.ask(200, http.MethodPut, one+"/outcome", map[string]any{"outcome": "done"}, `"1"`)
	if done["outcome"] != "done" || done["undoUntil"] == nil {
		t.Error(done)
	}
	r.ask(409, http.MethodPut, one+"/outcome", map[string]any{"outcome": "done"}, `"2"`)
	if back := r.ask(200, http.MethodPost, one+"/undo", nil, `"2"`); back["outcome"] != nil {
		t.Error(back)
	}
	r.ask(200, http.MethodPut, one+"/outcome", map[string]any{"outcome": "nothing"}, `"3"`)
	for days, want := range map[int]int{89: 0, 90: 1} {
		n, err := r.Leaving(t.Context(), r.Now.Now().AddDate(0, 0, days))
		if err != nil || n != want {
			t.Errorf("%d go after %d days, want %d (%v)", n, days, want, err)
		}
	}
	if n, err := r.Forget(t.Context(), r.Now.Now().AddDate(0, 0, 90)); err != nil || n != 1 {
		t.Errorf("%d went (%v)", n, err)
	}
}

func TestTheCoordinatorIsWarnedOnceAWeekBeforeTheMonthIsOver(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.Want(r.send(nil), 201)
	before := r.Mails("M25")
	for _, step := range []struct {
		days, mails int
	}{{22, 0}, {2, 1}, {1, 1}} {
		r.Now.Advance(time.Duration(step.days) * 24 * time.Hour)
		if err := r.Warn(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := r.Mails("M25") - before; n != step.mails {
			t.Errorf("after %d days more: %d mails, want %d", step.days, n, step.mails)
		}
	}
}

// One mail tells of all questions of a run: the answer to one of them does not take it back.
func TestTheWarningGoesWhileOneOfItsQuestionsIsOpen(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.Want(r.send(nil), 201)
	r.Want(r.send(map[string]any{"phone": "06 87 65 43 21"}), 201)
	r.Now.Advance(24 * 24 * time.Hour)
	if err := r.Warn(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := mail.Stored{Kind: mail.NewInInbox}
	m.Data = []byte(`{"what": "due"}`)
	m.Cause = r.Text(`
		select cause_id from mail where kind = 'M25' and data->>'what' = 'due' limit 1`)
	other := m
	other.Data = nil // the mail that the question came in
	answer := func(where string) {
		t.Helper()
		if _, err := r.DB.Exec(t.Context(), `
			update rights_request set state = 'done', outcome = 'nothing', done_at = $2
			where id `+where+` $1`, m.Cause, r.Now.Now()); err != nil {
			t.Fatal(err)
		}
	}
	answer("=")
	if _, err := r.Compose(t.Context(), m); err != nil {
		t.Errorf("one is open: %v", err)
	}
	if _, err := r.Compose(t.Context(), other); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("it was answered: %v", err)
	}
	answer("<>")
	if _, err := r.Compose(t.Context(), m); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("none is open: %v", err)
	}
}

func TestWhoIsErasedLeavesTheDaysOfTheQuestionAlone(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.Want(r.send(map[string]any{"what": "erase"}), 201)
	key := r.Keys.PhoneKey("+31612345678")
	kept, err := r.KeptBy(t.Context(), r.DB, privacy.ByPhone, key)
	if err != nil || len(kept) != 1 {
		t.Fatal(kept, err)
	}
	if err := db.InTx(t.Context(), r.DB, func(tx pgx.Tx) error {
		return r.EraseBy(t.Context(), tx, privacy.ByPhone, key)
	}); err != nil {
		t.Fatal(err)
	}
	if n := r.Number(`
		select count(*)
		from rights_request
		where state = 'done' and email_key is null and phone_key is null`); n != 1 {
		t.Errorf("%d questions without anybody, want 1", n)
	}
	if n := r.Number(`select count(*) from erasure_journal where kind = 'request'`); n != 1 {
		t.Errorf("%d lines in the journal", n)
	}
	if n, err := r.Waiting(t.Context(), identity.Actor{}); err != nil || n != 0 {
		t.Errorf("%d still wait (%v)", n, err)
	}
}

func TestAMonthEndsOnTheLastDayOfAShorterOne(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"2027-01-31": "2027-02-28", "2026-11-16": "2026-12-16", "2026-12-31": "2027-01-31",
	} {
		at, _ := time.ParseInLocation(time.DateOnly, from, clock.Amsterdam)
		if got := clock.Date(clock.Months(at.Add(12*time.Hour), 1)); got != want {
			t.Errorf("%s: got %s, want %s", from, got, want)
		}
	}
}
