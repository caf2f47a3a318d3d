package privacy

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
)

// Rows are the rows of one table that hold somebody's data and go all alike, under one kind in the
// erasure journal.
type Rows struct {
	Kind, Table string
}

// Forget withdraws the mails about rows that go: mail.Outbox.Forget.
type Forget func(ctx context.Context, tx pgx.Tx, causes ...string) error

// Erasing is when rows go, and how their mails are withdrawn.
type Erasing struct {
	At     time.Time
	Forget Forget
	// Leave keeps something of rows before they go; nil: nothing.
	Leave func(ctx context.Context, tx pgx.Tx, ids []string) error
}

// Erase deletes the rows that where names (a condition of this program, with args from $1), in
// batches, each with what belongs to it; it says how many. It may run any number of times, and go
// on where it stopped.
func (r Rows) Erase(ctx context.Context, pool *pgxpool.Pool, e Erasing, where string, args ...any) (n int, err error) {
	var pace Pace
	for {
		var ids []string
		size, began := pace.Size(), time.Now()
		err := db.InTx(ctx, pool, func(tx pgx.Tx) (err error) {
			if _, err := tx.Exec(ctx, Beside); err != nil {
				return err
			}
			some := fmt.Sprintf(
				`id in (select id from %s where %s limit %d for update skip locked)`,
				r.Table,
				where,
				size,
			)
			ids, err = r.erase(ctx, tx, e, some, args)
			return err
		})
		n += len(ids)
		if err != nil || len(ids) < size {
			return n, err
		}
		if err := pace.Went(ctx, len(ids), time.Since(began)); err != nil {
			return n, err
		}
	}
}

// Count is how many rows where names.
func (r Rows) Count(ctx context.Context, q db.Querier, where string, args ...any) (n int, err error) {
	err = q.QueryRow(ctx, `select count(*) from `+r.Table+` where `+where, args...).Scan(&n)
	return n, db.Problem(err)
}

// EraseIn deletes them in the transaction of somebody who erases more, also those that others hold
// at this moment.
func (r Rows) EraseIn(ctx context.Context, tx pgx.Tx, e Erasing, where string, args ...any) error {
	_, err := r.erase(ctx, tx, e, where, args)
	return err
}

func (r Rows) erase(ctx context.Context, tx pgx.Tx, e Erasing, where string, args []any) ([]string, error) {
	if e.Leave != nil {
		ids, err := db.All[string](ctx, tx,
			fmt.Sprintf(`select id from %s where %s for update`, r.Table, where), args...)
		if err == nil {
			err = e.Leave(ctx, tx, ids)
		}
		if err != nil {
			return nil, err
		}
		where, args = `id = any($1)`, []any{ids}
	}
	sql := fmt.Sprintf(`delete from %s where %s returning id`, r.Table, where)
	ids, err := db.All[string](ctx, tx, sql, args...)
	if err != nil {
		return nil, err
	}
	return ids, Gone(ctx, tx, e, r.Kind, ids...)
}

// Gone does what belongs to the erasure of rows, in the transaction that deletes them: the journal,
// their mails that are not out yet, and the answers that were remembered for them.
func Gone(ctx context.Context, tx pgx.Tx, e Erasing, kind string, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	if err := Journal(ctx, tx, e.At, kind, ids...); err != nil {
		return err
	}
	if err := e.Forget(ctx, tx, ids...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		delete from idempotency
		where subject = any($1)`, ids)
	return err
}
