package rules

import (
	"time"

	"herstelruimte/internal/clock"
)

// Skipped are the fields of a session whose time the clock of the house does not show on its day:
// the hour that summer time takes away.
func (s NewSession) Skipped() (fields []string) {
	day, err := time.ParseInLocation(time.DateOnly, s.Day, clock.Amsterdam)
	if err != nil {
		return nil
	}
	from, err := wallTime(s.From)
	if err != nil {
		return nil
	}
	to, err := wallTime(s.To)
	if err != nil {
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
