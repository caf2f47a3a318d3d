package db

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// unit is a transaction that saves round trips: what nobody waits for an answer of goes with what
// is asked next. That is its begin, what is handed to Later, the savepoints, and its commit.
type unit struct {
	conn  *pgx.Conn
	waits pgx.Batch // what has not gone yet
	begun bool
	saves int
}

// Later runs what is in b at the latest with the commit of tx, in one round trip with what follows:
// an error of it ends the transaction then. Nothing in b may want its result.
func Later(ctx context.Context, tx pgx.Tx, b *pgx.Batch) error {
	if u, ok := tx.(interface{ later(*pgx.Batch) }); ok {
		u.later(b)
		return nil
	}
	return tx.SendBatch(ctx, b).Close()
}

// inOne is InTx without what it tells of errors. Its commit is not cut short when the visitor
// leaves: while it waits for a second server, PostgreSQL would keep it on one alone, and whoever
// sends the same again would hear that it is kept.
func inOne(ctx context.Context, pool *pgxpool.Pool, f func(pgx.Tx) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // it is closed when a transaction is left open
	u := &unit{conn: conn.Conn()}
	u.waits.Queue("begin")
	ended := false
	defer func() {
		if !ended {
			_ = u.Rollback(ctx)
		}
	}()
	if err := f(u); err != nil {
		return err
	}
	err = u.Commit(context.WithoutCancel(ctx))
	ended = err == nil
	return err
}

func (u *unit) later(b *pgx.Batch) {
	u.waits.QueuedQueries = append(u.waits.QueuedQueries, b.QueuedQueries...)
}

// SendBatch sends what waits before b.
func (u *unit) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	n := u.waits.Len()
	u.later(b)
	all := u.waits
	u.waits, u.begun = pgx.Batch{}, true
	results := u.conn.SendBatch(ctx, &all)
	for range n {
		if _, err := results.Exec(); err != nil {
			break // Close gives it
		}
	}
	return results
}

func (u *unit) flush(ctx context.Context) error {
	if u.waits.Len() == 0 {
		return nil
	}
	return u.SendBatch(ctx, &pgx.Batch{}).Close()
}

// Commit sends the commit with all that waits. Nothing is sent of a transaction that did nothing.
func (u *unit) Commit(ctx context.Context) error {
	if !u.begun && u.waits.Len() == 1 {
		return nil
	}
	ended := ""
	var b pgx.Batch
	b.Queue("commit").Exec(func(tag pgconn.CommandTag) error {
		ended = tag.String()
		return nil
	})
	err := u.SendBatch(ctx, &b).Close()
	if err == nil && ended == "ROLLBACK" {
		err = pgx.ErrTxCommitRollback
	}
	return err
}

// Rollback ends it, and nothing of it stands.
func (u *unit) Rollback(ctx context.Context) error {
	u.waits = pgx.Batch{}
	if !u.begun || u.conn.IsClosed() {
		return nil
	}
	_, err := u.conn.Exec(ctx, "rollback")
	return err
}

// Begin is a part of it that can be taken back.
func (u *unit) Begin(context.Context) (pgx.Tx, error) {
	u.saves++
	p := part{u, fmt.Sprint("part_", u.saves)}
	u.waits.Queue("savepoint " + p.name)
	return p, nil
}

// CopyFrom is pgx's.
func (u *unit) CopyFrom(
	ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource,
) (int64, error) {
	if err := u.flush(ctx); err != nil {
		return 0, err
	}
	return u.conn.CopyFrom(ctx, table, columns, rows)
}

// LargeObjects is not there.
func (u *unit) LargeObjects() pgx.LargeObjects { panic("db: no large objects") }

// Prepare is pgx's.
func (u *unit) Prepare(ctx context.Context, name, sql string) (*pgconn.StatementDescription, error) {
	if err := u.flush(ctx); err != nil {
		return nil, err
	}
	return u.conn.Prepare(ctx, name, sql)
}

// Exec is pgx's.
func (u *unit) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if err := u.flush(ctx); err != nil {
		return pgconn.CommandTag{}, err
	}
	return u.conn.Exec(ctx, sql, args...)
}

// Query is pgx's.
func (u *unit) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if err := u.flush(ctx); err != nil {
		return broken{err: err}, err
	}
	return u.conn.Query(ctx, sql, args...)
}

// QueryRow is pgx's.
func (u *unit) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if err := u.flush(ctx); err != nil {
		return broken{err: err}
	}
	return u.conn.QueryRow(ctx, sql, args...)
}

// Conn is pgx's.
func (u *unit) Conn() *pgx.Conn { return u.conn }

// part is a part of a unit.
type part struct {
	*unit
	name string
}

// Commit keeps the part.
func (p part) Commit(context.Context) error {
	p.waits.Queue("release savepoint " + p.name)
	return nil
}

// Rollback takes the part back.
func (p part) Rollback(context.Context) error {
	p.waits.Queue("rollback to savepoint " + p.name)
	return nil
}

// broken are rows that did not come.
type broken struct {
	pgx.Rows
	err error
}

func (broken) Close()              {}
func (b broken) Err() error        { return b.err }
func (broken) Next() bool          { return false }
func (b broken) Scan(...any) error { return b.err }
