package house

import (
	"slices"
	"time"

	"herstelruimte/internal/clock"
)

const (
	// days that are searched for the next opening, and that exceptions are shown ahead
	horizon  = 28
	mostAlso = 2 // activities under the line
)

// OpenNow says whether the door is open: now, later today, no more today (after), not today
// (closed), or not in the next four weeks (away). Times are of the wall clock.
type OpenNow struct {
	State  string      `json:"state" enum:"open,later,after,closed,away"`
	Until  *WallTime   `json:"until,omitempty" doc:"with open: end of this block"`
	From   *WallTime   `json:"from,omitempty" doc:"with later: the next block of today"`
	To     *WallTime   `json:"to,omitempty"`
	Next   *NextOpen   `json:"next,omitempty" doc:"with after and closed: the first block of the next open day"`
	Reason string      `json:"reason,omitempty" doc:"with closed; without its own full stop"`
	Part   *PartClosed `json:"partClosed,omitempty" doc:"a part of today that is closed, until its end"`
	Also   []Also      `json:"also" maxItems:"2" doc:"today, outside opening hours: ring the bell"`
}

// NextOpen is the next opening after today.
type NextOpen struct {
	Day   string   `json:"day" format:"date"`
	Label string   `json:"label" enum:"tomorrow,weekday,date"`
	From  WallTime `json:"from"`
	To    WallTime `json:"to"`
}

// Also is an activity that goes on while the door may be closed.
type Also struct {
	Title string    `json:"title"`
	Start time.Time `json:"start" doc:"Amsterdam offset"`
	End   time.Time `json:"end"`
}

// Blocks are the opening blocks of the day of this moment, after exceptions and closures.
func (h House) Blocks(day time.Time) []Block {
	blocks := h.planned(day)
	for _, c := range h.cuts(day) {
		blocks = without(blocks, c.Block)
	}
	return blocks
}

// planned are the blocks of a day before closures.
func (h House) planned(day time.Time) []Block {
	if e := h.exception(day); e != nil {
		return e.Blocks
	}
	for _, d := range h.Hours {
		if d.Weekday == weekday(day) {
			return d.Blocks
		}
	}
	return nil
}

// ClosingDay says that a day has no opening block after exceptions and closures.
func (h House) ClosingDay(day time.Time) bool { return len(h.Blocks(day)) == 0 }

// OpenNow answers for one moment, with the activities of that day. The second value is the next
// moment at which the answer may change: an opening, a closing, the end of an activity, midnight.
func (h House) OpenNow(now time.Time, also []Also) (OpenNow, time.Time) {
	o, today := OpenNow{}, h.Blocks(now)
	fresh := dayAfter(now, 1)
	sooner := func(t time.Time) {
		if t.After(now) && t.Before(fresh) {
			fresh = t
		}
	}
	for _, b := range today {
		from, to := b.From.On(now), b.To.On(now)
		sooner(from)
		sooner(to)
		switch {
		case o.State != "" || !now.Before(to):
		case now.Before(from):
			o.State, o.From, o.To = "later", &b.From, &b.To
		default:
			o.State, o.Until = "open", &b.To
		}
	}
	if o.State == "" {
		h.closed(&o, now)
	}
	var over time.Time
	if o.Part, over = h.partClosed(now); o.Part != nil {
		sooner(over)
	}
	o.Also = ringTheBell(now, today, also)
	for _, a := range o.Also {
		sooner(a.End)
	}
	return o, fresh
}

// closed fills in an answer for a moment after which today brings no opening.
func (h House) closed(o *OpenNow, now time.Time) {
	if o.Next = h.next(now); o.Next == nil {
		o.State = "away"
		return
	}
	if !h.ClosingDay(now) {
		o.State = "after"
		return
	}
	o.State = "closed"
	o.Reason = bare(h.reason(now))
}

func (h House) next(now time.Time) *NextOpen {
	for i := 1; i <= horizon; i++ {
		day := dayAfter(now, i)
		blocks := h.Blocks(day)
		if len(blocks) == 0 {
			continue
		}
		label := "date"
		switch {
		case i == 1:
			label = "tomorrow"
		case i <= 6:
			label = "weekday"
		}
		return &NextOpen{Day: date(day), Label: label, From: blocks[0].From, To: blocks[0].To}
	}
	return nil
}

// ringTheBell picks from the activities the first two of today that begin outside the blocks and
// are not over.
func ringTheBell(now time.Time, blocks []Block, also []Also) []Also {
	out := []Also{}
	for _, a := range also {
		inside := slices.ContainsFunc(blocks, func(b Block) bool {
			return !a.Start.Before(b.From.On(now)) && a.Start.Before(b.To.On(now))
		})
		if !inside && date(a.Start) == date(now) && a.End.After(now) {
			a.Start, a.End = a.Start.In(clock.Amsterdam), a.End.In(clock.Amsterdam)
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Also) int { return a.Start.Compare(b.Start) })
	return out[:min(len(out), mostAlso)]
}

// reason is why the day of this moment is not as its weekday says: that of the first closure with
// one, else of the exception.
func (h House) reason(day time.Time) string {
	for _, c := range h.cuts(day) {
		if c.reason != "" {
			return c.reason
		}
	}
	if e := h.exception(day); e != nil {
		return e.Reason
	}
	return ""
}

// differs says that a day is not as its weekday says, by an exception or a closure.
func (h House) differs(day time.Time) bool {
	return h.exception(day) != nil || len(h.cuts(day)) > 0
}

// Ahead are the days of today and the next 28 that differ, in order.
func (h House) Ahead(now time.Time) []Exception {
	out := []Exception{}
	for i := range horizon + 1 {
		day := dayAfter(now, i)
		if e, ok := h.Differing(day); ok {
			e.Reason = h.reason(day)
			out = append(out, e)
		}
	}
	return out
}

func (h House) exception(day time.Time) *Exception {
	for i := range h.Exceptions {
		if h.Exceptions[i].Day == date(day) {
			return &h.Exceptions[i]
		}
	}
	return nil
}

// dayAfter is 00.00 of the day n calendar days after that of t.
func dayAfter(t time.Time, n int) time.Time { return amsterdamDay(t.In(clock.Amsterdam), n) }

// amsterdamDay is the same for the date as t itself writes it.
func amsterdamDay(t time.Time, n int) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d+n, 0, 0, 0, 0, clock.Amsterdam)
}

func date(t time.Time) string { return t.In(clock.Amsterdam).Format(time.DateOnly) }

func weekday(t time.Time) int { return (int(t.In(clock.Amsterdam).Weekday())+6)%7 + 1 }

// Differing is the day of this moment with its reason, when it is not as its weekday says.
func (h House) Differing(day time.Time) (Exception, bool) {
	if !h.differs(day) {
		return Exception{}, false
	}
	return Exception{
		Day:    date(day),
		Blocks: append([]Block{}, h.Blocks(day)...),
		Reason: bare(h.reason(day)),
	}, true
}

// Missed are the parts of the usual hours of the weekday in which the house is not open on the day
// of this moment.
func (h House) Missed(day time.Time) (out []Block) {
	for _, d := range h.Hours {
		if d.Weekday == weekday(day) {
			out = append(out, d.Blocks...)
		}
	}
	for _, b := range h.Blocks(day) {
		out = without(out, b)
	}
	return out
}

// Shut says that the house is closed at a moment, and not as it is in every week: by a closure, or
// on a day on which it does not open by an exception.
func (h House) Shut(t time.Time) bool {
	if slices.ContainsFunc(h.Closures, func(c Closure) bool { return c.Has(t) }) {
		return true
	}
	e := h.exception(t)
	return e != nil && len(e.Blocks) == 0
}

// ByClosure says that a closure takes part of the hours of a day away, and which: its id, "" of one
// that stands in the settings alone.
func (h House) ByClosure(day time.Time) (id string, yes bool) {
	all := h.cuts(day)
	if len(all) == 0 {
		return "", false
	}
	return all[0].id, true
}

// OpenAround says whether the house is open at some time from one moment to another, or in that
// part of the day.
func (h House) OpenAround(from, to time.Time) bool {
	local := from.In(clock.Amsterdam)
	part := partOf(At(local.Hour(), local.Minute()))
	return slices.ContainsFunc(h.PartsOf(from), func(p DayPart) bool {
		return p.Part == part || p.From.On(from).Before(to) && from.Before(p.To.On(from))
	})
}
