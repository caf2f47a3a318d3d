package rules

import (
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
)

// Countdown is the waitlist clock, in the zone of the moments that it is given.
type Countdown struct {
	From, Until time.Duration // counted hours of a day, since 00.00
	Long, Short time.Duration // counted time to think
	ShortWithin time.Duration // the short window counts when the start is nearer than this
	StopWithin  time.Duration // no automatic offer when the start is nearer than this
	Margin      time.Duration // an offer is over this long before the start
	Least       time.Duration // fewer counted time to think than this: phone
	ClosingDay  func(day time.Time) bool
}

// Plan says when a place is offered and until when; or that people are phoned instead.
type Plan struct {
	At    time.Time // now or later
	Until time.Time // at this moment the offer is over
	Phone bool
}

// horizon bounds the search for a counted day: a house that is closed longer phones its people.
const horizon = 60 * 24 * time.Hour

// Plan answers for a place that is vacant now, in an activity that starts at start.
func (c Countdown) Plan(now, start time.Time) Plan {
	at, ok := c.next(now)
	left := start.Sub(at)
	if !ok || left < c.StopWithin {
		return Plan{Phone: true}
	}
	window := c.Long
	if left < c.ShortWithin {
		window = c.Short
	}
	until := c.add(at, window)
	if limit := c.latest(start.Add(-c.Margin), at); until.After(limit) {
		until = limit
	}
	if c.between(at, until) < c.Least {
		return Plan{Phone: true}
	}
	return Plan{At: at, Until: until}
}

// day gives the counted hours of the calendar day of t; open is false on a closing day. Wall-clock
// times, so that the nights on which the clock changes count right.
func (c Countdown) day(t time.Time) (from, until time.Time, open bool) {
	y, m, d := t.Date()
	at := func(o time.Duration) time.Time {
		return time.Date(y, m, d, int(o.Hours()), int(o.Minutes())%60, 0, 0, t.Location())
	}
	return at(c.From), at(c.Until), !c.ClosingDay(at(0))
}

func dayAfter(t time.Time, days int) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d+days, 0, 0, 0, 0, t.Location())
}

func (c Countdown) next(t time.Time) (time.Time, bool) {
	for d := t; d.Sub(t) < horizon; d = dayAfter(d, 1) {
		from, until, open := c.day(d)
		if open && t.Before(until) {
			return later(t, from), true
		}
	}
	return t, false
}

// add lets d of counted time pass after t. It ends at the close of a day rather than at the opening
// of the next.
func (c Countdown) add(t time.Time, d time.Duration) time.Time {
	for day := t; day.Sub(t) < horizon; day = dayAfter(day, 1) {
		from, until, open := c.day(day)
		if !open || !t.Before(until) {
			continue
		}
		t = later(t, from)
		room := until.Sub(t)
		if d <= room {
			return t.Add(d)
		}
		d, t = d-room, until
	}
	return t
}

// latest is the last moment up to t at which an offer may end: t itself inside 09.00 < t ≤ 20.00 of
// a counted day, else the close of the last counted day before it; never before floor.
func (c Countdown) latest(t, floor time.Time) time.Time {
	from, until, open := c.day(t)
	if open && t.After(from) && !t.After(until) {
		return t
	}
	for d := t; !d.Before(dayAfter(floor, 0)); d = dayAfter(d, -1) {
		if _, until, open := c.day(d); open && !until.After(t) {
			return until
		}
	}
	return floor
}

func (c Countdown) between(a, b time.Time) time.Duration {
	var sum time.Duration
	for d := a; d.Before(b); d = dayAfter(d, 1) {
		from, until, open := c.day(d)
		if !open {
			continue
		}
		from = later(from, a)
		if until.After(b) {
			until = b
		}
		sum += max(0, until.Sub(from))
	}
	return sum
}

// HalfDay names the half of a day: two tries to ring somebody in one of them count as one.
func HalfDay(t time.Time) string { return t.In(clock.Amsterdam).Format("2006-01-02 PM") }

const nightFrom, nightUntil = 22, 8

// UntilMorning is how long a mail that can wait does so at this moment; 0 by day.
func UntilMorning(t time.Time) time.Duration {
	t = t.In(clock.Amsterdam)
	y, m, d := t.Date()
	switch {
	case t.Hour() >= nightFrom:
		d++
	case t.Hour() >= nightUntil:
		return 0
	}
	return time.Date(y, m, d, nightUntil, 0, 0, 0, clock.Amsterdam).Sub(t)
}

// WaitTimes is what somebody on a waitlist is told of its clock.
type WaitTimes struct {
	From        string `json:"from" doc:"we ring from then, as people write it"`
	Until       string `json:"until" doc:"we ring until then"`
	Hours       int    `json:"hours,omitempty" doc:"to think about a free place, nights and closing days aside; absent when we always ring"`
	ShortHours  int    `json:"shortHours,omitempty" doc:"the same, when the start is near"`
	ShortWithin int    `json:"shortWithin,omitempty" doc:"near: fewer hours to the start than this"`
}

// WaitTimesOf is the clock of this activity's waitlists.
func WaitTimesOf(h house.House, a *Activity) WaitTimes {
	c := h.Waitlist
	out := WaitTimes{From: c.From.String(), Until: c.Until.String()}
	if !a.CallsFirst {
		out.Hours, out.ShortHours, out.ShortWithin = c.Long, c.Short, c.ShortWithin
	}
	return out
}
