package calendar

import (
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"herstelruimte/internal/agenda/rules"
)

// Appointment is a calendar file for one person: one event a session, named "Afspraak" and nothing
// more, so that a shared calendar tells nobody where they go.
type Appointment struct {
	Domain   string   // of the ids
	Address  []string // of the house
	Now      time.Time
	Sequence int
	// SequenceOf is of each session, when they differ; nil: Sequence.
	SequenceOf func(session string) int
	Cancelled  bool
	// ID names the event of a session; it must tell nobody else whose it is.
	ID func(session string) string
}

// File writes the calendar of these sessions.
func (a *Appointment) File(all []rules.Meeting) []byte {
	cal := ics.NewCalendarFor("Herstelruimte")
	cal.SetProductId("-//" + a.Domain + "//programma//NL")
	cal.SetMethod(ics.MethodPublish)
	if a.Cancelled {
		cal.SetMethod(ics.MethodCancel)
	}
	AddAmsterdam(cal)
	for _, m := range all {
		e := cal.AddEvent(a.ID(m.ID) + "@" + a.Domain)
		e.SetDtStampTime(a.Now.UTC())
		e.SetProperty(
			ics.ComponentPropertyDtStart,
			local(m.Start),
			ics.WithTZID("Europe/Amsterdam"),
		)
		e.SetProperty(ics.ComponentPropertyDtEnd, local(m.End), ics.WithTZID("Europe/Amsterdam"))
		e.SetSummary("Afspraak")
		e.SetLocation(strings.Join(a.Address, ", "))
		sequence := a.Sequence
		if a.SequenceOf != nil {
			sequence = a.SequenceOf(m.ID)
		}
		e.SetSequence(sequence)
		e.SetStatus(ics.ObjectStatusConfirmed)
		if a.Cancelled || m.Status == "cancelled" {
			e.SetStatus(ics.ObjectStatusCancelled)
		}
	}
	return []byte(cal.Serialize(ics.WithNewLineWindows))
}
