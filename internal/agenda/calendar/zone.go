package calendar

import (
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"herstelruimte/internal/clock"
)

// Plain leaves out what a calendar cannot hold: control characters other than the end of a line.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7f {
			return -1
		}
		return r
	}, strings.TrimSpace(s))
}

// SetWall writes a moment as the clock on the wall shows it. In the night in which an hour comes
// twice calendars do not agree on which of the two is meant: those moments are written in UTC.
func SetWall(e *ics.VEvent, p ics.ComponentProperty, t time.Time) {
	if local(t) == local(t.Add(-time.Hour)) || local(t) == local(t.Add(time.Hour)) {
		e.SetProperty(p, t.UTC().Format("20060102T150405Z"))
		return
	}
	e.SetProperty(p, local(t), ics.WithTZID("Europe/Amsterdam"))
}

func local(t time.Time) string { return t.In(clock.Amsterdam).Format("20060102T150405") }

// AddAmsterdam describes the zone: summer time from the last Sunday of March to the last Sunday of
// October.
func AddAmsterdam(cal *ics.Calendar) {
	summer, winter := &ics.Daylight{}, ics.NewStandard()
	describe(
		&summer.ComponentBase,
		"19810329T020000",
		"FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
		"+0100",
		"+0200",
		"CEST",
	)
	describe(
		&winter.ComponentBase,
		"19961027T030000",
		"FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
		"+0200",
		"+0100",
		"CET",
	)
	z := cal.AddTimezone("Europe/Amsterdam")
	z.Components = append(z.Components, summer, winter)
}

func describe(c *ics.ComponentBase, start, rule, from, to, name string) {
	c.SetProperty(ics.ComponentPropertyDtStart, start)
	c.SetProperty(ics.ComponentPropertyRrule, rule)
	c.SetProperty("TZOFFSETFROM", from)
	c.SetProperty("TZOFFSETTO", to)
	c.SetProperty("TZNAME", name)
}
