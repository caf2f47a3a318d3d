package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Undo takes an act back, as if it had not been: its mails that wait do not go, its calls neither.
// Taken back before: the same answer, with Earlier.
//
// Problems: not_found, forbidden, gone (too late), full (the place is somebody else's by now),
// conflict (what it made has changed since).
func (p *Places) Undo(ctx context.Context, by By, id string) (Done, error) {
	a, err := actByID(ctx, p.Pool, id)
	if err != nil {
		return Done{}, db.Problem(err)
	}
	id = a.whole() // of a part all of it goes back
	ids := []string{a.occurrence}
	if d, is := a.doc.(*movedAct); is {
		ids = append(ids, d.To)
	}
	leave, err := p.Dates.Enter(ctx, ids...)
	if err != nil {
		return Done{}, db.Problem(err)
	}
	defer leave()
	var out Done
	changed := false
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if _, is := a.doc.(undoer); is {
			out, changed, err = p.undo(ctx, tx, by, ids, id)
		} else {
			out, changed, err = p.undoDates(ctx, tx, by, id)
		}
		return err
	})
	if err != nil {
		return Done{}, db.Problem(err)
	}
	if changed {
		p.Changed()
	}
	if a, err = actByID(ctx, p.Pool, id); err != nil {
		return out, db.Problem(err)
	}
	return out, p.named(ctx, &a, &out.Act)
}

// mayUndoMeeting says whether somebody may take back what was done to one meeting of a series: who
// may do it. Problems: forbidden.
func mayUndoMeeting(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	s *rules.Slot,
	session string,
) error {
	all, err := Meetings(ctx, q, s.ID)
	if err != nil {
		return err
	}
	for _, m := range all {
		if m.ID == session {
			return mayMeeting(who, s, m)
		}
	}
	return s.MayRun(who) // it is there no more
}

func (p *Places) undo(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	ids []string,
	id string,
) (out Done, changed bool, err error) {
	dates, err := p.lockFew(ctx, tx, ids...)
	if err != nil {
		return out, false, err
	}
	s, to := dates[0], dates[len(dates)-1]
	a, err := actByID(ctx, tx, id)
	if err != nil {
		return out, false, err
	}
	if err := p.mayUndo(ctx, tx, by.Actor, s, a); err != nil {
		return out, false, err
	}
	out.Earlier = a.undoneAt != nil
	if !out.Earlier {
		if a.undoUntil == nil || !s.Now.Before(*a.undoUntil) {
			return out, false, problem.New(problem.Gone)
		}
		b := back{Places: p, tx: tx, s: s, to: to, act: a, says: &out}
		if err := a.doc.(undoer).undo(ctx, b); err != nil {
			return out, false, err
		}
		if err := p.undone(ctx, tx, by, s, a); err != nil {
			return out, false, err
		}
	}
	changed, err = p.storeAll(ctx, tx, dates)
	return undoneNow(out, s, a), changed, err
}

// undoneNow adds to the answer of undo how the date stands now.
func undoneNow(out Done, s *rules.Slot, a staffAct) Done {
	a.undoUntil = nil
	out.stands(s, a)
	return out
}

// mayUndo says whether somebody may take an act on a date back: who did it, and who may do it.
//
// Problems: forbidden.
func (p *Places) mayUndo(
	ctx context.Context,
	tx pgx.Tx,
	who identity.Actor,
	s *rules.Slot,
	a staffAct,
) error {
	if a.by == who.ID {
		return nil
	}
	if len(a.parts()) > 0 {
		return mayMany(who, s)
	}
	if err := p.MayMeet(ctx, tx, who, s); err != nil {
		return err
	}
	if session := a.session(); session != "" {
		if err := mayUndoMeeting(ctx, tx, who, s, session); err != nil {
			return err
		}
	}
	if a.stoodOff() != nil && s.Kind == "series" { // all of its meetings
		if err := s.MayRun(who); err != nil {
			return err
		}
	}
	if m := a.move(); m != nil {
		if err := mayMoveTo(who, s, m.Was); err != nil {
			return err
		}
	}
	if a.values() != nil {
		return s.MayRun(who)
	}
	return mayAct(who, s, a.kind)
}

// undone writes down that an act was taken back; its calls are taken back with it.
func (p *Places) undone(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	s *rules.Slot,
	a staffAct,
) error {
	if _, err := tx.Exec(ctx, `
		update staff_act
		set undone_at = $2, undone_by = $3
		where id = $1`,
		a.id, s.Now, by.Actor.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $2
		where act_id = $1 and state = 'open'`, a.id, s.Now); err != nil {
		return err
	}
	return privacy.Record(ctx, tx, s.Now, privacy.Entry{
		Actor:    by.Actor.ID,
		Roles:    by.Actor.RoleNames(),
		Action:   "undone",
		Kind:     auditKind,
		ObjectID: s.ID,
	})
}
