package places_test

import (
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

func hearOff(r *room, _ []string) { r.tries("M13") }

// reinstates are the cases of going on after all: who was told hears it, and who called off by
// themselves is not put back.
var reinstates = map[string]row{
	"a date of which some heard": {
		begin: func(r *room) ([]string, doing) {
			o := r.crowd()
			was := r.meetingStands(o)
			r.did(r.off(o))
			r.Clock.Advance(10 * time.Minute)
			// one mail is out, and one of the two calls was made
			if _, err := r.Mail.Try(r.T.Context(), value[string](r, `
				select id from mail where kind = 'M13' order by no limit 1`)); err != nil {
				r.T.Fatal(err)
			}
			r.done(r.Called(r.T.Context(), byFatima, value[string](r, `
				select id from call where registration_id is not null and state = 'open'`),
				calls.CallOutcome{Outcome: "told"}))
			a := r.on(o)
			a.was = was
			return []string{o}, a
		},
		counts: "mail 1, call 1 [Dirk], self 0, none 0 [], away [Piet], of 0",
		stir:   hearOff,
		after: func(r *room, _ []string, _ changes.TellCheck, _ booking.Done) {
			r.MustCount(1, `
				mail on_again
				join mail off using (cause_id)
				where on_again.kind = 'M17' and off.kind = 'M13' and off.state = 'sent'`)
			r.MustCount(0, `call where reason = 'cancelled' and state = 'open'`)
			r.MustCount(1, `registration where status = 'cancelled'`)
			r.MustCount(5, `registration where status = 'registered'`)
			if e := r.entryOf(waiting(1)); e.State != "offered" { // anew: the clock began again
				r.T.Errorf("the first in line reads %+v", e)
			}
		},
		heard: func(r *room, _ []string) {
			r.tries("M13")
			r.MustCount(1, `mail where kind = 'M13' and state = 'sent'`)
		},
	},
	"dates that were called off together": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weekly(6)
			r.add(dates[3], "Omar", addr("omar"))
			r.CancelPlace(addr("omar")) // by himself
			r.did(r.offAll(dates[0], allDates))
			r.hear(mail.DateOff)
			r.exec(`update call set state = 'done' where reason = 'cancelled'`)
			r.add(r.Place(3), "Dirk", "0612345678") // hears of other dates alone
			r.did(r.on(dates[5]))                   // one of them goes on before
			r.Clock.Advance(time.Minute)
			seen, err := r.Choices(r.T.Context(), asFatima, dates[1])
			if err != nil || len(seen.Scopes) != 3 || seen.Scopes[1].Dates != 4 ||
				seen.Scopes[2].Dates != 5 || seen.Scopes[2].People != 4 ||
				seen.Scopes[1].People != 4 {
				r.T.Errorf("got %+v, %v", seen.Scopes, err)
			}
			a := r.goesOn(dates[1], changes.OnAgain{Scope: "later"})
			r.refusedWith(problem.Forbidden)(r.ready(a)(byJan))
			return []string{dates[1], dates[0], dates[2], dates[3], dates[4], dates[5]}, a
		},
		counts: "mail 3, call 1 [Dirk], self 0, none 0 [], away [Omar], of 4",
		dates:  4,
		stir: func(r *room, _ []string) { // Dirk was not told after all
			r.exec(`update call set state = 'withdrawn' where reason = 'cancelled'`)
		},
		letters: map[string][]string{
			addr("anja"): {"2×/registrationdetails/", "!24 november"},
		},
		after: func(r *room, dates []string, _ changes.TellCheck, _ booking.Done) {
			for i, o := range dates {
				want := map[int]string{1: "cancelled"}[i]
				if is := r.status(o); is != want && want+is != "planned" {
					r.T.Errorf("date %d is %s", i, is)
				}
			}
			r.MustCount(1, `
				registration where occurrence_id = $1 and status = 'cancelled'`, dates[3])
			r.MustCount(1, `
				waitlist_entry where occurrence_id = $1 and state = 'waiting'`, dates[0])
			// the one that stays off is alone by now
			if seen, err := r.Choices(r.T.Context(), asFatima, dates[1]); err != nil ||
				len(seen.Scopes) != 0 {
				r.T.Errorf("got %+v, %v", seen.Scopes, err)
			}
		},
	},
	"dates of which nobody heard": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weekly(4)
			r.did(r.offAll(dates[0], allDates))
			r.Clock.Advance(time.Minute)
			return []string{dates[2], dates[0], dates[1], dates[3]},
				r.goesOn(dates[2], changes.OnAgain{Scope: "all"})
		},
		counts: "mail 0, call 0 [], self 0, none 0 [], away [], of 4",
		dates:  4,
		twin:   true,
		stir:   func(r *room, _ []string) { r.hear(mail.DateOff) },
		after: func(r *room, _ []string, _ changes.TellCheck, _ booking.Done) {
			r.MustCount(0, `mail where kind in ('M13', 'M17') and state <> 'withdrawn'`)
			r.MustCount(0, `call where state = 'open'`)
			r.MustCount(0, `occurrence where status = 'cancelled'`)
		},
	},
	"a meeting": {
		begin: func(r *room) ([]string, doing) {
			date, meetings := r.fullSeries()
			was := r.meetingStands(date)
			r.did(r.meetingOff(date, meetings[1]))
			r.hear(mail.DateOff)
			a := r.goesOn(date, changes.OnAgain{Session: meetings[1]})
			a.was = was
			_, err := r.goesOn(date, changes.OnAgain{Session: meetings[0]}).check(asFatima)
			if problemOf(err).Code != problem.Conflict {
				r.T.Errorf("a meeting that goes on: %v, want conflict", err)
			}
			return []string{date}, a
		},
		counts: "mail 2, call 0 [], self 0, none 0 [], away [], of 0",
		dates:  1,
		stir:   calledFirst,
		letters: map[string][]string{
			addr("anja"): {"gaat toch door"},
			waiting(1):   {"Je staat nog op de lijst."},
		},
	},
	"a series": {
		begin: func(r *room) ([]string, doing) {
			date, _ := r.seriesLess()
			was := r.meetingStands(date)
			r.did(r.seriesOff(date))
			r.hear(mail.DateOff)
			a := r.on(date)
			a.was = was
			return []string{date}, a
		},
		counts: "mail 2, call 0 [], self 0, none 0 [], away [], of 0",
		dates:  3,
		says:   []string{"1×(link)"},
		stir:   calledFirst,
		letters: map[string][]string{
			waiting(1): {"Afspraken gaan toch door", "Je staat nog op de lijst."},
		},
	},
	"a closure": {
		begin: func(r *room) ([]string, doing) {
			dates, a := r.weekWithAll()
			was := r.meetingStands(dates[0])
			closure := r.did(a).Act.ID
			r.hear(mail.DateOff)
			a = r.opens(closure)
			a.was = was
			return dates, a
		},
		counts: "mail 3, call 0 [], self 0, none 0 [], away [Piet], of 2",
		dates:  2,
		stir:   calledFirst,
		after: func(r *room, dates []string, _ changes.TellCheck, _ booking.Done) {
			if r.status(dates[0])+r.status(dates[1])+r.status(dates[2]) !=
				"plannedplannedcancelled" {
				r.T.Error("what was off before goes on, or the rest does not")
			}
		},
	},
	"a closure over a meeting": {
		begin: func(r *room) ([]string, doing) {
			r.withHouse()
			date, _ := r.fullSeries()
			was := r.meetingStands(date)
			closure := r.did(r.closes(theWeek())).Act.ID
			r.hear(mail.DateOff)
			a := r.opens(closure)
			a.was = was
			return []string{date}, a
		},
		counts: "mail 2, call 0 [], self 0, none 0 [], away [], of 1",
		dates:  1,
		twin:   true,
		stir:   calledFirst,
		letters: map[string][]string{
			waiting(1): {"Je staat nog op de lijst."},
		},
	},
}

// calledFirst is that the first of the calls was made: one more hears that it goes on.
func calledFirst(r *room, _ []string) {
	r.done(r.Called(r.T.Context(), byLoes, value[string](r, `
		select id from call where reason = 'cancelled' and state = 'open' order by id limit 1`),
		calls.CallOutcome{Outcome: "told"}))
}

func TestADateThatGoesOnAfterAllOffersNoWayBackFromOff(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	off := r.did(r.off(o))
	mine, err := r.Undoable(t.Context(), byFatima.Actor)
	if err != nil || len(mine) != 1 || mine[0].ID != off.Act.ID {
		t.Errorf("called off: %+v, %v", mine, err)
	}
	r.did(r.on(o))
	if mine, err = r.Undoable(t.Context(), byFatima.Actor); err != nil || len(mine) != 0 {
		t.Errorf("it goes on: %+v, %v", mine, err)
	}
	again := r.did(r.off(o))
	mine, err = r.Undoable(t.Context(), byFatima.Actor)
	if err != nil || len(mine) != 1 || mine[0].ID != again.Act.ID {
		t.Errorf("called off once more: %+v, %v", mine, err)
	}
}

// Each meeting was called off by itself, then the series as a whole: when that goes on, whoever
// waited waits again.
func TestWhoWaitedForASeriesWaitsAgainWhenNoMeetingWasLeft(t *testing.T) {
	r := setup(t)
	date, meetings := r.fourMeetings()
	r.exec(`update occurrence set capacity = 2, seat_limit = 2 where id = $1`, date)
	r.queues(date, "Wim", waiting(1))
	before := r.stands(date)
	for _, m := range meetings {
		r.did(r.meetingOff(date, m))
	}
	r.did(r.seriesOff(date))
	if now := r.stands(date); now == before {
		t.Fatalf("it stands as before: %v", now)
	}
	c, err := r.CheckOn(t.Context(), asFatima, date, changes.OnAgain{})
	r.ok(err)
	r.done(r.GoOn(t.Context(), byFatima, date, changes.OnAgain{Fingerprint: c.Fingerprint}))
	if now := r.stands(date); now != before {
		t.Errorf("it stands %v, want %v as before", now, before)
	}
}

// What a closure called off comes back with the closure, not with a date of it.
func TestDatesOfAClosureGoOnWithTheClosure(t *testing.T) {
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
