package dbtest_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/db/pgserver"
	"herstelruimte/internal/dbtest"
)

func TestEveryTestGetsItsOwnMigratedDatabase(t *testing.T) {
	t.Parallel()
	for i := range 6 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			pool := dbtest.New(t)
			if err := db.CheckSchema(t.Context(), pool); err != nil {
				t.Fatal(err)
			}
			if _, err := pool.Exec(t.Context(), "create table only_mine (a int)"); err != nil {
				t.Fatal("the database was used by another test:", err)
			}
		})
	}
}

func TestTheDatabaseIsGoneAfterTheTest(t *testing.T) {
	t.Parallel()
	var name string
	t.Run("user", func(t *testing.T) {
		pool := dbtest.New(t)
		if err := pool.QueryRow(t.Context(), "select current_database()").Scan(&name); err != nil {
			t.Fatal(err)
		}
		// a connection left open is no hindrance
		left, err := pgx.Connect(t.Context(), dbtest.URL(t))
		if err != nil {
			t.Fatal(err)
		}
		if err := left.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	var there bool
	err := dbtest.New(t).QueryRow(
		t.Context(),
		"select exists (select from pg_database where datname = $1)",
		name,
	).Scan(&there)
	if err != nil || there || name == "" {
		t.Fatalf("database %q still there: %v, %v", name, there, err)
	}
}

func TestNewSizedLimitsTheConnections(t *testing.T) {
	t.Parallel()
	if got := dbtest.NewSized(t, 70).Config().MaxConns; got != 70 {
		t.Fatalf("70 connections wanted, %d given", got)
	}
}

// Several packages are tested at once on one server: they make the template together, once.
func TestProcessesShareAServer(t *testing.T) {
	t.Parallel()
	server, err := pgserver.Start(t.Context(), pgserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	done := make(chan error)
	for range 3 {
		go func() { done <- otherProcess(server.URL("postgres")) }()
	}
	for range 3 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestWithoutADatabaseATestFails(t *testing.T) {
	t.Parallel()
	err := otherProcess("postgres://nobody@127.0.0.1:1/postgres?sslmode=disable")
	if err == nil || !strings.Contains(err.Error(), "--- FAIL") ||
		!strings.Contains(err.Error(), "dbtest: no database") {
		t.Fatal(err)
	}
}

// otherProcess runs one test of this binary on the server at address.
func otherProcess(address string) error {
	cmd := exec.Command(os.Args[0], "-test.run=TestEveryTestGetsItsOwnMigratedDatabase")
	cmd.Env = append(os.Environ(), "HERSTELRUIMTE_TEST_POSTGRES="+address)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

func BenchmarkClone(b *testing.B) {
	dbtest.URL(b)
	for b.Loop() {
		dbtest.URL(b)
	}
}
