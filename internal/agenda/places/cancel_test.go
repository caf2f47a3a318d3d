package places_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// cancels are the cases of calling off.
var cancels = map[string]row{
	"a date": {
		begin: func(r *room) ([]string, doing) {
			o := r.crowd()
			return []string{o}, r.off(o)
		},
		counts: "mail 3, call 2 [Dirk Wanda], self 1, none 1 [Karin Gonda], away [], of 0",
		says:   []string{"De begeleider is ziek.", "Kom naar de inloop.", "(link)"},
		after: func(r *room, dates []string, _ changes.TellCheck, d booking.Done) {
			o := dates[0]
			if d.Act.Reason != "ill" {
				r.T.Errorf("got %+v", d.Act)
			}
			r.wantStands(o, [3]int{0, 0, 0})
			r.MustCount(5, `registration where status = 'cancelledByHouse'`)
			r.MustCount(1, `registration where status = 'cancelled'`)
			r.MustCount(2, `waitlist_entry where state = 'closed'`)
			r.MustCount(0, `offer where state = 'open'`)
			r.MustCount(1, `select sequence from session where occurrence_id = $1`, o)
			r.MustCount(3, `select count(distinct cause_id) from mail where kind = 'M13'`)
			r.Want(r.Register(o, r.SignUp("Nieuw", addr("nieuw"))), 410)
			if mine := r.mine(person(1)); mine.Status != "cancelledByHouse" ||
				mine.Date.ChangeReason != "De begeleider is ziek." || mine.CanCancel {
				r.T.Errorf("the holder reads %+v", mine)
			}
			if e := r.entryOf(waiting(1)); e.State != "closed" || e.Date.Status != "cancelled" {
				r.T.Errorf("who waited reads %+v", e)
			}
			two := r.done(r.CallOff(r.T.Context(), byLoes, o, changes.CallOff{}))
			if !two.Earlier || two.Act.By != "fatima" {
				r.T.Errorf("the second reads %+v", two)
			}
		},
	},
	"later dates": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weekly(5)
			return dates[1:], r.offAll(dates[1], laterDates)
		},
		counts: "mail 3, call 1 [Dirk], self 0, none 1 [Gonda], away [], of 4",
		dates:  4,
		twin:   true,
		after: func(r *room, dates []string, c changes.TellCheck, _ booking.Done) {
			if len(c.Dates) != 4 || c.Dates[0].ID != dates[0] || c.Dates[0].People != 4 ||
				c.Dates[0].Waiting != 1 || c.Dates[3].People != 0 {
				r.T.Errorf("got %+v", c.Dates)
			}
		},
	},
	"all dates": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weekly(5)
			return []string{dates[1], dates[0], dates[2], dates[3], dates[4]},
				r.offAll(dates[1], allDates)
		},
		counts: "mail 3, call 1 [Dirk], self 0, none 1 [Gonda], away [], of 5",
		dates:  5,
		twin:   true,
		letters: map[string][]string{
			addr("anja"): {
				"Deze afspraken veranderen:", "dinsdag 24 november 2026",
				"dinsdag 1 december 2026", "dinsdag 8 december 2026", "gaat niet door",
				"De begeleider is ziek.", "3×/registrationdetails/", "3×BEGIN:VEVENT",
			},
			addr("nel"): {"Dinsdag 1 december 2026 gaat niet door"},
		},
		after: func(r *room, _ []string, _ changes.TellCheck, _ booking.Done) {
			r.MustCount(5, `occurrence where status = 'cancelled'`)
			r.MustCount(5, `staff_act where kind = 'off'`)
			r.MustCount(1, `occurrence where status = 'planned'`) // it was
			if all := r.calls(byFatima).Calls; len(all) != 1 || len(all[0].Dates) != 2 {
				r.T.Errorf("got %+v, want one call with two dates", all)
			}
		},
		// one date goes on after all: who was told of that one hears it
		heard: func(r *room, dates []string) {
			if c := r.look(r.on(dates[1])); c.Mail != 1 || c.Call != 0 {
				r.T.Errorf("got %+v, want Anja alone", c)
			}
			r.did(r.on(dates[1]))
			r.MustCount(1, `mail where kind = 'M17'`)
			r.MustCount(4, `occurrence where status = 'cancelled'`)
			if all := r.calls(byFatima).Calls; len(all) != 1 || all[0].Date.ID != dates[0] ||
				len(all[0].Dates) != 0 {
				r.T.Errorf("got %+v, want the call about the date that stays off", all)
			}
		},
	},
	"all dates, with an offer": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weeklyOffered(many)
			return dates, r.offAll(dates[0], allDates)
		},
		counts: fmt.Sprint("mail 2, call 1 [Dirk], self 0, none 1 [Gonda], away [], of ", many),
		dates:  many,
	},
	"a meeting": {
		begin: func(r *room) ([]string, doing) {
			date, meetings := r.fullSeries()
			return []string{date}, r.meetingOff(date, meetings[1])
		},
		counts: "mail 2, call 2 [Dirk Kees], self 0, none 0 [], away [], of 0",
		dates:  1,
		says:   []string{"1 december"},
		letters: map[string][]string{
			addr("anja"): {"De begeleider is ziek.", "1×BEGIN:VEVENT"},
			waiting(1): {
				"1 december", "Je staat nog op de lijst.", "/waitlist/", "!BEGIN:VEVENT",
			},
		},
		after: func(r *room, dates []string, _ changes.TellCheck, _ booking.Done) {
			r.MustCount(1, `session where status = 'cancelled' and sequence = 1`)
			r.MustCount(2, `registration where status = 'registered'`)
			r.MustCount(2, `waitlist_entry where state = 'waiting'`)
			r.MustCount(2, `
				call where state = 'open' and reason = 'cancelled' and session_id is not null`)
			if r.status(dates[0]) != "planned" {
				r.T.Error("the whole series does not go on")
			}
		},
	},
	"a series, of which a meeting was off": {
		begin: func(r *room) ([]string, doing) {
			date, _ := r.seriesLess()
			return []string{date}, r.seriesOff(date)
		},
		counts: "mail 2, call 2 [Dirk Kees], self 0, none 0 [], away [], of 0",
		dates:  3,
		says:   []string{"Afspraken gaan niet door", "3×gaat niet door.", "1×(link)"},
		letters: map[string][]string{
			waiting(1): {"3×gaat niet door."},
		},
		after: func(r *room, dates []string, _ changes.TellCheck, d booking.Done) {
			if word := r.status(dates[0]); word != "cancelled" {
				r.T.Errorf("visitors read %q", word)
			}
			r.MustCount(4, `session where status = 'cancelled'`)
			r.MustCount(2, `registration where status = 'cancelledByHouse'`)
			r.MustCount(2, `waitlist_entry where state = 'closed'`)
			// each of them once, the one that was off before not again
			r.MustCount(4, `session where sequence = 1`)
			r.MustCount(4, `call where reason = 'cancelled'`)
			first := value[string](r, `
				select id from staff_act where kind = 'off' and id <> $1`, d.Act.ID)
			if _, err := r.Undo(r.T.Context(), byFatima, first); err == nil {
				r.T.Error("a meeting goes on of a series that does not")
			}
		},
	},
}

// seriesLess is fullSeries of which people heard that the second meeting is off.
func (r *room) seriesLess() (date string, meetings []string) {
	r.T.Helper()
	date, meetings = r.fullSeries()
	r.did(r.meetingOff(date, meetings[1]))
	r.hear(mail.DateOff)
	r.exec(`delete from mail where kind = 'M13'`) // the letters that follow are of the series
	r.exec(`update call set state = 'done' where state = 'open'`)
	return date, meetings
}

// meetingStands is how meetings stand and who has a place, without what only rises.
func (r *room) meetingStands(date string) string {
	r.T.Helper()
	return value[string](r, `
		select (select string_agg(n || status || reason, ' ' order by n)
				from session where occurrence_id = $1) ||
			(select string_agg(id || status, ' ' order by id)
				from registration where occurrence_id = $1) ||
			(select status || taken || doc::text from occurrence where id = $1)`, date)
}

func problemOf(err error) (p problem.Problem) {
	var found *problem.Problem
	if errors.As(err, &found) {
		p = *found
	}
	return p
}

func TestAnOfferThatNobodyKnewOfIsMadeAnewAfterUndo(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	r.CancelPlace(person(1)) // the offer is not out yet
	d := r.did(r.off(o))
	r.Deliver() // the mail of the offer finds that it is no longer so
	r.MustCount(1, `mail where kind = 'M7' and state = 'withdrawn'`)
	r.undone(d)
	r.wantStands(o, [3]int{0, 1, 2})
	r.MustCount(1, `mail where kind = 'M7' and state = 'queued'`)
	if e := r.entryOf(waiting(1)); e.State != "offered" {
		t.Errorf("the first in line reads %+v, want an offer", e)
	}
	r.Invariants()
}

func TestOneNameAndAddressHearsItOnce(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	id := r.add(o, "Anja", addr("anja"))
	r.addOr(o, "Nel", addr("nel"), "waitlist")
	if c := r.look(r.off(o)); c.Mail != 2 {
		t.Fatalf("%d mails to two people, want two", c.Mail)
	}
	// the place turns out to be of Nel, who waits under the same address written otherwise
	box := r.Keys.Seal("registration", id, []byte(`{"name":"nel","email":"Nel@voorbeeld.example"}`))
	r.exec(`update registration set sealed = $2 where id = $1`, id, box)
	c := r.look(r.off(o))
	if c.Mail != 1 || c.Call+c.Self+c.None != 0 {
		t.Errorf("got %+v, want one mail", c)
	}
	r.did(r.off(o))
	r.MustCount(1, `mail where kind = 'M13'`)
}

func TestWhatVisitorsReadHoldsNoNumberAndNoAddress(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	for text, code := range map[string]string{
		"":                              problem.Required,
		"Bel Jan op 06 12 34 56 78.":    problem.Phone,
		"Bel +31 (0)6-12345678":         problem.Phone,
		"Mail jan@voorbeeld.example":    problem.Email,
		strings.Repeat("é", 201):        problem.TooLong,
		"Op 24 november 2026 is er 1.":  "",
		"Van 13.30 tot 16.00 uur, 2026": "",
	} {
		in := ill
		in.Text = text
		_, err := r.CheckOff(t.Context(), asFatima, o, in)
		if (err == nil) != (code == "") {
			t.Errorf("%q: got %v, want %q", text, err, code)
		}
		if p := problemOf(err); err != nil && (len(p.Fields) != 1 || p.Fields[0].Code != code) {
			t.Errorf("%q: got %+v, want %s", text, p.Fields, code)
		}
	}
}

func TestAGastheerTakesBackOnlyWhatIsOfToday(t *testing.T) {
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.Clock.Set(on(24, 9, 0))
	d := r.did(r.meetingOff(date, meetings[1]))
	if _, err := r.Undo(t.Context(), byJan, d.Act.ID); problemOf(err).Code != problem.Forbidden {
		t.Errorf("of next week: %v, want forbidden", err)
	}
	d = r.did(r.meetingOff(date, meetings[0]))
	r.done(r.Undo(t.Context(), byJan, d.Act.ID))
	d = r.did(r.seriesOff(date))
	if _, err := r.Undo(t.Context(), byJan, d.Act.ID); problemOf(err).Code != problem.Forbidden {
		t.Errorf("a whole series: %v, want forbidden", err)
	}
}

func TestNobodyIsRemindedOfAMeetingThatDoesNotGoOn(t *testing.T) {
	t.Parallel()
	for _, off := range []bool{false, true} {
		r := alone(t)
		date, meetings := r.fourMeetings()
		r.exec(`update registration set doc = jsonb_set(doc, '{reminder}', 'true')`)
		if off {
			r.did(r.meetingOff(date, meetings[0]))
		}
		now := r.Clock.Now()
		r.Clock.Advance(clock.Day(monday.AddDate(0, 0, 7)).Add(11 * time.Hour).Sub(now))
		r.remind()
		want := 1
		if off {
			want = 0
		}
		r.MustCount(want, `mail where kind = $1`, mail.Reminder)
	}
}

func TestASeriesOfWhichNoMeetingGoesOnTakesNobody(t *testing.T) {
	r := setup(t)
	date, meetings := r.fourMeetings()
	signUp := func(n, want int) {
		t.Helper()
		r.Want(r.Register(date, r.SignUp("Eva", person(n))), want)
	}
	for _, m := range meetings[1:] {
		r.did(r.meetingOff(date, m))
	}
	signUp(1, 201)
	last := r.did(r.meetingOff(date, meetings[0]))
	signUp(2, 410)
	r.Want(r.Wait(date, "Eva", person(2)), 410)
	d, err := r.AddPerson(t.Context(), byFatima, date, atDesk("Eva", person(2)))
	r.refused(d, err, problem.Gone)
	if s, err := r.Peek(t.Context(), r.Pool, date); err != nil || s.Word() != "cancelled" {
		t.Errorf("visitors read %q, %v", s.Word(), err)
	}
	dates, err := r.DeskDatesOf(t.Context(), asFatima, "", "", "")
	if err != nil || len(dates.Items) != 0 {
		t.Errorf("the desk offers it: %+v, %v", dates.Items, err)
	}
	r.undone(last)
	signUp(2, 201)
}

// Dirk is called of the meeting, and of all of them.
func TestACallAboutAMeetingStaysBesideTheOneAboutItsSeries(t *testing.T) {
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.did(r.meetingOff(date, meetings[1]))
	r.Clock.Advance(11 * time.Minute)
	r.did(r.seriesOff(date))
	if all := r.calls(byFatima).Calls; len(all) != 2 {
		t.Errorf("%d calls, want 2", len(all))
	}
}

func TestWhatWasHeldOfASeriesStaysWhenTheRestIsCalledOff(t *testing.T) {
	ctx := t.Context()
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.Clock.Set(on(25, 9, 0)) // the day after the first meeting
	r.exec(`
		insert into attendance (session_id, registration_id, state, guests, at, by)
		select $2, id, 'here', 0, now(), 'uid' from registration where occurrence_id = $1`,
		date, meetings[0])
	c, d := r.look(r.seriesOff(date)), r.did(r.seriesOff(date))
	if c.Change != 0 || d.Act.Dates != 3 || c.Mail != 1 || c.Call != 1 {
		t.Fatalf("checked %+v, did %+v", c, d.Act)
	}
	// the call is due before the next meeting, not over because the series began
	r.sweep()
	r.MustCount(1, `
		call where state = 'open' and reason = 'cancelled' and session_id = $1`, meetings[1])
	r.Clock.Set(monday.AddDate(0, 0, 40))
	r.ok(r.CountEnded(ctx))
	sums, err := r.SumsOf(ctx, monday, r.Clock.Now(), "")
	if err != nil || sums.Registered != 2 || sums.Attended != 2 {
		t.Errorf("%+v: %v", sums, err)
	}
	// one of which nothing was held is no part of the figures
	r.exec(`update session set status = 'cancelled' where occurrence_id = $1`, date)
	sums = waitlist.Sums{}
	if now, err := r.SumsOf(ctx, monday, r.Clock.Now(), ""); err != nil || now != sums {
		t.Errorf("%+v: %v, want %+v", now, err, sums)
	}
}

// What somebody chooses from counts the dates that are listed and done then, whatever became of
// each date before: moved in front of another, off alone, off together, loose beside a rhythm,
// under way.
func TestTheCountOfAScopeIsItsList(t *testing.T) {
	r := setup(t)
	dates := r.weekly(9)
	r.exec(`
		insert into rhythm (id, activity_id, created_at, updated_at)
		select 'rhy_a', activity_id, now(), now() from occurrence limit 1`)
	r.exec(`
		update occurrence set rhythm_id = 'rhy_a', rhythm_day = starts_at::date
		where id = any($1)`, dates[:7]) // the last two are loose
	r.did(r.move(dates[1], changes.MoveTo{Day: "2026-12-31", From: "10.00", To: "12.00"}))
	r.did(r.move(dates[5], changes.MoveTo{Day: "2026-11-25", From: "13.30", To: "15.30"}))
	r.did(r.offAll(dates[4], booking.Scope{}))
	r.did(r.offAll(dates[6], laterDates)) // with the one that moved behind it
	r.same(dates)
	r.did(r.offAll(dates[8], booking.Scope{}))
	r.same(dates)
	r.did(r.on(dates[6]))
	r.same(dates)
	r.Clock.Set(monday.AddDate(0, 0, 8).Add(4 * time.Hour)) // the first is under way
	r.same(dates)
}

// same holds the count of each scope of these dates against what calling it off would list, or
// going on with it.
func (r *room) same(dates []string) {
	r.T.Helper()
	for i, o := range dates {
		seen, err := r.Choices(r.T.Context(), asFatima, o)
		r.ok(err)
		for _, sc := range []booking.Scope{laterDates, allDates} {
			counted, people := 1, -1
			for _, s := range seen.Scopes {
				if s.Scope == sc.Scope {
					counted, people = s.Dates, s.People
				}
			}
			var c changes.TellCheck
			if seen.Date.Status == "cancelled" {
				c, err = r.CheckOnAll(r.T.Context(), asFatima, o, sc.Scope)
			} else {
				in := ill
				in.Scope = sc
				c, err = r.CheckOff(r.T.Context(), asFatima, o, in)
			}
			if n := c.Mail + c.Call + c.Self + c.None; people >= 0 && n != people {
				r.T.Errorf("date %d, %s: counts %d people, checks %d", i, sc.Scope, people, n)
			}
			if err != nil || c.Change != counted || len(c.Dates) != counted {
				r.T.Errorf("date %d, %s: counts %d, lists %d of %d (%v)",
					i, sc.Scope, counted, len(c.Dates), c.Change, err)
			}
		}
	}
}

// bothOff has two of the staff call the same dates off at one moment and says how many of them did.
func bothOff(t *testing.T, unlocked bool) int {
	t.Helper()
	r := alone(t)
	dates := r.weekly(3)
	one, two := r.ready(r.offAll(dates[0], allDates)), r.ready(r.offAll(dates[2], allDates))
	meet := make(chan struct{}, 1)
	if unlocked { // both have seen the dates before one of them writes
		r.HoldDate(true, func() {
			select {
			case meet <- struct{}{}:
			case <-meet:
			case <-time.After(5 * time.Second):
			}
			for len(meet) > 0 {
				time.Sleep(time.Millisecond) // until the other stands at the barrier too
			}
		})
	}
	var done atomic.Int32
	together(2, func(i int) {
		d, err := []func(booking.By) (booking.Done, error){one, two}[i](
			[]booking.By{byFatima, byLoes}[i])
		if err == nil && !d.Earlier {
			done.Add(1)
		}
	})
	r.HoldDate(false, nil)
	return int(done.Load())
}

func TestTwoWhoCallTheSameDatesOffAtOnceDoItOnce(t *testing.T) {
	t.Parallel()
	if n := bothOff(t, false); n != 1 {
		t.Errorf("%d did, want one", n)
	}
}

func TestWithoutTheLocksBothCallTheSameDatesOff(t *testing.T) {
	t.Parallel()
	for range 5 {
		if bothOff(t, true) == 2 {
			return
		}
	}
	t.Error("the locks make no difference: the test of them proves nothing")
}

// The same and the opposite at one moment: one of them is done, the other reads whose.
func TestTwoWhoChangeTheSameDatesAtOnce(t *testing.T) {
	t.Parallel()
	for range longtest.N(t, 1, 10) {
		r := alone(t)
		dates := r.weekly(4)
		off, from := r.ready(r.offAll(dates[0], allDates)), r.ready(r.offAll(dates[2], allDates))
		move := r.ready(r.move(dates[0], halfHour(allDates, false)))
		one := r.ready(r.off(dates[1]))
		var done atomic.Int32
		together(5, func(i int) {
			d, err := []func(booking.By) (booking.Done, error){off, off, from, move, one}[i](
				[]booking.By{byFatima, byLoes, byLoes, byLoes, byLoes}[i])
			switch code := problemOf(err).Code; {
			case err == nil && d.Earlier:
			case err == nil:
				done.Add(1)
			case code != problem.PreconditionFailed && code != problem.Gone &&
				code != problem.Conflict:
				t.Errorf("%d: %v", i, err)
			}
		})
		if done.Load() != 1 {
			t.Errorf("%d of them were done, want one", done.Load())
		}
		r.MustCount(0, `
			(
				select recipient_key
				from mail
				where kind in ('M13', 'M16')
				group by recipient_key
				having count(*) > 1
			) twice`)
		r.Invariants()
	}
}

// From another of the dates too, and with what was looked at before.
func TestASecondChangeOfTheSameDatesReadsWhoWasFirst(t *testing.T) {
	r := setup(t)
	dates := r.weekly(3)
	late := r.ready(r.offAll(dates[2], allDates))
	r.did(r.offAll(dates[0], allDates))
	if d := r.done(late(byLoes)); !d.Earlier || d.Act.By != "fatima" || d.Act.Dates != 3 {
		t.Errorf("the second reads %+v", d)
	}
	again := r.weekly(3)
	shown := r.ready(r.offAll(again[0], allDates))
	r.add(again[2], "Piet", addr("piet"))
	r.refusedWith(problem.PreconditionFailed)(shown(byFatima))
}

func TestAnErasedSignUpIsLeftOutOfTheMailAboutSeveral(t *testing.T) {
	r := setup(t)
	dates := r.weekly(3)
	r.did(r.offAll(dates[0], allDates))
	first := value[string](r, `
		select id from registration
		where occurrence_id = $1 and email_key = $2`,
		dates[0], r.Keys.EmailKey(addr("anja")))
	r.Tx(func(tx pgx.Tx) error { return r.Mail.Forget(t.Context(), tx, first) })
	dirk := value[string](r, `
		select registration_id from call where occurrence_id = $1`, dates[0]) // has two dates and a number alone
	r.Tx(func(tx pgx.Tx) error {
		if err := r.LeaveCalls(t.Context(), tx, dirk); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `delete from registration where id = $1`, dirk)
		return err
	})
	if calls := r.calls(byFatima).Calls; len(calls) != 1 || calls[0].Date.ID != dates[1] {
		t.Errorf("got %+v, want the call about the other date", calls)
	}
	r.MustCount(3, `mail where kind = 'M13' and state = 'held'`)
	l, err := r.letterTo(mail.DateOff, addr("anja"))
	if err != nil || strings.Contains(l.Body, "24 november") ||
		!strings.Contains(l.Body, "8 december") {
		t.Errorf("got %q, %v", l.Body, err)
	}
}
