package agenda

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

// Who takes a place, waits or hears of one changes no index of the date.
func TestCountersOfADateChangeWithoutItsIndexes(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(titled("Atelier", nil)), day(8, 13), 5, nil)
	inPlace := func(change string) int {
		t.Helper()
		var before, after int
		r.Tx(func(tx pgx.Tx) error {
			const count = `select pg_stat_get_xact_tuples_hot_updated('occurrence'::regclass)`
			if err := tx.QueryRow(t.Context(), count).Scan(&before); err != nil {
				return err
			}
			if _, err := tx.Exec(t.Context(), `
				update occurrence set `+change+` where id = $1`, o); err != nil {
				return err
			}
			return tx.QueryRow(t.Context(), count).Scan(&after)
		})
		return after - before
	}
	for _, change := range []string{
		"taken = 4", "waiting = 1", "waiting = 2, held = 1, claimed = true",
		"waiting = 0, held = 0, claimed = false",
	} {
		if got := inPlace(change); got != 1 {
			t.Errorf("%s: %d rows changed in place, want 1", change, got)
		}
	}
}
