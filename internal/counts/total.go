package counts

import (
	"context"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// Views are all page views from the day of from up to and including that of last.
func (c *Counts) Views(ctx context.Context, from, last time.Time) (n int, err error) {
	err = c.Pool.QueryRow(ctx, `
		select coalesce(sum(views), 0)::bigint
		from page_view
		where day between $1 and $2`,
		clock.Day(from).Format(time.DateOnly), clock.Day(last).Format(time.DateOnly)).Scan(&n)
	return n, db.Problem(err)
}
