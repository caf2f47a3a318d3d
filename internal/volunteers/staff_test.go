package volunteers

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/inbox"
)

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

func TestTheBoardMovesPeopleAndAWrongTapGoesBack(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), http.StatusCreated)
	sanne, one := r.SignIn("sanne", "coordinator"), "/api/volunteers/"+r.Text(`
		select id from volunteer_application`)
	r.as(sanne, http.StatusUnprocessableEntity).ask(
		http.MethodPut, one+"/state", map[string]any{"state": "weg"}, `"1"`,
	)
	v := r.as(sanne, http.StatusOK).ask(
		http.MethodPut,
		one+"/state",
		map[string]any{"state": "notNow"},
		`"1"`,
	)
	if v["goneOn"] != "2026-12-14" || v["undoUntil"] == nil || v["roles"].([]any)[0] != "Koken" {
		t.Error(v)
	}
	r.as(sanne, http.StatusPreconditionFailed).ask(
		http.MethodPut, one+"/state", map[string]any{"state": "called"}, `"1"`,
	)
	v = r.as(sanne, http.StatusOK).ask(http.MethodPost, one+"/undo", nil, `"2"`)
	if v["state"] != "new" || v["goneOn"] != "2027-05-16" || v["undoUntil"] != nil {
		t.Error(v)
	}
	v = r.as(sanne, http.StatusOK).ask(
		http.MethodPut, one+"/vog", map[string]any{"seen": true}, `"3"`,
	)
	if v["vogOn"] != "2026-11-16" || v["vogBy"].(map[string]any)["name"] != "Naam van sanne" {
		t.Error(v)
	}
	r.Clock.Advance(10 * time.Minute)
	r.as(sanne, http.StatusGone).ask(http.MethodPost, one+"/undo", nil, `"4"`)
	if v = r.as(sanne, http.StatusOK).ask(
		http.MethodPut,
		one+"/vog",
		map[string]any{"seen": false},
		`"4"`,
	); v["vogOn"] != nil || v["vogBy"] != nil {
		t.Error(v)
	}
	r.as(sanne, http.StatusOK).ask(
		http.MethodPut, one+"/state", map[string]any{"state": "trial"}, `"5"`,
	)
	if n := r.as(sanne, http.StatusOK).ask(
		http.MethodGet, "/api/volunteers/counts", nil, "",
	); n["trial"] != 1.0 || n["new"] != 0.0 {
		t.Error(n)
	}
	if items := r.as(sanne, http.StatusOK).ask(
		http.MethodGet,
		"/api/volunteers?staat=trial",
		nil,
		"",
	)["items"].([]any); len(items) != 1 {
		t.Error(items)
	}
	for _, role := range []string{"redactie", "gastheer", "beheerder", "vertrouwenspersoon"} {
		r.as(r.SignIn(role, role), http.StatusForbidden).ask(http.MethodGet, one, nil, "")
	}
}

func TestANoteIsKeptSealedAndGoesWhenEmptied(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), http.StatusCreated)
	sanne, one := r.SignIn("sanne", "coordinator"), "/api/volunteers/"+r.Text(`
		select id from volunteer_application`)
	if v := r.as(sanne, http.StatusOK).ask(
		http.MethodPut,
		one+"/note",
		map[string]any{"text": "Komt donderdag langs."},
		`"1"`,
	); v["note"] != "Komt donderdag langs." {
		t.Error(v)
	}
	if v := r.as(sanne, http.StatusOK).ask(
		http.MethodPut,
		one+"/note",
		map[string]any{"text": " "},
		`"2"`,
	); v["note"] != nil || r.number(`
		select count(*) from volunteer_application where note is not null`) != 0 {
		t.Error(v)
	}
}

// Ten thousand in one column, and as many in the others: a page looks at little more than it shows.
func TestPagesOfApplicationsDoNotGrowWithTheYears(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), http.StatusCreated)
	if _, err := r.Pool.Exec(t.Context(), `
		insert into volunteer_application (id, state, email_key, keep, sealed, received_at,
			decided_at, updated_at)
		select 'vol_' || i,
			case when i % 2 = 0 then 'new' when i % 50 = 1 then 'trial' else 'notNow' end,
			email_key, keep, sealed, received_at - i * interval '1 minute',
		case when i % 2 = 1 and i % 50 <> 1 then received_at end,
			updated_at from volunteer_application, generate_series(1, 20000) i`); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Pool.Exec(t.Context(), `analyze volunteer_application`); err != nil {
		t.Fatal(err)
	}
	sanne, far := r.SignIn(
		"sanne",
		"coordinator",
	), db.Cursor{At: r.Clock.Now().Add(-10000 * time.Minute), ID: "vol_x"}
	work := dbtest.Listen(t, r.Pool)
	r.Volunteers.Pool = work.Pool
	for _, state := range states {
		for _, after := range []string{"", "&na=" + far.String()} {
			// A copied row cannot be opened under its new id: the page fails after its query.
			work.Reset()
			r.Call(http.MethodGet, "/api/volunteers?staat="+state+after, nil, "Cookie", sanne)
			rows, whole := work.Work("limit 51")
			if whole || rows > 2*inbox.PageSize+10 ||
				rows == 0 && (state == "new" || state == "notNow") {
				t.Errorf("%s%s looks at %.0f rows, a whole table: %v", state, after, rows, whole)
			}
		}
	}
}
