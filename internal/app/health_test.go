package app

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/db"
	"herstelruimte/internal/db/pgserver"
	"herstelruimte/internal/dbtest"
)

func TestReadyAndAliveOnlyWhileServing(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.want(s.call(http.MethodGet, "/readyz", nil), http.StatusNoContent)
	s.draining.Store(true)
	s.want(s.call(http.MethodGet, "/readyz", nil), http.StatusServiceUnavailable)
	s.want(s.call(http.MethodGet, "/livez", nil), http.StatusServiceUnavailable)
}

// mortal is a database server of the test's own, migrated, that the test may stop.
func mortal(t *testing.T) (*pgserver.Server, *config.Config) {
	t.Helper()
	pg, err := pgserver.Start(t.Context(), pgserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pg.Stop)
	pool, err := db.Open(t.Context(), pg.URL("postgres"), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := db.Migrate(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	return pg, configOf(t, pg.URL("postgres"))
}

func TestWithoutItsDatabaseAProcessIsAliveAndNotReady(t *testing.T) {
	t.Parallel()
	pg, cfg := mortal(t)
	s := idle(t, cfg, nil)
	_, o := s.place(5)
	s.want(s.call(http.MethodGet, "/readyz", nil), http.StatusNoContent)
	pg.Stop()
	s.want(s.call(http.MethodGet, "/readyz", nil), http.StatusServiceUnavailable)
	s.want(s.call(http.MethodGet, "/livez", nil), http.StatusNoContent)
	for _, a := range []answer{
		s.register(o, s.signUp("Anja", "anja@voorbeeld.example")),
		s.call(http.MethodGet, "/api/home", nil),
	} {
		if a.status != http.StatusServiceUnavailable || a.json(t)["code"] != "unavailable" ||
			a.head.Get("Retry-After") == "" {
			t.Errorf(
				"without a database: %d %s Retry-After %q",
				a.status,
				a.body,
				a.head.Get("Retry-After"),
			)
		}
	}
}

func TestAnOldSchemaIsRefusedWithTheWordThatMendsIt(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	if _, err := pool.Exec(t.Context(), `
		delete from goose_db_version
		where version_id = (select max(version_id) from goose_db_version)`); err != nil {
		t.Fatal(err)
	}
	_, err := New(context.Background(), configOf(
		t,
		pool.Config().ConnString(),
	), Options{Clock: clock.Stopped(monday)})
	if err == nil || !strings.Contains(err.Error(), "migrate") {
		t.Errorf("an old schema: %v", err)
	}
}

func TestASchemaOfALaterProgramIsRefusedInOneSentence(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	if _, err := pool.Exec(t.Context(), `
		insert into goose_db_version (version_id, is_applied) values (900, true)`); err != nil {
		t.Fatal(err)
	}
	_, err := New(context.Background(), configOf(
		t,
		pool.Config().ConnString(),
	), Options{Clock: clock.Stopped(monday)})
	if !errors.Is(err, db.ErrNewSchema) || strings.Contains(err.Error(), "\n") ||
		!strings.Contains(err.Error(), "De database is nieuwer dan dit programma") {
		t.Errorf("a newer schema: %v", err)
	}
}

func TestAProcessWhoseSchemaBecameNewerIsNotReady(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	if _, err := s.Pool.Exec(t.Context(), `
		insert into goose_db_version (version_id, is_applied) values (900, true)`); err != nil {
		t.Fatal(err)
	}
	s.want(s.call(http.MethodGet, "/readyz", nil), http.StatusServiceUnavailable)
}
