package jobs

import (
	"context"
	"time"

	"herstelruimte/internal/db"
)

// Backlog is what the queue has not done.
type Backlog struct {
	// jobs that should have run, or have run again after a run that died, and did not
	Late int
	// since when the oldest of them is due, on the machine's clock; zero when none is
	Oldest  time.Time
	Failing int // jobs that failed three times or more, and are tried again
}

const stubborn = 3 // failures before a job counts as failing: less is a hiccup

// Backlog tells what should have run before this moment of the machine's clock, and what keeps
// failing. A run that goes on after rescueAfter died with its process: then its job is due again.
func (q *Queue) Backlog(ctx context.Context, from db.Querier, before time.Time) (b Backlog, err error) {
	const sql = `
		select count(*) filter (where due < $1), coalesce(min(due) filter (where due < $1),
			'epoch'),
		count(*) filter (where state <> 'scheduled' and failures >= $2)
		from (select state,
			case state when 'running' then attempted_at + $3::interval else scheduled_at end as due,
			coalesce(array_length(errors, 1), 0) as failures
			from river_job where state in ('available', 'scheduled', 'retryable',
				'running')) as open`
	err = from.QueryRow(ctx, sql, before, stubborn, rescueAfter).Scan(
		&b.Late,
		&b.Oldest,
		&b.Failing,
	)
	if b.Late == 0 {
		b.Oldest = time.Time{}
	}
	return b, err
}
