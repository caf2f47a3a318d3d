package rules

import (
	"herstelruimte/internal/problem"
)

// Known is what the house knows of where people are received. The zero value knows nothing, so it
// only says what no name can be.
type Known struct {
	Rooms []string // nil: any
}

// Room notes what is wrong with the room of a meeting; one that it had stays, also when the house
// has it no more.
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
