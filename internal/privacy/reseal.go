package privacy

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
)

// Sealed is a column of sealed values.
type Sealed struct {
	Table, Column string
	Key           string // the column that names a row
	Name          string // what Seal is given as the table
	Prefix        string // what stands before the key in what Seal is given as the id
}

// Resealed is how far a column is.
type Resealed struct {
	Sealed
	Done   int // rows sealed anew
	Closed int // rows that no key of the ring opens: they are left as they are
}

const resealBatch = 500 // rows in one transaction

// Reseal seals with the newest key what was sealed with an older one, a few rows at a time while
// the site goes on, and tells each step. A row that changed meanwhile was sealed by whoever changed
// it. It may be stopped at any moment and run again: what is done is known by its key.
func (k *Keys) Reseal(ctx context.Context, pool *pgxpool.Pool, column Sealed, tell func(Resealed)) (Resealed, error) {
	out := Resealed{Sealed: column}
	for after := ""; ; {
		rows, err := k.older(ctx, pool, column, after)
		if err != nil {
			return out, err
		}
		if len(rows) == 0 {
			return out, nil
		}
		after = rows[len(rows)-1].key
		closed, err := k.resealAll(ctx, pool, column, rows)
		if err != nil {
			return out, err
		}
		out.Done, out.Closed = out.Done+len(rows)-closed, out.Closed+closed
		tell(out)
	}
}

type sealedRow struct {
	key string
	box []byte
}

// OldKeys is how many keys the ring only reads with.
func (k *Keys) OldKeys() int { return len(k.ring) - 1 }

// NeedsOld tells whether a column still has a value that an older key sealed.
func (k *Keys) NeedsOld(ctx context.Context, q db.Querier, column Sealed) (yes bool, err error) {
	err = q.QueryRow(ctx, fmt.Sprintf(`
		select exists (
			select from %[1]s
			where %[2]s is not null
				and substr(%[2]s, 2, %[3]d) <> $1
		)`, column.Table, column.Column, idSize), k.newest[:]).Scan(&yes)
	return yes, db.Problem(err)
}

// older gives the next rows that are not sealed with the newest key, by their key.
func (k *Keys) older(ctx context.Context, pool *pgxpool.Pool, column Sealed, after string) ([]sealedRow, error) {
	return db.Rows(ctx, pool, func(row pgx.CollectableRow) (r sealedRow, err error) {
		return r, row.Scan(&r.key, &r.box)
	}, fmt.Sprintf(`
		select %[1]s, %[2]s
		from %[3]s
		where %[1]s > $1
			and %[2]s is not null
			and substr(%[2]s, 2, %[4]d) <> $2
		order by %[1]s
		limit %[5]d`,
		column.Key, column.Column, column.Table, idSize, resealBatch),
		after, k.newest[:])
}

func (k *Keys) resealAll(
	ctx context.Context,
	pool *pgxpool.Pool,
	column Sealed,
	rows []sealedRow,
) (closed int, err error) {
	change := fmt.Sprintf(`
		update %[1]s
		set %[2]s = $3
		where %[3]s = $1
			and %[2]s = $2`,
		column.Table, column.Column, column.Key)
	err = db.InTx(ctx, pool, func(tx pgx.Tx) error {
		closed = 0
		batch := &pgx.Batch{}
		for _, r := range rows {
			plain, err := k.Open(column.Name, column.Prefix+r.key, r.box)
			if err != nil {
				closed++
				continue
			}
			batch.Queue(change, r.key, r.box, k.Seal(column.Name, column.Prefix+r.key, plain))
			clear(plain)
		}
		return tx.SendBatch(ctx, batch).Close()
	})
	return closed, err
}
