package places_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/problem"
)

// waiters is how many connections wait for a lock, a moment from now.
func (r *room) waiters() int { return dbtest.WaitForLock(r.T, r.Pool) }

// holdDate holds the lock of a date until the test lets go.
func (r *room) holdDate(occurrence string) (held pgx.Tx) {
	r.T.Helper()
	held, err := r.Pool.Begin(context.Background())
	r.ok(err)
	r.T.Cleanup(func() { _ = held.Rollback(context.Background()) })
	if _, err := held.Exec(context.Background(), `
		select from occurrence where id = $1 for update`, occurrence); err != nil {
		r.T.Fatal(err)
	}
	return held
}

// Staff take an activity offline, or open it for guests, while somebody waits for the date's lock:
// what counts is how it is when their turn comes.
func TestWhoWaitedForTheLockMeetsTheActivityAsItIsThen(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		change func(*rules.Activity)
		guests int
		want   int
	}{
		"it was archived":       {func(a *rules.Activity) { a.Status = "archived" }, 0, 410},
		"guests may come now":   {func(a *rules.Activity) { a.MaxGuests = 2 }, 2, 201},
		"it became a walk-in":   {func(a *rules.Activity) { a.Mode = rules.Walkin }, 0, 409},
		"nothing of it matters": {func(a *rules.Activity) { a.Title = "Anders" }, 0, 201},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			activity := r.Activity(func(a *rules.Activity) { a.Slug = "schrijven" })
			o := r.Date(activity, monday.AddDate(0, 0, 15), 5, nil)
			held := r.holdDate(o)
			body := r.SignUp("Anja", addr("anja"))
			body["guests"] = x.guests
			done := make(chan int)
			go func() { done <- r.Register(o, body).Code }()
			for r.waiters() == 0 {
			}
			change := stored(t, r, activity)
			x.change(&change)
			r.Tx(func(tx pgx.Tx) error {
				return r.SaveActivity(context.Background(), tx, activity, change)
			})
			r.ok(held.Commit(t.Context()))
			if got := <-done; got != x.want {
				t.Errorf("status %d, want %d", got, x.want)
			}
		})
	}
}

// stored is an activity as it stands in the table.
func stored(t *testing.T, r *room, id string) (a rules.Activity) {
	t.Helper()
	if err := r.Pool.QueryRow(t.Context(), `
		select doc from activity where id = $1`, id).Scan(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

// Sixty want a place of one date whose lock somebody holds: the rest of the site goes on, and all
// sixty get their answer.
func TestOneBusyDateTakesFewConnectionsAndRefusesNobody(t *testing.T) {
	r := setup(t) // eight connections
	o, quiet := r.Place(20), r.Place(5)
	held := r.holdDate(o)
	const visitors = 60
	answers := make(chan int, visitors)
	for i := range visitors {
		go func() {
			answers <- r.Register(o, r.SignUp("P", person(i))).Code
		}()
	}
	for r.waiters() < 1 {
		if len(answers) > 0 {
			t.Fatal("answered before the lock was free:", <-answers)
		}
	}
	aside, done := context.WithTimeout(t.Context(), 20*time.Second)
	defer done()
	for range 20 { // somebody else's visits meanwhile
		if _, err := r.Peek(aside, r.Pool, quiet); err != nil {
			t.Fatal("no connection is left for another date:", err)
		}
	}
	if code := r.Register(quiet, r.SignUp("Ander", addr("ander"))).Code; code != 201 {
		t.Error("another date cannot be booked:", code)
	}
	if n := r.waiters(); n != 1 {
		t.Errorf("%d connections wait for the date, want 1", n)
	}
	r.ok(held.Commit(t.Context()))
	count := map[int]int{}
	for range visitors {
		count[<-answers]++
	}
	if count[201] != 20 || count[409] != 40 {
		t.Errorf("%v, want 20 places and 40 times full", count)
	}
	r.Invariants()
}

func TestStaffCannotPutAnybodyOnADateThatDoesNotHappen(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.exec(`
		update occurrence set status = 'cancelled' where id = $1`, o)
	short := true
	anja := rules.Person{Name: "Anja", Email: addr("anja")}
	for name, act := range map[string]func(pgx.Tx) error{
		"a place": func(tx pgx.Tx) error {
			_, err := r.Enrol(t.Context(), tx, o, "telefoon", rules.SignUp{
				Person: anja, Consent: true,
			})
			return err
		},
		"the waitlist": func(tx pgx.Tx) error {
			return r.PutOnWaitlist(t.Context(), tx, o, rules.JoinWaitlist{
				Person: anja, PreferredWay: "mail", ShortNotice: &short, Consent: true,
			})
		},
	} {
		err := db.InTx(t.Context(), r.Pool, act)
		if !errors.Is(err, problem.New(problem.Gone)) {
			t.Errorf("%s: %v, want gone", name, err)
		}
	}
	r.MustCount(0, `registration`)
	r.MustCount(0, `waitlist_entry`)
}

// Whoever takes a sign-up away waits for the date as whoever signs up.
func TestWhoErasesWaitsWithoutAConnectionToo(t *testing.T) {
	r := setup(t) // eight connections
	o, quiet := r.Place(40), r.Place(5)
	const visitors = 20
	var links []string
	for i := range visitors {
		r.signs(o, "P", person(i))
		links = append(links, r.RegistrationToken(person(i)))
	}
	held := r.holdDate(o)
	answers := make(chan int, visitors)
	for i, auth := range links {
		path := []string{"/api/not-me", "/api/erase-mine"}[i%2]
		go func() { answers <- r.Holder("POST", path, auth, nil).Code }()
	}
	for r.waiters() < 2 {
		if len(answers) > 0 {
			t.Fatal("answered before the lock was free:", <-answers)
		}
	}
	aside, done := context.WithTimeout(t.Context(), 20*time.Second)
	defer done()
	for range 20 { // somebody else's visits meanwhile
		if _, err := r.Peek(aside, r.Pool, quiet); err != nil {
			t.Fatal("no connection is left for another date:", err)
		}
	}
	if n := r.waiters(); n != 2 {
		t.Errorf("%d connections wait for the date, want 2", n)
	}
	r.ok(held.Commit(t.Context()))
	for range visitors {
		if code := <-answers; code != 204 {
			t.Error(code)
		}
	}
	r.MustCount(0, `registration`)
	r.Invariants()
}

// Somebody called off, and then the house did: there is nothing to come to after all.
func TestNobodyComesAfterAllToADateThatDoesNotHappen(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.signs(o, "Anja", addr("anja"))
	link := r.RegistrationToken(addr("anja"))
	r.Want(r.Holder("DELETE", "/api/registration", link, nil), 200)
	r.did(r.off(o))
	if seen := r.mine(addr("anja")); seen.RestoreUntil != "" {
		t.Error("the page offers to come after all, until", seen.RestoreUntil)
	}
	r.Want(r.Holder("POST", "/api/registration/restore", link, nil), 409)
	r.MustCount(0, `registration where status = 'registered'`)
	r.MustCount(0, `select taken from occurrence where id = $1`, o)
}

// Two acts on the same dates wait for each other and never both: each takes the locks in the order
// of the ids, so who waits for the first of them holds none of the others.
func TestDatesAreLockedInTheOrderOfTheirIDs(t *testing.T) {
	r := setup(t)
	dates := r.weekly(4)
	off := r.offAll(dates[1], allDates)
	print := r.look(off).Fingerprint
	slices.Sort(dates)
	held := r.holdDate(dates[0])
	done := make(chan error)
	go func() {
		_, err := off.press(byFatima, print)
		done <- err
	}()
	for r.waiters() == 0 {
	}
	r.MustCount(len(dates)-1, `
		( select from occurrence where id = any($1) for update skip locked ) free`, dates[1:])
	r.ok(held.Commit(t.Context()))
	if err := <-done; err != nil {
		t.Error(err)
	}
}
