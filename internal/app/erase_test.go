package app

import (
	"net/http"
	"testing"

	"herstelruimte/internal/dbtest"
)

// Whoever has the link that was mailed to an address has everything of that address erased, in
// every room; the same number, and a complaint, stay.
func TestErasingReachesEveryRoomOfTheAddress(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil) // no mail goes out meanwhile
	_, date := s.place(5)
	const anja, bart = "anja@voorbeeld.example", "bart@voorbeeld.example"
	for _, email := range []string{anja, bart} {
		sign := s.signUp("Bo", email)
		sign["phone"] = "0612345678"
		s.want(s.register(date, sign), http.StatusCreated)
		s.want(s.call(http.MethodPost, "/api/messages", map[string]any{
			"subject":  "other",
			"email":    email,
			"phone":    "0612345678",
			"message":  "Hallo daar",
			"formTime": s.formTime(),
		}), http.StatusCreated)
		s.want(s.call(http.MethodPost, "/api/volunteers", map[string]any{
			"name":         "Bo",
			"email":        email,
			"phone":        "0612345678",
			"roles":        []string{"unknown"},
			"availability": []string{"talk"},
			"formTime":     s.formTime(),
		}), http.StatusCreated)
		s.subscribed(email)
	}
	complaint := s.complaint()
	complaint["contactWish"], complaint["name"], complaint["email"] = true, "Bo", anja
	s.want(s.call(http.MethodPost, "/api/complaints", complaint), http.StatusCreated)

	overview := s.overviewKey(anja)
	all := s.want(
		s.call(http.MethodGet, "/api/my-registrations", nil, holds(overview)...),
		http.StatusOK,
	).json(t)
	if rows, other := all["items"].([]any), all["elsewhere"].([]any); len(rows) != 1 ||
		len(other) != 3 {
		t.Errorf("the overview shows %v and %v, want 1 row and 3 things elsewhere", rows, other)
	}
	s.want(s.call(http.MethodPost, "/api/erase-mine", nil, holds(s.registrationKey(anja))...),
		http.StatusNoContent)
	s.want(
		s.call(http.MethodGet, "/api/my-registrations", nil, holds(overview)...),
		http.StatusNotFound,
	)
	for _, table := range []string{
		"registration", "contact_message", "volunteer_application", "subscriber",
	} {
		if n := s.number(`select count(*) from ` + table); n != 1 {
			t.Errorf("%s: %d rows, want the one of the other address", table, n)
		}
		if n := s.number(`
			select count(*) from `+table+` where email_key = $1`, s.keys.EmailKey(bart)); n != 1 {
			t.Errorf("%s: the row of the other address is gone", table)
		}
	}
	for sql, want := range map[string]int{
		`select count(*) from complaint`:               1,
		`select count(*) from erasure_journal`:         5, // and the link to the overview
		`select count(*) from subscriber_left`:         1,
		`select count(*) from mail where kind = 'M23'`: 1,
		`select count(*) from mail
			where cause_id in (select row_id from erasure_journal)
				and state <> 'withdrawn' and kind <> 'M23'`: 0,
	} {
		if n := s.number(sql); n != want {
			t.Errorf("%s: %d, want %d", sql, n, want)
		}
	}
	s.invariantsHold()
}
