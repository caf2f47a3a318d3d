package app

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"herstelruimte/internal/db"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// revision is the number that says whether public pages may have changed: raised in this process at
// once, and in a row of the database that all processes read once a second. What visitors do never
// touches that row, at which they would wait for each other: it leaves a note in its transaction,
// and whoever reads one next raises the row, also when the process that left it is gone.
type revision struct {
	pool   *pgxpool.Pool
	log    *slog.Logger
	own    atomic.Uint64 // changes that this process knows of
	shared atomic.Uint64 // the row, as last read
}

// every is how often the row is read, and written at most.
const every = time.Second

func newRevision(pool *pgxpool.Pool, log *slog.Logger) *revision {
	return &revision{pool: pool, log: log}
}

// now is the present number.
func (r *revision) now() uint64 { return r.own.Load() + r.shared.Load() }

// changed says after a commit that a status word is another one, to this process.
func (r *revision) changed() { r.own.Add(1) }

// note says in tx that a status word is another one with it, to all processes.
func (r *revision) note(ctx context.Context, tx pgx.Tx) error {
	var b pgx.Batch
	b.Queue(`
		insert into site_change default values`)
	return db.Later(ctx, tx, &b)
}

// raise changes the row in the transaction of an edit.
func (r *revision) raise(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `
		update site_revision
		set n = n + 1`)
	return err
}

// run reads and writes the row until ctx ends.
func (r *revision) run(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := r.exchange(ctx); err != nil && ctx.Err() == nil {
			r.log.Warn("the site's revision could not be read", "err", err)
		}
	}
}

func (r *revision) exchange(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	const look = `
		select n, exists (select from site_change)
		from site_revision`
	var n int64
	var noted bool
	err := r.pool.QueryRow(ctx, look).Scan(&n, &noted)
	if err == nil && noted {
		if _, err = r.pool.Exec(ctx, `
			with told as (delete from site_change returning id)
			update site_revision
			set n = n + 1
			where exists (select from told)`); err == nil {
			err = r.pool.QueryRow(ctx, look).Scan(&n, &noted)
		}
	}
	if err != nil {
		return err
	}
	r.shared.Store(uint64(n))
	return nil
}
