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
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

var (
	allDates   = booking.Scope{Scope: "all"}
	laterDates = booking.Scope{Scope: "later"}
)

// weekly are dates of one activity on Tuesdays at 13.30. The second is full, with somebody who
// waits; Anja comes to three of them, Dirk, who has a number alone, to two; one date was before.
func (r *room) weekly(n int) (dates []string) {
	r.T.Helper()
	a := r.Activity(nil)
	past := r.Date(a, monday.AddDate(0, 0, -6).Add(3*time.Hour+30*time.Minute), 8, nil)
	r.MustCount(1, `select count(*) from occurrence where id = $1`, past)
	for i := range n {
		start := monday.AddDate(0, 0, 8+7*i).Add(3*time.Hour + 30*time.Minute)
		dates = append(dates, r.Date(a, start, 3, nil))
	}
	for _, o := range dates[:3] {
		r.add(o, "Anja", "anja@voorbeeld.example")
	}
	for _, o := range dates[:2] {
		r.add(o, "Dirk", "0612345678")
	}
	r.add(dates[1], "Nel", "nel@voorbeeld.example")
	r.Want(r.Wait(dates[1], "Wim", waiting(1)), 201)
	r.add(dates[2], "Gonda", "")
	r.Clock.Advance(11 * time.Minute) // the mails of the sign-ups are out
	r.Deliver()
	r.tries("M1")
	r.tries("M5")
	return dates
}

func (r *room) allPlaceRows(dates []string) string {
	var all []string
	for _, o := range dates {
		all = append(all, r.placeRows(o), r.meeting(o))
	}
	return strings.Join(all, "\n")
}

func (r *room) checkOffAll(o string, sc booking.Scope) (changes.CallOff, changes.TellCheck) {
	r.T.Helper()
	in := ill
	in.Scope = sc
	c, err := r.CheckOff(r.T.Context(), asFatima, o, in)
	if err != nil {
		r.T.Fatal(err)
	}
	in.Fingerprint = c.Fingerprint
	return in, c
}

func (r *room) offAll(o string, sc booking.Scope) booking.Done {
	r.T.Helper()
	in, _ := r.checkOffAll(o, sc)
	return r.done(r.CallOff(r.T.Context(), byFatima, o, in))
}

// halfHour moves 13.30 to 14.00, on the day itself.
func halfHour(sc booking.Scope, own bool) changes.MoveTo {
	sc.Own = own
	return changes.MoveTo{Day: "2026-11-24", From: "14.00", To: "16.00", Scope: sc}
}

func (r *room) checkMoveAll(o string, in changes.MoveTo) (changes.MoveTo, changes.MoveCheck) {
	r.T.Helper()
	c := r.checkMove(o, in)
	in.Fingerprint = c.Fingerprint
	return in, c
}

// letter is what a mail says as it would go out now.
func (r *room) letterTo(kind mail.Kind, email string) (mail.Letter, error) {
	r.T.Helper()
	m := mail.Stored{Kind: kind}
	if err := r.Pool.QueryRow(r.T.Context(), `
		select id, occurrence_id, cause_id, data
		from mail
		where kind = $1 and recipient_key = $2 and state <> 'withdrawn'`,
		kind, r.Keys.EmailKey(email)).Scan(&m.ID, &m.Occurrence, &m.Cause, &m.Data); err != nil {
		r.T.Fatal(err)
	}
	return r.Compose(r.T.Context(), m)
}

// What somebody chooses from counts the dates that are listed and done then, whatever became of
// each date before: moved in front of another, off alone, off together, loose beside a rhythm,
// under way.
func TestTheCountOfAScopeIsItsList(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(9)
	r.exec(`
		insert into rhythm (id, activity_id, created_at, updated_at)
		select 'rhy_a', activity_id, now(), now() from occurrence limit 1`)
	r.exec(`
		update occurrence set rhythm_id = 'rhy_a', rhythm_day = starts_at::date
		where id = any($1)`, dates[:7]) // the last two are loose
	r.moved(dates[1], changes.MoveTo{Day: "2026-12-31", From: "10.00", To: "12.00"})
	r.moved(dates[5], changes.MoveTo{Day: "2026-11-25", From: "13.30", To: "15.30"})
	r.offAll(dates[4], booking.Scope{})
	r.offAll(dates[6], laterDates) // with the one that moved behind it
	r.same(dates)
	r.offAll(dates[8], booking.Scope{})
	r.same(dates)
	r.checkedOn(dates[6])
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
		if err != nil {
			r.T.Fatal(err)
		}
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

// Promise 24: the list before saving is who is told afterwards.
func TestPromise24CallingOffSeveralDatesTellsEachPersonOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(5)
	_, c := r.checkOffAll(dates[1], laterDates)
	if c.Change != 4 || len(c.Dates) != 4 || c.Dates[0].ID != dates[1] ||
		c.Dates[0].People != 4 || c.Dates[0].Waiting != 1 || c.Dates[3].People != 0 {
		t.Errorf("the later dates: got %+v", c.Dates)
	}
	in, c := r.checkOffAll(dates[1], allDates)
	if c.Change != 5 || c.Mail != 3 || c.Call != 1 || c.None != 1 || c.AtOnce ||
		strings.Join(c.Calls, " ") != "Dirk" {
		t.Fatalf("got %+v", c)
	}
	d := r.done(r.CallOff(t.Context(), byFatima, dates[1], in))
	if d.Act.Dates != 5 || d.Act.Mails != c.Mail || d.Act.Calls != c.Call {
		t.Errorf("got %+v", d.Act)
	}
	// the list before saving is who is told
	r.MustCount(3, `select count(*) from mail where kind = 'M13' and state = 'held'`)
	r.MustCount(1, `select count(*) from call where reason = 'cancelled' and state = 'open'`)
	r.MustCount(5, `select count(*) from occurrence where status = 'cancelled'`)
	r.MustCount(5, `select count(*) from staff_act where kind = 'off'`)
	r.MustCount(1, `select count(*) from occurrence where status = 'planned'`) // it has been
	l, err := r.letterTo(mail.DateOff, "anja@voorbeeld.example")
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{
		"Deze afspraken veranderen:", "dinsdag 24 november 2026", "dinsdag 1 december 2026",
		"dinsdag 8 december 2026", "gaat niet door", "De begeleider is ziek.",
	} {
		if !strings.Contains(strings.Join(strings.Fields(l.Body), " "), words) {
			t.Errorf("the mail does not say %q: %s", words, l.Body)
		}
	}
	if n := strings.Count(l.Body, "/registrationdetails/"); n != 3 {
		t.Errorf("%d links, want one for each date: %s", n, l.Body)
	}
	if n := strings.Count(string(l.Calendar), "BEGIN:VEVENT"); n != 3 {
		t.Errorf("%d appointments leave the calendar, want 3", n)
	}
	if one, err := r.letterTo(mail.DateOff, "nel@voorbeeld.example"); err != nil ||
		one.Subject != "Dinsdag 1 december 2026 gaat niet door" {
		t.Errorf("who has one date reads %q, %v", one.Subject, err)
	}
	calls := r.calls(byFatima).Calls
	if len(calls) != 1 || len(calls[0].Dates) != 2 {
		t.Errorf("got %+v, want one call with two dates", calls)
	}
	r.Clock.Advance(10 * time.Minute)
	r.tries("M13")
	r.MustCount(3, `select count(*) from mail where kind = 'M13' and state = 'sent'`)
	r.refusedWith(problem.Gone)(r.Undo(t.Context(), byFatima, d.Act.ID))
	r.Invariants()

	// one date goes on after all: who was told of that one hears it
	on, _ := r.checkedOn(dates[0])
	if on.Mail != 1 || on.Call != 0 {
		t.Errorf("got %+v, want Anja alone", on)
	}
	r.MustCount(1, `select count(*) from mail where kind = 'M17'`)
	r.MustCount(4, `select count(*) from occurrence where status = 'cancelled'`)
	if calls := r.calls(byFatima).Calls; len(calls) != 1 || calls[0].Date.ID != dates[1] ||
		len(calls[0].Dates) != 0 {
		t.Errorf("got %+v, want the call about the date that stays off", calls)
	}
	r.Invariants()
}

func TestSeveralDatesTakenBackStandAsTheyStood(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(r *room, o string) booking.Done{
		"off": func(r *room, o string) booking.Done { return r.offAll(o, allDates) },
		"moved": func(r *room, o string) booking.Done {
			in, _ := r.checkMoveAll(o, halfHour(allDates, false))
			return r.done(r.MoveDate(r.T.Context(), byFatima, o, in))
		},
		"host": func(r *room, o string) booking.Done {
			return r.done(r.ChangeHost(r.T.Context(), byFatima, o,
				changes.NewHost{Host: "Jan", Scope: allDates}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			dates := r.weekly(4)
			r.CancelPlace("nel@voorbeeld.example") // Wim is offered the place
			r.Deliver()
			before := r.allPlaceRows(dates)
			d := act(r, dates[0])
			if r.allPlaceRows(dates) == before {
				t.Fatal("nothing changed: the test proves nothing")
			}
			if d.Act.Dates != 4 {
				t.Errorf("got %+v, want 4 dates", d.Act)
			}
			r.Invariants()
			r.Clock.Advance(9 * time.Minute)
			var part string // from the screen of any of the dates
			if err := r.Pool.QueryRow(t.Context(), `
				select id from staff_act where occurrence_id = $1 and kind in ('off', 'shifted',
					'host')`, dates[2]).Scan(&part); err != nil {
				t.Fatal(err)
			}
			r.done(r.Undo(t.Context(), byLoes, part))
			if now := r.allPlaceRows(dates); now != before {
				t.Errorf("they stand\n%s\nwant\n%s", now, before)
			}
			r.MustCount(0, `
				select count(*) from mail where kind in ('M13', 'M16') and state <> 'withdrawn'`)
			r.MustCount(0, `select count(*) from call where state = 'open'`)
			if again := r.done(r.Undo(t.Context(), byFatima, d.Act.ID)); !again.Earlier {
				t.Errorf("taken back twice: got %+v", again)
			}
			r.Invariants()
			act(r, dates[0])
		})
	}
}

// Promise 21: a change of all dates to come leaves own values, sign-ups and the past alone.
func TestPromise21MovingAllDatesLeavesAnOwnTimeAlone(t *testing.T) {
	t.Parallel()
	for _, own := range []bool{false, true} {
		t.Run(fmt.Sprint("own taken along ", own), func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			dates := r.weekly(4)
			r.moved(dates[2], changes.MoveTo{Day: "2026-12-08", From: "10.00", To: "12.00"})
			r.Clock.Advance(11 * time.Minute)
			r.tries("M16")
			kept := r.meeting(dates[2])
			in, c := r.checkMoveAll(dates[0], halfHour(allDates, own))
			wantChange, wantMails := 3, 3
			if own {
				wantChange = 4
			}
			if c.Change != wantChange || c.Mail != wantMails || c.Call != 1 ||
				(c.Dates[2].Own == "time") == own {
				t.Fatalf("got %+v", c)
			}
			before := r.Number(`select count(*) from registration where status = 'registered'`)
			d := r.done(r.MoveDate(t.Context(), byFatima, dates[0], in))
			if d.Act.Dates != wantChange {
				t.Errorf("got %+v", d.Act)
			}
			if stays := r.meeting(dates[2]) == kept; stays == own {
				t.Errorf("the date with its own time stays: %v", stays)
			}
			r.MustCount(before, `
				select count(*) from registration where status = 'registered'`)
			r.MustCount(wantChange, `
				select count(*)
				from occurrence
				where (starts_at at time zone 'Europe/Amsterdam')::time = '14:00'
					and starts_at > '2026-11-20'`)
			r.MustCount(1, `
				select count(*)
				from occurrence
				where starts_at < '2026-11-16'
					and (starts_at at time zone 'Europe/Amsterdam')::time = '13:30'`)
			r.MustCount(1, `select sequence from session where occurrence_id = $1`, dates[0])
			l, err := r.letterTo(mail.DateMoved, "nel@voorbeeld.example")
			if err != nil || !strings.Contains(l.Body, "14.00 tot 16.00 uur") {
				t.Errorf("got %q, %v", l.Body, err)
			}
			if err := r.Pool.QueryRow(t.Context(), `
				select 1 from mail
				where kind = 'M16' and state = 'held' and jsonb_array_length(data->'about') = $1`,
				wantChange-1).Scan(new(int)); err != nil {
				t.Errorf("Anja's mail has not %d dates: %v", wantChange-1, err)
			}
			r.Invariants()
		})
	}
}

func TestACallAboutSeveralSaysWhatIsStillSo(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(3)
	in, _ := r.checkMoveAll(dates[0], halfHour(allDates, false))
	r.done(r.MoveDate(t.Context(), byFatima, dates[0], in))
	of := func(reason string) (all []calls.Call) {
		for _, c := range r.calls(byFatima).Calls {
			if c.FirstName == "Dirk" && c.Reason == reason {
				all = append(all, c)
			}
		}
		return all
	}
	if all := of("moved"); len(all) != 1 || len(all[0].Dates) != 2 {
		t.Fatalf("moved: %+v", all)
	}
	off := r.done(r.off(dates[0], r.checkOff(dates[0])))
	if all := of("moved"); len(all) != 1 || all[0].Date.ID != dates[1] ||
		len(all[0].Dates) != 0 || len(of("cancelled")) != 1 {
		t.Errorf("the first is off: %+v", all)
	}
	r.done(r.Undo(t.Context(), byFatima, off.Act.ID))
	if all := of("moved"); len(all) != 1 || len(all[0].Dates) != 2 {
		t.Errorf("and on again: %+v", all)
	}
	r.Clock.Advance(11 * time.Minute)
	// moved once more, of which a call of its own tells
	again := changes.MoveTo{Day: "2026-11-25", From: "14.00", To: "16.00"}
	again, _ = r.checkMoveAll(dates[0], again)
	moved := r.done(r.MoveDate(t.Context(), byFatima, dates[0], again))
	if all := of("moved"); len(all) != 2 || len(all[0].Dates)+len(all[1].Dates) != 0 ||
		all[0].Date.ID == all[1].Date.ID {
		t.Errorf("moved twice: %+v", all)
	}
	r.done(r.Undo(t.Context(), byFatima, moved.Act.ID))
	if all := of("moved"); len(all) != 1 || len(all[0].Dates) != 2 {
		t.Errorf("moved back: %+v", all)
	}
	for _, o := range dates[:2] { // they cancelled themselves
		if _, err := r.Pool.Exec(t.Context(), `
			update registration set status = 'cancelled', cancelled_at = now()
			where id in (
				select x->>'row' from call, jsonb_array_elements(about) as t (x)
				where x->>'date' = $1 and state = 'open'
			)`, o); err != nil {
			t.Fatal(err)
		}
	}
	if all := of("moved"); len(all) != 0 {
		t.Errorf("nobody comes: %+v", all)
	}
}

func TestAFaultInTheMiddleTellsNobodyAndChangesNothing(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	r := setup(t)
	dates := r.weekly(4)
	r.exec(`
		create function breaks() returns trigger language plpgsql as
		$$ begin raise exception 'broken'; end $$`)
	for _, table := range []string{"call", "staff_act", "mail"} {
		before := r.allPlaceRows(dates)
		mails := r.Number(`select count(*) from mail`)
		off, _ := r.checkOffAll(dates[0], allDates)
		move, _ := r.checkMoveAll(dates[0], halfHour(allDates, false))
		r.exec(`create trigger breaks before insert on ` + table + ` execute function breaks()`)
		for name, act := range map[string]func() (booking.Done, error){
			"off":  func() (booking.Done, error) { return r.CallOff(ctx, byFatima, dates[0], off) },
			"move": func() (booking.Done, error) { return r.MoveDate(ctx, byFatima, dates[0], move) },
		} {
			if _, err := act(); err == nil {
				t.Errorf("%s goes on without %s", name, table)
			}
		}
		r.exec(`drop trigger breaks on ` + table)
		if now := r.allPlaceRows(dates); now != before {
			t.Errorf("broken at %s they stand\n%s\nwant\n%s", table, now, before)
		}
		r.MustCount(mails, `select count(*) from mail`)
		r.MustCount(0, `select count(*) from call`)
		r.MustCount(0, `select count(*) from staff_act where kind in ('off', 'shifted')`)
	}
	r.offAll(dates[0], allDates) // and now it goes
}

// bothOff has two of the staff call the same dates off at one moment and says how many of them did.
func bothOff(t *testing.T, unlocked bool) int {
	t.Helper()
	r := setup(t)
	dates := r.weekly(3)
	one, _ := r.checkOffAll(dates[0], allDates)
	two, _ := r.checkOffAll(dates[2], allDates)
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
		d, err := []func() (booking.Done, error){
			func() (booking.Done, error) { return r.CallOff(t.Context(), byFatima, dates[0], one) },
			func() (booking.Done, error) { return r.CallOff(t.Context(), byLoes, dates[2], two) },
		}[i]()
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
	ctx := t.Context()
	for range longtest.N(t, 1, 10) {
		r := setup(t)
		dates := r.weekly(4)
		off, _ := r.checkOffAll(dates[0], allDates)
		from, _ := r.checkOffAll(dates[2], allDates)
		move, _ := r.checkMoveAll(dates[0], halfHour(allDates, false))
		one := ill
		one.Fingerprint = r.checkOff(dates[1]).Fingerprint
		var done, earlier atomic.Int32
		together(5, func(i int) {
			d, err := []func() (booking.Done, error){
				func() (booking.Done, error) { return r.CallOff(ctx, byFatima, dates[0], off) },
				func() (booking.Done, error) { return r.CallOff(ctx, byLoes, dates[0], off) },
				func() (booking.Done, error) { return r.CallOff(ctx, byLoes, dates[2], from) },
				func() (booking.Done, error) { return r.MoveDate(ctx, byLoes, dates[0], move) },
				func() (booking.Done, error) { return r.CallOff(ctx, byLoes, dates[1], one) },
			}[i]()
			switch code := problemOf(err).Code; {
			case err == nil && d.Earlier:
				earlier.Add(1)
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
		var twice int
		if err := r.Pool.QueryRow(t.Context(), `
			select count(*)
			from (
				select recipient_key
				from mail
				where kind in ('M13', 'M16')
				group by recipient_key
				having count(*) > 1
			) twice`).Scan(&twice); err != nil || twice != 0 {
			t.Errorf("%d people are told twice (%v)", twice, err)
		}
		r.Invariants()
	}
}

func TestASecondChangeOfTheSameDatesReadsWhoWasFirst(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(3)
	in, _ := r.checkOffAll(dates[0], allDates)
	late, _ := r.checkOffAll(dates[2], allDates)
	r.done(r.CallOff(t.Context(), byFatima, dates[0], in))
	for _, x := range []struct {
		o  string
		in changes.CallOff
	}{{dates[0], in}, {dates[2], late}} {
		second := r.done(r.CallOff(t.Context(), byLoes, x.o, x.in))
		if !second.Earlier || second.Act.By != "fatima" || second.Act.Dates != 3 {
			t.Errorf("the second reads %+v", second)
		}
	}
	again := r.weekly(3)
	shown, _ := r.checkOffAll(again[0], allDates)
	r.add(again[2], "Piet", "piet@voorbeeld.example")
	r.refusedWith(problem.PreconditionFailed)(r.CallOff(t.Context(), byFatima, again[0], shown))
}

func TestALongerScopeIsNotForTheGastheer(t *testing.T) {
	t.Parallel()
	r := setup(t)
	a := r.Activity(func(a *rules.Activity) { a.Staff = []string{"bram"} })
	today := r.Date(a, monday.Add(5*time.Hour), 5, nil)
	r.Date(a, monday.AddDate(0, 0, 7), 5, nil)
	r.add(today, "Anja", "anja@voorbeeld.example")
	guest := identity.Actor{ID: "jan", Roles: []identity.Role{identity.Gastheer}}
	own := identity.Actor{ID: "bram", Roles: []identity.Role{identity.Begeleider}}
	in := ill
	in.Scope = laterDates
	for _, x := range []struct {
		who identity.Actor
		may bool
	}{{guest, false}, {own, true}, {asFatima, true}} {
		c, err := r.Choices(t.Context(), x.who, today)
		if err != nil || c.CanMany != x.may || len(c.Scopes) != 3 || c.Scopes[1].Dates != 2 ||
			c.Scopes[1].People != 1 {
			t.Errorf("%s: got %+v, %v", x.who.ID, c.Scopes, err)
		}
		_, err = r.CheckOff(t.Context(), x.who, today, in)
		if (err == nil) != x.may || !x.may && !errors.Is(err, problem.New(problem.Forbidden)) {
			t.Errorf("%s: %v", x.who.ID, err)
		}
	}
	_, err := r.CallOff(t.Context(), booking.By{Actor: guest}, today, in)
	if !errors.Is(err, problem.New(problem.Forbidden)) {
		t.Errorf("the gastheer calls off: %v", err)
	}
}

func TestAnErasedSignUpIsLeftOutOfTheMailAboutSeveral(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(3)
	r.offAll(dates[0], allDates)
	var first string
	if err := r.Pool.QueryRow(t.Context(), `
		select id from registration
		where occurrence_id = $1 and email_key = $2`,
		dates[0], r.Keys.EmailKey("anja@voorbeeld.example")).Scan(&first); err != nil {
		t.Fatal(err)
	}
	r.Tx(func(tx pgx.Tx) error { return r.Mail.Forget(t.Context(), tx, first) })
	var dirk string // has two dates and a number alone
	if err := r.Pool.QueryRow(t.Context(), `
		select registration_id from call where occurrence_id = $1`, dates[0]).Scan(&dirk); err != nil {
		t.Fatal(err)
	}
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
	r.MustCount(3, `select count(*) from mail where kind = 'M13' and state = 'held'`)
	l, err := r.letterTo(mail.DateOff, "anja@voorbeeld.example")
	if err != nil || strings.Contains(l.Body, "24 november") ||
		!strings.Contains(l.Body, "8 december") {
		t.Errorf("got %q, %v", l.Body, err)
	}
}

func TestEveryDateOfAMailOrCallAboutSeveralSaysHowItStands(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(4)
	in, _ := r.checkMoveAll(dates[0], halfHour(allDates, false))
	r.done(r.MoveDate(t.Context(), byFatima, dates[0], in))
	r.exec(`update mail set state = 'dead', last_error = '5xx 550', sealed = null
		where kind = $1`, mail.DateMoved)
	for i, o := range dates[:3] {
		for _, one := range r.people(asFatima, o).People {
			switch {
			case strings.HasPrefix(one.Name, "Anja"):
				dead := 0
				for _, m := range one.Mails {
					if m.Kind == string(mail.DateMoved) && m.State == "dead" {
						dead++
					}
				}
				if dead != 1 {
					t.Errorf("date %d: Anja has %d dead mails about it: %+v", i, dead, one.Mails)
				}
			case strings.HasPrefix(one.Name, "Dirk") && (one.Call == nil || !one.ToCall):
				t.Errorf("date %d: Dirk has no call", i)
			}
		}
	}
	// from any of the dates it goes out once more
	var id, row string
	if err := r.Pool.QueryRow(t.Context(), `
		select id, data->'about'->1->>'row'
		from mail
		where kind = $1 and recipient_key = $2`, mail.DateMoved,
		r.Keys.EmailKey("anja@voorbeeld.example")).Scan(&id, &row); err != nil {
		t.Fatal(err)
	}
	r.done(r.MailAgain(t.Context(), byFatima, row, id))
	r.MustCount(1, `select count(*) from mail where id = $1 and state = 'queued'`, id)
}

func TestWhoHeardThatSeveralDatesMovedIsNotRemindedOfTheSecondOnTop(t *testing.T) {
	t.Parallel()
	r := setup(t)
	a := r.Activity(nil)
	first, second := r.Date(a, on(23, 14, 0), 9, nil), r.Date(a, on(24, 14, 0), 9, nil)
	for _, o := range []string{first, second} {
		r.wants(o, "Anja", "anja@voorbeeld.example")
		r.wants(o, "Dirk", "0612345678")
	}
	// what a move of both on the day before the second left, told after ten
	r.Clock.Set(on(23, 10, 5))
	r.exec(`
		insert into mail (id, kind, state, occurrence_id, cause_id, recipient_key, data, created_at,
			updated_at, sent_at)
		select 'mail_' || min(id), $1, 'sent', $2, (array_agg(id order by id))[1], '\x00',
			jsonb_build_object('act', 'sac_x', 'about', jsonb_agg(
				jsonb_build_object('row', id, 'date', occurrence_id, 'act', 'sac_x')
				order by occurrence_id = $2 desc)), $3, $3, $3
		from registration where email_key is not null`,
		mail.DateMoved, first, r.Clock.Now())
	r.exec(`update mail set cause_id = data->'about'->0->>'row' where kind = $1`, mail.DateMoved)
	r.exec(`
		insert into call (id, kind, reason, occurrence_id, registration_id, due_at, state,
			created_at, updated_at, about)
		select 'call_x', 'tell', 'moved', $1, min(id) filter (where occurrence_id = $1),
			$2::timestamptz + interval '3 hours', 'open', $2, $2,
			jsonb_agg(jsonb_build_object('row', id, 'date', occurrence_id, 'act', 'sac_x')
				order by occurrence_id = $1 desc)
		from registration where email_key is null`, first, r.Clock.Now())
	r.remind()
	r.MustCount(0, `select count(*) from mail where kind = 'M11' and occurrence_id = $1`, second)
	r.MustCount(0, `
		select count(*) from call where reason = 'reminder' and occurrence_id = $1`, second)
}
