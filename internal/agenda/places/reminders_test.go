package places_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

func (r *room) remind() {
	r.T.Helper()
	r.ok(r.Remind(r.T.Context()))
}

// wants signs somebody up who ticks the reminder; without an @ the contact is a number.
func (r *room) wants(o, name, contact string) (id string) {
	r.T.Helper()
	body := r.SignUp(name, contact)
	if !strings.Contains(contact, "@") {
		delete(body, "email")
		body["phone"] = contact
	}
	body["reminder"] = true
	r.Want(r.Register(o, body), 201)
	if err := r.Pool.QueryRow(r.T.Context(), `
		select id from registration order by order_no desc limit 1`).Scan(&id); err != nil {
		r.T.Fatal(err)
	}
	return id
}

// reminded are how many mails and calls there are by now.
func (r *room) reminded(mails, calls int) {
	r.T.Helper()
	m, c := r.Mails("M11"), r.Number(`call where reason = 'reminder'`)
	if m != mails || c != calls {
		r.T.Errorf("at %s: %d mails and %d calls, want %d and %d",
			r.Clock.Now().Format("02 15.04"), m, c, mails, calls)
	}
}

// tomorrow is a date on Tuesday afternoon; the clock stands on Monday at ten.
func (r *room) tomorrow() string {
	return r.Date(r.Activity(nil), on(17, 14, 0), 9, nil)
}

func (r *room) exec(sql string, args ...any) {
	r.T.Helper()
	if _, err := r.Pool.Exec(r.T.Context(), sql, args...); err != nil {
		r.T.Fatal(err)
	}
}

func TestWhoAsksForItIsRemindedTheDayBefore(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 9, 30))
	o := r.tomorrow()
	r.wants(o, "Anja", addr("anja"))
	dirk := r.wants(o, "Dirk", "0612345678")
	r.signs(o, "Mo", addr("mo")) // did not ask
	self := r.SignUp("Vera", addr("vera"))
	self["reminder"], self["noMail"] = true, true
	r.Want(r.Register(o, self), 201)
	quiet := r.wants(o, "Olga", "0612345679")
	r.exec(`update registration set doc = doc || '{"noMail": true}' where id = $1`, quiet)
	r.wants(r.Date(r.Activity(nil), on(18, 14, 0), 9, nil), "Wies", addr("wies"))
	r.Clock.Set(on(16, 9, 59))
	r.remind()
	r.reminded(0, 0)
	r.Clock.Set(on(16, 10, 0))
	r.remind()
	r.remind()
	r.reminded(1, 1)
	l := r.letter(mail.Reminder, addr("anja"))
	if l.Subject != "Morgen om 14.00 uur" ||
		!strings.HasPrefix(
			l.Body,
			"Morgen, dinsdag 17 november 2026, 14.00 tot 16.00 uur, zien we",
		) ||
		!strings.Contains(l.Body, "/registrationdetails/") ||
		!strings.HasSuffix(l.Body, "Dan is er plek voor iemand anders.") {
		t.Errorf("got %q\n%s", l.Subject, l.Body)
	}
	all := r.calls(byFatima).Calls
	if len(all) != 1 || all[0].FirstName != "Dirk" || all[0].Kind != "remind" || !all[0].Today ||
		all[0].Until != "2026-11-16T20:00:00+01:00" || all[0].Begun {
		t.Errorf("got %+v", all)
	}
	r.wants(o, "Laat", addr("laat")) // after ten
	r.Deliver()
	r.Clock.Set(on(16, 21, 59))
	r.remind()
	r.reminded(1, 1)
	r.sweep()
	r.MustCount(1, `call where registration_id = $1 and state = 'failed'`, dirk)
	if all := r.calls(byFatima); len(all.Calls) != 0 || len(all.Missed) != 1 {
		t.Errorf("nobody phoned: got %+v", all)
	}
	r.MustCount(1, `mail where kind = 'M11' and state = 'sent'`)
}

func TestAMissedReminderGoesLateButNotAtNight(t *testing.T) {
	t.Parallel()
	for at, want := range map[time.Time][2]int{
		on(16, 19, 59): {1, 1},
		on(16, 20, 0):  {1, 0}, // nobody phones any more
		on(16, 21, 59): {1, 0},
		on(16, 22, 0):  {0, 0},
		on(17, 9, 0):   {0, 0},
		on(17, 10, 0):  {0, 0},
	} {
		r := alone(t)
		r.Clock.Set(on(16, 9, 0))
		o := r.tomorrow()
		r.wants(o, "Anja", addr("anja"))
		r.wants(o, "Dirk", "0612345678")
		r.Clock.Set(at)
		r.remind()
		r.reminded(want[0], want[1])
	}
}

func TestAReminderOfWhatIsNoLongerTrueIsNotSent(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		turn func(r *room, o, anja string)
		back func(r *room, o, anja string)
	}{
		"the date is off": {func(r *room, o, _ string) {
			r.exec(`update occurrence set status = 'cancelled' where id = $1`, o)
		}, func(r *room, o, _ string) {
			r.exec(`update occurrence set status = 'planned' where id = $1`, o)
		}},
		"the meeting is off": {func(r *room, o, _ string) {
			r.exec(`update session set status = 'cancelled' where occurrence_id = $1`, o)
		}, func(r *room, o, _ string) {
			r.exec(`update session set status = 'planned' where occurrence_id = $1`, o)
		}},
		"it is on another day": {func(r *room, o, _ string) {
			r.exec(`
				update session
				set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'
				where occurrence_id = $1`, o)
		}, func(r *room, o, _ string) {
			r.exec(`
				update session
				set starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day'
				where occurrence_id = $1`, o)
		}},
		"the tick is gone": {func(r *room, _, anja string) {
			r.exec(`update registration set doc = doc - 'reminder' where id = $1`, anja)
		}, func(r *room, _, anja string) {
			r.exec(`
				update registration set doc = doc || '{"reminder": true}' where id = $1`, anja)
		}},
		"the activity is withdrawn": {func(r *room, _, _ string) {
			r.exec(`update activity set status = 'draft', doc = doc || '{"status": "draft"}'`)
		}, func(r *room, _, _ string) {
			r.exec(`update activity set status = 'published', doc = doc || '{"status": "published"}'`)
		}},
		"she was called off": {func(r *room, _, anja string) {
			r.exec(`
				update registration set status = 'cancelled', cancelled_at = now()
				where id = $1`, anja)
		}, func(r *room, _, anja string) {
			r.exec(`update registration set status = 'registered' where id = $1`, anja)
		}},
		"she was erased": {func(r *room, _, _ string) {
			r.Want(r.Holder("POST", "/api/not-me",
				r.RegistrationToken(addr("anja")), nil), 204)
		}, nil},
		"it is night": {func(r *room, _, _ string) {
			r.Clock.Set(on(16, 22, 0))
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			r.Clock.Set(on(16, 9, 0))
			o := r.tomorrow()
			anja := r.wants(o, "Anja", addr("anja"))
			r.Deliver()
			r.Clock.Set(on(16, 10, 0))
			r.remind()
			r.reminded(1, 0)
			x.turn(r, o, anja)
			r.Deliver()
			r.MustCount(1, `mail where kind = 'M11' and state = 'withdrawn'`)
			r.remind()
			r.reminded(0, 0)
			if x.back == nil {
				return
			}
			x.back(r, o, anja)
			r.Clock.Advance(time.Minute)
			r.remind()
			r.Deliver()
			r.remind()
			r.MustCount(1, `mail where kind = 'M11' and state = 'sent'`)
			r.reminded(1, 0)
		})
	}
}

func TestAReminderByPhoneGoesWithWhatItIsAbout(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 9, 0))
	o := r.tomorrow()
	r.wants(o, "Dirk", "0612345678")
	r.Clock.Set(on(16, 10, 0))
	r.remind()
	shown := func(want int) {
		t.Helper()
		if n := len(r.calls(byFatima).Calls); n != want {
			t.Errorf("%d calls, want %d", n, want)
		}
	}
	shown(1)
	r.exec(`update occurrence set status = 'cancelled' where id = $1`, o)
	shown(0)
	r.exec(`update occurrence set status = 'planned' where id = $1`, o)
	shown(1)
	call := r.calls(byFatima).Calls[0].ID
	d, err := r.fills(byFatima, call, "notThisTime")
	r.refused(d, err, problem.Invalid)
	d = r.filled(call, "cannot")
	r.remind()
	r.reminded(0, 1)
	shown(0)
	r.undone(d)
	shown(1)
	r.exec(`
		update session
		set starts_at = starts_at + interval '2 days', ends_at = ends_at + interval '2 days'
		where occurrence_id = $1`, o)
	shown(0)
	r.Clock.Set(on(16, 20, 0))
	r.sweep()
	r.MustCount(1, `call where state = 'withdrawn'`)
	r.Clock.Set(on(18, 10, 0))
	r.remind()
	shown(1) // its new moment
}

// series is one of three meetings, on Tuesday, Thursday and Monday.
func (r *room) series() string {
	return r.Date(
		r.Activity(func(a *rules.Activity) { a.Mode = rules.Series }),
		on(17, 14, 0),
		9,
		func(o *rules.NewOccurrence) {
			o.Kind = "series"
			for i, day := range []int{19, 23} {
				s := o.Sessions[0]
				s.ID = fmt.Sprint("ses_", i, o.ID[4:])
				s.Start, s.End = on(day, 14, 0), on(day, 16, 0)
				o.Sessions = append(o.Sessions, s)
			}
		},
	)
}

func TestOfASeriesEachMeetingHasItsReminder(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 9, 0))
	o := r.series()
	dirk := r.wants(o, "Dirk", "0612345678")
	r.wants(o, "Anja", addr("anja"))
	r.Deliver()
	for i, at := range []time.Time{
		on(16, 10, 0), on(18, 10, 0),
		on(20, 10, 0), // the call on Friday: in the weekend the house is closed
		on(22, 10, 0),
	} {
		r.Clock.Set(at)
		r.sweep()
		r.remind()
		r.reminded([]int{1, 2, 2, 3}[i], []int{1, 2, 3, 3}[i])
		if i == 1 {
			l := r.letter(mail.Reminder, addr("anja"))
			if !strings.Contains(l.Body, "donderdag 19 november 2026") ||
				strings.Contains(l.Body, "plek voor iemand anders") {
				t.Errorf("got %s", l.Body)
			}
			r.seriesCall(o, dirk)
		}
		r.Deliver()
	}
}

// seriesCall is the call about the second meeting, when the series runs already.
func (r *room) seriesCall(o, dirk string) {
	r.T.Helper()
	c := r.calls(byFatima).Calls[0]
	if !c.Begun || c.Date.Start != "2026-11-19T14:00:00+01:00" {
		r.T.Fatalf("got %+v", c)
	}
	r.sweep() // the series has begun; its call may still be made
	if _, err := r.ClaimCall(r.T.Context(), byFatima.Actor, c.ID, false); err != nil {
		r.T.Fatal(err)
	}
	d, err := r.fills(byFatima, c.ID, "cannot")
	r.refused(d, err, problem.Closed)
	r.filled(c.ID, "notThisTime")
	r.MustCount(1, `registration where id = $1 and status = 'registered'`, dirk)
	r.stands(o)
}

// Two processes look at one moment; the control leaves out the lock, and shows that the test would
// see a second mail.
func TestTwoProcessesRemindOnce(t *testing.T) {
	t.Parallel()
	for name, unlocked := range map[string]bool{"under the lock": false, "control": true} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			r.Clock.Set(on(16, 9, 0))
			o := r.tomorrow()
			r.wants(o, "Anja", addr("anja"))
			r.wants(o, "Dirk", "0612345678")
			r.Clock.Set(on(16, 10, 0))
			waits := make(chan int, 1)
			var both sync.WaitGroup
			var came atomic.Int32
			r.HoldDate(unlocked, func() {
				if came.Add(1) > 1 {
					return
				}
				both.Go(func() {
					if err := r.Remind(context.Background()); err != nil {
						t.Error(err)
					}
					waits <- 1
				})
				if unlocked { // nothing keeps it out
					<-waits
					return
				}
				r.waitsForALock(waits)
			})
			r.remind()
			both.Wait()
			want := 1
			if unlocked {
				want = 2
			}
			r.reminded(want, want)
		})
	}
}

// dead lets the mail server refuse everything for this address, and does the jobs that come of it.
func (r *room) dead(email string) {
	r.T.Helper()
	r.Post.Refuses.Store(&email)
	r.Deliver()
	r.Post.Refuses.Store(nil)
	r.insteadOfMails()
}

// insteadOfMails does all jobs that make a call of a mail, each of them twice.
func (r *room) insteadOfMails() {
	r.T.Helper()
	for i := range 2 * r.Number(`river_job where kind = 'call_instead'`) {
		stored := value[[]byte](r, `
			select args
			from river_job
			where kind = 'call_instead'
			order by id
			offset $1 limit 1`, i/2)
		r.ok(r.RunCallJob(r.T.Context(), stored))
	}
}

func TestAMailThatNobodyGetsIsToldByPhone(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 9, 0))
	o := r.tomorrow()
	body := r.SignUp("Emine", addr("emine"))
	body["phone"], body["reminder"] = "0612345678", true
	r.Want(r.Register(o, body), 201)
	r.wants(o, "Anja", addr("anja")) // has no number
	open := func(want string) string {
		t.Helper()
		got := ""
		for _, c := range r.calls(byFatima).Calls {
			got += c.FirstName + " " + c.Reason + ". "
		}
		if got != want {
			t.Errorf("at %s: got %q, want %q", r.Clock.Now().Format("15.04"), got, want)
		}
		return r.people(asFatima, o).People[1].ID
	}
	r.dead(addr("emine"))
	emine := open("Emine placeSure. ")
	r.dead(addr("anja"))
	open("Emine placeSure. ")
	var letter string
	for _, m := range r.people(asFatima, o).People[1].Mails {
		letter = m.ID
	}
	r.done(r.MailAgain(t.Context(), byFatima, emine, letter))
	open("")
	r.dead(addr("emine"))
	open("Emine placeSure. ")
	r.filled(r.calls(byFatima).Calls[0].ID, "told")
	r.insteadOfMails()
	open("")
	r.Clock.Set(on(16, 10, 0))
	r.remind()
	r.dead(addr("emine"))
	open("Emine reminder. ")
	r.remind()
	open("Emine reminder. ")
	r.Clock.Set(on(16, 20, 0))
	r.sweep()
	r.insteadOfMails()
	open("")
}

// From the moment of the reminder on the tick is not offered any more, and one that comes late
// counts as no; one that was made before stays.
func TestReminderTick_IsNotOfferedWhenItIsTooLate(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), on(18, 14, 0), 9, nil)
	wants := func(email string, want bool) {
		t.Helper()
		in := r.SignUp("Mo", email)
		in["reminder"] = true
		r.Want(r.Register(o, in), 201)
		var seen visitors.Registration
		answer := r.Want(r.Holder("GET", "/api/registration", r.RegistrationToken(email), nil), 200)
		r.ok(json.Unmarshal(answer.Body.Bytes(), &seen))
		if seen.Reminder != want || seen.AskReminder != want || seen.RemindOn != "2026-11-17" {
			t.Errorf("%s: got %+v, want %t", email, seen, want)
		}
	}
	wants("op-tijd@voorbeeld.example", true)
	r.Clock.Set(on(17, 10, 0))
	wants("te-laat@voorbeeld.example", false)
}
