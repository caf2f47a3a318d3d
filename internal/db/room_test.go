package db_test

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
	"herstelruimte/internal/db/pgserver"
)

// server is the PostgreSQL that dbtest would use too; dbtest itself stands above this room.
var server = sync.OnceValues(func() (string, error) {
	if address := os.Getenv("HERSTELRUIMTE_TEST_POSTGRES"); address != "" {
		return address, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	s, err := pgserver.Start(ctx, pgserver.Options{}) // it ends with this process
	if err != nil {
		return "", err
	}
	return s.URL("postgres"), nil
})

// empty gives a pool on a database of this test alone, without a schema, and its address.
func empty(t *testing.T) (*pgxpool.Pool, string) {
	t.Helper()
	address, err := server()
	if err != nil {
		t.Fatalf("no database: %v", err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	admin := open(t, address)
	name := "e_" + strings.ToLower(rand.Text())
	if _, err := admin.Exec(
		t.Context(),
		"create database "+name+" template template0",
	); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := admin.Exec(
			context.Background(),
			"drop database "+name+" with (force)",
		); err != nil {
			t.Error(err)
		}
	})
	u.Path = "/" + name
	return open(t, u.String()), u.String()
}

func open(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := db.Open(t.Context(), url, 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}
