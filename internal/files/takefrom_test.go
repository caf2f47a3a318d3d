package files_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/files"
	"herstelruimte/internal/jobs"
)

// Of a picture that a colleague begins to use while a teller takes back the story it stands in,
// only the use by the story goes. The control: one that nobody else uses goes itself.
func TestAPictureThatIsBeingTakenIntoUseStays(t *testing.T) {
	t.Parallel()
	pool, c := dbtest.New(t), clock.System()
	l := &files.Library{
		Pool: pool, Clock: c, Jobs: jobs.New(pool, c),
		Raise: func(context.Context, pgx.Tx) error { return nil },
	}
	if _, err := pool.Exec(t.Context(), `
		insert into file (id, kind, status, label, search, width, height, widths, avif, size, sum,
			created_at, created_by, updated_at, updated_by)
		select 'fil_' || n, 'image', 'ready', '', '', 1, 1, '{}', '{}', 1, 'x', $1, '', $1, ''
		from unnest(array['shared', 'own']) n`, c.Now()); err != nil {
		t.Fatal(err)
	}
	use := func(tx pgx.Tx, draft string, ids ...string) error {
		return l.Uses(t.Context(), tx, files.Use{Draft: draft, InDraft: ids})
	}
	err := db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		return use(tx, "sty_1", "fil_shared", "fil_own")
	})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	err = db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		if err := use(tx, "nws_1", "fil_shared"); err != nil { // not stored yet
			return err
		}
		go func() {
			done <- db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
				return l.TakeFrom(t.Context(), tx, "sty_1", []string{"fil_shared", "fil_own"})
			})
		}()
		for dbtest.WaitForLock(t, pool) == 0 && len(done) == 0 {
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"fil_shared": "ready", "fil_own": "withdrawn"} {
		var status string
		if err := pool.QueryRow(t.Context(), `
			select status from file where id = $1`, id).Scan(&status); err != nil || status != want {
			t.Errorf("%s is %s, not %s; %v", id, status, want, err)
		}
	}
}
