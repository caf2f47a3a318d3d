package places_test

import (
	"slices"
	"time"

	"herstelruimte/internal/agenda/rules"
)

// refTry is a call that was made.
type refTry struct {
	entry, at, act int
	outcome        string
}

func (t refTry) failed() bool { return t.outcome == "voicemail" || t.outcome == "notReached" }

func (m *reference) triesOf(entry int) (all []refTry) {
	for _, t := range m.tries {
		if t.entry == entry {
			all = append(all, t)
		}
	}
	return all
}

func (m *reference) staffGives(entry int, chair bool) int {
	if m.entries[entry].state == "gone" {
		return 404
	}
	a := m.staff()
	e := &m.entries[entry]
	switch {
	case e.state == "accepted":
		return m.before("given", func(a refAct) bool { return a.entry == entry })
	case m.now >= m.ends(), e.state != "waiting" && e.state != "offered" && e.state != "closed":
		return 409
	}
	a.kind, a.entry, a.left = "given", entry, []int{entry}
	a.until = m.undoAbout(e.person)
	m.endOffersOf(entry, "accepted")
	used := 0
	for i := range m.vacancies {
		v := &m.vacancies[i]
		if v.state == "open" && v.offer < 0 && used < e.seats &&
			(v.reason != "undo" || m.now >= v.wakes) {
			v.state = "given"
			used++
		}
	}
	if short := e.seats - m.left(); short > 0 {
		if !chair {
			return 409
		}
		m.chairs(&a, short)
	}
	a.given = len(m.places)
	if !m.give(refOffer{entry: entry, seats: e.seats}) {
		return 409
	}
	return m.note(a)
}

// why is why a place is held, as it is now.
func (m *reference) why(v refVacancy) string {
	switch {
	case v.offer >= 0:
		return v.reason
	case v.reason == "undo" && m.now < v.wakes:
		return "undo"
	case v.reason == "waitsForAnswer":
		return "waitsForAnswer"
	case m.heldBack() != "":
		return m.heldBack()
	case v.reason == "mailDown":
		return "mailDown"
	}
	return "waitsForHours"
}

func (m *reference) openOffer(entry int) int {
	return slices.IndexFunc(m.offers, func(o refOffer) bool {
		return o.entry == entry && o.state == "open"
	})
}

// half is the half of a day in which a minute lies.
func (m *reference) half(minute int) string {
	return rules.HalfDay(m.began.Add(time.Duration(minute) * time.Minute))
}

// callable says since when somebody is called about a free place, and whether on the phone list.
func (m *reference) callable(entry int) (since int, list, ok bool) {
	if o := m.openOffer(entry); o >= 0 {
		return m.offers[o].made, false, m.offers[o].way == "phone"
	}
	for i, v := range m.vacancies {
		why := m.why(v)
		if v.state == "open" && v.offer < 0 && m.claims(entry, i) && byHand(why) {
			return v.made, why == "phoneList", true
		}
	}
	return 0, false, false
}

func byHand(why string) bool {
	return why == "phoneList" || why == "callsFirst" || why == "mailDown"
}

func (m *reference) called(entry int, outcome string, shown int) int {
	if m.entries[entry].state == "gone" {
		return 404
	}
	a := m.staff()
	switch tries := len(m.triesOf(entry)); {
	case tries > shown:
		return m.earlier()
	case tries < shown:
		return 412
	}
	e := &m.entries[entry]
	since, list, ok := m.callable(entry)
	if !ok {
		return 409
	}
	a.kind, a.entry, a.outcome, a.before = "called", entry, outcome, e.state
	try := refTry{entry, m.now, m.act, outcome}
	if try.failed() {
		halves := map[string]bool{m.half(m.now): true}
		for _, t := range m.triesOf(entry) {
			if t.failed() && t.at >= since {
				halves[m.half(t.at)] = true
			}
		}
		if list || len(halves) < 2 {
			m.tries = append(m.tries, try)
			return m.note(a)
		}
	}
	if outcome == "defer" && e.deferredUsed {
		return 409
	}
	if a.offer = m.openOffer(entry); a.offer < 0 {
		a.made = true
		a.offer = m.offer(entry, m.joinUntil, false)
	}
	m.offers[a.offer].act = m.act
	m.tries = append(m.tries, try)
	o := m.offers[a.offer]
	switch outcome {
	case "yes":
		a.left, a.was, a.given = []int{entry}, o.seats, len(m.places)
		m.offers[a.offer].state = "accepted"
		for _, p := range o.places {
			m.vacancies[p].state, m.vacancies[p].offer = "given", -1
		}
		if !m.give(o) {
			return 409
		}
		return m.note(a)
	case "no":
		m.endOffer(a.offer, "declined", "new")
		e.state = "declined"
	case "defer":
		m.endOffer(a.offer, "deferred", "new")
		e.state, e.deferredUsed = "waiting", true
	default:
		m.endOffer(a.offer, "unreached", "new")
		e.state = "unreached"
	}
	m.holdForUndo(a)
	return m.note(a)
}

func (m *reference) holdForUndo(a refAct) {
	if m.heldBack() != "" {
		return
	}
	for _, p := range m.offers[a.offer].places {
		if v := &m.vacancies[p]; v.state == "open" && v.offer < 0 {
			v.reason, v.wakes, v.act = "undo", a.until, m.act
		}
	}
}
