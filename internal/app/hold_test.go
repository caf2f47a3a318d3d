package app

import (
	"context"
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/retention"
)

// overdueOfEachKind is a house in which something of every kind that staff can hold has its term
// over; the ids of each.
func overdueOfEachKind(t *testing.T) (s *site, ids map[string][]string) {
	t.Helper()
	s = idle(t, configOf(t, dbtest.URL(t)), nil)
	asks := s.activity(func(a *rules.Activity) { a.AskSupport = true })
	date := s.date(asks, monday.AddDate(0, 0, 15), 1)
	with := s.signUp("Anja", "anja@voorbeeld.example")
	with["support"] = "Een stoel bij de deur"
	s.want(s.register(date, with), http.StatusCreated)
	s.want(s.join(date, s.waiting("Wim", "wim@voorbeeld.example")), http.StatusCreated)
	s.want(s.call(http.MethodPost, "/api/messages", map[string]any{
		"subject": "other", "email": "anja@voorbeeld.example", "message": "Hallo daar",
		"formTime": s.formTime(),
	}), http.StatusCreated)
	s.want(s.call(http.MethodPost, "/api/volunteers", map[string]any{
		"name": "Anja", "phone": "0612345678", "roles": []string{"unknown"},
		"availability": []string{"talk"}, "formTime": s.formTime(),
	}), http.StatusCreated)
	s.want(s.call(http.MethodPost, "/api/rights-requests", map[string]any{
		"what": "insight", "phone": "0612345678", "formTime": s.formTime(),
	}), http.StatusCreated)
	s.subscribed("anja@voorbeeld.example") // never confirmed
	s.exec(`update volunteer_application set state = 'notNow', decided_at = $1`, s.Clock.Now())
	ids = map[string][]string{}
	for kind, table := range map[string]string{
		"needs": "registration", "entries": "waitlist_entry", "registrations": "registration",
		"messages": "contact_message", "applications": "volunteer_application",
		"requests": "rights_request", "subscribers": "subscriber",
	} {
		rows, err := s.Pool.Query(t.Context(), `select id from `+table)
		if err != nil {
			t.Fatal(err)
		}
		if ids[kind], err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil ||
			len(ids[kind]) != 1 {
			t.Fatal(kind, ids[kind], err)
		}
	}
	s.Clock.Set(s.Clock.Now().AddDate(2, 0, 0))
	return s, ids
}

// beginsToHold stores a hold that nobody sees yet, with the lock of whoever holds rows or without.
func (s *site) beginsToHold(t *testing.T, ids []string, locked bool) pgx.Tx {
	t.Helper()
	tx, err := s.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if locked {
		if _, err := tx.Exec(t.Context(), privacy.Alone); err != nil {
			t.Fatal(err)
		}
	}
	now := s.Clock.Now()
	if err := privacy.Keep(t.Context(), tx, now, privacy.Hold{
		ID: "hld_1", Reason: "complaint", Until: now.AddDate(0, 1, 0), By: "sanne", Created: now,
	}, ids); err != nil {
		t.Fatal(err)
	}
	return tx
}

// Of whatever kind: a night waits for a hold that is being set, and lets go nothing that it holds.
// The control, a hold without its lock, is not waited for and comes too late.
func TestANightOfEachKindWaitsForAHoldThatIsBeingSet(t *testing.T) {
	t.Parallel()
	s, ids := overdueOfEachKind(t)
	tried := 0
	for _, k := range s.Retention.Kinds {
		if ids[k.Name] == nil {
			continue // nobody can hold it
		}
		tried++
		tx := s.beginsToHold(t, ids[k.Name], true)
		if n := s.nightBeside(t, k, tx); n != 0 {
			t.Errorf("%s: %d went that are held", k.Name, n)
		}
		s.exec(`delete from person_hold`)
		tx = s.beginsToHold(t, ids[k.Name], false)
		n, err := k.Forget(t.Context(), s.Clock.Now())
		if err != nil || n != 1 {
			t.Errorf("%s: %d went without the lock, want 1: the test proves nothing (%v)",
				k.Name, n, err)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if tried != len(ids) {
		t.Errorf("%d kinds were tried of %d", tried, len(ids))
	}
}

// nightBeside runs the night of a kind beside a hold that is being set; it is set as soon as the
// night waits for it. It says how many went.
func (s *site) nightBeside(t *testing.T, k retention.Kind, hold pgx.Tx) int {
	t.Helper()
	done := make(chan int, 1)
	go func() {
		n, err := k.Forget(context.WithoutCancel(t.Context()), s.Clock.Now())
		if err != nil {
			t.Error(k.Name, err)
		}
		done <- n
	}()
	for waits := false; !waits && len(done) == 0; {
		if err := hold.QueryRow(t.Context(), `
			select exists (
				select from pg_locks
				where locktype = 'advisory' and not granted
					and database = (select oid from pg_database where datname = current_database())
			)`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	if err := hold.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return <-done
}
