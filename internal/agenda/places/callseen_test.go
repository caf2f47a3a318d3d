package places_test

import (
	"errors"
	"testing"

	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// toMeet is a date of tomorrow with somebody who must be spoken with before it, and their call.
func (r *room) toMeet() (o, person, call string) {
	r.T.Helper()
	o = r.Date(r.Activity(nil), on(17, 20, 0), 5, nil)
	person = r.add(o, "Petra", "0612345678")
	return o, person, r.tell(o, person, "meet", "meetFirst", on(17, 19, 0))
}

func (r *room) callOf(o string) *desk.CallSeen {
	r.T.Helper()
	return r.people(asFatima, o).People[0].Call
}

func TestTheRowOfAPersonSaysHowTheirCallStands(t *testing.T) {
	r := setup(t)
	o, _, call := r.toMeet()
	if c := r.callOf(o); c == nil || c.State != "waits" || c.Kind != "meet" || c.Last != nil {
		t.Fatalf("nobody rang yet: got %+v", c)
	}
	if _, err := r.ClaimCall(t.Context(), byLoes.Actor, call, false); err != nil {
		t.Fatal(err)
	}
	if c := r.callOf(o); c.State != "calling" || c.By != "loes" {
		t.Errorf("while Loes rings: got %+v", c)
	}
	r.done(r.fills(byLoes, call, "voicemail"))
	c := r.callOf(o)
	if c.State != "notReached" || c.Last == nil || c.Last.Outcome != "voicemail" ||
		c.Last.By != "loes" {
		t.Errorf("after a voicemail: got %+v", c)
	}
	r.filled(call, "spoken")
	if c := r.callOf(o); c != nil {
		t.Errorf("once spoken with: got %+v, want no call", c)
	}
}

func TestACallThatNobodyMadeStaysOnTheRow(t *testing.T) {
	r := setup(t)
	o, person, _ := r.toMeet()
	r.Clock.Set(on(17, 20, 1))
	r.sweep()
	one := r.people(asFatima, o).People[0]
	if one.Call == nil || one.Call.State != "missed" || one.ToCall {
		t.Errorf("got %+v, to call %v, want a call that was missed", one.Call, one.ToCall)
	}
	if one.ID != person {
		t.Errorf("got %s, want %s", one.ID, person)
	}
}

func TestAPersonIsFoundAtTheirDateByWhoMayMeetThem(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), monday.AddDate(0, 0, 3), 5, nil)
	person := r.add(o, "Petra", "")
	at, err := r.PersonAt(t.Context(), asFatima, person)
	if err != nil || at.Occurrence != o {
		t.Errorf("got %+v, %v, want %s", at, err, o)
	}
	for who, want := range map[string]struct {
		actor identity.Actor
		id    string
		code  problem.Code
	}{
		"a gastheer, of a later day": {asHost, person, problem.Forbidden},
		"nobody has this id":         {asFatima, "reg_none", problem.NotFound},
	} {
		_, err := r.PersonAt(t.Context(), want.actor, want.id)
		if !errors.Is(err, problem.New(want.code)) {
			t.Errorf("%s: got %v, want %s", who, err, want.code)
		}
	}
}
