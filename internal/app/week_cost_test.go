package app

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
)

// mostOfAWeek is what the board of a week may cost the processors, database included, however many
// years are planned.
const mostOfAWeek = 20 * time.Millisecond

// TestWhatTheWeekBoardCosts measures processor time beside no other test of this package, as that
// of the evening does; the median of several weeks is held against what is promised in the long
// run.
func TestWhatTheWeekBoardCosts(t *testing.T) {
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	h := eveningHall{site: s, handler: s.App.Handler()}
	const people = 5
	dates := longtest.N(t, 30, 600)
	activity := s.activity(nil)
	for i := range dates { // every third day, five years on end
		s.date(activity, monday.AddDate(0, 0, 3*i).Add(4*time.Hour), 60)
	}
	if _, err := s.Pool.Exec(t.Context(), `
		insert into registration (id, occurrence_id, status, seats, version, doc, sealed, email_key,
			created_at, updated_at)
		select 'reg_' || n || o.id, o.id, 'registered', 1, 1, '{"sequence": 0}', '\x00',
			convert_to(n || o.id, 'UTF8'), $1, $1
		from occurrence o, generate_series(1, $2::int) n`, monday, people); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Pool.Exec(t.Context(), `update occurrence set taken = $1`, people); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Pool.Exec(t.Context(), `analyze`); err != nil {
		t.Fatal(err)
	}
	cookie := s.signIn(t, "coordinator")
	week := func() {
		r := httptest.NewRequest(http.MethodGet, h.url+"/api/week?week=2026-W49", nil)
		r.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Schrijfcafé") {
			t.Fatalf("status %d: %.300s", w.Code, w.Body)
		}
	}
	for range 3 { // connections and plans are made
		week()
	}
	const asks = 100 // the system counts the time of a database in hundredths of a second
	var all []time.Duration
	for range longtest.N(t, 1, 9) {
		all = append(all, h.cost(func() {
			for range asks {
				week()
			}
		})/asks)
	}
	slices.Sort(all)
	median := all[len(all)/2]
	t.Logf("%d dates: the board of a week costs %s", dates, median)
	if longtest.On() && median > mostOfAWeek {
		t.Errorf("the board of a week costs %s, want at most %s", median, mostOfAWeek)
	}
}
