package places_test

import "slices"

func (m *reference) skips(entry int) int {
	if m.entries[entry].state == "gone" {
		return 404
	}
	a := m.staff()
	e := &m.entries[entry]
	var places []int
	for i, v := range m.vacancies {
		if v.state == "open" && v.offer < 0 && m.claims(entry, i) {
			places = append(places, i)
		}
	}
	if e.state == "waiting" && len(places) == 0 {
		for n, a := range m.acts {
			if a.kind == "skipped" && a.entry == entry && !a.undone && m.skippedOpen(n) {
				return m.earlier()
			}
		}
	}
	a.kind, a.entry, a.before = "skipped", entry, e.state
	if o := m.openOffer(entry); o >= 0 {
		if m.offers[o].way != "phone" {
			return 409
		}
		m.endOffer(o, "skipped", "new")
		e.state = "waiting"
		m.offers[o].act, a.offer = m.act, o
		m.holdForUndo(a)
		return m.note(a)
	}
	if len(places) == 0 {
		return 409
	}
	a.made, a.offer = true, m.passOver(entry, places)
	return m.note(a)
}

// skippedOpen says whether a place that an act skipped somebody for is held still.
func (m *reference) skippedOpen(act int) bool {
	return slices.ContainsFunc(m.offers, func(o refOffer) bool {
		return o.act == act && o.state == "skipped" &&
			slices.ContainsFunc(o.places, func(p int) bool { return m.vacancies[p].state == "open" })
	})
}

func (m *reference) passOver(entry int, places []int) int {
	for _, p := range places {
		m.had[[2]int{p, entry}] = true
	}
	m.offers = append(m.offers, refOffer{
		entry: entry, seats: len(places), state: "skipped", way: "phone", places: places,
		made: m.now, act: m.act, until: m.now, tellBy: m.now,
	})
	return len(m.offers) - 1
}

func (m *reference) removes(entry int) int {
	if m.entries[entry].state == "gone" {
		return 404
	}
	a := m.staff()
	e := &m.entries[entry]
	switch e.state {
	case "left":
		return m.before("removed", func(a refAct) bool { return a.entry == entry })
	case "waiting", "offered", "closed":
	default:
		return 409
	}
	a.kind, a.entry, a.before = "removed", entry, e.state
	e.state = "left"
	if a.offer = m.openOffer(entry); a.offer >= 0 {
		m.endOffer(a.offer, "declined", "new")
		m.holdForUndo(a)
	}
	return m.note(a)
}

func (m *reference) putsBack(entry int) int {
	if m.entries[entry].state == "gone" {
		return 404
	}
	a := m.staff()
	e := &m.entries[entry]
	if e.state == "waiting" || e.state == "offered" {
		return m.before("putBack", func(a refAct) bool { return a.entry == entry })
	}
	if e.state != "unreached" || m.now >= m.joinUntil || !m.onListAgain(entry) {
		return 409
	}
	a.kind, a.entry = "putBack", entry
	return m.note(a)
}

// onListAgain lets somebody wait again, who has no place and does not wait elsewhere.
func (m *reference) onListAgain(entry int) bool {
	e := &m.entries[entry]
	if m.placeOf(e.person) >= 0 || len(m.waitingOf(e.person)) > 0 {
		return false
	}
	if e.state = "waiting"; m.now >= m.joinUntil {
		e.state = "closed"
	}
	return true
}

func (m *reference) opensToAll() int {
	a := m.staff()
	var held []int
	for i, v := range m.vacancies {
		if v.state == "open" && v.offer < 0 && m.why(v) != "undo" {
			held = append(held, i)
		}
	}
	if len(held) == 0 {
		if m.left() == 0 {
			return 409
		}
		return m.before("opened", func(refAct) bool { return true })
	}
	a.kind = "opened"
	for e := range m.entries {
		var places []int
		for _, v := range held {
			if m.claims(e, v) {
				places = append(places, v)
			}
		}
		if len(places) > 0 {
			m.passOver(e, places)
		}
	}
	for _, v := range held {
		m.vacancies[v].state, m.vacancies[v].reason = "released", "openedToAll"
		m.vacancies[v].act = m.act
	}
	return m.note(a)
}

func (m *reference) stops(stopped bool) int {
	a := m.staff()
	a.kind = map[bool]string{true: "stopped", false: "resumed"}[stopped]
	if stopped == m.stopped {
		return m.before(a.kind, func(refAct) bool { return true })
	}
	if m.now >= m.joinUntil {
		return 409
	}
	m.stopped = stopped
	if !stopped && m.heldBack() == "" {
		for i := range m.vacancies {
			if v := &m.vacancies[i]; v.state == "open" && v.offer < 0 && v.reason == "stopped" {
				v.reason, v.wakes, v.act = "undo", a.until, m.act
			}
		}
	}
	return m.note(a)
}

// mailable says whether somebody without a number can be mailed an offer by hand.
func (m *reference) mailable(entry int) bool {
	e := m.entries[entry]
	for i, v := range m.vacancies {
		why := m.why(v)
		if v.state == "open" && v.offer < 0 && m.claims(entry, i) && !e.phone &&
			(why == "callsFirst" || why == "phoneList" && e.short) {
			return true
		}
	}
	return false
}

func (m *reference) mailsOffer(entry, until int) int {
	if m.entries[entry].state == "gone" {
		return 404
	}
	a := m.staff()
	e := &m.entries[entry]
	if e.state == "offered" && slices.ContainsFunc(m.acts, func(a refAct) bool {
		return a.kind == "mailed" && a.entry == entry && !a.undone
	}) {
		return m.earlier()
	}
	if until <= a.until || until > m.joinUntil-30 {
		return 422
	}
	if !m.mailable(entry) {
		return 409
	}
	a.kind, a.entry = "mailed", entry
	a.offer = m.offer(entry, until, true)
	m.offers[a.offer].act, m.offers[a.offer].goes = m.act, a.until
	return m.note(a)
}
