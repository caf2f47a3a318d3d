package places_test

import (
	"fmt"
	"slices"
	"strings"
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
	how           string // of a move: to where, and whether it was full there
	waits         int    // the entry that a move made
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
func (m *reference) ends() int { return m.ended }

func (m *reference) undoTime() int {
	if m.start-m.now < 180 {
		return 1
	}
	return 10
}

// undoAbout is until when an act about somebody can be taken back: who has no mail is not told, so
// it is ten minutes at the door too. Where the next hears of a place, it is as long as of any act.
func (m *reference) undoAbout(person int) int {
	if onlyPhone(person) {
		return m.now + 10
	}
	return m.now + m.undoTime()
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
