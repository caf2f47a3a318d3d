package mail

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// About are all mails of these kinds about a row that are kept, oldest first: what a person may
// know of them.
func (o *Outbox) About(ctx context.Context, q db.Querier, kinds []Kind, cause string) ([]State, error) {
	rows, err := q.Query(ctx, `
		select `+stateColumns("cause_id")+`
		from mail m
		where kind = any($1) and `+ofRow+`
		order by no`, kinds, cause)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanState)
}
