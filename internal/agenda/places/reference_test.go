package places_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// reference is the engine of one date once more, as plain and slow as can be: lists instead of
// tables, and a clock that looks at every minute. What the engine stores must be what stands here.
type reference struct {
	began     time.Time
	counted   []bool // of each minute since began: may somebody be asked to think in it?
	start     int    // minutes since began, as all moments here
	joinUntil int    // until when visitors may join: its start, or of a series the second meeting
	ended     int    // of the last meeting

	now             int
	lastSent        int // when any mail was accepted last
	down            bool
	refuses         int // a person whose address does not exist; 0 is nobody
	stopped         bool
	byHand          bool // staff give every place themselves
	capacity, limit int
	places          []refPlace
	claimed         bool
	entries         []refEntry
	vacancies       []refVacancy
	offers          []refOffer
	had             map[[2]int]bool  // vacancy, entry: offered once
	queued          [people + 1]bool // who waits for the date that stays full
	tapped          []int            // taps that were counted

	acts  []refAct
	tries []refTry
	act   int // the one of staff that runs; -1: none does
	undo  int // until when places that come free in it wait; -1: they do not
}

// refPlace is a sign-up.
type refPlace struct {
	person, seats int
	state         string // registered, cancelled, elsewhere (moved to the other date), gone
	phone         bool   // known of them
	said          [meetings]refSaid
}

type refEntry struct {
	person, seats                            int
	state                                    string
	short, beside, deferredUsed, expiredOnce bool
	phone, mail                              bool // known of them
}

type refVacancy struct {
	state, reason string
	spare         bool
	offer         int // -1: none
	since         int
	made, wakes   int
	act           int // of staff, that freed it; -1: none
}

type refOffer struct {
	entry, seats, until, tellBy int
	made                        int
	act                         int // of staff, that made or ended it; -1: none
	state, way                  string
	places                      []int
	mail                        string // queued, sending, failed, sent, refused, gaveUp, withdrawn
	tries, firstTry, lastTry    int
	goes                        int // when its mail may go out at the earliest
}

// The people: each fourth has a number alone, each fourth an address and a number.
func onlyPhone(person int) bool { return person%4 == 0 }
func hasPhone(person int) bool  { return person%4 <= 1 }

// copied is a reference that goes its own way from here.
func (m *reference) copied() *reference {
	c := *m
	c.had = map[[2]int]bool{}
	for k, v := range m.had {
		c.had[k] = v
	}
	c.entries = slices.Clone(m.entries)
	c.vacancies = slices.Clone(m.vacancies)
	c.offers = slices.Clone(m.offers)
	c.places, c.tapped = slices.Clone(m.places), slices.Clone(m.tapped)
	c.acts, c.tries = slices.Clone(m.acts), slices.Clone(m.tries)
	c.act, c.undo = -1, -1
	return &c
}

// plan walks through the minutes.
func (m *reference) plan() (at, until int, phone bool) {
	at = m.now
	for at < m.start && !m.counted[at] {
		at++
	}
	left := m.start - at
	if left < 12*60 {
		return 0, 0, true
	}
	window := 24 * 60
	if left < 48*60 {
		window = 4 * 60
	}
	last := m.start - 3*60 // an offer may end here, or where the last counted minute before ended
	for last > at && !m.counted[last-1] {
		last--
	}
	thought := 0
	for until = at; until < last && thought < window; until++ {
		if m.counted[until] {
			thought++
		}
	}
	for until > at && !m.counted[until-1] {
		until--
	}
	return at, until, thought < 2*60
}

func (m *reference) seatsTaken() (n int) {
	for _, p := range m.places {
		if p.state == "registered" {
			n += p.seats
		}
	}
	return n
}

// elsewhere is how many places people have at the other date.
func (m *reference) elsewhere() (n int) {
	for _, p := range m.places {
		if p.state == "elsewhere" {
			n += p.seats
		}
	}
	return n
}

// placeOf is the sign-up of a person that holds a place; -1: there is none.
func (m *reference) placeOf(person int) int {
	return slices.IndexFunc(m.places, func(p refPlace) bool {
		return p.person == person && p.state == "registered"
	})
}

func (m *reference) held() (n int) {
	for _, v := range m.vacancies {
		if v.state == "open" {
			n++
		}
	}
	return n
}

func (m *reference) waiting() (n int) {
	for _, e := range m.entries {
		if e.state == "waiting" || e.state == "offered" {
			n++
		}
	}
	return n
}

func (m *reference) left() int { return max(0, m.limit-m.seatsTaken()-m.held()) }

func (m *reference) free() int {
	if m.claimed {
		return 0
	}
	return m.left()
}

func (m *reference) helps() bool { return m.waiting() > 0 && m.now < m.joinUntil }

func (m *reference) hold(n int, spare bool) (places []int) {
	for range n {
		v := refVacancy{
			state: "open", reason: "new", spare: spare, offer: -1, since: m.now, made: m.now,
			wakes: -1, act: m.act,
		}
		if m.undo >= 0 && !spare {
			v.reason, v.wakes = "undo", m.undo
		}
		m.vacancies = append(m.vacancies, v)
		places = append(places, len(m.vacancies)-1)
	}
	return places
}

func (m *reference) vacate(n int) {
	if m.helps() {
		m.hold(n, false)
	}
}

// unasked: told that it is full, and offered nothing since.
func (m *reference) unasked(entry int) bool {
	return !m.entries[entry].beside && !slices.ContainsFunc(m.offers, func(o refOffer) bool {
		return o.entry == entry && o.state != "untold" && o.state != "deleted"
	})
}

func (m *reference) claims(entry, vacancy int) bool {
	return m.entries[entry].state == "waiting" && !m.had[[2]int{vacancy, entry}] &&
		(!m.vacancies[vacancy].spare || m.unasked(entry))
}

// first who waits and is as ok says; -1 for nobody.
func (m *reference) first(ok func(entry int) bool) int {
	_, _, phone := m.plan()
	for i, e := range m.entries {
		if e.state == "waiting" && (!phone || m.byHand || e.short) && ok(i) {
			return i
		}
	}
	return -1
}

func (m *reference) heldBack() string {
	_, _, phone := m.plan()
	switch {
	case m.stopped:
		return "stopped"
	case m.byHand:
		return "callsFirst"
	case phone:
		return "phoneList"
	}
	return ""
}

func (m *reference) settle() {
	if taken := m.seatsTaken(); taken+m.held() > m.capacity {
		for i := len(m.vacancies) - 1; i >= 0 && taken+m.held() > m.capacity; i-- {
			if v := &m.vacancies[i]; v.state == "open" && v.offer < 0 {
				v.state, v.reason = "released", "capacityLowered"
			}
		}
		m.limit = max(m.capacity, taken+m.held())
	}
	for {
		for m.step() {
		}
		m.claimed = false
		for e := range m.entries {
			for v := range m.vacancies {
				if m.vacancies[v].state == "open" && m.claims(e, v) {
					m.claimed = true
				}
			}
		}
		if m.claimed || m.left() == 0 || !m.helps() {
			return
		}
		e := m.first(m.unasked)
		if e < 0 {
			return
		}
		m.hold(min(m.entries[e].seats, m.left()), true)
	}
}

// step decides about vacancies up to the first that is offered or released.
func (m *reference) step() bool {
	for i := range m.vacancies {
		if v := &m.vacancies[i]; v.state == "open" && v.offer < 0 && m.decide(i, v) {
			return true
		}
	}
	return false
}

func (m *reference) decide(i int, v *refVacancy) bool {
	if v.reason == "undo" && m.now < v.wakes {
		return false
	}
	e := m.first(func(entry int) bool { return m.claims(entry, i) })
	if e < 0 && m.waitedFor(i) {
		v.reason = "waitsForAnswer"
		return false
	}
	if e < 0 {
		v.state, v.reason = "released", "listUsedUp"
		return true
	}
	at, until, _ := m.plan()
	switch why := m.heldBack(); {
	case why != "":
		v.reason = why
	case v.reason == "mailDown" && m.lastSent <= v.since:
	case at > m.now:
		v.reason = "waitsForHours"
	default:
		m.offer(e, until, m.entries[e].mail)
		return true
	}
	return false
}

// waitedFor says whether somebody thinks about fewer places than they asked for and gets this one
// too when they would rather wait.
func (m *reference) waitedFor(vacancy int) bool {
	_, _, phone := m.plan()
	wanted := 0
	for i, e := range m.entries {
		if o := m.openOffer(i); o >= 0 && (!phone || m.byHand || e.short) &&
			!m.had[[2]int{vacancy, i}] && !m.vacancies[vacancy].spare {
			wanted += e.seats - m.offers[o].seats
		}
	}
	for _, v := range m.vacancies[:vacancy] {
		if v.state == "open" && v.offer < 0 && v.reason == "waitsForAnswer" {
			wanted--
		}
	}
	return wanted > 0
}

func (m *reference) offer(entry, until int, byMail bool) int {
	e := &m.entries[entry]
	o := refOffer{
		entry: entry, until: until, tellBy: until, state: "open", way: "mail", made: m.now, act: -1,
	}
	reason := "offered"
	if byMail {
		o.mail = "queued"
	} else {
		o.way, reason = "phone", "offeredPhone"
	}
	for i, v := range m.vacancies {
		if v.state == "open" && v.offer < 0 && m.claims(entry, i) && len(o.places) < e.seats &&
			(v.reason != "undo" || m.now >= v.wakes) {
			o.places = append(o.places, i)
		}
	}
	o.places = append(o.places, m.hold(min(e.seats-len(o.places), m.left()), true)...)
	o.seats = len(o.places)
	for _, i := range o.places {
		m.had[[2]int{i, entry}] = true
		m.vacancies[i].reason, m.vacancies[i].offer = reason, len(m.offers)
		m.vacancies[i].wakes = -1
	}
	e.state = "offered"
	m.offers = append(m.offers, o)
	return len(m.offers) - 1
}

// endOffer closes an offer; its places are for the next.
func (m *reference) endOffer(offer int, state, reason string) {
	if m.offers[offer].state = state; m.act >= 0 {
		m.offers[offer].act = m.act
	}
	m.recall(offer)
	for i := range m.vacancies {
		if v := &m.vacancies[i]; v.offer == offer && v.state == "open" {
			v.offer, v.reason, v.since = -1, reason, m.now
		}
	}
}

// recall takes back the mail of an offer that has not gone out.
func (m *reference) recall(offer int) {
	switch o := &m.offers[offer]; o.mail {
	case "queued", "sending", "failed":
		o.mail = "withdrawn"
	}
}

func (m *reference) endOffersOf(entry int, state string) {
	for i, o := range m.offers {
		if o.entry == entry && o.state == "open" {
			m.endOffer(i, state, "new")
		}
	}
}

func (m *reference) over(o refOffer) bool {
	switch {
	case o.state != "open", o.mail == "sending" && o.way == "mail":
		return false
	case o.way == "phone", o.mail == "sent":
		return o.until <= m.now
	}
	return o.mail == "refused" || o.mail == "gaveUp" || o.tellBy <= m.now
}

// end is what becomes of an offer that nobody answered.
func (m *reference) end(i int) {
	o := &m.offers[i]
	e := &m.entries[o.entry]
	failed := o.tries > 0 && o.mail != "withdrawn" && o.mail != "refused"
	_, until, _ := m.plan()
	switch {
	case o.way == "phone" && slices.ContainsFunc(m.tries, func(t refTry) bool {
		return t.entry == o.entry && t.at >= o.made
	}):
		m.endOffer(i, "unreached", "new")
		e.state = "unreached"
	case o.way == "phone":
		m.endOffer(i, "notRung", "new")
		e.state = "waiting"
	case o.mail == "sent":
		m.endOffer(i, "expired", "new")
		if e.state = "waiting"; e.expiredOnce {
			e.state = "expired"
		}
		e.expiredOnce = true
	case e.phone && m.heldBack() == "":
		o.way, o.until, o.tellBy, o.mail = "phone", until, until, "withdrawn"
		for _, p := range o.places {
			m.vacancies[p].reason = "offeredPhone"
		}
	case o.mail == "refused" && !e.phone:
		m.endOffer(i, "unreached", "new")
		e.state = "unreached"
	default:
		m.untell(i, failed)
	}
}

func (m *reference) untell(offer int, failed bool) {
	o := &m.offers[offer]
	for _, p := range o.places {
		delete(m.had, [2]int{p, o.entry})
	}
	reason := "new"
	if failed {
		reason = "mailDown"
	}
	m.endOffer(offer, "untold", reason)
	m.entries[o.entry].state = "waiting"
}

// lock ends what is over; store settles.
func (m *reference) lock() {
	if m.held()+m.waiting() > 0 && m.now >= m.joinUntil {
		for i := range m.offers {
			if m.offers[i].state == "open" {
				m.offers[i].state = "ended"
			}
		}
		for i := range m.vacancies {
			if v := &m.vacancies[i]; v.state == "open" {
				v.state, v.offer = "released", -1
			}
		}
		for i := range m.entries {
			if e := &m.entries[i]; e.state == "waiting" || e.state == "offered" {
				e.state = "closed"
			}
		}
		m.claimed = false
		return
	}
	var due []int
	for i, o := range m.offers {
		if m.over(o) {
			due = append(due, i)
		}
	}
	slices.SortStableFunc(due, func(a, b int) int {
		x, y := m.offers[a], m.offers[b]
		return cmp.Or(x.until-y.until, x.entry-y.entry)
	})
	for _, i := range due {
		m.end(i)
	}
	if len(due) > 0 {
		m.settle()
	}
}

func (m *reference) store() {
	if m.held() > 0 || m.waiting() > 0 && m.left() > 0 {
		m.settle()
		return
	}
	m.claimed = false
}

// leaves takes a person who has a place off the list.
func (m *reference) leaves(person int) {
	for i := range m.entries {
		e := &m.entries[i]
		if e.person == person && (e.state == "waiting" || e.state == "offered") {
			e.state = "accepted"
			m.endOffersOf(i, "ended")
		}
	}
}

// The acts answer with a status; above 299 nothing is kept.

func (m *reference) register(person, seats int, wait bool) int {
	m.lock()
	switch {
	case m.now >= m.joinUntil:
		return 409
	case m.free() >= seats && m.placeOf(person) >= 0: // again: the same answer
	case m.free() >= seats:
		m.enrol(person, seats)
	case !wait:
		return 409
	default:
		m.wait(person, seats, true)
	}
	m.store()
	return 201
}

func (m *reference) enrol(person, seats int) {
	m.places = append(m.places, refPlace{
		person: person, seats: seats, state: "registered", phone: hasPhone(person),
	})
	m.leaves(person)
}

func (m *reference) join(person, seats int, short bool) int {
	m.lock()
	if m.now >= m.joinUntil || m.free() >= seats {
		return 409
	}
	m.wait(person, seats, short)
	m.store()
	return 201
}

func (m *reference) wait(person, seats int, short bool) {
	if m.placeOf(person) >= 0 || slices.ContainsFunc(m.entries, func(e refEntry) bool {
		return e.person == person && (e.state == "waiting" || e.state == "offered")
	}) {
		return
	}
	m.entries = append(m.entries, refEntry{
		person: person, seats: seats, state: "waiting", short: short, beside: m.free() > 0,
		phone: hasPhone(person), mail: !onlyPhone(person),
	})
}

func (m *reference) cancel(person int) int {
	m.lock()
	if m.now >= m.start {
		return 409
	}
	p := &m.places[m.placeOf(person)]
	p.state = "cancelled"
	m.release(p.seats)
	m.store()
	return 200
}

// release is what follows when people gave so many places back.
func (m *reference) release(n int) {
	if m.limit > m.capacity {
		m.limit = max(m.capacity, m.seatsTaken()+m.held())
	}
	m.vacate(min(n, m.limit-m.seatsTaken()-m.held()))
}

func (m *reference) leave(entry int) int {
	m.lock()
	if e := &m.entries[entry]; e.state == "waiting" || e.state == "offered" {
		e.state = "left"
		m.endOffersOf(entry, "declined")
	}
	m.store()
	return 200
}

func (m *reference) changes(entry int, short bool) int {
	m.lock()
	e := &m.entries[entry]
	if m.now >= m.joinUntil || e.state != "waiting" {
		return 409
	}
	e.short = short
	m.store()
	return 200
}

func (m *reference) resize(capacity int) int {
	m.lock()
	m.resized(capacity)
	m.store()
	return 200
}

func (m *reference) resized(capacity int) {
	was := m.limit
	m.capacity, m.limit = capacity, max(capacity, m.seatsTaken()+m.held())
	m.vacate(min(m.limit-m.seatsTaken()-m.held(), m.limit-was))
}

func (m *reference) answer(offer int, kind string) int {
	m.lock()
	o := m.offers[offer]
	e := &m.entries[o.entry]
	switch {
	case o.state == kind, e.state == "accepted" && kind == "accepted":
	case m.now >= m.joinUntil:
		return 409
	case o.state != "open":
		asked := e.state == "waiting" || e.state == "expired" || e.state == "unreached"
		if kind == "accepted" && m.free() >= o.seats && asked {
			m.give(o)
		}
	case kind == "accepted":
		m.offers[offer].state = "accepted"
		m.recall(offer)
		for _, p := range o.places {
			m.vacancies[p].state, m.vacancies[p].offer = "given", -1
		}
		if !m.give(o) {
			m.vacate(o.seats)
		}
	case kind == "deferred" && e.deferredUsed:
		return 409
	default:
		m.endOffer(offer, kind, "new")
		if e.state = "declined"; kind == "deferred" {
			e.state, e.deferredUsed = "waiting", true
		}
	}
	m.store()
	return 200
}

func (m *reference) give(o refOffer) bool {
	person := m.entries[o.entry].person
	m.entries[o.entry].state = "accepted"
	m.leaves(person)
	if m.placeOf(person) >= 0 {
		return false
	}
	m.places = append(m.places, refPlace{
		person: person, seats: o.seats, state: "registered", phone: m.entries[o.entry].phone,
	})
	return true
}

func (m *reference) wake() int {
	m.lock()
	m.store()
	return 200
}

// due says whether the sweep must wake the date.
func (m *reference) due() bool {
	at, _, _ := m.plan()
	list := m.now > m.start-12*60
	for _, v := range m.vacancies {
		if v.state == "open" && v.offer < 0 && (v.reason == "waitsForHours" && at <= m.now ||
			v.reason == "undo" && v.wakes <= m.now ||
			v.reason == "mailDown" && (m.lastSent > v.since || list)) {
			return true
		}
	}
	return slices.ContainsFunc(m.offers, m.over) || m.held()+m.waiting() > 0 && m.now >= m.joinUntil
}

var pauses = []int{1, 5, 15, 60}

// deliver is one round of the outbox over the mails of offers.
func (m *reference) deliver() {
	for i := range len(m.offers) {
		o := &m.offers[i]
		pause := 240
		if o.tries <= len(pauses) && o.tries > 0 {
			pause = pauses[o.tries-1]
		}
		if m.now < o.goes {
			continue
		}
		if o.mail != "queued" && (o.mail != "failed" || m.now < o.lastTry+pause) {
			continue
		}
		if o.tries == 0 {
			o.firstTry = m.now
		}
		if m.now > o.firstTry+48*60 {
			o.mail = "gaveUp"
			continue
		}
		o.tries++
		o.mail, o.lastTry = "sending", m.now
		if !m.tell(i) {
			m.offers[i].mail = "withdrawn"
			continue
		}
		m.posted(&m.offers[i])
	}
}

// posted is the answer of the mail server.
func (m *reference) posted(o *refOffer) {
	pause := 240
	if o.tries <= len(pauses) {
		pause = pauses[o.tries-1]
	}
	switch {
	case m.down && m.now+pause > o.firstTry+48*60:
		o.mail = "gaveUp"
	case m.down:
		o.mail = "failed"
	case m.refuses == m.entries[o.entry].person:
		o.mail = "refused"
	default:
		o.mail, m.lastSent = "sent", m.now
	}
}

// tell sets the deadline while the mail is being sent; no: it is not sent.
func (m *reference) tell(i int) (told bool) {
	m.lock()
	o := &m.offers[i]
	_, until, _ := m.plan()
	switch {
	case o.state != "open" || o.way != "mail":
	case o.tries > 1 && m.now >= o.tellBy:
		m.end(i)
	case m.heldBack() != "" && (o.act < 0 || m.heldBack() == "stopped"):
		m.untell(i, false)
	default:
		if o.act >= 0 { // staff chose the time
			until = o.until
		}
		if o.until = until; o.tries == 1 {
			o.tellBy = until
		}
		told = true
	}
	m.store()
	return told
}

func (m *reference) moment(minute int) string {
	return m.began.Add(time.Duration(minute) * time.Minute).UTC().Format("02 15:04")
}

// String is all that must be equal.
func (m *reference) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "taken %d held %d waiting %d limit %d of %d claimed %v, elsewhere %d\n",
		m.seatsTaken(), m.held(), m.waiting(), m.limit, m.capacity, m.claimed, m.elsewhere())
	there := map[int]int{} // the number of each entry, of those that are there
	for i, e := range m.entries {
		if e.state == "gone" {
			continue
		}
		there[i] = len(there)
		var offers []string
		for _, o := range m.offers {
			if o.entry == i && o.state != "deleted" {
				offers = append(offers, o.state)
			}
		}
		slices.Sort(offers)
		fmt.Fprintf(&b, "entry of %d for %d at short notice %v: %s, number %v, once over %v, "+
			"waited %v, beside %v, offers %v, tries %d\n", e.person, e.seats, e.short, e.state,
			e.phone, e.expiredOnce, e.deferredUsed, e.beside, offers, len(m.triesOf(i)))
	}
	for i, v := range m.vacancies {
		if v.state != "open" {
			continue
		}
		var asked []int
		for e := range m.entries {
			if n, is := there[e]; is && m.had[[2]int{i, e}] {
				asked = append(asked, n)
			}
		}
		since := ""
		switch v.reason {
		case "mailDown":
			since = ", since " + m.moment(v.since)
		case "undo":
			since = ", until " + m.moment(v.wakes)
		}
		fmt.Fprintf(&b, "vacancy: %s, spare %v, asked %v%s\n", v.reason, v.spare, asked, since)
	}
	for e := range m.entries {
		for _, o := range m.offers {
			if o.entry == e && o.state == "open" {
				fmt.Fprintf(&b, "offer to %d: %s, %d seats, until %s, told by %s\n",
					m.entries[e].person, o.way, o.seats, m.moment(o.until), m.moment(o.tellBy))
			}
		}
	}
	m.writeActs(&b)
	m.writeSaid(&b)
	n := 0
	for _, is := range m.queued {
		if is {
			n++
		}
	}
	fmt.Fprintf(&b, "wait elsewhere: %d", n)
	return b.String()
}
