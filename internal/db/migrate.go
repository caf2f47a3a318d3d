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

// Migrate brings the schema up to date under goose's session lock, so that two processes cannot do it at once. A schema
// that is newer than this program gives ErrNewSchema, and nothing is changed.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return withProvider(pool, true, func(p *goose.Provider) error {
		if have, want, err := p.GetVersions(ctx); err != nil {
			return err
		} else if have > want {
			return ErrNewSchema
		}
		_, err := p.Up(ctx)
		return err
	})
}

// The two ways in which a schema and this program do not belong together, in words for the operator.
var (
	ErrOldSchema = errors.New("De database is ouder dan dit programma: draai eerst `herstelruimte migrate`.")
	ErrNewSchema = errors.New("De database is nieuwer dan dit programma: gebruik de nieuwste versie van het programma, of zet een reservekopie terug van voor de upgrade. Er is niets veranderd.")
)

// Schema is the version of the schema in the database, and the one that this program brings. It only reads.
func Schema(ctx context.Context, pool *pgxpool.Pool) (have, want int64, err error) {
	err = withProvider(pool, false, func(p *goose.Provider) error {
		for _, m := range p.ListSources() {
			want = max(want, m.Version)
		}
		return pool.QueryRow(ctx, `select coalesce(max(version_id), 0) from goose_db_version where is_applied`).Scan(&have)
	})
	return have, want, err
}

// CheckSchema gives ErrOldSchema when migrations wait, and ErrNewSchema when the database knows some that this program
// does not.
func CheckSchema(ctx context.Context, pool *pgxpool.Pool) error {
	return withProvider(pool, false, func(p *goose.Provider) error {
		have, want, err := p.GetVersions(ctx)
		if err == nil && have > want {
			return ErrNewSchema
		}
		if err != nil {
			return err
		}
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
