// Package longtest sizes tests: as large as it takes to prove a rule in every check, and as large
// as patience allows in the long run (go run ./cmd/check long).
package longtest

import (
	"os"
	"testing"
)

// On tells whether this is the long run: HERSTELRUIMTE_LONG=1.
func On() bool { return os.Getenv("HERSTELRUIMTE_LONG") == "1" }

// N is how many seeds, rows or rounds a test takes: quick in every check, long in the long run. The
// test says which it was, so that a failure can be repeated.
func N(t testing.TB, quick, long int) int {
	t.Helper()
	if On() {
		t.Logf("long run: %d instead of %d", long, quick)
		return long
	}
	return quick
}

// NotQuick leaves a test that takes long to the whole check: `check quick`, which runs after each
// change, passes it by.
func NotQuick(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("left to the whole check")
	}
}

// Only leaves a test to the long run altogether, where what it looks at is made.
func Only(t testing.TB) {
	t.Helper()
	if !On() {
		t.Skip("left to the long run")
	}
}
