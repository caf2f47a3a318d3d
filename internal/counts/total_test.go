package counts

import (
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

func TestViewsAreAddedUpByDay(t *testing.T) {
	c, _ := room(t, "2026-11-24 12.00")
	day := func(d int) time.Time { return time.Date(2026, 11, d, 0, 0, 0, 0, clock.Amsterdam) }
	for d, n := range map[int]int{20: 100, 22: 3, 23: 4, 24: 5} {
		if err := c.AddAt(t.Context(), "/agenda", day(d), n); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := c.Views(t.Context(), day(22), day(23)); err != nil || n != 7 {
		t.Error(n, err)
	}
	if n, err := c.Views(t.Context(), day(1), day(2)); err != nil || n != 0 {
		t.Error(n, err)
	}
}
