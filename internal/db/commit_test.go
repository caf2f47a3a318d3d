package db_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
	"herstelruimte/internal/db/pgserver"
)

// alone is a server whose commits wait for a second one that does not come, with an empty table;
// joined lets them go on.
func alone(t *testing.T) (address string, looks *pgxpool.Pool, joined func()) {
	t.Helper()
	pg, err := pgserver.Start(t.Context(), pgserver.Options{Durable: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pg.Stop)
	looks = open(t, pg.URL("postgres"))
	do := func(statements ...string) {
		t.Helper()
		for _, s := range statements {
			if _, err := looks.Exec(t.Context(), s); err != nil {
				t.Fatal(s, err)
			}
		}
	}
	do("create table entry (name text primary key)",
		"alter system set synchronous_standby_names = 'nobody'",
		"alter database postgres set synchronous_commit = on", "select pg_reload_conf()")
	return pg.URL("postgres"), looks, func() {
		t.Helper()
		do("alter system set synchronous_standby_names = ''", "select pg_reload_conf()")
	}
}

func enter(ctx context.Context, pool *pgxpool.Pool) <-chan error {
	done := make(chan error, 1)
	go func() {
		done <- db.InTx(ctx, pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, `insert into entry values ('Anja')`)
			return err
		})
	}()
	return done
}

// waiting is how many commits wait for the second server.
func waiting(t *testing.T, looks *pgxpool.Pool) (n int) {
	t.Helper()
	if err := looks.QueryRow(t.Context(), `
		select count(*)
		from pg_stat_activity
		where wait_event = 'SyncRep'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func entries(t *testing.T, looks *pgxpool.Pool) (n int) {
	t.Helper()
	if err := looks.QueryRow(t.Context(), `select count(*) from entry`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 600 {
		if is() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("half a minute later still not: " + what)
}

// What one server alone knows is not kept: who sends it again must not hear that it is.
func TestACommitThatWaitsIsNotCutShortByTheVisitor(t *testing.T) {
	t.Parallel()
	address, looks, joined := alone(t)
	pool := open(t, address)
	ctx, leave := context.WithCancel(t.Context())
	done := enter(ctx, pool)
	until(t, "a commit waits", func() bool { return waiting(t, looks) == 1 })
	leave()
	select {
	case err := <-done:
		t.Fatalf("it ended while it waits: %v, %d entries", err, entries(t, looks))
	case <-time.After(time.Second):
	}
	if entries(t, looks) != 0 || waiting(t, looks) != 1 {
		t.Error("others see what one server alone knows")
	}
	joined()
	if err := <-done; err != nil || entries(t, looks) != 1 {
		t.Error(err, entries(t, looks))
	}
}

func TestAProcessEndsThoughACommitWaits(t *testing.T) {
	t.Parallel()
	address, looks, joined := alone(t)
	pool, err := db.Open(t.Context(), address, 4)
	if err != nil {
		t.Fatal(err)
	}
	done := enter(t.Context(), pool)
	until(t, "a commit waits", func() bool { return waiting(t, looks) == 1 })
	db.Close(pool, 100*time.Millisecond)
	if err := <-done; err == nil {
		t.Error("it said that it is kept")
	}
	time.Sleep(time.Second)
	if entries(t, looks) != 0 || waiting(t, looks) != 1 {
		t.Error("the server was told to stop waiting")
	}
	joined()
	until(t, "the entry is there", func() bool { return entries(t, looks) == 1 })
}

// A line that went dead is noticed, and another one taken.
func TestALineThatWentDeadIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	address, err := server()
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	var dead atomic.Bool
	u.Host = proxy(t, u.Host, &dead)
	pool, err := db.Open(t.Context(), u.String(), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(pool, 0)
	if err := pool.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	dead.Store(true)
	time.Sleep(1100 * time.Millisecond) // a line that rested for a second is tried first
	ctx, cancel := context.WithTimeout(t.Context(), 12*time.Second)
	defer cancel()
	if _, err := pool.Exec(ctx, `select`); err != nil {
		t.Error(err)
	}
}

// proxy leads to a server by lines of which the first ones fall silent once they are dead.
func proxy(t *testing.T, to string, dead *atomic.Bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			from, err := l.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil {
				continue
			}
			old := !dead.Load()
			there, err := net.Dial("tcp", to)
			if err != nil {
				_ = from.Close()
				continue
			}
			pass := func(a, b net.Conn) {
				_, _ = io.Copy(writer(func(p []byte) (int, error) {
					if old && dead.Load() {
						return len(p), nil // lost on the way
					}
					return a.Write(p)
				}), b)
				if !old || !dead.Load() {
					_ = a.Close()
				}
			}
			go pass(there, from)
			go pass(from, there)
		}
	}()
	return l.Addr().String()
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }
