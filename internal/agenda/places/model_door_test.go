package places_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
)

// Of the other date, where there are places enough, and of the one that stays full.
const roomElsewhere = 90

// dates makes the dates that people can be moved to, and finds the meetings of all.
func (m *model) dates(activity string) {
	m.other = m.r[0].Date(activity, m.moment(m.ref.start+60*24*60), roomElsewhere, nil)
	m.full = m.r[0].Date(activity, m.moment(m.ref.start+61*24*60), 1, nil)
	m.r[0].Want(m.r[0].Register(m.full, m.r[0].SignUp("Vol", addr("vol"))), 201)
	rows, err := m.r[0].Pool.Query(ctx, `
		select id from session where occurrence_id = $1 order by n`, m.o)
	if err == nil {
		m.sessions, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		m.t.Fatal(err)
	}
	for len(m.sessions) < otherMeeting { // a date of one meeting
		m.sessions = append(m.sessions, "ses_none")
	}
	var other string
	if err := m.r[0].Pool.QueryRow(ctx, `
		select id from session where occurrence_id = $1`, m.other).Scan(&other); err != nil {
		m.t.Fatal(err)
	}
	m.sessions = append(m.sessions, other)
}

// anyPlace is a sign-up in one of these states whose row can be told from all others.
func (m *model) anyPlace(states ...string) (place int, id string, ok bool) {
	var able []int
	for i, p := range m.ref.places {
		for _, s := range states {
			if p.state == s {
				able = append(able, i)
			}
		}
	}
	if len(able) == 0 {
		return 0, "", false
	}
	place = able[m.random.IntN(len(able))]
	id, ok = m.signUpID(m.ref.places[place])
	return place, id, ok
}

// taps is "Er", "Niet gekomen" or neither, of anybody at any meeting: of now or of a while ago, now
// and then sent once more, and about who is at another date by now.
func (m *model) taps() (act, bool) {
	states := []string{"registered", "elsewhere"}
	if m.random.IntN(6) == 0 {
		states = []string{"cancelled"}
	}
	place, id, ok := m.anyPlace(states...)
	if !ok {
		return act{}, false
	}
	p := m.ref.places[place]
	of := m.ref.ofDate(p)
	m.lastTap++
	t := refTap{
		no: m.lastTap, place: place, meeting: of[m.random.IntN(len(of))],
		said: refSaid{
			state:  []string{"here", "here", "absent", "open"}[m.random.IntN(4)],
			guests: m.random.IntN(p.seats),
			at:     m.ref.now - m.random.IntN(2)*m.random.IntN(120),
			by:     []string{"fatima", "loes"}[m.random.IntN(2)],
		},
	}
	switch n := m.random.IntN(10); {
	case n == 0:
		t.meeting = m.random.IntN(meetings)
	case n < 4 && p.said[t.meeting].state != "": // another phone, which could not send until now
		t.said.at = p.said[t.meeting].at - m.random.IntN(60)
	case n < 6 && m.sent.no > 0: // its answer was lost
		t = m.sent
		if p = m.ref.places[t.place]; p.state == "gone" {
			return act{}, false
		}
		if id, ok = m.signUpID(p); !ok {
			return act{}, false
		}
	}
	m.sent = t
	return act{
		what: fmt.Sprintf("%s says %s of %d at meeting %d, at %s: tap %d", t.said.by, t.said.state,
			p.person, t.meeting, m.ref.moment(t.said.at), t.no),
		real: func(r *room) int {
			by := byFatima
			if t.said.by == byLoes.Actor.ID {
				by = byLoes
			}
			result, later, err := r.TapPresence(ctx, by, booking.PresenceTap{
				ID: fmt.Sprint("tap", t.no), Day: clock.Date(m.moment(t.said.at)),
				Session: m.sessions[t.meeting], Registration: id, State: t.said.state,
				Guests: t.said.guests, At: m.moment(t.said.at), SentBy: t.said.by,
			})
			m.count.add("said", string(result))
			if err != nil {
				return 500
			}
			if result == booking.PresenceOverruled && (later.By == t.said.by || later.At.Before(
				m.moment(t.said.at).Add(time.Minute))) {
				return 500
			}
			return map[booking.PresenceResult]int{
				booking.PresenceCounted: counted, booking.PresenceKnown: known,
				booking.PresenceOverruled: overruled, booking.PresenceGone: gone,
			}[result]
		},
		ref: func(ref *reference) int { return ref.taps(t) },
	}, true
}

// movedAndBack begins with somebody who is moved, comes back and is moved once more, before anybody
// waits: later the place is seldom free still.
func (m *model) movedAndBack() {
	const place = 0
	id, _ := m.signUpID(m.ref.places[place])
	for _, back := range []bool{false, true, false} {
		m.do(m.moveOf(place, id, back))
		if a, ok := m.taps(); ok {
			m.do(a)
		}
	}
}

// movedBackFromTheList begins with somebody who is moved, then waits for the old date, has a place
// there again when it is free for all, and is not moved back after all: the list has them again. By
// chance a place is seldom free for who waits.
func (m *model) movedBackFromTheList() {
	const place = 0
	id, _ := m.signUpID(m.ref.places[place])
	m.do(m.moveOf(place, id, false))
	m.do(m.signsUp(people, 1, false))
	m.do(m.waits(m.ref.places[place].person))
	m.do(m.stops()) // the next place is nobody's
	m.do(m.cancels(people))
	m.do(m.opens())
	m.do(m.moveOf(place, id, true))
	m.do(m.takesBack(len(m.ref.acts) - 1))
	m.do(m.stops())
}

// givenAtTheDoor lets somebody in who still waits when the date began, and takes that back.
func (m *model) givenAtTheDoor() {
	m.at(max(m.ref.now, m.ref.joinUntil))
	m.sweep()
	closed := slices.IndexFunc(m.ref.entries, func(e refEntry) bool { return e.state == "closed" })
	if m.ref.now >= m.ref.ended || closed < 0 {
		return
	}
	acts := len(m.ref.acts)
	m.do(m.givesPlace(closed, true))
	if len(m.ref.acts) == acts { // they have a place by now
		return
	}
	m.do(m.takesBack(acts))
	if got, want := m.stored(), m.ref.String(); got != want {
		m.fail("stored:\n%s\nwant:\n%s", got, want)
	}
	m.count.add("given at the door")
}

func (m *model) moveOf(place int, id string, back bool) act {
	to, what, then := m.other, "to the other date", (*reference).staffMoves
	if back {
		to, what, then = m.o, "back", (*reference).movesBack
	}
	return m.move(place, id, to, what, then)
}

func (m *model) move(place int, id, to, what string, then func(ref *reference, place int) int) act {
	return act{
		what:  fmt.Sprintf("staff move %d %s", m.ref.places[place].person, what),
		real:  func(r *room) int { return statusOf(r.MovePerson(ctx, byFatima, id, to)) },
		ref:   func(ref *reference) int { return then(ref, place) },
		alone: true,
	}
}

// moves is somebody who goes to the other date, waits for a full one, or comes back.
func (m *model) moves() (act, bool) {
	n := m.random.IntN(4)
	back := n > 1 && m.ref.elsewhere() > 0
	from := "registered"
	if back {
		from = "elsewhere"
	}
	place, id, ok := m.anyPlace(from)
	switch {
	case !ok:
		return act{}, false
	case n == 0:
		return m.move(place, id, m.full, "to the full date", (*reference).movesToFull), true
	}
	return m.moveOf(place, id, back), true
}

// counts holds the figures of the date against the reference, once it is over.
func (m *model) counts() {
	for _, p := range m.ref.places {
		if p.state == "gone" {
			continue
		}
		id, only := m.signUpID(p)
		if !only {
			continue
		}
		got, err := places.PresenceOf(ctx, m.r[0].Pool, id)
		if err != nil {
			m.fail("presence of %d: %v", p.person, err)
		}
		var want waitlist.Presence
		want.Attended, want.Absent, want.Finished = m.ref.presence(p)
		if got != want {
			m.fail("presence of %d: %+v, want %+v\n%s", p.person, got, want, m.ref)
		}
	}
	m.at(m.ref.ended + 1)
	if err := m.r[0].CountEnded(ctx); err != nil {
		m.fail("counting: %v", err)
	}
	var got, want [3]int
	if err := m.r[0].Pool.QueryRow(ctx, `
		select attended, absent, finished from occurrence_count where occurrence_id = $1`,
		m.o).Scan(&got[0], &got[1], &got[2]); err != nil {
		m.fail("counting: %v", err)
	}
	for _, p := range m.ref.places {
		if p.state != "registered" {
			continue
		}
		attended, absent, finished := m.ref.presence(p)
		for i, is := range []bool{attended, absent, finished} {
			if is {
				want[i]++
			}
		}
	}
	if got != want {
		m.fail("came, stayed away, finished: %v, want %v\n%s", got, want, m.ref)
	}
}
