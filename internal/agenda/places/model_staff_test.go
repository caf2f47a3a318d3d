package places_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/problem"
)

// statusOf is the status of what an act of staff gave.
func statusOf(_ booking.Done, err error) int {
	var p *problem.Problem
	if errors.As(err, &p) {
		return p.Status
	}
	if err != nil {
		return 500
	}
	return 200
}

// anyEntry is one that is there.
func (m *model) anyEntry() int {
	all := m.ref.there()
	return all[m.random.IntN(len(all))]
}

func (m *model) entryID(entry int) string {
	return m.entries()[slices.Index(m.ref.there(), entry)]
}

// signUpID is the id of the only sign-up of this person and size in this state.
func (m *model) signUpID(p refPlace) (id string, only bool) {
	date := m.o
	if p.state == "elsewhere" {
		date = m.other
	}
	rows, err := m.r[0].Pool.Query(context.Background(), `
		select id
		from registration
		where status = case $1 when 'elsewhere' then 'registered' else $1 end
			and seats = $2
			and (email_key = $3 or phone_key = $4)
			and occurrence_id = $5`,
		p.state, p.seats, m.r[0].Keys.EmailKey(email(p.person)),
		m.r[0].Keys.PhoneKey("+31"+phone(p.person)[1:]), date)
	if err != nil {
		m.t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		m.t.Fatal(err)
	}
	if len(ids) != 1 {
		return "", false
	}
	return ids[0], true
}

func contactOf(person int) string {
	if onlyPhone(person) {
		return phone(person)
	}
	return email(person)
}

// byStaff is an act of staff that can be tried now.
func (m *model) byStaff(present, absent []int) (act, bool) {
	there := m.ref.there()
	unreached := slices.ContainsFunc(m.ref.entries, func(e refEntry) bool {
		return e.state == "unreached"
	})
	switch kind := m.random.IntN(100); {
	case unreached && kind%2 == 0:
		return m.putsBack(), true
	case kind < 15 && len(m.ref.acts) > 0:
		last := len(m.ref.acts) - 1
		return m.takesBack(last - m.random.IntN(min(4, last+1))), true
	case kind < 30 && len(present) > 0:
		return m.staffCancels(present[m.random.IntN(len(present))]), true
	case kind < 36, m.ref.elsewhere() > 0 && kind >= 78 && kind < 82:
		return m.moves()
	case kind < 40:
		return m.staffRestores()
	case kind < 46 && len(absent) > 0:
		return m.staffAdds(absent[m.random.IntN(len(absent))]), true
	case kind < 49:
		return m.staffSeats(), true
	case kind < 53:
		return m.stops(), true
	case kind < 57:
		return m.opens(), true
	case len(there) == 0:
		return act{}, false
	case kind < 62:
		return m.staffGives(m.anyEntry()), true
	case kind < 82:
		return m.calls(m.inTurn()), true
	case kind < 87:
		return m.skips(m.inTurn()), true
	case kind < 90:
		return m.removes(m.anyEntry()), true
	case kind < 92:
		return m.putsBack(), true
	}
	return m.mailsOffer(m.anyEntry()), true
}

// inTurn is mostly somebody who can be called.
func (m *model) inTurn() int {
	var able []int
	for _, e := range m.ref.there() {
		if _, _, ok := m.ref.callable(e); ok {
			able = append(able, e)
		}
	}
	if len(able) > 0 && m.random.IntN(10) > 0 {
		return able[m.random.IntN(len(able))]
	}
	return m.anyEntry()
}

var ctx = context.Background()

// fresh is the last act, when it can be taken back and that is worth a try; else -1.
func (m *model) fresh() int {
	n := len(m.ref.acts) - 1
	if n < 0 {
		return -1
	}
	a := m.ref.acts[n]
	// else offers would seldom go on, and nobody be rung twice
	rare := a.kind == "stopped" || a.outcome == "voicemail" || a.outcome == "notReached"
	if m.tried[n] || a.undone || m.ref.now >= a.until || rare && n%3 > 0 {
		return -1
	}
	return n
}

func (m *model) takesBack(n int) act {
	m.tried[n] = true
	var id string
	if err := m.r[0].Pool.QueryRow(ctx, `
		select id from staff_act order by no offset $1 limit 1`, n).Scan(&id); err != nil {
		m.fail("no act %d: %v", n, err)
	}
	return act{
		what: fmt.Sprintf("staff take back act %d: %s", n, m.ref.acts[n].kind),
		real: func(r *room) int { return statusOf(r.Undo(ctx, byFatima, id)) },
		ref:  func(ref *reference) int { return ref.takesBack(n) },
	}
}

func (m *model) staffCancels(person int) act {
	place := m.ref.placeOf(person)
	id, _ := m.signUpID(m.ref.places[place])
	return act{
		what: fmt.Sprintf("staff call %d off", person),
		real: func(r *room) int { return statusOf(r.CancelPerson(ctx, byFatima, id)) },
		ref:  func(ref *reference) int { return ref.staffCancels(place) },
	}
}

func (m *model) staffRestores() (act, bool) {
	var off []int
	for i, p := range m.ref.places {
		if p.state == "cancelled" {
			off = append(off, i)
		}
	}
	if len(off) == 0 {
		return act{}, false
	}
	place, chair := off[m.random.IntN(len(off))], m.random.IntN(3) == 0
	id, only := m.signUpID(m.ref.places[place])
	return act{
		what: fmt.Sprintf("staff let %d come after all, with a chair: %v", m.ref.places[place].person, chair),
		real: func(r *room) int { return statusOf(r.RestorePerson(ctx, byFatima, id, chair)) },
		ref:  func(ref *reference) int { return ref.staffRestores(place, chair) },
	}, only
}

func (m *model) staffAdds(person int) act {
	in := atDesk(fmt.Sprint("M", person), contactOf(person))
	in.IfFull = []string{"tell", "waitlist", "waitlist", "chair"}[m.random.IntN(4)]
	return act{
		what: fmt.Sprintf("staff add %d, when full: %s", person, in.IfFull),
		real: func(r *room) int { return statusOf(r.AddPerson(ctx, byFatima, m.o, in)) },
		ref:  func(ref *reference) int { return ref.staffAdds(person, in.IfFull) },
	}
}

func (m *model) staffSeats() act {
	was, seats := m.ref.capacity, 1+m.random.IntN(4)
	return act{
		what: fmt.Sprintf("staff make the seats %d, of %d", seats, was),
		real: func(r *room) int { return statusOf(r.SetSeats(ctx, byFatima, m.o, was, seats)) },
		ref:  func(ref *reference) int { return ref.staffSeats(was, seats) },
	}
}

func (m *model) staffGives(entry int) act {
	return m.givesPlace(entry, m.random.IntN(2) == 0)
}

func (m *model) givesPlace(entry int, chair bool) act {
	id := m.entryID(entry)
	return act{
		what: fmt.Sprintf("staff give %d a place, with a chair: %v", m.ref.entries[entry].person, chair),
		real: func(r *room) int { return statusOf(r.GivePlace(ctx, byFatima, id, chair)) },
		ref:  func(ref *reference) int { return ref.staffGives(entry, chair) },
	}
}

// rung is somebody who was rung in vain, and for whom it counts how often; -1: nobody is.
func (m *model) rung() int {
	for _, entry := range m.ref.there() {
		if _, list, ok := m.ref.callable(entry); ok && !list && len(m.ref.triesOf(entry)) > 0 {
			return entry
		}
	}
	return -1
}

// rungTwice begins with somebody who has a number alone, is rung in vain about a place that came
// free, leaves the list for it and is put back: by chance that seldom happens.
func (m *model) rungTwice() {
	const person = 8
	m.do(m.waits(person))
	m.do(m.cancels(1))
	if at, _, phone := m.ref.plan(); !phone && at > m.ref.now {
		m.at(at)
		m.sweep()
	}
	entry := m.ref.waitingOf(person)[0]
	if _, list, ok := m.ref.callable(entry); !ok || list {
		return
	}
	m.do(m.callsWith(entry, "voicemail"))
	m.ringsOn(entry)
	m.do(m.putsBack())
}

// ringsOn rings somebody again in the other half of a day, or lets their time go by.
func (m *model) ringsOn(entry int) {
	until := m.ref.joinUntil
	if o := m.ref.openOffer(entry); o >= 0 {
		until = m.ref.offers[o].until
	}
	m.at(min(until, m.ref.now+6*60))
	m.note("time passes")
	if m.ref.now < until {
		m.do(m.callsWith(entry, "notReached"))
		return
	}
	m.sweep()
}

func (m *model) calls(entry int) act {
	m.rings++ // each outcome in turn: there are few calls in a seed
	return m.callsWith(entry, []string{
		"notReached", "no", "voicemail", "defer", "yes", "voicemail",
	}[m.rings%6])
}

func (m *model) callsWith(entry int, outcome string) act {
	id, shown := m.entryID(entry), len(m.ref.triesOf(entry))
	return act{
		what: fmt.Sprintf("staff ring %d: %s", m.ref.entries[entry].person, outcome),
		real: func(r *room) int {
			return statusOf(r.Called(ctx, byFatima, id, calls.CallOutcome{
				Outcome: outcome, Tries: shown,
			}))
		},
		ref: func(ref *reference) int { return ref.called(entry, outcome, shown) },
	}
}

func (m *model) skips(entry int) act {
	id := m.entryID(entry)
	return act{
		what: fmt.Sprintf("staff skip %d", m.ref.entries[entry].person),
		real: func(r *room) int { return statusOf(r.Skip(ctx, byFatima, id, "notThere")) },
		ref:  func(ref *reference) int { return ref.skips(entry) },
	}
}

func (m *model) removes(entry int) act {
	id := m.entryID(entry)
	return act{
		what: fmt.Sprintf("staff take %d off the list", m.ref.entries[entry].person),
		real: func(r *room) int { return statusOf(r.Remove(ctx, byFatima, id)) },
		ref:  func(ref *reference) int { return ref.removes(entry) },
	}
}

func (m *model) putsBack() act {
	entry := m.anyEntry()
	for i, e := range m.ref.entries {
		if e.state == "unreached" && m.random.IntN(2) == 0 {
			entry = i
		}
	}
	id := m.entryID(entry)
	return act{
		what: fmt.Sprintf("staff put %d back", m.ref.entries[entry].person),
		real: func(r *room) int { return statusOf(r.PutBack(ctx, byFatima, id, "Belde terug.")) },
		ref:  func(ref *reference) int { return ref.putsBack(entry) },
	}
}

func (m *model) opens() act {
	return act{
		what: "staff open the place to everybody",
		real: func(r *room) int { return statusOf(r.OpenToAll(ctx, byFatima, m.o, "Niemand kan.")) },
		ref:  func(ref *reference) int { return ref.opensToAll() },
	}
}

func (m *model) stops() act {
	stop := !m.ref.stopped
	return act{
		what: fmt.Sprintf("staff stop the offers: %v", stop),
		real: func(r *room) int { return statusOf(r.StopOffers(ctx, byFatima, m.o, stop, "Ziek.")) },
		ref:  func(ref *reference) int { return ref.stops(stop) },
	}
}

func (m *model) mailsOffer(entry int) act {
	for _, e := range m.ref.there() {
		if m.ref.mailable(e) {
			entry = e
		}
	}
	id, until := m.entryID(entry), m.ref.now+30+m.random.IntN(90)
	at := m.moment(until)
	return act{
		what: fmt.Sprintf("staff mail %d an offer until %s", m.ref.entries[entry].person,
			m.ref.moment(until)),
		real: func(r *room) int { return statusOf(r.MailOffer(ctx, byFatima, id, at)) },
		ref:  func(ref *reference) int { return ref.mailsOffer(entry, until) },
	}
}

// look opens the list of the date: every reason that stands there must be true.
func (m *model) look() {
	m.note("staff look at the list")
	seen, err := m.r[m.random.IntN(2)].WaitlistOf(ctx, byFatima.Actor, m.o)
	if err != nil {
		m.fail("the list: %v", err)
	}
	if m.ref.due() {
		m.ref.wake()
	}
	there := m.ref.there()
	if len(seen.Entries) != len(there) {
		m.fail("%d people on the list, want %d", len(seen.Entries), len(there))
	}
	numbers := m.ref.numbers()
	for i, w := range seen.Entries {
		if w.Number != numbers[there[i]] {
			m.fail("%d has number %d, want %d", m.ref.entries[there[i]].person, w.Number,
				numbers[there[i]])
		}
		if !m.isTrue(there[i], w.Why) {
			m.fail("not true of %d: %+v\n%s", m.ref.entries[there[i]].person, w.Why, m.ref)
		}
	}
	m.placesTrue(seen.Places)
}

// numbers are those of who is on the list, from 1; 0 of the others.
func (m *reference) numbers() map[int]int {
	all, n := map[int]int{}, 0
	for i, e := range m.entries {
		if e.state == "waiting" || e.state == "offered" || e.state == "closed" {
			n++
			all[i] = n
		}
	}
	return all
}

func (m *model) says(minute int, moment string) bool {
	return clock.Moment(m.moment(minute)) == moment
}

// placesTrue holds the reason of each held place against the reference; without one, that of the
// date.
func (m *model) placesTrue(said []waitlist.Why) {
	ref, i := m.ref, 0
	at, _, _ := ref.plan()
	for _, v := range ref.vacancies {
		if v.state != "open" {
			continue
		}
		is := said[i]
		i++
		ok := is.Code == ref.why(v)
		switch is.Code {
		case "offered":
			o := ref.offers[v.offer]
			ok = ref.numbers()[o.entry] == is.Number && m.says(o.until, is.At) && o.way == is.Way
		case "undo":
			ok = ok && m.says(v.wakes, is.At)
		case "waitsForHours":
			ok = ok && m.says(at, is.At)
		}
		if !ok {
			m.fail("not true of a place: %+v, it is %s\n%s", is, ref.why(v), ref)
		}
	}
	if i == 0 && !m.dateTrue(said[0]) || i > 0 && i != len(said) {
		m.fail("not true of the places: %+v\n%s", said, ref)
	}
}

// dateTrue says whether a reason holds of a date without a held place.
func (m *model) dateTrue(is waitlist.Why) bool {
	ref := m.ref
	over := ref.seatsTaken() - ref.capacity
	switch {
	case ref.held() > 0:
		return false
	case ref.now >= ref.joinUntil:
		return is.Code == "started"
	case over > 0:
		return is.Code == "overCapacity" && is.Many == over
	case ref.left() > 0:
		return is.Code == "free"
	}
	return is.Code == "noVacancy"
}

// isTrue says whether a reason holds of somebody.
func (m *model) isTrue(entry int, is waitlist.Why) bool {
	ref := m.ref
	e := ref.entries[entry]
	switch e.state {
	case "waiting":
		return m.trueOfWaiting(entry, is)
	case "offered":
		o := ref.offers[ref.openOffer(entry)]
		return is.Code == "offered" && is.Way == o.way && m.says(o.until, is.At)
	case "closed":
		return m.dateTrue(is)
	}
	return is.Code == e.state
}

// trueOfWaiting says so of somebody without an offer.
func (m *model) trueOfWaiting(entry int, is waitlist.Why) bool {
	ref := m.ref
	e := ref.entries[entry]
	var claimed, open []int
	for i, v := range ref.vacancies {
		if v.state == "open" {
			open = append(open, i)
			if ref.claims(entry, i) {
				claimed = append(claimed, i)
			}
		}
	}
	// one of the places that they have a claim on is so
	one := func(ok func(v int) bool) bool { return slices.ContainsFunc(claimed, ok) }
	list := func(v int) bool {
		why := ref.why(ref.vacancies[v])
		return ref.vacancies[v].offer < 0 && (why == "phoneList" || why == "waitsForAnswer")
	}
	rung := func(v int) bool {
		return ref.vacancies[v].offer < 0 && byHand(ref.why(ref.vacancies[v]))
	}
	switch is.Code {
	case "turn":
		return ref.hasTurn(entry)
	case "tried":
		last, rests := ref.rests(entry)
		return rests && is.Outcome == last.outcome && m.says(last.at, is.At) && one(rung)
	case "notSoon":
		return !e.short && one(list)
	case "noPhone":
		return !e.phone && one(func(v int) bool {
			return rung(v) && ref.why(ref.vacancies[v]) != "mailDown"
		})
	case "next":
		return one(func(v int) bool {
			return ref.vacancies[v].offer < 0 && ref.why(ref.vacancies[v]) == is.Place &&
				ref.firstFor(v) == entry
		})
	case "behind":
		other := slices.IndexFunc(ref.there(), func(o int) bool {
			return ref.numbers()[o] == is.Number
		})
		if other < 0 {
			return false
		}
		other = ref.there()[other]
		return other != entry && one(func(v int) bool {
			return slices.Contains(ref.offersOf(other), v) || ref.claims(other, v) &&
				(other < entry || ref.hasTurn(other))
		})
	case "asked":
		return len(claimed) == 0 && slices.ContainsFunc(open, func(v int) bool {
			return slices.ContainsFunc(ref.offers, func(o refOffer) bool {
				return o.entry == entry && o.state == is.Answer && slices.Contains(o.places, v)
			})
		})
	case "othersFirst":
		return len(claimed) == 0 && len(open) > 0 && !slices.ContainsFunc(open, func(v int) bool {
			return ref.had[[2]int{v, entry}] || !ref.vacancies[v].spare
		})
	}
	return len(open) == 0 && m.dateTrue(is)
}

// rests is the last try, when it reached nobody within the hour.
func (m *reference) rests(entry int) (last refTry, rests bool) {
	tries := m.triesOf(entry)
	if len(tries) == 0 {
		return last, false
	}
	last = tries[len(tries)-1]
	return last, last.failed() && m.now < last.at+60
}

// firstFor is the first who waits with a claim on a place, whatever way they are asked.
func (m *reference) firstFor(vacancy int) int {
	list := m.why(m.vacancies[vacancy]) == "phoneList"
	for i, e := range m.entries {
		if m.claims(i, vacancy) && (!list || e.short) {
			return i
		}
	}
	return -1
}

// offersOf are the places of the open offer of an entry.
func (m *reference) offersOf(entry int) []int {
	if o := m.openOffer(entry); o >= 0 {
		return m.offers[o].places
	}
	return nil
}

// hasTurn says whether somebody is to be called now: each place that staff give by hand is for the
// first with a number who does not rest, as many as they asked for.
func (m *reference) hasTurn(entry int) bool {
	given := map[int]int{}
	for i, v := range m.vacancies {
		why := m.why(v)
		if v.state != "open" || v.offer >= 0 || !byHand(why) {
			continue
		}
		for e, w := range m.entries {
			_, rests := m.rests(e)
			if !w.phone || !m.claims(e, i) || why == "phoneList" && (!w.short || rests) ||
				given[e] == w.seats {
				continue
			}
			given[e]++
			break
		}
	}
	_, rests := m.rests(entry)
	return given[entry] > 0 && !rests
}

// counts are how often each thing happened, in all seeds.
type counts struct {
	sync.Mutex
	of map[string]int
}

func (c *counts) add(words ...string) {
	c.Lock()
	defer c.Unlock()
	c.of[strings.TrimSpace(strings.Join(words, " "))]++
}

// wantAll wants everything that staff can do to have happened, and in the long run to have been
// taken back: what the model never does it does not prove.
func (c *counts) wantAll(t *testing.T) {
	t.Helper()
	for _, kind := range []string{
		"cancelled", "moved", "moved full", "moved back", "moved back, full", "restored",
		"added", "waits", "seats", "given", "called yes", "called no", "called defer",
		"called voicemail", "called notReached", "skipped", "removed", "putBack",
		"opened", "stopped", "resumed", "mailed",
	} {
		if c.of[kind] == 0 || longtest.On() && c.of["taken back: "+kind] == 0 {
			t.Errorf("it never happened, or was never taken back: %s (%v)", kind, c.of)
		}
	}
	for _, again := range []string{"given", "moved back", "added", "called"} {
		rare := again == "added" || again == "called"
		if c.of["waits again: "+again] == 0 && (longtest.On() || !rare) {
			t.Errorf("nobody waited again after it: %s (%v)", again, c.of)
		}
	}
	if c.of["given at the door"] == 0 {
		t.Errorf("nobody was let in from the list at the door (%v)", c.of)
	}
	for _, result := range []string{"counted", "known", "overruled", "gone"} {
		if c.of["said "+result] == 0 {
			t.Errorf("of who is there it was never said: %s (%v)", result, c.of)
		}
	}
}
