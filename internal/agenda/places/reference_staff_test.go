package places_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/rules"
)

// refAct is an act of staff in the reference. What does not belong to its kind is -1 or empty.
type refAct struct {
	kind, outcome string
	place, entry  int // that it is about
	until         int // it can be taken back before then; -1: not at all
	undone        bool
	was, now      int // numbers before and after it
	chair         bool
	left          []int // entries that left the list for it
	given         int   // the sign-up that it made
	offer         int   // that it ended
	made          bool  // and made
	before        string
}

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

// there are the entries that exist, by their numbers here.
func (m *reference) there() (all []int) {
	for i, e := range m.entries {
		if e.state != "gone" {
			all = append(all, i)
		}
	}
	return all
}

func (m *reference) writeActs(b *strings.Builder) {
	for _, a := range m.acts {
		person := ""
		switch {
		case a.place >= 0 && m.places[a.place].state != "gone":
			person = fmt.Sprint(m.places[a.place].person)
		case a.entry >= 0 && m.entries[a.entry].state != "gone":
			person = fmt.Sprint(m.entries[a.entry].person)
		}
		until := "never"
		if a.until >= 0 {
			until = m.moment(a.until)
		}
		fmt.Fprintf(b, "act: %s of %s %s, was %d, chair %v, until %s, taken back %v\n", a.kind,
			person, a.outcome, a.was, a.chair, until, a.undone)
	}
}

// The end of a date, and how long an act can be taken back.
func (m *reference) ends() int { return m.start + 120 }

func (m *reference) undoTime() int {
	if m.start-m.now < 180 {
		return 1
	}
	return 10
}

// staff begins an act; note stores it.
func (m *reference) staff() refAct {
	m.lock()
	m.act, m.undo = len(m.acts), -1
	return refAct{place: -1, entry: -1, until: m.now + m.undoTime(), given: -1, offer: -1}
}

func (m *reference) note(a refAct) int {
	m.acts = append(m.acts, a)
	m.store()
	m.act, m.undo = -1, -1
	return 200
}

// before is the answer when a colleague did the same before, by an act of this kind that stands.
func (m *reference) before(kind string, is func(a refAct) bool) int {
	if slices.ContainsFunc(m.acts, func(a refAct) bool {
		return a.kind == kind && !a.undone && is(a)
	}) {
		return m.earlier()
	}
	return 409
}

// earlier is the answer when a colleague did the same: only what the clock asks for happens.
func (m *reference) earlier() int {
	m.act, m.undo = -1, -1
	m.store()
	return 200
}

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
	m.undo = a.until
	p.state = "cancelled"
	m.release(p.seats)
	return m.note(a)
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
	a.kind, a.place = "restored", place
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
	a.kind = "added"
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
	m.undo = a.until
	m.resized(seats)
	return m.note(a)
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
		a.offer = m.offer(entry, m.start, false)
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
	if e.state != "unreached" || m.now >= m.start || !m.onListAgain(entry) {
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
	if e.state = "waiting"; m.now >= m.start {
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
	if m.now >= m.start {
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
		return a.kind == "mailed" && a.entry == entry
	}) {
		return m.earlier()
	}
	if until <= m.now || until > m.start-30 {
		return 422
	}
	if !m.mailable(entry) {
		return 409
	}
	a.kind, a.entry, a.until = "mailed", entry, -1
	a.offer = m.offer(entry, until, true)
	m.offers[a.offer].act = m.act
	return m.note(a)
}

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
	case "restored", "added", "given":
		return m.undoesPlace(a)
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

func (m *reference) undoesCancelled(n int, a refAct) int {
	p := &m.places[a.place]
	switch {
	case p.state == "gone":
		return 410
	case p.state != "cancelled", m.placeOf(p.person) >= 0:
		return 409
	}
	mine := m.takeHeld(n)
	if all := m.seatsTaken() + m.held() + p.seats; m.limit < a.was && all <= a.was {
		m.limit = max(m.limit, all)
	}
	if more := p.seats - mine; more > 0 && m.free() < more {
		return 409
	}
	p.state = "registered"
	m.leaves(p.person)
	return 200
}

func (m *reference) undoesPlace(a refAct) int {
	of := a.place
	if a.kind == "given" {
		of = a.given
	}
	p := &m.places[of]
	switch p.state {
	case "gone":
		return 410
	case "cancelled":
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
		if n > put {
			m.release(n - put)
		}
	} else {
		m.release(n)
	}
	if a.kind == "added" {
		m.waitAgain(a.left)
	}
	return 200
}

func (m *reference) waitAgain(entries []int) {
	for _, i := range entries {
		if e := &m.entries[i]; e.state == "accepted" {
			if e.state = "waiting"; m.now >= m.start {
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
	if m.now >= m.start {
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
	if m.now >= m.start || a.offer < 0 {
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
	case a.made, open < len(o.places), o.way != "phone", m.now >= o.until:
		o.state = "deleted"
		for _, p := range o.places {
			delete(m.had, [2]int{p, o.entry})
		}
		m.unhold(n)
	default:
		o.state, o.act = "open", -1
		for _, p := range o.places {
			v := &m.vacancies[p]
			v.offer, v.reason, v.wakes, v.act = a.offer, "offeredPhone", -1, -1
		}
		m.entries[a.entry].state = "offered"
	}
}

func (m *reference) undoesOpened(n int) int {
	if m.now >= m.start {
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
