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

func (r *room) as(
	cookie, method, path string,
	body any,
	tag string,
	status int,
) (out map[string]any) {
	r.t.Helper()
	w := r.want(r.Call(method, path, body, "Cookie", cookie, "If-Match", tag), status)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
		r.t.Fatal(err, w.Body)
	}
	return out
}

func TestTheBoardMovesPeopleAndAWrongTapGoesBack(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), http.StatusCreated)
	sanne, one := r.SignIn("sanne", "coordinator"), "/api/volunteers/"+r.Text(`
		select id from volunteer_application`)
	r.as(
		sanne,
		http.MethodPut,
		one+"/state",
		map[string]any{"state": "weg"},
		`"1"`,
		http.StatusUnprocessableEntity,
	)
	v := r.as(
		sanne,
		http.MethodPut,
		one+"/state",
		map[string]any{"state": "notNow"},
		`"1"`,
		http.StatusOK,
	)
	if v["goneOn"] != "2026-12-14" || v["undoUntil"] == nil || v["roles"].([]any)[0] != "Koken" {
		t.Error(v)
	}
	r.as(
		sanne,
		http.MethodPut,
		one+"/state",
		map[string]any{"state": "called"},
		`"1"`,
		http.StatusPreconditionFailed,
	)
	v = r.as(sanne, http.MethodPost, one+"/undo", nil, `"2"`, http.StatusOK)
	if v["state"] != "new" || v["goneOn"] != nil || v["undoUntil"] != nil {
		t.Error(v)
	}
	v = r.as(sanne, http.MethodPut, one+"/vog", map[string]any{"seen": true}, `"3"`, http.StatusOK)
	if v["vogOn"] != "2026-11-16" || v["vogBy"].(map[string]any)["name"] != "Naam van sanne" {
		t.Error(v)
	}
	r.Clock.Advance(10 * time.Minute)
	r.as(sanne, http.MethodPost, one+"/undo", nil, `"4"`, http.StatusGone)
	if v = r.as(
		sanne,
		http.MethodPut,
		one+"/vog",
		map[string]any{"seen": false},
		`"4"`,
		http.StatusOK,
	); v["vogOn"] != nil || v["vogBy"] != nil {
		t.Error(v)
	}
	r.as(
		sanne,
		http.MethodPut,
		one+"/state",
		map[string]any{"state": "trial"},
		`"5"`,
		http.StatusOK,
	)
	if n := r.as(
		sanne,
		http.MethodGet,
		"/api/volunteers/counts",
		nil,
		"",
		http.StatusOK,
	); n["trial"] != 1.0 || n["new"] != 0.0 {
		t.Error(n)
	}
	if items := r.as(
		sanne,
		http.MethodGet,
		"/api/volunteers?staat=trial",
		nil,
		"",
		http.StatusOK,
	)["items"].([]any); len(items) != 1 {
		t.Error(items)
	}
	for _, role := range []string{"redactie", "gastheer", "beheerder", "vertrouwenspersoon"} {
		r.as(r.SignIn(role, role), http.MethodGet, one, nil, "", http.StatusForbidden)
	}
}

func TestANoteIsKeptSealedAndGoesWhenEmptied(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), http.StatusCreated)
	sanne, one := r.SignIn("sanne", "coordinator"), "/api/volunteers/"+r.Text(`
		select id from volunteer_application`)
	if v := r.as(
		sanne,
		http.MethodPut,
		one+"/note",
		map[string]any{"text": "Komt donderdag langs."},
		`"1"`,
		http.StatusOK,
	); v["note"] != "Komt donderdag langs." {
		t.Error(v)
	}
	if v := r.as(
		sanne,
		http.MethodPut,
		one+"/note",
		map[string]any{"text": " "},
		`"2"`,
		http.StatusOK,
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
			not_now_at, updated_at)
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
