package places

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Undoable are the acts of somebody on dates that they can still take back. The log book says on
// which dates: its rows of one person lie together.
func (p *Places) Undoable(
	ctx context.Context,
	who identity.Actor,
) (out []identity.Undoable, err error) {
	now := p.Clock.Now()
	rows, err := p.Pool.Query(ctx, `
		select `+actColumns+`
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
		order by no desc`, who.ID, now.Add(-undoTime), now, auditKind, actOff, actOnAgain)
	if err != nil {
		return nil, db.Problem(err)
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (staffAct, error) {
		return scanAct(r)
	})
	for _, a := range acts {
		what := seen(a.doc)
		u := identity.Undoable{
			ID:      a.id,
			Kind:    auditKind,
			Act:     a.kind,
			Of:      a.occurrence,
			Subject: a.subject,
			Now:     max(what.Now, what.Dates),
			Outcome: what.Outcome,
			At:      clock.Moment(a.at),
			Until:   clock.Moment(*a.undoUntil),
		}
		if u.Name, err = p.firstNameOf(ctx, a.subject); err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, db.Problem(err)
}

// firstNameOf is how somebody who is signed up or waits is called; empty: nobody, or gone.
func (p *Places) firstNameOf(ctx context.Context, id string) (string, error) {
	r, err := p.loadRegistration(ctx, p.Pool, "id = $1", id)
	if err == nil {
		return firstName(r.who.Name), nil
	}
	e := entryRow{}
	if errors.Is(err, problem.New(problem.NotFound)) {
		e, err = p.loadEntry(ctx, p.Pool, "id = $1", id)
	}
	if errors.Is(err, problem.New(problem.NotFound)) {
		return "", nil
	}
	return firstName(e.who.Name), err
}
