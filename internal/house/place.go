package house

import "strings"

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
