package rules

import (
	"strings"
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
	soon, ago := identitytest.Monday.Add(hour), identitytest.Monday.Add(-hour)
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
		"done":      func(s *Slot) { s.Ends = identitytest.Monday },
	} {
		s := base()
		change(s)
		if got := s.Word(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for want, change := range map[string]func(*Slot){
		"cancelled": func(s *Slot) { s.Ends, s.Status = identitytest.Monday, "cancelled" },
		"cancelled of a series without a meeting": func(s *Slot) {
			s.Kind, s.OffFrom, s.Ends = "series", &s.Starts, identitytest.Monday
		},
		"done with its last meeting that went on": func(s *Slot) {
			s.Kind, s.Starts, s.OffFrom = "series", ago.Add(-hour), &ago
		},
		"open until then": func(s *Slot) { s.Kind, s.Starts, s.OffFrom = "series", ago, &soon },
	} {
		s := base()
		change(s)
		if got := s.Word(); got != strings.Fields(want)[0] {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// What did not go on is never said to have been: the whole date, or one meeting of it.
func TestCancelledIsSaidBeforeDone(t *testing.T) {
	t.Parallel()
	past := Meeting{Start: identitytest.Monday.Add(-time.Hour), End: identitytest.Monday, Of: 1}
	for name, c := range map[string]struct {
		date, meeting, want string
	}{
		"held":              {"planned", "planned", "done"},
		"date cancelled":    {"cancelled", "planned", "cancelled"},
		"meeting cancelled": {"planned", "cancelled", "cancelled"},
	} {
		s := &Slot{Now: identitytest.Monday, Ends: identitytest.Monday, Status: c.date}
		past.Status = c.meeting
		if got := s.Line(past); got.Status != c.want || !got.Over {
			t.Errorf("%s: %s, over %v; want %s, over", name, got.Status, got.Over, c.want)
		}
		if got := s.Word(); c.meeting == "planned" && got != c.want {
			t.Errorf("%s: the word of the date is %s, want %s", name, got, c.want)
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
