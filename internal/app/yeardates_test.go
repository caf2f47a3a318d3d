package app

import (
	"context"
	"net/http"
	"time"

	"herstelruimte/internal/agenda/evening"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
)

// tallied is what the simulation itself counted of a date.
type tallied struct {
	registered, guests, cancelled, attended, absent, first int
	site, telefoon, waitlist, offers                       int
	off                                                    bool
	ends                                                   time.Time
}

const perRound = 10 // people around one date

// round plans what ten people and the staff do around one date, from a day on.
func (y *year) round(r, day int) {
	keep := y.settings(context.Background()).Keep
	var p [perRound]invented
	var date, support, question string
	var needs, asked *lasts
	n := &tallied{}
	on := func(later int, do func()) { y.plan[day+later] = append(y.plan[day+later], do) }
	comers := []int{0, 1, 2, 3, 4, 5, 7}
	// ends tells everybody anew until when they are kept
	ends := func(end time.Time) {
		n.ends = end
		for _, i := range comers {
			p[i].until(y.keep(keep.RegistrationDays, end), time.Time{})
		}
		p[6].until(y.keep(keep.WaitlistDays, end), time.Time{})
		needs.must = y.keep(keep.SupportDays, end)
		needs.may = needs.must
	}
	on(0, func() {
		for i := range p {
			p[i] = y.invent()
		}
		support, needs = y.word()
		question, asked = y.word()
		starts := clock.Day(y.Clock.Now()).AddDate(0, 0, 15).Add(14 * time.Hour)
		if r%8 == 3 { // an evening that no other date is in: the house closes then
			starts = starts.Add(6 * time.Hour)
		}
		date = y.date(y.activity(func(a *rules.Activity) {
			a.MaxGuests, a.AskSupport = 1, true
		}), starts, 6)
		y.dates[date] = n
		ends(starts.Add(2 * time.Hour))
		y.signsUp(p[0], date, map[string]any{
			"support": "Een plek bij de deur, " + support, "firstTime": true, "reminder": true,
		})
		y.signsUp(p[1], date, map[string]any{"guests": 1})
		y.signsUp(p[2], date, map[string]any{"firstTime": true})
		y.signsUp(p[3], date, nil)
		y.signsUp(p[4], date, nil)
		for _, i := range []int{5, 6} {
			y.must(y.join(date, y.waiting(p[i].name, p[i].email)), http.StatusCreated)
			p[i].lasts[2].must, p[i].lasts[2].may = time.Time{}, time.Time{}
		}
		delete(y.typed, p[5].phone[1:])
		delete(y.typed, p[6].phone[1:])
		y.must(y.staff(http.MethodPost, "/api/occurrences/"+date+"/people", map[string]any{
			"name": p[7].name, "contact": p[7].phone, "consent": true, "source": "telefoon",
			"ifFull": "chair",
		}), http.StatusOK)
		delete(y.typed, p[7].email[:8])
		n.registered, n.guests, n.first = 6, 1, 2
		n.site, n.telefoon, n.waitlist = 5, 1, 2
		y.asks(on, r, &p[8], question, asked)
		y.others(on, r, &p[9])
	})
	on(1, func() {
		// two places are free: one for each of the two who wait, of whom one takes it
		y.must(y.call(http.MethodDelete, "/api/registration", nil,
			holds(y.registrationKey(p[1].email))...), http.StatusOK)
		y.mailed()
		var offer string
		if err := y.Pool.QueryRow(context.Background(), `
			select f.id
			from offer f
			join waitlist_entry e on e.id = f.entry_id
			where e.occurrence_id = $1 and f.state = 'open' and e.email_key = $2`,
			date, y.keys.EmailKey(p[5].email)).Scan(&offer); err != nil {
			y.t.Fatal(err)
		}
		y.must(y.call(http.MethodPost, "/api/waitlist-entry/answer", map[string]any{
			"answer": "accept", "offerId": offer,
		}, holds(y.entryKey(p[5].email))...), http.StatusOK)
		n.cancelled, n.guests, n.offers = 1, 0, 2
	})
	switch r % 4 {
	case 1:
		on(4, func() {
			to := moveBody(y.Clock.Now())
			path := "/api/occurrences/" + date + "/move"
			to["fingerprint"] = y.must(y.staff(http.MethodPost, path+"/check", to),
				http.StatusOK).json(y.t)["fingerprint"]
			y.must(y.staff(http.MethodPost, path, to), http.StatusOK)
			y.knows.tells(isMoved, 1, p[0].email, p[2].email, p[3].email, p[4].email, p[5].email)
			y.knows.tells(isMoved, 0, p[1].email)
			ends(clock.Day(y.Clock.Now()).AddDate(0, 0, 28).Add(15 * time.Hour))
		})
	case 3:
		on(4, func() {
			switch {
			case y.number(`
				select count(*) from occurrence where id = $1 and status = 'cancelled'`, date) > 0:
				// another round closed this evening
			case r%8 == 3:
				y.closes(n.ends)
			default:
				path := "/api/occurrences/" + date + "/off"
				check := y.must(y.staff(http.MethodPost, path+"/check", offBody("")), http.StatusOK)
				y.must(y.staff(http.MethodPost, path, offBody(check.json(y.t)["fingerprint"])),
					http.StatusOK)
			}
			n.off = true
			y.knows.tells(goesNot, 1, p[0].email, p[2].email, p[3].email, p[4].email, p[5].email)
			y.knows.tells(goesNot, 0, p[1].email)
		})
		on(5, func() { y.rings(date) }) // whoever left a number alone
	}
	gone := -1
	switch r % 3 {
	case 0: // who erases all of their own
		gone = 4
		on(5, func() {
			y.must(y.call(http.MethodPost, "/api/erase-mine", nil,
				holds(y.registrationKey(p[4].email))...), http.StatusNoContent)
		})
	case 1: // who asks the house to
		gone = 3
		on(5, func() {
			y.must(y.staff(http.MethodPost, "/api/persons/search",
				map[string]any{"what": p[3].email}), http.StatusOK)
			y.must(y.staff(http.MethodPost, "/api/persons/view", map[string]any{
				"what": p[3].email, "reason": "erase", "sure": true,
			}), http.StatusOK)
			y.must(y.staff(http.MethodPost, "/api/persons/erase", map[string]any{
				"what": p[3].email, "word": "wissen", "rows": []string{},
			}), http.StatusOK)
		})
	default: // whose complaint is not done
		on(5, func() {
			until := clock.Day(y.Clock.Now()).AddDate(0, 2, 20)
			y.must(y.staff(http.MethodPost, "/api/persons/hold", map[string]any{
				"what": p[2].email, "until": clock.Date(until), "reason": "complaint",
			}), http.StatusOK)
			if until.After(p[2].lasts[0].may) {
				p[2].until(until, time.Time{})
			}
		})
	}
	on(5, func() {
		if gone < 0 {
			return
		}
		p[gone].until(y.Clock.Now(), y.Clock.Now())
		y.knows.erased[p[gone].email] = y.Clock.Now()
		if n.off { // it was told that nobody comes, and nobody is free to come again
			return
		}
		n.registered--
		n.site--
	})
	on(7, func() { // on Monday who waits is asked once more: a place came free in the weekend
		if err := y.queue.Do(y.t.Context(), "waitlist sweep"); err != nil {
			y.t.Fatal(err)
		}
		y.mailed()
		if gone >= 0 && !n.off {
			n.offers++
		}
	})
	last := 15
	if r%4 == 1 {
		last = 4 + 28
	}
	y.eves[day+last-1] = append(y.eves[day+last-1], func() { // one of them wants to be reminded
		if !n.off {
			y.knows.reminded[p[0].email] = map[string]bool{clock.Date(y.Clock.Now()): true}
		}
	})
	if r%4 != 3 {
		on(last, func() { y.atDoor(date, n, p[0].name, p[2].name) })
	}
	on(last+1, func() {
		if n.off {
			*n = tallied{cancelled: n.cancelled, waitlist: n.waitlist, offers: n.offers, off: true}
		}
	})
}

// closes closes the house in the evening that ends at this moment.
func (y *year) closes(ends time.Time) {
	y.t.Helper()
	when := map[string]any{
		"first": clock.Date(ends), "from": "19.00", "to": "23.00",
		"reason": "Er is iets met het gebouw.",
	}
	when["fingerprint"] = y.must(y.staff(http.MethodPost, "/api/closures/check", when),
		http.StatusOK).json(y.t)["fingerprint"]
	y.must(y.staff(http.MethodPost, "/api/closures", when), http.StatusOK)
}

// rings calls somebody about a date, who does not pick up.
func (y *year) rings(date string) {
	y.t.Helper()
	var call string
	if err := y.Pool.QueryRow(context.Background(), `
		select id from call where occurrence_id = $1 and state = 'open' limit 1`, date,
	).Scan(&call); err != nil {
		y.t.Fatal("nobody is to be called: ", err)
	}
	y.must(y.staff(http.MethodPost, "/api/calls/"+call+"/outcome", map[string]any{
		"outcome": "voicemail", "tries": 0,
	}), http.StatusOK)
}

// atDoor says on the day who is there: one is, one is not.
func (y *year) atDoor(date string, n *tallied, here, absent string) {
	y.t.Helper()
	y.Clock.Set(n.ends.Add(-30 * time.Minute))
	y.sanne = y.signInAs(y.t, "sanne", "coordinator")
	h := &hall{site: y.site}
	day := (&phone{hall: h, cookie: y.sanne}).day()
	for _, session := range day.Sessions {
		if session.Occurrence != date {
			continue
		}
		taps := evening.Taps{}
		for _, one := range session.People {
			wanted := map[string]string{here: "here", absent: "absent"}[one.Name]
			if wanted == "" {
				continue
			}
			taps.Taps = append(taps.Taps, evening.Tap{
				ID: date + one.ID, Kind: "attendance", Session: session.ID, Registration: one.ID,
				Wanted: wanted, Tapper: day.Tapper, Day: clock.Date(y.Clock.Now()),
			})
		}
		a := y.must(y.staff(http.MethodPost, "/api/taps", taps), http.StatusOK)
		if len(taps.Taps) != 2 {
			y.t.Fatalf("%d of two are on the screen: %s", len(taps.Taps), a.body)
		}
		n.attended, n.absent = 1, 1
		return
	}
	y.t.Fatalf("the date of %v is not of today", n.ends)
}

// countsAgree holds what the site counted against what the simulation did.
func (y *year) countsAgree() {
	y.t.Helper()
	for date, n := range y.dates {
		var c tallied
		if err := y.Pool.QueryRow(context.Background(), `
			select registered, guests, cancelled, attended, absent, first_time, site, telefoon,
				waitlist, offers
			from occurrence_count
			where occurrence_id = $1`, date).Scan(&c.registered, &c.guests, &c.cancelled,
			&c.attended, &c.absent, &c.first, &c.site, &c.telefoon, &c.waitlist,
			&c.offers); err != nil {
			y.t.Errorf("a date was never counted: %v", err)
			continue
		}
		c.off, c.ends = n.off, n.ends
		if c != *n {
			y.t.Errorf("counted %+v, and it was %+v", c, *n)
		}
	}
}
