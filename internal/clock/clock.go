// Package clock gives every moment in the house. Business code asks it, never time.Now, and SQL
// gets moments as parameters.
package clock

import (
	"fmt"
	"sync"
	"time"
	_ "time/tzdata" // the binary runs on images without zone files
)

// Amsterdam is the zone in which every local time of the house is read and shown.
var Amsterdam = func() *time.Location {
	l, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		panic(err)
	}
	return l
}()

// Clock is the injected clock. It runs beside the machine's clock at a distance, or stands still in
// tests.
type Clock struct {
	mu     sync.RWMutex
	offset time.Duration
	stands bool
	at     time.Time
}

// System is the machine's clock.
func System() *Clock { return &Clock{} }

// Starting runs on from at, whatever the machine's clock says.
func Starting(at time.Time) *Clock { return &Clock{offset: time.Until(at)} }

// Stopped stands at one moment until Advance or Set moves it.
func Stopped(at time.Time) *Clock { return &Clock{stands: true, at: at} }

// Now is the present moment, in Amsterdam, in whole microseconds (what PostgreSQL keeps).
func (c *Clock) Now() time.Time {
	c.mu.RLock()
	defer c.mu.RUnlock()
	t := c.at
	if !c.stands {
		t = time.Now().Add(c.offset)
	}
	return t.Truncate(time.Microsecond).In(Amsterdam)
}

// Wall translates a moment of this clock to the machine's clock: when a real timer must ring.
func (c *Clock) Wall(t time.Time) time.Time {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.stands {
		return time.Now().Add(t.Sub(c.at))
	}
	return t.Add(-c.offset)
}

// Ran is how far this clock came as the machine counts, which nobody sets: asleep too.
func (c *Clock) Ran() time.Duration {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.stands {
		return c.at.Sub(time.Time{}.AddDate(2000, 0, 0))
	}
	return ran() + c.offset
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
	c.offset += d
}

// Set puts a stopped clock at a moment.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = t
}

// Day is the calendar day of t in Amsterdam, at 00.00.
func Day(t time.Time) time.Time {
	y, m, d := t.In(Amsterdam).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, Amsterdam)
}

// Words is a time of the clock as people read it: "9.30".
func Words(hour, minute int) string { return fmt.Sprintf("%d.%02d", hour, minute) }

// Moment writes t as the API does: Amsterdam offset, whole seconds.
func Moment(t time.Time) string { return t.In(Amsterdam).Format(time.RFC3339) }
