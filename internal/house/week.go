package house

import (
	"time"

	"herstelruimte/internal/clock"
)

// OpeningWeek is when the door is open this week, day by day, and which later days differ.
type OpeningWeek struct {
	Today      string      `json:"today" format:"date"`
	Days       []WeekDay   `json:"days" doc:"seven, from Monday"`
	Later      []Exception `json:"later" doc:"days after this week that differ, up to 28 days ahead"`
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
	w := OpeningWeek{Today: date(now), Days: []WeekDay{}, Later: []Exception{}, FreshUntil: clock.Moment(dayAfter(now, 1))}
	for i := range 7 {
		w.Days = append(w.Days, h.weekDay(dayAfter(monday, i)))
	}
	for _, e := range h.Ahead(now) {
		if e.Day > w.Days[6].Day {
			w.Later = append(w.Later, e)
		}
	}
	return w
}

func (h House) weekDay(day time.Time) WeekDay {
	d := WeekDay{Day: date(day), Blocks: append([]Block{}, h.Blocks(day)...)}
	if h.differs(day) {
		d.Reason = h.reason(day)
		h.Exceptions, h.Closures = nil, nil // of the copy: what remains is the usual
		d.Usual = h.Blocks(day)
	}
	return d
}
