package places_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/house"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/mail"
)

// model is two processes on one database beside the reference, with one date between them.
type model struct {
	t      *testing.T
	r      [2]*room
	ref    *reference
	random *rand.Rand
	o      string
	other  string // a date of the same activity, with places enough
	full   string // and one that stays full
	// of their meetings, as the reference numbers them
	sessions []string
	lastTap  int
	sent     refTap // the last one
	history  []string
	count    *counts
	tried    map[int]bool // acts of staff that were to be taken back
	rings    int

	emails, phones [][]byte // the look-up keys of all people, by number
}

const (
	people = 9
	steps  = 60

	seedsOfACheck = 24
)

// TestTheEngineDoesWhatItsReferenceDoes lets people, staff, clocks, jobs and the mail do anything
// in any order; after each step all that is stored must be what the reference says.
func TestTheEngineDoesWhatItsReferenceDoes(t *testing.T) {
	t.Parallel()
	const lanes = 4
	seeds := longtest.N(t, seedsOfACheck, 2000)
	count := &counts{of: map[string]int{}}
	t.Cleanup(func() { count.wantAll(t) })
	for lane := range lanes {
		t.Run(fmt.Sprint("lane", lane), func(t *testing.T) {
			t.Parallel()
			pool := dbtest.New(t)
			m := &model{
				t: t, r: [2]*room{setupOn(t, pool, 0), setupOn(t, pool, 0)}, count: count,
			}
			for p := 1; p <= people; p++ {
				m.emails = append(m.emails, m.r[0].Keys.EmailKey(email(p)))
				m.phones = append(m.phones, m.r[0].Keys.PhoneKey("+31"+phone(p)[1:]))
			}
			for seed := lane; seed < seeds && !t.Failed(); seed += lanes {
				m.run(uint64(seed))
			}
		})
	}
}

// Where the weeks of a seed begin: an ordinary one, and both nights on which the clock changes.
var weeks = []time.Time{
	time.Date(2026, 11, 16, 0, 0, 0, 0, clock.Amsterdam),
	time.Date(2027, 3, 25, 0, 0, 0, 0, clock.Amsterdam),
	time.Date(2027, 10, 28, 0, 0, 0, 0, clock.Amsterdam),
}

func (m *model) run(seed uint64) {
	m.random, m.history = rand.New(rand.NewPCG(seed, 20)), nil
	m.tried, m.rings, m.sent = map[int]bool{}, int(seed), refTap{}
	began := weeks[m.random.IntN(len(weeks))]
	h := house.Default()
	for day := range h.Hours { // any days of the week may be closing days
		h.Hours[day] = house.Default().Hours[m.random.IntN(len(h.Hours))]
	}
	first := 8*60 + m.random.IntN(24*60)
	start := first + (3+m.random.IntN(10))*24*60 + m.random.IntN(24*60)
	if m.random.IntN(4) == 0 { // an evening: whoever waits is phoned
		start = first + 5*60 + m.random.IntN(24*60)
	}
	m.ref = &reference{
		began: began, now: first, start: start,
		lastSent: -1,
		capacity: 2 + m.random.IntN(2), had: map[[2]int]bool{}, act: -1, undo: -1,
	}
	m.ref.limit = m.ref.capacity
	m.ref.joinUntil, m.ref.ended = m.ref.start, m.ref.start+120
	if seed%5 == 3 { // a series of three, some days apart
		m.ref.joinUntil = m.ref.start + (1+m.random.IntN(7))*24*60
		m.ref.ended = m.ref.joinUntil + 7*24*60 + 120
	}
	for minute := range m.ref.start + 1 {
		at := began.Add(time.Duration(minute) * time.Minute)
		m.ref.counted = append(m.ref.counted,
			at.Hour() >= 9 && at.Hour() < 20 && !h.ClosingDay(at))
	}
	for _, r := range m.r {
		r.T = m.t
		r.House = func(context.Context) house.House { return h }
		r.Post.Down.Store(false)
		r.Post.Refuses.Store(nil)
	}
	m.exec(`truncate offer_vacancy, offer, vacancy, waitlist_entry, registration, session,
		occurrence, activity, activity_slug, mail, idempotency, river_job, calling cascade`)
	m.at(first)
	m.ref.byHand = m.random.IntN(6) == 0
	activity := m.r[0].Activity(func(a *rules.Activity) {
		a.MaxGuests, a.CallsFirst = 1, m.ref.byHand
	})
	m.o = m.r[0].Date(activity, m.moment(m.ref.start), m.ref.capacity, m.meets)
	m.dates(activity)
	m.note("seed %d from %s, start %s, %d places", seed,
		m.ref.moment(first), m.ref.moment(m.ref.start), m.ref.capacity)
	for p := 1; p <= m.ref.capacity; p++ { // full, and some wait
		m.do(m.signsUp(p, 1, false))
	}
	switch seed % 4 {
	case 1:
		m.movedAndBack()
	case 2:
		m.rungTwice()
	case 3:
		m.movedBackFromTheList()
	}
	for range 2 + m.random.IntN(4) {
		m.do(m.waits(m.ref.capacity + 1 + m.random.IntN(people-m.ref.capacity)))
	}
	if m.random.IntN(3) == 0 {
		m.outage()
	}
	for range steps {
		m.step()
		if m.t.Failed() {
			return
		}
	}
	if m.ref.joinUntil > m.ref.start { // a series: more is said of it than of one evening
		for range 10 {
			if a, ok := m.taps(); ok {
				m.do(a)
			}
		}
	}
	m.givenAtTheDoor()
	m.counts()
	for _, a := range m.ref.acts {
		m.count.add(a.kind, a.how+a.outcome)
		if a.undone {
			m.count.add("taken back:", a.kind, a.how+a.outcome)
		}
		if a.undone && len(a.left) > 0 {
			m.count.add("waits again:", a.kind, a.how)
		}
	}
}

// meets adds the meetings of a series.
func (m *model) meets(o *rules.NewOccurrence) {
	if m.ref.joinUntil == m.ref.start {
		return
	}
	o.Kind = "series"
	for i, start := range []int{m.ref.joinUntil, m.ref.ended - 120} {
		s := o.Sessions[0]
		s.ID = fmt.Sprint(s.ID, i)
		s.Start, s.End = m.moment(start), m.moment(start+120)
		o.Sessions = append(o.Sessions, s)
	}
}

func (m *model) note(format string, args ...any) {
	m.history = append(m.history, m.ref.moment(m.ref.now)+" "+fmt.Sprintf(format, args...))
}

func (m *model) moment(minute int) time.Time {
	return m.ref.began.Add(time.Duration(minute) * time.Minute)
}

func (m *model) at(minute int) {
	m.ref.now = minute
	for _, r := range m.r {
		r.Clock.Set(m.moment(minute))
	}
}

func (m *model) exec(sql string, args ...any) {
	m.t.Helper()
	if _, err := m.r[0].Pool.Exec(context.Background(), sql, args...); err != nil {
		m.t.Fatal(err)
	}
}

// act is something that goes through the lock of the date: in the engine, and in the reference.
type act struct {
	what string
	real func(r *room) int
	ref  func(m *reference) int
	// with another act at one moment it may be refused before it waits for the date: see together
	alone bool
}

func (m *model) step() {
	switch n := m.random.IntN(100); {
	case n < 26 && m.fresh() >= 0:
		m.do(m.takesBack(m.fresh()))
	case m.ref.stopped && n < 30:
		m.do(m.stops())
	case n < 30 && m.rung() >= 0:
		m.ringsOn(m.rung())
	case n < 22:
		m.pass()
		if m.random.IntN(2) == 0 {
			m.sweep()
		}
	case n < 35:
		m.deliver()
	case n < 36 || m.ref.down && n < 40:
		m.outage()
	case n < 44:
		m.weather()
	case n < 47:
		m.early()
	case n < 50:
		m.look()
	case n < 57:
		m.both(m.any(), m.any())
	default:
		m.do(m.any())
	}
	if got, want := m.stored(), m.ref.String(); got != want {
		m.fail("stored:\n%s\nwant:\n%s", got, want)
	}
	if m.random.IntN(8) == 0 {
		m.r[0].Invariants()
	}
	if m.t.Failed() {
		m.fail("see above")
	}
}

func (m *model) do(a act) {
	m.note("%s", a.what)
	got := a.real(m.r[m.random.IntN(2)])
	if want := m.keep(a); got != want {
		m.fail("it answered %d, want %d", got, want)
	}
}

// keep does an act in the reference; what is refused leaves nothing behind.
func (m *model) keep(a act) int {
	next := m.ref.copied()
	code := a.ref(next)
	if code < 300 {
		m.ref = next
	}
	return code
}

// both lets the two processes act at one moment: what came of it must be what one order gives.
func (m *model) both(a, b act) {
	if a.alone || b.alone {
		m.do(a)
		return
	}
	m.note("at once: %s, and %s", a.what, b.what)
	var got [2]int
	var both sync.WaitGroup
	for i, x := range []act{a, b} {
		both.Go(func() { got[i] = x.real(m.r[i]) })
	}
	both.Wait()
	stored, before := m.stored(), m.ref
	var tried []string
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		m.ref = before
		var want [2]int
		for _, i := range order {
			want[i] = m.keep([]act{a, b}[i])
		}
		if got == want && m.ref.String() == stored {
			return
		}
		tried = append(tried, fmt.Sprint(want, "\n", m.ref.String()))
	}
	m.fail("neither order gives what is stored: %v\n%s\nfirst: %s\nother: %s",
		got, stored, tried[0], tried[1])
}

func (m *model) fail(format string, args ...any) {
	m.t.Helper()
	m.t.Fatalf("%s\n%s", strings.Join(m.history, "\n"), fmt.Sprintf(format, args...))
}

// pass lets time go by: to a moment that matters, just before it or after it, or any.
func (m *model) pass() {
	if m.ref.down { // the outbox tries, also in vain
		m.deliver()
	}
	var moments []int
	if m.random.IntN(25) == 0 {
		start := m.ref.start
		moments = append(moments, start-48*60, start-12*60, start, m.ref.joinUntil)
	}
	for _, o := range m.ref.offers {
		if o.state == "open" {
			moments = append(moments, o.until, o.tellBy, o.lastTry+60)
		}
	}
	if n := len(m.ref.tries); n > 0 { // rung again in the other half of a day
		moments = append(moments, m.ref.tries[n-1].at+60, m.ref.tries[n-1].at+6*60)
	}
	at, _, _ := m.ref.plan()
	to := append(moments, at)[m.random.IntN(len(moments)+1)] + m.random.IntN(3) - 1
	if m.random.IntN(3) == 0 || to <= m.ref.now {
		to = m.ref.now + 1 + m.random.IntN(2*60)
	}
	m.at(to)
	m.note("time passes")
}

func (m *model) deliver() {
	m.note("the outbox works")
	m.exec(`
		update mail set state = 'withdrawn'
		where kind <> 'M7'
			and state in ('queued', 'failed')`)
	m.exec(`
		update mail m set state = 'queued'
		from offer o
		join staff_act a on a.id = o.act_id
		where m.kind = 'M7'
			and m.state = 'held'
			and m.data->>'offer' = o.id
			and a.undo_until <= $1`, m.moment(m.ref.now))
	m.r[m.random.IntN(2)].Deliver()
	m.ref.deliver()
}

// weather is what else mail servers do: they take another mail, or an address of theirs is gone.
func (m *model) weather() {
	switch m.random.IntN(2) {
	case 0:
		m.ref.refuses = 1 + m.random.IntN(people)
		m.note("the address of %d is gone", m.ref.refuses)
	default:
		m.note("some other mail goes out")
		m.exec(`update mail set state = 'withdrawn' where kind <> 'M7' and state = 'queued'`)
		m.r[0].Tx(func(tx pgx.Tx) error {
			return m.r[0].Mail.Enqueue(context.Background(), tx, mail.Mail{
				Kind: mail.Erased, To: addr("iemand"), Cause: "other",
			})
		})
		var id string
		if err := m.r[0].Pool.QueryRow(context.Background(), `
			select id
			from mail
			where kind = 'M23'
			order by no desc
			limit 1`).Scan(&id); err != nil {
			m.t.Fatal(err)
		}
		if _, err := m.r[0].Mail.Try(context.Background(), id); err != nil {
			m.t.Fatal(err)
		}
		if !m.ref.down {
			m.ref.lastSent = m.ref.now
		}
		m.exec(`update mail set state = 'withdrawn' where kind = 'M23' and state = 'failed'`)
	}
	m.office()
}

// office tells the mail servers of the test how things are.
func (m *model) office() {
	gone := email(m.ref.refuses)
	for _, r := range m.r {
		r.Post.Down.Store(m.ref.down)
		r.Post.Refuses.Store(&gone)
	}
}

// outage begins, or is over.
func (m *model) outage() {
	m.ref.down = !m.ref.down
	m.note("mail down: %v", m.ref.down)
	m.office()
}

func (m *model) sweep() {
	m.note("the sweep")
	m.r[m.random.IntN(2)].sweep()
	if m.ref.due() {
		m.ref.wake()
	}
	if m.ref.due() {
		m.fail("the reference leaves something overdue")
	}
}

// early rings a job before its moment: it asks to ring again, and does nothing.
func (m *model) early() {
	m.note("a job rings early")
	soon := time.Duration(1+m.random.IntN(1000)) * time.Millisecond
	if again := m.r[0].rung(m.o, m.moment(m.ref.now).Add(soon)); again != soon {
		m.fail("rings again after %v, want %v", again, soon)
	}
}

func email(person int) string { return fmt.Sprintf("m%d@voorbeeld.example", person) }
func phone(person int) string { return fmt.Sprintf("06123400%02d", person) }

func (m *model) form(person, seats int) map[string]any {
	body := m.r[0].SignUp(fmt.Sprint("M", person), email(person))
	if onlyPhone(person) {
		delete(body, "email")
	}
	if hasPhone(person) {
		body["phone"] = phone(person)
	}
	body["guests"] = seats - 1
	return body
}

// any act that can be tried now.
func (m *model) any() act {
	var present, absent []int
	for p := 1; p <= people; p++ {
		if m.ref.placeOf(p) >= 0 {
			present = append(present, p)
		} else {
			absent = append(absent, p)
		}
	}
	if m.random.IntN(2) == 0 {
		if a, ok := m.byStaff(present, absent); ok {
			return a
		}
	}
	if m.random.IntN(5) == 0 {
		if a, ok := m.taps(); ok {
			return a
		}
	}
	kind := m.random.IntN(100)
	switch {
	// a free place that nobody may know of: who comes now reads that it is full
	case m.ref.claimed && m.ref.left() > 0 && len(absent) > 0 && kind%2 == 0:
		return m.waits(absent[m.random.IntN(len(absent))])
	case kind < 30 && len(present) > 0:
		return m.cancels(present[m.random.IntN(len(present))])
	case kind < 33 && len(m.ref.there()) > 0:
		return m.leaves(m.anyEntry())
	case kind < 36 && len(m.ref.there()) > 0:
		if entry := m.anyEntry(); m.ref.entries[entry].state == "waiting" {
			return m.changes(entry)
		}
	case kind < 58:
		if a, ok := m.answers(); ok {
			return a
		}
	case kind < 61:
		capacity := 1 + m.random.IntN(4)
		return act{
			what: fmt.Sprintf("the capacity becomes %d", capacity),
			real: func(r *room) int {
				r.Tx(func(tx pgx.Tx) error {
					_, err := r.SetCapacity(context.Background(), tx, m.o, capacity)
					return err
				})
				return 200
			},
			ref: func(ref *reference) int { return ref.resize(capacity) },
		}
	case kind < 66:
		return act{
			what: "a job rings",
			real: func(r *room) int { r.wakeUp(m.o); return 200 },
			ref:  func(ref *reference) int { return ref.wake() },
		}
	}
	if len(absent) == 0 {
		return m.cancels(present[0])
	}
	return m.comes(absent[m.random.IntN(len(absent))])
}

func (m *model) comes(person int) act {
	seats := 1 + m.random.IntN(6)/5
	if m.random.IntN(3) == 0 {
		return m.signsUp(person, seats, m.random.IntN(2) == 0)
	}
	return m.waits(person)
}

func (m *model) signsUp(person, seats int, wait bool) act {
	return act{
		what: fmt.Sprintf("%d signs up for %d, or waits: %v", person, seats, wait),
		real: func(r *room) int {
			body := m.form(person, seats)
			if wait {
				body["ifFull"] = "waitlist"
			}
			return r.Register(m.o, body).Code
		},
		ref: func(ref *reference) int { return ref.register(person, seats, wait) },
	}
}

func (m *model) waits(person int) act {
	seats, short := 1+m.random.IntN(6)/4, m.random.IntN(4) > 0
	return act{
		what: fmt.Sprintf("%d wants to wait for %d, at short notice: %v", person, seats, short),
		real: func(r *room) int {
			body := m.form(person, seats)
			body["consentVersion"], body["shortNotice"] = "wachtlijst-1-7", short
			body["preferredWay"] = "mail"
			if onlyPhone(person) {
				body["preferredWay"] = "phone"
			}
			return r.Call("POST", "/api/occurrences/"+m.o+"/waitlist", body).Code
		},
		ref: func(ref *reference) int { return ref.join(person, seats, short) },
	}
}

func (m *model) cancels(person int) act {
	place := m.ref.placeOf(person)
	var id string
	err := m.r[0].Pool.QueryRow(context.Background(), `
		select id
		from registration
		where status = 'registered'
			and (email_key = $1 or phone_key = $2)
			and occurrence_id = $3`,
		m.r[0].Keys.EmailKey(email(person)),
		m.r[0].Keys.PhoneKey("+31"+phone(person)[1:]), m.o).Scan(&id)
	if err != nil {
		m.fail("no place of %d: %v", person, err)
	}
	return act{
		what: fmt.Sprintf("%d cancels", person),
		real: func(r *room) int {
			own := r.bearer(waitlist.RegistrationToken, id)
			return r.Holder("DELETE", "/api/registration", own, nil).Code
		},
		ref: func(ref *reference) int {
			switch ref.places[place].state {
			case "gone": // staff took back that they gave it
				return 404
			case "cancelled": // pressed twice
				return ref.wake()
			}
			return ref.cancel(person)
		},
	}
}

// bearer is the own link of a row, as the page of its holder sends it.
func (r *room) bearer(prefix, id string) string {
	return "Aanmelding " + r.Keys.Token(prefix, id, 1)
}

// entries are the ids of the entries of the date, in order.
func (m *model) entries() (ids []string) {
	rows, err := m.r[0].Pool.Query(context.Background(), `
		select id from waitlist_entry where occurrence_id = $1 order by position`, m.o)
	if err == nil {
		ids, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return ids
}

func (m *model) leaves(entry int) act {
	id := m.entryID(entry)
	return act{
		what: fmt.Sprintf("%d leaves the list", m.ref.entries[entry].person),
		real: func(r *room) int {
			own := r.bearer(waitlist.EntryToken, id)
			return r.Holder("DELETE", "/api/waitlist-entry", own, nil).Code
		},
		ref: func(ref *reference) int { return ref.leave(entry) },
	}
}

// changes is somebody who waits and says anew whether they can come at the last moment.
func (m *model) changes(entry int) act {
	id, e, short := m.entryID(entry), m.ref.entries[entry], m.random.IntN(2) == 0
	body := map[string]any{
		"name": fmt.Sprint("M", e.person), "email": email(e.person), "preferredWay": "mail",
		"shortNotice": short,
	}
	if e.phone {
		body["phone"] = phone(e.person)
	}
	if !e.mail {
		delete(body, "email")
		body["preferredWay"] = "phone"
	}
	return act{
		what: fmt.Sprintf("%d says anew: at short notice %v", e.person, short),
		real: func(r *room) int {
			seen := fmt.Sprintf(`"%d"`, r.Number(`
				select version from waitlist_entry where id = $1`, id))
			own := r.bearer(waitlist.EntryToken, id)
			return r.Holder("PATCH", "/api/waitlist-entry", own, body, "If-Match", seen).Code
		},
		ref: func(ref *reference) int { return ref.changes(entry, short) },
	}
}

// answers is what somebody says to their last offer, open or over.
func (m *model) answers() (act, bool) {
	last := map[int]int{}
	var asked []int
	for i, o := range m.ref.offers {
		if m.ref.entries[o.entry].state == "gone" || o.state == "deleted" || o.state == "skipped" {
			continue
		}
		last[o.entry] = i
		if !slices.Contains(asked, o.entry) {
			asked = append(asked, o.entry)
		}
	}
	if len(asked) == 0 {
		return act{}, false
	}
	entry := asked[m.random.IntN(len(asked))]
	said := [][2]string{
		{"accept", "accepted"}, {"decline", "declined"}, {"defer", "deferred"}, {"defer", "deferred"},
	}[m.random.IntN(4)]
	word, kind := said[0], said[1]
	id := m.entryID(entry)
	var offer string
	var clear bool // which was the last cannot be told of two that were made in one moment
	if err := m.r[0].Pool.QueryRow(context.Background(), `
		select id, 1 = (
			select count(*)
			from offer s
			where s.entry_id = o.entry_id
				and s.created_at = o.created_at
		)
		from offer o
		where entry_id = $1 and state <> 'skipped'
		order by state = 'open' desc, created_at desc
		limit 1`, id).Scan(&offer, &clear); err != nil {
		m.fail("no offer of %d: %v", m.ref.entries[entry].person, err)
	}
	if !clear && m.ref.offers[last[entry]].state != "open" {
		return act{}, false
	}
	return act{
		what: fmt.Sprintf("%d says %s", m.ref.entries[entry].person, word),
		real: func(r *room) int {
			own := r.bearer(waitlist.EntryToken, id)
			return r.Holder("POST", "/api/waitlist-entry/answer", own,
				map[string]any{"answer": word, "offerId": offer}).Code
		},
		ref: func(ref *reference) int { return ref.answer(last[entry], kind) },
	}, true
}

// stored writes down what the engine stored, as the reference writes itself.
func (m *model) stored() string {
	m.t.Helper()
	var all string
	if err := m.r[0].Pool.QueryRow(context.Background(), `
		with entry as (
			select e.*, row_number() over (order by position) - 1 as place, (
				select p
				from unnest($2::bytea[], $3::bytea[]) with ordinality as k (email, phone, p)
				where k.email = e.email_key
					or k.phone = e.phone_key
			) as person
			from waitlist_entry e
			where e.occurrence_id = $1
		)
		select concat((
			select format(E'taken %s held %s waiting %s limit %s of %s claimed %s, elsewhere %s\n',
				taken, held, waiting, seat_limit, capacity, claimed::text,
				(select taken from occurrence where id = $4))
			from occurrence
			where id = $1
		), (
			select string_agg(format(
				E'entry of %s for %s at short notice %s: %s, number %s, once over %s, waited %s, ' ||
				'beside %s, offers [%s], tries %s' || E'\n',
				person, seats, doc->>'shortNotice', state, (phone_key is not null)::text,
				coalesce(doc->>'expiredOnce', 'false'), coalesce(doc->>'deferredUsed', 'false'),
				coalesce(doc->>'besideFree', 'false'),
				(select string_agg(o.state, ' ' order by o.state collate "C")
				from offer o where o.entry_id = entry.id),
				(select count(*) from call_try t where t.subject_id = entry.id)), ''
				order by position)
			from entry
		), (
			select string_agg(format(E'vacancy: %s, spare %s, asked [%s]%s\n', reason, spare::text,
				(select string_agg(entry.place::text, ' ' order by entry.place)
				from offer_vacancy ov
				join entry on entry.id = ov.entry_id
				where ov.vacancy_id = vacancy.id),
				case reason when 'mailDown'
					then to_char(updated_at at time zone 'utc', '", since "DD HH24:MI')
				when 'undo' then to_char(wakes_at at time zone 'utc', '", until "DD HH24:MI')
				end), '' order by no)
			from vacancy
			where occurrence_id = $1
				and state = 'open'
		), (
			select string_agg(format(E'offer to %s: %s, %s seats, until %s, told by %s\n', person,
				o.way, o.seats, to_char(o.until at time zone 'utc', 'DD HH24:MI'),
				to_char(o.tell_by at time zone 'utc', 'DD HH24:MI')), '' order by position)
			from offer o
			join entry e on e.id = o.entry_id
			where o.state = 'open'
		), (
			select string_agg(format(
				E'act: %s of %s %s, was %s, chair %s, until %s, taken back %s\n', kind, (
				select p
				from unnest($2::bytea[], $3::bytea[]) with ordinality as k (email, phone, p)
				where k.email = coalesce(r.email_key, e.email_key)
					or k.phone = coalesce(r.phone_key, e.phone_key)
			), a.doc->>'outcome',
				coalesce(a.doc->>'was', '0'), coalesce(a.doc->>'chair', 'false'),
				coalesce(to_char(undo_until at time zone 'utc', 'DD HH24:MI'), 'never'),
				(undone_at is not null)::text), '' order by no)
			from staff_act a
			left join registration r on r.id = a.subject_id
			left join waitlist_entry e on e.id = a.subject_id
		), (
			select string_agg(line, '' order by line collate "C")
			from (
				select format(E'said of %s, %s: %s\n', (
					select p
					from unnest($2::bytea[], $3::bytea[]) with ordinality as k (email, phone, p)
					where k.email = r.email_key
						or k.phone = r.phone_key
				), r.status, string_agg(format('%s %s+%s at %s by %s',
					array_position($5::text[], t.session_id) - 1, t.state, t.guests,
					to_char(t.at at time zone 'utc', 'DD HH24:MI'), t.by), ', ' order by
					array_position($5::text[], t.session_id))) as line
				from attendance t
				join registration r on r.id = t.registration_id
				group by r.id
			) said
		), (
			select 'wait elsewhere: ' || count(*) from waitlist_entry where occurrence_id = $6
		))`, m.o, m.emails, m.phones, m.other, m.sessions, m.full).Scan(&all); err != nil {
		m.t.Fatal(err)
	}
	return all
}
