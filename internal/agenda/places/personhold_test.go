package places_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

func (r *room) hold(what string, until time.Time) error {
	r.T.Helper()
	return r.holdFor(what, "complaint", until)
}

func (r *room) release(who identity.Actor, what string) error {
	return r.ReleasePerson(r.T.Context(), who, persons.PersonRelease{
		PersonSought: persons.PersonSought{What: what},
	})
}

func (r *room) holdFor(what, reason string, until time.Time) error {
	r.T.Helper()
	_, err := r.HoldPerson(r.T.Context(), sanne, persons.PersonHold{
		PersonSought: persons.PersonSought{What: what},
		Until:        clock.Date(until),
		Reason:       reason,
	})
	return err
}

// leaving is how many sign-ups go at a moment.
func (r *room) leaving(at time.Time) int {
	r.T.Helper()
	n, err := r.Leaving(r.T.Context(), "registrations", at)
	r.ok(err)
	return n
}

func TestWhatIsHeldOutlastsItsTermAndNothingElseDoes(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.signs(o, "Anja", anja)
	r.signs(o, "Piet", addr("piet"))
	r.ok(r.hold(anja, r.Clock.Now().AddDate(0, 3, 0)))
	r.Clock.Advance(80 * 24 * time.Hour)
	now := r.Clock.Now()
	if n := r.leaving(now.AddDate(1, 0, 0)); n != 2 {
		t.Errorf("%d go after the hold, want 2", n)
	}
	if n := r.leaving(now); n != 1 { // the control: who is not held
		t.Errorf("%d go tonight, want 1", n)
	}
	if _, err := r.Forget(t.Context(), "registrations", now); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `registration`)
	r.MustCount(1, `audit_log where action = 'held' and reason = 'complaint'`)
	if all := r.shown(anja); all.Hold == nil || all.Hold.Reason != "complaint" {
		t.Errorf("the hold is not shown: %+v", all.Hold)
	}
	r.ok(r.release(tess, anja))
	if n, err := r.Forget(t.Context(), "registrations", now); err != nil || n != 1 {
		t.Errorf("%d went after it was ended, want 1 (%v)", n, err)
	}
	// that there was a hold is remembered, for as long as one may last
	r.MustCount(1, `person_hold`)
	for _, months := range []int{0, 2, 4} {
		at, left := now.AddDate(0, months, 0), 1
		if months > privacy.MostHeldMonths {
			left = 0
		}
		if _, err := privacy.ForgetHolds(t.Context(), r.Pool, at); err != nil {
			t.Fatal(err)
		}
		r.MustCount(left, `person_hold`)
		r.MustCount(left, `held_row`)
	}
}

// The second hold of one complaint counts from the first day of the first.
func TestAHoldThatWasEndedAndBegunAgainLastsNoLonger(t *testing.T) {
	t.Parallel()
	for _, ended := range []bool{true, false} { // by somebody, or by itself
		r := alone(t)
		r.Want(r.Register(r.Place(5), r.SignUp("Anja", anja)), 201)
		first := r.Clock.Now()
		r.ok(r.hold(anja, first.AddDate(0, 1, 0)))
		if ended {
			r.ok(r.release(sanne, anja))
		}
		r.Clock.Advance(45 * 24 * time.Hour)
		most := clock.Day(first).AddDate(0, privacy.MostHeldMonths, 0)
		if err := r.hold(anja, most.AddDate(0, 0, 1)); !errors.As(err, new(*problem.Problem)) {
			t.Errorf("ended %v: got %v, want a field that is wrong", ended, err)
		}
		if err := r.hold(anja, most); err != nil {
			t.Errorf("ended %v: within the three months: %v", ended, err)
		}
	}
}

// A hold for another reason in between, ended or put in its place, does not make the three months
// of the first begin anew.
func TestTwoReasonsByTurnsHoldNothingForLonger(t *testing.T) {
	t.Parallel()
	for _, ended := range []bool{true, false} {
		r := alone(t)
		r.Want(r.Register(r.Place(5), r.SignUp("Anja", anja)), 201)
		first := r.Clock.Now()
		end := func() {
			t.Helper()
			r.ok(r.release(sanne, anja))
		}
		for i, reason := range []string{"complaint", "request"} {
			r.ok(r.holdFor(anja, reason, first.AddDate(0, 1, 0)))
			if ended || i > 0 {
				end()
			}
		}
		r.Clock.Advance(45 * 24 * time.Hour)
		most := clock.Day(first).AddDate(0, privacy.MostHeldMonths, 0)
		if err := r.hold(anja, most.AddDate(0, 0, 1)); !errors.As(err, new(*problem.Problem)) {
			t.Errorf("ended %v: got %v, want a field that is wrong", ended, err)
		}
		if err := r.hold(anja, most); err != nil {
			t.Errorf("ended %v: within the three months: %v", ended, err)
		}
	}
}

// A night waits for a hold that is being set, and lets go nothing that it holds.
func TestANightWaitsForAHoldThatIsBeingSet(t *testing.T) {
	t.Parallel()
	for _, locked := range []bool{true, false} {
		r := alone(t)
		r.Want(r.Register(r.Place(5), r.SignUp("Anja", anja)), 201)
		r.Clock.Advance(80 * 24 * time.Hour)
		now := r.Clock.Now()
		tx, err := r.Pool.Begin(t.Context())
		r.ok(err)
		if locked { // the control: without the lock the night sees no hold yet
			if _, err := tx.Exec(t.Context(), privacy.Alone); err != nil {
				t.Fatal(err)
			}
		}
		var id string
		if err := tx.QueryRow(t.Context(), `select id from registration`).Scan(&id); err != nil {
			t.Fatal(err)
		}
		if err := privacy.Keep(t.Context(), tx, now, privacy.Hold{
			ID: "hld_1", Reason: "complaint", Until: now.AddDate(0, 1, 0), By: "sanne", Created: now,
		}, []string{id}); err != nil {
			t.Fatal(err)
		}
		done := make(chan int, 1)
		go func() {
			n, err := r.Forget(t.Context(), "registrations", now)
			if err != nil {
				t.Error(err)
			}
			done <- n
		}()
		for waits := false; !waits && len(done) == 0; {
			if err := tx.QueryRow(t.Context(), `
				select exists (
					select from pg_locks
					where locktype = 'advisory' and not granted
						and database = (select oid from pg_database where datname = current_database())
				)`).Scan(&waits); err != nil {
				t.Fatal(err)
			}
		}
		r.ok(tx.Commit(t.Context()))
		if n := <-done; (n == 0) != locked {
			t.Errorf("locked %v: %d went", locked, n)
		}
	}
}

func TestNobodyErasesWhatIsHeld(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.signs(o, "Anja", anja)
	link := r.RegistrationToken(anja)
	r.ok(r.hold(anja, r.Clock.Now().AddDate(0, 1, 0)))
	_, err := r.ErasePerson(t.Context(), sanne, erasing(anja))
	if !errors.Is(err, problem.New(problem.Conflict)) {
		t.Errorf("by staff: got %v, want conflict", err)
	}
	r.Want(r.Holder("POST", "/api/erase-mine", link, nil), http.StatusConflict)
	r.MustCount(1, `registration`)
	r.ok(r.release(sanne, anja))
	r.Want(r.Holder("POST", "/api/erase-mine", link, nil), http.StatusNoContent)
	r.MustCount(0, `registration`)
}

func TestAHoldEndsWithinThreeMonthsOfItsFirstDay(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", anja)), 201)
	start := r.Clock.Now()
	most := clock.Day(start).AddDate(0, privacy.MostHeldMonths, 0)
	for _, until := range []time.Time{start, start.AddDate(0, 0, -1), most.AddDate(0, 0, 1)} {
		if err := r.hold(anja, until); !errors.As(err, new(*problem.Problem)) {
			t.Errorf("until %v: got %v, want a field that is wrong", until, err)
		}
	}
	r.MustCount(0, `person_hold`)
	r.ok(r.hold(anja, most))
	r.Clock.Advance(24 * time.Hour)
	if err := r.hold(anja, most.AddDate(0, 0, 1)); !errors.As(err, new(*problem.Problem)) {
		t.Errorf("moved on: got %v, want a field that is wrong", err)
	}
	if err := r.hold(anja, most.AddDate(0, -1, 0)); err != nil {
		t.Errorf("made shorter: %v", err)
	}
	r.MustCount(1, `person_hold`)
	if err := r.hold(addr("niemand"), most); !errors.Is(
		err, problem.New(problem.NotFound),
	) {
		t.Errorf("nobody: got %v, want not_found", err)
	}
}

func TestOfASharedAddressOnlyTheChosenNameIsErased(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", anja)), 201)
	r.Want(r.Register(r.Place(5), r.SignUp("Piet", anja)), 201)
	all := r.shown(anja)
	if len(all.Names) != 2 || all.Names[0] != "anja" || all.Names[1] != "piet" {
		t.Fatalf("got names %q", all.Names)
	}
	// said before anything is shown; and nobody is given what is another's
	if got := r.found(anja); !strings.Contains(got, `"names":2`) {
		t.Errorf("got %s", got)
	}
	his, err := r.ShowPersonOf(t.Context(), sanne, asked(anja), "piet")
	if err != nil || len(his.Items) != 1 || his.Items[0].Registration.Name != "Piet" ||
		len(his.Mails) != 1 {
		t.Fatalf("got %+v (%v)", his, err)
	}
	goes, err := r.PersonGoesOf(t.Context(), sanne, asked(anja), "piet")
	if err != nil || len(goes.Kinds) == 0 || goes.Kinds[0].N != 1 || goes.Mail {
		t.Fatalf("got %+v (%v)", goes, err)
	}
	wish := erasing(anja, all.Rows...)
	wish.Whose.Whose = []string{"piet"}
	if done, err := r.ErasePerson(t.Context(), sanne, wish); err != nil || done.Already {
		t.Fatal(done, err)
	}
	if left := r.shown(anja); len(left.Names) != 1 || left.Names[0] != "anja" {
		t.Errorf("left: %q", left.Names)
	}
	if r.Mails("M23") != 0 {
		t.Error("told that all of an address is gone, of which something is left")
	}
	r.Invariants()
}

// Somebody of whom another room keeps something has no row on a date whose lock would let one
// erasure go after another.
func TestErasuresOfSomebodyWithoutARowOfADateGoOneAfterAnother(t *testing.T) {
	t.Parallel()
	for _, locked := range []bool{true, false} {
		r := alone(t)
		r.Others = []visitors.Other{&elsewhere{of: r.Keys.EmailKey(anja)}}
		tx, err := r.Pool.Begin(t.Context())
		r.ok(err)
		if locked { // the control: without somebody in front nobody waits
			if _, err := tx.Exec(t.Context(), places.PersonLock); err != nil {
				t.Fatal(err)
			}
		}
		done := make(chan error, 1)
		go func() {
			_, err := r.ErasePerson(t.Context(), tess, erasing(anja))
			done <- err
		}()
		waited := false
		for !waited && len(done) == 0 {
			if err := r.Pool.QueryRow(t.Context(), `
				select exists (
					select from pg_locks
					where locktype = 'advisory' and not granted
						and database = (select oid from pg_database where datname = current_database())
				)`).Scan(&waited); err != nil {
				t.Fatal(err)
			}
		}
		if waited != locked {
			t.Errorf("somebody in front: %v, and the second waited: %v", locked, waited)
		}
		r.ok(tx.Rollback(t.Context()))
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
