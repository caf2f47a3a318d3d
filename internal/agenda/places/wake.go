package places

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/jobs"
)

// sweepEvery is how long a moment that was missed can stay unnoticed.
const sweepEvery = 5 * time.Minute

// HandleJobs tells the queue what to do with this room's jobs.
func (p *Places) HandleJobs() {
	jobs.Handle(p.Jobs, p.onRing)
	jobs.Handle(p.Jobs, p.onCallJob)
	jobs.Handle(p.Jobs, p.onComplained)
	jobs.Every(p.Jobs, "waitlist sweep", sweepEvery, p.Sweep)
	jobs.Every(p.Jobs, "reminders", remindEvery, p.Remind)
	jobs.Every(p.Jobs, "date count", sweepEvery, p.CountEnded)
	jobs.Every(p.Jobs, "staff notices", noticeEvery, p.NotifyAll)
}

// settleJob wakes an occurrence: an offer is over, a counted minute has come, or it has started.
type settleJob struct {
	Occurrence string    `json:"occurrence"`
	At         time.Time `json:"at"` // the moment that it rings for
}

// Kind names the job for the queue.
func (settleJob) Kind() string { return "settle" }

// wakeAt stores a job that wakes a date at that moment.
func (p *Places) wakeAt(ctx context.Context, tx pgx.Tx, occurrence string, at time.Time) error {
	return p.Jobs.Insert(ctx, tx, settleJob{occurrence, at}, at)
}

// onRing is what settleJob does. The queue goes by the clock of the database: by ours the moment
// may still have to come, and then it rings again.
func (p *Places) onRing(ctx context.Context, j settleJob) error {
	if early := j.At.Sub(p.Clock.Now()); early > 0 {
		return jobs.Again(early)
	}
	return p.wake(ctx, j.Occurrence)
}

// wake takes the lock of a date, which ends what is over, and settles; nothing more. It may come
// late, early, twice, or when the date is gone.
func (p *Places) wake(ctx context.Context, occurrence string) error {
	return ifThere(p.locked(ctx, occurrence, func(pgx.Tx, *rules.Slot) error { return nil }))
}

// locked runs do on a date under its lock, after what is over by the clock has ended.
func (p *Places) locked(
	ctx context.Context,
	occurrence string,
	do func(pgx.Tx, *rules.Slot) error,
) error {
	leave, err := p.Dates.Enter(ctx, occurrence)
	if err != nil {
		return err
	}
	defer leave()
	changed := false
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		s, err := p.lockDate(ctx, tx, occurrence)
		if err != nil {
			return err
		}
		if err := do(tx, s); err != nil {
			return err
		}
		changed, err = p.store(ctx, tx, s)
		return err
	})
	if err == nil && changed {
		p.Changed()
	}
	return err
}

// lockedPerson is locked for a sign-up, on its date; one that is gone is passed over.
func (p *Places) lockedPerson(
	ctx context.Context,
	id string,
	do func(tx pgx.Tx, s *rules.Slot, r registrationRow) error,
) error {
	first, err := p.loadRegistration(ctx, p.Pool, "id = $1", id)
	if err != nil {
		return ifThere(err)
	}
	return ifThere(p.locked(ctx, first.occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		r, err := p.loadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return err
		}
		return do(tx, s, r)
	}))
}

// eachDate runs do for each date that this query names, also after one that failed.
func (p *Places) eachDate(
	ctx context.Context,
	do func(ctx context.Context, occurrence string) error,
	query string,
	args ...any,
) error {
	dates, err := idsWhere(ctx, p.Pool, query, args...)
	failed := []error{db.Problem(err)}
	for _, id := range dates {
		if err := do(ctx, id); err != nil {
			failed = append(failed, fmt.Errorf("date %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}

// idsWhere are the ids that a query gives.
func idsWhere(ctx context.Context, q db.Querier, query string, args ...any) ([]string, error) {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// VisibleSQL is rules.Activity.Visible as a condition on activity a; the parameter is now.
const VisibleSQL = `
	(a.status = 'published'
		or (a.status = 'scheduled' and a.publish_from is not null))
	and (a.publish_from is null or a.publish_from <= %[1]s)
	and (a.publish_until is null or a.publish_until > %[1]s)`

// overdue are the dates of which a moment that is stored has passed, and nobody looked since: an
// offer is over, a place that slept can be offered, visitors see the activity again, or the date
// began.
var overdue = `
	select o.occurrence_id from ` + offersWithMail + ` where o.state = 'open' and ` + over + `
	union
	select v.occurrence_id
	from vacancy v
	where v.state = 'open'
		and (v.wakes_at <= $1 or v.reason = 'mailDown' and exists (
			select 1 from mail m where m.sent_at > v.updated_at
		))
	union
	select v.occurrence_id
	from vacancy v
	join occurrence d on d.id = v.occurrence_id
	join activity a on a.id = d.activity_id
	where v.state = 'open'
		and v.reason = '` + reasonCancelled + `'
		and d.status <> 'cancelled'
		and ` + fmt.Sprintf(VisibleSQL, "$1") + `
	union
	select id from occurrence where waiting + held > 0 and join_until <= $1`

// Sweep wakes what should have woken by itself. A job may be lost or ring early, a process may stop
// and a clock may jump: no offer stays open for it, and no place asleep. Calls that nobody made end
// when their date begins.
func (p *Places) Sweep(ctx context.Context) error {
	return errors.Join(p.endCalls(ctx), p.eachDate(ctx, p.wake, overdue, p.Clock.Now()))
}
