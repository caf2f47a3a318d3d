package mail

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// About lists the mails that belong to a row, oldest first: what a person may know of what was sent to them.
func (o *Outbox) About(ctx context.Context, cause string) ([]Stored, error) {
	rows, err := o.pool.Query(ctx, `select id, kind, coalesce(occurrence_id, ''), cause_id, data, created_at from mail where cause_id = $1 order by no`, cause)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (m Stored, err error) {
		return m, r.Scan(&m.ID, &m.Kind, &m.Occurrence, &m.Cause, &m.Data, &m.CreatedAt)
	})
}
