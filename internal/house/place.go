package house

import (
	"regexp"
	"strings"
)

// Place is where somebody has to be for a room: the room and the address. A meeting point outside
// has no floor.
func (h House) Place(room string) string {
	lines := append([]string{room}, h.Address...)
	if h.Outside(room) && len(h.Address) > 0 {
		lines[1], _, _ = strings.Cut(lines[1], ",")
	}
	return strings.Join(lines, ", ")
}

// Outside says whether a room is a meeting point outside.
func (h House) Outside(room string) bool {
	for _, r := range h.Rooms {
		if r.Name == room {
			return r.Outside
		}
	}
	return false
}

var postcode = regexp.MustCompile(`^[1-9][0-9]{3} ?[A-Z]{2} +`)

// Town is where the house stands: the last line of its address, without the postcode.
func (h House) Town() string {
	if len(h.Address) == 0 {
		return ""
	}
	return postcode.ReplaceAllString(h.Address[len(h.Address)-1], "")
}
