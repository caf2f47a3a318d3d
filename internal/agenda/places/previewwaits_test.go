package places_test

import (
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/changes"
)

// The check shows the mail of somebody who hears it: when only people who wait do, the one that
// they get, whether one date changes or many.
func TestPreviewOfOneDateTellsWhoWaitsWhatTheirMailSays(t *testing.T) {
	t.Parallel()
	r := setup(t)
	activity := r.Activity(nil)
	o := r.Date(activity, on(24, 14, 0), 1, nil)
	r.add(o, "Dirk", "0612345678") // the one who comes has no mail
	r.Want(r.Wait(o, "Vera", "vera@voorbeeld.example"), 201)
	r.tries("M5") // the next mail to somebody waits for the one before it
	to := changes.MoveTo{Day: "2026-11-25", From: "14.00", To: "16.00", Room: "Stille kamer"}
	moved, err := r.CheckMove(t.Context(), byFatima.Actor, o, to)
	if err != nil || moved.Mail != 1 {
		t.Fatalf("got %+v, %v", moved, err)
	}
	if !strings.Contains(moved.Body, "Je staat nog op de lijst.") {
		t.Errorf("moved: got %s", moved.Body)
	}
	r.done(r.off(o, r.checkOff(o)))
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	again, err := r.CheckOn(t.Context(), byFatima.Actor, o, changes.OnAgain{})
	if err != nil || again.Mail != 1 {
		t.Fatalf("got %+v, %v", again, err)
	}
	if !strings.Contains(again.Body, "Je staat nog op de lijst.") {
		t.Errorf("on again: got %s", again.Body)
	}
}
