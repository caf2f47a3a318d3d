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
	claimed := base()
	claimed.Taken, claimed.Held, claimed.Claimed = 2, 1, true
	if claimed.Word() != "waitlist" {
		t.Errorf("a claim waits: %s", claimed.Word())
	}
}
