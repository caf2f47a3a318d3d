package rules

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Who receives is an account of the staff, its uid behind a sign that no name begins with, or a
// first name that somebody typed, which gives nobody a right.
const hostAccount = "@"

// Partner stands for somebody of another organisation: there are many of them.
const Partner = "partner"

func AccountHost(uid string) string { return hostAccount + uid }

// HostUID is the account that receives; empty for a typed name.
func HostUID(host string) string {
	if uid, is := strings.CutPrefix(host, hostAccount); is {
		return uid
	}
	return ""
}

// Host is who receives at a date: its own value, or that of its activity.
func (s *Slot) Host() string { return cmp.Or(s.Doc.Host, s.Activity.Host) }

// MayRun is nil for who may change the activity of a date, and the account that receives. Problems:
// forbidden.
func (s *Slot) MayRun(who identity.Actor) error {
	if who.ID != "" && HostUID(s.Host()) == who.ID && who.Has(identity.Receiving...) {
		return nil
	}
	return MayWrite(who, &s.Activity)
}

// MayMeetAt says whether somebody may read who comes to a meeting, and act on it, at a moment: who
// may change the date always, a gastheer on its day.
func (s *Slot) MayMeetAt(who identity.Actor, m Meeting, at time.Time) bool {
	return s.MayRun(who) == nil || who.Has(identity.Gastheer) && Today(m, at)
}

// Known is what the house knows of where people are received; zero: only what no name can be.
type Known struct {
	Rooms []string // nil: any
}

// Room notes what is wrong with the room of a meeting; one that it had may stay.
func (k Known) Room(f *problem.Faults, name, room string, had ...string) {
	if !f.Has(name) {
		f.NoContact(name, room)
	}
	if room != "" && k.Rooms != nil && !f.Has(name) {
		f.OneOf(name, append(had, k.Rooms...), room)
	}
}

// Host notes what is wrong with who receives.
func (k Known) Host(f *problem.Faults, name, host string) {
	f.Length(name, host, 0, mostHost)
	if HostUID(host) == "" { // digits of an account id are no number
		f.NoContact(name, host)
	}
}

const mostHost = 60

// MayWrite is nil for who may change an activity and its dates: a begeleider only the own ones.
func MayWrite(actor identity.Actor, a *Activity) error {
	if actor.Has(identity.Coordinator) || actor.Has(identity.Begeleider) && a.OwnedBy(actor.ID) {
		return nil
	}
	return problem.New(problem.Forbidden)
}

// MayRead is nil for who may see the counts of its dates.
func MayRead(actor identity.Actor, a *Activity) error {
	if actor.Has(identity.Gastheer, identity.Redactie, identity.Beheerder) {
		return nil
	}
	return MayWrite(actor, a)
}

func (a *Activity) OwnedBy(uid string) bool { return slices.Contains(a.Staff, uid) }
