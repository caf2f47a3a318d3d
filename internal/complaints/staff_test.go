package complaints

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

const cases = "/api/complaints/cases"

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

func TestATermThatIsNearWaitsForAConfidant(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	day := func(month time.Month, day int) {
		r.Clock.Set(time.Date(2026, month, day, 16, 0, 0, 0, clock.Amsterdam))
	}
	waits := func(roles ...identity.Role) int {
		t.Helper()
		n, err := r.Waiting(t.Context(), identity.Actor{ID: "henk", Roles: roles})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	move := func(sql string, args ...any) {
		t.Helper()
		if _, err := r.DB.Exec(t.Context(), `update complaint set `+sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	day(time.November, 16) // a Monday
	r.code(r.with(nil))
	for _, c := range []struct {
		month time.Month
		day   int
		state string
		want  int
	}{
		{time.November, 19, "received", 0},
		{time.November, 20, "received", 1}, // to be confirmed on the next working day
		{time.November, 25, "received", 1}, // late
		{time.November, 25, "confirmed", 0},
		{time.December, 22, "talk", 0},
		{time.December, 23, "talk", 1}, // to be answered in five days
		{time.December, 23, "answered", 0},
	} {
		day(c.month, c.day)
		move(`state = $1`, c.state)
		if got := waits(identity.Vertrouwenspersoon); got != c.want {
			t.Errorf("%s on %d %s: got %d, want %d", c.state, c.day, c.month, got, c.want)
		}
	}
	move(`state = 'talk', extended_at = received_at, extended = 'x'`)
	if got := waits(identity.Vertrouwenspersoon); got != 0 {
		t.Errorf("with four more weeks: got %d, want 0", got)
	}
	r.Clock.Set(r.Clock.Now().AddDate(0, 0, extraDays))
	if got := waits(identity.Vertrouwenspersoon); got != 1 {
		t.Errorf("at the end of the four weeks: got %d, want 1", got)
	}
	if got := waits(identity.Coordinator); got != 0 {
		t.Errorf("for a coordinator to whom nothing was given: got %d, want 0", got)
	}
}

func TestBothSidesReadEachOtherAndTheStaffKnowWhoWrote(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	henk, code := r.SignIn("henk", "vertrouwenspersoon"), r.code(r.with(nil))
	one := cases + "/" + r.Text(`select id from complaint`)
	for body, want := range map[string]string{
		`{"state": "received"}`:                 "state choice",
		`{"state": "answered"}`:                 "text required",
		`{"state": "asked"}`:                    "text required",
		`{"state": "answered", "text": "kort"}`: "text too_short",
	} {
		f := r.as(henk, http.StatusUnprocessableEntity).ask(
			http.MethodPost, one+"/messages", json.RawMessage(body), `"1"`,
		)["fields"].([]any)[0].(map[string]any)
		if got := fmt.Sprint(f["name"], " ", f["code"]); got != want {
			t.Errorf("%s: %s", body, got)
		}
	}
	r.as(henk, http.StatusOK).ask(
		http.MethodPost,
		one+"/messages",
		map[string]any{"state": "asked", "text": "Waar lag het snoer?"},
		`"1"`,
	)
	r.want(r.write(code, "Bij de trap naar boven."), http.StatusCreated)
	m := r.as(henk, http.StatusOK).ask(http.MethodGet, one, nil, "")
	said := m["messages"].([]any)
	if len(said) != 2 ||
		said[0].(map[string]any)["by"].(map[string]any)["name"] != "Naam van henk" ||
		said[1].(map[string]any)["by"] != nil ||
		m["state"] != "confirmed" {
		t.Error(m)
	}
	if w := r.want(r.read(code), http.StatusOK); strings.Contains(w.Body.String(), "henk") {
		t.Error("the person hears who of the staff wrote:", w.Body)
	}
	r.as(henk, http.StatusOK).ask(
		http.MethodPost, one+"/messages", map[string]any{"state": "closed"}, `"3"`,
	)
	if got := r.as(henk, http.StatusOK).ask(
		http.MethodGet, cases+"?lijst=closed", nil, "",
	)["items"].([]any); len(got) != 1 || got[0].(map[string]any)["goneOn"] != "2028-11-15" {
		t.Error(got)
	}
}

func TestFourWeeksMoreAreGivenOnceAndTheTermIsToldAgain(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	r.answers("", "confirmed")
	one := cases + "/" + r.Text(`select id from complaint`)
	r.Clock.Set(monday.AddDate(0, 0, 37))
	r.sweep()
	told := r.mails("M14")
	henk := r.SignIn("henk", "vertrouwenspersoon")
	r.as(henk, http.StatusUnprocessableEntity).ask(
		http.MethodPost, one+"/extend", map[string]any{"reason": " "}, `"2"`,
	)
	m := r.as(henk, http.StatusOK).ask(
		http.MethodPost,
		one+"/extend",
		map[string]any{"reason": "We praten nog met de huurbaas."},
		`"2"`,
	)
	if m["answerBy"] != "2027-01-25" || m["reason"] != "We praten nog met de huurbaas." ||
		m["extended"] != true {
		t.Error(m)
	}
	r.as(henk, http.StatusConflict).ask(
		http.MethodPost, one+"/extend", map[string]any{"reason": "En nog eens."}, `"3"`,
	)
	r.Clock.Set(monday.AddDate(0, 0, 65).Add(-time.Second))
	if r.sweep(); r.mails("M14") != told {
		t.Error("told too early")
	}
	r.Clock.Set(monday.AddDate(0, 0, 65))
	r.sweep()
	if r.sweep(); r.mails("M14") != told+1 {
		t.Errorf("%d, want %d", r.mails("M14"), told+1)
	}
}

// Whoever has the roles of a coordinator and a beheerder reads as a coordinator; a beheerder alone
// reads nothing.
func TestRolesDoNotOpenMoreTogether(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	id := r.Text(`select id from complaint`)
	both := r.SignIn("ilja", "beheerder", "coordinator")
	r.as(both, http.StatusNotFound).ask(http.MethodGet, cases+"/"+id, nil, "")
	for _, role := range []string{"beheerder", "gastheer", "begeleider", "redactie"} {
		r.as(r.SignIn(role, role), http.StatusForbidden).ask(http.MethodGet, cases+"/"+id, nil, "")
	}
}

// Ten thousand of each: a page looks at little more than it shows.
func TestPagesOfComplaintsDoNotGrowWithTheYears(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	henk, sanne := r.SignIn("henk", "vertrouwenspersoon"), r.SignIn("sanne", "coordinator")
	r.code(r.with(nil))
	var ids []string
	var boxes [][]byte
	for i := range 20000 {
		id := fmt.Sprint("com_", i+1)
		ids = append(ids, id)
		boxes = append(boxes, r.Keys.Seal(table, id, db.JSON(Form{About: "safety"})))
	}
	if _, err := r.Pool.Exec(t.Context(), `
		insert into complaint (id, code_key, state, to_coordinator, assignee, assigned_by,
			reachable, sealed, received_at, closed_at, updated_at)
		select u.id, sha256(u.id::bytea),
			case when i % 2 = 0 then 'closed' else 'confirmed' end, i % 20 <> 3,
			case when i % 50 < 2 then 'sanne' end, case when i % 50 < 2 then 'henk' end, reachable,
			u.box,
		received_at - i * interval '1 minute',
			case when i % 2 = 0 then received_at - i * interval '1 minute' end,
			updated_at
		from complaint, unnest($1::text[], $2::bytea[]) with ordinality u (id, box, i)`,
		ids, boxes); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Pool.Exec(t.Context(), `analyze complaint`); err != nil {
		t.Fatal(err)
	}
	work := dbtest.Listen(t, r.Pool)
	r.Complaints.Pool = work.Pool
	for _, path := range []string{cases + "?lijst=open", cases + "?lijst=closed"} {
		for who, cookie := range map[string]string{"henk": henk, "sanne": sanne} {
			work.Reset()
			page := r.as(cookie, http.StatusOK).ask(http.MethodGet, path, nil, "")
			second := r.as(cookie, http.StatusOK).ask(
				http.MethodGet,
				path+"&na="+page["next"].(string),
				nil,
				"",
			)["items"].([]any)
			first := page["items"].([]any)
			if len(first) != inbox.PageSize || len(second) != inbox.PageSize ||
				first[inbox.PageSize-1].(map[string]any)["id"] == second[0].(map[string]any)["id"] {
				t.Error(who, path, len(first), len(second))
			}
			if rows, whole := work.Work("limit 51"); whole || rows == 0 || rows > 400 {
				t.Errorf("%s %s looks at %.0f rows, a whole table: %v", who, path, rows, whole)
			}
		}
	}
}
