package places_test

import (
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/problem"
)

// claims presses the number of somebody.
func (r *room) claims(by booking.By, id string) {
	r.T.Helper()
	if _, err := r.ClaimCall(r.T.Context(), by.Actor, id, false); err != nil {
		r.T.Fatal(err)
	}
}

// has says whether this call stands among the calls of somebody.
func (r *room) has(by booking.By, id string) (c calls.Call, yes bool) {
	r.T.Helper()
	for _, c := range r.calls(by).Calls {
		if c.ID == id {
			return c, true
		}
	}
	return c, false
}

func TestCallThatTellsStaysUntilTheMeetingEnds(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), on(16, 10, 30), 3, nil)
	r.add(o, "Dirk", "0612345678")
	sure := r.tell(o, r.add(o, "Gonda", "0612345679"), "tell", "placeSure", on(16, 10, 20))
	r.did(r.off(o))
	r.Clock.Set(on(16, 10, 31))
	r.sweep()
	told := 0
	for _, c := range r.calls(byFatima).Calls {
		if c.Reason == "cancelled" {
			told++
		}
		if c.ID == sure {
			t.Errorf("that a place is sure is of no use any more: %+v", c)
		}
	}
	if told != 2 {
		t.Errorf("%d calls tell that it does not go on a minute after it began, want 2", told)
	}
	r.Clock.Set(on(16, 12, 30))
	r.sweep()
	if all := r.calls(byFatima); len(all.Calls) != 0 || len(all.Missed) < 2 ||
		!all.Missed[0].Late || all.Missed[0].Phone == "" {
		t.Errorf("after the meeting: got %+v", all)
	}
}

// Promise 51: whoever rang keeps the call until they say what came of it, also when its date
// begins, and longer than others read that they ring.
func TestClaimedCallStaysForWhoClaimedIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		outcome string
		call    func(r *room) (id string)
	}{
		"a place": {"notReached", func(r *room) string {
			_, ids := r.evening("Petra")
			return ids[0]
		}},
		"a place, and yes": {"yes", func(r *room) string {
			_, ids := r.evening("Petra")
			return ids[0]
		}},
		"a reminder": {"comes", func(r *room) string {
			o := r.Date(r.Activity(nil), on(16, 17, 0), 3, nil)
			return r.tell(o, r.add(o, "Dirk", "0612345678"), "remind", "reminder", on(16, 16, 0))
		}},
		"a reminder, and cannot": {"cannot", func(r *room) string {
			o := r.Date(r.Activity(nil), on(16, 17, 0), 3, nil)
			return r.tell(o, r.add(o, "Dirk", "0612345678"), "remind", "reminder", on(16, 16, 0))
		}},
		"to meet": {"spoken", func(r *room) string {
			o := r.Date(r.Activity(nil), on(16, 17, 0), 3, nil)
			return r.tell(o, r.add(o, "Dirk", "0612345678"), "meet", "meetFirst", on(16, 16, 0))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			id := c.call(r)
			r.Clock.Set(on(16, 16, 59))
			r.claims(byLoes, id)
			r.Clock.Set(on(16, 17, 20))
			r.sweep()
			if _, yes := r.has(byFatima, id); yes {
				t.Error("somebody else has the call too")
			}
			stays, yes := r.has(byLoes, id)
			if !yes || !stays.Late || stays.Phone == "" {
				t.Fatalf("got %+v, want that it stays for loes", stays)
			}
			if stays.Kind == "place" { // the turn of who rang nobody is over
				other, err := r.fills(byFatima, id, c.outcome)
				r.refused(other, err, problem.Closed)
			}
			r.filledBy(byLoes, id, c.outcome)
			if _, yes := r.has(byLoes, id); yes {
				t.Error("it stays after its outcome")
			}
		})
	}
}

// filledBy fills in what came of a call, for this member of staff.
func (r *room) filledBy(by booking.By, id, outcome string) booking.Done {
	r.T.Helper()
	return r.done(r.fills(by, id, outcome))
}

// Who was told that a date does not go on hears that it does: also who was on the phone just then,
// and who was told by an older act than the last.
func TestToComeAfterAllReachesWhoWasToldThatItDoesNotGoOn(t *testing.T) {
	t.Parallel()
	onAgain := func(r *room) (n int) {
		for _, c := range r.calls(byFatima).Calls {
			if c.Reason == "onAgain" && c.FirstName == "Dirk" {
				n++
			}
		}
		return n
	}
	call := func(r *room, reason string) string {
		for _, c := range r.calls(byLoes).Calls {
			if c.Reason == reason {
				return c.ID
			}
		}
		t.Errorf("no call with reason %s", reason)
		return ""
	}
	for name, does := range map[string]func(r *room, o string){
		"on the phone while it goes on": func(r *room, o string) {
			r.did(r.off(o))
			id := call(r, "cancelled")
			r.claims(byLoes, id)
			r.did(r.on(o))
			r.filledBy(byLoes, id, "told")
		},
		"on the phone while it is taken back": func(r *room, o string) {
			d := r.did(r.off(o))
			id := call(r, "cancelled")
			r.claims(byLoes, id)
			r.done(r.Undo(r.T.Context(), byFatima, d.Act.ID))
			r.filledBy(byLoes, id, "told")
		},
		"told before, not since": func(r *room, o string) {
			r.did(r.off(o))
			r.filledBy(byLoes, call(r, "cancelled"), "told")
			r.did(r.on(o))
			r.did(r.off(o))
			if n := onAgain(r); n != 0 {
				t.Errorf("%d calls say that it goes on while it does not", n)
			}
			r.did(r.on(o))
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			o := r.Date(r.Activity(nil), on(17, 14, 0), 3, nil)
			r.add(o, "Dirk", "0612345678")
			does(r, o)
			r.Clock.Advance(time.Minute)
			if n := onAgain(r); n != 1 {
				t.Errorf("%d calls say that it goes on after all, want 1", n)
			}
		})
	}
}

func TestCallThatItDoesNotGoOnSaysWhyAndWhatElse(t *testing.T) {
	r := setup(t)
	activity := r.Activity(nil)
	o := r.Date(activity, on(17, 14, 0), 3, nil)
	other := r.Date(activity, on(24, 14, 0), 3, nil)
	r.add(o, "Dirk", "0612345678")
	in := changes.CallOff{Reason: "ill", Text: "De begeleider is ziek.", InsteadDate: other}
	check, err := r.CheckOff(t.Context(), byFatima.Actor, o, in)
	r.ok(err)
	in.Fingerprint = check.Fingerprint
	r.done(r.CallOff(t.Context(), byFatima, o, in))
	all := r.calls(byFatima).Calls
	if len(all) != 1 || all[0].Said == nil || all[0].Said.Reason != "De begeleider is ziek." ||
		all[0].Said.InsteadStart != "2026-11-24T14:00:00+01:00" {
		t.Errorf("got %+v", all)
	}
}

// Once somebody was told by phone that a date does not go on, that cannot be taken back any more:
// it goes on for who heard it, or not at all.
func TestACancellationThatSomebodyHeardIsNotTakenBack(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	r.add(o, "Dirk", "0612345678")
	off := r.did(r.off(o))
	call := r.calls(byFatima).Calls[0].ID
	r.done(r.Called(t.Context(), byFatima, call, calls.CallOutcome{Outcome: "told"}))
	r.refusedWith(problem.Gone)(r.Undo(t.Context(), byFatima, off.Act.ID))
	if word := r.status(o); word != "cancelled" {
		t.Errorf("it is %q", word)
	}
}
