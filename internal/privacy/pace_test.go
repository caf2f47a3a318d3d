package privacy

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestARunLearnsHowManyRowsGoAtOnce(t *testing.T) {
	t.Parallel()
	var p Pace
	for i, step := range []struct {
		rows       int
		took       time.Duration
		want, gone int
	}{
		{50, 10 * time.Millisecond, 100, 50},
		{100, 10 * time.Millisecond, 200, 150},
		{200, 10 * time.Millisecond, 400, 350},
		{400, 10 * time.Millisecond, 500, 750}, // no more than that
		{3, time.Millisecond, 500, 753},        // few rows say nothing
		{100, 40 * time.Millisecond, 500, 853},
		{100, 60 * time.Millisecond, 250, 953},
	} {
		if err := p.Went(t.Context(), step.rows, step.took); err != nil || p.Size() != step.want {
			t.Errorf("step %d: %d at once, want %d (%v)", i, p.Size(), step.want, err)
		}
		if p.gone != step.gone {
			t.Errorf("step %d: %d went, want %d", i, p.gone, step.gone)
		}
	}
	for range 10 {
		p.gone = 0
		if err := p.Went(t.Context(), 10, time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if p.Size() != leastRows {
		t.Errorf("%d at once, want at least %d", p.Size(), leastRows)
	}
}

func TestALongRunRestsAndStopsWhenItIsTold(t *testing.T) {
	t.Parallel()
	over, stop := context.WithCancel(t.Context())
	stop()
	short := Pace{}
	if err := short.Went(over, 1, time.Hour); err != nil {
		t.Errorf("a short run rested: %v", err)
	}
	long := Pace{gone: restAfter}
	if err := long.Went(over, 1, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("a long run did not rest: %v", err)
	}
}
