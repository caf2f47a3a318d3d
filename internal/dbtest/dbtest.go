// Package dbtest gives every test its own freshly migrated database on a real PostgreSQL.
//
// The server is the one that HERSTELRUIMTE_TEST_POSTGRES names (an address whose user may create
// databases); else each test process starts a private one on first use, which ends with the
// process.
package dbtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
	"herstelruimte/internal/db/pgserver"
	"herstelruimte/migrations"
)

// New gives a pool of at most 8 connections on a database of this test alone; both are gone after
// the test.
func New(t testing.TB) *pgxpool.Pool { return NewSized(t, 8) }

// NewSized is New with at most conns connections. The private server takes 500 in all, for all
// tests that run at once.
func NewSized(t testing.TB, conns int32) *pgxpool.Pool {
	t.Helper()
	pool, err := db.Open(t.Context(), URL(t), conns)
	if err != nil {
		t.Fatalf("dbtest: %v", err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// URL is the address of a database of this test alone, for processes that a test starts. It is
// dropped after the test, whoever is still connected.
func URL(t testing.TB) string {
	t.Helper()
	s, err := theServer()
	if err != nil {
		t.Fatalf("dbtest: no database: %v", err)
	}
	name := "t_" + strings.ToLower(rand.Text())
	if err := s.clone(t.Context(), name); err != nil {
		t.Fatalf("dbtest: %v", err)
	}
	t.Cleanup(func() {
		if _, err := s.admin.Exec(
			context.Background(),
			"drop database if exists "+name+" with (force)",
		); err != nil {
			t.Errorf("dbtest: %v", err)
		}
	})
	return s.url(name)
}

// server is the PostgreSQL of this process with its migrated template.
type server struct {
	address  *url.URL
	admin    *pgxpool.Pool
	template string
}

var theServer = sync.OnceValues(func() (*server, error) {
	// little of what a test makes stays: to collect it less often saves a tenth of its time
	debug.SetGCPercent(400)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	address := os.Getenv("HERSTELRUIMTE_TEST_POSTGRES")
	if address == "" {
		// never stopped by us: it ends with this process
		private, err := pgserver.Start(ctx, pgserver.Options{})
		if err != nil {
			return nil, err
		}
		address = private.URL("postgres")
	}
	return connect(ctx, address)
})

func connect(ctx context.Context, address string) (*server, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New(
			"HERSTELRUIMTE_TEST_POSTGRES is not an address like postgres://user:password@host:5432/postgres",
		)
	}
	name, err := templateName()
	if err != nil {
		return nil, err
	}
	admin, err := db.Open(ctx, address, 4)
	if err != nil {
		return nil, err
	}
	s := &server{address: u, admin: admin, template: name}
	return s, s.makeTemplate(ctx)
}

func (s *server) url(database string) string {
	u := *s.address
	u.Path = "/" + database
	return u.String()
}

// templateName changes with every change of a migration.
func templateName() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(migrations.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := migrations.Files.ReadFile(path)
		_, _ = fmt.Fprintf(sum, "%s %d\n%s", path, len(text), text)
		return err
	})
	return fmt.Sprintf("template_%x", sum.Sum(nil)[:8]), err
}

// makeTemplate migrates one database for all processes that share the server. It gets its name when
// it is complete.
func (s *server) makeTemplate(ctx context.Context) error {
	return pgx.BeginFunc(ctx, s.admin, func(lock pgx.Tx) error {
		if _, err := lock.Exec(
			ctx,
			"select pg_advisory_xact_lock(hashtext($1))",
			s.template,
		); err != nil {
			return err
		}
		var there bool
		if err := lock.QueryRow(
			ctx,
			"select exists (select from pg_database where datname = $1)",
			s.template,
		).Scan(&there); err != nil || there {
			return err
		}
		unfinished := s.template + "_new"
		if err := s.run(
			ctx,
			"drop database if exists "+unfinished+" with (force)",
			"create database "+unfinished+" template template0",
		); err != nil {
			return err
		}
		if err := s.migrate(ctx, unfinished); err != nil {
			return err
		}
		return s.run(
			ctx,
			"alter database "+unfinished+" rename to "+s.template,
			"alter database "+s.template+" allow_connections false",
		)
	})
}

func (s *server) migrate(ctx context.Context, database string) error {
	pool, err := db.Open(ctx, s.url(database), 4)
	if err != nil {
		return err
	}
	defer pool.Close()
	return db.Migrate(ctx, pool)
}

// run executes statements that PostgreSQL does not allow inside a transaction.
func (s *server) run(ctx context.Context, statements ...string) error {
	for _, sql := range statements {
		if err := s.retry(ctx, sql); err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
	}
	return nil
}

// clone copies the files of the template. PostgreSQL's own choice writes every page to its log as
// well, which takes twice the time.
func (s *server) clone(ctx context.Context, name string) error {
	return s.run(ctx, "create database "+name+" template "+s.template+" strategy file_copy")
}

// retry goes on while PostgreSQL itself (its autovacuum, or the last connection on its way out) is
// busy with a database.
func (s *server) retry(ctx context.Context, sql string) error {
	for {
		_, err := s.admin.Exec(ctx, sql)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "55006" { // object_in_use
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(50 * time.Millisecond):
		}
	}
}
