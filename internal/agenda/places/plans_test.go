package places_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// doing is one act of the staff on the dates of a test: how it is looked at, and pressed with the
// fingerprint of what was seen.
type doing struct {
	check func(identity.Actor) (changes.TellCheck, error)
	press func(by booking.By, print string) (booking.Done, error)
	undo  func(by booking.By, id string) (booking.Done, error) // nil: as every act
	// was is how the first date stood before what this makes undone, as meetingStands writes it
	was string
}

// row is a case of a plan: an act on units of some kind, what people hear of it and how it goes
// back. Every row of every table is walked by each of the tests below.
type row struct {
	// begin makes the dates, the first of which the act is asked of, and the act.
	begin func(r *room) (dates []string, a doing)
	// counts is what the check says, as waysOf writes it.
	counts string
	dates  int // that change, as the act row says; 0: one
	plan
	stale bool // who is second has to look again
	twin  bool // asks what another row asks: its faults are for the long run
	says  []string
	// letters are what the mail to an address says.
	letters map[string][]string
	// stir is what makes the look untrue, and last what the next look says of it; nil: somebody is
	// added at the desk.
	stir func(r *room, dates []string)
	last string
	// stands is what an undo gives back; nil: every row of the dates.
	stands func(r *room, dates []string) string
	// after is what else holds once it is done.
	after func(r *room, dates []string, c changes.TellCheck, d booking.Done)
	// heard is what holds once the mails are out.
	heard func(r *room, dates []string)
}

// plan is what the cases of a table have alike.
type plan struct {
	// by which mail and call people hear of it; "": nobody does
	kind   mail.Kind
	reason string
	final  bool // it is told at once and has no way back
	anew   bool // who presses it again does it once more
}

// plans are the tables, one for each plan of the staff.
var plans = map[string]struct {
	plan
	rows map[string]row
}{
	"cancel":     {plan{kind: mail.DateOff, reason: "cancelled"}, cancels},
	"reinstate":  {plan{kind: mail.DateOn, reason: "onAgain", final: true}, reinstates},
	"reschedule": {plan{kind: mail.DateMoved, reason: "moved"}, reschedules},
	"settings":   {plan{}, settings},
	"message":    {plan{kind: mail.ToEverybody, reason: "message", anew: true}, messages},
	"closure":    {plan{kind: mail.DateOff, reason: "cancelled"}, closures},
}

// many is of how many dates some of the rows are.
var many = map[bool]int{false: 4, true: 20}[longtest.On()]

func eachRow(t *testing.T, f func(t *testing.T, x row)) {
	for table, p := range plans {
		for name, x := range p.rows {
			x.plan = p.plan
			t.Run(table+" "+name, func(t *testing.T) { f(t, x) })
		}
	}
}

// waysOf is how many a check says that hear it, by which way, and of how many dates.
func waysOf(c changes.TellCheck) string {
	return fmt.Sprintf("mail %d, call %d %s, self %d, none %d %s, away %s, of %d", c.Mail, c.Call,
		c.Calls, c.Self, c.None, c.Unheard, c.Away, c.Change)
}

// saying holds a text against words: "!words" are not in it, "3×words" are that often.
func saying(t testing.TB, text string, words ...string) {
	t.Helper()
	text = strings.Join(strings.Fields(text), " ")
	for _, w := range words {
		n, not := strings.CutPrefix(w, "!")
		times, of, exact := strings.Cut(w, "×")
		switch {
		case exact && fmt.Sprint(strings.Count(text, of)) != times,
			not && strings.Contains(text, n), !exact && !not && !strings.Contains(text, w):
			t.Errorf("want %q in: %s", w, text)
		}
	}
}

// look is what the check of an act shows.
func (r *room) look(a doing) changes.TellCheck {
	r.T.Helper()
	c, err := a.check(asFatima)
	if err != nil {
		r.T.Fatal(err)
	}
	return c
}

// did is an act as its check says, by Fatima.
func (r *room) did(a doing) booking.Done {
	r.T.Helper()
	return r.done(a.press(byFatima, r.look(a).Fingerprint))
}

// ready is an act as it was looked at now, to be pressed by somebody later.
func (r *room) ready(a doing) func(booking.By) (booking.Done, error) {
	r.T.Helper()
	print := r.look(a).Fingerprint
	return func(by booking.By) (booking.Done, error) { return a.press(by, print) }
}

func (r *room) takesBack(a doing, by booking.By, id string) (booking.Done, error) {
	if a.undo != nil {
		return a.undo(by, id)
	}
	return r.Undo(r.T.Context(), by, id)
}

// undone takes an act of Fatima back.
func (r *room) undone(d booking.Done) booking.Done {
	r.T.Helper()
	return r.done(r.Undo(r.T.Context(), byFatima, d.Act.ID))
}

// told is that people hear of an act just now, each in one mail or one call, and as many as were
// shown.
func (r *room) told(x row, c changes.TellCheck, d booking.Done) {
	r.T.Helper()
	act := d.Act
	if d.Earlier && act.At == "" {
		// a closure of before says what it told in all
	} else if act.Mails != c.Mail || act.Calls != c.Call || act.Dates != x.dates {
		r.T.Errorf("it says %+v, want %d mails, %d calls, %d dates", act, c.Mail, c.Call, x.dates)
	}
	if (act.UndoUntil == "") != x.final {
		r.T.Errorf("it can be taken back until %q, want none: %v", act.UndoUntil, x.final)
	}
	r.wantHours(map[bool]int{true: 0, false: 1}[x.final])
	now := r.Clock.Now()
	const mails = `mail where kind = $1 and created_at = $2 and state <> 'withdrawn'`
	r.MustCount(c.Mail, ``+mails, x.kind, now)
	r.MustCount(c.Mail, `select count(distinct recipient_key) from `+mails, x.kind, now)
	r.MustCount(c.Call, `
		call where reason = $1 and created_at = $2 and state = 'open'`, x.reason, now)
	var called []string
	for _, one := range r.calls(byFatima).Calls {
		if x.reason != "" && one.Reason == x.reason {
			called = append(called, one.FirstName)
		}
	}
	slices.Sort(called)
	slices.Sort(c.Calls)
	if c.Calls != nil && !slices.Equal(called, c.Calls) {
		r.T.Errorf("to call %s, want %s", called, c.Calls)
	}
}

// allRows is how dates stand, all that an undo gives back.
func (r *room) allRows(dates []string) string {
	var all []string
	for _, o := range dates {
		all = append(all, r.placeRows(o), r.meeting(o))
	}
	return strings.Join(all, "\n")
}

// tellsDates is whether a row changes what stands in calendars.
func tellsDates(x row) bool { return x.kind == mail.DateOff || x.kind == mail.DateMoved }

// wantHours is of how many closures the opening hours know, when there are any.
func (r *room) wantHours(n int) {
	r.T.Helper()
	if r.hours != nil && len(r.hours.Closures) != n {
		r.T.Errorf("the hours keep %+v, want %d", r.hours.Closures, n)
	}
}

// hear lets the time pass in which acts can be taken back: then their mails go.
func (r *room) hear(kinds ...mail.Kind) {
	r.T.Helper()
	r.Clock.Advance(11 * time.Minute)
	r.Deliver() // each person gets theirs in order
	for _, kind := range kinds {
		r.tries(string(kind))
	}
}

// pressedTwice is that the same press, when its answer got lost, says what it did, and a colleague
// who presses reads whose act it is: nobody hears more.
func (r *room) pressedTwice(x row, a doing, c changes.TellCheck, d booking.Done) {
	r.T.Helper()
	mails := r.Number(`mail`)
	again, err := a.press(pressed("once"), c.Fingerprint)
	if err != nil || !again.Earlier || again.Act.ID != d.Act.ID {
		r.T.Errorf("the same press is %+v, %v, want %s", again, err, d.Act.ID)
	}
	if x.anew {
		return
	}
	switch again, err = a.press(byLoes, c.Fingerprint); {
	case x.stale:
		r.refused(again, err, problem.PreconditionFailed)
	case err != nil || !again.Earlier || again.Act.By != "fatima" || again.Act.ID != d.Act.ID:
		r.T.Errorf("who is second reads %+v, %v, want that Fatima did %s", again, err, d.Act.ID)
	}
	r.MustCount(mails, `mail`)
}

// Promises 21 to 29: the list before saving is who is told, each once; who presses after a
// colleague reads whose act it is; and once people heard it, it cannot be taken back.
func TestWhoIsShownBeforeIsWhoIsToldOfAnActOfTheStaff(t *testing.T) {
	t.Parallel()
	eachRow(t, func(t *testing.T, x row) {
		r := setup(t)
		dates, a := x.begin(r)
		before := r.everything()
		c := r.look(a)
		if got := waysOf(c); got != x.counts {
			t.Errorf("got %s\nwant %s", got, x.counts)
		}
		saying(t, c.Subject+" "+c.Body, append(x.says, "!Schrijfcafé")...)
		if c.AtOnce != x.final || r.everything() != before {
			t.Errorf("a look changes something, or tells at once: %v", c.AtOnce)
		}
		mails := r.Number(`mail`)
		d := r.done(a.press(pressed("once"), c.Fingerprint))
		r.told(x, c, d)
		r.pressedTwice(x, a, c, d)
		for email, words := range x.letters {
			l, err := r.letterTo(x.kind, email)
			r.ok(err)
			saying(t, l.Subject+" "+l.Body+" "+string(l.Calendar), words...)
		}
		if x.kind == "" {
			r.MustCount(mails, `mail`)
			r.MustCount(0, `call`)
		}
		if a.was != "" && r.meetingStands(dates[0]) != a.was {
			t.Errorf("it stands\n%s\nwant\n%s", r.meetingStands(dates[0]), a.was)
		}
		if x.after != nil {
			x.after(r, dates, c, d)
		}
		r.Invariants()
		if x.kind == "" {
			return
		}
		r.hear(x.kind)
		r.MustCount(c.Mail, `mail where kind = $1 and state = 'sent'`, x.kind)
		_, err := r.takesBack(a, byFatima, d.Act.ID)
		if code := problemOf(err).Code; code != problem.Gone && !x.final {
			t.Errorf("taken back when people know: %v", err)
		}
		if x.heard != nil {
			x.heard(r, dates)
		}
		r.Invariants()
	})
}

// Promise 27: taken back within ten minutes, from any of the dates and by a colleague too, no mail
// left the house, all stands as before, and it can be done anew.
func TestAnActOfTheStaffTakenBackLeavesAllAsItStood(t *testing.T) {
	t.Parallel()
	eachRow(t, func(t *testing.T, x row) {
		if x.final {
			t.Skip("has no way back")
		}
		r := setup(t)
		dates, a := x.begin(r)
		stands := x.stands
		if stands == nil {
			stands = (*room).allRows
		}
		before, all := stands(r, dates), r.everything()
		numbers := func() int {
			return r.Number(`select coalesce(sum(sequence), 0) from session`)
		}
		numbered := numbers()
		d := r.did(a)
		raised := numbers() - numbered
		if r.everything() == all || !x.anew && stands(r, dates) == before {
			t.Fatal("nothing changed: the test proves nothing")
		}
		id := d.Act.ID
		if x.dates > 1 && a.undo == nil { // what it did to the last of the dates
			id = value[string](r, `
				select id
				from staff_act
				where kind = $1
				order by occurrence_id = $2 desc, at desc, id
				limit 1`, d.Act.Kind, dates[len(dates)-1])
		}
		r.Clock.Advance(9 * time.Minute)
		r.done(r.takesBack(a, byLoes, id))
		if now := stands(r, dates); now != before {
			t.Errorf("it stands\n%s\nwant\n%s", now, before)
		}
		r.wantHours(0)
		if now := numbers(); now != numbered+2*raised || (raised > 0) != tellsDates(x) {
			t.Errorf("to calendars it is number %d, was %d and %d more", now, numbered, raised)
		}
		r.MustCount(0, `mail where kind = $1 and state in ('held', 'queued')`,
			x.kind)
		r.MustCount(0, `call where reason = $1 and state = 'open'`, x.reason)
		if again, err := r.takesBack(a, byFatima, d.Act.ID); a.undo == nil &&
			(err != nil || !again.Earlier) {
			t.Errorf("taken back twice: %+v, %v", again, err)
		}
		r.Invariants()
		r.told(x, r.look(a), r.did(a))
	})
}

// What was shown is what is done: when somebody came since, or heard it, nothing happens and the
// next look says who changed it.
func TestAnActOfTheStaffOnOthersThanWereShownIsNotDone(t *testing.T) {
	t.Parallel()
	eachRow(t, func(t *testing.T, x row) {
		r := setup(t)
		dates, a := x.begin(r)
		shown := r.look(a)
		if x.stir == nil {
			r.addOr(dates[0], "Zus", addr("zus"), "chair")
		} else {
			x.stir(r, dates)
		}
		before := r.everything()
		r.refusedWith(problem.PreconditionFailed)(a.press(byFatima, shown.Fingerprint))
		if r.everything() != before {
			t.Error("something happened")
		}
		if x.stir == nil {
			x.last = "added"
		} else if x.last == "" {
			return
		}
		c := r.look(a)
		if x.stir == nil && c.Mail != shown.Mail+1 || a.undo == nil &&
			(c.Last == nil || c.Last.Kind != x.last || c.Last.By != "fatima") {
			t.Errorf("%+v, want one more, and who changed it", c)
		}
		r.told(x, c, r.done(a.press(byFatima, c.Fingerprint)))
	})
}

// The controls of it stand in TestWithoutTheLocksBothCallTheSameDatesOff and
// TestWithoutTheLockTwoWhoCloseMakeTwoClosures.
func TestOfSomeWhoPressAtOneMomentOneDoesIt(t *testing.T) {
	t.Parallel()
	eachRow(t, func(t *testing.T, x row) {
		if x.anew {
			t.Skip("each press is an act of its own")
		}
		r := setup(t)
		_, a := x.begin(r)
		c := r.look(a)
		var first atomic.Pointer[booking.Done]
		together(4, func(i int) {
			d, err := a.press([]booking.By{byFatima, byLoes}[i%2], c.Fingerprint)
			if x.stale && problemOf(err).Code == problem.PreconditionFailed {
				return
			}
			if err != nil {
				t.Error(err)
			} else if !d.Earlier && !first.CompareAndSwap(nil, &d) {
				t.Error("two of them did it")
			}
		})
		if d := first.Load(); d == nil {
			t.Error("nobody did it")
		} else {
			r.told(x, c, *d)
		}
		r.Invariants()
	})
}

// Whatever statement of an act, or of its undo, fails: nothing of it is left, and nobody is told of
// what did not happen, or twice of what did.
func TestAFaultAtAnyStatementLeavesNothingHalfDone(t *testing.T) {
	t.Parallel()
	eachRow(t, func(t *testing.T, x row) {
		if x.twin {
			longtest.Only(t)
		}
		t.Parallel()
		plain := dbtest.New(t)
		f := dbtest.Faulty(t, plain)
		r := setupOn(t, f.Pool, 0)
		r.plain = plain
		_, a := x.begin(r)
		c := r.look(a)
		d := r.failsNowhere(f, "press", func() (booking.Done, error) {
			return a.press(pressed("press"), c.Fingerprint)
		})
		r.told(x, c, d)
		if !x.final {
			r.failsNowhere(f, "undo", func() (booking.Done, error) {
				return r.takesBack(a, byFatima, d.Act.ID)
			})
			r.wantHours(0)
			r.MustCount(0, `mail where kind = $1 and state = 'held'`, x.kind)
			r.MustCount(0, `call where reason = $1 and state = 'open'`,
				x.reason)
		}
		r.Invariants()
	})
}

// A mail that no mailbox takes is told by a call instead, whatever it was about.
func TestAMailOfAnActThatNoMailboxTakesBecomesACall(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		act          func(r *room, o string) doing
		kind, reason string
	}{
		"off":     {(*room).off, "M13", "cancelled"},
		"moved":   {func(r *room, o string) doing { return r.move(o, later) }, "M16", "moved"},
		"message": {(*room).message, "M18", "message"},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			o := r.Place(5)
			gone := addr("emine")
			r.Want(r.Register(o, withPhone(r.SignUp("Emine", gone), "0612345678")), 201)
			r.Deliver()
			r.did(x.act(r, o))
			r.Post.Refuses.Store(&gone)
			r.hear(mail.Kind(x.kind))
			r.callInstead()
			r.callInstead() // the job may come twice
			r.MustCount(1, `call where reason = $1 and state = 'open'`,
				x.reason)
			if all := r.calls(byFatima); len(all.Calls) != 1 || all.Calls[0].Reason != x.reason {
				t.Errorf("got %+v, want the call on the list", all.Calls)
			}
			if x.kind == "M13" {
				return // whose date is off is not among its people
			}
			p := r.people(asFatima, o).People[0]
			m := p.Mails[len(p.Mails)-1]
			if m.State != "dead" || m.Why != "address" || !p.ToCall {
				t.Errorf("got %+v, to call %v, want a dead mail and a call", m, p.ToCall)
			}
			r.Post.Refuses.Store(nil)
			for range 2 { // pressed twice it is one mail
				r.done(r.MailAgain(t.Context(), byFatima, p.ID, m.ID))
			}
			r.tries(x.kind)
			r.MustCount(1, `mail where kind = $1 and state = 'sent'`, x.kind)
			r.refusedWith(problem.Conflict)(r.MailAgain(t.Context(), byFatima, p.ID, "mail_none"))
		})
	}
}

// A date that begins soon is told at once, and then there is no way back.
func TestWhatBeginsSoonIsToldAtOnce(t *testing.T) {
	t.Parallel()
	soon := changes.MoveTo{Day: "2026-11-16", From: "12.30", To: "14.30"}
	for name, x := range map[string]struct {
		act  func(r *room, o string) doing
		kind string
	}{
		"off":     {(*room).off, "M13"},
		"moved":   {func(r *room, o string) doing { return r.move(o, soon) }, "M16"},
		"message": {(*room).message, "M18"},
		"closure": {func(r *room, _ string) doing {
			r.withHouse()
			in := theWeek()
			in.First, in.Last = "2026-11-16", ""
			return r.closes(in)
		}, "M13"},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			o := r.Date(r.Activity(nil), monday.Add(2*time.Hour), 5, nil)
			r.add(o, "Anja", addr("anja"))
			a := x.act(r, o)
			if !r.look(a).AtOnce {
				t.Error("it is not told at once")
			}
			if d := r.did(a); d.Act.UndoUntil != "" {
				t.Errorf("it can be taken back until %s, want not", d.Act.UndoUntil)
			}
			r.MustCount(1, `mail where kind = $1 and state = 'queued'`, x.kind)
		})
	}
}

// ofBram are a date of today, one of next week and a series, of an activity of Bram.
func (r *room) ofBram() (today, far, series string) {
	r.T.Helper()
	a := r.Activity(func(a *rules.Activity) { a.Staff = []string{"bram"} })
	today, far = r.Date(a, monday.Add(5*time.Hour), 5, nil), r.Date(a, on(24, 17, 0), 5, nil)
	r.add(today, "Anja", addr("anja"))
	r.add(far, "Anja", addr("anja"))
	series, _ = r.fourMeetings()
	r.exec(`update occurrence set activity_id = $2 where id = $1`, series, a)
	return today, far, series
}

// Who may do what of which date: looking at it and doing it alike.
func TestWhoMayActOnDates(t *testing.T) {
	r := setup(t)
	r.withHouse()
	today, far, series := r.ofBram()
	tonight := changes.MoveTo{Day: "2026-11-16", From: "20.00", To: "22.00"}
	day := theWeek()
	day.First, day.Last = "2026-11-16", ""
	for _, x := range []struct {
		what string
		act  doing
		may  string
	}{
		{"off today", r.off(today), "fatima bram jan"},
		{"off far", r.off(far), "fatima bram"},
		{"off series", r.off(series), "fatima bram"},
		{"off later", r.offAll(today, laterDates), "fatima bram"},
		{"move today", r.move(today, tonight), "fatima bram jan"},
		{"move to another day", r.move(today, later), "fatima bram"},
		{"move far", r.move(far, tonight), "fatima bram"},
		{"message", r.message(today), "fatima bram"},
		{"close today", r.closes(day), "fatima jan"},
		{"close a week", r.closes(theWeek()), "fatima"},
	} {
		for _, who := range []identity.Actor{asFatima, asBram, asHost, asIlse} {
			_, err := x.act.check(who)
			if slices.Contains(strings.Fields(x.may), who.ID) {
				if err != nil {
					t.Errorf("%s, %s: %v", who.ID, x.what, err)
				}
				continue
			}
			_, done := x.act.press(booking.By{Actor: who}, "")
			if problemOf(err).Code != problem.Forbidden ||
				problemOf(done).Code != problem.Forbidden {
				t.Errorf("%s, %s: looks %v, does %v", who.ID, x.what, err, done)
			}
		}
	}
	if _, err := r.move(series, later).check(asFatima); problemOf(err).Code != problem.Conflict {
		t.Errorf("a series moves: %v", err)
	}
}

// What the screen offers to do at more dates, or with a whole series, is what somebody may.
func TestTheScreenOffersWhatSomebodyMayDoWithManyDates(t *testing.T) {
	r := setup(t)
	today, _, series := r.ofBram()
	all := []identity.Actor{asHost, asBram, asFatima}
	choices := func(who identity.Actor, o string) changes.DateChoices {
		t.Helper()
		c, err := r.Choices(t.Context(), who, o)
		if err != nil {
			t.Error(who.ID, err)
		}
		return c
	}
	for _, who := range all {
		if c := choices(who, today); c.CanMany != (who.ID != "jan") || len(c.Scopes) != 3 ||
			c.Scopes[1].Dates != 2 || c.Scopes[1].People != 1 {
			t.Errorf("%s: got %+v", who.ID, c)
		}
	}
	r.Clock.Set(on(24, 9, 0)) // the day of the first meeting of the series
	for _, who := range all {
		_, err := r.seriesOff(series).check(who)
		if may := who.ID != "jan"; choices(who, series).CanCallOff != may || (err == nil) != may {
			t.Errorf("%s calls a series off: %v", who.ID, err)
		}
	}
}
