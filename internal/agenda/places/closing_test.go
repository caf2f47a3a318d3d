package places_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/closing"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// theHouse keeps the settings of a room for closures.
type theHouse struct{ house.House }

func (r *room) withHouse() *theHouse {
	h := &theHouse{house.Default()}
	r.House = func(context.Context) house.House { return h.House }
	r.ChangeHouse = func(_ context.Context, _ pgx.Tx, f func(*house.House) error) error {
		next := h.House
		if err := f(&next); err != nil {
			return err
		}
		h.House = next
		return nil
	}
	return h
}

// theWeek is from Tuesday 1 to Monday 7 December; Place makes its dates on Tuesday the first.
func theWeek() closing.Closing {
	return closing.Closing{
		ClosedWhen: closing.ClosedWhen{First: "2026-12-01", Last: "2026-12-07"},
		Reason:     "Er is iets met het gebouw.",
	}
}

func (r *room) close(by booking.By, in closing.Closing) closing.ClosingDone {
	r.T.Helper()
	c, err := r.CheckClosing(r.T.Context(), by.Actor, "", &in)
	if err != nil {
		r.T.Fatal(err)
	}
	in.Fingerprint = c.Fingerprint
	d, err := r.Close(r.T.Context(), by, in)
	if err != nil {
		r.T.Fatal(err)
	}
	return d
}

func (r *room) reopen(by booking.By, id string) (closing.ClosingCheck, closing.ClosingDone) {
	r.T.Helper()
	c, err := r.CheckClosing(r.T.Context(), by.Actor, id, nil)
	if err != nil {
		r.T.Fatal(err)
	}
	d, err := r.Reopen(r.T.Context(), by, id, c.Fingerprint)
	if err != nil {
		r.T.Fatal(err)
	}
	return c, d
}

func (r *room) status(o string) (out string) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select status from occurrence where id = $1`, o).Scan(&out); err != nil {
		r.T.Fatal(err)
	}
	return out
}

// Promise 29: a closure over a week and its undo leave the state as before, except later changes by
// hand; dates that were cancelled before stay cancelled.
func TestPromise29AClosureOverAWeekGoesBackAsItCame(t *testing.T) {
	t.Parallel()
	r := setup(t)
	h := r.withHouse()
	o := r.crowd()
	walkin := r.Date(r.Activity(func(a *rules.Activity) { a.Mode = rules.Walkin }),
		monday.AddDate(0, 0, 16), 0, nil)
	before := r.Place(4)
	r.done(r.off(before, r.checkOff(before)))
	was := r.placeRows(o) + r.placeRows(walkin) + r.placeRows(before)
	d := r.close(byFatima, theWeek())
	if d.Mails != 3 || d.Calls != 2 || d.Closure.Dates != 2 || d.Closure.UndoUntil == "" {
		t.Errorf("got %+v", d)
	}
	if r.status(o) != "cancelled" || r.status(walkin) != "cancelled" {
		t.Error("a date inside goes on")
	}
	if !h.ClosingDay(monday.AddDate(0, 0, 16)) {
		t.Error("the opening hours do not know of it")
	}
	r.Invariants()
	_, err := r.UndoClosing(t.Context(), byFatima, d.Closure.ID)
	if err != nil {
		t.Fatal(err)
	}
	if now := r.placeRows(o) + r.placeRows(walkin) + r.placeRows(before); now != was {
		t.Errorf("it does not stand as it stood:\n%s\n\nwas\n%s", now, was)
	}
	if len(h.Closures) != 0 {
		t.Errorf("the hours keep %+v", h.Closures)
	}
	r.MustCount(0, `select count(*) from mail where kind = 'M13' and state <> 'withdrawn'`)
	r.MustCount(0, `select count(*) from call where reason = 'cancelled' and state = 'open'`)

	// and once people know, exactly they hear that it goes on
	d = r.close(byLoes, theWeek())
	r.Clock.Advance(10 * time.Minute)
	r.tries("M13")
	_, err = r.UndoClosing(t.Context(), byFatima, d.Closure.ID)
	if problemOf(err).Code != problem.Gone {
		t.Errorf("an undo after the mails: %v, want gone", err)
	}
	c, again := r.reopen(byFatima, d.Closure.ID)
	if c.Mail != 3 || again.Mails != 3 || again.On != 2 {
		t.Errorf("checked %+v, got %+v", c, again)
	}
	if r.status(before) != "cancelled" || r.status(o) != "planned" {
		t.Errorf("they stand %s and %s", r.status(before), r.status(o))
	}
	r.MustCount(3, `select count(*) from mail where kind = $1`, mail.DateOn)
	r.Invariants()
}

// People heard of a closure before, and do not know yet that it is over: nobody heard of this one.
func TestAClosureIsTakenBackThoughPeopleHeardOfOneBefore(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	o := r.crowd()
	first := r.close(byFatima, theWeek())
	r.Clock.Advance(10 * time.Minute)
	r.tries("M13")
	r.reopen(byFatima, first.Closure.ID)

	again := r.close(byFatima, theWeek())
	if _, err := r.UndoClosing(t.Context(), byFatima, again.Closure.ID); err != nil {
		t.Fatal(err)
	}
	if r.status(o) != "planned" {
		t.Errorf("it is %s", r.status(o))
	}
	r.Invariants()
}

func TestADateComesBackWhenNoClosureIsLeftOverIt(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	o := r.Place(4)
	week := r.close(byFatima, theWeek())
	day := theWeek()
	day.Last, day.Reason = day.First, "Teamdag."
	r.Clock.Advance(time.Hour)
	second := r.close(byLoes, day)
	if second.Earlier || second.Closure.Dates != 1 {
		t.Fatalf("got %+v", second)
	}
	c, _ := r.reopen(byFatima, week.Closure.ID)
	if len(c.On) != 0 || len(c.Stays) != 1 || c.Stays[0].Why != "covered" ||
		r.status(o) != "cancelled" {
		t.Errorf("the first ends: %+v, the date is %s", c, r.status(o))
	}
	if _, d := r.reopen(byLoes, second.Closure.ID); d.On != 1 || r.status(o) != "planned" {
		t.Errorf("the second ends: %+v, the date is %s", d, r.status(o))
	}
}

func TestAShorterClosureGivesBackOnlyTheDaysOutside(t *testing.T) {
	t.Parallel()
	r := setup(t)
	h := r.withHouse()
	first, later := r.crowd(), r.Date(r.Activity(nil), monday.AddDate(0, 0, 18), 4, nil)
	d := r.close(byFatima, theWeek())
	in := theWeek()
	in.Last = "2026-12-02"
	c, err := r.CheckClosing(t.Context(), asFatima, d.Closure.ID, &in)
	if err != nil || len(c.On) != 1 || len(c.Off) != 0 || c.On[0].Occurrence != later {
		t.Fatalf("%+v: %v", c, err)
	}
	in.Fingerprint = c.Fingerprint
	now, err := r.ChangeClosure(t.Context(), byFatima, d.Closure.ID, in)
	if err != nil {
		t.Fatal(err)
	}
	if now.Mails != 0 || now.Closure.Mails != d.Mails || now.Closure.Calls != d.Calls ||
		d.Mails == 0 {
		t.Errorf("the change told %+v; who was told before, %+v, stays told", now, d)
	}
	if r.status(first) != "cancelled" || r.status(later) != "planned" || len(h.Closures) != 1 ||
		h.Closures[0].Last != "2026-12-02" {
		t.Errorf("%s, %s, %+v", r.status(first), r.status(later), h.Closures)
	}
}

func TestWhatSomebodyDidByHandSinceWins(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	o := r.Place(4)
	d := r.close(byFatima, theWeek())
	_, _ = r.checkedOn(o) // it goes on after all
	r.done(r.off(o, r.checkOff(o)))
	c, _ := r.reopen(byLoes, d.Closure.ID)
	if len(c.Stays) != 1 || c.Stays[0].Why != "off" || c.Stays[0].By != "fatima" ||
		r.status(o) != "cancelled" {
		t.Errorf("got %+v, the date is %s", c, r.status(o))
	}
}

func TestWhatWasDoneByHandOutlastsTheChangesOfAClosure(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	o := r.Place(4)
	d := r.close(byFatima, theWeek())
	_, _ = r.checkedOn(o)
	for _, last := range []string{"2026-12-06", "2026-12-05"} {
		in := theWeek()
		in.Last = last
		c, err := r.CheckClosing(t.Context(), asFatima, d.Closure.ID, &in)
		if err != nil || len(c.Off) != 0 || len(c.Stays) != 1 || c.Stays[0].Why != "on" {
			t.Fatalf("until %s: %+v, %v", last, c, err)
		}
		in.Fingerprint = c.Fingerprint
		if _, err := r.ChangeClosure(t.Context(), byFatima, d.Closure.ID, in); err != nil {
			t.Fatal(err)
		}
		if r.status(o) != "planned" {
			t.Errorf("until %s it is %s", last, r.status(o))
		}
	}
}

func TestADateThatIsPutBackIntoAClosureDoesNotGoOn(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	o := r.Place(4)
	var noted []byte
	if err := r.DeleteDate(t.Context(), asFatima, o, 1, func(
		_ context.Context, _ pgx.Tx, gone changes.Removed,
	) error {
		noted = gone.Noted
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	d := r.close(byFatima, theWeek())
	if err := db.InTx(t.Context(), r.Pool, func(tx pgx.Tx) error {
		return r.PutDateBack(t.Context(), tx, noted)
	}); err != nil {
		t.Fatal(err)
	}
	if r.status(o) != "cancelled" {
		t.Errorf("put back it is %s", r.status(o))
	}
	if _, d := r.reopen(byFatima, d.Closure.ID); d.On != 1 || r.status(o) != "planned" {
		t.Errorf("%+v, it is %s", d, r.status(o))
	}
}

func TestACallAboutTwoDatesOutlivesTheFirst(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	first := r.Date(r.Activity(nil), on(16, 14, 0), 4, nil)
	second := r.Date(r.Activity(nil), on(17, 14, 0), 4, nil)
	r.add(first, "Petra", "0612345678")
	r.add(second, "Petra", "0612345678")
	in := theWeek()
	in.First, in.Last = "2026-11-16", "2026-11-17"
	if d := r.close(byFatima, in); d.Calls != 1 {
		t.Fatalf("%d calls, want 1", d.Calls)
	}
	if all := r.calls(byFatima).Calls; len(all) != 1 || len(all[0].Dates) != 2 {
		t.Fatalf("got %+v", all)
	}
	r.Clock.Set(on(16, 16, 0))
	r.sweep()
	all := r.calls(byFatima)
	if len(all.Calls) != 1 || len(all.Missed) != 0 || all.Calls[0].Date.ID != second ||
		all.Calls[0].Until != "2026-11-17T13:00:00+01:00" || len(all.Calls[0].Dates) != 0 {
		t.Fatalf("got %+v", all)
	}
	r.Clock.Set(on(17, 16, 0))
	r.sweep()
	if all := r.calls(byFatima); len(all.Calls) != 0 || len(all.Missed) != 1 {
		t.Errorf("after the last: %+v", all)
	}
}

func TestAClosureStoresWhatTheClockDidToADateThatStays(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	o := r.Date(r.Activity(nil), on(16, 12, 0), 1, nil)
	r.add(o, "Petra", "0612345678")
	r.Want(r.Wait(o, "Wim", waiting(1)), 201)
	r.Clock.Set(on(16, 12, 30))
	in := theWeek()
	in.First, in.Last = "2026-11-16", ""
	r.close(byFatima, in)
	r.MustCount(1, `select count(*) from occurrence where id = $1 and waiting = 0`, o)
	r.MustCount(1, `select count(*) from waitlist_entry where state = 'closed'`)
}

func TestADateThatIsBornInAClosureComesBackWithIt(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	d := r.close(byFatima, theWeek())
	o, outside := r.Place(4), r.Date(r.Activity(nil), monday.AddDate(0, 0, 24), 4, nil)
	if r.status(o) != "cancelled" || r.status(outside) != "planned" {
		t.Fatalf("born %s, and outside %s", r.status(o), r.status(outside))
	}
	// as of every date that is born cancelled
	r.MustCount(1, `select max(sequence) from session where occurrence_id = $1`, o)
	if _, d := r.reopen(byFatima, d.Closure.ID); d.On != 1 || r.status(o) != "planned" {
		t.Errorf("%+v, it is %s", d, r.status(o))
	}
}

func TestOneNameAndAddressReadsAllDatesOfAClosureInOneMail(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	a, b := r.Place(4), r.Date(r.Activity(nil), monday.AddDate(0, 0, 17), 4, nil)
	for _, o := range []string{a, b} {
		r.Want(r.Register(o, r.SignUp("Nel", person(1))), 201)
	}
	r.Deliver()
	d := r.close(byFatima, theWeek())
	if d.Mails != 1 {
		t.Errorf("%d mails, want 1", d.Mails)
	}
	r.Clock.Advance(10 * time.Minute)
	r.tries("M13")
	var how string
	if err := r.Pool.QueryRow(t.Context(), `
		select state || ' ' || coalesce(last_error, '') || data::text from mail where kind = 'M13'`,
	).Scan(&how); err != nil || !strings.HasPrefix(how, "sent") {
		t.Errorf("the mail is %s: %v", how, err)
	}
	c, _ := r.reopen(byFatima, d.Closure.ID)
	if c.Mail != 1 || len(c.On) != 2 || c.On[0].Told != 1 || c.On[1].Told != 1 {
		t.Errorf("got %+v", c)
	}
	r.MustCount(1, `select count(*) from mail where kind = $1`, mail.DateOn)
}

// closeTwice has two of the staff close at one moment and says how many closures there are. No date
// falls in them: its row would hold the second one up as well.
func closeTwice(t *testing.T, control bool) int {
	r := setup(t)
	r.withHouse()
	in := theWeek()
	c, err := r.CheckClosing(t.Context(), asFatima, "", &in)
	if err != nil {
		t.Fatal(err)
	}
	in.Fingerprint = c.Fingerprint
	var came atomic.Int32
	both := make(chan struct{})
	r.HoldDate(control, func() {
		switch n := came.Add(1); {
		case !control:
			time.Sleep(100 * time.Millisecond) // enough for the other to come as far, if it may
		case n == 1:
			<-both
		case n == 2:
			close(both)
		}
	})
	together(2, func(i int) {
		_, err := r.Close(t.Context(), []booking.By{byFatima, byLoes}[i], in)
		if err != nil && !control {
			t.Error(err)
		}
	})
	return r.Number(`select count(*) from closure`)
}

func TestTwoWhoCloseAtOnceMakeOneClosure(t *testing.T) {
	t.Parallel()
	if n := closeTwice(t, false); n != 1 {
		t.Errorf("%d closures, want 1", n)
	}
}

func TestWithoutTheLockTwoWhoCloseMakeTwoClosures(t *testing.T) {
	t.Parallel()
	if n := closeTwice(t, true); n != 2 {
		t.Errorf("%d closures, want 2: the lock is not what keeps the second out", n)
	}
}

func TestAFaultInTheMiddleOfAClosingLeavesNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	o := r.crowd()
	in := theWeek()
	c, err := r.CheckClosing(t.Context(), asFatima, "", &in)
	if err != nil {
		t.Fatal(err)
	}
	in.Fingerprint = c.Fingerprint
	was := r.placeRows(o)
	fails := errors.New("the disk is full")
	r.ChangeHouse = func(context.Context, pgx.Tx, func(*house.House) error) error { return fails }
	if _, err := r.Close(t.Context(), byFatima, in); !errors.Is(err, fails) {
		t.Fatalf("got %v", err)
	}
	if r.placeRows(o) != was {
		t.Error("the date changed")
	}
	r.MustCount(0, `select count(*) from closure`)
	r.MustCount(0, `select count(*) from mail where kind = 'M13'`)
	r.MustCount(0, `select count(*) from call where reason = 'cancelled'`)
}

func TestWhatIsWrongWithAClosure(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	for name, c := range map[string]struct {
		change func(*closing.Closing)
		want   problem.Field
	}{
		"in the past": {
			func(in *closing.Closing) { in.First, in.Last = "2026-11-10", "2026-11-12" },
			problem.Field{Name: "last", Code: problem.Order},
		},
		"over today": {
			func(in *closing.Closing) { in.First, in.Last, in.To = "2026-11-16", "", "09.00" },
			problem.Field{Name: "to", Code: problem.Order},
		},
		"a reason of 201": {
			func(in *closing.Closing) { in.Reason = strings.Repeat("a", 201) },
			problem.Field{Name: "reason", Code: problem.TooLong},
		},
		"a number": {
			func(in *closing.Closing) { in.Reason = "Bel 06 12 34 56 78." },
			problem.Field{Name: "reason", Code: problem.Phone},
		},
		"told, and not called off": {
			func(in *closing.Closing) { in.Without = []string{"dates"} },
			problem.Field{Name: "without", Code: problem.Choice},
		},
		"no such weekday in it": {
			func(in *closing.Closing) { in.Last, in.Weekday = in.First, 4 },
			problem.Field{Name: "weekday", Code: problem.Choice},
		},
		"no time": {
			func(in *closing.Closing) { in.From = "half een" },
			problem.Field{Name: "from", Code: problem.Invalid},
		},
	} {
		in := theWeek()
		c.change(&in)
		_, err := r.CheckClosing(t.Context(), asFatima, "", &in)
		if p := problemOf(err); !slices.Contains(p.Fields, c.want) {
			t.Errorf("%s: %+v, want %+v", name, p, c.want)
		}
	}
	host := identity.Actor{ID: "jan", Roles: []identity.Role{identity.Gastheer}}
	in := theWeek()
	if _, err := r.CheckClosing(t.Context(), host, "", &in); problemOf(err).Code !=
		problem.Forbidden {
		t.Errorf("a gastheer closes another day: %v", err)
	}
	in.First, in.Last = "2026-11-16", ""
	if _, err := r.CheckClosing(t.Context(), host, "", &in); err != nil {
		t.Errorf("a gastheer closes today: %v", err)
	}
	own := identity.Actor{ID: "loes", Roles: []identity.Role{identity.Begeleider}}
	if _, err := r.CheckClosing(t.Context(), own, "", &in); problemOf(err).Code !=
		problem.Forbidden {
		t.Errorf("a begeleider closes the house: %v", err)
	}
}

func TestAPressThatGotNoAnswerClosesOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	by := byFatima
	by.Press = db.NewID("prs")
	one := r.close(by, theWeek())
	two := r.close(by, theWeek())
	if one.Earlier || !two.Earlier || one.Closure.ID != two.Closure.ID {
		t.Errorf("got %+v and %+v", one, two)
	}
	if loes := r.close(byLoes, theWeek()); !loes.Earlier || loes.Closure.By != "fatima" {
		t.Errorf("the second reads %+v", loes)
	}
}

func TestAClosureIsForgotten(t *testing.T) {
	t.Parallel()
	r := setup(t)
	h := r.withHouse()
	r.close(byFatima, theWeek())
	if n, err := r.ForgetClosures(t.Context(), monday); n != 0 || err != nil {
		t.Errorf("%d went, %v", n, err)
	}
	n, err := r.ForgetClosures(t.Context(), monday.AddDate(0, 2, 0))
	if n != 1 || err != nil || len(h.Closures) != 0 {
		t.Errorf("%d went, %v; the hours keep %+v", n, err, h.Closures)
	}
}

func TestWhoWasToldLongBeforeStillHearsThatADateGoesOn(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	dates := []string{
		r.Date(r.Activity(nil), monday.AddDate(0, 0, 45), 4, nil),
		r.Date(r.Activity(nil), monday.AddDate(0, 0, 80), 4, nil),
	}
	for _, o := range dates {
		r.add(o, "Anja", "anja@voorbeeld.example")
		r.add(o, "Dirk", "0612345678")
	}
	in := theWeek()
	in.First, in.Last = "2026-12-28", "2027-02-14"
	d := r.close(byFatima, in)
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	r.MustCount(1, `select count(*) from mail where kind = 'M13' and state = 'sent'`)
	r.exec(`update call set state = 'done' where state = 'open'`)
	for _, after := range []struct{ days, dates int }{{44, 2}, {76, 1}} {
		r.Clock.Set(monday.AddDate(0, 0, after.days))
		if err := r.Mail.SweepClosed(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.forget("registrations", (2-after.dates)*2)
		c, err := r.CheckClosing(t.Context(), asFatima, d.Closure.ID, nil)
		if err != nil || len(c.On) != after.dates || c.Mail != 1 || c.Call != 1 {
			t.Fatalf("after %d days: %v, %+v", after.days, err, c)
		}
		for _, on := range c.On {
			if on.Told != 2 {
				t.Errorf("after %d days %d were told of %s", after.days, on.Told, on.Start)
			}
		}
	}
	r.Clock.Set(monday.AddDate(0, 0, 81))
	if err := r.Mail.SweepClosed(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.MustCount(0, `select count(*) from mail where kind = 'M13'`)
}

func TestACheckThatShowsNamesStandsInTheLogBookOfTheirDatesOnceAnHour(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	nobody, o := r.Date(r.Activity(nil), monday.AddDate(0, 0, 17), 4, nil), r.Place(4)
	seen := func(want int) {
		t.Helper()
		in := theWeek()
		all, err := r.CheckClosing(t.Context(), asFatima, "", &in)
		if err != nil {
			t.Fatal(err)
		}
		for _, date := range []string{o, nobody} {
			one := r.checkOff(date)
			if err := r.NoteChecks(t.Context(), asFatima, date, &one, &all); err != nil {
				t.Fatal(err)
			}
		}
		const lines = `select count(*) from audit_log where action = 'viewed' and object_id = $1`
		r.MustCount(want, lines, o)
		r.MustCount(0, lines, nobody)
	}
	r.add(o, "Anja", "anja@voorbeeld.example")
	seen(0) // nobody is named
	r.add(o, "Dirk", "0612345678")
	seen(1)
	seen(1)
	r.Clock.Advance(time.Hour)
	seen(2)
}

// Dates that a publication made go when it is undone, unless staff changed one since: that would be
// lost. What a closure did to them counts only when it was not the house alone.
func TestDatesThatStaffChangedAreNotTakenBack(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		change func(r *room, date string)
		goes   bool
	}{
		"nothing happened": {func(*room, string) {}, true},
		"the house closed": {func(r *room, _ string) { r.close(byLoes, theWeek()) }, true},
		"the house closed and opened again": {func(r *room, _ string) {
			r.reopen(byLoes, r.close(byLoes, theWeek()).Closure.ID)
		}, true},
		"a colleague called it off": {func(r *room, date string) {
			r.done(r.off(date, r.checkOff(date)))
		}, false},
		"a colleague changed it, and the house closed": {func(r *room, date string) {
			note := "Neem een jas mee."
			if err := r.ChangeDate(t.Context(), asFatima, date, 1,
				changes.DateChange{Note: &note}); err != nil {
				t.Fatal(err)
			}
			r.close(byLoes, theWeek())
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			r.withHouse()
			date := r.Place(4)
			x.change(r, date)
			var activity string
			err := r.Pool.QueryRow(t.Context(), `
				select activity_id from occurrence where id = $1`, date).Scan(&activity)
			if err != nil {
				t.Fatal(err)
			}
			var gone []string
			err = db.InTx(t.Context(), r.Pool, func(tx pgx.Tx) (err error) {
				gone, err = changes.TakeDates(t.Context(), tx, activity, []string{date})
				return err
			})
			if x.goes {
				if err != nil || len(gone) != 1 {
					t.Errorf("%v, %v", gone, err)
				}
				return
			}
			p := problemOf(err)
			if p.Code != problem.Conflict || len(p.Fields) != 1 ||
				p.Fields[0].Name != "changedDates" {
				t.Errorf("%v, %v", gone, err)
			}
			r.MustCount(1, `select count(*) from occurrence where id = $1`, date)
		})
	}
}
