package places_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
)

func TestSignUpTakesAPlaceAndMailsOnce(t *testing.T) {
	r := setup(t)
	o := r.Place(2)
	w := r.signs(o, "Anja", addr("anja"))
	if got := strings.TrimSpace(w.Body.String()); got != `{"status":"registered"}` {
		t.Fatalf("answer %s", got)
	}
	if r.Number(`select taken from occurrence where id = $1`, o) != 1 || r.Mails("M1") != 1 {
		t.Fatal("one place and one mail expected")
	}
	if n := r.Number(`
		registration where doc::text ilike '%anja%' or encode(sealed,
			'escape') ilike '%anja%' or encode(name_email_key, 'escape') ilike '%anja%'`); n != 0 {
		t.Fatal("the name or address can be read in the database")
	}
	r.Invariants()
}

func TestSignUpAgainGetsTheSameAnswerOneRowAndM2(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	first := r.signs(o, "Anja", addr("anja"))
	again := r.signs(o, "  ANJA ", "Anja@Voorbeeld.example")
	if first.Body.String() != again.Body.String() ||
		fmt.Sprint(first.Header()) != fmt.Sprint(again.Header()) {
		t.Fatalf("known and unknown differ: %v %v", first, again)
	}
	if r.Number(`registration`) != 1 || r.Number(`
		select taken from occurrence where id = $1`, o) != 1 {
		t.Fatal("a second row or place")
	}
	if r.Mails("M1") != 1 || r.Mails("M2") != 1 {
		t.Fatal("want one M1 and one M2")
	}
	r.Invariants()
}

func TestTwoNamesOnOneAddressAreTwoSignUps(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.signs(o, "Anja", addr("samen"))
	r.signs(o, "Bart", addr("samen"))
	if r.Number(`select taken from occurrence where id = $1`, o) != 2 || r.Mails("M1") != 2 {
		t.Fatal("two people, two places, two mails")
	}
}

func TestPhoneOnlySignUpHasNoMail(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	body := r.SignUp("Carla", "")
	delete(body, "email")
	body["phone"] = "+31 (0)6-12 34 56 78"
	r.Want(r.Register(o, body), 201)
	body = r.SignUp("Carla", "")
	delete(body, "email")
	body["phone"] = "0031612345678"
	r.Want(r.Register(o, body), 201)
	if r.Number(`registration`) != 1 || r.Number(`mail`) != 0 {
		t.Fatal("one person however the number is written, and no mail")
	}
}

func TestNoMailMeansNoMail(t *testing.T) {
	r := setup(t)
	body := r.SignUp("Dirk", addr("dirk"))
	body["noMail"] = true
	r.Want(r.Register(r.Place(5), body), 201)
	r.MustCount(0, `mail`)
}

func TestFullTellsOrPutsOnTheWaitlistAsAsked(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	r.signs(o, "Anja", addr("anja"))
	w := r.Want(r.Register(o, r.SignUp("Bart", addr("bart"))), 409)
	if !strings.Contains(w.Body.String(), `"code":"full"`) ||
		!strings.Contains(w.Body.String(), `"free":0`) {
		t.Fatalf("answer %s", w.Body)
	}
	if r.Number(`registration`) != 1 || r.Number(`waitlist_entry`) != 0 ||
		r.Number(`idempotency`) != 1 {
		t.Fatal("`tell` stores nothing")
	}
	body := r.SignUp("Bart", addr("bart"))
	body["ifFull"] = "waitlist"
	w = r.Want(r.Register(o, body), 201)
	if !strings.Contains(w.Body.String(), `"waiting"`) || r.Mails("M5") != 1 {
		t.Fatalf("want waiting and M5: %s", w.Body)
	}
	// the answer of a full date does not tell who has a place: Anja hears the same, gets
	// mail.SignedUpBefore and no entry
	body = r.SignUp("Anja", addr("anja"))
	body["ifFull"] = "waitlist"
	again := r.Want(r.Register(o, body), 201)
	if again.Body.String() != w.Body.String() || r.Mails("M2") != 1 ||
		r.Number(`waitlist_entry`) != 1 {
		t.Fatalf("somebody with a place: %s", again.Body)
	}
	r.Want(r.Register(o, r.SignUp("Anja", addr("anja"))), 409)
	r.Invariants()
}

func TestGuestThatDoesNotFitIsTold(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.MaxGuests = 1 }),
		monday.AddDate(0, 0, 15),
		2,
		nil,
	)
	r.signs(o, "Anja", addr("anja"))
	body := r.SignUp("Bart", addr("bart"))
	body["guests"] = 1
	if w := r.Want(r.Register(o, body), 409); !strings.Contains(w.Body.String(), `"free":1`) {
		t.Fatalf("answer %s", w.Body)
	}
	body["guests"] = 2
	r.Want(r.Register(o, body), 422)
	body["guests"] = 0
	r.Want(r.Register(o, body), 201)
	r.Invariants()
}

func TestSameKeyAgainGivesTheSameAnswerAndOneRow(t *testing.T) {
	r := setup(t)
	o, key := r.Place(5), uuid.NewString()
	path := "/api/occurrences/" + o + "/registrations"
	body := r.SignUp("Anja", addr("anja"))
	first := r.Want(r.Call("POST", path, body, "Idempotency-Key", key), 201)
	r.Clock.Advance(time.Minute)
	body["formTime"] = r.FormTime() // a new form time does not make it another sending
	body["name"] = " Anja "
	again := r.Want(r.Call("POST", path, body, "Idempotency-Key", key), 201)
	if first.Body.String() != again.Body.String() || r.Number(`registration`) != 1 ||
		r.Number(`mail`) != 1 {
		t.Fatal("a replay is the same answer and nothing else")
	}
	body["name"] = "Bart"
	if w := r.Want(
		r.Call("POST", path, body, "Idempotency-Key", key),
		422,
	); !strings.Contains(w.Body.String(), "key_reused") {
		t.Fatalf("answer %s", w.Body)
	}
	r.Clock.Advance(25 * time.Hour)
	body["name"], body["formTime"] = "Carla", r.FormTime()
	r.Want(r.Call("POST", path, body, "Idempotency-Key", key), 201)
}

func TestOnlyAStoredResultUsesUpTheKey(t *testing.T) {
	r := setup(t)
	o, key := r.Place(1), uuid.NewString()
	path := "/api/occurrences/" + o + "/registrations"
	body := r.SignUp("", addr("anja"))
	r.Want(r.Call("POST", path, body, "Idempotency-Key", key), 422)
	body["name"], body["formTime"] = "Anja", "kapot"
	r.Want(r.Call("POST", path, body, "Idempotency-Key", key), 422)
	body["formTime"] = r.Tickets.New().FormTime
	if w := r.Want(
		r.Call("POST", path, body, "Idempotency-Key", key),
		422,
	); !strings.Contains(w.Body.String(), "too_fast") {
		t.Fatal(w.Body)
	}
	body["formTime"] = r.FormTime()
	r.Want(r.Call("POST", path, body, "Idempotency-Key", key), 201)
}

func TestSomebodyWhoWaitsAndFindsAPlaceLeavesTheList(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	r.signs(o, "Anja", addr("anja"))
	r.queues(o, "Bart", addr("bart"))
	r.Want(
		r.Holder("DELETE", "/api/registration", r.RegistrationToken(addr("anja")), nil),
		200,
	)
	auth := r.EntryToken(addr("bart"))
	r.Want(
		r.Holder("POST", "/api/waitlist-entry/answer", auth, map[string]any{
			"answer":  "defer",
			"offerId": r.offerID(auth),
		}),
		200,
	)
	// the list is used up, so the place is free for all, also for Bart
	r.signs(o, "Bart", addr("bart"))
	r.MustCount(1, `waitlist_entry where state = 'accepted'`)
	r.Invariants()
}

func (r *room) offerID(auth string) string {
	r.T.Helper()
	var e visitors.Entry
	if err := json.Unmarshal(
		r.Want(r.Holder("GET", "/api/waitlist-entry", auth, nil), 200).Body.Bytes(),
		&e,
	); err != nil || e.Offer == nil {
		r.T.Fatalf("no offer: %v %+v", err, e)
	}
	return e.Offer.ID
}

// Promise 33: a form that was open when its date went is told so, and nothing is stored.
func TestPromise33ClosedGoneAndUnknownDatesStoreNothing(t *testing.T) {
	r := setup(t)
	later := monday.AddDate(0, 0, 10)
	tomorrow := monday.AddDate(0, 0, 1)
	act := r.Activity(nil)
	series := r.Activity(func(a *rules.Activity) { a.Mode = rules.Series })
	for name, x := range map[string]struct {
		occurrence, code string
		status           int
	}{
		"past":      {r.Date(act, monday.AddDate(0, 0, -1), 5, nil), "closed", 409},
		"has begun": {r.Date(act, monday.Add(-time.Hour), 5, nil), "closed", 409},
		"not open yet": {
			r.Date(act, later, 5, func(o *rules.NewOccurrence) { o.Opens = &tomorrow }),
			"closed",
			409,
		},
		"closed": {
			r.Date(act, later, 5, func(o *rules.NewOccurrence) { m := monday; o.Closes = &m }),
			"closed",
			409,
		},
		"cancelled": {
			r.Date(act, later, 5, func(o *rules.NewOccurrence) {
				o.Status, o.Doc.ChangeReason = "cancelled", "Ziek."
			}),
			"gone",
			410,
		},
		"walk-in": {
			r.Date(r.Activity(func(a *rules.Activity) { a.Mode = rules.Walkin }), later, 0, nil),
			"closed",
			409,
		},
		"draft": {
			r.Date(r.Activity(func(a *rules.Activity) { a.Status = "draft" }), later, 5, nil),
			"not_found",
			404,
		},
		"archived": {
			r.Date(
				r.Activity(func(a *rules.Activity) { a.Status, a.WasPublished = "archived", true }),
				later,
				5,
				nil,
			),
			"gone",
			410,
		},
		"unknown":     {"occ_bestaatniet", "not_found", 404},
		"an activity": {act, "not_found", 404},
		"after session 2": {r.Date(series, monday.AddDate(0, 0, -8), 5, func(o *rules.NewOccurrence) {
			o.Kind = "series"
			o.Sessions = append(
				o.Sessions,
				rules.Meeting{
					ID:     "ses_a" + o.ID,
					Status: "planned",
					Start:  monday.Add(-time.Hour),
					End:    monday.Add(time.Hour),
				},
				rules.Meeting{
					ID:     "ses_b" + o.ID,
					Status: "planned",
					Start:  later,
					End:    later.Add(time.Hour),
				},
			)
		}), "closed", 409},
	} {
		w := r.Register(x.occurrence, r.SignUp("Anja", addr("anja")))
		if w.Code != x.status || !strings.Contains(w.Body.String(), `"code":"`+x.code+`"`) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if r.Number(`registration`)+r.Number(`mail`) != 0 {
		t.Fatal("something was stored")
	}
}

// Promise 30: a visitor cannot join a series after its second meeting starts, staff can put
// somebody on it. That presence is of each meeting is in internal/agenda/evening.
func TestPromise30SeriesCanBeJoinedUntilItsSecondSession(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.Mode = rules.Series }),
		monday.AddDate(0, 0, -6),
		5,
		func(o *rules.NewOccurrence) {
			o.Kind = "series"
			o.Sessions = append(o.Sessions, rules.Meeting{
				ID:     "ses_two",
				Status: "planned",
				Start:  monday.Add(time.Hour),
				End:    monday.Add(3 * time.Hour),
			})
		},
	)
	r.signs(o, "Anja", addr("anja"))
	r.Clock.Advance(time.Hour)
	r.Want(r.Register(o, r.SignUp("Bart", addr("bart"))), 409)
	d := r.done(r.AddPerson(t.Context(), byFatima, o, atDesk("Bart", addr("bart"))))
	if d.Status != "registered" || d.Taken != 2 {
		t.Errorf("put on it by staff: got %+v", d)
	}
}
