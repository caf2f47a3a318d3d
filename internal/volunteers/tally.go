package volunteers

import (
	"context"
	"time"

	"herstelruimte/internal/db"
)

// Started is how many people who applied from from up to to became a volunteer. Who did not is
// erased in time: how many applied cannot be told.
func (v *Volunteers) Started(ctx context.Context, from, to time.Time) (n int, err error) {
	err = v.Pool.QueryRow(ctx, `
		select count(*)
		from volunteer_application
		where state = 'started' and received_at >= $1 and received_at < $2`,
		from, to).Scan(&n)
	return n, db.Problem(err)
}
