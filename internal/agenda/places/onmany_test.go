package places_test

import (
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Promise 28: what was called off together goes on together, and exactly those who were told of a
// date hear that it goes on; who called off by themselves is not put back.
func TestPromise28DatesThatWereCalledOffTogetherGoOnTogether(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	r := setup(t)
	dates := r.weekly(6)
	r.add(dates[3], "Omar", "omar@voorbeeld.example")
	r.CancelPlace("omar@voorbeeld.example") // by himself
	r.offAll(dates[0], allDates)
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	r.exec(`update call set state = 'done' where reason = 'cancelled'`)
	r.add(r.Place(3), "Dirk", "0612345678") // hears of other dates alone
	r.checkedOn(dates[5])                   // one of them goes on before

	seen, err := r.Choices(ctx, asFatima, dates[1])
	if err != nil || len(seen.Scopes) != 3 || seen.Scopes[1].Dates != 4 ||
		seen.Scopes[2].Dates != 5 || seen.Scopes[2].People != 4 || seen.Scopes[1].People != 4 {
		t.Errorf("got %+v, %v", seen.Scopes, err)
	}
	c, err := r.CheckOnAll(ctx, asFatima, dates[1], "later")
	if err != nil || c.Change != 4 || c.Mail != 3 || c.Call != 1 ||
		strings.Join(c.Calls, " ") != "Dirk" || strings.Join(c.Away, " ") != "Omar" {
		t.Fatalf("got %+v, %v", c, err)
	}
	in := changes.OnAgain{Scope: "later", Fingerprint: c.Fingerprint}
	jan := identity.Actor{ID: "jan", Roles: []identity.Role{identity.Gastheer}}
	if _, err := r.GoOn(ctx, booking.By{Actor: jan}, dates[1], in); problemOf(err).Code !=
		problem.Forbidden {
		t.Errorf("a gastheer lets them go on: %v", err)
	}
	d := r.done(r.GoOn(ctx, byFatima, dates[1], in))
	if d.Act.Dates != 4 || d.Act.Mails != c.Mail || d.Act.Calls != c.Call || d.Act.UndoUntil != "" {
		t.Errorf("got %+v", d.Act)
	}
	for i, want := range []string{
		"cancelled", "planned", "planned", "planned", "planned", "planned",
	} {
		if is := r.status(dates[i]); is != want {
			t.Errorf("date %d is %s, want %s", i, is, want)
		}
	}
	r.MustCount(3, `select count(*) from mail where kind = 'M17' and data->>'act' = $1`, d.Act.ID)
	r.MustCount(1, `select count(*) from call where reason = 'onAgain' and state = 'open'`)
	r.MustCount(1, `
		select count(*) from registration where occurrence_id = $1 and status = 'cancelled'`,
		dates[3])
	l, err := r.letterTo(mail.DateOn, "anja@voorbeeld.example")
	if err != nil || strings.Count(l.Body, "/registrationdetails/") != 2 ||
		strings.Contains(l.Body, "24 november") {
		t.Errorf("Anja reads %q, %v", l.Body, err)
	}
	r.MustCount(1, `
		select count(*) from waitlist_entry where occurrence_id = $1 and state = 'waiting'`,
		dates[1])
	r.Invariants()

	// a colleague who pressed as well did nothing more; the first date is alone by now
	if again := r.done(r.GoOn(ctx, byLoes, dates[1], in)); !again.Earlier ||
		again.Act.ID != d.Act.ID {
		t.Errorf("got %+v", again)
	}
	r.MustCount(3, `select count(*) from mail where kind = 'M17' and data ? 'about'`)
	if seen, err = r.Choices(ctx, asFatima, dates[0]); err != nil || len(seen.Scopes) != 0 {
		t.Errorf("got %+v, %v", seen.Scopes, err)
	}
}

// Nobody has heard yet: then nobody hears anything, and the mails that waited do not go.
func TestDatesThatGoOnBeforeAnybodyHeardTellNobody(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(4)
	r.offAll(dates[0], allDates)
	c, err := r.CheckOnAll(t.Context(), asFatima, dates[2], "all")
	if err != nil || c.Mail+c.Call != 0 || c.Change != 4 {
		t.Fatalf("got %+v, %v", c, err)
	}
	r.done(r.GoOn(t.Context(), byFatima, dates[2], changes.OnAgain{
		Scope: "all", Fingerprint: c.Fingerprint,
	}))
	r.MustCount(0, `
		select count(*) from mail where kind in ('M13', 'M17') and state <> 'withdrawn'`)
	r.MustCount(0, `select count(*) from call where state = 'open'`)
	r.MustCount(0, `select count(*) from occurrence where status = 'cancelled'`)
	r.Invariants()
}

// Somebody hears of it between the look and the press: others hear that it goes on than were shown.
func TestDatesGoOnForThoseWhoWereShown(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(4)
	r.offAll(dates[0], allDates)
	c, err := r.CheckOnAll(t.Context(), asFatima, dates[0], "all")
	if err != nil {
		t.Fatal(err)
	}
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	_, err = r.GoOn(t.Context(), byFatima, dates[0], changes.OnAgain{
		Scope: "all", Fingerprint: c.Fingerprint,
	})
	if problemOf(err).Code != problem.PreconditionFailed {
		t.Errorf("got %v", err)
	}
	r.MustCount(4, `select count(*) from occurrence where status = 'cancelled'`)
	r.MustCount(0, `select count(*) from mail where kind = 'M17'`)
}

// What a closure called off comes back with the closure, not with a date of it.
func TestDatesOfAClosureGoOnWithTheClosure(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	a := r.Activity(nil)
	one := r.Date(a, monday.AddDate(0, 0, 16), 4, nil)
	other := r.Date(a, monday.AddDate(0, 0, 17), 4, nil)
	r.close(byFatima, theWeek())
	seen, err := r.Choices(t.Context(), asFatima, one)
	if err != nil || len(seen.Scopes) != 0 || seen.Off == nil {
		t.Errorf("got %+v, %v", seen, err)
	}
	c, err := r.CheckOnAll(t.Context(), asFatima, one, "all")
	if err != nil || c.Change != 1 {
		t.Fatalf("got %+v, %v", c, err)
	}
	r.done(r.GoOn(t.Context(), byFatima, one, changes.OnAgain{
		Scope: "all", Fingerprint: c.Fingerprint,
	}))
	if r.status(one) != "planned" || r.status(other) != "cancelled" {
		t.Errorf("they stand %s and %s", r.status(one), r.status(other))
	}
}
