package places_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/problem"
)

// changeTo writes another name and number of guests for somebody at a date.
func (r *room) changeTo(p desk.PersonSeen, with func(*rules.Change)) booking.Done {
	r.T.Helper()
	in := rules.Change{
		Person: rules.Person{Name: p.Name, Email: p.Email, Phone: p.Phone},
		Guests: p.Guests,
	}
	with(&in)
	return r.done(r.ChangePerson(
		r.T.Context(), byFatima, p.ID, fmt.Sprintf("%q", fmt.Sprint(p.Version)), in,
	))
}

func (r *room) first(o string) desk.PersonSeen {
	r.T.Helper()
	return r.people(asFatima, o).People[0]
}

func TestTakenBackAChangedPersonHasTheFieldsAgain(t *testing.T) {
	r := setup(t)
	a := r.Activity(func(v *rules.Activity) { v.MaxGuests = 2 })
	o := r.Date(a, monday.AddDate(0, 0, 8), 2, nil)
	in := atDesk("Gonda Smit", "06 12 34 56 78")
	in.Guests = 1
	r.done(r.AddPerson(t.Context(), byFatima, o, in))
	r.addOr(o, "Vera Vos", addr("vera"), "waitlist")

	changed := r.changeTo(r.first(o), func(c *rules.Change) { c.Name, c.Guests = "Bea Smit", 0 })
	if changed.Act.UndoUntil == "" || changed.Taken != 1 {
		t.Fatalf("got %+v, want one place and a way back", changed)
	}
	seen := r.people(asFatima, o)
	if seen.Held != 1 || seen.People[0].Name != "Bea Smit" {
		t.Errorf("changed: got %d held, %s", seen.Held, seen.People[0].Name)
	}
	back := r.undone(changed)
	p := r.first(o)
	if p.Name != "Gonda Smit" || p.Guests != 1 || p.Phone == "" || back.Taken != 2 {
		t.Errorf("taken back: got %+v with %d places", p, back.Taken)
	}
	if again := r.undone(changed); !again.Earlier {
		t.Error("the second one does not read that it was taken back")
	}
	r.MustCount(0, `registration where earlier is not null`)
}

func TestAChangeIsNotTakenBackOverALaterOne(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.add(o, "Gonda Smit", "")
	one := r.changeTo(r.first(o), func(c *rules.Change) { c.Name = "Gonda Twee" })
	two := r.changeTo(r.first(o), func(c *rules.Change) { c.Name = "Gonda Drie" })
	undo := func(id string) (booking.Done, error) { return r.Undo(t.Context(), byFatima, id) }
	r.refusedWith(problem.Conflict)(undo(one.Act.ID))
	r.done(undo(two.Act.ID))
	if got := r.first(o).Name; got != "Gonda Twee" {
		t.Errorf("got %s, want what it said before the second change", got)
	}
	r.refusedWith(problem.Conflict)(undo(one.Act.ID))
}

func TestAnotherAddressIsToldAtOnceAndNotTakenBack(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.add(o, "Gonda Smit", addr("gonda"))
	d := r.changeTo(r.first(o), func(c *rules.Change) { c.Email = addr("smit") })
	if d.Act.UndoUntil != "" {
		t.Errorf("got a way back until %s, want none", d.Act.UndoUntil)
	}
	r.refusedWith(problem.Gone)(r.Undo(t.Context(), byFatima, d.Act.ID))
}

func TestWhatWasSaidBeforeGoesWithTheMinutesToTakeItBack(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	id := r.add(o, "Gonda Smit", "")
	r.changeTo(r.first(o), func(c *rules.Change) { c.Name = "Gonda Twee" })
	r.done(r.RenewCode(t.Context(), byFatima, id))
	const kept = `
		select (select count(*) from registration where earlier is not null)
			+ (select count(*) from desk_code where earlier is not null)`
	sweep := func(want int) {
		t.Helper()
		r.ok(r.SweepLinks(t.Context()))
		r.MustCount(want, kept)
	}
	r.Clock.Advance(9 * time.Minute)
	sweep(2)
	r.Clock.Advance(2 * time.Minute)
	sweep(0)
}

func TestTakenBackANewCodeTheOldOneWorksAgain(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	first := r.done(r.AddPerson(t.Context(), byFatima, o, atDesk("Lars Bos", "")))
	works := func(code string, want int) {
		t.Helper()
		r.Want(r.tryCode(code), want)
	}
	next := r.done(r.RenewCode(t.Context(), byFatima, first.Act.Subject))
	works(first.Code, 422)
	works(next.Code, 200)
	back := r.undone(next)
	if back.Code != first.Code || strings.Count(back.Code, "-") != 1 {
		t.Errorf("got the code %q, want %q", back.Code, first.Code)
	}
	works(first.Code, 200)
	works(next.Code, 422)

	one := r.done(r.RenewCode(t.Context(), byFatima, first.Act.Subject))
	two := r.done(r.RenewCode(t.Context(), byFatima, first.Act.Subject))
	r.refusedWith(problem.Conflict)(r.Undo(t.Context(), byFatima, one.Act.ID))
	r.undone(two)
	works(one.Code, 200)
	host := byJan
	r.refusedWith(problem.Forbidden)(r.Undo(t.Context(), host, one.Act.ID))
}

// The entry holds the address that they found to be wrong.
func TestAPlaceIsNotTakenBackFromWhoIsReachedAnotherWaySince(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), monday.AddDate(0, 0, 10), 1, nil)
	r.add(o, "Anja", "")
	in := atDesk("Vera Vos", addr("vera"))
	in.IfFull = "waitlist"
	entry := r.done(r.AddPerson(t.Context(), byFatima, o, in)).Act.Subject
	given := r.done(r.GivePlace(t.Context(), byFatima, entry, true))
	vera := r.people(asFatima, o).People[1]
	r.changeTo(vera, func(c *rules.Change) { c.Email = "vera.vos@voorbeeld.example" })
	r.refusedWith(problem.Conflict)(r.Undo(t.Context(), byFatima, given.Act.ID))
	if n := len(r.people(asFatima, o).People); n != 2 {
		t.Errorf("got %d people, want Anja and Vera", n)
	}
}
