package mail

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Sent is a mail that went out.
type Sent struct {
	Kind Kind
	At   time.Time
}

// About lists the mails about a row that went out, oldest first: what a person may know of what was
// sent to them.
func (o *Outbox) About(ctx context.Context, cause string) ([]Sent, error) {
	rows, err := o.pool.Query(ctx, `
		select kind, sent_at
		from mail m
		where state = 'sent' and (cause_id = $1 or `+AlsoOf("m", "$1::text")+`)
		order by no`, cause)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Sent])
}
