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
	Over     string `json:"over,omitempty" doc:"the week of today, when nothing of it is left and nobody chose a week"`
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

// weekOf is the Monday of an ISO week such as 2026-W47; of an unreadable one it is this week's.
func weekOf(value string, now time.Time) time.Time {
	if monday, ok := readWeek(value); ok {
		return monday
	}
	return mondayOf(now)
}

// readWeek reads an ISO week such as 2026-W47 and gives its Monday.
func readWeek(value string) (monday time.Time, ok bool) {
	var year, week int
	n, err := fmt.Sscanf(value, "%4d-W%2d", &year, &week)
	if err != nil || n != 2 || len(value) != 8 {
		return monday, false
	}
	if year < 2000 || year >= 2200 || week < 1 || week > 53 {
		return monday, false
	}
	first := mondayOf(time.Date(year, 1, 4, 0, 0, 0, 0, clock.Amsterdam))
	monday = first.AddDate(0, 0, 7*(week-1))
	return monday, weekName(monday) == value
}

func mondayOf(t time.Time) time.Time {
	d := clock.Day(t)
	return d.AddDate(0, 0, -(int(d.Weekday())+6)%7)
}

func weekName(t time.Time) string {
	y, w := t.ISOWeek()
	return fmt.Sprintf("%d-W%02d", y, w)
}
