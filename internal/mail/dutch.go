package mail

import (
	"fmt"
	"time"

	"herstelruimte/internal/clock"
)

var (
	weekdays = [...]string{
		"zondag",
		"maandag",
		"dinsdag",
		"woensdag",
		"donderdag",
		"vrijdag",
		"zaterdag",
	}
	months = [...]string{
		"januari",
		"februari",
		"maart",
		"april",
		"mei",
		"juni",
		"juli",
		"augustus",
		"september",
		"oktober",
		"november",
		"december",
	}
)

// Day is t's day in Amsterdam: "dinsdag 18 november 2025".
func Day(t time.Time) string {
	t = t.In(clock.Amsterdam)
	return fmt.Sprintf("%s %d %s %d", weekdays[t.Weekday()], t.Day(), months[t.Month()-1], t.Year())
}

// Hours is a range of time on the clocks of Amsterdam: "13.30 tot 16.00 uur".
func Hours(start, end time.Time) string { return hour(start) + " tot " + hour(end) + " uur" }

// DayAndHour is one moment: "woensdag 19 november 2025 16.10 uur".
func DayAndHour(t time.Time) string { return Day(t) + " " + hour(t) + " uur" }

func hour(t time.Time) string {
	t = t.In(clock.Amsterdam)
	return clock.Words(t.Hour(), t.Minute())
}
