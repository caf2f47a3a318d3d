package places_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
)

func TestFreedPlaceIsOfferedToTheFirstWithDeadlineAndJob(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 3, nil)
	r.CancelPlace(person(1))
	r.wantStates(o, "offered waiting waiting")
	if r.Mails("M7") != 1 || r.Mails("M10") != 1 {
		t.Fatal("one offer mail, one cancel mail")
	}
	e := r.entryOf(waiting(1))
	// Monday 10.00 + 24 counted hours
	if want := "2026-11-18T12:00:00+01:00"; e.Offer == nil || e.Offer.Until != want {
		t.Fatalf("offer %+v, want until %s", e.Offer, want)
	}
	if r.Number(`river_job where kind = 'settle' and args->>'occurrence' = $1`, o) < 2 {
		t.Fatal("no job for the deadline")
	}
	// while the place is held, nobody else gets it
	r.Want(r.Register(o, r.SignUp("Nieuw", addr("nieuw"))), 409)
}

func TestYesMakesARegistrationOnce(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 2, nil)
	r.CancelPlace(person(1))
	offer := r.offerID(r.EntryToken(waiting(1)))
	if e := r.say(waiting(1), "accept"); e.State != "accepted" || e.Late {
		t.Fatalf("%+v", e)
	}
	if e := r.sayTo(waiting(1), "accept", offer); e.State != "accepted" || e.Late {
		t.Fatalf("second press: %+v", e)
	}
	r.wantStates(o, "accepted waiting")
	if r.Mails("M9") != 1 || r.Number(`select taken from occurrence where id = $1`, o) != 2 {
		t.Fatal("one mail M9 and the place taken")
	}
	r.Want(r.Holder("GET", "/api/registration", r.RegistrationToken(waiting(1)), nil), 200)
}

func TestNoGoesToTheNext(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	r.CancelPlace(person(1))
	r.say(waiting(1), "decline")
	r.wantStates(o, "declined offered")
	if r.asked() != 2 {
		t.Fatal("one offer mail per offer")
	}
}

func TestNotYetKeepsThePositionOnceAndOffersTheNextAtOnce(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 2, nil)
	r.CancelPlace(person(1))
	if e := r.entryOf(waiting(1)); !e.CanDefer {
		t.Fatal("the first time there is a button")
	}
	r.say(waiting(1), "defer")
	r.wantStates(o, "waiting offered")
	r.CancelPlace(person(2)) // a new place: number 1 is the first again
	r.wantStates(o, "offered offered")
	e := r.entryOf(waiting(1))
	if e.CanDefer {
		t.Fatal("the button is gone the second time")
	}
	r.Want(
		r.Holder("POST", "/api/waitlist-entry/answer", r.EntryToken(
			waiting(1),
		), map[string]any{"answer": "defer", "offerId": e.Offer.ID}),
		409,
	)
}

func TestListUsedUpOpensThePlaceToAll(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	r.CancelPlace(person(1))
	r.say(waiting(1), "defer")
	r.Want(r.Register(o, r.SignUp("Nieuw", addr("nieuw"))), 409)
	r.say(waiting(2), "defer")
	r.wantStates(o, "waiting waiting")
	if r.asked() != 2 {
		t.Fatal("who deferred is not asked again for the same place")
	}
	r.Want(r.Wait(o, "Nieuw", addr("nieuw")), 409) // there is a place: sign up
	r.signs(o, "Nieuw", addr("nieuw"))
	r.Invariants()
}

func TestLeavingWithoutAnOfferOffersNothingWithOneItCountsAsNo(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 3, nil)
	r.Want(r.Holder("DELETE", "/api/waitlist-entry", r.EntryToken(waiting(2)), nil), 200)
	r.wantStates(o, "waiting left waiting")
	if r.Number(`vacancy`) != 0 || r.Mails("M7") != 0 {
		t.Fatal("leaving made a vacancy")
	}
	r.CancelPlace(person(1))
	r.Want(r.Holder("DELETE", "/api/waitlist-entry", r.EntryToken(waiting(1)), nil), 200)
	r.wantStates(o, "left left offered")
	r.MustCount(1, `vacancy`)
	// again: the same
	r.Want(r.Holder("DELETE", "/api/waitlist-entry", r.EntryToken(waiting(1)), nil), 200)
}

func TestExpiryReturnsToThePositionOnceThenLeavesTheList(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 2, nil)
	r.CancelPlace(person(1))
	first := r.offerID(r.EntryToken(waiting(1)))
	r.Deliver()
	// the deadline itself is too late
	r.Clock.Set(time.Date(2026, 11, 18, 12, 0, 0, 0, r.Clock.Now().Location()))
	if e := r.entryOf(waiting(1)); e.State != "waiting" || e.Offer != nil {
		t.Fatalf("the page before the job ran: %+v", e)
	}
	r.wakeUp(o)
	r.wantStates(o, "waiting offered")
	r.wakeUp(o) // twice changes nothing
	r.wantStates(o, "waiting offered")
	if e := r.sayTo(waiting(1), "accept", first); !e.Late || e.State != "waiting" {
		t.Fatalf("late press while the next has the offer: %+v", e)
	}
	r.CancelPlace(person(2))
	r.wantStates(o, "offered offered")
	r.Deliver()
	r.Clock.Advance(72 * time.Hour)
	r.wakeUp(o)
	if got := strings.Fields(r.states(o))[0]; got != "expired" {
		t.Fatalf("second expiry: %s", got)
	}
	r.Invariants()
}

func TestLatePressGetsAPlaceThatIsFreeAndUnclaimed(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 1, nil)
	r.CancelPlace(person(1))
	offer := r.offerID(r.EntryToken(waiting(1)))
	r.Deliver()
	r.Clock.Advance(72 * time.Hour)
	if e := r.sayTo(waiting(1), "accept", offer); e.State != "accepted" || e.Late {
		t.Fatalf("nobody else wanted it: %+v", e)
	}
	r.wantStates(o, "accepted")
}

func TestTwoPlacesForTwoPeopleAndOneForOne(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 0, func(a *rules.Activity) { a.MaxGuests = 1 })
	r.Want(
		r.Call("POST", "/api/occurrences/"+o+
			"/waitlist", map[string]any{
			"name":           "Samen",
			"email":          waiting(1),
			"preferredWay":   "mail",
			"shortNotice":    true,
			"guests":         1,
			"consent":        true,
			"consentVersion": "wachtlijst-1-7",
			"formTime":       r.FormTime(),
		}), 201,
	)
	r.CancelPlace(person(1))
	if e := r.entryOf(waiting(1)); e.Offer.Seats != 1 {
		t.Fatalf("one place is free: %+v", e.Offer)
	}
	r.say(waiting(1), "defer")
	r.CancelPlace(person(2)) // the first place is open to all now; this one has a claim
	if e := r.entryOf(waiting(1)); e.Offer.Seats != 2 {
		t.Fatalf("two places are free: %+v", e.Offer)
	}
	r.wantRoom(o, 0) // both are held
	r.say(waiting(1), "accept")
	r.wantStates(o, "accepted")
}

// Two people think about one place when a second one comes free, and nobody else waits: it is kept
// for them until they answer.
func TestASecondPlaceWaitsForTheAnswerOfTwoPeople(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer string
		seats  int // that they are offered next
		room   int // for everybody
	}{{"defer", 2, 0}, {"accept", 0, 1}, {"decline", 0, 2}} {
		t.Run(c.answer, func(t *testing.T) {
			r := setup(t)
			o := r.Queue(3, 0, func(a *rules.Activity) { a.MaxGuests = 1 })
			r.waitForTwo(o, waiting(1))
			r.CancelPlace(person(1))
			r.CancelPlace(person(2))
			if e := r.entryOf(waiting(1)); e.Offer.Seats != 1 {
				t.Errorf("the offer is of %d places, want 1", e.Offer.Seats)
			}
			r.wantRoom(o, 0)
			r.MustCount(1, `vacancy where state = 'open'
				and reason = 'waitsForAnswer'`)
			r.CancelPlace(person(3)) // they want no third one
			r.wantRoom(o, 1)
			r.say(waiting(1), c.answer)
			if e := r.entryOf(waiting(1)); c.seats > 0 && e.Offer.Seats != c.seats {
				t.Errorf("they are offered %d places, want %d", e.Offer.Seats, c.seats)
			}
			r.wantRoom(o, c.room+1)
		})
	}
}

// asked is how often somebody was offered a place by mail.
func (r *room) asked() int {
	r.T.Helper()
	return r.Number(`mail where kind = 'M7'`)
}

// wantRoom wants so many places that anybody can have.
func (r *room) wantRoom(occurrence string, want int) {
	r.T.Helper()
	r.MustCount(want, `
		select case when claimed then 0 else seat_limit - taken - held end
		from occurrence
		where id = $1`, occurrence)
}

// waitForTwo lets a group of two wait.
func (r *room) waitForTwo(occurrence, email string) {
	r.T.Helper()
	r.Want(
		r.Call("POST", "/api/occurrences/"+occurrence+
			"/waitlist", map[string]any{
			"name":           "Samen",
			"email":          email,
			"preferredWay":   "mail",
			"shortNotice":    true,
			"guests":         1,
			"consent":        true,
			"consentVersion": "wachtlijst-1-7",
			"formTime":       r.FormTime(),
		}), 201,
	)
}

func TestTwoPeopleBesideOneFreePlaceAreOfferedBothWhenASecondComes(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.MaxGuests = 1 }),
		monday.AddDate(0, 0, 15),
		2,
		nil,
	)
	r.Fill(o, 1, 0)
	r.waitForTwo(o, waiting(1)) // they chose the list: the one place stays free for all
	r.wantStates(o, "waiting")
	r.wantRoom(o, 1)
	r.CancelPlace(person(1))
	if e := r.entryOf(waiting(1)); e.Offer == nil || e.Offer.Seats != 2 {
		t.Fatalf("two places are free: %+v", e.Offer)
	}
	r.Want(r.Register(o, r.SignUp("Nieuw", addr("nieuw"))), 409)
	r.say(waiting(1), "defer") // the spare place goes back to all, as the other
	r.wantStates(o, "waiting")
	r.wantRoom(o, 2)
	if r.asked() != 1 {
		t.Fatal("asked again for the same places")
	}
}

// Two places came free. The second is free for all, but nobody is told so while the first is on
// offer: who comes then reads "vol" and waits. When the first is gone, the second is theirs to
// have.
func TestWhoWasToldThatItIsFullIsAskedBeforeThePlaceOpensToAll(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 2, nil)
	r.CancelPlace(person(1))
	r.CancelPlace(person(2))
	r.say(waiting(2), "defer")
	r.Want(r.Register(o, r.SignUp("W3", waiting(3))), 409)
	r.queues(o, "W3", waiting(3))
	r.wantStates(o, "offered waiting waiting")
	r.say(waiting(1), "accept")
	r.wantStates(o, "accepted waiting offered")
	if e := r.entryOf(waiting(3)); e.Offer == nil || r.asked() != 3 {
		t.Fatalf("the place opened to all, and who read that it is full was never told: %+v", e)
	}
	r.wantRoom(o, 0)
	r.say(waiting(3), "defer") // who said "not yet" before is not asked again for the same place
	r.wantStates(o, "accepted waiting waiting")
	r.wantRoom(o, 1)
	r.signs(o, "Nieuw", addr("nieuw"))
}

func TestWhoGetsAPlaceByALateYesLeavesTheListWithEveryEntry(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 1, nil)
	over := func(days int) {
		r.Deliver()
		r.Clock.Set(r.Clock.Now().AddDate(0, 0, days))
		r.wakeUp(o)
	}
	r.CancelPlace(person(1))
	over(3)
	r.CancelPlace(person(2))
	first := r.EntryToken(waiting(1))
	offer := r.offerID(first)
	over(7) // the second time: off the list
	r.wantStates(o, "expired")
	for i := 3; i <= 4; i++ {
		r.signs(o, "P", person(i))
	}
	r.queues(o, "W1", waiting(1))
	r.CancelPlace(person(3))
	r.say(waiting(1), "defer") // one place is free for all
	r.Want(r.Holder(
		"POST",
		"/api/waitlist-entry/answer",
		first,
		map[string]any{"answer": "accept", "offerId": offer},
	), 200)
	r.wantStates(o, "accepted accepted")
	r.CancelPlace(person(4))
	r.MustCount(3, `offer`)
}

func TestPlaceFreedAtNightWaitsForNineAndIsHeld(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 1, nil)
	r.Clock.Set(time.Date(2026, 11, 16, 23, 30, 0, 0, r.Clock.Now().Location()))
	r.CancelPlace(person(1))
	if r.reason(o) != places.ReasonHours || r.Mails("M7") != 0 {
		t.Fatalf("reason %q", r.reason(o))
	}
	r.Want(r.Register(o, r.SignUp("Nieuw", addr("nieuw"))), 409)
	r.Invariants()
	jobs := r.Number(`river_job where kind = 'settle'`)
	r.wakeUp(o)
	r.wakeUp(o)
	if n := r.Number(`river_job where kind = 'settle'`); n != jobs {
		t.Fatalf("%d jobs became %d", jobs, n)
	}
	r.Clock.Set(time.Date(2026, 11, 17, 9, 0, 0, 0, r.Clock.Now().Location()))
	r.wakeUp(o)
	r.wantStates(o, "offered")
}

func TestWithinTwelveHoursThePlaceIsForThePhoneListWithItsReason(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 1, nil)
	r.Clock.Set(monday.AddDate(0, 0, 15).Add(-5 * time.Hour))
	r.CancelPlace(person(1))
	if r.reason(o) != places.ReasonPhoneList || r.Mails("M7") != 0 {
		t.Fatalf("reason %q", r.reason(o))
	}
	r.Want(r.Register(o, r.SignUp("Nieuw", addr("nieuw"))), 409)
	r.wantStates(o, "waiting")
	r.Clock.Set(monday.AddDate(0, 0, 15)) // the start: nothing is held any more
	r.wakeUp(o)
	r.wantStates(o, "closed")
	r.MustCount(0, `select held from occurrence where id = $1`, o)
}

func TestWhoCannotComeAtShortNoticeIsNotOnThePhoneList(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 0, nil)
	r.Want(
		r.Call("POST", "/api/occurrences/"+o+
			"/waitlist", map[string]any{
			"name":           "W",
			"email":          waiting(1),
			"preferredWay":   "mail",
			"shortNotice":    false,
			"consent":        true,
			"consentVersion": "wachtlijst-1-7",
			"formTime":       r.FormTime(),
		}), 201,
	)
	r.Clock.Set(monday.AddDate(0, 0, 15).Add(-5 * time.Hour))
	r.CancelPlace(person(1))
	r.signs(o, "Nieuw", addr("nieuw"))
	r.Invariants()
}

func TestPhonePeopleAndCallFirstDatesAreHeldWithTheirReason(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 0, nil)
	r.Want(
		r.Call("POST", "/api/occurrences/"+o+
			"/waitlist", map[string]any{
			"name":           "W",
			"phone":          "0123456789",
			"preferredWay":   "phone",
			"shortNotice":    true,
			"consent":        true,
			"consentVersion": "wachtlijst-1-7",
			"formTime":       r.FormTime(),
		}), 201,
	)
	r.CancelPlace(person(1))
	if r.reason(o) != places.ReasonPhone || r.Mails("M7") != 0 {
		t.Fatalf("reason %q", r.reason(o))
	}
	r.wantStates(o, "offered")

	call := alone(t)
	o = call.Queue(1, 2, func(a *rules.Activity) { a.CallsFirst = true })
	call.CancelPlace(person(1))
	if call.reason(o) != places.ReasonCallFirst {
		t.Fatalf("reason %q", call.reason(o))
	}
	call.wantStates(o, "waiting waiting")
	call.Want(call.Register(o, call.SignUp("Nieuw", addr("nieuw"))), 409)
}

func TestCapacityLoweredBelowThePeoplePresent(t *testing.T) {
	r := setup(t)
	o := r.Queue(4, 2, nil)
	set := func(n int) (present int) {
		r.Tx(func(tx pgx.Tx) (err error) {
			present, err = r.SetCapacity(context.Background(), tx, o, n)
			return err
		})
		r.Invariants()
		return present
	}
	if set(2) != 4 {
		t.Fatal("all keep their place")
	}
	r.CancelPlace(person(1))
	r.CancelPlace(person(2))
	r.wantStates(o, "waiting waiting")
	if r.Number(`select seat_limit from occurrence where id = $1`, o) != 2 || r.Mails("M7") != 0 {
		t.Fatal("the limit falls with each cancellation, without an offer")
	}
	r.CancelPlace(person(3))
	r.wantStates(o, "offered waiting")
	set(4)
	r.wantStates(o, "offered offered")
	r.say(waiting(1), "defer") // nobody else waits for that place: it is open to all
	r.say(waiting(2), "defer") // the other place goes to number 1
	r.wantStates(o, "offered waiting")
	set(5) // only the new place is offered, not the two that are open to all
	r.wantStates(o, "offered offered")
	r.MustCount(2, `select seat_limit - taken - held from occurrence where id = $1`, o)
	r.Tx(func(tx pgx.Tx) error {
		if _, err := r.SetCapacity(context.Background(), tx, o, 0); err == nil {
			t.Error("a capacity of 0 was taken")
		}
		return nil
	})
}

func TestWaitlistFullOffAndTwice(t *testing.T) {
	r := setup(t)
	one := 1
	o := r.Queue(1, 1, func(a *rules.Activity) { a.WaitlistLimit = &one })
	if w := r.Want(
		r.Wait(o, "W2", waiting(2)),
		409,
	); !strings.Contains(w.Body.String(), "waitlist_full") {
		t.Fatal(w.Body)
	}
	off := r.Queue(1, 0, func(a *rules.Activity) { a.Waitlist = false })
	r.Want(r.Wait(off, "W2", waiting(2)), 409)
	body := r.SignUp("W2", waiting(2))
	body["ifFull"] = "waitlist"
	r.Want(r.Register(off, body), 409)

	twice := r.Queue(1, 1, nil)
	first := r.queues(twice, "W9", waiting(9))
	again := r.queues(twice, "W9", waiting(9))
	if first.Body.String() != again.Body.String() || r.Mails("M6") != 1 {
		t.Fatal("again on the list: the same answer and M6")
	}
	r.Invariants()
}

func TestAfterNoSomebodyMayJoinAgainAtTheEnd(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 2, nil)
	r.CancelPlace(person(1))
	r.say(waiting(1), "decline")
	r.Clock.Advance(time.Second)
	r.queues(o, "W1", waiting(1))
	r.wantStates(o, "declined offered waiting")
}

func TestAheadIsRoundedDownToFives(t *testing.T) {
	r := setup(t)
	r.Queue(1, 8, nil)
	if a, b := r.entryOf(waiting(5)).Ahead, r.entryOf(waiting(8)).Ahead; a != 0 || b != 5 {
		t.Fatalf("ahead %d and %d", a, b)
	}
}
