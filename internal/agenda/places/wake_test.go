package places_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/jobs"
)

func (r *room) sweep() {
	r.T.Helper()
	r.ok(r.Sweep(context.Background()))
}

// rung tells whether a job that was stored for this moment asks to ring again.
func (r *room) rung(occurrence string, at time.Time) (again time.Duration) {
	r.T.Helper()
	err := r.Ring(context.Background(), occurrence, at)
	again, early := jobs.IsAgain(err)
	if err != nil && !early {
		r.T.Fatal(err)
	}
	return again
}

// Each of the three moments that wake a date: its job rings a millisecond early, and never again.
func TestWhatRangEarlyOrNotAtAllIsDoneByTheSweep(t *testing.T) {
	t.Parallel()
	deadline := time.Date(2026, 11, 18, 12, 0, 0, 0, monday.Location())
	nine := time.Date(2026, 11, 17, 9, 0, 0, 0, monday.Location())
	start := monday.AddDate(0, 0, 15)
	night, late := monday.Add(13*time.Hour), start.Add(-5*time.Hour)
	for name, x := range map[string]struct {
		freed, moment  time.Time
		before, behind string
	}{
		"an offer is over":      {monday, deadline, "offered waiting", "waiting offered"},
		"a counted minute came": {night, nine, "waiting waiting", "offered waiting"},
		"the date began":        {late, start, "waiting waiting", "closed closed"},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			o := r.Queue(1, 2, nil)
			r.Clock.Set(x.freed)
			r.CancelPlace(person(1))
			r.Deliver()
			r.Clock.Set(x.moment.Add(-time.Millisecond))
			if again := r.rung(o, x.moment); again != time.Millisecond {
				t.Errorf("a millisecond early it asks to ring again after %v", again)
			}
			r.sweep()
			r.wantStates(o, x.before)
			r.Clock.Set(x.moment)
			r.sweep()
			r.wantStates(o, x.behind)
			r.sweep()
			r.wantStates(o, x.behind)
		})
	}
}

func TestTheSweepLeavesAloneWhatIsNotDue(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	r.CancelPlace(person(1))
	jobs := r.Number(`river_job`)
	r.Clock.Advance(time.Hour)
	r.sweep()
	r.wantStates(o, "offered waiting")
	r.MustCount(jobs, `river_job`)
}

// An activity that visitors see again by the clock: nobody presses anything at that moment.
func TestAPlaceOfAnActivityThatComesBackByTheClockIsOffered(t *testing.T) {
	r := setup(t)
	activity := r.Activity(nil)
	o := r.Date(activity, monday.AddDate(0, 0, 15), 1, nil)
	r.Fill(o, 1, 1)
	change, back := stored(t, r, activity), monday.Add(24*time.Hour)
	change.PublishFrom = &back
	r.Tx(func(tx pgx.Tx) error {
		return r.SaveActivity(t.Context(), tx, activity, change)
	})
	r.CancelPlace(person(1))
	r.sweep()
	if r.states(o) != "waiting" || r.reason(o) != places.ReasonCancelled {
		t.Fatalf("hidden: states %q, reason %q", r.states(o), r.reason(o))
	}
	r.Clock.Set(back)
	r.sweep()
	r.wantStates(o, "offered")
}
