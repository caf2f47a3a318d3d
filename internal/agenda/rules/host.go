package rules

import (
	"cmp"
	"strings"

	"herstelruimte/internal/identity"
)

// Who receives people is an account of the staff, written as its uid behind a sign that no name
// begins with, or a first name that somebody typed, which gives nobody a right.
const hostAccount = "@"

// Partner stands for somebody of another organisation: there are many of them.
const Partner = "partner"

// AccountHost is an account that receives.
func AccountHost(uid string) string { return hostAccount + uid }

// HostUID is the account that receives; empty for a typed name.
func HostUID(host string) string {
	uid, is := strings.CutPrefix(host, hostAccount)
	if !is {
		return ""
	}
	return uid
}

// Host is who receives at a date: its own value, or that of its activity.
func (s *Slot) Host() string { return cmp.Or(s.Doc.Host, s.Activity.Host) }

// MayRun says whether somebody may do with one date what its begeleider may: who may change its
// activity, and the account that receives. Problems: forbidden.
func (s *Slot) MayRun(who identity.Actor) error {
	if who.ID != "" && HostUID(s.Host()) == who.ID && who.Has(identity.Receiving...) {
		return nil
	}
	return MayWrite(who, &s.Activity)
}
