package jobs

import (
	"context"
	"time"

	"herstelruimte/internal/db"
)

// Backlog is what the queue has not done.
type Backlog struct {
	Late    int       // jobs that could have run this long ago and did not
	Oldest  time.Time // since when the oldest of them waits, on the machine's clock; zero when none does
	Failing int       // jobs that failed three times or more, and are tried again
}

const stubborn = 3 // failures before a job counts as failing: less is a hiccup

// Backlog tells what should have run before this moment of the machine's clock, and what keeps failing.
func (q *Queue) Backlog(ctx context.Context, from db.Querier, before time.Time) (b Backlog, err error) {
	const sql = `select count(*) filter (where state = 'available' and scheduled_at < $1),
		coalesce(min(scheduled_at) filter (where state = 'available' and scheduled_at < $1), 'epoch'),
		count(*) filter (where state in ('retryable', 'available', 'running') and coalesce(array_length(errors, 1), 0) >= $2)
		from river_job where state in ('available', 'retryable', 'running')`
	err = from.QueryRow(ctx, sql, before, stubborn).Scan(&b.Late, &b.Oldest, &b.Failing)
	if b.Late == 0 {
		b.Oldest = time.Time{}
	}
	return b, err
}
