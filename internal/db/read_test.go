package db_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

func TestReadingGivesRowsInTheirShape(t *testing.T) {
	t.Parallel()
	pool, _ := empty(t)
	ctx := context.Background()
	type pair struct {
		N    int
		Word string
	}
	pairs, err := db.All[pair](ctx, pool, `values (1, 'een'), ($1::int, 'twee')`, 2)
	if want := []pair{{1, "een"}, {2, "twee"}}; err != nil || !reflect.DeepEqual(pairs, want) {
		t.Errorf("pairs %v (%v), want %v", pairs, err, want)
	}
	day := time.Date(2027, 3, 28, 0, 0, 0, 0, time.UTC)
	days, err := db.All[time.Time](ctx, pool, `select $1::timestamptz`, day)
	if err != nil || len(days) != 1 || !days[0].Equal(day) {
		t.Errorf("a moment is %v (%v), want %v", days, err, day)
	}
	none, err := db.All[string](ctx, pool, `select 'x' where false`)
	if err != nil || none == nil || len(none) != 0 {
		t.Errorf("nothing is %#v (%v), want an empty list", none, err)
	}
	for query, want := range map[string]bool{`select 'x'`: true, `select 'x' where false`: false} {
		if word, found, err := db.One[string](ctx, pool, query); err != nil || found != want ||
			found != (word == "x") {
			t.Errorf("one of %s is %q, %v (%v)", query, word, found, err)
		}
	}
	var n, sum int
	err = db.Each(ctx, pool, []any{&n}, func() error { sum += n; return nil }, `values (1), (2)`)
	if err != nil || sum != 3 {
		t.Errorf("each one counts to %d (%v), want 3", sum, err)
	}
	end := errors.New("genoeg")
	if err = db.Each(ctx, pool, []any{&n}, func() error { return end }, `values (1), (2)`); !errors.Is(
		err,
		end,
	) {
		t.Errorf("its end comes out as %v, want %v", err, end)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = db.All[int](stopped, pool, `select pg_sleep(9)::text::int`)
	if p := (*problem.Problem)(nil); err == nil || errors.As(err, &p) {
		t.Errorf("a request that went is %v, want its own error", err)
	}
}
