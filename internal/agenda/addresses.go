package agenda

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// mostAddresses bounds the dates in the site map: search engines come back, and nobody searches for
// a date half a year ahead among thousands.
const mostAddresses = 5000

// Address is a page that search engines may find, and when it last changed.
type Address struct {
	Path    string
	Changed time.Time
}

// Addresses are the pages of the coming dates, the next ones first, as far ahead as the feeds look.
func (a *Agenda) Addresses(ctx context.Context) ([]Address, error) {
	now := a.Clock.Now()
	rows, err := a.Pool.Query(
		ctx, `
		select o.activity_id, o.id, max(greatest(o.created_at, se.changed_at, a.updated_at))`+
			listFrom+
			`se.starts_at > $2 and se.starts_at < $3 and se.ends_at > $1
		and `+fmt.Sprintf(visibleSQL, "$1")+
			` group by o.id order by min(se.starts_at), o.id limit $4`,
		now,
		now.Add(-longest),
		clock.Day(now).AddDate(0, 0, feedAhead),
		mostAddresses,
	)
	if err != nil {
		return nil, db.Problem(err)
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (e Address, err error) {
		var activity, occurrence string
		err = r.Scan(&activity, &occurrence, &e.Changed)
		e.Path = activityPath(activity, occurrence)
		return e, err
	})
}
