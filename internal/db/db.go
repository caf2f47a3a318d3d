// Package db holds what every room needs of PostgreSQL: the pool, transactions, documents, ids and
// the translation of database errors into problems.
package db

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/problem"
)

// Querier is what helpers take, so that the function that owns the rule owns the transaction.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// patience bounds how long a request waits: a visitor hears "werkt nu even niet" instead of
// nothing.
var patience = map[string]string{
	"lock_timeout":                        "10s",
	"statement_timeout":                   "30s",
	"idle_in_transaction_session_timeout": "60s",
}

// Open makes a pool of at most conns connections; nothing is connected yet. Close closes it.
func Open(ctx context.Context, url string, conns int32) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		// err may hold the password
		return nil, errors.New("the database address cannot be read (DATABASE_URL)")
	}
	if conns > 0 {
		cfg.MaxConns = conns
	}
	cfg.MaxConnIdleTime = time.Minute // each holds some megabytes of the database
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	for name, value := range patience {
		cfg.ConnConfig.RuntimeParams[name] = value
	}
	// Our statements are few, prepared and bounded by their own limits: planning them once a
	// connection halves the time of a list.
	cfg.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	// Such a plan may be made while a table is empty, and kept: to read all of it is cheap then. A
	// statement takes its index instead, and what has none must not be compiled for its cost.
	cfg.ConnConfig.RuntimeParams["enable_seqscan"] = "off"
	cfg.ConnConfig.RuntimeParams["jit"] = "off"
	cfg.PingTimeout = 2 * time.Second // of a line that rested
	lines := newDials()
	cfg.ConnConfig.DialFunc = lines.dial
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err == nil {
		pools.Store(pool, lines)
	}
	return pool, err
}

// reruns is how often a transaction is run again that a deadlock ended, each time after this pause
// and up to as much more, by chance. Run again at once, it may take back its first row before the
// other woke up, and meet it again.
const (
	reruns = 3
	pause  = 20 * time.Millisecond
)

// InTx runs f in one READ COMMITTED transaction. f's error rolls back and comes out unchanged,
// apart from the database errors that Problem knows. When two transactions wait for each other,
// PostgreSQL ends one: that one is run again, so f begins anew at each run, and changes nothing
// outside the transaction that a later run does not set again.
func InTx(ctx context.Context, pool *pgxpool.Pool, f func(pgx.Tx) error) error {
	err := inOne(ctx, pool, f)
	for run := 0; run < reruns && deadlocked(err) && ctx.Err() == nil; run++ {
		time.Sleep(pause + mathrand.N(pause))
		err = inOne(ctx, pool, f)
	}
	return Problem(err)
}

func deadlocked(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "40P01"
}

// Doc is one stored document with its bookkeeping.
type Doc[T any] struct {
	ID        string
	Doc       T
	Version   int
	CreatedAt time.Time
	UpdatedAt time.Time
}

// DocColumns are the columns that ScanDoc reads, in order.
const DocColumns = "id, doc, version, created_at, updated_at"

// ScanDoc reads one row of DocColumns; use it with pgx.CollectRows.
func ScanDoc[T any](row pgx.CollectableRow) (d Doc[T], err error) {
	var raw []byte
	if err = row.Scan(&d.ID, &raw, &d.Version, &d.CreatedAt, &d.UpdatedAt); err != nil {
		return d, err
	}
	return d, json.Unmarshal(raw, &d.Doc)
}

// JSON is v as a jsonb parameter. It panics on values that cannot be JSON: that is a fault in the
// program.
func JSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("db: %T is not JSON: %v", v, err))
	}
	return b
}

// NewID makes an opaque id such as "reg_…": the prefix and 130 random bits.
func NewID(prefix string) string { return prefix + "_" + strings.ToLower(rand.Text()) }

// Problem translates what the database can tell about the caller or its own state; all other errors
// pass unchanged.
func Problem(err error) error {
	var pg *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows):
		return problem.New(problem.NotFound).Because(err)
	case fallen(err):
		return unavailable(err)
	case errors.As(err, &pg):
		switch {
		case pg.Code == "22021", pg.Code == "22P05": // a NUL or broken UTF-8 where text was asked
			return problem.New(problem.BadRequest).Because(err)
		case pg.Code == "25006": // read_only_sql_transaction
			p := problem.New(problem.ReadOnly).Because(err)
			p.RetryAfter = 60
			return p
		case strings.HasPrefix(pg.Code, "08"), strings.HasPrefix(pg.Code, "53"), strings.HasPrefix(
			pg.Code,
			"57P",
		), pg.Code == "40001", pg.Code == "40P01", pg.Code == "55P03", pg.Code == "57014":
			return unavailable(err)
		}
	}
	return err
}

// fallen says that the database was not reached, or was lost on the way. SafeToRetry is how pgx
// tells of a connection that was closed before the statement went out.
func fallen(err error) bool {
	var connect *pgconn.ConnectError
	var network *net.OpError
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, context.DeadlineExceeded)
}

func unavailable(err error) error {
	p := problem.New(problem.Unavailable).Because(err)
	p.RetryAfter = 5
	return p
}

// IsUnique says whether err is the violation of this unique constraint or index.
func IsUnique(err error, constraint string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505" && pg.ConstraintName == constraint
}
