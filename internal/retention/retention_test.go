package retention

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/problem"
)

type room struct {
	*Retention
	t     *testing.T
	left  int
	runs  int
	asked time.Time
	fails error
}

func setup(t *testing.T) *room {
	r := &room{t: t}
	r.Retention = &Retention{
		Pool:     dbtest.New(t),
		Clock:    clock.Stopped(time.Date(2026, 11, 16, 10, 0, 0, 0, clock.Amsterdam)),
		Database: func(context.Context) (time.Time, error) { return time.Now(), nil },
		Held:     func(context.Context, time.Time) (int, error) { return 0, nil },
		Kinds: []Kind{{
			Name:    "entries",
			Leaving: func(context.Context, time.Time) (int, error) { return r.left, nil },
			Forget: func(_ context.Context, at time.Time) (int, error) {
				n := r.left
				r.left, r.asked, r.runs = 0, at, r.runs+1
				return n, r.fails
			},
		}},
	}
	return r
}

// run looks whether a night is due and says how often anything was forgotten up to now.
func (r *room) run(want int) {
	r.t.Helper()
	err := r.Run(r.t.Context())
	if r.fails == nil && err != nil || r.runs != want {
		r.t.Fatalf("at %v: %d runs, want %d (%v)", r.Clock.Now(), r.runs, want, err)
	}
}

func (r *room) wantStopped(want bool) {
	r.t.Helper()
	out, err := r.Report(r.t.Context())
	if err != nil || out.Stopped != want {
		r.t.Fatalf("stopped %v, want %v (%v)", out.Stopped, want, err)
	}
}

func (r *room) confirm(want bool) {
	r.t.Helper()
	if err := db.InTx(r.t.Context(), r.Pool, func(tx pgx.Tx) error {
		noted, err := r.ClockIsRight(r.t.Context(), tx, "ilja")
		if noted != want {
			r.t.Errorf("noted %v, want %v", noted, want)
		}
		return err
	}); err != nil {
		r.t.Fatal(err)
	}
}

func TestItForgetsOnceANightAtHalfPastThree(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.left = 3
	r.run(1) // the night before it was first asked
	r.run(1)
	if want := time.Date(2026, 11, 16, 3, 30, 0, 0, clock.Amsterdam); !r.asked.Equal(want) {
		t.Errorf("measured at %v, want %v", r.asked, want)
	}
	r.left = 2
	r.Clock.Set(time.Date(2026, 11, 17, 3, 29, 59, 0, clock.Amsterdam))
	r.run(1)
	r.Clock.Advance(time.Second)
	r.run(2)
	out, err := r.Report(t.Context())
	if err != nil || len(out.Last.Gone) != 1 || out.Last.Gone[0].N != 2 || out.Last.Finished == "" {
		t.Errorf("the report: %+v (%v)", out, err)
	}
	if out.At != "2026-11-18T03:30:00+01:00" || len(out.Leaving) != 0 {
		t.Errorf("the night to come: %+v", out)
	}
}

func TestANightThatFailedGoesOnAndCountsOn(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.left, r.fails = 2, errors.New("no connection")
	r.run(1)
	r.left, r.fails = 3, nil
	r.Clock.Advance(Every)
	r.run(2)
	r.run(2)
	out, err := r.Report(t.Context())
	if err != nil || len(out.Last.Gone) != 1 || out.Last.Gone[0].N != 5 || out.Last.Finished == "" {
		t.Errorf("the report: %+v (%v)", out.Last, err)
	}
}

func TestANightThatWasMissedIsMadeUpFor(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.run(1)
	r.Clock.Advance(47 * time.Hour) // the server was off
	r.run(2)
}

// off lets the site stand still for so long: nobody looks.
func (r *room) off(d time.Duration) { r.Clock.Advance(d) }

// on lets the site run for so long, with its looks.
func (r *room) on(d time.Duration) {
	r.t.Helper()
	for end := r.Clock.Now().Add(d); r.Clock.Now().Before(end); {
		r.Clock.Advance(Every)
		if err := r.Run(r.t.Context()); err != nil {
			r.t.Fatal(err)
		}
	}
}

// leap moves the clock beside what the machine counts.
func (r *room) leap(d time.Duration) {
	r.Clock.Advance(d)
	r.seen.ran += d
}

func (r *room) wantWaits(days int, goesOn string) {
	r.t.Helper()
	out, err := r.Report(r.t.Context())
	switch {
	case err != nil || out.Stopped:
		r.t.Fatalf("%+v, %v", out, err)
	case out.Waits == nil && days > 0, out.Waits != nil && out.Waits.Days != days,
		out.Waits != nil && out.Waits.GoesOn != goesOn:
		r.t.Fatalf("at %v it waits %+v, want %d days until %s",
			r.Clock.Now(), out.Waits, days, goesOn)
	}
}

func (r *room) decided(wait bool) error {
	return db.InTx(r.t.Context(), r.Pool, func(tx pgx.Tx) error {
		return r.decide(r.t.Context(), tx, wait)
	})
}

// After two days off nothing goes for a day of running; then it goes on in the night, by itself.
func TestAfterDaysOffForgettingWaitsForADayAndGoesOnByItself(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.run(1)
	r.off(72 * time.Hour) // to Thursday the 19th at 10.00
	r.wantWaits(3, "2026-11-21T03:30:00+01:00")
	r.run(1)
	r.on(14 * time.Hour)
	r.wantWaits(3, "2026-11-21T03:30:00+01:00")
	r.off(2 * time.Hour) // that is no running
	r.run(1)
	r.wantWaits(3, "2026-11-21T03:30:00+01:00")
	r.on(25 * time.Hour)
	r.run(1)
	r.on(time.Hour) // past half past three
	r.run(2)
	r.wantWaits(0, "")
	if want := time.Date(2026, 11, 21, 3, 30, 0, 0, clock.Amsterdam); !r.asked.Equal(want) {
		t.Errorf("measured at %v, want %v", r.asked, want)
	}
}

func TestStaffLetAWaitEndOrMakeItAWeekLongerOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.run(1)
	closed := problem.New(problem.Closed)
	if err := r.decided(false); !errors.Is(err, closed) {
		t.Errorf("nothing waits: %v", err)
	}
	r.off(72 * time.Hour)
	if err := r.decided(true); err != nil {
		t.Fatal(err)
	}
	r.wantWaits(3, "2026-11-28T03:30:00+01:00")
	if err := r.decided(true); !errors.Is(err, closed) {
		t.Errorf("a second week: %v", err)
	}
	r.run(1)
	if err := r.decided(false); err != nil {
		t.Fatal(err)
	}
	r.wantWaits(0, "")
	r.run(2)
}

// Data of a copy are of long ago: whoever puts it back says that nothing has to wait.
func TestDataOfACopyWaitUnlessSomebodySaysThatTheClockIsRight(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.run(1)
	r.off(30 * 24 * time.Hour)
	r.left = 4
	if n, stopped, err := r.CatchUp(t.Context(), ""); n != 0 || !stopped || err != nil {
		t.Errorf("nobody says it: %d went, stopped %v, %v", n, stopped, err)
	}
	if n, stopped, err := r.CatchUp(t.Context(), "server"); n != 4 || stopped || err != nil {
		t.Errorf("%d went, stopped %v, %v", n, stopped, err)
	}
}

// Other tasks of forgetting wait along, also before the first look after the site was off.
func TestSweepsWaitWithTheNights(t *testing.T) {
	t.Parallel()
	r, ran := setup(t), 0
	sweep := r.Guarded(func(context.Context) error { ran++; return nil })
	r.run(1)
	for range 2 {
		if err := sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.off(49 * time.Hour)
	}
	if ran != 1 {
		t.Errorf("%d sweeps, want 1", ran)
	}
}

func TestAClockThatLeapsStopsForgettingUntilSomebodySaysThatItIsRight(t *testing.T) {
	t.Parallel()
	for _, far := range []time.Duration{2 * time.Hour, 49 * time.Hour, -2 * time.Hour} {
		r := setup(t)
		r.run(1)
		r.confirm(false) // nobody asked
		r.on(30 * time.Minute)
		r.leap(far)
		r.run(1)
		r.wantStopped(true)
		r.on(48 * time.Hour) // no time mends it
		r.run(1)
		if err := r.decided(false); !errors.Is(err, problem.New(problem.Closed)) {
			t.Errorf("%v: it is no wait, which anybody of the staff may end: %v", far, err)
		}
		r.confirm(true)
		r.confirm(false)
		r.wantStopped(false)
		r.run(2)
		r.on(24 * time.Hour)
		r.run(3)
	}
}

func TestADatabaseWithAnotherClockStopsForgetting(t *testing.T) {
	t.Parallel()
	r := setup(t)
	apart := 50 * time.Minute
	r.Database = func(context.Context) (time.Time, error) { return time.Now().Add(apart), nil }
	r.run(1)
	r.on(17 * time.Hour)
	apart = 2 * time.Hour
	r.on(Every)
	r.wantStopped(true)
	r.run(1)
	apart = 0
	r.confirm(true)
	r.on(30 * time.Minute)
	r.run(2)
}
