package house

import (
	"time"

	"herstelruimte/internal/clock"
)

// OpeningWeek is when the door is open this week, day by day, and which later days differ.
type OpeningWeek struct {
	Today      string      `json:"today" format:"date"`
	Days       []WeekDay   `json:"days" doc:"seven, from Monday"`
	Ahead      []Exception `json:"later" doc:"days after this week that differ, up to 28 days ahead"`
	FreshUntil string      `json:"freshUntil" format:"date-time"`
}

// WeekDay is one day of a week with its own hours.
type WeekDay struct {
	Day    string  `json:"day" format:"date"`
	Blocks []Block `json:"blocks"`
	Usual  []Block `json:"usual,omitempty" doc:"the hours of other weeks, when this day differs"`
	Reason string  `json:"reason,omitempty"`
}

// Week gives the week of this moment, from Monday.
func (h House) Week(now time.Time) OpeningWeek {
	monday := dayAfter(now, 1-weekday(now))
	w := OpeningWeek{
		Today:      date(now),
		Days:       []WeekDay{},
		Ahead:      []Exception{},
		FreshUntil: clock.Moment(dayAfter(now, 1)),
	}
	differs := map[string]Exception{}
	for _, e := range h.Ahead(monday) {
		differs[e.Day] = e
	}
	for i := range 7 {
		day := dayAfter(monday, i)
		d := WeekDay{Day: date(day), Blocks: h.usual(day)}
		if e, other := differs[d.Day]; other {
			d.Blocks, d.Usual, d.Reason = append([]Block{}, e.Blocks...), d.Blocks, e.Reason
		}
		w.Days = append(w.Days, d)
	}
	for _, e := range h.Ahead(now) {
		if e.Day > w.Days[6].Day {
			w.Ahead = append(w.Ahead, e)
		}
	}
	return w
}

// usual are the hours of the weekday.
func (h House) usual(day time.Time) []Block {
	out := []Block{}
	for _, d := range h.Hours {
		if d.Weekday == weekday(day) {
			out = append(out, d.Blocks...)
		}
	}
	return out
}
