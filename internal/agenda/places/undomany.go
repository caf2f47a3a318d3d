package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// undoMany takes an act on several dates back, all of them at once. A date of it that goes on again
// already stays so.
//
// Problems: those of Undo.
func (p *Places) undoMany(ctx context.Context, by By, a staffAct) (out Done, err error) {
	leave, err := p.Dates.Enter(ctx, a.occurrence)
	if err != nil {
		return out, db.Problem(err)
	}
	defer leave()
	word := false
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		out, word, err = p.undoParts(ctx, tx, by, a.id)
		return err
	})
	if err != nil {
		return Done{}, db.Problem(err)
	}
	if word {
		p.Changed()
	}
	if a, err = scanAct(p.Pool.QueryRow(ctx, `
		select `+actColumns+` from staff_act where id = $1`, a.id)); err != nil {
		return out, db.Problem(err)
	}
	return out, p.named(ctx, &a, &out.Act)
}

// partsOf are an act on several dates and its parts, by the id of their date.
func partsOf(ctx context.Context, q db.Querier, id string) (staffAct, []staffAct, error) {
	lead, err := scanAct(q.QueryRow(ctx, `
		select `+actColumns+` from staff_act where id = $1`, id))
	if err != nil {
		return lead, nil, err
	}
	rows, err := q.Query(ctx, `
		select `+actColumns+`
		from staff_act
		where id = $1 or id = any($2)
		order by occurrence_id`, id, lead.doc.Parts)
	if err != nil {
		return lead, nil, err
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (staffAct, error) {
		return scanAct(r)
	})
	return lead, all, err
}

func (p *Places) undoParts(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	id string,
) (out Done, word bool, err error) {
	_, parts, err := partsOf(ctx, tx, id)
	if err != nil {
		return out, false, err
	}
	ids := make([]string, len(parts))
	for i, a := range parts {
		ids[i] = a.occurrence
	}
	if err := p.lockSome(ctx, tx, ids); err != nil {
		return out, false, err
	}
	lead, parts, err := partsOf(ctx, tx, id) // as it is after the wait
	if err != nil {
		return out, false, err
	}
	s, err := p.Peek(ctx, tx, lead.occurrence)
	if err != nil {
		return out, false, err
	}
	if lead.by != by.Actor.ID {
		if err := mayMany(by.Actor, s); err != nil {
			return out, false, err
		}
	}
	out.Earlier = lead.undoneAt != nil
	if !out.Earlier {
		if lead.undoUntil == nil || !s.Now.Before(*lead.undoUntil) {
			return out, false, problem.New(problem.Gone)
		}
		if err := p.takeBack(ctx, tx, lead.id); err != nil {
			return out, false, err
		}
		if err := p.ruleBack(ctx, tx, lead); err != nil {
			return out, false, err
		}
		if s, word, err = p.partsBack(ctx, tx, lead, parts); err != nil {
			return out, false, err
		}
		if _, err := tx.Exec(ctx, `
			update staff_act set undone_at = $2, undone_by = $3 where id = any($1)`,
			lead.doc.Parts, s.Now, by.Actor.ID); err != nil {
			return out, false, err
		}
		if err := p.undone(ctx, tx, by, s, lead); err != nil {
			return out, false, err
		}
		if err := p.Raise(ctx, tx); err != nil {
			return out, false, err
		}
	}
	lead.undoUntil = nil
	out.Act, out.Taken, out.Waiting = seeAct(lead, s.Now), s.Taken, s.Waiting
	if s.Capacity != nil {
		out.Capacity = *s.Capacity
	}
	return out, word, nil
}

// takeBack withdraws what an act about dates tells. Problems: gone (somebody was told).
func (p *Places) takeBack(ctx context.Context, tx pgx.Tx, act string) error {
	told, err := heard(ctx, tx, act)
	if err != nil {
		return err
	}
	all, err := p.Mail.WithdrawAct(ctx, tx, act)
	if err == nil && (told || !all) {
		err = problem.New(problem.Gone)
	}
	return err
}

// partsBack puts the dates of an act on several back, under their locks; s is that of the act.
//
// Problems: conflict (one stands elsewhere by now, or somebody else receives).
func (p *Places) partsBack(
	ctx context.Context,
	tx pgx.Tx,
	lead staffAct,
	parts []staffAct,
) (s *rules.Slot, word bool, err error) {
	ids := make([]string, len(parts))
	for i, a := range parts {
		ids[i] = a.occurrence
	}
	dates, err := p.slotsAt(ctx, tx, ids)
	if err != nil {
		return nil, false, err
	}
	at := map[string]*rules.Slot{}
	for _, s := range dates {
		at[s.ID] = s
		s.Before = s.Word()
		if err := p.catchUp(ctx, tx, s); err != nil {
			return nil, false, err
		}
	}
	var off []onAgain
	var moved []shifting
	for _, a := range parts {
		s := at[a.occurrence]
		if s == nil {
			return nil, false, problem.New(problem.NotFound)
		}
		if err := p.valuesBack(ctx, tx, s, a); err != nil {
			return nil, false, err
		}
		switch {
		case a.kind == actValues:
		case a.kind == actOff && s.Status != "cancelled": // it goes on already
		case a.kind == actOff && a.doc.Off != nil:
			off = append(off, onAgain{s, *a.doc.Off, true})
		case a.kind == actShifted && a.doc.Move != nil:
			moved = append(moved, shifting{s, a.doc.Move})
		case a.kind == actHost:
			if err := p.hostBack(ctx, tx, s, a); err != nil {
				return nil, false, err
			}
		default:
			return nil, false, problem.New(problem.Conflict)
		}
	}
	if err := p.putAllOn(ctx, tx, off); err != nil {
		return nil, false, err
	}
	if err := p.moveAllBack(ctx, tx, moved); err != nil {
		return nil, false, err
	}
	word, err = p.storeAll(ctx, tx, dates)
	return at[lead.occurrence], word, err
}
