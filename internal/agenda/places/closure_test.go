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

// weekWithAll is a closure over a crowd, a walk-in, and a date that was called off before.
func (r *room) weekWithAll() (dates []string, a doing) {
	r.T.Helper()
	r.withHouse()
	o := r.crowd()
	walkin := r.Date(r.Activity(func(a *rules.Activity) { a.Mode = rules.Walkin }),
		monday.AddDate(0, 0, 16), 0, nil)
	before := r.Place(4)
	r.did(r.off(before))
	r.Clock.Advance(time.Minute)
	return []string{o, walkin, before}, r.closes(theWeek())
}

// closures are the cases of closing the house: a closure and its undo leave all as before, except
// what was done by hand; what was called off before stays so.
var closures = map[string]row{
	"a week": {
		begin:  (*room).weekWithAll,
		counts: "mail 3, call 2 [Dirk Wanda], self 1, none 1 [Karin Gonda], away [], of 2",
		dates:  2,
		after: func(r *room, dates []string, _ changes.TellCheck, _ booking.Done) {
			if r.status(dates[0]) != "cancelled" || r.status(dates[1]) != "cancelled" {
				r.T.Error("a date inside goes on")
			}
			if !r.hours.ClosingDay(monday.AddDate(0, 0, 16)) {
				r.T.Error("the opening hours do not know of it")
			}
		},
	},
	"a meeting of a series": {
		begin: func(r *room) ([]string, doing) {
			r.withHouse()
			date, _ := r.fullSeries()
			return []string{date}, r.closes(theWeek())
		},
		counts: "mail 2, call 2 [Dirk Kees], self 0, none 0 [], away [], of 1",
		dates:  1,
		letters: map[string][]string{
			waiting(1): {
				"1 december", "Je staat nog op de lijst.", "/waitlist/", "!BEGIN:VEVENT",
			},
		},
		after: func(r *room, dates []string, _ changes.TellCheck, _ booking.Done) {
			r.MustCount(1, `
				session where status = 'cancelled' and starts_at::date = '2026-12-01'`)
			if r.status(dates[0]) != "planned" {
				r.T.Error("the whole series does not go on")
			}
			// a series that is born in it
			_, born := r.fourMeetings()
			r.MustCount(1, `session where status = 'cancelled' and id = any($1)`, born)
		},
	},
	"two dates of one person": {
		begin: func(r *room) ([]string, doing) {
			r.withHouse()
			dates := []string{
				r.Place(4), r.Date(r.Activity(nil), monday.AddDate(0, 0, 17), 4, nil),
			}
			for _, o := range dates {
				r.signs(o, "Nel", person(1))
			}
			r.Deliver()
			return dates, r.closes(theWeek())
		},
		counts: "mail 1, call 0 [], self 0, none 0 [], away [], of 2",
		dates:  2,
		twin:   true,
		letters: map[string][]string{
			person(1): {"2×/registrationdetails/"},
		},
		heard: func(r *room, _ []string) {
			id := value[string](r, `select id from closure`)
			c, err := r.CheckClosing(r.T.Context(), asFatima, id, nil)
			if err != nil || c.Mail != 1 || len(c.On) != 2 || c.On[0].Told != 1 ||
				c.On[1].Told != 1 {
				r.T.Errorf("got %+v, %v", c, err)
			}
			r.did(r.opens(id))
			r.MustCount(1, `mail where kind = $1`, mail.DateOn)
		},
	},
}

// People heard of a closure before, and do not know yet that it is over: nobody heard of this one.
func TestAClosureIsTakenBackThoughPeopleHeardOfOneBefore(t *testing.T) {
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

// reopened are dates that the house closed, and why one stays off when it opens again.
var reopened = map[string]struct {
	begin func(r *room) (o, closure string)
	stays string // why it does, and by whom; "": it goes on
}{
	"off since": {func(r *room) (o, closure string) {
		o, closure = r.Place(4), r.shut()
		r.did(r.on(o)) // it goes on after all
		r.did(r.off(o))
		return o, closure
	}, "off fatima"},
	"closed twice": {func(r *room) (o, closure string) {
		o, closure = r.Place(4), r.shut()
		day := theWeek()
		day.Last, day.Reason = day.First, "Teamdag."
		r.Clock.Advance(time.Hour)
		if d := r.close(byLoes, day); d.Earlier || d.Closure.Dates != 1 {
			r.T.Fatalf("got %+v", d)
		}
		return o, closure
	}, "covered "},
	"the second of two": {func(r *room) (o, closure string) {
		o, closure = r.Place(4), r.shut()
		day := theWeek()
		day.Last = day.First
		r.Clock.Advance(time.Hour)
		second := r.close(byLoes, day).Closure.ID
		r.reopen(byFatima, closure)
		return o, second
	}, ""},
	"born in it": {func(r *room) (o, closure string) {
		closure = r.shut()
		outside := r.Date(r.Activity(nil), monday.AddDate(0, 0, 24), 4, nil)
		if r.status(outside) != "planned" {
			r.T.Error("outside it is", r.status(outside))
		}
		o = r.Place(4)
		// as of every date that is born cancelled
		r.MustCount(1, `select max(sequence) from session where occurrence_id = $1`, o)
		return o, closure
	}, ""},
	"put back into it": {func(r *room) (o, closure string) {
		o = r.Place(4)
		var noted []byte
		r.ok(r.DeleteDate(r.T.Context(), asFatima, o, 1, func(
			_ context.Context, _ pgx.Tx, gone changes.Removed,
		) error {
			noted = gone.Noted
			return nil
		}))
		closure = r.shut()
		r.Tx(func(tx pgx.Tx) error { return r.PutDateBack(r.T.Context(), tx, noted) })
		return o, closure
	}, ""},
}

// shut closes the week, by Fatima.
func (r *room) shut() (id string) {
	r.T.Helper()
	return r.close(byFatima, theWeek()).Closure.ID
}

// When the house opens again a date comes back, unless somebody called it off by hand since or
// another closure is over it.
func TestWhatBecomesOfADateWhenTheHouseOpensAgain(t *testing.T) {
	t.Parallel()
	for name, x := range reopened {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			r.withHouse()
			o, closure := x.begin(r)
			if r.status(o) != "cancelled" {
				t.Errorf("while it is closed it is %s", r.status(o))
			}
			c, d := r.reopen(byLoes, closure)
			if x.stays == "" {
				if d.On != 1 || r.status(o) != "planned" {
					t.Errorf("got %+v, the date is %s", d, r.status(o))
				}
				return
			}
			if len(c.On) != 0 || len(c.Stays) != 1 || r.status(o) != "cancelled" ||
				c.Stays[0].Why+" "+c.Stays[0].By != x.stays {
				t.Errorf("got %+v, the date is %s", c, r.status(o))
			}
		})
	}
}

func TestAShorterClosureGivesBackOnlyTheDaysOutside(t *testing.T) {
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
	r.ok(err)
	if now.Mails != 0 || now.Closure.Mails != d.Mails || now.Closure.Calls != d.Calls ||
		d.Mails == 0 {
		t.Errorf("the change told %+v; who was told before, %+v, stays told", now, d)
	}
	if r.status(first) != "cancelled" || r.status(later) != "planned" || len(h.Closures) != 1 ||
		h.Closures[0].Last != "2026-12-02" {
		t.Errorf("%s, %s, %+v", r.status(first), r.status(later), h.Closures)
	}
}

func TestWhatWasDoneByHandOutlastsTheChangesOfAClosure(t *testing.T) {
	r := setup(t)
	r.withHouse()
	o := r.Place(4)
	d := r.close(byFatima, theWeek())
	r.did(r.on(o))
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

func TestACallAboutTwoDatesOutlivesTheFirst(t *testing.T) {
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
	r := setup(t)
	r.withHouse()
	o := r.Date(r.Activity(nil), on(16, 12, 0), 1, nil)
	r.add(o, "Petra", "0612345678")
	r.queues(o, "Wim", waiting(1))
	r.Clock.Set(on(16, 12, 30))
	in := theWeek()
	in.First, in.Last = "2026-11-16", ""
	r.close(byFatima, in)
	r.MustCount(1, `occurrence where id = $1 and waiting = 0`, o)
	r.MustCount(1, `waitlist_entry where state = 'closed'`)
}

// closeTwice has two of the staff close at one moment and says how many closures there are. No date
// falls in them: its row would hold the second one up as well.
func closeTwice(t *testing.T, control bool) int {
	r := alone(t)
	r.withHouse()
	in := theWeek()
	c, err := r.CheckClosing(t.Context(), asFatima, "", &in)
	r.ok(err)
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
	return r.Number(`closure`)
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
	r := setup(t)
	r.withHouse()
	o := r.crowd()
	in := theWeek()
	c, err := r.CheckClosing(t.Context(), asFatima, "", &in)
	r.ok(err)
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
	r.MustCount(0, `closure`)
	r.MustCount(0, `mail where kind = 'M13'`)
	r.MustCount(0, `call where reason = 'cancelled'`)
}

func TestWhatIsWrongWithAClosure(t *testing.T) {
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
	host := asHost
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

func TestAClosureIsForgotten(t *testing.T) {
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
	r := setup(t)
	r.withHouse()
	dates := []string{
		r.Date(r.Activity(nil), monday.AddDate(0, 0, 45), 4, nil),
		r.Date(r.Activity(nil), monday.AddDate(0, 0, 80), 4, nil),
	}
	for _, o := range dates {
		r.add(o, "Anja", addr("anja"))
		r.add(o, "Dirk", "0612345678")
	}
	in := theWeek()
	in.First, in.Last = "2026-12-28", "2027-02-14"
	d := r.close(byFatima, in)
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	r.MustCount(1, `mail where kind = 'M13' and state = 'sent'`)
	r.exec(`update call set state = 'done' where state = 'open'`)
	for _, after := range []struct{ days, dates int }{{44, 2}, {76, 1}} {
		r.Clock.Set(monday.AddDate(0, 0, after.days))
		r.ok(r.Mail.SweepClosed(t.Context()))
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
	r.ok(r.Mail.SweepClosed(t.Context()))
	r.MustCount(0, `mail where kind = 'M13'`)
}

func TestACheckThatShowsNamesStandsInTheLogBookOfTheirDatesOnceAnHour(t *testing.T) {
	r := setup(t)
	r.withHouse()
	nobody, o := r.Date(r.Activity(nil), monday.AddDate(0, 0, 17), 4, nil), r.Place(4)
	seen := func(want int) {
		t.Helper()
		in := theWeek()
		all, err := r.CheckClosing(t.Context(), asFatima, "", &in)
		r.ok(err)
		for _, date := range []string{o, nobody} {
			one := r.look(r.off(date))
			r.ok(r.NoteChecks(t.Context(), asFatima, date, &one, &all))
		}
		const lines = `select count(*) from audit_log where action = 'viewed' and object_id = $1`
		r.MustCount(want, lines, o)
		r.MustCount(0, lines, nobody)
	}
	r.add(o, "Anja", addr("anja"))
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
			r.did(r.off(date))
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
			r.MustCount(1, `occurrence where id = $1`, date)
		})
	}
}

func TestAClosureLeavesASeriesOffThatWasCalledOffSince(t *testing.T) {
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.withHouse()
	closed := r.close(byFatima, theWeek())
	r.did(r.seriesOff(date))
	r.reopen(byFatima, closed.Closure.ID)
	r.MustCount(1, `session where id = $1 and status = 'cancelled'`, meetings[1])
}

func (r *room) close(by booking.By, in closing.Closing) closing.ClosingDone {
	r.T.Helper()
	c, err := r.CheckClosing(r.T.Context(), by.Actor, "", &in)
	r.ok(err)
	in.Fingerprint = c.Fingerprint
	d, err := r.Close(r.T.Context(), by, in)
	r.ok(err)
	return d
}

func (r *room) reopen(by booking.By, id string) (closing.ClosingCheck, closing.ClosingDone) {
	r.T.Helper()
	c, err := r.CheckClosing(r.T.Context(), by.Actor, id, nil)
	r.ok(err)
	d, err := r.Reopen(r.T.Context(), by, id, c.Fingerprint)
	r.ok(err)
	return c, d
}
