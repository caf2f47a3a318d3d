package privacy_test

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/privacy"
)

var auditDay = time.Date(2026, 11, 16, 10, 0, 0, 0, clock.Amsterdam)

func record(t *testing.T, pool *pgxpool.Pool, at time.Time, id string) {
	t.Helper()
	if err := privacy.Record(t.Context(), pool, at, privacy.Entry{
		Actor:    "ans",
		Roles:    []string{"coordinator"},
		Action:   "viewed",
		Kind:     "message",
		ObjectID: id,
	}); err != nil {
		t.Fatal(err)
	}
}

func entries(t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), `select count(*) from audit_log`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// asApp gives a connection with a role that may do what deploy/db gives to the program's own role,
// and no more.
func asApp(t *testing.T, pool *pgxpool.Pool) *pgx.Conn {
	t.Helper()
	role := "app_" + strings.ToLower(rand.Text())
	rights, err := os.ReadFile("../../deploy/db/rights.sql")
	if err != nil {
		t.Fatal(err)
	}
	do := func(sql string) {
		if _, err := pool.Exec(context.Background(), sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	do(`create role ` + role)
	t.Cleanup(func() { do(`drop owned by ` + role); do(`drop role ` + role) })
	do(`grant usage on schema public to ` + role) // as roles.sh does
	do(`grant select, insert, update, delete on all tables in schema public to ` + role)
	for line := range strings.SplitSeq(string(rights), "\n") {
		line = strings.NewReplacer(" from app", " from "+role, " to app", " to "+role).Replace(line)
		switch {
		case strings.HasPrefix(line, "--"), line == "", strings.Contains(line, "to backup"):
		case strings.HasSuffix(line, `\gexec`):
			var made string
			if err := pool.QueryRow(t.Context(), strings.TrimSuffix(line, `\gexec`)).Scan(
				&made,
			); err != nil {
				t.Fatal(line, err)
			}
			do(made)
		default:
			do(line)
		}
	}
	conn, err := pgx.ConnectConfig(t.Context(), pool.Config().ConnConfig.Copy())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), `set role `+role); err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestTheRoleOfTheProgramOnlyAddsToTheAuditLog(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	app := asApp(t, pool)
	if err := privacy.Record(t.Context(), app, auditDay, privacy.Entry{
		Actor:  "ans",
		Action: "viewed",
		Kind:   "message",
	}); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`
		update audit_log set actor = 'bo'`, `
		delete from audit_log`,
		`truncate audit_log`,
		`drop table audit_log`,
		`alter table audit_log disable trigger all`,
	} {
		_, err := app.Exec(t.Context(), sql)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "42501" {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if n := entries(t, pool); n != 1 {
		t.Errorf("%d entries", n)
	}
}

func TestWhoMigratesMayNotChangeTheAuditLogEither(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	record(t, pool, auditDay, "msg_1")
	for _, sql := range []string{`update audit_log set actor = 'bo'`, `truncate audit_log`} {
		if _, err := pool.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s is let through", sql)
		}
	}
}

func TestOldEntriesGoThroughTheOneFunctionOnly(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	app := asApp(t, pool)
	record(t, pool, auditDay.AddDate(-1, 0, -1), "msg_old")
	record(t, pool, auditDay.AddDate(-1, 0, 0), "msg_edge")
	record(t, pool, auditDay, "msg_new")
	if n, err := privacy.ForgetAudit(
		t.Context(),
		app,
		auditDay.AddDate(-1, 0, 0),
	); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	var left []string
	if err := pool.QueryRow(t.Context(), `
		select array_agg(object_id order by no) from audit_log`).Scan(
		&left,
	); err != nil || strings.Join(left, " ") != "msg_edge msg_new" {
		t.Error(left, err)
	}
}

func TestAnEntryIsGoneWithTheActThatWasRolledBack(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	broken := errors.New("broken")
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if err := privacy.Record(t.Context(), tx, auditDay, privacy.Entry{
			Actor:  "ans",
			Action: "changed",
			Kind:   "message",
		}); err != nil {
			t.Error(err)
		}
		return broken
	})
	if !errors.Is(err, broken) || entries(t, pool) != 0 {
		t.Error(err, entries(t, pool))
	}
}
