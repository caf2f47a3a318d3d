package changes

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// partsOf are an act on several dates and its parts, by the id of their date.
func partsOf(
	ctx context.Context,
	q db.Querier,
	id string,
) (booking.StaffAct, []booking.StaffAct, error) {
	lead, err := booking.ScanAct(q.QueryRow(ctx, `
		select `+booking.ActColumns+` from staff_act where id = $1`, id))
	if err != nil {
		return lead, nil, err
	}
	rows, err := q.Query(ctx, `
		select `+booking.ActColumns+`
		from staff_act
		where id = $1 or id = any($2)
		order by occurrence_id`, id, lead.Parts())
	if err != nil {
		return lead, nil, err
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (booking.StaffAct, error) {
		return booking.ScanAct(r)
	})
	return lead, all, err
}

// undoDates takes an act on dates back, on all of them at once. Of several one that goes on again
// already stays so.
//
// Problems: those of Undo.
func (p *Changes) undoDates(
	ctx context.Context,
	tx pgx.Tx,
	by booking.By,
	id string,
) (out booking.Done, word bool, err error) {
	_, parts, err := partsOf(ctx, tx, id)
	if err != nil {
		return out, false, err
	}
	ids := make([]string, len(parts))
	for i, a := range parts {
		ids[i] = a.Occurrence
	}
	dates, err := p.LockDates(ctx, tx, ids)
	if err != nil {
		return out, false, err
	}
	lead, parts, err := partsOf(ctx, tx, id) // as it is after the wait
	if err != nil {
		return out, false, err
	}
	s := waitlist.DateOf(dates, lead.Occurrence)
	if s == nil || slices.ContainsFunc(parts, func(a booking.StaffAct) bool {
		return waitlist.DateOf(dates, a.Occurrence) == nil
	}) {
		return out, false, problem.New(problem.NotFound)
	}
	if err := p.mayUndo(ctx, tx, by.Actor, s, lead); err != nil {
		return out, false, err
	}
	if out.Earlier = lead.UndoneAt != nil; out.Earlier { // what the clock ended is kept
		word, err = p.StoreAll(ctx, tx, dates)
		return undoneNow(out, s, lead), word, err
	}
	if lead.UndoUntil == nil || !s.Now.Before(*lead.UndoUntil) {
		return out, false, problem.New(problem.Gone)
	}
	if err := p.takeBack(ctx, tx, lead.ID); err != nil {
		return out, false, err
	}
	if err := p.ruleBack(ctx, tx, lead); err != nil {
		return out, false, err
	}
	if err := p.PartsBack(ctx, tx, dates, parts); err != nil {
		return out, false, err
	}
	if word, err = p.StoreAll(ctx, tx, dates); err != nil {
		return out, false, err
	}
	if _, err := tx.Exec(ctx, `
		update staff_act set undone_at = $2, undone_by = $3 where id = any($1)`,
		lead.Parts(), s.Now, by.Actor.ID); err != nil {
		return out, false, err
	}
	if err := p.undone(ctx, tx, by, s, lead); err != nil {
		return out, false, err
	}
	return undoneNow(out, s, lead), word, p.Raise(ctx, tx)
}

// takeBack withdraws what an act about dates tells. Problems: gone (somebody was told).
func (p *Changes) takeBack(ctx context.Context, tx pgx.Tx, act string) error {
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

// PartsBack puts dates back as they stood before the parts of an act, under their locks.
//
// Problems: conflict (one stands elsewhere by now, or somebody else receives; one date alone that
// goes on already).
func (p *Changes) PartsBack(
	ctx context.Context,
	tx pgx.Tx,
	dates []*rules.Slot,
	parts []booking.StaffAct,
) error {
	var off []onAgain
	var moved []*goes
	var meetings []PlanUnit
	for _, a := range parts {
		s := waitlist.DateOf(dates, a.Occurrence)
		if err := p.valuesBack(ctx, tx, s, a); err != nil {
			return err
		}
		switch d := a.Doc.(type) {
		case *valuesAct:
		case *OffAct:
			switch {
			case d.Session != "":
				m := &booking.Many{Lead: s, Who: booking.Everybody}
				plan, err := planUnits(ctx, tx, m, d.Session, true)
				if err != nil {
					return err
				}
				meetings = append(meetings, plan.Units...)
			case s.Status == "cancelled" && d.Off != nil:
				off = append(off, onAgain{s, *d.Off, true})
			case len(parts) == 1: // of several one may go on already
				return problem.New(problem.Conflict)
			}
		case *shiftedAct:
			moved = append(moved, &goes{s: s, moveDoc: d.Move})
		case *hostAct:
			if s.Doc.Host != d.Host {
				return problem.New(problem.Conflict)
			}
			s.Doc.Host = d.Before
			if err := KeepDates(ctx, tx, s); err != nil {
				return err
			}
		default:
			return problem.New(problem.Conflict)
		}
	}
	if err := SetMeetings(ctx, tx, MeetingsOn(p.Clock.Now()), meetings); err != nil {
		return err
	}
	if err := p.PutAllOn(ctx, tx, off); err != nil {
		return err
	}
	return p.moveAllBack(ctx, tx, moved)
}
