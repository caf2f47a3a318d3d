package status

import (
	"context"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

// Forgetting that waits or stopped is said on the page and by doctor, and mailed to whoever keeps
// the site, although to wait is no more than a warning.
func TestForgettingThatWaitsOrStoppedIsSaidAndMailed(t *testing.T) {
	t.Parallel()
	for says, c := range map[string]struct {
		at    Forgetting
		state State
	}{
		"We waren 3 dagen uit.": {
			Forgetting{
				DaysOff: 3, GoesOn: time.Date(2026, 11, 21, 3, 30, 0, 0, clock.Amsterdam),
			}, Warn,
		},
		"De klok van de server sprong.": {Forgetting{Stopped: true}, Bad},
	} {
		b := setup(t)
		b.want("forgetting", Good)
		b.cfg.Forgetting = func(context.Context) (Forgetting, error) { return c.at, nil }
		seen := b.want("forgetting", c.state, says)
		s := New(b.cfg)
		for range 3 {
			if err := s.keep(t.Context(), []Check{seen}); err != nil {
				t.Fatal(err)
			}
			b.clock.Advance(WatchEvery)
		}
		if n := b.letters(); n != 1 {
			t.Errorf("%s: %d mails, want 1", says, n)
			continue
		}
		if _, text, err := b.letter(s); err != nil || !strings.Contains(text, says) {
			t.Errorf("%q, %v", text, err)
		}
	}
}
