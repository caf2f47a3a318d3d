package places_test

import (
	"fmt"
	"slices"
	"strings"
)

// The meetings that somebody can be at: up to three of the date, and that of the other date.
const (
	meetings     = 4
	otherMeeting = meetings - 1
)

// refSaid is what was said last of a sign-up at one meeting; without a state nothing was.
type refSaid struct {
	state      string
	guests, at int
	by         string
}

// refTap is a tap of a phone about the presence of somebody.
type refTap struct {
	no, place, meeting int
	said               refSaid
}

// What becomes of a tap, as the statuses of the model: all of them leave something behind.
const (
	counted   = 200
	known     = 208
	overruled = 209
	gone      = 410
)

// ofDate are the meetings of the date that a sign-up is for.
func (m *reference) ofDate(p refPlace) []int {
	switch {
	case p.state == "elsewhere":
		return []int{otherMeeting}
	case m.joinUntil > m.start:
		return []int{0, 1, 2}
	}
	return []int{0}
}

func (m *reference) taps(t refTap) int {
	p := &m.places[t.place]
	if p.state != "registered" && p.state != "elsewhere" ||
		!slices.Contains(m.ofDate(*p), t.meeting) {
		return gone
	}
	if slices.Contains(m.tapped, t.no) {
		return known
	}
	m.tapped = append(m.tapped, t.no)
	last := &p.said[t.meeting]
	if last.state != "" && last.at > t.said.at {
		if last.by == t.said.by || last.state == t.said.state && last.guests == t.said.guests {
			return counted
		}
		return overruled
	}
	*last = t.said
	return counted
}

// presence is what the meetings of its date say together of a sign-up: whether it came, whether it
// stayed away, and whether it was there three times out of four.
func (m *reference) presence(p refPlace) (attended, absent, finished bool) {
	all := m.ofDate(p)
	here, missed := 0, 0
	for _, meeting := range all {
		switch p.said[meeting].state {
		case "here":
			here++
		case "absent":
			missed++
		}
	}
	return here > 0, missed > 0 && here == 0, here > 0 && 4*here >= 3*len(all)
}

// writeSaid writes what was said of whom, in the order of the letters.
func (m *reference) writeSaid(b *strings.Builder) {
	var lines []string
	for _, p := range m.places {
		if p.state == "gone" {
			continue
		}
		var said []string
		for meeting, s := range p.said {
			if s.state != "" {
				said = append(said, fmt.Sprintf("%d %s+%d at %s by %s", meeting, s.state, s.guests,
					m.moment(s.at), s.by))
			}
		}
		status := p.state
		if status == "elsewhere" {
			status = "registered"
		}
		if len(said) > 0 {
			lines = append(lines, fmt.Sprintf("said of %d, %s: %s\n", p.person, status,
				strings.Join(said, ", ")))
		}
	}
	slices.Sort(lines)
	b.WriteString(strings.Join(lines, ""))
}

// movesToFull lets somebody wait for a date that stays full; the place here stays theirs.
func (m *reference) movesToFull(place int) int {
	a := m.staff()
	p := &m.places[place]
	switch {
	case p.state == "gone":
		return 404
	case p.state != "registered", m.now >= m.start, m.queued[p.person]:
		return 409
	}
	a.kind, a.how, a.place = "moved", "full", place
	m.queued[p.person] = true
	return m.note(a)
}

// movesBack lets somebody come from the other date to this one, or wait for it when it is full.
func (m *reference) movesBack(place int) int {
	a := m.staff()
	p := &m.places[place]
	switch {
	case p.state == "gone":
		return 404
	case p.state != "elsewhere", m.now >= m.start, m.placeOf(p.person) >= 0:
		return 409
	}
	a.kind, a.how, a.place = "moved", "back", place
	if m.free() < p.seats {
		if len(m.waitingOf(p.person)) > 0 {
			return 409
		}
		a.how, a.waits = "back, full", len(m.entries)
		m.wait(p.person, p.seats, true)
		m.entries[a.waits].phone = p.phone
		return m.note(a)
	}
	a.was, a.left = roomElsewhere, m.waitingOf(p.person)
	p.state, p.said = "registered", [meetings]refSaid{}
	m.leaves(p.person)
	return m.note(a)
}

// undoesMovedBack lets somebody go to the other date again, or wait for this one no longer.
func (m *reference) undoesMovedBack(n int, a refAct) int {
	if a.how != "back" {
		a.entry = a.waits
		return m.undoesWaits(a)
	}
	p := &m.places[a.place]
	switch {
	case p.state == "gone":
		return 410
	case p.state != "registered", m.isElsewhere(p.person):
		return 409
	}
	p.state, p.said = "elsewhere", [meetings]refSaid{}
	m.releaseUndone(n, p.seats)
	m.waitAgain(a.left)
	return 200
}
