package volunteers

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"
)

func (r *room) as(cookie, method, path string, body any, tag string, status int) (out map[string]any) {
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
	sanne, one := r.SignIn("sanne", "coordinator"), "/api/volunteers/"+r.Text(`select id from volunteer_application`)
	r.as(sanne, http.MethodPut, one+"/state", map[string]any{"state": "weg"}, `"1"`, http.StatusUnprocessableEntity)
	v := r.as(sanne, http.MethodPut, one+"/state", map[string]any{"state": "notNow"}, `"1"`, http.StatusOK)
	if v["goneOn"] != "2026-12-14" || v["undoUntil"] == nil || v["roles"].([]any)[0] != "Koken" {
		t.Error(v)
	}
	r.as(sanne, http.MethodPut, one+"/state", map[string]any{"state": "called"}, `"1"`, http.StatusPreconditionFailed)
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
	if v = r.as(sanne, http.MethodPut, one+"/vog", map[string]any{"seen": false}, `"4"`, http.StatusOK); v["vogOn"] != nil || v["vogBy"] != nil {
		t.Error(v)
	}
	r.as(sanne, http.MethodPut, one+"/state", map[string]any{"state": "trial"}, `"5"`, http.StatusOK)
	if n := r.as(sanne, http.MethodGet, "/api/volunteers/counts", nil, "", http.StatusOK); n["trial"] != 1.0 || n["new"] != 0.0 {
		t.Error(n)
	}
	if items := r.as(sanne, http.MethodGet, "/api/volunteers?staat=trial", nil, "", http.StatusOK)["items"].([]any); len(items) != 1 {
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
	sanne, one := r.SignIn("sanne", "coordinator"), "/api/volunteers/"+r.Text(`select id from volunteer_application`)
	if v := r.as(sanne, http.MethodPut, one+"/note", map[string]any{"text": "Komt donderdag langs."}, `"1"`, http.StatusOK); v["note"] != "Komt donderdag langs." {
		t.Error(v)
	}
	if v := r.as(sanne, http.MethodPut, one+"/note", map[string]any{"text": " "}, `"2"`, http.StatusOK); v["note"] != nil || r.number(`select count(*) from volunteer_application where note is not null`) != 0 {
		t.Error(v)
	}
}
