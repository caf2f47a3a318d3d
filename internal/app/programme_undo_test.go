package app

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// undo takes back what an answer offered.
func (w planner) undo(of answer) answer {
	w.t.Helper()
	offer, _ := of.json(w.t)["undo"].(map[string]any)
	if offer == nil {
		w.t.Fatalf("nothing to undo in %s", of.body)
	}
	return w.send(http.MethodPost, "/api/undo/"+offer["id"].(string), 0, nil)
}

// dated are the ids of the new dates in a draft.
func dated(t *testing.T, of answer) string {
	t.Helper()
	ids := []string{}
	for _, d := range of.json(t)["doc"].(map[string]any)["newDates"].([]any) {
		ids = append(ids, d.(map[string]any)["id"].(string)[:5])
	}
	return strings.Join(ids, " ")
}

func TestAPublicationThatIsTakenBackTakesItsNewDatesBack(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w := s.planner(t, "sanne", "coordinator")
	w.want(w.draft(draftID, 0, nil), http.StatusOK)
	back := w.want(w.undo(w.want(w.publish(draftID, 1), http.StatusOK)), http.StatusOK)
	if n := s.number(`select count(*) from occurrence`); n != 0 {
		t.Errorf("%d dates are still open for sign-up", n)
	}
	if got := dated(t, back); got != "occ_a occ_b occ_c" {
		t.Errorf("the draft has dates %q", got)
	}
	w.want(w.publish(draftID, 3), http.StatusOK)

	w.want(w.draft(draftID, 4, func(doc map[string]any) {
		doc["title"] = "Haakcafé"
		doc["newDates"] = []any{date("occ_dddddddddddddddddddd", "2026-12-08")}
	}), http.StatusOK)
	back = w.want(w.undo(w.want(w.publish(draftID, 5), http.StatusOK)), http.StatusOK)
	if n := s.number(`select count(*) from occurrence`); n != 3 || dated(t, back) != "occ_d" {
		t.Errorf("%d dates, and the draft has %q", n, dated(t, back))
	}
	home := s.call(http.MethodGet, "/api/occurrences?zoek=brei", nil).body
	if strings.Count(home, `"title":"Breicafé"`) != 3 {
		t.Errorf("visitors see %s", home)
	}
}

// fortnightly is a rule for every other Thursday, four times.
func fortnightly(first string) map[string]any {
	return map[string]any{
		"every": "week", "weeks": 2, "days": []any{4}, "from": "14.00", "to": "16.00",
		"first": first, "end": "count", "count": 4,
	}
}

func TestAPublicationWithARhythmIsTakenBack(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w := s.planner(t, "sanne", "coordinator")
	rule := fortnightly("2026-12-03")
	draft := func(version int) {
		w.want(w.draft(draftID, version, func(doc map[string]any) {
			doc["rhythm"], doc["newDates"] = rule, []any{}
		}), http.StatusOK)
	}
	dates := func(want string) {
		t.Helper()
		var got string
		if err := s.Pool.QueryRow(t.Context(), `
			select coalesce(string_agg(to_char(starts_at, 'MMDD'), ' ' order by starts_at), '')
			from occurrence`).Scan(&got); err != nil || got != want {
			t.Errorf("dates %q, want %q (%v)", got, want, err)
		}
	}
	draft(0)
	w.want(w.undo(w.want(w.publish(draftID, 1), http.StatusOK)), http.StatusOK)
	dates("")
	w.want(w.publish(draftID, 3), http.StatusOK)
	dates("1203 1217 1231 0114")
	ids := s.number(`select count(distinct id) from occurrence`)
	rule["weeks"] = 1
	draft(4)
	changed := w.want(w.publish(draftID, 5), http.StatusOK)
	dates("1203 1210 1217 1224")
	w.want(w.undo(changed), http.StatusOK)
	dates("1203 1217 1231 0114")
	if n := s.number(`select count(*) from occurrence where rhythm_day is not null`); n != ids {
		t.Errorf("%d dates of the rhythm", n)
	}
}

func TestAPublicationWhoseNewDatesHavePeopleIsNotTakenBack(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w := s.planner(t, "sanne", "coordinator")
	w.want(w.draft(draftID, 0, nil), http.StatusOK)
	published := w.want(w.publish(draftID, 1), http.StatusOK)
	s.want(
		s.register("occ_cccccccccccccccccccc", s.signUp("Anja", "anja@voorbeeld.example")),
		http.StatusCreated,
	)
	a := w.want(w.undo(published), http.StatusConflict)
	if !strings.Contains(a.body, `{"name":"newDates","code":"taken"}`) {
		t.Error(a.body)
	}
	w.want(w.undo(published), http.StatusConflict) // it is not used up
	if n := s.number(`select count(*) from occurrence`); n != 3 {
		t.Errorf("%d dates", n)
	}
}

func TestADateThatWasRemovedCanBePutBack(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	w, loes := s.planner(t, "sanne", "coordinator"), s.planner(t, "loes", "begeleider")
	w.want(w.draft(draftID, 0, nil), http.StatusOK)
	w.want(w.publish(draftID, 1), http.StatusOK)
	const one = "/api/occurrences/occ_bbbbbbbbbbbbbbbbbbbb"
	w.want(w.send(http.MethodPatch, one, 1, map[string]any{
		"capacity": 5,
		"note":     "In de tuin",
	}), http.StatusOK)
	dump := func() (out string) {
		if err := s.Pool.QueryRow(t.Context(), `
			select jsonb_agg(to_jsonb(o) order by o.id)::text
				|| (select jsonb_agg(to_jsonb(se) order by se.id) from session se)::text
			from occurrence o`).Scan(&out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	before := dump()
	gone := w.want(w.send(http.MethodDelete, one, 2, nil), http.StatusOK)
	if n := s.number(`select count(*) from occurrence`); n != 2 {
		t.Errorf("%d dates", n)
	}
	loes.want(loes.undo(gone), http.StatusForbidden)
	w.want(w.undo(gone), http.StatusOK)
	if after := dump(); after != before {
		t.Errorf("%s\nwas %s", after, before)
	}
	w.want(w.undo(gone), http.StatusGone)
	if n := s.number(`
		select count(*) from audit_log where kind = 'activity' and action = 'undo'`); n != 1 {
		t.Errorf("the log book tells %d times", n)
	}
	gone = w.want(w.send(http.MethodDelete, one, 2, nil), http.StatusOK)
	s.Clock.Advance(10 * time.Minute)
	w.want(w.undo(gone), http.StatusGone)
}
