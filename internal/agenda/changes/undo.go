package changes

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
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
func (p *Changes) Undo(ctx context.Context, by booking.By, id string) (booking.Done, error) {
	a, err := booking.ActByID(ctx, p.Pool, id)
	if err != nil {
		return booking.Done{}, db.Problem(err)
	}
	id = a.Whole() // of a part all of it goes back
	ids := []string{a.Occurrence}
	if d, is := a.Doc.(*desk.MovedAct); is {
		ids = append(ids, d.To)
	}
	var out booking.Done
	err = p.OnLocked(ctx, ids, func(tx pgx.Tx) (word bool, err error) {
		if _, is := a.Doc.(desk.Undoer); is {
			out, word, err = p.undoOne(ctx, tx, by, ids, id)
		} else {
			out, word, err = p.undoDates(ctx, tx, by, id)
		}
		return word, err
	})
	if err != nil {
		return booking.Done{}, err
	}
	if a, err = booking.ActByID(ctx, p.Pool, id); err != nil {
		return out, db.Problem(err)
	}
	return out, p.Named(ctx, &a, &out.Act)
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
	all, err := waitlist.Meetings(ctx, q, s.ID)
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

func (p *Changes) undoOne(
	ctx context.Context,
	tx pgx.Tx,
	by booking.By,
	ids []string,
	id string,
) (out booking.Done, changed bool, err error) {
	dates, err := p.LockFew(ctx, tx, ids...)
	if err != nil {
		return out, false, err
	}
	s, to := dates[0], dates[len(dates)-1]
	a, err := booking.ActByID(ctx, tx, id)
	if err != nil {
		return out, false, err
	}
	if err := p.mayUndo(ctx, tx, by.Actor, s, a); err != nil {
		return out, false, err
	}
	out.Earlier = a.UndoneAt != nil
	if !out.Earlier {
		if a.UndoUntil == nil || !s.Now.Before(*a.UndoUntil) {
			return out, false, problem.New(problem.Gone)
		}
		b := desk.Back{Desk: p.Desk, Tx: tx, S: s, To: to, Act: a, Says: &out}
		if err := a.Doc.(desk.Undoer).Undo(ctx, b); err != nil {
			return out, false, err
		}
		if err := p.undone(ctx, tx, by, s, a); err != nil {
			return out, false, err
		}
	}
	changed, err = p.StoreAll(ctx, tx, dates)
	return undoneNow(out, s, a), changed, err
}

// undoneNow adds to the answer of undo how the date stands now.
func undoneNow(out booking.Done, s *rules.Slot, a booking.StaffAct) booking.Done {
	a.UndoUntil = nil
	out.Stands(s, a)
	return out
}

// mayUndo says whether somebody may take an act on a date back: who did it, and who may do it.
//
// Problems: forbidden.
func (p *Changes) mayUndo(
	ctx context.Context,
	tx pgx.Tx,
	who identity.Actor,
	s *rules.Slot,
	a booking.StaffAct,
) error {
	if a.By == who.ID {
		return nil
	}
	if len(a.Parts()) > 0 {
		return booking.MayMany(who, s)
	}
	if err := p.MayMeet(ctx, tx, who, s); err != nil {
		return err
	}
	if session := a.Session(); session != "" {
		if err := mayUndoMeeting(ctx, tx, who, s, session); err != nil {
			return err
		}
	}
	if stoodOffBy(&a) != nil && s.Kind == "series" { // all of its meetings
		if err := s.MayRun(who); err != nil {
			return err
		}
	}
	if m := moveOf(&a); m != nil {
		if err := booking.MayMoveTo(who, s, m.Was); err != nil {
			return err
		}
	}
	if valuesOf(&a) != nil {
		return s.MayRun(who)
	}
	return booking.MayAct(who, s, a.Kind)
}

// undone writes down that an act was taken back; its calls are taken back with it.
func (p *Changes) undone(
	ctx context.Context,
	tx pgx.Tx,
	by booking.By,
	s *rules.Slot,
	a booking.StaffAct,
) error {
	if _, err := tx.Exec(ctx, `
		update staff_act
		set undone_at = $2, undone_by = $3
		where id = $1`,
		a.ID, s.Now, by.Actor.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $2
		where act_id = $1 and state = 'open'`, a.ID, s.Now); err != nil {
		return err
	}
	return privacy.Record(ctx, tx, s.Now, privacy.Entry{
		Actor:    by.Actor.ID,
		Roles:    by.Actor.RoleNames(),
		Action:   "undone",
		Kind:     waitlist.AuditKind,
		ObjectID: s.ID,
	})
}
