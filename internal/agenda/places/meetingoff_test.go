package places_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// fourMeetings is a series of four meetings, on Tuesdays from 24 November on, with Anja and Dirk,
// who has no address.
func (r *room) fourMeetings() (date string, meetings []string) {
	r.T.Helper()
	first := monday.AddDate(0, 0, 8).Add(3*time.Hour + 30*time.Minute)
	date = r.Date(r.Activity(func(a *rules.Activity) { a.Mode = rules.Series }), first, 8,
		func(o *rules.NewOccurrence) {
			o.Kind = "series"
			for i := 1; i < 4; i++ {
				next := o.Sessions[0]
				next.ID = fmt.Sprint(next.ID, "x", i)
				next.Start, next.End = next.Start.AddDate(0, 0, 7*i), next.End.AddDate(0, 0, 7*i)
				o.Sessions = append(o.Sessions, next)
			}
		})
	r.add(date, "Anja", "anja@voorbeeld.example")
	r.add(date, "Dirk", "0612345678")
	all, err := waitlist.Meetings(r.T.Context(), r.Pool, date)
	if err != nil {
		r.T.Fatal(err)
	}
	for _, m := range all {
		meetings = append(meetings, m.ID)
	}
	r.Clock.Advance(11 * time.Minute)
	r.Deliver()
	return date, meetings
}

// meetingStands is how meetings stand and who has a place, without what only rises.
func (r *room) meetingStands(date string) (out string) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select (select string_agg(n || status || reason, ' ' order by n)
				from session where occurrence_id = $1) ||
			(select string_agg(id || status, ' ' order by id)
				from registration where occurrence_id = $1) ||
			(select status || taken || doc::text from occurrence where id = $1)`, date).
		Scan(&out); err != nil {
		r.T.Fatal(err)
	}
	return out
}

func (r *room) meetingOff(date, session string) (changes.TellCheck, booking.Done) {
	r.T.Helper()
	in := changes.CallOff{Reason: "ill", Text: "De begeleider is ziek.", Session: session}
	c, err := r.CheckOff(r.T.Context(), asFatima, date, in)
	if err != nil {
		r.T.Fatal(err)
	}
	in.Fingerprint = c.Fingerprint
	return c, r.done(r.CallOff(r.T.Context(), byFatima, date, in))
}

func TestOneMeetingOfASeriesDoesNotGoOn(t *testing.T) {
	t.Parallel()
	r := setup(t)
	date, meetings := r.fourMeetings()
	before := r.meetingStands(date)
	c, d := r.meetingOff(date, meetings[1])
	if c.Mail != 1 || c.Call != 1 || !strings.Contains(c.Subject, "1 december") ||
		d.Act.UndoUntil == "" {
		t.Fatalf("checked %+v, did %+v", c, d.Act)
	}
	r.MustCount(1, `select count(*) from session where status = 'cancelled' and sequence = 1`)
	r.MustCount(2, `select count(*) from registration where status = 'registered'`)
	r.MustCount(1, `
		select count(*) from call
		where state = 'open' and reason = 'cancelled' and session_id is not null`)
	if r.status(date) != "planned" {
		t.Error("the whole series does not go on")
	}
	l, err := r.letterTo(mail.DateOff, "anja@voorbeeld.example")
	if err != nil || !strings.Contains(l.Body, "De begeleider is ziek.") ||
		strings.Count(string(l.Calendar), "BEGIN:VEVENT") != 1 {
		t.Errorf("%v: %s %s", err, l.Body, l.Calendar)
	}
	if calls := r.calls(byFatima).Calls; len(calls) != 1 {
		t.Errorf("%d calls, want 1", len(calls))
	}

	// taken back, it stands as it stood
	r.done(r.Undo(t.Context(), byLoes, d.Act.ID))
	if now := r.meetingStands(date); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	r.MustCount(0, `select count(*) from mail where kind = 'M13' and state <> 'withdrawn'`)
	r.MustCount(0, `select count(*) from call where state = 'open' and reason = 'cancelled'`)

	// and once Anja read it, she hears that it goes on
	r.meetingOff(date, meetings[1])
	r.Clock.Advance(10 * time.Minute)
	r.tries("M13")
	on, err := r.CheckMeetingOn(t.Context(), asFatima, date, meetings[1])
	if err != nil || on.Mail != 1 || on.Call != 0 {
		t.Fatalf("%+v: %v", on, err)
	}
	in := changes.OnAgain{Session: meetings[1], Fingerprint: on.Fingerprint}
	r.done(r.GoOn(t.Context(), byFatima, date, in))
	if l, err := r.letterTo(mail.DateOn, "anja@voorbeeld.example"); err != nil ||
		!strings.Contains(l.Subject, "gaat toch door") {
		t.Errorf("%+v: %v", l, err)
	}
	if now := r.meetingStands(date); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	r.Invariants()
	_, err = r.CheckMeetingOn(t.Context(), asFatima, date, meetings[0])
	if problemOf(err).Code != problem.Conflict {
		t.Errorf("a meeting that goes on: %v, want conflict", err)
	}
}

func TestAGastheerTakesBackOnlyWhatIsOfToday(t *testing.T) {
	t.Parallel()
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.Clock.Set(on(24, 9, 0))
	host := booking.By{Actor: identity.Actor{
		ID: "jan", Roles: []identity.Role{identity.Gastheer},
	}}
	_, d := r.meetingOff(date, meetings[1])
	if _, err := r.Undo(t.Context(), host, d.Act.ID); problemOf(err).Code != problem.Forbidden {
		t.Errorf("of next week: %v, want forbidden", err)
	}
	_, d = r.meetingOff(date, meetings[0])
	r.done(r.Undo(t.Context(), host, d.Act.ID))
}

func TestNobodyIsRemindedOfAMeetingThatDoesNotGoOn(t *testing.T) {
	t.Parallel()
	for _, off := range []bool{false, true} {
		r := setup(t)
		date, meetings := r.fourMeetings()
		r.exec(`update registration set doc = jsonb_set(doc, '{reminder}', 'true')`)
		if off {
			r.meetingOff(date, meetings[0])
		}
		now := r.Clock.Now()
		r.Clock.Advance(clock.Day(monday.AddDate(0, 0, 7)).Add(11 * time.Hour).Sub(now))
		if err := r.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := 1
		if off {
			want = 0
		}
		r.MustCount(want, `select count(*) from mail where kind = $1`, mail.Reminder)
	}
}

func TestAClosureCallsOffOneMeetingOfASeries(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.withHouse()
	date, meetings := r.fourMeetings()
	before := r.meetingStands(date)
	d := r.close(byFatima, theWeek())
	if d.Mails != 1 || d.Calls != 1 || d.Closure.Dates != 1 {
		t.Errorf("got %+v", d)
	}
	r.MustCount(1, `
		select count(*) from session where status = 'cancelled' and id = $1`, meetings[1])
	if r.status(date) != "planned" {
		t.Error("the whole series does not go on")
	}
	if _, err := r.UndoClosing(t.Context(), byFatima, d.Closure.ID); err != nil {
		t.Fatal(err)
	}
	if now := r.meetingStands(date); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	d = r.close(byLoes, theWeek())
	r.Clock.Advance(10 * time.Minute)
	r.tries("M13")
	if c, on := r.reopen(byFatima, d.Closure.ID); c.Mail != 1 || on.On != 1 {
		t.Errorf("checked %+v, got %+v", c, on)
	}
	if now := r.meetingStands(date); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	// a series that is born in it
	r.close(byLoes, theWeek())
	_, born := r.fourMeetings()
	r.MustCount(1, `
		select count(*) from session where status = 'cancelled' and id = any($1)`, born)
	r.Invariants()
}

// Who waits for a place in a series hears of a meeting too: by mail, or by a call.
func TestWhoWaitsForASeriesHearsOfAMeetingThatDoesNotGoOn(t *testing.T) {
	t.Parallel()
	for name, closure := range map[string]bool{"one meeting": false, "a closure": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			r.withHouse()
			date, meetings := r.fourMeetings()
			r.exec(`update occurrence set capacity = 2, seat_limit = 2`)
			r.Want(r.Wait(date, "Wim", waiting(1)), 201)
			kees := atDesk("Kees", "0687654321")
			kees.IfFull = "waitlist"
			r.done(r.AddPerson(t.Context(), byFatima, date, kees))
			r.Clock.Advance(11 * time.Minute)
			r.Deliver()
			off := func() (mails, calls int, act string) {
				if closure {
					d := r.close(byFatima, theWeek())
					return d.Mails, d.Calls, d.Closure.ID
				}
				c, d := r.meetingOff(date, meetings[1])
				return c.Mail, c.Call, d.Act.ID
			}
			mails, calls, act := off()
			if mails != 2 || calls != 2 {
				t.Fatalf("%d mails and %d calls, want 2 and 2", mails, calls)
			}
			l, err := r.letterTo(mail.DateOff, waiting(1))
			if err != nil || !strings.Contains(l.Body, "Je staat nog op de lijst.") ||
				!strings.Contains(l.Body, "/waitlist/") || l.Calendar != nil ||
				!strings.Contains(l.Subject, "1 december") {
				t.Errorf("%v: %s %s", err, l.Subject, l.Body)
			}
			if all := r.calls(byFatima).Calls; len(all) != 2 {
				t.Errorf("%d calls on the list, want 2: %+v", len(all), all)
			}
			if closure {
				if _, err := r.UndoClosing(t.Context(), byFatima, act); err != nil {
					t.Fatal(err)
				}
			} else {
				r.done(r.Undo(t.Context(), byLoes, act))
			}
			r.MustCount(0, `
				select count(*) from mail where kind = 'M13' and state <> 'withdrawn'`)
			r.MustCount(0, `
				select count(*) from call where state = 'open' and reason = 'cancelled'`)
			r.MustCount(2, `select count(*) from waitlist_entry where state = 'waiting'`)

			_, _, act = off()
			r.Clock.Advance(10 * time.Minute)
			r.tries("M13")
			if closure {
				if c, _ := r.reopen(byFatima, act); c.Mail != 2 {
					t.Errorf("%d hear that it goes on, want 2", c.Mail)
				}
			} else {
				on, err := r.CheckMeetingOn(t.Context(), asFatima, date, meetings[1])
				if err != nil || on.Mail != 2 || on.Call != 0 {
					t.Fatalf("%+v: %v", on, err)
				}
				in := changes.OnAgain{Session: meetings[1], Fingerprint: on.Fingerprint}
				r.done(r.GoOn(t.Context(), byFatima, date, in))
			}
			l, err = r.letterTo(mail.DateOn, waiting(1))
			if err != nil || !strings.Contains(l.Body, "Je staat nog op de lijst.") {
				t.Errorf("%v: %s", err, l.Body)
			}
			r.Invariants()
		})
	}
}

func (r *room) seriesOff(date string) (changes.TellCheck, booking.Done) {
	r.T.Helper()
	in := changes.CallOff{Reason: "staff", Text: "We hebben te weinig mensen."}
	c, err := r.CheckOff(r.T.Context(), asFatima, date, in)
	if err != nil {
		r.T.Fatal(err)
	}
	in.Fingerprint = c.Fingerprint
	return c, r.done(r.CallOff(r.T.Context(), byFatima, date, in))
}

func TestASeriesOfWhichNoMeetingGoesOnTakesNobody(t *testing.T) {
	t.Parallel()
	r := setup(t)
	date, meetings := r.fourMeetings()
	signUp := func(n, want int) {
		t.Helper()
		r.Want(r.Register(date, r.SignUp("Eva", person(n))), want)
	}
	for _, m := range meetings[1:] {
		r.meetingOff(date, m)
	}
	signUp(1, 201)
	_, last := r.meetingOff(date, meetings[0])
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
	r.done(r.Undo(t.Context(), byFatima, last.Act.ID))
	signUp(2, 201)
}

// Each meeting was called off by itself, then the series as a whole: when that goes on, whoever
// waited waits again.
func TestWhoWaitedForASeriesWaitsAgainWhenNoMeetingWasLeft(t *testing.T) {
	t.Parallel()
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.exec(`update occurrence set capacity = 2, seat_limit = 2 where id = $1`, date)
	r.Want(r.Wait(date, "Wim", waiting(1)), 201)
	before := r.stands(date)
	for _, m := range meetings {
		r.meetingOff(date, m)
	}
	r.seriesOff(date)
	if now := r.stands(date); now == before {
		t.Fatalf("it stands as before: %v", now)
	}
	c, err := r.CheckOn(t.Context(), asFatima, date, changes.OnAgain{})
	if err != nil {
		t.Fatal(err)
	}
	r.done(r.GoOn(t.Context(), byFatima, date, changes.OnAgain{Fingerprint: c.Fingerprint}))
	if now := r.stands(date); now != before {
		t.Errorf("it stands %v, want %v as before", now, before)
	}
}

func TestAWholeSeriesDoesNotGoOn(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.exec(`update occurrence set capacity = 2, seat_limit = 2 where id = $1`, date)
	r.Want(r.Wait(date, "Wim", waiting(1)), 201)
	r.Clock.Advance(11 * time.Minute)
	r.Deliver()
	_, first := r.meetingOff(date, meetings[1]) // stays off, whatever becomes of the series
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	r.exec(`delete from mail where kind = 'M13'`) // the letter below is of the series
	before := r.meetingStands(date)
	sequence := r.Number(`select sum(sequence) from session where occurrence_id = $1`, date)

	c, d := r.seriesOff(date)
	if c.Mail != 2 || c.Call != 1 || c.Subject != "Afspraken gaan niet door" ||
		strings.Count(c.Body, "gaat niet door.") != 3 || strings.Count(c.Body, "(link)") != 1 ||
		d.Act.UndoUntil == "" || d.Act.Dates != 3 || d.Act.Mails != 2 || d.Act.Calls != 1 {
		t.Fatalf("checked %+v, did %+v", c, d.Act)
	}
	if word := r.status(date); word != "cancelled" {
		t.Errorf("visitors read %q", word)
	}
	r.MustCount(4, `select count(*) from session where status = 'cancelled'`)
	r.MustCount(2, `select count(*) from registration where status = 'cancelledByHouse'`)
	r.MustCount(1, `select count(*) from waitlist_entry where state = 'closed'`)
	// each of them once, the one that was off before not again
	r.MustCount(sequence+3, `select sum(sequence) from session where occurrence_id = $1`, date)
	r.MustCount(2, `select count(*) from mail where kind = 'M13' and state = 'held'`)
	l, err := r.letterTo(mail.DateOff, waiting(1))
	if err != nil || strings.Count(l.Body, "gaat niet door.") != 3 {
		t.Errorf("%v: %s", err, l.Body)
	}
	calls := r.calls(byFatima).Calls
	if len(calls) != 2 { // of the meeting, and of all of them
		t.Errorf("%d calls, want 2", len(calls))
	}
	if again := r.done(r.CallOff(ctx, byLoes, date, changes.CallOff{})); !again.Earlier ||
		again.Act.ID != d.Act.ID {
		t.Errorf("called off twice: %+v", again)
	}
	if _, err := r.Undo(ctx, byFatima, first.Act.ID); err == nil {
		t.Error("a meeting goes on of a series that does not")
	}

	// taken back, it stands as it stood
	r.done(r.Undo(ctx, byLoes, d.Act.ID))
	if now := r.meetingStands(date); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	r.MustCount(0, `select count(*) from mail where kind = 'M13' and state = 'held'`)

	// and once they read it, the same people hear that it goes on
	r.seriesOff(date)
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	on, err := r.CheckOn(ctx, asFatima, date, changes.OnAgain{})
	if err != nil || on.Mail != 2 || on.Call != 0 || strings.Count(on.Body, "(link)") != 1 {
		t.Fatalf("%+v: %v", on, err)
	}
	back := r.done(r.GoOn(ctx, byFatima, date, changes.OnAgain{Fingerprint: on.Fingerprint}))
	if back.Act.Mails != 2 {
		t.Errorf("%+v", back.Act)
	}
	if now := r.meetingStands(date); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	l, err = r.letterTo(mail.DateOn, waiting(1))
	if err != nil || l.Subject != "Afspraken gaan toch door" ||
		!strings.Contains(l.Body, "Je staat nog op de lijst.") {
		t.Errorf("%v: %+v", err, l)
	}
	if again := r.done(r.GoOn(ctx, byLoes, date, changes.OnAgain{})); !again.Earlier {
		t.Errorf("on twice: %+v", again)
	}
	r.Invariants()
}

func TestWhatWasHeldOfASeriesStaysWhenTheRestIsCalledOff(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.Clock.Set(on(25, 9, 0)) // the day after the first meeting
	r.exec(`
		insert into attendance (session_id, registration_id, state, guests, at, by)
		select $2, id, 'here', 0, now(), 'uid' from registration where occurrence_id = $1`,
		date, meetings[0])
	c, d := r.seriesOff(date)
	if c.Change != 0 || d.Act.Dates != 3 || c.Mail != 1 || c.Call != 1 {
		t.Fatalf("checked %+v, did %+v", c, d.Act)
	}
	// the call is due before the next meeting, not over because the series began
	if err := r.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `
		select count(*) from call
		where state = 'open' and reason = 'cancelled' and session_id = $1`, meetings[1])
	r.Clock.Set(monday.AddDate(0, 0, 40))
	if err := r.CountEnded(ctx); err != nil {
		t.Fatal(err)
	}
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

func TestTheGastheerDoesNotCallAWholeSeriesOff(t *testing.T) {
	t.Parallel()
	r := setup(t)
	date, _ := r.fourMeetings()
	r.Clock.Set(on(24, 9, 0)) // the day of the first meeting
	host := booking.By{Actor: identity.Actor{
		ID: "jan", Roles: []identity.Role{identity.Gastheer},
	}}
	in := changes.CallOff{Reason: "ill", Text: "De begeleider is ziek."}
	_, err := r.CheckOff(t.Context(), host.Actor, date, in)
	if problemOf(err).Code != problem.Forbidden {
		t.Errorf("%v, want forbidden", err)
	}
	if of, err := r.Choices(t.Context(), host.Actor, date); err != nil || of.CanCallOff {
		t.Errorf("%+v: %v", of.CanCallOff, err)
	}
	if of, err := r.Choices(t.Context(), asFatima, date); err != nil || !of.CanCallOff {
		t.Errorf("%+v: %v", of.CanCallOff, err)
	}
	_, d := r.seriesOff(date)
	_, err = r.Undo(t.Context(), host, d.Act.ID)
	if problemOf(err).Code != problem.Forbidden {
		t.Errorf("%v, want forbidden", err)
	}
}

func TestAClosureLeavesASeriesOffThatWasCalledOffSince(t *testing.T) {
	t.Parallel()
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.withHouse()
	closed := r.close(byFatima, theWeek())
	r.seriesOff(date)
	r.reopen(byFatima, closed.Closure.ID)
	r.MustCount(1, `
		select count(*) from session where id = $1 and status = 'cancelled'`, meetings[1])
}
