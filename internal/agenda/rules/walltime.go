package rules

import (
	"errors"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
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

// WallMoment is the moment at which the clock on the wall shows w on this day. A time
// that the clock skips becomes the first one after it; of a time that it shows twice the first is
// meant.
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

// easterSunday by the anonymous Gregorian computus.
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
