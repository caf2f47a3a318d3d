package dbtest

import (
	"context"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Faults lets one statement of those that go through its Pool fail, as if the database were gone
// at that moment.
type Faults struct {
	Pool *pgxpool.Pool

	mu   sync.Mutex
	at   int // the statement that fails; 0: none
	seen int
}

// Faulty gives a pool on the database of another one whose statements can fail.
func Faulty(t testing.TB, pool *pgxpool.Pool) *Faults {
	t.Helper()
	f := &Faults{}
	cfg := pool.Config()
	cfg.ConnConfig.Tracer = f
	var err error
	if f.Pool, err = pgxpool.NewWithConfig(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Pool.Close)
	return f
}

// Fail runs do with its statement at failing, the first is 1; reached says whether there is one.
func (f *Faults) Fail(at int, do func()) (reached bool) {
	f.set(at)
	defer f.set(0)
	do()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen >= at
}

func (f *Faults) set(at int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at, f.seen = at, 0
}

func (f *Faults) next(ctx context.Context) context.Context {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at == 0 {
		return ctx
	}
	if f.seen++; f.seen != f.at {
		return ctx
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	return gone
}

// TraceQueryStart is pgx's.
func (f *Faults) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return f.next(ctx)
}

// TraceQueryEnd is pgx's.
func (f *Faults) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart is pgx's.
func (f *Faults) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return f.next(ctx)
}

// TraceBatchQuery is pgx's.
func (f *Faults) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd is pgx's.
func (f *Faults) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// TraceCopyFromStart is pgx's.
func (f *Faults) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	return f.next(ctx)
}

// TraceCopyFromEnd is pgx's.
func (f *Faults) TraceCopyFromEnd(context.Context, *pgx.Conn, pgx.TraceCopyFromEndData) {}
