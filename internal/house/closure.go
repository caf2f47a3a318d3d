package house

import (
	"strings"
	"time"

	"herstelruimte/internal/clock"
)

// Closure says that the door stays shut while the hours say otherwise: on every day from First to
// Last, or on one weekday of them, from From until To.
type Closure struct {
	ID      string   `json:"id,omitempty" doc:"of the act that closed the house; absent: it stands in the settings alone"`
	First   string   `json:"first" format:"date"`
	Last    string   `json:"last" format:"date" doc:"the last day, itself included"`
	Weekday int      `json:"weekday,omitempty" minimum:"0" maximum:"7" doc:"1 is Monday; absent: every day"`
	From    WallTime `json:"from" example:"00.00"`
	To      WallTime `json:"to" example:"24.00"`
	Reason  string   `json:"reason,omitempty" letters:"200" doc:"for everybody to read"`
}

func (c Closure) covers(day time.Time) bool {
	d := date(day)
	return c.First <= d && d <= c.Last && (c.Weekday == 0 || c.Weekday == weekday(day))
}

// Has says whether a moment lies in it.
func (c Closure) Has(t time.Time) bool {
	local := t.In(clock.Amsterdam)
	at := At(local.Hour(), local.Minute())
	return c.covers(t) && c.From <= at && at < c.To
}

// Span is from its first moment to its last. A closure of a weekday is not all of it.
func (c Closure) Span() (from, to time.Time) {
	first, _ := time.Parse(time.DateOnly, c.First)
	last, _ := time.Parse(time.DateOnly, c.Last)
	return c.From.On(amsterdamDay(first, 0)), c.To.On(amsterdamDay(last, 0))
}

// Days are the days on which it closes the house, in order.
func (c Closure) Days() (out []time.Time) {
	first, _ := time.Parse(time.DateOnly, c.First)
	for i := 0; ; i++ {
		day := amsterdamDay(first, i)
		if date(day) > c.Last {
			return out
		}
		if c.covers(day) {
			out = append(out, day)
		}
	}
}

// Within says whether another closes the house at all moments at which this one does.
func (c Closure) Within(o Closure) bool {
	for _, day := range c.Days() {
		if !o.covers(day) {
			return false
		}
	}
	return o.From <= c.From && c.To <= o.To
}

// cut is a part of a day's hours that a closure takes away.
type cut struct {
	Block
	id, reason string
}

// cuts are the parts of the day's blocks that closures take away, in order of the closures.
func (h House) cuts(day time.Time) (out []cut) {
	for _, c := range h.Closures {
		if !c.covers(day) {
			continue
		}
		for _, b := range h.planned(day) {
			if part := (Block{max(b.From, c.From), min(b.To, c.To)}); part.From < part.To {
				out = append(out, cut{part, c.ID, c.Reason})
			}
		}
	}
	return out
}

// without takes one stretch out of blocks.
func without(blocks []Block, gone Block) []Block {
	out := []Block{}
	for _, b := range blocks {
		for _, rest := range []Block{{b.From, min(b.To, gone.From)}, {max(b.From, gone.To), b.To}} {
			if rest.From < rest.To {
				out = append(out, rest)
			}
		}
	}
	return out
}

// PartClosed is a part of today that is closed while another part is not.
type PartClosed struct {
	Part   string `json:"part" enum:"morning,afternoon,evening" doc:"by its start: afternoon from 12.00, evening from 18.00"`
	Reason string `json:"reason,omitempty" doc:"without its own full stop"`
}

// partClosed is the first part of today that a closure takes away and that is not over, and the
// moment at which it is. A day of which nothing is left has no parts.
func (h House) partClosed(now time.Time) (*PartClosed, time.Time) {
	if h.ClosingDay(now) {
		return nil, time.Time{}
	}
	var first *cut
	for _, c := range h.cuts(now) {
		if c.To.On(now).After(now) && (first == nil || c.From < first.From) {
			first = &c
		}
	}
	if first == nil {
		return nil, time.Time{}
	}
	return &PartClosed{Part: partOf(first.From), Reason: bare(first.reason)}, first.To.On(now)
}

func partOf(w WallTime) string {
	switch {
	case w < At(12, 0):
		return "morning"
	case w < At(18, 0):
		return "afternoon"
	}
	return "evening"
}

// bare is a reason without its own full stop: it stands inside our sentence.
func bare(reason string) string { return strings.TrimRight(reason, " .") }
