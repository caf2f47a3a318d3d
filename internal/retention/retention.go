package retention

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

const (
	hour, minute = 3, 30 // of Amsterdam
	keepNights   = 365   // days that the report of a night stays
	// Every is how often the clock looks whether a night is due.
	Every = 10 * time.Minute
)

// Kind is one kind of what goes.
type Kind struct {
	Name string
	// Leaving is how much has its term over at that moment.
	Leaving func(ctx context.Context, at time.Time) (int, error)
	// Forget lets that go and says how much went, also beside an error. It may run any number of
	// times.
	Forget func(ctx context.Context, at time.Time) (int, error)
}

// Retention is the clock. All fields are required.
type Retention struct {
	Pool  *pgxpool.Pool
	Clock *clock.Clock
	// Database is the clock of the database.
	Database func(ctx context.Context) (time.Time, error)
	// Held is how many things are kept longer at that moment, as staff hold them.
	Held  func(ctx context.Context, at time.Time) (int, error)
	Kinds []Kind

	seen sight
}

// night is the report of one.
type night struct {
	due      time.Time
	started  time.Time
	finished *time.Time
	counts   map[string]int
}

// dueAt is the last moment for forgetting that has come.
func dueAt(now time.Time) time.Time {
	local := now.In(clock.Amsterdam)
	due := time.Date(
		local.Year(), local.Month(), local.Day(), hour, minute, 0, 0, clock.Amsterdam,
	)
	if due.After(now) {
		return due.AddDate(0, 0, -1)
	}
	return due
}

// next is the moment to come.
func next(now time.Time) time.Time { return dueAt(now).AddDate(0, 0, 1) }

// Run looks at the clock and forgets what is due. It forgets nothing when the night was done, while
// the clock is not believed, or while it waits. One night makes up for all that were missed.
func (r *Retention) Run(ctx context.Context) error {
	if stopped, err := r.look(ctx); err != nil || stopped {
		return err
	}
	now := r.Clock.Now()
	last, err := r.last(ctx, r.Pool)
	if err != nil {
		return err
	}
	due := dueAt(now)
	if last != nil && last.due.Equal(due) && last.finished != nil {
		return nil
	}
	// a clock that was set back: what it wrote down of days to come is not so
	if _, err := r.Pool.Exec(ctx, `
		delete from retention_night
		where due > $1 or due < $2`, due, due.AddDate(0, 0, -keepNights)); err != nil {
		return db.Problem(err)
	}
	if _, err := r.Pool.Exec(ctx, `
		insert into retention_night (due, started_at, counts)
		values ($1, $2, '{}')
		on conflict (due) do nothing`, due, now); err != nil {
		return db.Problem(err)
	}
	var failed []error
	for _, k := range r.Kinds {
		n, err := k.Forget(ctx, due)
		if err != nil {
			failed = append(failed, fmt.Errorf("forgetting %s: %w", k.Name, err))
		}
		if err := r.count(ctx, due, k.Name, n); err != nil {
			failed = append(failed, err)
		}
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	_, err = r.Pool.Exec(ctx, `
		update retention_night set finished_at = $2 where due = $1`, due, r.Clock.Now())
	return db.Problem(err)
}

// CatchUp is Run for data that come from a copy: they may be of long ago, as those of a site that
// was off. by is who says that the clock is right and that nothing has to wait; empty: nobody does.
// It gives how much went, and whether nothing did because nobody said it.
func (r *Retention) CatchUp(ctx context.Context, by string) (gone int, stopped bool, err error) {
	if by != "" {
		if err := db.InTx(ctx, r.Pool, func(tx pgx.Tx) error {
			if _, err := r.ClockIsRight(ctx, tx, by); err != nil {
				return err
			}
			return r.change(ctx, tx, func(s standing) standing {
				s.Looked = r.Clock.Now()
				return s.over()
			})
		}); err != nil {
			return 0, false, err
		}
	}
	if stopped, err = r.stopped(ctx, r.Pool); err != nil || stopped {
		return 0, stopped, err
	}
	before, err := r.last(ctx, r.Pool)
	if err != nil {
		return 0, false, err
	}
	if err := r.Run(ctx); err != nil {
		return 0, false, err
	}
	after, err := r.last(ctx, r.Pool)
	if err != nil || after == nil {
		return 0, false, err
	}
	return after.gone() - before.goneOn(after.due), false, nil
}

// gone is how much a night let go.
func (n *night) gone() (all int) {
	for _, some := range n.counts {
		all += some
	}
	return all
}

// goneOn is gone of the night of that moment, and 0 of another or of none.
func (n *night) goneOn(due time.Time) int {
	if n == nil || !n.due.Equal(due) {
		return 0
	}
	return n.gone()
}

// count adds to the report of a night: one that was broken off goes on counting.
func (r *Retention) count(ctx context.Context, due time.Time, kind string, n int) error {
	if n == 0 {
		return nil
	}
	_, err := r.Pool.Exec(ctx, `
		update retention_night
		set counts = jsonb_set(counts, array[$2],
			to_jsonb(coalesce((counts->>$2)::integer, 0) + $3::integer))
		where due = $1`, due, kind, n)
	return db.Problem(err)
}

// last is the newest night, nil before the first.
func (r *Retention) last(ctx context.Context, q db.Querier) (*night, error) {
	n := night{counts: map[string]int{}}
	var counts []byte
	err := q.QueryRow(ctx, `
		select due, started_at, finished_at, counts
		from retention_night
		order by due desc
		limit 1`).Scan(&n.due, &n.started, &n.finished, &counts)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, db.Problem(err)
	}
	return &n, json.Unmarshal(counts, &n.counts)
}

// Guarded is a task of forgetting that waits, as the nights do, while nothing is forgotten.
func (r *Retention) Guarded(task func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if stopped, err := r.stopped(ctx, r.Pool); err != nil || stopped {
			return err
		}
		return task(ctx)
	}
}

// stopped says whether nothing is forgotten at this moment.
func (r *Retention) stopped(ctx context.Context, q db.Querier) (bool, error) {
	s, err := r.standing(ctx, q)
	return s.stops(), err
}
