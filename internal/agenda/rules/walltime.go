package rules

import (
	"errors"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
)

func WallClock(t time.Time) string { return t.In(clock.Amsterdam).Format("15.04") }

var errUnreadable = errors.New("no readable day or time")

// A date that begins in the evening may end the next morning; any other end before its begin is a
// mistake.
var (
	evening = house.At(18, 0)
	morning = house.At(8, 0)
)

// Times are the begin and end of a session on the clock of the house.
func (s NewSession) Times() (start, end time.Time, err error) {
	if start, err = s.start(); err != nil {
		return start, end, err
	}
	from, _ := wallTime(s.From)
	to, err := wallTime(s.To)
	if err != nil {
		return start, end, err
	}
	day := clock.Day(start)
	if to <= from && from >= evening && to <= morning {
		day = day.AddDate(0, 0, 1)
	}
	if end = WallMoment(day, to); !end.After(start) {
		return start, end, errUnreadable
	}
	return start, end, nil
}

func (s NewSession) start() (time.Time, error) {
	day, err := time.ParseInLocation(time.DateOnly, s.Day, clock.Amsterdam)
	if err != nil || !readDay(s.Day) {
		return day, errUnreadable
	}
	from, err := wallTime(s.From)
	if err != nil {
		return day, err
	}
	return WallMoment(day, from), nil
}

// Skipped are the fields whose time the clock does not show on that day: the hour that summer time
// takes away.
func (s NewSession) Skipped() (fields []string) {
	day, noDay := time.ParseInLocation(time.DateOnly, s.Day, clock.Amsterdam)
	from, noFrom := wallTime(s.From)
	to, noTo := wallTime(s.To)
	if noDay != nil || noFrom != nil || noTo != nil {
		return nil
	}
	if !shown(WallMoment(day, from), int(from)) {
		fields = append(fields, "from")
	}
	if to <= from {
		day = day.AddDate(0, 0, 1)
	}
	if !shown(WallMoment(day, to), int(to)) {
		fields = append(fields, "to")
	}
	return fields
}

func shown(t time.Time, minutes int) bool { return t.Hour()*60+t.Minute() == minutes%(24*60) }

// WallMoment is the moment at which the clock on the wall shows w on this day, or the first after
// it when that is skipped; of a time that comes twice the first is meant.
func WallMoment(day time.Time, w house.WallTime) time.Time {
	y, m, d := day.In(clock.Amsterdam).Date()
	t := time.Date(y, m, d, int(w)/60, int(w)%60, 0, 0, clock.Amsterdam)
	if want := int(w) % (24 * 60); t.Hour()*60+t.Minute() != want {
		start, end := t.ZoneBounds()
		if d := end.Sub(t); d > 0 && d < 2*time.Hour {
			return end.In(clock.Amsterdam)
		}
		return start.In(clock.Amsterdam)
	}
	if earlier := t.Add(-time.Hour); earlier.Hour() == t.Hour() && earlier.Minute() == t.Minute() {
		return earlier
	}
	return t
}

// Holiday says whether the Netherlands have a day off.
func Holiday(day time.Time) bool {
	day = clock.Day(day)
	y, m, d := day.Date()
	king := time.Date(y, 4, 27, 0, 0, 0, 0, clock.Amsterdam)
	if king.Weekday() == time.Sunday {
		king = king.AddDate(0, 0, -1)
	}
	switch {
	case m == 1 && d == 1, m == 12 && (d == 25 || d == 26), day.Equal(king), m == 5 && d == 5:
		return true
	}
	easter := easterSunday(y)
	// Good Friday, Easter twice, Ascension Day, Whitsun twice
	for _, after := range []int{-2, 0, 1, 39, 49, 50} {
		if day.Equal(easter.AddDate(0, 0, after)) {
			return true
		}
	}
	return false
}

func easterSunday(y int) time.Time {
	a, b, c := y%19, y/100, y%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 19*l) / 433
	month := (h + l - 7*m + 90) / 25
	return time.Date(y, time.Month(month), (h+l-7*m+33*month+19)%32, 0, 0, 0, 0, clock.Amsterdam)
}

// TermLimit is when signing up starts or ends.
type TermLimit struct {
	By    string `json:"by"` // moment, hours, dayBefore
	Day   string `json:"day,omitempty"`
	Time  string `json:"time,omitempty"`
	Hours int    `json:"hours,omitempty"`
}

const mostHours = 24 * 60

func (l *TermLimit) OrNone(f *problem.Faults, name string, start time.Time) *time.Time {
	if l.By == "" {
		return nil
	}
	t, err := l.on(start)
	f.When(err != nil, name, problem.Invalid)
	return t
}

func MomentLimit(t time.Time) *TermLimit {
	return &TermLimit{By: "moment", Day: clock.Date(t), Time: WallClock(t)}
}

func (l *TermLimit) check(f *problem.Faults, name string) {
	_, err := l.on(time.Date(2200, 1, 1, 12, 0, 0, 0, clock.Amsterdam))
	f.When(err != nil, name, problem.Invalid)
}

func (l *TermLimit) on(start time.Time) (*time.Time, error) {
	if l == nil {
		return nil, nil
	}
	day := clock.Day(start).AddDate(0, 0, -1)
	switch l.By {
	case "hours":
		if l.Hours < 1 || l.Hours > mostHours {
			return nil, errUnreadable
		}
		return new(start.Add(-time.Duration(l.Hours) * time.Hour)), nil
	case "moment":
		var err error
		if day, err = time.ParseInLocation(time.DateOnly, l.Day, clock.Amsterdam); err != nil {
			return nil, err
		}
	case "dayBefore":
	default:
		return nil, errUnreadable
	}
	w, err := wallTime(l.Time)
	if err != nil {
		return nil, err
	}
	return new(WallMoment(day, w)), nil
}

// TermAfterMove is when signing up starts or ends once a date moved: a term that the activity
// counts from the start goes along, a moment stays; none lies after the new start.
func TermAfterMove(l *TermLimit, at, was, is time.Time) time.Time {
	if old, err := l.on(was); err == nil && old != nil && old.Equal(at) {
		if t, err := l.on(is); err == nil && t != nil {
			at = *t
		}
	}
	if at.After(is) {
		return is
	}
	return at
}
