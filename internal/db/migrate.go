package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"herstelruimte/migrations"
)

// Migrate brings the schema up to date under goose's session lock, so that two processes cannot do it at once.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return withProvider(pool, true, func(p *goose.Provider) error {
		_, err := p.Up(ctx)
		return err
	})
}

// ErrOldSchema means that `migrate` must run first.
var ErrOldSchema = errors.New("the database schema is older than this program: run `herstelruimte migrate` first")

// CheckSchema gives ErrOldSchema when migrations wait.
func CheckSchema(ctx context.Context, pool *pgxpool.Pool) error {
	return withProvider(pool, false, func(p *goose.Provider) error {
		pending, err := p.HasPending(ctx)
		if err == nil && pending {
			return ErrOldSchema
		}
		return err
	})
}

func withProvider(pool *pgxpool.Pool, locked bool, f func(*goose.Provider) error) error {
	cfg := pool.Config().ConnConfig.Copy()
	for name := range patience { // a migration takes the time it needs
		delete(cfg.RuntimeParams, name)
	}
	conn := stdlib.OpenDB(*cfg)
	defer func(c *sql.DB) { _ = c.Close() }(conn)
	var opts []goose.ProviderOption
	if locked {
		l, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // asks every second, for five minutes
		if err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		opts = append(opts, goose.WithSessionLocker(l))
	}
	p, err := goose.NewProvider(goose.DialectPostgres, conn, migrations.Files, opts...)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return f(p)
}
