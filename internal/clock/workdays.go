package clock

import "time"

// Workdays is the same time of day so many working days later (below 0: earlier), on the clock of
// Amsterdam.
func Workdays(t time.Time, days int) time.Time {
	t = t.In(Amsterdam)
	step := 1
	if days < 0 {
		step = -1
	}
	for days != 0 {
		if t = t.AddDate(0, 0, step); t.Weekday() != time.Saturday && t.Weekday() != time.Sunday {
			days -= step
		}
	}
	return t
}

// Months is the same time of day so many months later (below 0: earlier), on the same day or the
// last one of a shorter month.
func Months(t time.Time, months int) time.Time {
	t = t.In(Amsterdam)
	there := t.AddDate(0, months, 0)
	if there.Day() != t.Day() {
		there = there.AddDate(0, 0, -there.Day())
	}
	return there
}

// Date writes the day of t in Amsterdam as the API does.
func Date(t time.Time) string { return t.In(Amsterdam).Format(time.DateOnly) }

// DaysTo is how many calendar days in Amsterdam lie from one moment to another; below 0 when the
// other was before.
func DaysTo(from, to time.Time) int {
	// so that no night of 23 hours counts
	noon := func(t time.Time) time.Time { return Day(t).Add(12 * time.Hour) }
	return int(noon(to).Sub(noon(from)).Round(24*time.Hour) / (24 * time.Hour))
}
