package dbtest

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Listener notes the reads that go through its Pool, to tell afterwards how many rows they looked
// at: times differ by machine, this does not.
type Listener struct {
	Pool *pgxpool.Pool

	t     testing.TB
	plain *pgxpool.Pool
	mu    sync.Mutex
	seen  []pgx.TraceQueryStartData
	words []string // what a statement begins with that is noted
	trips int
}

// ListenToWrites is Listen for what is written, too.
func ListenToWrites(t testing.TB, pool *pgxpool.Pool) *Listener {
	t.Helper()
	l := Listen(t, pool)
	l.words = append(l.words, "insert", "update", "delete")
	return l
}

// Listen gives a listener on the database of a pool.
func Listen(t testing.TB, pool *pgxpool.Pool) *Listener {
	t.Helper()
	l := &Listener{t: t, plain: pool, words: []string{"select", "with"}}
	cfg := pool.Config()
	cfg.ConnConfig.Tracer = l
	traced, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(traced.Close)
	l.Pool = traced
	return l
}

// TraceQueryStart is pgx's.
func (l *Listener) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	l.trip()
	l.note(d)
	return ctx
}

func (l *Listener) note(d pgx.TraceQueryStartData) {
	l.mu.Lock()
	defer l.mu.Unlock()
	word := strings.ToLower(strings.TrimLeft(d.SQL, " (\n\t"))
	if slices.ContainsFunc(l.words, func(w string) bool { return strings.HasPrefix(word, w) }) {
		l.seen = append(l.seen, d)
	}
}

// TraceQueryEnd is pgx's.
func (l *Listener) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart is pgx's.
func (l *Listener) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	l.trip()
	return ctx
}

// TraceBatchQuery is pgx's.
func (l *Listener) TraceBatchQuery(_ context.Context, _ *pgx.Conn, d pgx.TraceBatchQueryData) {
	l.note(pgx.TraceQueryStartData{SQL: d.SQL, Args: d.Args})
}

// TraceBatchEnd is pgx's.
func (l *Listener) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// Reset forgets what was seen.
func (l *Listener) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen, l.trips = nil, 0
}

func (l *Listener) trip() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trips++
}

// Trips is how often the database was waited for.
func (l *Listener) Trips() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.trips
}

// Work runs the reads that were seen again and have these words in them, planned as the site plans
// them, and says how many rows they looked at, and whether a large table was read as a whole.
func (l *Listener) Work(words string) (rows float64, whole bool) {
	l.t.Helper()
	conn, err := l.plain.Acquire(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	defer conn.Release()
	for _, d := range l.seen {
		if !strings.Contains(d.SQL, words) {
			continue
		}
		n, w := explain(l.t, conn, d).touched()
		if w {
			l.t.Logf("read as a whole: %s", d.SQL)
		}
		rows, whole = rows+n, whole || w
	}
	return rows, whole
}

// Keep plans the reads that were seen as a process does that starts now, and keeps these plans.
// touched runs them again, whatever is in the tables by then, and names those that look at more
// than most rows or at a whole table. With scans, reading a whole table may be what is planned.
func (l *Listener) Keep(scans bool) (touched func(most float64) []string) {
	l.t.Helper()
	conn, err := l.plain.Acquire(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(conn.Release)
	run(l.t, conn, fmt.Sprintf(`set enable_seqscan = %v`, scans))
	var kept []pgx.TraceQueryStartData
	for _, d := range l.seen {
		if !slices.ContainsFunc(kept, func(k pgx.TraceQueryStartData) bool {
			return k.SQL == d.SQL
		}) && !strings.Contains(d.SQL, "insert into") {
			kept = append(kept, d)
		}
	}
	calls := make([]string, len(kept))
	for i, d := range kept {
		calls[i] = prepare(l.t, conn, d, fmt.Sprint("kept", i))
		run(l.t, conn, `explain execute `+calls[i])
	}
	return func(most float64) (out []string) {
		for i, d := range kept {
			if rows, whole := analyzed(l.t, conn, calls[i]).touched(); whole || rows > most {
				out = append(out, fmt.Sprintf("%v rows, whole %v: %s", rows, whole, d.SQL))
			}
		}
		run(l.t, conn, `deallocate all; reset enable_seqscan`)
		return out
	}
}

// Buffers is how many pages of the database the reads that were seen and have these words in them
// ask for, when they are run again, whether they lie in memory or not.
func (l *Listener) Buffers(words string) (n int) {
	l.t.Helper()
	conn, err := l.plain.Acquire(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	defer conn.Release()
	for _, d := range l.seen {
		if strings.Contains(d.SQL, words) {
			p := explain(l.t, conn, d)
			n += p.Hit + p.Read
		}
	}
	return n
}

// plan is what PostgreSQL did for a statement.
type plan struct {
	Node    string  `json:"Node Type"`
	Table   string  `json:"Relation Name"`
	Rows    float64 `json:"Actual Rows"`
	Removed float64 `json:"Rows Removed by Filter"`
	Loops   float64 `json:"Actual Loops"`
	Hit     int     `json:"Shared Hit Blocks"`
	Read    int     `json:"Shared Read Blocks"`
	Index   string  `json:"Index Name"`
	Cond    string  `json:"Index Cond"`
	Filter  string  `json:"Filter"`
	Join    string  `json:"Join Type"`
	Parent  string  `json:"Parent Relationship"`
	Plans   []plan
}

const small = 100 // rows: PostgreSQL rightly reads such a table as a whole

func (p plan) touched() (rows float64, whole bool) {
	if p.Table != "" {
		rows = (p.Rows + p.Removed) * max(1, p.Loops)
		whole = p.Node == "Seq Scan" && rows > small
	}
	for _, c := range p.Plans {
		n, w := c.touched()
		rows, whole = rows+n, whole || w
	}
	return rows, whole
}

// literal writes an argument into a statement.
func literal(v any) string {
	switch v := v.(type) {
	case time.Time:
		return "'" + v.UTC().Format("2006-01-02T15:04:05.999999Z") + "'"
	case []string:
		if len(v) == 0 {
			return "'{}'"
		}
		return `'{"` + strings.Join(v, `","`) + `"}'`
	case int, int64:
		return fmt.Sprint(v)
	case *time.Time:
		if v == nil {
			return "null"
		}
		return literal(*v)
	case []byte:
		if v == nil {
			return "null"
		}
		return fmt.Sprintf(`'\x%x'`, v)
	}
	if list, ok := v.([][]byte); ok {
		words := make([]string, len(list))
		for i, one := range list {
			if words[i] = "null"; one != nil {
				words[i] = fmt.Sprintf(`"\\x%x"`, one)
			}
		}
		return "'{" + strings.Join(words, ",") + "}'"
	}
	if list := reflect.ValueOf(v); list.Kind() == reflect.Slice {
		words := make([]string, list.Len())
		for i := range words {
			words[i] = fmt.Sprint(list.Index(i))
		}
		return literal(words)
	}
	return "'" + strings.ReplaceAll(fmt.Sprint(v), "'", "''") + "'"
}

func explain(t testing.TB, conn *pgxpool.Conn, d pgx.TraceQueryStartData) plan {
	t.Helper()
	p := analyzed(t, conn, prepare(t, conn, d, "looked"))
	run(t, conn, `deallocate looked`)
	return p
}

// prepare gives what executes the statement.
func prepare(t testing.TB, conn *pgxpool.Conn, d pgx.TraceQueryStartData, name string) string {
	t.Helper()
	if len(d.Args) == 1 {
		if named, ok := d.Args[0].(pgx.QueryRewriter); ok {
			var err error
			d.SQL, d.Args, err = named.RewriteQuery(t.Context(), conn.Conn(), d.SQL, nil)
			if err != nil {
				t.Fatal(err, d.SQL)
			}
		}
	}
	run(t, conn, `prepare `+name+` as `+d.SQL)
	words := make([]string, len(d.Args))
	for i, a := range d.Args {
		words[i] = literal(a)
	}
	if len(words) == 0 {
		return name
	}
	return name + `(` + strings.Join(words, ", ") + `)`
}

func run(t testing.TB, conn *pgxpool.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err, sql)
	}
}

func analyzed(t testing.TB, conn *pgxpool.Conn, call string) plan {
	t.Helper()
	var raw []byte
	if err := conn.QueryRow(
		t.Context(),
		`explain (analyze, buffers, format json) execute `+call,
		pgx.QueryExecModeSimpleProtocol,
	).Scan(&raw); err != nil {
		t.Fatal(err, call)
	}
	var out []struct{ Plan plan }
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out[0].Plan
}
