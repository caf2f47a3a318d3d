// Package calendar writes what calendars read: the zone of Amsterdam, moments as the clock on the
// wall shows them, and the file of one appointment.
package calendar

import (
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
)

const Zone = "Europe/Amsterdam"

// New is an empty calendar of this domain, that knows the zone: summer time from the last Sunday of
// March to the last Sunday of October.
func New(domain string) *ics.Calendar {
	cal := ics.NewCalendarFor("Herstelruimte")
	cal.SetProductId("-//" + domain + "//programma//NL")
	summer, winter := &ics.Daylight{}, ics.NewStandard()
	describe := func(of *ics.ComponentBase, start, month, from, to, name string) {
		of.SetProperty(ics.ComponentPropertyDtStart, start)
		of.SetProperty(ics.ComponentPropertyRrule, "FREQ=YEARLY;BYMONTH="+month+";BYDAY=-1SU")
		of.SetProperty("TZOFFSETFROM", from)
		of.SetProperty("TZOFFSETTO", to)
		of.SetProperty("TZNAME", name)
	}
	describe(&summer.ComponentBase, "19810329T020000", "3", "+0100", "+0200", "CEST")
	describe(&winter.ComponentBase, "19961027T030000", "10", "+0200", "+0100", "CET")
	z := cal.AddTimezone(Zone)
	z.Components = append(z.Components, summer, winter)
	return cal
}

func Bytes(cal *ics.Calendar) []byte { return []byte(cal.Serialize(ics.WithNewLineWindows)) }

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
	setLocal(e, p, t)
}

func setLocal(e *ics.VEvent, p ics.ComponentProperty, t time.Time) {
	e.SetProperty(p, local(t), ics.WithTZID(Zone))
}

func local(t time.Time) string { return t.In(clock.Amsterdam).Format("20060102T150405") }

// Appointment is a calendar file for one person: one event a session, named "Afspraak" and nothing
// more, so that a shared calendar tells nobody where they go.
type Appointment struct {
	Domain  string   // of the ids
	Address []string // of the house
	Now     time.Time
	// of the calendar of a session
	Sequence  func(session string) int
	Cancelled bool
	// names the event of a session; it must tell nobody else whose it is
	ID func(session string) string
}

// File writes the calendar of these sessions.
func (a *Appointment) File(all []rules.Meeting) []byte {
	cal := New(a.Domain)
	cal.SetMethod(ics.MethodPublish)
	if a.Cancelled {
		cal.SetMethod(ics.MethodCancel)
	}
	for _, m := range all {
		e := cal.AddEvent(a.ID(m.ID) + "@" + a.Domain)
		e.SetDtStampTime(a.Now.UTC())
		setLocal(e, ics.ComponentPropertyDtStart, m.Start)
		setLocal(e, ics.ComponentPropertyDtEnd, m.End)
		e.SetSummary("Afspraak")
		e.SetLocation(strings.Join(a.Address, ", "))
		e.SetSequence(a.Sequence(m.ID))
		e.SetStatus(ics.ObjectStatusConfirmed)
		if a.Cancelled || m.Status == "cancelled" {
			e.SetStatus(ics.ObjectStatusCancelled)
		}
	}
	return Bytes(cal)
}
