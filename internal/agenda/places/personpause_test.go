package places_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/privacy"
)

func (r *room) pause(what string) (persons.PersonHeld, error) {
	return r.HoldPerson(r.T.Context(), sanne, persons.PersonHold{
		PersonSought: persons.PersonSought{What: what}, Reason: privacy.Pause,
	})
}

func (r *room) unpause(what string) {
	r.T.Helper()
	if err := r.ReleasePerson(r.T.Context(), sanne, persons.PersonRelease{
		PersonSought: persons.PersonSought{What: what}, Pause: true,
	}); err != nil {
		r.T.Fatal(err)
	}
}

// On pause nobody reads, mails or calls somebody, and nothing of them goes; what tells people
// counts them apart. Afterwards all is as it was.
func TestAPersonOnPauseIsLeftAlone(t *testing.T) {
	r := setup(t)
	o := r.crowd()
	before := r.look(r.off(o))
	named := func() (names string) {
		seen, err := r.People(t.Context(), asFatima, o)
		r.ok(err)
		var all []string
		for _, p := range seen.People {
			all = append(all, p.FirstName+p.Email+p.Phone)
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	as := named()
	if !strings.Contains(as, "Nel") {
		t.Fatalf("the control: %s", as)
	}
	held, err := r.pause(person(1))
	r.ok(err)
	if all := r.shown(person(1)); all.Pause == nil || *all.Pause != held || all.Hold != nil {
		t.Errorf("shown as %+v, held for %+v", all.Pause, all.Hold)
	}
	if c := r.look(r.off(o)); c.Paused != 1 || c.Mail != before.Mail-1 || c.Call != before.Call {
		t.Errorf("told: %+v, before %+v", c, before)
	}
	if now := named(); !strings.Contains(now, privacy.OnPause) || strings.Contains(now, "Nel") ||
		strings.Contains(now, person(1)) {
		t.Errorf("on the list: %s", now)
	}
	r.MustCount(1, `audit_log where action = 'paused'`)
	r.unpause(person(1))
	if now := named(); now != as {
		t.Errorf("after the pause: %s, before it: %s", now, as)
	}
	if c := r.look(r.off(o)); c.Paused != 0 || c.Mail != before.Mail {
		t.Errorf("after the pause told: %+v", c)
	}
	r.MustCount(1, `audit_log where action = 'unpaused'`)
}

func TestNothingOfAPersonOnPauseGoesForThreeMonthsAtMost(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.signs(o, "Anja", anja)
	r.signs(o, "Piet", addr("piet"))
	r.ok(r.hold(anja, r.Clock.Now().AddDate(0, 1, 0)))
	if _, err := r.pause(anja); err != nil {
		t.Fatal(err)
	}
	// a complaint holds on beside the pause
	if all := r.shown(anja); all.Hold == nil || all.Hold.Reason != "complaint" {
		t.Errorf("the complaint holds no more: %+v", all.Hold)
	}
	r.Clock.Advance(80 * 24 * time.Hour)
	now := r.Clock.Now()
	if n := r.leaving(now); n != 1 { // the control: who is not on pause
		t.Errorf("%d go during the pause, want 1", n)
	}
	r.unpause(anja)
	if n := r.leaving(now); n != 2 {
		t.Errorf("%d go after the pause, want 2", n)
	}
	if held, err := r.pause(anja); err != nil || held.Until != held.Most {
		t.Errorf("until %s, at most %s, %v", held.Until, held.Most, err)
	}
	r.Clock.Advance(15 * 24 * time.Hour)
	if _, err := r.pause(anja); err == nil {
		t.Error("a pause began again after its three months")
	}
	if n := r.leaving(r.Clock.Now()); n != 2 {
		t.Errorf("%d go after three months, want 2", n)
	}
}

// Nobody is called who is on pause: what waits is taken back, and nothing new is put there.
func TestNobodyCallsAPersonOnPause(t *testing.T) {
	r := setup(t)
	o := r.crowd()
	const open = `
		select count(*) from call c join registration r on r.id = c.registration_id
		where c.state = 'open'`
	told := func() int {
		r.did(r.off(o))
		return r.Number(open)
	}
	phones := []string{}
	seen, err := r.People(t.Context(), asFatima, o)
	r.ok(err)
	for _, p := range seen.People {
		if p.Way == "phone" {
			phones = append(phones, p.Phone)
		}
	}
	if len(phones) == 0 {
		t.Fatal("the control: nobody is called")
	}
	for _, phone := range phones {
		if _, err := r.pause(phone); err != nil {
			t.Fatal(err)
		}
	}
	if n := told(); n != 0 {
		t.Errorf("%d calls about %d people on pause", n, len(phones))
	}
}

// Nobody is asked for a place who is on pause, nor does a place wait for them; afterwards they have
// kept their turn.
func TestNobodyOnPauseIsOfferedAPlace(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 2, nil)
	offers := func(email string, want int) {
		t.Helper()
		r.MustCount(want, `
			offer f join waitlist_entry e on e.id = f.entry_id
			where e.email_key = $1`, r.Keys.EmailKey(email))
	}
	for n := range 2 {
		if _, err := r.pause(waiting(n + 1)); err != nil {
			t.Fatal(err)
		}
	}
	r.CancelPlace(person(1))
	offers(waiting(1), 0)
	offers(waiting(2), 0)
	r.MustCount(1, `occurrence where id = $1 and held = 0 and not claimed`, o)
	r.unpause(waiting(2))
	r.CancelPlace(person(2))
	offers(waiting(1), 0)
	offers(waiting(2), 1)
	r.unpause(waiting(1))
	r.say(waiting(2), "decline")
	offers(waiting(1), 1)
	r.Invariants()
}
