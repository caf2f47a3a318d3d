package changes

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Undoable are the acts of somebody on dates that they can still take back. The log book says on
// which dates: its rows of one person lie together.
func (p *Changes) Undoable(
	ctx context.Context,
	who identity.Actor,
) (out []identity.Undoable, err error) {
	now := p.Clock.Now()
	rows, err := p.Pool.Query(ctx, `
		select `+booking.ActColumns+`
		from staff_act
		where occurrence_id in (
				select object_id
				from audit_log
				where actor = $1 and at >= $2 and kind = $4
			)
			and by = $1
			and undo_until > $3
			and undone_at is null
			and not doc ? 'lead'
			-- what goes on after all by now: the way back is no more
			and not (kind = $5 and not doc ? 'dates' and exists (
				select 1
				from staff_act since
				where since.occurrence_id = staff_act.occurrence_id
					and since.kind = $6
					and since.no > staff_act.no
					and since.doc->>'session' is not distinct from staff_act.doc->>'session'
			))
		order by no desc`, who.ID, now.Add(-booking.UndoTime), now, waitlist.AuditKind, booking.ActOff, booking.ActOnAgain)
	if err != nil {
		return nil, db.Problem(err)
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (booking.StaffAct, error) {
		return booking.ScanAct(r)
	})
	for _, a := range acts {
		what := booking.Seen(a.Doc)
		u := identity.Undoable{
			ID:      a.ID,
			Kind:    waitlist.AuditKind,
			Act:     a.Kind,
			Of:      a.Occurrence,
			Subject: a.Subject,
			Now:     max(what.Now, what.Dates),
			Outcome: what.Outcome,
			At:      clock.Moment(a.At),
			Until:   clock.Moment(*a.UndoUntil),
		}
		if u.Name, err = p.firstNameOf(ctx, a.Subject); err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, db.Problem(err)
}

// firstNameOf is how somebody who is signed up or waits is called; empty: nobody, or gone.
func (p *Changes) firstNameOf(ctx context.Context, id string) (string, error) {
	r, err := p.LoadRegistration(ctx, p.Pool, "id = $1", id)
	if err == nil {
		return waitlist.FirstName(r.Who.Name), nil
	}
	e := waitlist.EntryRow{}
	if errors.Is(err, problem.New(problem.NotFound)) {
		e, err = p.LoadEntry(ctx, p.Pool, "id = $1", id)
	}
	if errors.Is(err, problem.New(problem.NotFound)) {
		return "", nil
	}
	return waitlist.FirstName(e.Who.Name), err
}
