package dbtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Dump is every column of every row of every table as somebody reads it who stole the database: as
// text, and bytes as text and as hex.
func Dump(t testing.TB, pool *pgxpool.Pool) string {
	t.Helper()
	var out strings.Builder
	for _, table := range collect[string](t, pool, `
		select tablename from pg_tables where schemaname = 'public'`) {
		rows, err := pool.Query(t.Context(), `select * from `+pgx.Identifier{table}.Sanitize())
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, err := rows.Values()
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range values {
				if b, ok := v.([]byte); ok {
					_, _ = fmt.Fprintf(&out, "%s %x\n", b, b)
					continue
				}
				_, _ = fmt.Fprintln(&out, v)
			}
		}
		if rows.Err() != nil {
			t.Fatal(rows.Err())
		}
	}
	return out.String()
}

func collect[T any](t testing.TB, pool *pgxpool.Pool, sql string) []T {
	t.Helper()
	rows, err := pool.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatal(err)
	}
	return all
}
