package places_test

import "slices"

func (m *reference) staffCancels(place int) int {
	a := m.staff()
	p := &m.places[place]
	switch {
	case p.state == "gone":
		return 404
	case p.state == "cancelled":
		return m.before("cancelled", func(a refAct) bool { return a.place == place })
	case m.now >= m.start:
		return 409
	}
	a.kind, a.place, a.was = "cancelled", place, m.limit
	if m.undo = a.until; m.waiting() == 0 {
		a.until = m.undoAbout(p.person)
	}
	p.state = "cancelled"
	m.release(p.seats)
	return m.note(a)
}

// staffMoves lets somebody come to the other date, where there are places enough.
func (m *reference) staffMoves(place int) int {
	a := m.staff()
	p := &m.places[place]
	switch {
	case p.state == "gone":
		return 404
	case p.state != "registered", m.now >= m.start, m.isElsewhere(p.person):
		return 409
	}
	a.kind, a.place, a.was = "moved", place, m.limit
	m.undo = a.until
	p.state, p.said = "elsewhere", [meetings]refSaid{}
	m.release(p.seats)
	return m.note(a)
}

func (m *reference) isElsewhere(person int) bool {
	return slices.ContainsFunc(m.places, func(p refPlace) bool {
		return p.person == person && p.state == "elsewhere"
	})
}

func (m *reference) staffRestores(place int, chair bool) int {
	a := m.staff()
	p := &m.places[place]
	switch {
	case p.state == "gone":
		return 404
	case p.state == "registered":
		return m.before("restored", func(a refAct) bool { return a.place == place })
	case m.now >= m.start, m.placeOf(p.person) >= 0:
		return 409
	}
	a.kind, a.place, a.until = "restored", place, m.undoAbout(p.person)
	if free := m.free(); free < p.seats {
		if !chair {
			return 409
		}
		m.chairs(&a, p.seats-free)
	}
	p.state = "registered"
	m.leaves(p.person)
	return m.note(a)
}

func (m *reference) chairs(a *refAct, n int) {
	a.chair, a.was = true, n
	m.capacity += n
	m.limit += n
}

func (m *reference) staffAdds(person int, ifFull string) int {
	a := m.staff()
	a.kind, a.until = "added", m.undoAbout(person)
	if m.now >= m.ends() {
		return 409
	}
	if there := m.placeOf(person); there >= 0 {
		a.place, a.until = there, -1
		return m.note(a)
	}
	if m.free() < 1 {
		switch ifFull {
		case "tell":
			return 409
		case "waitlist":
			return m.staffLetsWait(a, person)
		}
		m.chairs(&a, 1)
	}
	a.left = m.waitingOf(person)
	a.place = len(m.places)
	m.enrol(person, 1)
	m.places[a.place].phone = onlyPhone(person) // one way to reach them
	return m.note(a)
}

func (m *reference) waitingOf(person int) (all []int) {
	for i, e := range m.entries {
		if e.person == person && (e.state == "waiting" || e.state == "offered") {
			all = append(all, i)
		}
	}
	return all
}

func (m *reference) staffLetsWait(a refAct, person int) int {
	a.kind = "waits"
	if already := m.waitingOf(person); len(already) > 0 {
		a.entry, a.until = already[0], -1
		return m.note(a)
	}
	a.entry = len(m.entries)
	m.wait(person, 1, true)
	e := &m.entries[a.entry]
	e.phone, e.mail = onlyPhone(person), !onlyPhone(person)
	return m.note(a)
}

func (m *reference) staffSeats(was, seats int) int {
	a := m.staff()
	switch {
	case m.capacity != was:
		return 412
	case m.now >= m.ends():
		return 409
	}
	a.kind, a.was, a.now = "seats", was, seats
	if m.undo = a.until; seats <= was || m.waiting() == 0 {
		a.until = m.now + 10 // nobody hears of it
	}
	m.resized(seats)
	return m.note(a)
}
