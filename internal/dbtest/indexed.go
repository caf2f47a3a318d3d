package dbtest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Whole is a table that a statement reads from end to end, whatever is asked of it.
type Whole struct {
	Table, By, SQL string // By is the index that is read so, or the node of the plan
}

// WholeReads plans every statement that was noted as a process does that starts now: once, before
// it knows what is asked. A table is read as a whole without an index, or with one that is asked
// for nothing by its first column.
func (l *Listener) WholeReads() (out []Whole) {
	l.t.Helper()
	conn, err := l.plain.Acquire(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	defer conn.Release()
	indexes := indexesOf(l.t, l.plain)
	for _, d := range l.distinct() {
		for _, w := range planned(l.t, conn, d.SQL).wholes(indexes, false) {
			w.SQL = d.SQL
			out = append(out, w)
		}
	}
	return out
}

// distinct are the statements that were noted, each once.
func (l *Listener) distinct() (out []pgx.TraceQueryStartData) {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen := map[string]bool{}
	for _, d := range l.seen {
		if len(d.Args) == 1 {
			if named, ok := d.Args[0].(pgx.QueryRewriter); ok {
				var err error
				d.SQL, d.Args, err = named.RewriteQuery(l.t.Context(), nil, d.SQL, nil)
				if err != nil {
					l.t.Fatal(err, d.SQL)
				}
			}
		}
		if !seen[d.SQL] {
			out, seen[d.SQL] = append(out, d), true
		}
	}
	return out
}

func planned(t testing.TB, conn *pgxpool.Conn, sql string) plan {
	t.Helper()
	d, err := conn.Conn().PgConn().Prepare(t.Context(), "planned", sql, nil)
	if err != nil {
		t.Fatal(err, sql)
	}
	call := "planned"
	if n := len(d.ParamOIDs); n > 0 {
		call += "(null" + strings.Repeat(", null", n-1) + ")"
	}
	var raw []byte
	if err := conn.QueryRow(
		t.Context(),
		`explain (format json) execute `+call,
		pgx.QueryExecModeSimpleProtocol,
	).Scan(&raw); err != nil {
		t.Fatal(err, sql)
	}
	run(t, conn, `deallocate planned`)
	var out []struct{ Plan plan }
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out[0].Plan
}

// index is what a plan does not tell of one.
type index struct{ Name, Table, First, Method string }

func indexesOf(t testing.TB, pool *pgxpool.Pool) map[string]index {
	t.Helper()
	rows, err := pool.Query(t.Context(), `
		select c.relname, i.indrelid::regclass::text, pg_get_indexdef(c.oid, 1, true), m.amname
		from pg_index i
		join pg_class c on c.oid = i.indexrelid
		join pg_am m on m.oid = c.relam
		where c.relnamespace = 'public'::regnamespace`)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[index])
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]index{}
	for _, i := range all {
		out[i.Name] = i
	}
	return out
}

// wholes are the whole reads of a plan; few says that only the first rows are taken of what it
// gives, in its order.
func (p plan) wholes(indexes map[string]index, few bool) (out []Whole) {
	switch {
	case p.Node == "Seq Scan":
		out = append(out, Whole{Table: p.Table, By: p.Node})
	case p.Index != "" && !p.asks(indexes[p.Index]) && (!few || p.Filter != ""):
		out = append(out, Whole{Table: indexes[p.Index].Table, By: p.Index})
	}
	for _, c := range p.Plans {
		out = append(out, c.wholes(indexes, p.Node == "Limit" || few && p.passes(c))...)
	}
	return out
}

// asks says whether a scan looks for something by the first column of its index.
func (p plan) asks(i index) bool {
	if i.Method == "gin" {
		return p.Cond != ""
	}
	return regexp.MustCompile(`(^|[^.\w])` + regexp.QuoteMeta(i.First) + `([^\w]|$)`).
		MatchString(p.Cond)
}

// passes says whether each row of a part of the plan is one of the plan: the first rows of the one
// are those of the other.
func (p plan) passes(c plan) bool {
	if p.Filter != "" || c.Parent == "InitPlan" || c.Parent == "SubPlan" {
		return false
	}
	left := strings.HasSuffix(p.Node, "Nested Loop") && p.Join == "Left" && c.Parent == "Outer"
	return left || slices.Contains([]string{
		"LockRows", "Result", "Subquery Scan", "Incremental Sort", "Append", "Merge Append",
	}, p.Node)
}

// Len is how many different statements were noted.
func (l *Listener) Len() int { return len(l.distinct()) }
