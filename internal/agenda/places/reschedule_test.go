package places_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

const crowdHears = "mail 3, call 2 [Dirk Wanda], self 1, none 1 [Karin Gonda], away [], of 0"

// reschedules are the cases of moving: all keep what they have.
var reschedules = map[string]row{
	"a date to later": {
		begin: func(r *room) ([]string, doing) {
			o := r.crowd()
			return []string{o}, r.move(o, later)
		},
		counts: crowdHears,
		says: []string{
			"woensdag 2 december 2026, 14.00 tot 16.00 uur", "Je plek blijft van jou.", "(link)",
		},
		after: func(r *room, dates []string, _ changes.TellCheck, _ booking.Done) {
			o := dates[0]
			r.wantStands(o, crowdStands)
			r.MustCount(1, `select sequence from session where occurrence_id = $1`, o)
			r.MustCount(5, `registration where status = 'registered' and doc->>'sequence' = '1'`)
			r.MustCount(1, `
				occurrence o
				join session se on se.occurrence_id = o.id
				where o.id = $1
					and o.status = 'moved'
					and o.starts_at = '2026-12-02T14:00+01:00'
					and se.starts_at = o.starts_at
					and se.ends_at = o.ends_at
					and o.join_until = o.starts_at
					and o.closes_at = o.starts_at`, o)
			r.MustCount(3, `select count(distinct cause_id) from mail where kind = 'M16'`)
			if mine := r.mine(person(1)); mine.Date.Moved == nil ||
				mine.Date.Day != "2026-12-02" || !mine.CanCancel {
				r.T.Errorf("the holder reads %+v", mine.Date)
			}
			for _, call := range r.calls(byFatima).Calls {
				if call.Reason == "moved" && call.Waits != (call.FirstName == "Wanda") {
					r.T.Errorf("%s waits: %v", call.FirstName, call.Waits)
				}
			}
			// a second move waits until the first is taken back or told
			_, err := r.move(o, changes.MoveTo{
				Day: "2026-12-03", From: "14.00", To: "16.00",
			}).check(asFatima)
			if problemOf(err).Code != problem.Conflict {
				r.T.Errorf("a second move: %v", err)
			}
		},
		// the way back is to move it back: then it was not moved
		heard: func(r *room, dates []string) {
			o, moved := dates[0], r.mine(person(1)).Date.Moved
			r.did(r.move(o, typed(moved.Start, moved.End)))
			r.MustCount(1, `
				occurrence where id = $1 and status = 'planned' and not doc ? 'movedFrom'`, o)
			r.MustCount(2, `call where reason = 'moved' and state = 'open'`)
			r.hear(mail.DateMoved)
			r.MustCount(6, `mail where kind = 'M16' and state = 'sent'`)
			// who cannot come then says so by the link of the mail
			r.CancelPlace(person(1))
			if is := r.stands(o); is[0] != crowdStands[0]-1 {
				r.T.Errorf("it stands %v", is)
			}
		},
	},
	"a date to sooner": {
		begin: func(r *room) ([]string, doing) {
			o := r.crowd()
			// what was checked is what is done
			r.refusedWith(problem.PreconditionFailed)(
				r.move(o, later).press(byFatima, r.look(r.move(o, sooner)).Fingerprint))
			return []string{o}, r.move(o, sooner)
		},
		counts: crowdHears,
	},
	"all dates, with an offer": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weeklyOffered(many)
			return dates, r.move(dates[0], halfHour(allDates, false))
		},
		counts: fmt.Sprint("mail 2, call 1 [Dirk], self 0, none 1 [Gonda], away [], of ", many),
		dates:  many,
	},
	"all dates, one keeps its own time":       movedOwn(false, nil),
	"all dates, also one with its own time":   movedOwn(true, nil),
	"all dates, and a note of all":            movedOwn(false, note),
	"all dates, an own time also, and a note": movedOwn(true, note),
	"a date and its note": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weekly(4)
			in := halfHour(booking.Scope{}, false)
			in.Values = &changes.NewValues{Note: note}
			return dates, r.move(dates[0], in)
		},
		counts: "mail 1, call 1 [Dirk], self 0, none 0 [], away [], of 0",
		after: func(r *room, _ []string, _ changes.TellCheck, _ booking.Done) {
			r.MustCount(1, `occurrence where doc->>'note' = $1`, *note)
			r.MustCount(0, `staff_act where kind = 'values'`)
			r.MustCount(1, `
				occurrence
				where to_char(starts_at at time zone 'Europe/Amsterdam', 'HH24.MI') = '14.00'`)
		},
	},
}

// crowdStands is how the date of crowd stands.
var crowdStands = [3]int{5, 1, 2}

var note = func() *string { s := "Neem kopjes mee"; return &s }()

// movedOwn moves all dates by half an hour, of which the third had moved before; with a note they
// are one act with one way back.
func movedOwn(own bool, note *string) row {
	n := map[bool]int{false: 3, true: 4}[own]
	x := row{
		twin: !own || note == nil,
		begin: func(r *room) ([]string, doing) {
			dates := r.weekly(4)
			r.did(r.move(dates[2], changes.MoveTo{Day: "2026-12-08", From: "10.00", To: "12.00"}))
			r.hear(mail.DateMoved)
			r.exec(`delete from mail where kind = 'M16'`) // the letters below are of the act
			in := halfHour(allDates, own)
			if note != nil {
				values := changes.ValuesTo{
					NewValues: changes.NewValues{Note: note},
					Scope:     allDates,
				}
				values.Fingerprint = r.look(r.values(dates[0], values)).Fingerprint
				in.Values = &values.NewValues
			}
			return dates, r.move(dates[0], in)
		},
		counts: "mail 3, call 1 [Dirk], self 0, none 0 [], away [], of 3",
		dates:  n,
		letters: map[string][]string{
			addr("nel"): {"14.00 tot 16.00 uur"},
		},
		after: func(r *room, dates []string, c changes.TellCheck, _ booking.Done) {
			if (c.Dates[2].Own == "time") == own {
				r.T.Errorf("got %+v", c.Dates[2])
			}
			at := func(want int, where string) {
				r.T.Helper()
				r.MustCount(want, `
					occurrence
					where to_char(starts_at at time zone 'Europe/Amsterdam', 'HH24.MI') = `+where)
			}
			at(n, `'14.00' and starts_at > '2026-11-20'`)
			at(4-n, `'10.00' and starts_at::date = '2026-12-08'`)
			at(1, `'13.30' and starts_at < '2026-11-16'`) // the past
			r.MustCount(7, `registration where status = 'registered'`)
			r.MustCount(1, `select sequence from session where occurrence_id = $1`, dates[0])
			r.MustCount(1, `
				mail
				where kind = 'M16' and jsonb_array_length(data->'about') = $1`, n-1) // Anja's
			if note != nil {
				r.MustCount(4, `occurrence where doc->>'note' = $1`, *note)
				// the date that keeps its time is not said to have moved once more
				r.MustCount(4-n, `staff_act where kind = 'values'`)
			}
		},
	}
	if own {
		x.counts = "mail 3, call 1 [Dirk], self 0, none 1 [Gonda], away [], of 4"
	}
	if note != nil {
		x.dates = 4
	}
	return x
}

// typed is how somebody fills in these moments.
func typed(start, end string) changes.MoveTo {
	wall := func(t string) string { return t[11:13] + "." + t[14:16] }
	return changes.MoveTo{Day: start[:10], From: wall(start), To: wall(end)}
}

func TestAnOfferEndsInTimeForTheNewStart(t *testing.T) {
	r := setup(t)
	o := r.crowd()
	r.did(r.move(o, changes.MoveTo{Day: "2026-11-17", From: "10.00", To: "12.00"}))
	r.MustCount(1, `offer where state = 'open' and until <= '2026-11-17T07:00+01:00'`)
	r.Clock.Advance(10 * time.Minute)
	r.tries("M16")
	r.MustCount(3, `mail where kind = 'M16' and state = 'sent'`)
	r.Clock.Set(on(17, 7, 0))
	r.sweep()
	r.MustCount(0, `offer where state = 'open'`)
	r.Invariants()
}

func TestWhereADateCannotGo(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	s, err := r.Choices(t.Context(), asFatima, o)
	r.ok(err)
	here := typed(s.Date.Start, s.Date.End)
	for _, x := range []struct {
		to          changes.MoveTo
		field, code string
	}{
		{changes.MoveTo{}, "day", problem.Required},
		{changes.MoveTo{Day: "2026-12-02", From: "14.00"}, "to", problem.Required},
		{changes.MoveTo{Day: "2026-12-02", From: "14.00", To: "13.00"}, "to", problem.Order},
		{changes.MoveTo{Day: "2026-11-31", From: "14.00", To: "15.00"}, "day", problem.Invalid},
		{changes.MoveTo{Day: "2026-11-02", From: "14.00", To: "15.00"}, "day", problem.Order},
		{here, "day", problem.Taken},
		// the hour that summer time takes away
		{changes.MoveTo{Day: "2027-03-28", From: "02.30", To: "05.00"}, "from", problem.Choice},
		{changes.MoveTo{Day: "2027-03-28", From: "01.30", To: "02.30"}, "to", problem.Choice},
		{
			changes.MoveTo{Day: "2026-12-02", From: "14.00", To: "15.00", Room: "jan@huis.example"},
			"room", problem.Email,
		},
	} {
		_, err := r.CheckMove(t.Context(), asFatima, o, x.to)
		if p := problemOf(err); len(p.Fields) == 0 || p.Fields[0].Name != x.field ||
			p.Fields[0].Code != x.code {
			t.Errorf("%+v: got %+v, want %s %s", x.to, p.Fields, x.field, x.code)
		}
	}
	// an hour that the clock shows twice is the first of both
	c := r.checkMove(o, changes.MoveTo{Day: "2027-10-31", From: "02.30", To: "05.00"})
	if c.Start != "2027-10-31T02:30:00+02:00" || c.End != "2027-10-31T05:00:00+01:00" {
		t.Errorf("got %s to %s", c.Start, c.End)
	}
	r.did(r.off(o))
	if _, err := r.CheckMove(t.Context(), asFatima, o, later); problemOf(err).Code != problem.Gone {
		t.Errorf("a date that does not go on: %v", err)
	}
	past := r.Date(r.Activity(nil), monday.Add(-time.Hour), 5, nil)
	_, err = r.CheckMove(t.Context(), asFatima, past, later)
	if problemOf(err).Code != problem.Closed {
		t.Errorf("a date that began: %v", err)
	}
}

func TestTheCheckSaysWhatMayBeWrongWithTheNewTime(t *testing.T) {
	r := setup(t)
	a := r.Activity(func(a *rules.Activity) { a.Host = "Noor" })
	o := r.Date(a, on(24, 13, 30), 5, nil)
	r.Date(r.Activity(func(a *rules.Activity) { a.Title, a.Host = "Koken", "Noor" }),
		on(25, 14, 0), 5, nil)
	codes := func(in changes.MoveTo) (out string) {
		for _, w := range r.checkMove(o, in).Warnings {
			out += w.Code + " " + w.Activity + ";"
		}
		return out
	}
	for want, in := range map[string]changes.MoveTo{
		"room Koken;host Koken;": {Day: "2026-11-25", From: "14.00", To: "15.00"},
		"":                       {Day: "2026-11-26", From: "14.00", To: "15.00"},
		"outside ;":              {Day: "2026-11-26", From: "22.00", To: "23.00"},
		"closed ;":               {Day: "2026-11-28", From: "14.00", To: "15.00"},
		"outside ;holiday ;":     {Day: "2026-12-25", From: "14.00", To: "15.00"},
	} {
		if got := codes(in); got != want {
			t.Errorf("%+v: got %q, want %q", in, got, want)
		}
	}
	if r.checkMove(o, later).AtOnce {
		t.Error("far away, and told at once")
	}
	soon := changes.MoveTo{
		Day:  monday.Format(time.DateOnly),
		From: monday.Add(2 * time.Hour).Format("15.04"),
		To:   monday.Add(3 * time.Hour).Format("15.04"),
	}
	if !r.checkMove(o, soon).AtOnce {
		t.Error("it begins in two hours, and is not told at once")
	}
}

func TestADeadlineThatCountsFromTheStartMovesAlong(t *testing.T) {
	r := setup(t)
	a := r.Activity(func(a *rules.Activity) { a.Closes = &rules.TermLimit{By: "hours", Hours: 24} })
	for name, x := range map[string]struct{ closes, want time.Time }{
		"waysOf": {on(23, 13, 30), on(31, 14, 0)},
		"moment": {on(20, 12, 0), on(20, 12, 0)},
	} {
		o := r.Date(a, on(24, 13, 30), 5, func(o *rules.NewOccurrence) { o.Closes = &x.closes })
		r.did(r.move(o, later))
		closes := value[time.Time](r, `
			select closes_at from occurrence where id = $1`, o)
		if !closes.Equal(x.want) {
			t.Errorf("%s: until %s, want %s", name, closes, x.want)
		}
	}
}

func TestWhoIsRemindedHearsTheNewDay(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), on(24, 13, 30), 5, nil)
	body := r.SignUp("Anja", addr("anja"))
	body["reminder"] = true
	r.Want(r.Register(o, body), 201)
	r.did(r.move(o, changes.MoveTo{Day: "2026-11-26", From: "13.30", To: "15.30"}))
	for day, want := range map[int]int{23: 0, 25: 1} {
		r.Clock.Set(on(day, 10, 30))
		r.remind()
		r.MustCount(want, `
			mail
			where kind = 'M11' and data->>'day' = $1`, on(day+1, 0, 0).Format(time.DateOnly))
	}
}

func TestAPlaceKeptForWhoWaitsIsKeptAsItWasWhenAMoveIsTakenBack(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, func(a *rules.Activity) { a.CallsFirst = true })
	r.CancelPlace(person(1))
	before := r.placeRows(o)
	d := r.did(r.move(o, later))
	r.MustCount(1, `vacancy where state = 'open' and reason = 'undo'`)
	r.undone(d)
	if now := r.placeRows(o); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	r.did(r.move(o, later))
	r.Clock.Advance(11 * time.Minute)
	r.wakeUp(o)
	r.MustCount(1, `vacancy where state = 'open' and reason = 'callsFirst'`)
	r.Invariants()
}

func TestACallAboutSeveralSaysWhatIsStillSo(t *testing.T) {
	r := setup(t)
	dates := r.weekly(3)
	r.did(r.move(dates[0], halfHour(allDates, false)))
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
	off := r.did(r.off(dates[0]))
	if all := of("moved"); len(all) != 1 || all[0].Date.ID != dates[1] ||
		len(all[0].Dates) != 0 || len(of("cancelled")) != 1 {
		t.Errorf("the first is off: %+v", all)
	}
	r.undone(off)
	if all := of("moved"); len(all) != 1 || len(all[0].Dates) != 2 {
		t.Errorf("and on again: %+v", all)
	}
	r.Clock.Advance(11 * time.Minute)
	// moved once more, of which a call of its own tells
	again := changes.MoveTo{Day: "2026-11-25", From: "14.00", To: "16.00"}
	moved := r.did(r.move(dates[0], again))
	if all := of("moved"); len(all) != 2 || len(all[0].Dates)+len(all[1].Dates) != 0 ||
		all[0].Date.ID == all[1].Date.ID {
		t.Errorf("moved twice: %+v", all)
	}
	r.undone(moved)
	if all := of("moved"); len(all) != 1 || len(all[0].Dates) != 2 {
		t.Errorf("moved back: %+v", all)
	}
	for _, o := range dates[:2] { // they cancelled themselves
		r.exec(`
			update registration set status = 'cancelled', cancelled_at = now()
			where id in (
				select x->>'row' from call, jsonb_array_elements(about) as t (x)
				where x->>'date' = $1 and state = 'open'
			)`, o)
	}
	if all := of("moved"); len(all) != 0 {
		t.Errorf("nobody comes: %+v", all)
	}
}

func TestEveryDateOfAMailOrCallAboutSeveralSaysHowItStands(t *testing.T) {
	r := setup(t)
	dates := r.weekly(4)
	r.did(r.move(dates[0], halfHour(allDates, false)))
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
		r.Keys.EmailKey(addr("anja"))).Scan(&id, &row); err != nil {
		t.Fatal(err)
	}
	r.done(r.MailAgain(t.Context(), byFatima, row, id))
	r.MustCount(1, `mail where id = $1 and state = 'queued'`, id)
}

func TestWhoHeardThatSeveralDatesMovedIsNotRemindedOfTheSecondOnTop(t *testing.T) {
	r := setup(t)
	a := r.Activity(nil)
	first, second := r.Date(a, on(23, 14, 0), 9, nil), r.Date(a, on(24, 14, 0), 9, nil)
	for _, o := range []string{first, second} {
		r.wants(o, "Anja", addr("anja"))
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
	r.MustCount(0, `mail where kind = 'M11' and occurrence_id = $1`, second)
	r.MustCount(0, `call where reason = 'reminder' and occurrence_id = $1`, second)
}

// The check shows the mail of somebody who hears it: when only people who wait do, the one that
// they get, whether one date changes or many.
func TestPreviewOfOneDateTellsWhoWaitsWhatTheirMailSays(t *testing.T) {
	r := setup(t)
	activity := r.Activity(nil)
	o := r.Date(activity, on(24, 14, 0), 1, nil)
	r.add(o, "Dirk", "0612345678") // the one who comes has no mail
	r.queues(o, "Vera", addr("vera"))
	r.tries("M5") // the next mail to somebody waits for the one before it
	to := changes.MoveTo{Day: "2026-11-25", From: "14.00", To: "16.00", Room: "Stille kamer"}
	moved, err := r.CheckMove(t.Context(), byFatima.Actor, o, to)
	if err != nil || moved.Mail != 1 {
		t.Fatalf("got %+v, %v", moved, err)
	}
	if !strings.Contains(moved.Body, "Je staat nog op de lijst.") {
		t.Errorf("moved: got %s", moved.Body)
	}
	r.did(r.off(o))
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	again, err := r.CheckOn(t.Context(), byFatima.Actor, o, changes.OnAgain{})
	if err != nil || again.Mail != 1 {
		t.Fatalf("got %+v, %v", again, err)
	}
	if !strings.Contains(again.Body, "Je staat nog op de lijst.") {
		t.Errorf("on again: got %s", again.Body)
	}
}

var coordinator = identity.Actor{ID: "sanne", Roles: []identity.Role{identity.Coordinator}}

// Somebody who signs up while staff move or delete a date comes before it, which is then refused,
// or after it. The control leaves out the lock, and shows that the test would see it.
func TestAMoveAndASignUpAtOneMomentNeverMissEachOther(t *testing.T) {
	t.Parallel()
	for name, unlocked := range map[string]bool{"under the lock": false, "control": true} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			o := r.Place(4)
			signedUp := make(chan int, 1)
			r.HoldDate(unlocked, func() {
				go func() {
					signedUp <- r.Register(o, r.SignUp("Anja", addr("anja"))).Code
				}()
				if unlocked { // nothing keeps her out
					signedUp <- <-signedUp
					return
				}
				r.waitsForALock(signedUp)
			})
			err := r.ChangeDate(t.Context(), coordinator, o, 1, changes.DateChange{
				Sessions: &[]rules.NewSession{{Day: "2026-12-02", From: "14.00", To: "16.00"}},
			})
			if code := <-signedUp; code != 201 || err != nil {
				t.Fatalf("signed up %d, moved %v", code, err)
			}
			// The mail that she got speaks of the date as it stood when she came in.
			missed := r.Number(`occurrence where id = $1 and taken = 0`, o) == 1
			if missed != unlocked {
				t.Errorf("a sign-up was missed: %v", missed)
			}
		})
	}
}

// waitsForALock waits until a connection of the test's own database waits for a row, or the sign-up
// came back without.
func (r *room) waitsForALock(back chan int) {
	for range 2000 {
		if r.waiters() > 0 {
			return
		}
		select {
		case code := <-back:
			r.T.Errorf("the sign-up did not wait: %d", code)
			back <- code
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
	r.T.Error("nobody waited for the lock")
}
