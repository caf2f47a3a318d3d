package dbtest

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// WaitForLock is how many connections to the database of a pool wait for a lock, a moment from now:
// who asks again and again without a pause takes the processor from whoever is to come.
func WaitForLock(t testing.TB, pool *pgxpool.Pool) (n int) {
	t.Helper()
	time.Sleep(time.Millisecond)
	if err := pool.QueryRow(t.Context(), `
		select count(*)
		from pg_stat_activity
		where datname = current_database()
			and wait_event_type = 'Lock'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
