package dbtest

import (
	"strings"
	"testing"

	"herstelruimte/migrations"
)

// Up is what a migration does, for tests of a house that upgrades.
func Up(t *testing.T, file string) string {
	t.Helper()
	raw, err := migrations.Files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(raw), "-- +goose Up")
	text, _, _ = strings.Cut(text, "-- +goose Down")
	return text
}
