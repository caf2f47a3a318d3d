package booking

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
)

// SweepEvery is how long a moment that was missed can stay unnoticed.
const SweepEvery = 5 * time.Minute

// LockedPerson is locked for a sign-up, on its date; one that is gone is passed over.
func (p *Booking) LockedPerson(
	ctx context.Context,
	id string,
	do func(tx pgx.Tx, s *rules.Slot, r waitlist.RegistrationRow) error,
) error {
	first, err := p.LoadRegistration(ctx, p.Pool, "id = $1", id)
	if err != nil {
		return waitlist.IfThere(err)
	}
	return waitlist.IfThere(p.Locked(ctx, first.Occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		r, err := p.LoadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return err
		}
		return do(tx, s, r)
	}))
}

// EachDate runs do for each date that this query names, also after one that failed.
func (p *Booking) EachDate(
	ctx context.Context,
	do func(ctx context.Context, occurrence string) error,
	query string,
	args ...any,
) error {
	dates, err := waitlist.IDsWhere(ctx, p.Pool, query, args...)
	failed := []error{db.Problem(err)}
	for _, id := range dates {
		if err := do(ctx, id); err != nil {
			failed = append(failed, fmt.Errorf("date %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}

// VisibleSQL is rules.Activity.Visible as a condition on activity a; the parameter is now.
const VisibleSQL = `
	(a.status = 'published'
		or (a.status = 'scheduled' and a.publish_from is not null))
	and (a.publish_from is null or a.publish_from <= %[1]s)
	and (a.publish_until is null or a.publish_until > %[1]s)`

// Overdue are the dates of which a moment that is stored has passed, and nobody looked since: an
// offer is over, a place that slept can be offered, visitors see the activity again, or the date
// began.
var Overdue = `
	select o.occurrence_id from ` + waitlist.OffersWithMail + ` where o.state = 'open' and ` + waitlist.Over + `
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
		and v.reason = '` + waitlist.ReasonCancelled + `'
		and d.status <> 'cancelled'
		and ` + fmt.Sprintf(VisibleSQL, "$1") + `
	union
	select id from occurrence where waiting + held > 0 and join_until <= $1`

// Sweep wakes what should have woken by itself. A job may be lost or ring early, a process may stop
// and a clock may jump: no offer stays open for it, and no place asleep. Calls that nobody made end
// when their date begins.
func (p *Booking) Sweep(ctx context.Context) error {
	return errors.Join(p.endCalls(ctx), p.EachDate(ctx, p.Wake, Overdue, p.Clock.Now()))
}
