package identitytest

import (
	"crypto/sha256"
	"log/slog"
	"os"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/privacy"
)

// Monday is when the clocks of tests stand still: a plain working day, 16 November 2026, 10.00.
var Monday = time.Date(2026, 11, 16, 10, 0, 0, 0, clock.Amsterdam)

// Quiet runs the tests of a package that log nothing.
func Quiet(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// Secret is one of 32 bytes, the same in every test.
func Secret(purpose string) []byte {
	sum := sha256.Sum256([]byte("test " + purpose))
	return sum[:]
}

// Keys are those with which tests seal.
func Keys(t testing.TB) *privacy.Keys {
	t.Helper()
	out, err := privacy.LoadKeys([][]byte{Secret("seal")}, Secret("lookup"), Secret("token"))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Seal is how a room seals the rows of a table.
func Seal(k *privacy.Keys, table string) func(id string, b []byte) []byte {
	return func(id string, b []byte) []byte { return k.Seal(table, id, b) }
}

// Open is the way back of Seal.
func Open(k *privacy.Keys, table string) func(id string, b []byte) ([]byte, error) {
	return func(id string, b []byte) ([]byte, error) { return k.Open(table, id, b) }
}
