package clock

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var start = time.Date(2027, 3, 28, 1, 30, 0, 0, Amsterdam)

func TestSystemIsTheMachinesClockInAmsterdamInWholeMicroseconds(t *testing.T) {
	t.Parallel()
	before := time.Now().Truncate(time.Microsecond)
	now := System().Now()
	if now.Before(before) || now.After(time.Now()) || now.Location() != Amsterdam ||
		now.Nanosecond()%1000 != 0 {
		t.Error(now)
	}
}

func TestAStartedClockRunsOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := Starting(start)
		if !c.Now().Equal(start) {
			t.Fatal(c.Now())
		}
		time.Sleep(90 * time.Minute) // of the bubble
		if want := start.Add(90 * time.Minute); !c.Now().Equal(want) {
			t.Errorf("%s, want %s", c.Now(), want)
		}
		c.Advance(time.Hour)
		time.Sleep(time.Second) // of the bubble
		if want := start.Add(150*time.Minute + time.Second); !c.Now().Equal(want) {
			t.Errorf("after Advance %s, want %s", c.Now(), want)
		}
	})
}

func TestAStoppedClockStandsUntilItIsMoved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := Stopped(start)
		time.Sleep(24 * time.Hour) // of the bubble
		if !c.Now().Equal(start) {
			t.Fatal("it ran", c.Now())
		}
		if c.Advance(time.Minute); !c.Now().Equal(start.Add(time.Minute)) {
			t.Error(c.Now())
		}
		if c.Set(start.Add(-time.Hour)); !c.Now().Equal(start.Add(-time.Hour)) {
			t.Error(c.Now())
		}
	})
}

// Wall is when a real timer must ring so that the injected clock then shows the moment asked for.
func TestATimerSetByWallRingsAtTheMomentOfTheClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]*Clock{
			"system":                System(),
			"started in the future": Starting(start),
			"started in the past":   Starting(time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)),
		} {
			due := c.Now().Add(3 * time.Hour)
			time.Sleep(time.Until(c.Wall(due))) // of the bubble
			if !c.Now().Equal(due) {
				t.Errorf("%s: rang at %s, want %s", name, c.Now(), due)
			}
		}
		c := Stopped(start)
		if in := time.Until(c.Wall(start.Add(time.Hour))); in != time.Hour {
			t.Errorf("a stopped clock: in %s, want an hour", in)
		}
		c.Advance(2 * time.Hour)
		if in := time.Until(c.Wall(start.Add(time.Hour))); in != -time.Hour {
			t.Errorf("a moment that is over: in %s, want an hour ago", in)
		}
	})
}

func TestTheNightsThatTheClockChanges(t *testing.T) {
	t.Parallel()
	for _, night := range []struct {
		day    time.Time
		hours  time.Duration
		moment []string // every hour from midnight
	}{
		{
			time.Date(2027, 3, 28, 0, 0, 0, 0, Amsterdam),
			23,
			[]string{
				"2027-03-28T00:00:00+01:00",
				"2027-03-28T01:00:00+01:00",
				"2027-03-28T03:00:00+02:00",
				"2027-03-28T04:00:00+02:00",
			},
		},
		{
			time.Date(2026, 10, 25, 0, 0, 0, 0, Amsterdam),
			25,
			[]string{
				"2026-10-25T00:00:00+02:00",
				"2026-10-25T01:00:00+02:00",
				"2026-10-25T02:00:00+02:00",
				"2026-10-25T02:00:00+01:00",
				"2026-10-25T03:00:00+01:00",
			},
		},
	} {
		c := Stopped(night.day)
		for _, want := range night.moment {
			if got := Moment(c.Now()); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			if !Day(c.Now()).Equal(night.day) {
				t.Errorf("%s is of the day %s", want, Day(c.Now()))
			}
			c.Advance(time.Hour)
		}
		last := night.day.Add(night.hours*time.Hour - time.Microsecond)
		if !Day(last).Equal(night.day) || Day(last.Add(time.Microsecond)).Equal(night.day) {
			t.Errorf("%s is not %d hours long", night.day, night.hours)
		}
	}
}

func TestTheDayIsTheOneOfAmsterdam(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"2026-11-16T22:59:59Z":      "2026-11-16",
		"2026-11-16T23:00:00Z":      "2026-11-17",
		"2026-07-16T21:59:59Z":      "2026-07-16",
		"2026-07-16T22:00:00Z":      "2026-07-17",
		"2026-12-31T23:30:00Z":      "2027-01-01",
		"2026-11-17T08:00:00+13:00": "2026-11-16",
	} {
		at, err := time.Parse(time.RFC3339, in)
		if err != nil {
			t.Fatal(err)
		}
		if got := Day(
			at,
		); got.Format(time.DateOnly) != want || got.Hour() != 0 || got.Location() != Amsterdam {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestManyMayAskAndMoveTheClockAtOnce(t *testing.T) {
	t.Parallel()
	c := Stopped(start)
	var wg sync.WaitGroup
	for range 60 {
		wg.Go(func() {
			c.Advance(time.Second)
			_, _ = c.Now(), c.Wall(start)
		})
	}
	wg.Wait()
	if !c.Now().Equal(start.Add(time.Minute)) {
		t.Error(c.Now())
	}
}
