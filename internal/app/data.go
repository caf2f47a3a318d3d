package app

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
)

// Data is what can be said about a database without a key: how much there is and whether it holds
// together.
type Data struct {
	Program string           `json:"program"`
	Schema  int64            `json:"schema"`
	Newest  int64            `json:"newest"` // the schema that this program brings
	Counts  map[string]int64 `json:"counts"` // rows by table
	Faults  []string         `json:"faults"` // broken invariants, in Dutch
}

// ThisProgram is what Data says without a database.
func ThisProgram() Data {
	return Data{
		Program: Version,
		Newest:  db.Newest(),
		Counts:  map[string]int64{},
		Faults:  []string{},
	}
}

// ReadData looks at a database of this site, in one snapshot. It only reads.
func ReadData(ctx context.Context, conn *pgx.Conn) (d Data, err error) {
	d = ThisProgram()
	err = pgx.BeginTxFunc(
		ctx,
		conn,
		pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error {
			var err error
			if d.Schema, err = db.Schema(ctx, tx); err != nil {
				return fmt.Errorf("the schema: %w", err)
			}
			if d.Schema == 0 {
				return db.ErrOldSchema
			}
			if err := countRows(ctx, tx, d.Counts); err != nil {
				return fmt.Errorf("the rows: %w", err)
			}
			faults, err := waitlist.BrokenInvariants(ctx, tx)
			d.Faults = append(d.Faults, faults...)
			return err
		},
	)
	return d, err
}

func countRows(ctx context.Context, q db.Querier, counts map[string]int64) error {
	tables, err := db.All[string](ctx, q, `
		select tablename
		from pg_tables
		where schemaname = 'public'
		order by 1`)
	if err != nil {
		return err
	}
	for _, t := range tables {
		var n int64
		if err := q.QueryRow(ctx, `
			select count(*)
			from `+pgx.Identifier{t}.Sanitize()).Scan(&n); err != nil {
			return err
		}
		counts[t] = n
	}
	return nil
}
