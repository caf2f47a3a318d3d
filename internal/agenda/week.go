package agenda

import (
	"fmt"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
)

// Week names a week of the programme.
type Week struct {
	Value    string `json:"value" doc:"ISO week, such as 2026-W47"`
	From     string `json:"from" format:"date"`
	To       string `json:"to" format:"date"`
	Previous string `json:"previous"`
	Next     string `json:"next"`
	Today    string `json:"today" format:"date"`
}

func weekView(from, now time.Time) Week {
	to := from.AddDate(0, 0, 7)
	return Week{
		Value:    weekName(from),
		From:     rules.DayOf(from),
		To:       rules.DayOf(to.AddDate(0, 0, -1)),
		Previous: weekName(from.AddDate(0, 0, -7)),
		Next:     weekName(to),
		Today:    rules.DayOf(now),
	}
}

// freshUntil is the first of these moments, at most midnight: pages say "vandaag".
func freshUntil(now time.Time, moments ...time.Time) string {
	first := clock.Day(now).AddDate(0, 0, 1)
	for _, m := range moments {
		if !m.IsZero() && m.Before(first) {
			first = m
		}
	}
	return clock.Moment(first)
}

// weekOf reads an ISO week such as 2026-W47 and gives its Monday; an unreadable one is this week.
func weekOf(value string, now time.Time) time.Time {
	var year, week int
	if n, err := fmt.Sscanf(
		value,
		"%4d-W%2d",
		&year,
		&week,
	); err == nil && n == 2 && len(value) == 8 && year >= 2000 && year < 2200 && week >= 1 &&
		week <= 53 {
		monday := mondayOf(time.Date(year, 1, 4, 0, 0, 0, 0, clock.Amsterdam)).AddDate(
			0,
			0,
			7*(week-1),
		)
		if weekName(monday) == value {
			return monday
		}
	}
	return mondayOf(now)
}

func mondayOf(t time.Time) time.Time {
	d := clock.Day(t)
	return d.AddDate(0, 0, -(int(d.Weekday())+6)%7)
}

func weekName(t time.Time) string {
	y, w := t.ISOWeek()
	return fmt.Sprintf("%d-W%02d", y, w)
}
