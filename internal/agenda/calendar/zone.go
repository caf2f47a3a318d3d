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
	change{
		start: "19810329T020000",
		rule:  "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
		from:  "+0100",
		to:    "+0200",
		name:  "CEST",
	}.describe(&summer.ComponentBase)
	change{
		start: "19961027T030000",
		rule:  "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
		from:  "+0200",
		to:    "+0100",
		name:  "CET",
	}.describe(&winter.ComponentBase)
	z := cal.AddTimezone("Europe/Amsterdam")
	z.Components = append(z.Components, summer, winter)
}

// change is when the clocks go from one offset to another, and what the time is called after it.
type change struct{ start, rule, from, to, name string }

func (c change) describe(of *ics.ComponentBase) {
	of.SetProperty(ics.ComponentPropertyDtStart, c.start)
	of.SetProperty(ics.ComponentPropertyRrule, c.rule)
	of.SetProperty("TZOFFSETFROM", c.from)
	of.SetProperty("TZOFFSETTO", c.to)
	of.SetProperty("TZNAME", c.name)
}
