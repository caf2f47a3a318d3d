package db_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
)

// address in the environment makes this test binary a process that migrates that database and ends.
const address = "HERSTELRUIMTE_TEST_MIGRATE"

func TestMain(m *testing.M) {
	if url := os.Getenv(address); url != "" {
		if err := migrate(context.Background(), url); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func migrate(ctx context.Context, url string) error {
	pool, err := db.Open(ctx, url, 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	return db.Migrate(ctx, pool)
}

func TestMigrateMayRunAgain(t *testing.T) {
	t.Parallel()
	pool, _ := empty(t)
	for range 2 {
		if err := db.Migrate(t.Context(), pool); err != nil {
			t.Fatal(err)
		}
		if err := db.CheckSchema(t.Context(), pool); err != nil {
			t.Fatal(err)
		}
	}
	versionsOnce(t, pool)
}

// What is removed asks every table that refers to it: each of them finds it by an index.
func TestEveryReferenceHasAnIndex(t *testing.T) {
	t.Parallel()
	pool, _ := empty(t)
	if err := db.Migrate(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	rows, err := pool.Query(t.Context(), `
		select c.conrelid::regclass || '.' || a.attname, exists (
			select from pg_index i
			where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
				and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '%IS NOT NULL%')
		)
		from pg_constraint c
		join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
		where c.contype = 'f'
		order by 1`)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for rows.Next() {
		var name string
		var indexed bool
		if err := rows.Scan(&name, &indexed); err != nil {
			t.Fatal(err)
		}
		if seen++; !indexed {
			t.Errorf("%s refers to something, and has no index", name)
		}
	}
	if err := rows.Err(); err != nil || seen == 0 {
		t.Fatal(seen, err)
	}
}

func TestTwoProcessesMigrateAtOnce(t *testing.T) {
	t.Parallel()
	pool, url := empty(t)
	done := make(chan error)
	for range 2 {
		go func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), address+"="+url)
			out, err := cmd.CombinedOutput()
			if err != nil {
				err = fmt.Errorf("%w: %s", err, out)
			}
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if err := db.CheckSchema(t.Context(), pool); err != nil {
		t.Error(err)
	}
	versionsOnce(t, pool)
}

// versionsOnce checks that no migration ran twice.
func versionsOnce(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	var all, different int
	if err := pool.QueryRow(
		t.Context(),
		"select count(*), count(distinct version_id) from goose_db_version",
	).Scan(&all, &different); err != nil || all != different || all < 2 {
		t.Errorf("%d versions noted, %d different: %v", all, different, err)
	}
}

func TestAnOldSchemaIsToldFromANewOne(t *testing.T) {
	t.Parallel()
	pool, _ := empty(t)
	if err := db.Migrate(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	if err := db.CheckSchema(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(
		t.Context(),
		"delete from goose_db_version where version_id = (select max(version_id) from goose_db_version)",
	); err != nil {
		t.Fatal(err)
	}
	if err := db.CheckSchema(t.Context(), pool); !errors.Is(err, db.ErrOldSchema) {
		t.Error(err)
	}
}

// A program of before an upgrade meets the database of after it: it says so, and neither serves nor
// changes anything.
func TestASchemaNewerThanTheProgramIsRefusedAndLeftAlone(t *testing.T) {
	t.Parallel()
	pool, _ := empty(t)
	if err := db.Migrate(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(
		t.Context(),
		"insert into goose_db_version (version_id, is_applied) select max(version_id) + 1, true from goose_db_version",
	); err != nil {
		t.Fatal(err)
	}
	// one that Up would run
	if _, err := pool.Exec(
		t.Context(),
		"delete from goose_db_version where version_id = 4",
	); err != nil {
		t.Fatal(err)
	}
	before := schemaOf(t, pool)
	if err := db.CheckSchema(t.Context(), pool); !errors.Is(err, db.ErrNewSchema) {
		t.Error("looking:", err)
	}
	if err := db.Migrate(
		t.Context(),
		pool,
	); !errors.Is(err, db.ErrNewSchema) || strings.Contains(err.Error(), "\n") {
		t.Error("migrating:", err)
	}
	if after := schemaOf(t, pool); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
}

// schemaOf is every column of every table, and the versions that are noted.
func schemaOf(t *testing.T, pool *pgxpool.Pool) (all string) {
	t.Helper()
	const sql = `
		select (
			select string_agg(
				table_name || '.' || column_name || ' ' || data_type,
				E'\n' order by table_name, column_name
			)
			from information_schema.columns
			where table_schema = 'public'
		) || (
			select string_agg(version_id::text, ',' order by id)
			from goose_db_version
		)`
	if err := pool.QueryRow(t.Context(), sql).Scan(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestADatabaseWithoutASchemaIsOldAndGetsNoneByLooking(t *testing.T) {
	t.Parallel()
	pool, _ := empty(t)
	if _, err := pool.Exec(t.Context(), "revoke all on schema public from public"); err != nil {
		t.Fatal(err)
	}
	if err := db.CheckSchema(t.Context(), pool); !errors.Is(err, db.ErrOldSchema) {
		t.Error(err)
	}
	var tables int
	if err := pool.QueryRow(
		t.Context(),
		"select count(*) from pg_tables where schemaname = 'public'",
	).Scan(&tables); err != nil || tables != 0 {
		t.Errorf("%d tables made by looking: %v", tables, err)
	}
}

func TestAFailedMigrationLeavesNothingHalfDone(t *testing.T) {
	t.Parallel()
	pool, _ := empty(t)
	// in the way of the first migration
	if _, err := pool.Exec(t.Context(), "create table registration (a int)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(t.Context(), pool); err == nil {
		t.Fatal("no error")
	}
	var there bool
	if err := pool.QueryRow(t.Context(), "select to_regclass('setting') is not null").Scan(
		&there,
	); err != nil || there {
		t.Fatal("half a migration stays", err)
	}
	if _, err := pool.Exec(t.Context(), "drop table registration"); err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(t.Context(), pool); err != nil {
		t.Error(err)
	}
}
