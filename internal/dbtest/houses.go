package dbtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Emptied empties the database, as it is on the first day of a house, and gives what fills it with
// copies of what was in it: each as another house would have it, an hour earlier, which refers to
// its own rows alone. The rules that rows are held against are gone then.
func Emptied(t testing.TB, pool *pgxpool.Pool) (fill func(copies int)) {
	t.Helper()
	exec := func(all ...string) {
		t.Helper()
		for _, sql := range all {
			if _, err := pool.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
				t.Fatal(err, sql)
			}
		}
	}
	exec(`create schema was`)
	exec(collect[string](t, pool, `
		select format('alter table %s drop constraint %I', conrelid::regclass, conname)
		from pg_constraint
		where contype in ('c', 'f')
			and connamespace = 'public'::regnamespace
			and conrelid::regclass::text !~ '^(river|goose)'`)...)
	tables := collect[string](t, pool, `
		select quote_ident(tablename)
		from pg_tables
		where schemaname = 'public'
			and tablename !~ '^(river|goose)'`)
	for _, table := range tables {
		exec(`create table was.`+table+` as select * from `+table+` limit 4`,
			`alter table `+table+` disable trigger user`, `truncate `+table)
	}
	return func(copies int) {
		t.Helper()
		for _, table := range tables {
			exec(copied(t, pool, table, copies))
		}
		exec(`analyze`)
	}
}

// copied fills a table from what was in it. Whatever names a row, or is looked up, has the number
// of its copy behind it.
func copied(t testing.TB, pool *pgxpool.Pool, table string, copies int) string {
	t.Helper()
	type column struct{ Name, Value string }
	rows, err := pool.Query(t.Context(), `
		select quote_ident(attname), case atttypid::regtype::text
			when 'timestamp with time zone' then '@ - copy_no * interval ''1 hour'''
			when 'date' then '@ - copy_no'
			when 'text' then case
				when looked or attname like '%\_id' then '@ || ''~'' || copy_no' else '@' end
			when 'bytea' then case when indexed then '@ || int4send(copy_no)' else '@' end
			when 'integer' then case when looked then '@ + copy_no * 1000' else '@' end
			when 'bigint' then case when looked then '@ + copy_no * 1000' else '@' end
			else '@' end
		from pg_attribute a, lateral (
			select coalesce(bool_or(indisunique), false), count(*) > 0
			from pg_index
			where indrelid = attrelid
				and attnum = any(indkey)
		) i (looked, indexed)
		where attrelid = $1::text::regclass
			and attnum > 0
			and not attisdropped
			and attgenerated = ''`, table)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	if err != nil {
		t.Fatal(err)
	}
	var names, values []string
	for _, c := range all {
		names = append(names, c.Name)
		values = append(values, strings.ReplaceAll(c.Value, "@", c.Name))
	}
	return fmt.Sprintf(`
		insert into %s (%s)
		overriding system value
		select %s
		from was.%s, generate_series(0, %d) copy_no
		on conflict do nothing`,
		table, strings.Join(names, ", "), strings.Join(values, ", "), table, copies)
}
