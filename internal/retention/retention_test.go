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
		Pool:  dbtest.New(t),
		Clock: clock.Stopped(time.Date(2026, 11, 16, 10, 0, 0, 0, clock.Amsterdam)),
		Held:  func(context.Context, time.Time) (int, error) { return 0, nil },
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

func TestAClockThatLeapsStopsForgettingUntilSomebodySaysThatItIsRight(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.run(1)
	r.confirm(false) // nobody asked
	start := r.Clock.Now()
	r.Clock.Advance(49 * time.Hour)
	r.run(1)
	r.wantStopped(true)
	// set back nothing was lost, and all goes on
	r.Clock.Set(start.Add(time.Hour))
	r.wantStopped(false)
	r.run(1)
	r.Clock.Set(start.Add(20 * time.Hour))
	r.run(2)

	start = r.Clock.Now()
	r.Clock.Advance(49 * time.Hour)
	r.run(2)
	r.confirm(true)
	r.confirm(false)
	r.wantStopped(false)
	r.run(3)
	// it was wrong after all: set back, the nights go on by the right clock
	r.Clock.Set(start.Add(time.Hour))
	r.run(4)
	r.wantStopped(false)
	// and the word that was given is good for no other leap
	r.Clock.Advance(30 * 24 * time.Hour)
	r.run(4)
	r.wantStopped(true)
}
