package places_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/mail"
)

func withPhone(body map[string]any, phone string) map[string]any {
	body["phone"] = phone
	return body
}

func (r *room) mailsTo(email string) int {
	r.T.Helper()
	return r.Number(
		`mail where recipient_key = $1 and state <> 'withdrawn'`,
		r.Keys.EmailKey(email),
	)
}

func (r *room) waits(name, email, phone string) map[string]any {
	return map[string]any{
		"name":           name,
		"email":          email,
		"phone":          phone,
		"preferredWay":   "mail",
		"shortNotice":    true,
		"consent":        true,
		"consentVersion": "wachtlijst-1-7",
		"formTime":       r.FormTime(),
	}
}

func TestANameAndANumberUnderAnotherAddressIsSomebodyElse(t *testing.T) {
	r := setup(t)
	o := r.Place(2)
	r.Want(r.Register(o, withPhone(r.SignUp("Anja", addr("anja")), "0612345678")), 201)
	r.Want(
		r.Register(o, withPhone(r.SignUp("anja", addr("mallory")), "0612345678")),
		201,
	)
	r.MustCount(2, `select taken from occurrence where id = $1`, o)
	if r.mailsTo(addr("mallory")) != 1 || r.mailsTo(addr("anja")) != 1 {
		t.Fatal("each has a place and a mail of their own, and hears nothing of the other")
	}
	r.MustCount(0, `mail where kind = 'M2'`)
	for _, email := range []string{addr("wim"), addr("wil")} {
		body := r.waits("Wim", email, "0612345678")
		r.Want(r.Call("POST", "/api/occurrences/"+o+"/waitlist", body), 201)
		if r.mailsTo(email) != 1 {
			t.Fatalf("%s waits and was not told", email)
		}
	}
	r.MustCount(2, `select waiting from occurrence where id = $1`, o)
	r.Invariants()
}

func TestANameAndANumberAreOnePersonOnlyWithoutAnAddress(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.Want(r.Register(o, withPhone(r.SignUp("Carla", ""), "0612345678")), 201)
	r.Want(r.Register(o, withPhone(r.SignUp("carla", ""), "06 12345678")), 201)
	r.MustCount(1, `select taken from occurrence where id = $1`, o)
	// with an address it is another sign-up, before and after
	r.Want(r.Register(o, withPhone(r.SignUp("Carla", addr("c")), "0612345678")), 201)
	r.Want(r.Register(o, withPhone(r.SignUp("Carla", ""), "0612345678")), 201)
	r.MustCount(2, `select taken from occurrence where id = $1`, o)
	r.Invariants()
}

func TestSigningUpWithSomebodysNameAndNumberLeavesTheirPlaceOnTheList(t *testing.T) {
	r := setup(t)
	o := r.Queue(1, 0, nil)
	body := r.waits("Wim", addr("wim"), "0612345678")
	r.Want(r.Call("POST", "/api/occurrences/"+o+"/waitlist", body), 201)
	r.CancelPlace(person(1))
	r.say(addr("wim"), "defer") // the place is open to all now
	r.Want(
		r.Register(o, withPhone(r.SignUp("Wim", addr("mallory")), "0612345678")),
		201,
	)
	r.wantStates(o, "waiting")
}

func TestPressingManyTimesDoesNotFillAMailbox(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.New(t), 1)
	r.Want(r.Register(r.Place(2), r.SignUp("Anja", addr("anja"))), 201)
	auth := r.RegistrationToken(addr("anja"))
	refused := 0
	for range 30 {
		for _, x := range [][2]string{
			{"DELETE", "/api/registration"},
			{"POST", "/api/registration/restore"},
		} {
			if r.Holder(x[0], x[1], auth, nil).Code == 429 {
				refused++
			}
		}
	}
	if n := r.mailsTo(addr("anja")); n > 5 || refused == 0 {
		t.Fatalf("%d mails, %d presses refused", n, refused)
	}
}

func TestErasureTakesWhatCameWhileItWaited(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 10), 0)
	a, b := r.Place(5), r.Place(5)
	r.signs(a, "Anja", addr("anja"))
	r.signs(b, "Anja", addr("anja"))
	auth := r.tokenFor(addr("anja"), a)
	held, err := r.Pool.Begin(t.Context())
	r.ok(err)
	if _, err := held.Exec(t.Context(), `
		select 1 from occurrence where id in ($1, $2) for update`, a, b); err != nil {
		t.Fatal(err)
	}
	done := make(chan int)
	go func() { done <- r.Holder("POST", "/api/erase-mine", auth, nil).Code }()
	for r.waiters() == 0 { // for the lock of the first date
	}
	c := r.Place(5)
	r.signs(c, "Anja", addr("anja"))
	// and one of its rows goes
	if _, err := held.Exec(t.Context(), `
		delete from registration where occurrence_id = $1`, b); err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(t.Context(), `
		update occurrence set taken = 0 where id = $1`, b); err != nil {
		t.Fatal(err)
	}
	r.ok(held.Commit(t.Context()))
	if code := <-done; code != 204 || r.Number(`registration`) != 0 || r.Mails("M23") != 1 {
		t.Fatalf("%d, %d rows left", code, r.Number(`registration`))
	}
	r.Invariants()
}

func TestCapacityLoweredWhileAPlaceWaitsOrIsOffered(t *testing.T) {
	r := setup(t)
	o := r.Queue(3, 2, nil)
	r.Clock.Set(monday.Add(13 * time.Hour)) // 23.00
	r.CancelPlace(person(1))
	lower := func() {
		r.Tx(func(tx pgx.Tx) error {
			_, err := r.SetCapacity(context.Background(), tx, o, 1)
			return err
		})
	}
	lower()
	r.Clock.Set(monday.Add(23 * time.Hour)) // next morning, 9.00
	r.wakeUp(o)
	r.wantStates(o, "waiting waiting")
	if r.Mails("M7") != 0 || r.Number(`select seat_limit from occurrence where id = $1`, o) != 2 {
		t.Fatal("a place that is gone was offered")
	}

	o = r.Date(r.Activity(nil), monday.AddDate(0, 0, 15), 3, nil)
	for i := 11; i <= 13; i++ {
		r.signs(o, "P", person(i))
	}
	r.queues(o, "W", waiting(11))
	r.queues(o, "W", waiting(12))
	r.CancelPlace(person(11)) // offered at once
	lower()
	r.say(waiting(11), "decline")
	r.wantStates(o, "declined waiting")
}

func TestChangingIntoSomebodyWhoHasAPlaceTellsNothing(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.signs(o, "Anja", addr("anja"))
	r.signs(o, "Mal", addr("mal"))
	auth := r.RegistrationToken(addr("mal"))
	link := r.newAddress(auth, "Anja", addr("anja"), "1")
	r.Want(
		r.Holder(
			"PATCH",
			"/api/registration",
			link,
			map[string]any{"name": "Niemand", "email": addr("niemand")},
			"If-Match",
			`"2"`,
		),
		200,
	)
	r.Invariants()
}

func TestAnAddressThatWasChangedGetsNothingThatStillWaited(t *testing.T) {
	r := setup(t)
	r.Want(r.Register(r.Place(5), r.SignUp("Anja", addr("tikfout"))), 201)
	r.Want(
		r.Holder(
			"PATCH",
			"/api/registration",
			r.RegistrationToken(addr("tikfout")),
			map[string]any{"name": "Anja", "email": addr("anja")},
			"If-Match",
			`"1"`,
		),
		200,
	)
	if n := r.Number(
		`mail where recipient_key = $1 and state = 'queued' and kind <> $2`,
		r.Keys.EmailKey(addr("tikfout")),
		mail.AddressRemoved,
	); n != 0 {
		t.Fatal("the confirmation with the link still goes to the wrong address")
	}
}

func TestOnlyTheSentenceThatWasShownCanBeAgreedWith(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	for _, v := range []string{
		"",
		"aanmelding-1-365",
		"aanmelding-1-+30",
		"aanmelding-1-030",
		"wachtlijst-1-7",
		"aanmelding-1-" + strings.Repeat("0", 40000) + "30",
	} {
		body := r.SignUp("Anja", addr("anja"))
		body["consentVersion"] = v
		r.Want(r.Register(o, body), 422)
	}
}

func TestNotMeTakesThePlaceThatCameOfTheList(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"entry", "registration"} {
		r := alone(t)
		r.Queue(1, 1, nil)
		r.CancelPlace(person(1))
		r.say(waiting(1), "accept")
		auth := r.EntryToken(waiting(1))
		if by == "registration" {
			auth = r.RegistrationToken(waiting(1))
		}
		r.Want(r.Holder("POST", "/api/not-me", auth, nil), 204)
		if n := r.Number(`registration where email_key = $1`, r.Keys.EmailKey(waiting(1))) +
			r.Number(`waitlist_entry`); n != 0 {
			t.Errorf("by the link of the %s %d rows stay", by, n)
		}
		r.Invariants()
	}
}

func TestADateThatNoLongerHappensOffersNothing(t *testing.T) {
	r := setup(t)
	act := r.Activity(nil)
	o := r.Date(act, monday.AddDate(0, 0, 15), 1, nil)
	r.Fill(o, 1, 1)
	r.Clock.Set(monday.Add(13 * time.Hour))
	r.CancelPlace(person(1))
	r.exec(`
		update activity set status = 'archived', doc = doc || '{"status": "archived"}'
		where id = $1`,
		act)
	r.Clock.Set(monday.Add(23 * time.Hour))
	r.wakeUp(o)
	if r.Mails("M7") != 0 || r.reason(o) != places.ReasonCancelled {
		t.Fatalf("reason %q", r.reason(o))
	}
}

func TestALateYesForTwoDoesNotSplitThem(t *testing.T) {
	r := setup(t)
	o := r.Date(
		r.Activity(func(a *rules.Activity) { a.MaxGuests = 1 }),
		monday.AddDate(0, 0, 15),
		2,
		nil,
	)
	body := r.SignUp("P1", person(1))
	body["guests"] = 1
	r.Want(r.Register(o, body), 201)
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
	offer := r.offerID(r.EntryToken(waiting(1)))
	r.Deliver()
	r.Clock.Advance(72 * time.Hour)
	r.wakeUp(o) // both places are open to all
	r.signs(o, "Snel", addr("snel"))
	if e := r.sayTo(waiting(1), "accept", offer); !e.Late || e.State != "waiting" {
		t.Fatalf("%+v", e)
	}
	r.Invariants()
}

func TestRestoringTakesThePersonOffTheList(t *testing.T) {
	r := setup(t)
	o := r.Place(1)
	r.signs(o, "Anja", addr("anja"))
	auth := r.RegistrationToken(addr("anja"))
	r.Want(r.Holder("DELETE", "/api/registration", auth, nil), 200)
	r.signs(o, "Bart", addr("bart"))
	r.queues(o, "Anja", addr("anja"))
	r.Tx(func(tx pgx.Tx) error {
		_, err := r.SetCapacity(context.Background(), tx, o, 2)
		return err
	})
	r.say(addr("anja"), "defer") // one place is open to all
	r.Want(r.Holder("POST", "/api/registration/restore", auth, nil), 200)
	r.wantStates(o, "accepted")
}

// Somebody changes an own sign-up into the name and address of another, cancels it and comes after
// all: that answers the same whether the other has a place, gets one meanwhile, or has none.
func TestToComeAfterAllTellsNothingOfAnother(t *testing.T) {
	t.Parallel()
	anja := addr("anja")
	for when, want := range map[string]int{"never": 2, "before": 3, "meanwhile": 3} {
		t.Run(when, func(t *testing.T) {
			r := setup(t)
			o := r.Place(5)
			if when == "before" {
				r.signs(o, "Anja", anja)
			}
			r.signs(o, "Mal", addr("mal"))
			r.signs(o, "Bart", addr("bart"))
			link := r.newAddress(r.RegistrationToken(addr("mal")), "Anja", anja, "1")
			r.Want(r.Holder("DELETE", "/api/registration", link, nil), 200)
			if when == "meanwhile" {
				r.signs(o, "Anja", anja)
			}
			r.Want(r.Holder("POST", "/api/registration/restore", link, nil), 200)
			r.MustCount(want, `select taken from occurrence where id = $1`, o)
			r.Invariants()
		})
	}
}

func TestToComeAfterAllTakesNobodyElseOffTheList(t *testing.T) {
	r := setup(t)
	o := r.Place(2)
	r.Fill(o, 2, 0)
	r.queues(o, "Wim", waiting(1))
	link := r.newAddress(r.RegistrationToken(person(1)), "Wim", waiting(1), "1")
	for _, capacity := range []int{3, 4} { // one place is on offer, another is free
		r.Tx(func(tx pgx.Tx) error {
			_, err := r.SetCapacity(t.Context(), tx, o, capacity)
			return err
		})
	}
	r.wantStates(o, "offered")
	r.Want(r.Holder("DELETE", "/api/registration", link, nil), 200)
	r.Want(r.Holder("POST", "/api/registration/restore", link, nil), 200)
	r.wantStates(o, "offered")
}
