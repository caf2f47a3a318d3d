package inbox

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// Kept is how the owner of an address reads what an inbox keeps of it. What was sent is a T, sealed
// in the row of a table that knows the address by email_key and the number by phone_key.
type Kept[T any] struct {
	Keys  *privacy.Keys
	Table string
	// Kind is what privacy.KeptElsewhere calls a row.
	Kind string
	// Words are what somebody wrote.
	Words func(T) string
	// Name is how they called themselves; nil: they were not asked.
	Name func(T) string
}

// OfAddress gives the rows that were left with an address, the oldest first.
func (k Kept[T]) OfAddress(
	ctx context.Context,
	q db.Querier,
	email []byte,
) ([]privacy.KeptElsewhere, error) {
	return k.of(ctx, q, `email_key`, email)
}

// OfPhone gives the rows that were left with a number.
func (k Kept[T]) OfPhone(
	ctx context.Context,
	q db.Querier,
	phone []byte,
) ([]privacy.KeptElsewhere, error) {
	return k.of(ctx, q, `phone_key`, phone)
}

func (k Kept[T]) of(
	ctx context.Context,
	q db.Querier,
	column string,
	key []byte,
) ([]privacy.KeptElsewhere, error) {
	rows, err := q.Query(ctx, `
		select id, sealed, received_at
		from `+k.Table+`
		where `+column+` = $1
		order by received_at`, key)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(
		rows,
		func(r pgx.CollectableRow) (out privacy.KeptElsewhere, err error) {
			var row Row
			var at time.Time
			if err := r.Scan(&row.ID, &row.Sealed, &at); err != nil {
				return out, err
			}
			form, err := OpenForm[T](k.Keys, k.Table, row)
			if err != nil {
				return out, err
			}
			out = privacy.KeptElsewhere{
				ID:   row.ID,
				Kind: k.Kind,
				Day:  clock.Date(at),
				Text: k.Words(form),
			}
			if k.Name != nil {
				out.Name = k.Name(form)
			}
			return out, nil
		},
	)
}
