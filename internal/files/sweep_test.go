package files_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/files"
)

// listStore only lists: three things of each id.
type listStore struct {
	files.Store
	ids []string
}

func (s listStore) List(_ context.Context, folder string) (names []string, err error) {
	if folder != "media/" {
		return nil, nil
	}
	for _, id := range s.ids {
		for _, width := range []int{480, 960, 1600} {
			names = append(names, fmt.Sprintf("media/%s/%d.webp", id, width))
		}
	}
	return names, nil
}

// Comparing every name with every row costs 64 times as much for eight times the pictures.
func TestTheSweepOfALargeLibraryComparesNoAllWithAll(t *testing.T) {
	t.Parallel()
	const few, many = 2_500, 20_000
	pool, c := dbtest.New(t), clock.System()
	if _, err := pool.Exec(t.Context(), `
		insert into file (id, kind, status, label, search, width, height, widths, avif, size, sum,
			created_at, created_by, updated_at, updated_by)
		select 'fil_' || lpad(n::text, 8, '0'), 'image', 'ready', '', '', 1, 1, '{}', '{}', 1, 'x',
			$2, '', $2, ''
		from generate_series(1, $1::integer) n`, many, c.Now()); err != nil {
		t.Fatal(err)
	}
	sweep := func(n int) time.Duration {
		store := listStore{}
		for i := range n {
			store.ids = append(store.ids, fmt.Sprintf("fil_%08d", i+1))
		}
		if _, err := pool.Exec(t.Context(), `
			update file set status = case when id <= $1 then 'ready' else 'withdrawn' end`,
			store.ids[n-1]); err != nil {
			t.Fatal(err)
		}
		l := &files.Library{Pool: pool, Clock: c, Store: store}
		var took []time.Duration
		for range 3 {
			began := time.Now()
			if err := l.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
		return slices.Min(took)
	}
	small, large := sweep(few), sweep(many)
	if large > 30*small {
		t.Errorf("%v for %d pictures, %v for %d", small, few, large, many)
	}
	t.Logf("%v for %d pictures, %v for %d", small, few, large, many)
}
