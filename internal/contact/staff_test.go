package contact

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// one gives the id of a message that somebody just sent.
func (r *room) one(change map[string]any) string {
	r.t.Helper()
	r.Clock.Advance(time.Second)
	r.want(r.send(r.with(change)), http.StatusCreated)
	return r.Text(`select id from contact_message order by received_at desc, id desc limit 1`)
}

// member asks as somebody of the staff, and expects a status.
type member struct {
	*room
	cookie string
	status int
}

func (r *room) as(cookie string, status int) member { return member{r, cookie, status} }

func (m member) ask(method, path string, body any, tag string) (out map[string]any) {
	m.t.Helper()
	w := m.want(m.Call(method, path, body, "Cookie", m.cookie, "If-Match", tag), m.status)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
		m.t.Fatal(err, w.Body)
	}
	return out
}

func (r *room) ids(cookie, path string) (ids []string) {
	r.t.Helper()
	for _, m := range r.as(cookie, http.StatusOK).ask(
		http.MethodGet,
		path,
		nil,
		"",
	)["items"].([]any) {
		ids = append(ids, m.(map[string]any)["id"].(string))
	}
	return ids
}

func TestAnAnswerByMailWaitsTenMinutesAndCanBeTakenBack(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	cookie, id := r.SignIn("sanne", "coordinator"), r.one(nil)
	one := "/api/messages/" + id
	m := r.as(cookie, http.StatusOK).ask(
		http.MethodPost,
		one+"/answer",
		map[string]any{"way": "mail", "text": "Ja, dat mag.\nTot dan.\n\nSanne"},
		`"1"`,
	)
	if m["state"] != "answered" || m["undoUntil"] == nil ||
		m["assignee"].(map[string]any)["name"] != "Naam van sanne" ||
		r.number(`
		select count(*) from mail where kind = 'M30' and state = 'held'`) != 1 {
		t.Error(m)
	}
	l, err := r.Compose(
		t.Context(),
		mail.Stored{Kind: mail.MessageAnswered, Cause: id, Data: []byte(r.Text(`
		select data::text from mail where kind = 'M30'`))},
	)
	if err != nil || l.Body != "Ja, dat mag.\nTot dan.\n\nSanne" ||
		strings.Contains(l.Subject, "Anja") {
		t.Errorf("%+v %v", l, err)
	}
	r.as(cookie, http.StatusPreconditionFailed).ask(http.MethodPost, one+"/undo", nil, `"1"`)
	r.as(cookie, http.StatusPreconditionRequired).ask(http.MethodPost, one+"/undo", nil, "")
	m = r.as(cookie, http.StatusOK).ask(http.MethodPost, one+"/undo", nil, `"2"`)
	if m["state"] != "new" || m["answeredAt"] != nil || len(m["answers"].([]any)) != 0 ||
		r.mails("M30") != 0 {
		t.Error(m)
	}
	r.as(cookie, http.StatusGone).ask(http.MethodPost, one+"/undo", nil, `"3"`)
	r.as(cookie, http.StatusOK).ask(
		http.MethodPost,
		one+"/answer",
		map[string]any{"way": "mail", "text": "Ja, dat mag."},
		`"3"`,
	)
	r.Clock.Advance(10 * time.Minute)
	r.as(cookie, http.StatusGone).ask(http.MethodPost, one+"/undo", nil, `"4"`)
	m = r.as(cookie, http.StatusOK).ask(http.MethodPost, one+"/reopen", nil, `"4"`)
	if m["state"] != "assigned" || len(m["answers"].([]any)) != 1 || r.mails("M30") != 1 {
		t.Error("what was mailed stays: ", m)
	}
}

// A screen knows by undoUntil which act it would take back.
func TestTwoActsInOneSecondAreNotTakenForOne(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	cookie, id := r.SignIn("sanne", "coordinator"), r.one(nil)
	one := "/api/messages/" + id
	answered := r.as(cookie, http.StatusOK).ask(
		http.MethodPost, one+"/answer", map[string]any{"way": "phone"}, `"1"`)
	reopened := r.as(cookie, http.StatusOK).ask(http.MethodPost, one+"/reopen", nil, `"2"`)
	if reopened["undoUntil"] == nil || reopened["undoUntil"] == answered["undoUntil"] {
		t.Errorf("%v, and then %v", answered["undoUntil"], reopened["undoUntil"])
	}
}

func TestAnAnswerNeedsAWayThatExists(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	cookie, id := r.SignIn("sanne", "coordinator"), r.one(map[string]any{"email": nil})
	for body, want := range map[string]string{
		`{"way": "mail", "text": "Ja, dat mag."}`:                       "way choice",
		`{"way": "duif"}`:                                               "way choice",
		`{"way": "phone", "text": "` + strings.Repeat("x", 4001) + `"}`: "text too_long",
	} {
		p := r.as(cookie, http.StatusUnprocessableEntity).ask(
			http.MethodPost,
			"/api/messages/"+id+"/answer",
			json.RawMessage(body),
			`"1"`,
		)
		f := p["fields"].([]any)[0].(map[string]any)
		if got := fmt.Sprint(f["name"], " ", f["code"]); got != want {
			t.Errorf("%.40s: %s", body, got)
		}
	}
	r.as(cookie, http.StatusOK).ask(
		http.MethodPost, "/api/messages/"+id+"/answer", map[string]any{"way": "phone"}, `"1"`,
	)
	r.as(cookie, http.StatusConflict).ask(
		http.MethodPost, "/api/messages/"+id+"/answer", map[string]any{"way": "phone"}, `"2"`,
	)
	if r.mails("M30") != 0 {
		t.Error("somebody without an address got a mail")
	}
}

func TestRedactieSeesStoriesPressAndWhatIsTheirs(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	noor, sanne := r.SignIn("noor", "redactie"), r.SignIn("sanne", "coordinator")
	r.SignIn("jan", "gastheer")
	story, press, other := r.one(map[string]any{
		"subject": "story",
	}), r.one(map[string]any{"subject": "press"}), r.one(nil)
	if got := r.ids(noor, "/api/messages"); len(got) != 2 || slices.Contains(got, other) {
		t.Error(got)
	}
	if len(r.ids(sanne, "/api/messages")) != 3 ||
		len(r.ids(sanne, "/api/messages?soort=press")) != 1 {
		t.Error("the coordinator misses some")
	}
	r.as(noor, http.StatusNotFound).ask(http.MethodGet, "/api/messages/"+other, nil, "")
	r.as(noor, http.StatusNotFound).ask(
		http.MethodPut, "/api/messages/"+other+"/note", map[string]any{"text": "x"}, `"1"`,
	)
	r.as(sanne, http.StatusUnprocessableEntity).ask(
		http.MethodPut, "/api/messages/"+other+"/assignee", map[string]any{"uid": "jan"}, `"1"`,
	)
	r.as(sanne, http.StatusOK).ask(
		http.MethodPut,
		"/api/messages/"+other+"/assignee",
		map[string]any{"uid": "noor"},
		`"1"`,
	)
	if got := r.ids(noor, "/api/messages"); len(got) != 3 {
		t.Error(got)
	}
	r.as(noor, http.StatusOK).ask(
		http.MethodPost,
		"/api/messages/"+story+"/answer",
		map[string]any{"way": "phone"},
		`"1"`,
	)
	if got := r.ids(noor, "/api/messages?lijst=done"); len(got) != 1 || got[0] != story {
		t.Error(got)
	}
	if n := r.as(noor, http.StatusOK).ask(
		http.MethodGet, "/api/messages/counts", nil, "",
	); n["open"] != 2.0 || n["new"] != 1.0 {
		t.Error(n, press)
	}
}

func TestThreeWorkingDaysAreCountedAndLateIsLate(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.Clock.Set(time.Date(2026, 11, 20, 16, 0, 0, 0, clock.Amsterdam)) // a Friday
	id := r.one(nil)
	for day, want := range map[int]float64{20: 5, 25: 0, 26: -1} {
		r.Clock.Set(time.Date(2026, 11, day, 16, 0, 0, 0, clock.Amsterdam))
		cookie := r.SignIn("sanne", "coordinator")
		m := r.as(cookie, http.StatusOK).ask(http.MethodGet, "/api/messages/"+id, nil, "")
		late := r.as(cookie, http.StatusOK).ask(
			http.MethodGet, "/api/messages/counts", nil, "",
		)["late"]
		if m["dueOn"] != "2026-11-25" || m["dueIn"] != want || (late == 1.0) != (want < 0) {
			t.Errorf("on the %dth: %v %v %v", day, m["dueOn"], m["dueIn"], late)
		}
	}
}

func TestWhatIsNewOrLateWaitsForWhoeverMayAnswerIt(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.one(map[string]any{"subject": "activity"})
	story := r.one(map[string]any{"subject": "story"})
	waits := func(uid string, role identity.Role) int {
		t.Helper()
		who := identity.Actor{ID: uid, Roles: []identity.Role{role}}
		n, err := r.Waiting(t.Context(), who)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	expect := func(when string, sanne, noor int) {
		t.Helper()
		gotSanne, gotNoor := waits("sanne", identity.Coordinator), waits("noor", identity.Redactie)
		if gotSanne != sanne || gotNoor != noor {
			t.Errorf("%s: got %d and %d, want %d and %d", when, gotSanne, gotNoor, sanne, noor)
		}
	}
	change := func(sql string, args ...any) {
		t.Helper()
		if _, err := r.DB.Exec(t.Context(), `update contact_message set `+sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	expect("both new", 2, 1)
	change(`state = 'assigned' where id = $1`, story)
	expect("one taken up", 1, 0)
	r.Clock.Set(clock.Workdays(r.Clock.Now(), answerWithin+1))
	expect("both late", 2, 1)
	change(`answered_at = received_at, state = 'answered'`)
	expect("both answered", 0, 0)
}

func TestTheHouseIsWarnedOnceBeforeAnUnansweredMessageGoes(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.one(nil)
	sweep := func() int {
		if err := r.Warn(t.Context()); err != nil {
			t.Fatal(err)
		}
		return r.mails("M25")
	}
	came := r.Clock.Now()
	r.Clock.Set(came.AddDate(0, 0, 183-14).Add(-time.Minute))
	if sweep() != 1 {
		t.Error("too early")
	}
	r.Clock.Advance(time.Minute)
	if first, again := sweep(), sweep(); first != 2 || again != 2 {
		t.Errorf("not told once: %d mails, then %d, want 2", first, again)
	}
	for role, want := range map[identity.Role]int{
		identity.Coordinator: 1,
		identity.Redactie:    0,
		identity.Beheerder:   0,
	} {
		if got, err := r.Reviews(
			t.Context(),
			identity.Actor{ID: "x", Roles: []identity.Role{role}},
			r.Clock.Now(),
		); len(got) != want || err != nil {
			t.Error(role, got, err)
		}
	}
	l, err := r.Compose(t.Context(), mail.Stored{Kind: mail.NewInInbox, Cause: r.Text(`
		select id from contact_message`), Data: []byte(r.Text(`
		select data::text from mail where kind = 'M25' order by no desc limit 1`))})
	if err != nil || !strings.Contains(l.Body, "Over 2 weken wissen we het.") {
		t.Errorf("%+v %v", l, err)
	}
}

// Ten thousand open messages, and ten thousand that are done: a page looks at little more than it
// shows.
func TestPagesOfMessagesDoNotGrowWithTheYears(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	sanne, noor := r.SignIn("sanne", "coordinator"), r.SignIn("noor", "redactie")
	id := r.one(nil)
	if _, err := r.Pool.Exec(
		t.Context(), `
		insert into contact_message (id, subject, state, assignee, email_key, sealed, received_at,
			answered_at, updated_at)
		select 'msg_' || i, (array['activity', 'story', 'other', 'press'])[1 + i / 2 % 4],
			case when i % 2 = 0 then 'answered' else 'assigned' end,
			case when i % 50 < 2 then 'noor' else 'ans' end, email_key, sealed,
		received_at - i * interval '1 minute',
			case when i % 2 = 0 then received_at - i * interval '1 minute' end,
			updated_at from contact_message, generate_series(1, 20000) i where id = $1`,
		id,
	); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Pool.Exec(t.Context(), `analyze contact_message`); err != nil {
		t.Fatal(err)
	}
	work := dbtest.Listen(t, r.Pool)
	r.Contact.Pool = work.Pool
	for _, path := range []string{"/api/messages", "/api/messages?lijst=done"} {
		for who, cookie := range map[string]string{"sanne": sanne, "noor": noor} {
			// The row that the others were copied from cannot be opened under their ids: the page
			// fails after its query.
			work.Reset()
			r.Call(http.MethodGet, path, nil, "Cookie", cookie)
			rows, whole := work.Work("")
			t.Logf("%s %s: %.0f rows", who, path, rows)
			if whole || rows == 0 || rows > 400 {
				t.Errorf("%s %s looks at %.0f rows, a whole table: %v", who, path, rows, whole)
			}
		}
	}
}

// On pause a list says neither who wrote nor what.
func TestAListNamesNobodyOnPause(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	cookie, id := r.SignIn("sanne", "coordinator"), r.one(nil)
	listed := func() string {
		r.t.Helper()
		all := r.as(cookie, http.StatusOK).ask(http.MethodGet, "/api/messages?lijst=open", nil, "")
		row := all["items"].([]any)[0].(map[string]any)
		return fmt.Sprint(row["name"], "|", row["start"])
	}
	if got := listed(); !strings.HasPrefix(got, "Anja|") || strings.HasSuffix(got, "|") {
		t.Fatalf("the control: %q", got)
	}
	now := r.Now.Now()
	if err := pgx.BeginFunc(t.Context(), r.DB, func(tx pgx.Tx) error {
		return privacy.Keep(t.Context(), tx, now, privacy.Hold{
			ID: "hld_1", Reason: privacy.Pause, Until: now.AddDate(0, 1, 0), By: "sanne",
			Created: now,
		}, []string{id})
	}); err != nil {
		t.Fatal(err)
	}
	if got := listed(); got != privacy.OnPause+"|" {
		t.Errorf("got %q", got)
	}
}
