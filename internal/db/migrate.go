package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"herstelruimte/migrations"
)

// Migrate brings the schema up to date under goose's session lock, so that two processes cannot do
// it at once. A schema that is newer than this program gives ErrNewSchema, and nothing is changed.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return withProvider(pool, func(p *goose.Provider) error {
		if have, want, err := p.GetVersions(ctx); err != nil {
			return err
		} else if have > want {
			return ErrNewSchema
		}
		_, err := p.Up(ctx)
		return err
	})
}

// The two ways in which a schema and this program do not belong together, in words for the
// operator.
var (
	ErrOldSchema = errors.New(
		"De database is ouder dan dit programma: draai eerst `herstelruimte migrate`.",
	)
	ErrNewSchema = errors.New(
		"De database is nieuwer dan dit programma: " +
			"gebruik de nieuwste versie van het programma, " +
			"of zet een reservekopie terug van voor de upgrade. Er is niets veranderd.",
	)
)

// Newest is the number of the last migration that this program brings.
func Newest() (newest int64) {
	names, _ := fs.Glob(migrations.Files, "*.sql") // the pattern is a good one
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			newest = max(newest, n)
		}
	}
	return newest
}

// Schema is the version of the schema in the database, 0 when it has none. It only reads, so every
// role may ask.
func Schema(ctx context.Context, q Querier) (have int64, err error) {
	err = q.QueryRow(ctx, `
		select coalesce(max(version_id), 0)
		from goose_db_version
		where is_applied`).Scan(&have)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42P01" { // no such table
		return 0, nil
	}
	return have, err
}

// CheckSchema gives ErrOldSchema when migrations wait, and ErrNewSchema when the database knows
// some that this program does not.
func CheckSchema(ctx context.Context, q Querier) error {
	have, err := Schema(ctx, q)
	switch {
	case err != nil:
		return err
	case have < Newest():
		return ErrOldSchema
	case have > Newest():
		return ErrNewSchema
	}
	return nil
}

func withProvider(pool *pgxpool.Pool, f func(*goose.Provider) error) error {
	cfg := pool.Config().ConnConfig.Copy()
	for name := range patience { // a migration takes the time it needs
		delete(cfg.RuntimeParams, name)
	}
	conn := stdlib.OpenDB(*cfg)
	defer func(c *sql.DB) { _ = c.Close() }(conn)
	// asks every second, for five minutes
	l, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	p, err := goose.NewProvider(
		goose.DialectPostgres,
		conn,
		migrations.Files,
		goose.WithSessionLocker(l),
	)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return f(p)
}
