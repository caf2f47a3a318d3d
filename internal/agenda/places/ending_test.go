package places_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// clock at the house.
func on(day, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, monday.Location())
}

// goes lets the moments of a mail that is refused pass: tried at once, and after 1, 5, 15, 60 and
// 240 minutes.
func (r *room) goes(until time.Time) {
	r.T.Helper()
	for t := r.Clock.Now(); t.Before(until); t = t.Add(time.Minute) {
		r.Clock.Set(t)
		r.Deliver()
	}
	r.Clock.Set(until)
}

func (r *room) untilOf(email string) string {
	r.T.Helper()
	e := r.entryOf(email)
	if e.Offer == nil {
		r.T.Fatalf("no offer: %+v", e)
	}
	return e.Offer.Until
}

func (r *room) blamed(occurrence string) int {
	r.T.Helper()
	return r.Number(`
		waitlist_entry
		where occurrence_id = $1
			and (state in ('expired', 'unreached') or (doc->>'expiredOnce')::boolean)`, occurrence)
}

// soon is a date that starts in a day and a half, so that the short window counts, with two people
// on its list.
func (r *room) soon(waits int) string {
	r.T.Helper()
	o := r.Date(r.Activity(nil), on(17, 20, 0), 1, nil)
	r.Fill(o, 1, waits)
	r.Deliver()
	return o
}

// Two windows ran out while no mail left the house, and somebody was off the list who never heard
// of an offer.
func TestAMailOutageBlamesNobodyAndThePlaceWaitsForIt(t *testing.T) {
	r := setup(t)
	o := r.soon(2)
	r.Post.Down.Store(true)
	r.CancelPlace(person(1))
	r.goes(on(16, 14, 0)) // the deadline of the first try
	r.wakeUp(o)
	r.wantStates(o, "waiting waiting")
	if r.reason(o) != "mailDown" || r.blamed(o) != 0 || r.Mails("M7") != 0 {
		t.Fatalf("reason %q, %d blamed, %d mails", r.reason(o), r.blamed(o), r.Mails("M7"))
	}
	r.wantRoom(o, 0)
	r.Clock.Set(on(16, 14, 30))
	r.sweep()
	r.wantStates(o, "waiting waiting") // it sleeps
	r.Post.Down.Store(false)
	woken := r.Number(`river_job where kind = 'settle'`)
	r.Clock.Set(on(16, 15, 0))
	r.Want(r.Register(r.Place(5), r.SignUp("Bo", addr("bo"))), 201)
	r.Deliver()
	if n := r.Number(`river_job where kind = 'settle'`); n != woken+1 {
		t.Errorf("%d jobs woke the date when a mail was accepted", n-woken)
	}
	r.Clock.Advance(time.Second)
	r.wakeUp(o)
	r.wantStates(o, "offered waiting") // the first in line again, for the same place
	r.Deliver()
	if got := r.untilOf(waiting(1)); got != "2026-11-16T19:00:01+01:00" {
		t.Errorf("until %s", got)
	}
	r.Clock.Set(on(16, 19, 0).Add(time.Second))
	r.wakeUp(o)
	r.wantStates(o, "waiting offered")
	if r.blamed(o) != 1 {
		t.Error("this time the mail arrived")
	}
}

// A mail is given up after two days. When no mail went out in all that time, the person is not who
// could not be reached.
func TestAnOutageOverAWeekendBlamesNobodyEither(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	r.Deliver()
	r.Clock.Set(on(20, 18, 0)) // Friday: the deadline is on Tuesday
	r.Post.Down.Store(true)
	r.CancelPlace(person(1))
	for range 14 {
		r.Deliver()
		r.Clock.Advance(4 * time.Hour)
	}
	if n := r.Number(`mail where kind = 'M7' and state = 'dead'`); n != 1 {
		t.Fatal("the mail still tries: this test proves nothing")
	}
	r.sweep()
	r.wantStates(o, "waiting waiting")
	if r.reason(o) != "mailDown" || r.blamed(o) != 0 {
		t.Errorf("reason %q, %d blamed", r.reason(o), r.blamed(o))
	}
}

// The mail of an offer that is answered on the own page would otherwise try for two days, and hold
// up the mail of the next offer to the same person.
func TestAnAnswerTakesBackTheMailThatDidNotGoOut(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"accept", "decline", "defer"} {
		r := alone(t)
		r.soon(1)
		r.Post.Down.Store(true)
		r.CancelPlace(person(1))
		r.Deliver()
		r.say(waiting(1), answer)
		if n := r.Mails("M7"); n != 0 {
			t.Errorf("%s: %d mails still tell of the offer", answer, n)
		}
	}
}

func TestTheTimeToThinkBeginsWhenTheMailGoes(t *testing.T) {
	r := setup(t)
	o := r.soon(1)
	r.Post.Down.Store(true)
	r.CancelPlace(person(1))
	r.goes(on(16, 10, 20))
	if got := r.untilOf(waiting(1)); got != "2026-11-16T14:06:00+01:00" {
		t.Errorf("after tries at 10.00, 10.01 and 10.06: until %s", got)
	}
	r.Post.Down.Store(false)
	r.goes(on(16, 10, 30)) // accepted at 10.21
	for moment, want := range map[time.Time]string{
		on(16, 14, 0):                    "offered", // over, had no try succeeded
		on(16, 14, 21).Add(-time.Second): "offered",
	} {
		r.Clock.Set(moment)
		r.sweep()
		r.wantStates(o, want)
	}
	if got := r.untilOf(waiting(1)); got != "2026-11-16T14:21:00+01:00" {
		t.Errorf("until %s", got)
	}
	r.Clock.Set(on(16, 14, 21))
	r.sweep()
	r.wantStates(o, "waiting")
	if r.blamed(o) != 1 {
		t.Error("they had their four hours")
	}
}

func TestAnOfferThatDidNotArriveBecomesACallWhereANumberIsKnown(t *testing.T) {
	t.Parallel()
	const number = "0612345678"
	for name, x := range map[string]struct {
		phone        string
		refused      bool
		want, reason string
		blamed       int
	}{
		"no mail goes out, number known":   {number, false, "offered waiting", "offeredPhone", 0},
		"address refused, number known":    {number, true, "offered waiting", "offeredPhone", 0},
		"address refused, no number known": {"", true, "unreached offered", "offered", 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			o := r.soon(0)
			gone := addr("wim")
			body := map[string]any{
				"name":           "Wim",
				"email":          gone,
				"preferredWay":   "mail",
				"shortNotice":    true,
				"consent":        true,
				"consentVersion": "wachtlijst-1-7",
				"formTime":       r.FormTime(),
			}
			if x.phone != "" {
				body["phone"] = x.phone
			}
			r.Want(r.Call("POST", "/api/occurrences/"+o+"/waitlist", body), 201)
			r.queues(o, "W2", waiting(2))
			r.Deliver()
			r.CancelPlace(person(1))
			woken := r.Number(`river_job where kind = 'settle'`)
			if x.refused {
				r.Post.Refuses.Store(&gone)
				r.Deliver()
				if r.Number(`river_job where kind = 'settle'`) <= woken {
					t.Error("nothing wakes the date at once")
				}
			} else {
				r.Post.Down.Store(true)
				r.goes(on(16, 14, 0))
			}
			r.wakeUp(o)
			r.wantStates(o, x.want)
			if r.reason(o) != x.reason || r.blamed(o) != x.blamed {
				t.Errorf("reason %q, %d blamed", r.reason(o), r.blamed(o))
			}
			r.MustCount(0, `
				mail
				where cause_id = (select id from waitlist_entry where email_key = $1)
					and state in ('queued', 'sending', 'failed')`, r.Keys.EmailKey(gone))
		})
	}
}

func TestACallThatNobodyMadeIsNobodysBlame(t *testing.T) {
	r := setup(t)
	o := r.soon(0)
	r.Want(r.Call("POST", "/api/occurrences/"+o+"/waitlist", map[string]any{
		"name":           "Wim",
		"phone":          "0612345678",
		"preferredWay":   "phone",
		"shortNotice":    true,
		"consent":        true,
		"consentVersion": "wachtlijst-1-7",
		"formTime":       r.FormTime(),
	}), 201)
	r.queues(o, "W2", waiting(2))
	r.CancelPlace(person(1))
	r.wantStates(o, "offered waiting")
	r.Clock.Set(on(16, 14, 0).Add(-time.Second))
	r.sweep()
	r.wantStates(o, "offered waiting")
	r.Clock.Set(on(16, 14, 0))
	r.sweep()
	r.wantStates(o, "waiting offered")
	if r.blamed(o) != 0 {
		t.Error("blamed for a call that nobody made")
	}
}

func TestAnOfferThatIsLateOnTheRoadGoesToThePhoneListInstead(t *testing.T) {
	r := setup(t)
	o := r.soon(1)
	r.CancelPlace(person(1))
	r.Clock.Set(on(17, 8, 30)) // nobody sent mails for a night: less than twelve hours are left
	r.Deliver()
	r.wantStates(o, "waiting")
	if r.reason(o) != "phoneList" || r.blamed(o) != 0 || r.Mails("M7") != 0 {
		t.Fatalf("reason %q, %d blamed, %d mails", r.reason(o), r.blamed(o), r.Mails("M7"))
	}
}

func TestADateThatGoesOfflineSendsNoOffer(t *testing.T) {
	r := setup(t)
	activity := r.Activity(nil)
	o := r.Date(activity, on(17, 20, 0), 1, nil)
	r.Fill(o, 1, 1)
	r.CancelPlace(person(1))
	change := stored(t, r, activity)
	archived := func(status string) {
		change.Status = status
		r.Tx(func(tx pgx.Tx) error {
			return r.SaveActivity(t.Context(), tx, activity, change)
		})
	}
	archived("archived")
	r.Deliver()
	if r.states(o) != "waiting" || r.reason(o) != "cancelled" {
		t.Fatalf("states %q, reason %q", r.states(o), r.reason(o))
	}
	archived("published")
	r.wakeUp(o)
	r.wantStates(o, "offered")
	if r.blamed(o) != 0 {
		t.Error("blamed for an offer that was never sent")
	}
}
