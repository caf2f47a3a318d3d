package app

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/db"
	"herstelruimte/migrations"
)

// Data is what can be said about a database without a key: how much there is and whether it holds together.
type Data struct {
	Program string           `json:"program"`
	Schema  int64            `json:"schema"`
	Newest  int64            `json:"newest"` // the schema that this program brings
	Counts  map[string]int64 `json:"counts"` // rows by table
	Faults  []string         `json:"faults"` // broken invariants, in Dutch
}

// ThisProgram is what Data says without a database.
func ThisProgram() Data {
	return Data{Program: Version, Newest: newestSchema(), Counts: map[string]int64{}, Faults: []string{}}
}

// ReadData looks at a database of this site, in one snapshot. It only reads.
func ReadData(ctx context.Context, conn *pgx.Conn) (d Data, err error) {
	d = ThisProgram()
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `select coalesce(max(version_id), 0) from goose_db_version where is_applied`).Scan(&d.Schema); err != nil {
			return fmt.Errorf("the schema: %w", err)
		}
		if err := countRows(ctx, tx, d.Counts); err != nil {
			return fmt.Errorf("the rows: %w", err)
		}
		faults, err := agenda.Faults(ctx, tx)
		d.Faults = append(d.Faults, faults...)
		return err
	})
	return d, err
}

func countRows(ctx context.Context, q db.Querier, counts map[string]int64) error {
	rows, err := q.Query(ctx, `select tablename from pg_tables where schemaname = 'public' order by 1`)
	if err != nil {
		return err
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, t := range tables {
		var n int64
		if err := q.QueryRow(ctx, `select count(*) from `+pgx.Identifier{t}.Sanitize()).Scan(&n); err != nil {
			return err
		}
		counts[t] = n
	}
	return nil
}

// newestSchema is the number of the last migration in the program.
func newestSchema() (newest int64) {
	files, _ := fs.Glob(migrations.Files, "*.sql") // the pattern is a good one
	for _, name := range files {
		number, _, _ := strings.Cut(name, "_")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			newest = max(newest, n)
		}
	}
	return newest
}
