package waitlist

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/jobs"
)

// SettleJob wakes an occurrence: an offer is over, a counted minute has come, or it has started.
type SettleJob struct {
	Occurrence string    `json:"occurrence"`
	At         time.Time `json:"at"` // the moment that it rings for
}

// Kind names the job for the queue.
func (SettleJob) Kind() string { return "settle" }

// WakeAt stores a job that wakes a date at that moment.
func (p *Waitlist) WakeAt(ctx context.Context, tx pgx.Tx, occurrence string, at time.Time) error {
	return p.Jobs.Insert(ctx, tx, SettleJob{occurrence, at}, at)
}

// OnRing is what SettleJob does. The queue goes by the clock of the database: by ours the moment
// may still have to come, and then it rings again.
func (p *Waitlist) OnRing(ctx context.Context, j SettleJob) error {
	if early := j.At.Sub(p.Clock.Now()); early > 0 {
		return jobs.Again(early)
	}
	return p.Wake(ctx, j.Occurrence)
}

// Wake takes the lock of a date, which ends what is over, and settles; nothing more. It may come
// late, early, twice, or when the date is gone.
func (p *Waitlist) Wake(ctx context.Context, occurrence string) error {
	return IfThere(p.Locked(ctx, occurrence, func(pgx.Tx, *rules.Slot) error { return nil }))
}

// Locked runs do on a date under its lock, after what is over by the clock has ended.
func (p *Waitlist) Locked(
	ctx context.Context,
	occurrence string,
	do func(pgx.Tx, *rules.Slot) error,
) error {
	return p.OnLocked(ctx, []string{occurrence}, func(tx pgx.Tx) (bool, error) {
		s, err := p.LockDate(ctx, tx, occurrence)
		if err != nil {
			return false, err
		}
		if err := do(tx, s); err != nil {
			return false, err
		}
		return p.Store(ctx, tx, s)
	})
}

// IDsWhere are the ids that a query gives.
func IDsWhere(ctx context.Context, q db.Querier, query string, args ...any) ([]string, error) {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
