package places_test

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
)

// stopwatch times every transaction of a pool, from its begin up to its end. That a
// processor was not free is no time of the transaction: the machine of a test has other work. So
// two times are taken off: what the database's process stood in line while a statement ran, and
// what the thread of who works did between two. They never overlap, and no more is taken off.
// Whoever works stays on one thread (runtime.LockOSThread).
type stopwatch struct {
	mu   sync.Mutex
	open map[*pgx.Conn]*timing
	took []spent
}

type timing struct {
	began            time.Time
	stood            time.Duration // in line, in all
	database, thread time.Duration // what each ever stood in line, when it was looked at last

	asked time.Time // when the statement began that runs
	spent
}

// spent is what one transaction took on the clock on the wall, and of that by itself; what its
// longest statement took, and which that is; and how many statements it had, its end among them.
type spent struct {
	wall, own, most time.Duration
	longest         string
	statements      int
}

type sqlKey struct{}

// stood is how long a process, or thread-self, ever stood in line for a processor; 0 where the
// system does not say so: then all that a transaction took is its own.
func stood(who string) time.Duration {
	line, _ := os.ReadFile("/proc/" + who + "/schedstat")
	_, waited, _ := strings.Cut(string(line), " ")
	waited, _, _ = strings.Cut(waited, " ")
	n, _ := strconv.ParseInt(waited, 10, 64)
	return time.Duration(n)
}

func database(c *pgx.Conn) string { return strconv.Itoa(int(c.PgConn().PID())) }

// TraceQueryStart is pgx's.
func (w *stopwatch) TraceQueryStart(ctx context.Context, c *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return w.start(ctx, c, []string{d.SQL})
}

// TraceQueryEnd is pgx's.
func (w *stopwatch) TraceQueryEnd(ctx context.Context, c *pgx.Conn, _ pgx.TraceQueryEndData) {
	w.end(ctx, c)
}

// TraceBatchStart is pgx's.
func (w *stopwatch) TraceBatchStart(ctx context.Context, c *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	var all []string
	for _, q := range d.Batch.QueuedQueries {
		all = append(all, q.SQL)
	}
	return w.start(ctx, c, all)
}

// TraceBatchQuery is pgx's.
func (*stopwatch) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd is pgx's.
func (w *stopwatch) TraceBatchEnd(ctx context.Context, c *pgx.Conn, _ pgx.TraceBatchEndData) {
	w.end(ctx, c)
}

func (w *stopwatch) start(ctx context.Context, c *pgx.Conn, all []string) context.Context {
	w.mu.Lock()
	defer w.mu.Unlock()
	if all[0] == "begin" && w.open[c] == nil {
		all = all[1:]
		w.open[c] = &timing{began: time.Now(), thread: stood("thread-self")}
	}
	if t := w.open[c]; t != nil {
		t.stood += stood("thread-self") - t.thread
		t.database, t.asked = stood(database(c)), time.Now()
	}
	return context.WithValue(ctx, sqlKey{}, all)
}

func (w *stopwatch) end(ctx context.Context, c *pgx.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	all, t := ctx.Value(sqlKey{}).([]string), w.open[c]
	if t == nil {
		return
	}
	inLine := stood(database(c)) - t.database
	t.stood += inLine
	t.statements += len(all)
	t.thread = stood("thread-self")
	if took := time.Since(t.asked) - inLine; took > t.most {
		t.most, t.longest = took, strings.Join(all, "; ")
	}
	if n := len(all); n > 0 && (all[n-1] == "commit" || all[n-1] == "rollback") {
		t.wall = time.Since(t.began)
		t.own = t.wall - t.stood
		w.took = append(w.took, t.spent)
		delete(w.open, c)
	}
}

// timed is a pool on a database whose transactions are timed, and one beside it for who visits.
func timed(t *testing.T) (night, visits *pgxpool.Pool, w *stopwatch) {
	t.Helper()
	w = &stopwatch{open: map[*pgx.Conn]*timing{}}
	visits, err := db.Open(t.Context(), dbtest.URL(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(visits.Close)
	cfg := visits.Config() // the same settings: they decide how a statement is run
	cfg.ConnConfig.Tracer = w
	if night, err = pgxpool.NewWithConfig(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(night.Close)
	return night, visits, w
}

// A transaction that does nothing but wait for the database, or for itself, is timed as it is.
func TestTheStopwatchCountsAllThatATransactionDoes(t *testing.T) {
	t.Parallel()
	night, _, w := timed(t)
	runtime.LockOSThread()
	for does, least := range map[string]time.Duration{
		// as one that waits for a lock; what others took of the processor meanwhile is left out
		`select pg_sleep(0.2)`: 100 * time.Millisecond,

		`select count(*) from generate_series(1, 300000)`: time.Millisecond,
	} {
		w.took = nil
		if err := db.InTx(t.Context(), night, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), does)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if len(w.took) != 1 || w.took[0].own > w.took[0].wall || w.took[0].own < least {
			t.Errorf("%v by itself, want at least %v", w.took, least)
		}
	}
}
