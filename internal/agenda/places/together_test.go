package places_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/longtest"
)

// scene is an evening with everything on it that staff can act on.
type scene struct {
	*room
	date, other string
	anja, carl  string // signed up; called off earlier
	// on the list: two with a number, one with an address, one not reached
	petra, omar, tineke, umut, removed string
}

// newScene is a date of today of three places: one is held for who waits, as it begins in seven
// hours.
func newScene(r *room) (s scene) {
	r.T.Helper()
	s.room = r
	a := r.Activity(nil)
	s.date, s.other = r.Date(a, on(16, 17, 0), 3, nil), r.Date(a, on(23, 17, 0), 9, nil)
	s.anja = r.add(s.date, "Anja", addr("anja"))
	s.carl = r.add(s.date, "Carl", "0612345670")
	gone := r.add(s.date, "Dirk", addr("dirk"))
	ids := r.onPhone(s.date, "Petra", "Omar", "Umut", "Vera")
	s.petra, s.omar, s.umut = ids[0], ids[1], ids[2]
	in := atDesk("Tineke", addr("tineke"))
	in.IfFull = "waitlist"
	s.tineke = r.done(r.AddPerson(r.T.Context(), byFatima, s.date, in)).Act.Subject
	r.done(r.CancelPerson(r.T.Context(), byFatima, gone))
	r.done(r.CancelPerson(r.T.Context(), byFatima, s.carl))
	for _, sql := range []string{ // both can no longer be taken back; staff phone now
		`update vacancy set reason = 'phoneList', wakes_at = null where occurrence_id = $1`,
		`update staff_act set undo_until = null where occurrence_id = $1`,
		`update waitlist_entry set state = 'unreached' where occurrence_id = $1 and id = '` +
			s.umut + `'`,
		`update occurrence set waiting = waiting - 1 where id = $1`,
	} {
		r.exec(sql, s.date)
	}
	s.removed = r.done(r.Remove(r.T.Context(), byFatima, ids[3])).Act.ID
	return s
}

// staffAct is something that somebody of the staff does on such an evening.
type staffAct struct {
	name string
	more bool // done twice it is two people
	do   func(s scene, by booking.By) (booking.Done, error)
}

func called(outcome string) staffAct {
	return staffAct{name: "call Petra: " + outcome, do: func(
		s scene, by booking.By,
	) (booking.Done, error) {
		return s.Called(ctx, by, s.petra, calls.CallOutcome{Outcome: outcome})
	}}
}

func added(ifFull string) staffAct {
	return staffAct{name: "add Nel: " + ifFull, do: func(
		s scene, by booking.By,
	) (booking.Done, error) {
		in := atDesk("Nel", "0612345699")
		in.IfFull = ifFull
		return s.AddPerson(ctx, by, s.date, in)
	}}
}

var staffActs = []staffAct{
	called("yes"), called("no"), called("defer"), called("voicemail"), called("notReached"),
	added("chair"), added("waitlist"),
	{name: "call Anja off", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.CancelPerson(ctx, by, s.anja)
	}},
	{name: "Carl comes after all", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.RestorePerson(ctx, by, s.carl, true)
	}},
	{name: "move Anja", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.MovePerson(ctx, by, s.anja, s.other)
	}},
	{name: "a seat more", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.SetSeats(ctx, by, s.date, 3, 4)
	}},
	{name: "somebody without a name", more: true, do: func(
		s scene, by booking.By,
	) (booking.Done, error) {
		return s.CountUnnamed(ctx, by, s.date, desk.Unnamed{Change: 1, Chair: true})
	}},
	{name: "give Petra a place", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.GivePlace(ctx, by, s.petra, true)
	}},
	{name: "skip Petra", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.Skip(ctx, by, s.petra, "notThere")
	}},
	{name: "take Petra off", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.Remove(ctx, by, s.petra)
	}},
	{name: "put Umut back", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.PutBack(ctx, by, s.umut, "Belde terug.")
	}},
	{name: "open to everybody", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.OpenToAll(ctx, by, s.date, "Niemand kan.")
	}},
	{name: "stop the offers", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.StopOffers(ctx, by, s.date, true, "Ziek.")
	}},
	{name: "mail Tineke", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.MailOffer(ctx, by, s.tineke, on(16, 15, 0))
	}},
	{name: "a new code for Anja", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.RenewCode(ctx, by, s.anja)
	}},
	{name: "change Anja", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.ChangePerson(ctx, by, s.anja, `"1"`, rules.Change{Person: rules.Person{
			Name: "Anja de Wit", Email: addr("anja"),
		}})
	}},
	{name: "a message", more: true, do: func(s scene, by booking.By) (booking.Done, error) {
		in := changes.TellEverybody{Text: "Neem een oud shirt mee. Groet, " + by.Actor.ID}
		c, err := s.CheckMessage(ctx, by.Actor, s.date, in)
		if err != nil {
			return booking.Done{}, err
		}
		in.Fingerprint = c.Fingerprint
		return s.Message(ctx, by, s.date, in)
	}},
	{name: "call the date off", do: func(s scene, by booking.By) (booking.Done, error) {
		c, err := s.CheckOff(ctx, by.Actor, s.date, ill)
		if err != nil {
			return booking.Done{}, err
		}
		in := ill
		in.Fingerprint = c.Fingerprint
		return s.CallOff(ctx, by, s.date, in)
	}},
	{name: "move the date", do: func(s scene, by booking.By) (booking.Done, error) {
		in := changes.MoveTo{Day: "2026-11-18", From: "18.00", To: "20.00"}
		c, err := s.CheckMove(ctx, by.Actor, s.date, in)
		if err != nil {
			return booking.Done{}, err
		}
		in.Fingerprint = c.Fingerprint
		return s.MoveDate(ctx, by, s.date, in)
	}},
	{name: "Jan receives", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.ChangeHost(ctx, by, s.date, changes.NewHost{Host: "Jan"})
	}},
	{name: "take back", do: func(s scene, by booking.By) (booking.Done, error) {
		return s.Undo(ctx, by, s.removed)
	}},
}

// atOnce lets two people of the staff act on one evening: each has looked before the other acts.
// Unlocked, neither waits for the other.
func (s scene) atOnce(unlocked bool, one, two staffAct) (done [2]booking.Done, errs [2]error) {
	var looking sync.WaitGroup
	looking.Add(2)
	var came, ended atomic.Int32
	s.HoldDate(unlocked, func() {
		if unlocked {
			looking.Done()
			looking.Wait()
			return
		}
		if came.Add(1) > 1 {
			return
		}
		// the first holds the date until the other waits for it, or is done with another
		for until := time.Now().Add(10 * time.Second); s.waiters() == 0 && ended.Load() == 0; {
			if time.Now().After(until) {
				s.T.Error("the other never came")
				return
			}
		}
	})
	defer s.HoldDate(false, nil)
	var both sync.WaitGroup
	for i, act := range []staffAct{one, two} {
		both.Go(func() {
			done[i], errs[i] = act.do(s, []booking.By{byLoes, byFatima}[i])
			ended.Add(1)
		})
	}
	both.Wait()
	return done, errs
}

// fault says what is wrong with what came of two acts, "" for nothing.
func (s scene) fault(one, two staffAct, done [2]booking.Done, errs [2]error) string {
	for i := range done {
		if code := statusOf(done[i], errs[i]); code >= 500 {
			return fmt.Sprintf("%d: %v", code, errs[i])
		}
	}
	if faults, err := waitlist.BrokenInvariants(ctx, s.Pool); err != nil || len(faults) > 0 {
		return fmt.Sprint("broken: ", faults, err)
	}
	if one.name != two.name || one.more {
		return ""
	}
	var real, second int
	for i := range done {
		if errs[i] == nil && !done[i].Earlier && done[i].Status != "already" {
			real++
		} else {
			second = i
		}
	}
	other, said := []string{"fatima", "loes"}[second], done[second].Act.By
	if one.name == "take back" {
		said = done[second].Act.UndoneBy
	}
	switch {
	case real != 1:
		return fmt.Sprintf("%d effects, want one: %+v, %v", real, done, errs)
	case errs[second] == nil && done[second].Earlier && said != other:
		return fmt.Sprintf("the second reads that %s was first, want %s", said, other)
	case errs[second] != nil && statusOf(done[second], errs[second]) != 412:
		return fmt.Sprintf("the second reads %v, want who was first", errs[second])
	}
	return ""
}

// Everything that staff can do at the moment that a colleague does the same or something else.
func TestTwoOfTheStaffActAtOnce(t *testing.T) {
	longtest.NotQuick(t)
	r := setup(t)
	every := longtest.N(t, 6, 1)
	n, made := 0, 0
	for i, one := range staffActs {
		for j, two := range staffActs[:i+1] {
			if n++; i != j && n%every != 0 {
				continue
			}
			s := newScene(r)
			done, errs := s.atOnce(false, one, two)
			if fault := s.fault(one, two, done, errs); fault != "" {
				t.Errorf("%s, and %s: %s", one.name, two.name, fault)
			}
			r.Clock.Advance(time.Second)
			// what must hold is asked of all rows: each evening would make the next ones slower
			if made++; made%12 == 0 {
				r.clean()
			}
		}
	}
}

// Promise 46: two who press "Ja" for one call at once make one registration.
func TestPromise46TwoWhoPressYesMakeOneRegistration(t *testing.T) {
	t.Parallel()
	s := newScene(alone(t))
	yes := called("yes")
	done, errs := s.atOnce(false, yes, yes)
	if fault := s.fault(yes, yes, done, errs); fault != "" {
		t.Error(fault)
	}
	s.MustCount(2, `
		select count(*) from registration where occurrence_id = $1 and status = 'registered'`,
		s.date) // Anja, and Petra
}

// clean takes away all dates, with what belongs to them.
func (r *room) clean() {
	r.T.Helper()
	r.exec(`
		truncate activity, activity_slug, occurrence, session, registration, waitlist_entry, vacancy,
			offer, offer_vacancy, mail, idempotency, river_job, calling cascade`)
}

// The control: without the lock of the date, what the test above wants does not come out.
func TestWithoutTheLockTwoOfTheStaffDoTwoThings(t *testing.T) {
	r := setup(t)
	faults := 0
	for _, act := range []staffAct{
		called("yes"), called("voicemail"), staffActs[7], staffActs[len(staffActs)-2],
	} {
		s := newScene(r)
		done, errs := s.atOnce(true, act, act)
		if s.fault(act, act, done, errs) != "" {
			faults++
		}
	}
	if faults == 0 {
		t.Error("all went well without the lock: the test with it proves nothing")
	}
}
