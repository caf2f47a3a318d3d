package places_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
)

func (r *room) forget(kind string, want int) {
	r.T.Helper()
	if n, err := r.Forget(r.T.Context(), kind, r.Clock.Now()); err != nil || n != want {
		r.T.Fatalf("%s: %d went, want %d (%v)", kind, n, want, err)
	}
}

// ends is that of the date of Place.
var ends = monday.AddDate(0, 0, 15).Add(2 * time.Hour)

func TestASignUpGoesWhenItsTermIsOverAndNotBefore(t *testing.T) {
	r := setup(t)
	o := r.Place(4)
	r.signs(o, "Anja", addr("anja"))
	r.Clock.Set(ends.AddDate(0, 0, 30).Add(-time.Second))
	r.forget("registrations", 0)
	r.Clock.Advance(time.Second)
	r.forget("registrations", 1)
	r.forget("registrations", 0)
	r.MustCount(1, `erasure_journal where kind = 'registration'`)
	r.MustCount(1, `select registered from occurrence_count where final`)
	r.Invariants()
}

func TestATermOfNoDaysIsTheNightAfterAndNeverReachesADateToCome(t *testing.T) {
	r := setup(t)
	r.House = func(context.Context) house.House {
		h := house.Default()
		h.Keep.RegistrationDays, h.Keep.WaitlistDays, h.Keep.SupportDays = 0, 0, 0
		return h
	}
	o := r.Place(1)
	in := r.SignUp("Anja", addr("anja"))
	in["consentVersion"] = rules.SignUpConsent(r.House(t.Context())).Version
	r.Want(r.Register(o, in), 201)
	for _, kind := range []string{"needs", "entries", "registrations"} {
		for _, now := range []time.Time{monday, ends.Add(-time.Second)} {
			r.Clock.Set(now)
			// also when asked about a moment to come
			n, err := r.Forget(t.Context(), kind, ends.AddDate(1, 0, 0))
			if err != nil || n != 0 {
				t.Errorf("%s before the end: %d went (%v)", kind, n, err)
			}
		}
	}
	r.Clock.Set(ends)
	r.forget("registrations", 1)
	r.Invariants()
}

// What people and staff read is the term of that sign-up, not that of today.
func TestASignUpSaysItsOwnTerm(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.AskSupport = true }),
		monday.AddDate(0, 0, 15), 4, nil)
	in := r.SignUp("Anja", addr("anja"))
	in["support"] = "Graag een stoel bij de deur"
	r.Want(r.Register(o, in), 201)
	h := house.Default()
	h.Past = []house.PastTerms{{Until: monday.AddDate(0, 0, 1), Keep: h.Keep}}
	h.Keep.RegistrationDays, h.Keep.WaitlistDays, h.Keep.SupportDays = 90, 30, 60
	r.House = func(context.Context) house.House { return h }
	m, seen := r.mine(addr("anja")), r.first(o)
	if m.KeptUntil != "2026-12-31" || m.SupportUntil != "2026-12-08" || m.SupportDays != 7 {
		t.Errorf("Anja reads %s, %s (%d days)", m.KeptUntil, m.SupportUntil, m.SupportDays)
	}
	if seen.KeptUntil != m.KeptUntil || seen.NeedsUntil != m.SupportUntil {
		t.Errorf("staff read %s, %s", seen.KeptUntil, seen.NeedsUntil)
	}
	h.Past = nil // the control
	if m := r.mine(addr("anja")); m.KeptUntil != "2027-03-01" {
		t.Errorf("without what was: %s", m.KeptUntil)
	}
}

// Promise 48: retention of an occurrence that was moved counts from its new last session.
func TestPromise48AMovedDateCountsFromItsNewLastSession(t *testing.T) {
	r := setup(t)
	o := r.Place(4)
	r.signs(o, "Anja", addr("anja"))
	stays := r.Place(4) // the control: a date of that day that stayed
	r.signs(stays, "Bart", addr("bart"))
	r.did(r.move(o, changes.MoveTo{Day: "2026-12-21", From: "14.00", To: "16.00"}))
	moved := time.Date(2026, 12, 21, 16, 0, 0, 0, clock.Amsterdam)
	r.Clock.Set(ends.AddDate(0, 0, 30))
	r.forget("registrations", 1)
	r.MustCount(1, `registration where occurrence_id = $1`, o)
	r.Clock.Set(moved.AddDate(0, 0, 30).Add(-time.Second))
	r.forget("registrations", 0)
	r.Clock.Advance(time.Second)
	r.forget("registrations", 1)
	r.MustCount(2, `occurrence_count where final`)
	r.Invariants()
}

func TestADateWhoseMeetingMovedAloneCountsFromThatMeeting(t *testing.T) {
	r := setup(t)
	o := r.Place(4)
	r.signs(o, "Anja", addr("anja"))
	r.exec(`
		update session set starts_at = starts_at + interval '20 days',
			ends_at = ends_at + interval '20 days'`)
	r.Clock.Set(ends.AddDate(0, 0, 30)) // the end of the date is still the old one
	r.forget("registrations", 0)
	r.Clock.Set(ends.AddDate(0, 0, 50))
	r.forget("registrations", 1)
}

func TestASeriesStaysWholeUntilItsLastMeeting(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), monday.AddDate(0, 0, 15), 4, func(n *rules.NewOccurrence) {
		n.Kind = "series"
		last := n.Sessions[0]
		last.ID = "ses_last"
		last.Start, last.End = last.Start.AddDate(0, 0, 60), last.End.AddDate(0, 0, 60)
		n.Sessions = append(n.Sessions, last)
	})
	r.signs(o, "Anja", addr("anja"))
	r.Clock.Set(ends.AddDate(0, 0, 59))
	r.forget("needs", 0)
	r.forget("registrations", 0)
	r.Clock.Set(ends.AddDate(0, 0, 90))
	r.forget("registrations", 1)
}

func TestNeedsGoBeforeTheSignUpAndTheRestOfItStays(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.AskSupport = true }),
		monday.AddDate(0, 0, 15), 4, nil)
	in := r.SignUp("Anja", addr("anja"))
	in["support"] = "Graag een stoel bij de deur"
	r.Want(r.Register(o, in), 201)
	r.signs(o, "Bart", addr("bart"))
	r.Clock.Set(ends.AddDate(0, 0, 7))
	r.forget("needs", 1) // of Bart there was nothing to wipe
	r.forget("needs", 0)
	token := r.RegistrationToken(addr("anja"))
	seen := r.Want(r.Holder("GET", "/api/registration", token, nil), 200).Body.String()
	if want := "Anja"; !strings.Contains(seen, want) || strings.Contains(seen, "stoel") {
		t.Errorf("the sign-up after its needs went: %s", seen)
	}
}

func TestWhatCanStillBeTakenBackIsLeftForTheNextNight(t *testing.T) {
	r := setup(t)
	o := r.Place(4)
	r.signs(o, "Anja", addr("anja"))
	r.Clock.Set(ends.AddDate(0, 0, 31))
	r.exec(`
		insert into staff_act (id, kind, occurrence_id, subject_id, by, at, undo_until, doc)
		select 'sac_x', 'changed', occurrence_id, id, 'fatima', $1, $2, '{}'
		from registration`, r.Clock.Now(), r.Clock.Now().Add(10*time.Minute))
	r.forget("registrations", 0)
	r.Clock.Advance(11 * time.Minute)
	r.forget("registrations", 1)
	r.MustCount(0, `staff_act`)
}

func TestErasureAndForgettingAtOnceTakeEverybodyOnce(t *testing.T) {
	r := setup(t)
	o := r.Place(8)
	tokens := []string{}
	for n := range 8 {
		r.signs(o, "Persoon", person(n))
		tokens = append(tokens, r.RegistrationToken(person(n)))
	}
	r.Clock.Set(ends.AddDate(0, 0, 30))
	var all sync.WaitGroup
	for _, token := range tokens {
		all.Go(func() { // too late: gone already, and nothing is said twice
			if code := r.Holder("POST", "/api/erase-mine", token, nil).Code; code >= 500 {
				t.Errorf("erasing: %d", code)
			}
		})
	}
	all.Go(func() {
		if _, err := r.Forget(t.Context(), "registrations", r.Clock.Now()); err != nil {
			t.Error(err)
		}
	})
	all.Wait()
	r.forget("registrations", 0)
	r.MustCount(0, `registration`)
	r.MustCount(8, `select count(distinct row_id) from erasure_journal where kind = 'registration'`)
	r.MustCount(8, `erasure_journal where kind = 'registration'`)
	r.MustCount(8, `select registered from occurrence_count where final`)
	r.Invariants()
}
