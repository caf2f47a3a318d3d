package files_test

import (
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/files"
	"herstelruimte/internal/privacy"
)

func TestTheErasureJournalIsCopiedIntoTheStore(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	dir, err := files.OpenDir(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dir.Close() })
	at := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	err = db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		return privacy.Journal(t.Context(), tx, at, "registration", "reg_1", "reg_2")
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := privacy.CopyJournal(t.Context(), pool, dir.Put); err != nil || n != 2 {
		t.Fatalf("%d lines, %v", n, err)
	}
	names, err := dir.List(t.Context(), "erasure/")
	if err != nil || len(names) != 1 {
		t.Fatalf("%v, %v", names, err)
	}
	r, err := dir.Get(t.Context(), names[0])
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	text, err := io.ReadAll(r)
	want := `{"no":1,"kind":"registration","id":"reg_1","at":"2026-11-24T09:00:00Z"}` + "\n" +
		`{"no":2,"kind":"registration","id":"reg_2","at":"2026-11-24T09:00:00Z"}` +
		"\n"
	if err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}
