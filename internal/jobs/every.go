package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// tick is the job of one turn of a periodic task.
type tick struct {
	Name string `json:"name" river:"unique"`
}

func (tick) Kind() string { return "every" }

// Every runs f soon after Start and then each d, in one process at a time: a turn that comes while
// one waits or runs is left out. f must be able to run twice. Call it before Start, once per name;
// it panics otherwise.
func Every(q *Queue, name string, d time.Duration, f func(ctx context.Context) error) {
	q.mustBeIdle()
	if _, taken := q.ticks[name]; taken {
		panic("jobs: a second periodic task with the name " + name)
	}
	if len(q.ticks) == 0 {
		Handle(q, q.onTick)
	}
	q.ticks[name] = f
	opts := &river.InsertOpts{
		Queue: lane(tick{}.Kind()), MaxAttempts: attempts,
		UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
			rivertype.JobStateAvailable,
			rivertype.JobStatePending,
			rivertype.JobStateRetryable,
			rivertype.JobStateRunning,
			rivertype.JobStateScheduled,
		}},
	}
	q.periodic = append(q.periodic, river.NewPeriodicJob(
		river.PeriodicInterval(d),
		func() (river.JobArgs, *river.InsertOpts) { return tick{Name: name}, opts },
		&river.PeriodicJobOpts{RunOnStart: true},
	))
}

// Do runs a periodic task of this name now, in the caller's own time: the queue need not run.
func (q *Queue) Do(ctx context.Context, name string) error {
	if q.ticks[name] == nil {
		return fmt.Errorf("jobs: no periodic task has the name %q", name)
	}
	return q.onTick(ctx, tick{Name: name})
}

func (q *Queue) onTick(ctx context.Context, t tick) error {
	f, known := q.ticks[t.Name]
	if !known {
		return nil // left by another version of this program, which no longer asks for it
	}
	if err := f(ctx); err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	return nil
}
