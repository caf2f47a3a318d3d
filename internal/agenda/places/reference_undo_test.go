package places_test

import "slices"

func (m *reference) takesBack(act int) int {
	m.lock()
	a := m.acts[act]
	if !a.undone {
		if a.until < 0 || m.now >= a.until {
			return 410
		}
		if code := m.undoes(act, a); code != 200 {
			return code
		}
		m.acts[act].undone = true
	}
	m.store()
	return 200
}

func (m *reference) undoes(n int, a refAct) int {
	switch a.kind {
	case "cancelled":
		return m.undoesCancelled(n, a)
	case "moved":
		return m.undoesMoved(n, a)
	case "restored", "added", "given":
		return m.undoesPlace(n, a)
	case "waits":
		return m.undoesWaits(a)
	case "seats":
		if m.capacity != a.now {
			return 409
		}
		m.takeHeld(n)
		m.resized(a.was)
	case "called":
		return m.undoesCalled(n, a)
	case "skipped":
		if e := m.entries[a.entry]; e.state != "waiting" && e.state != "closed" {
			return goneOr409(e)
		}
		m.turnBack(n, a)
	case "removed":
		if e := m.entries[a.entry]; e.state != "left" {
			return goneOr409(e)
		}
		if !m.onListAgain(a.entry) {
			return 409
		}
		m.turnBack(n, a)
	case "putBack":
		e := &m.entries[a.entry]
		if e.state != "waiting" && e.state != "offered" && e.state != "closed" {
			return goneOr409(*e)
		}
		m.endOffersOf(a.entry, "ended")
		e.state = "unreached"
	case "mailed":
		return m.undoesMailed(n, a)
	case "opened":
		return m.undoesOpened(n)
	case "stopped", "resumed":
		if m.stopped != (a.kind == "stopped") {
			return 409
		}
		if m.stopped = !m.stopped; m.stopped {
			m.unhold(n)
		}
	}
	return 200
}

func (m *reference) undoesMailed(n int, a refAct) int {
	e, o := &m.entries[a.entry], &m.offers[a.offer]
	switch {
	case e.state == "gone":
		return 410
	case e.state != "offered", o.state != "open":
		return 409
	}
	o.state, o.mail = "deleted", "withdrawn"
	for _, p := range o.places {
		delete(m.had, [2]int{p, a.entry})
		if v := &m.vacancies[p]; v.state == "open" {
			v.reason, v.offer = "new", -1
		}
	}
	m.takeHeld(n)
	e.state = "waiting"
	return 200
}

func goneOr409(e refEntry) int {
	if e.state == "gone" {
		return 410
	}
	return 409
}

// takeHeld takes back what an act freed and nobody was offered; it says how many.
func (m *reference) takeHeld(act int) (n int) {
	for i := range m.vacancies {
		if v := &m.vacancies[i]; v.act == act && v.state == "open" && v.offer < 0 {
			v.state, v.reason = "released", "undone"
			n++
		}
	}
	return n
}

// unhold lets go what waited because of an act.
func (m *reference) unhold(act int) {
	for i := range m.vacancies {
		if v := &m.vacancies[i]; v.act == act && v.state == "open" && v.offer < 0 {
			v.reason, v.wakes, v.act = "new", -1, -1
		}
	}
}

func (m *reference) undoesCancelled(n int, a refAct) int { return m.comesBack(n, a, "cancelled") }

func (m *reference) undoesMoved(n int, a refAct) int {
	switch a.how {
	case "":
		return m.comesBack(n, a, "elsewhere")
	case "full":
		m.queued[m.places[a.place].person] = false
		return 200
	}
	return m.undoesMovedBack(n, a)
}

// comesBack gives somebody the place again that an act took.
func (m *reference) comesBack(n int, a refAct, from string) int {
	p := &m.places[a.place]
	switch {
	case p.state == "gone":
		return 410
	case p.state != from, m.placeOf(p.person) >= 0:
		return 409
	}
	mine := m.takeHeld(n)
	if all := m.seatsTaken() + m.held() + p.seats; m.limit < a.was && all <= a.was {
		m.limit = max(m.limit, all)
	}
	if more := p.seats - mine; more > 0 && m.free() < more {
		return 409
	}
	if p.state = "registered"; from == "elsewhere" {
		p.said = [meetings]refSaid{}
	}
	m.leaves(p.person)
	return 200
}

func (m *reference) undoesPlace(act int, a refAct) int {
	of := a.place
	if a.kind == "given" {
		of = a.given
	}
	p := &m.places[of]
	switch p.state {
	case "gone":
		return 410
	case "cancelled", "elsewhere":
		return 409
	}
	p.state = map[string]string{"restored": "cancelled"}[a.kind]
	if p.state == "" {
		p.state = "gone"
	}
	if a.kind == "given" {
		m.waitAgain(a.left)
	}
	if n := p.seats; a.chair {
		put := min(max(1, a.was), n)
		if m.capacity > put {
			m.capacity -= put
			// those who leave sat on these chairs, and on no other place yet
			m.limit = max(m.capacity, m.limit-put, m.seatsTaken()+n-put+m.held())
		}
		m.releaseUndone(act, n-put)
	} else {
		m.releaseUndone(act, n)
	}
	if a.kind == "added" {
		m.waitAgain(a.left)
	}
	return 200
}

func (m *reference) waitAgain(entries []int) {
	for _, i := range entries {
		if e := &m.entries[i]; e.state == "accepted" {
			if e.state = "waiting"; m.now >= m.joinUntil {
				e.state = "closed"
			}
		}
	}
}

func (m *reference) undoesWaits(a refAct) int {
	e := &m.entries[a.entry]
	switch e.state {
	case "gone":
		return 404
	case "waiting", "offered":
	default:
		return 409
	}
	m.endOffersOf(a.entry, "ended")
	e.state = "gone"
	return 200
}

func (m *reference) undoesCalled(n int, a refAct) int {
	m.tries = slices.DeleteFunc(m.tries, func(t refTry) bool { return t.act == n })
	if a.offer < 0 {
		return 200
	}
	e := &m.entries[a.entry]
	if e.state == "gone" && a.outcome != "yes" {
		return 410
	}
	switch a.outcome {
	case "yes":
		return m.undoesYes(n, a)
	case "defer":
		if e.state != "waiting" && e.state != "closed" {
			return 409
		}
		e.deferredUsed = false
	default:
		became := "unreached"
		if a.outcome == "no" {
			became = "declined"
		}
		if e.state != became || !m.onListAgain(a.entry) {
			return 409
		}
	}
	m.turnBack(n, a)
	return 200
}

func (m *reference) undoesYes(n int, a refAct) int {
	p := &m.places[a.given]
	switch {
	case p.state == "gone":
		return 410
	case p.state != "registered", m.entries[a.entry].state != "accepted":
		return 409
	}
	p.state = "gone"
	m.waitAgain(a.left)
	if m.now >= m.joinUntil {
		m.release(p.seats)
		return 200
	}
	for _, v := range m.offers[a.offer].places {
		if v := &m.vacancies[v]; v.state == "given" {
			v.state, v.reason, v.offer = "open", "new", -1
		}
	}
	m.turnBack(n, a)
	return 200
}

// turnBack gives somebody the turn again, unless the next was asked already.
func (m *reference) turnBack(n int, a refAct) {
	if m.now >= m.joinUntil || a.offer < 0 {
		return
	}
	o := &m.offers[a.offer]
	next := a.outcome != "yes" && slices.ContainsFunc(m.tries, func(t refTry) bool {
		return t.entry != a.entry && t.act > n
	})
	open := 0
	for _, p := range o.places {
		next = next || m.vacancies[p].state == "open" && m.vacancies[p].offer >= 0
		if m.vacancies[p].state == "open" {
			open++
		}
	}
	switch {
	case next, open == 0:
		o.state, o.act = "ended", -1
	case !a.made && open == len(o.places) && m.reopen(a.offer):
	default:
		o.state = "deleted"
		for _, p := range o.places {
			delete(m.had, [2]int{p, o.entry})
		}
		m.unhold(n)
	}
}

// reopen brings back the very offer that an act ended, unless a place of it is somebody else's, or
// it was never told.
func (m *reference) reopen(offer int) bool {
	o := &m.offers[offer]
	e := &m.entries[o.entry]
	told := o.way == "phone" && e.phone || o.way == "mail" && o.mail == "sent"
	if !told || o.state == "open" || e.state != "waiting" && e.state != "accepted" {
		return false
	}
	others := 0
	for _, p := range o.places {
		switch v := m.vacancies[p]; {
		case v.offer >= 0:
			return false
		case v.state != "open":
			others++
		}
	}
	if others > m.left() {
		return false
	}
	for _, p := range o.places {
		v := &m.vacancies[p]
		v.state, v.offer, v.wakes, v.act = "open", offer, -1, -1
		v.reason = map[string]string{"phone": "offeredPhone", "mail": "offered"}[o.way]
	}
	o.state, o.act, e.state = "open", -1, "offered"
	return true
}

// releaseUndone gives back places that an act gave: first for the offers that it ended.
func (m *reference) releaseUndone(act, n int) {
	if m.limit > m.capacity {
		m.limit = max(m.capacity, m.seatsTaken()+m.held())
	}
	room, held := min(n, m.limit-m.seatsTaken()-m.held()), m.held()
	for i := range m.offers {
		if m.offers[i].act == act && m.now < m.joinUntil {
			m.reopen(i)
		}
	}
	m.vacate(room - (m.held() - held))
}

func (m *reference) undoesOpened(n int) int {
	if m.now >= m.joinUntil {
		return 409
	}
	var mine []int
	for i, v := range m.vacancies {
		if v.act == n && v.state == "released" && v.reason == "openedToAll" {
			mine = append(mine, i)
		}
	}
	if m.left() < len(mine) {
		return 409
	}
	for _, i := range mine {
		m.vacancies[i].state, m.vacancies[i].reason, m.vacancies[i].act = "open", "new", -1
	}
	for i := range m.offers {
		if o := &m.offers[i]; o.act == n && o.state == "skipped" {
			o.state = "deleted"
			for _, p := range o.places {
				delete(m.had, [2]int{p, o.entry})
			}
		}
	}
	return 200
}
