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
	// a clock that went further than this since the last night is not believed: a wrong one would
	// erase what nobody may erase yet
	leap       = 48 * time.Hour
	keepNights = 365 // days that the report of a night stays
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
	// Held is how many things are kept longer at that moment, as staff hold them.
	Held  func(ctx context.Context, at time.Time) (int, error)
	Kinds []Kind
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

// Run forgets what is due. It does nothing when the night was done, or while the clock is not
// believed. One night makes up for all that were missed.
func (r *Retention) Run(ctx context.Context) error {
	now := r.Clock.Now()
	last, err := r.last(ctx, r.Pool)
	if err != nil {
		return err
	}
	due := dueAt(now)
	if last != nil && last.due.Equal(due) && last.finished != nil {
		return nil
	}
	if leapt, err := r.leapt(ctx, r.Pool, last, now); err != nil || leapt {
		return err
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

// CatchUp is Run for data that come from a copy: they may be of long ago, which a clock that went
// far looks like too. by is who says that the clock is right; empty: nobody does. It gives how much
// went, and whether nothing did because nobody said it.
func (r *Retention) CatchUp(ctx context.Context, by string) (gone int, stopped bool, err error) {
	if by != "" {
		if err := db.InTx(ctx, r.Pool, func(tx pgx.Tx) error {
			_, err := r.ClockIsRight(ctx, tx, by)
			return err
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
	if err != nil {
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

// leapt says whether the clock went so far since the last night that somebody must look at it
// first. A server that was off for as long is asked about, too: nobody can tell the two apart.
func (r *Retention) leapt(
	ctx context.Context,
	q db.Querier,
	last *night,
	now time.Time,
) (bool, error) {
	if last == nil || now.Sub(last.started) <= leap {
		return false, nil
	}
	var said time.Time
	err := q.QueryRow(ctx, `select at from retention_said`).Scan(&said)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	// said of this clock: not of one that went far again, nor of one that was set back since
	right := !said.After(now) && now.Sub(said) <= leap
	return !right, db.Problem(err)
}

// Guarded is a task of forgetting that waits, as the nights do, while the clock is not believed.
func (r *Retention) Guarded(task func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if stopped, err := r.stopped(ctx, r.Pool); err != nil || stopped {
			return err
		}
		return task(ctx)
	}
}

// stopped says whether nothing is forgotten until somebody looked at the clock.
func (r *Retention) stopped(ctx context.Context, q db.Querier) (bool, error) {
	last, err := r.last(ctx, q)
	if err != nil {
		return false, err
	}
	return r.leapt(ctx, q, last, r.Clock.Now())
}

// ClockIsRight notes who says so. While nobody asks, and when somebody else said it just before,
// there is nothing to note.
func (r *Retention) ClockIsRight(
	ctx context.Context,
	tx pgx.Tx,
	by string,
) (noted bool, err error) {
	stopped, err := r.stopped(ctx, tx)
	if err != nil || !stopped {
		return false, err
	}
	_, err = tx.Exec(ctx, `
		insert into retention_said (at, by)
		values ($1, $2)
		on conflict (only_row) do update set at = excluded.at, by = excluded.by`,
		r.Clock.Now(), by)
	return true, err
}
