package rules

import (
	"testing"
	"time"

	"herstelruimte/internal/identity/identitytest"
)

func TestStatusIsTheFirstThatFits(t *testing.T) {
	t.Parallel()
	hour, five := time.Hour, 5
	base := func() *Slot {
		limit := 5
		return &Slot{
			Now:       identitytest.Monday,
			Starts:    identitytest.Monday.Add(24 * hour),
			JoinUntil: identitytest.Monday.Add(24 * hour),
			Closes:    identitytest.Monday.Add(24 * hour),
			Ends:      identitytest.Monday.Add(26 * hour),
			Kind:      "date",
			Status:    "planned",
			Capacity:  &five,
			Limit:     &limit,
			Activity:  Activity{Mode: Single, Waitlist: true},
		}
	}
	soon := identitytest.Monday.Add(hour)
	for want, change := range map[string]func(*Slot){
		"open":     func(*Slot) {},
		"few 3":    func(s *Slot) { s.Taken = 2 },
		"few 1":    func(s *Slot) { s.Taken, s.Held = 3, 1 },
		"waitlist": func(s *Slot) { s.Taken = 5 },
		"full":     func(s *Slot) { s.Taken, s.Activity.Waitlist = 5, false },
		"notOpen":  func(s *Slot) { s.Opens, s.Taken = &soon, 5 },
		"closed":   func(s *Slot) { s.Closes = identitytest.Monday },
		"staffOnly": func(s *Slot) {
			s.Kind = "series"
			s.JoinUntil, s.Closes = identitytest.Monday, identitytest.Monday
		},
		"walkin":    func(s *Slot) { s.Activity.Mode = Walkin },
		"cancelled": func(s *Slot) { s.Status, s.Closes = "cancelled", identitytest.Monday },
		"done":      func(s *Slot) { s.Ends, s.Status = identitytest.Monday, "cancelled" },
	} {
		s := base()
		change(s)
		if got := s.Word(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Promise 45: while a claim waits, no word says that a place is left, however many are free.
func TestPromise45NoPlaceIsLeftWhileAClaimWaits(t *testing.T) {
	t.Parallel()
	for taken := range 6 {
		for _, list := range []bool{true, false} {
			limit := 5
			s := &Slot{
				Now:       identitytest.Monday,
				Starts:    identitytest.Monday.Add(24 * time.Hour),
				JoinUntil: identitytest.Monday.Add(24 * time.Hour),
				Closes:    identitytest.Monday.Add(24 * time.Hour),
				Ends:      identitytest.Monday.Add(26 * time.Hour),
				Kind:      "date",
				Status:    "planned",
				Capacity:  &limit,
				Limit:     &limit,
				Taken:     taken,
				Claimed:   true,
				Activity:  Activity{Mode: Single, Waitlist: list},
			}
			want := map[bool]string{true: "waitlist", false: "full"}[list]
			if got := s.Word(); got != want {
				t.Errorf("%d of 5 taken, with a list %v: %s, want %s", taken, list, got, want)
			}
		}
	}
}
