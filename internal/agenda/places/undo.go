package places

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// undoing says for each kind of act how it is taken back, under the lock of its date.
var undoing = map[string]func(*Places, context.Context, pgx.Tx, *rules.Slot, staffAct) error{
	actCancelled: (*Places).undoCancelled,
	actRestored:  (*Places).undoRestored,
	actAdded:     (*Places).undoAdded,
	actWaits:     (*Places).undoWaits,
	actSeats:     (*Places).undoSeats,
	actUnnamed:   (*Places).undoUnnamed,
	actGiven:     (*Places).undoGiven,
	actCalled:    (*Places).undoCalled,
	actSkipped:   (*Places).undoSkipped,
	actRemoved:   (*Places).undoRemoved,
	actPutBack:   (*Places).undoPutBack,
	actOpened:    (*Places).undoOpened,
	actStopped:   (*Places).undoStopped,
	actResumed:   (*Places).undoResumed,
	actMailed:    (*Places).undoMailed,
	actMessage:   (*Places).undoMessage,
	actUnsent:    (*Places).undoUnsent,
	actOff:       (*Places).undoOff,
	actHost:      (*Places).undoHost,
	actChanged:   (*Places).undoChanged,
	actCode:      (*Places).undoCode,
	actShifted:   (*Places).undoShifted,
	actValues:    (*Places).undoValues,
}

// Undo takes an act back, as if it had not been: its mails that wait do not go, its calls neither.
// Taken back before: the same answer, with Earlier.
//
// Problems: not_found, forbidden, gone (too late), full (the place is somebody else's by now),
// conflict (what it made has changed since).
func (p *Places) Undo(ctx context.Context, by By, id string) (Done, error) {
	a, err := scanAct(p.Pool.QueryRow(ctx, `
		select `+actColumns+` from staff_act where id = $1`, id))
	if errors.Is(err, pgx.ErrNoRows) {
		return Done{}, problem.New(problem.NotFound)
	}
	if err != nil {
		return Done{}, db.Problem(err)
	}
	if a.doc.Lead != "" { // a part: all of it goes back
		if a, err = scanAct(p.Pool.QueryRow(ctx, `
			select `+actColumns+` from staff_act where id = $1`, a.doc.Lead)); err != nil {
			return Done{}, db.Problem(err)
		}
	}
	if len(a.doc.Parts) > 0 {
		return p.undoMany(ctx, by, a)
	}
	ids := pair{a.occurrence, a.doc.To}
	if a.kind != actMoved {
		ids.to = ids.from
	}
	leave, err := p.Dates.Enter(ctx, ids.from, ids.to)
	if err != nil {
		return Done{}, db.Problem(err)
	}
	defer leave()
	var out Done
	changed := false
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		out, changed, err = p.undo(ctx, tx, by, ids, id)
		return err
	})
	if err != nil {
		return Done{}, db.Problem(err)
	}
	if changed {
		p.Changed()
	}
	if a, err = scanAct(p.Pool.QueryRow(ctx, `
		select `+actColumns+` from staff_act where id = $1`, id)); err != nil {
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
	ids pair,
	id string,
) (out Done, changed bool, err error) {
	var s, to *rules.Slot
	if ids.from == ids.to {
		s, err = p.lockDate(ctx, tx, ids.from)
	} else {
		s, to, err = p.lockBoth(ctx, tx, ids)
	}
	if err != nil {
		return out, false, err
	}
	a, err := scanAct(tx.QueryRow(ctx, `
		select `+actColumns+` from staff_act where id = $1`, id))
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
		a.says = &out
		if to == nil {
			err = undoing[a.kind](p, ctx, tx, s, a)
		} else {
			err = p.undoMoved(ctx, tx, s, to, a)
		}
		if err != nil {
			return out, false, err
		}
		if err := p.undone(ctx, tx, by, s, a); err != nil {
			return out, false, err
		}
	}
	for _, slot := range []*rules.Slot{s, to} {
		if slot == nil {
			continue
		}
		word, err := p.store(ctx, tx, slot)
		if err != nil {
			return out, false, err
		}
		changed = changed || word
	}
	a.undoUntil = nil
	out.Act, out.Taken, out.Waiting = seeAct(a, s.Now), s.Taken, s.Waiting
	if s.Capacity != nil {
		out.Capacity = *s.Capacity
	}
	return out, changed, nil
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
	if err := p.MayMeet(ctx, tx, who, s); err != nil {
		return err
	}
	if a.doc.Session != "" {
		if err := mayUndoMeeting(ctx, tx, who, s, a.doc.Session); err != nil {
			return err
		}
	}
	if a.doc.Off != nil && s.Kind == "series" { // all of its meetings
		if err := s.MayRun(who); err != nil {
			return err
		}
	}
	if a.doc.Move != nil {
		if err := mayMoveTo(who, s, a.doc.Move.Was); err != nil {
			return err
		}
	}
	if a.doc.Values != nil {
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

// subjectOf reads the sign-up of an act; gone when it was erased or moved since.
func (p *Places) subjectOf(
	ctx context.Context,
	tx pgx.Tx,
	id, occurrence, status string,
) (registrationRow, error) {
	r, err := p.loadRegistration(ctx, tx, "id = $1", id)
	if errors.Is(err, problem.New(problem.NotFound)) {
		return r, problem.New(problem.Gone)
	}
	if err == nil && (r.occurrence != occurrence || r.status != status) {
		err = problem.New(problem.Conflict)
	}
	return r, err
}

// takeHeld takes back the places that an act freed and that nobody was offered yet; it says whether
// seats fit again then.
func (p *Places) takeHeld(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
	seats int,
) error {
	tag, err := tx.Exec(ctx, `
		update vacancy set state = 'released', reason = $2, wakes_at = null, updated_at = $3
		where act_id = $1 and state = 'open' and offer_id is null`, a.id, reasonUndone, s.Now)
	if err != nil {
		return err
	}
	mine := int(tag.RowsAffected())
	s.Held -= mine
	// a limit that fell with the people over it stands as it stood
	if s.Limit != nil && *s.Limit < a.doc.Was && s.Taken+s.Held+seats <= a.doc.Was {
		limit := max(*s.Limit, s.Taken+s.Held+seats)
		s.Limit = &limit
	}
	if more := seats - mine; more > 0 && s.Free() < more {
		return problem.NoRoom(s.Free())
	}
	return nil
}

func (p *Places) undoCancelled(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
) error {
	r, err := p.subjectOf(ctx, tx, a.subject, s.ID, "cancelled")
	if err != nil {
		return err
	}
	if there, err := p.present(ctx, tx, p.keysOf(s.ID, r.who)); err != nil || there != "" {
		return orConflict(err)
	}
	if err := p.takeHeld(ctx, tx, s, a, r.seats); err != nil {
		return err
	}
	withdrawn, err := p.Mail.Withdraw(ctx, tx, mail.Cancelled, r.id)
	if err != nil {
		return err
	}
	told := r.who.Email != "" && !withdrawn
	if err := p.backAgain(ctx, tx, s, r, told); err != nil || !told {
		return err
	}
	return p.sayBackAgain(ctx, tx, s, r, 0)
}

func (p *Places) undoRestored(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
) error {
	r, err := p.subjectOf(ctx, tx, a.subject, s.ID, "registered")
	if err != nil {
		return err
	}
	if _, err := p.Mail.Withdraw(ctx, tx, mail.SignedUp, r.id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update registration set status = 'cancelled', cancelled_at = $2, version = version + 1,
			updated_at = $2
		where id = $1`, r.id, s.Now); err != nil {
		return err
	}
	return p.unseat(ctx, tx, s, a, r.seats)
}

// unseat gives places back that an act gave, and with them the chairs that were put for them.
func (p *Places) unseat(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
	seats int,
) error {
	if !a.doc.Chair {
		return p.releaseUndone(ctx, tx, s, a, seats)
	}
	put := min(max(1, a.doc.Was), seats)
	s.Taken -= put
	takeChairs(s, put)
	return p.releaseUndone(ctx, tx, s, a, seats-put)
}

// releaseUndone is release of places that an act gave: first for the offers that it ended.
func (p *Places) releaseUndone(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
	n int,
) error {
	room, held := leaveSeats(s, n), s.Held
	rows, err := tx.Query(ctx, `
		select id from offer where act_id = $1 and occurrence_id = $2 order by created_at`,
		a.id, s.ID)
	if err != nil {
		return err
	}
	ended, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, offer := range ended {
		if !s.Now.Before(s.JoinUntil) {
			break
		}
		if _, err := p.reopen(ctx, tx, s, offer); err != nil {
			return err
		}
	}
	return p.vacate(ctx, tx, s, room-(s.Held-held))
}

func (p *Places) undoAdded(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	r, err := p.subjectOf(ctx, tx, a.subject, s.ID, "registered")
	if err != nil {
		return err
	}
	if err := p.forgetRow(ctx, tx, "registration", r.id); err != nil {
		return err
	}
	if err := p.unseat(ctx, tx, s, a, r.seats); err != nil {
		return err
	}
	return p.waitAgain(ctx, tx, s, a.doc.Left)
}

// waitAgain puts entries back on the list that left it for a place. Whoever had an offer that could
// not be opened again waits: its places went to the next.
func (p *Places) waitAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	left map[string]string,
) error {
	state := "waiting"
	if !s.Now.Before(s.JoinUntil) {
		state = "closed"
	}
	for id := range left {
		tag, err := tx.Exec(ctx, `
			update waitlist_entry set state = $2, version = version + 1, updated_at = $3
			where id = $1 and state = 'accepted'`, id, state, s.Now)
		if err != nil {
			return err
		}
		if state == "waiting" {
			s.Waiting += int(tag.RowsAffected())
		}
	}
	return nil
}

func (p *Places) undoWaits(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	return p.removeEntry(ctx, tx, s, a.subject)
}

// removeEntry takes away an entry that an act of staff made.
func (p *Places) removeEntry(ctx context.Context, tx pgx.Tx, s *rules.Slot, id string) error {
	e, err := p.loadEntry(ctx, tx, "id = $1", id)
	if err != nil {
		return err
	}
	if e.state != "waiting" && e.state != "offered" {
		return problem.New(problem.Conflict)
	}
	s.Waiting--
	if err := p.endOffersOf(ctx, tx, s, id, "ended"); err != nil {
		return err
	}
	return p.forgetRow(ctx, tx, "waitlist_entry", id)
}

func (p *Places) undoSeats(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	if s.Capacity == nil || *s.Capacity != a.doc.Now {
		return problem.New(problem.Conflict)
	}
	tag, err := tx.Exec(ctx, `
		update vacancy set state = 'released', reason = $2, wakes_at = null, updated_at = $3
		where act_id = $1 and state = 'open' and offer_id is null`, a.id, reasonUndone, s.Now)
	if err != nil {
		return err
	}
	s.Held -= int(tag.RowsAffected())
	return p.resize(ctx, tx, s, a.doc.Was)
}

// sameContact is a conflict when somebody is reached another way since an entry became a sign-up:
// the entry, were it to wait again, would write to the address that they found to be wrong.
func sameContact(r registrationRow, e entryRow) error {
	if r.who.Email != e.who.Email || r.who.Phone != e.who.Phone {
		return problem.New(problem.Conflict)
	}
	return nil
}

func (p *Places) undoGiven(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	r, err := p.subjectOf(ctx, tx, a.doc.Registration, s.ID, "registered")
	if err != nil {
		return err
	}
	e, err := p.entryOf(ctx, tx, a.subject, "accepted")
	if err != nil {
		return err
	}
	if err := sameContact(r, e); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `delete from call_try where act_id = $1`, a.id); err != nil {
		return err
	}
	if err := p.codeToEntry(ctx, tx, r.id, e.id); err != nil {
		return err
	}
	if err := p.forgetRow(ctx, tx, "registration", r.id); err != nil {
		return err
	}
	if err := p.waitAgain(ctx, tx, s, a.doc.Left); err != nil {
		return err
	}
	return p.unseat(ctx, tx, s, a, r.seats)
}

func (p *Places) undoMoved(
	ctx context.Context,
	tx pgx.Tx,
	from, to *rules.Slot,
	a staffAct,
) error {
	if a.doc.Entry != "" {
		return p.removeEntry(ctx, tx, to, a.doc.Entry)
	}
	r, err := p.subjectOf(ctx, tx, a.subject, to.ID, "registered")
	if err != nil {
		return err
	}
	if there, err := p.present(ctx, tx, p.keysOf(from.ID, r.who)); err != nil || there != "" {
		return orConflict(err)
	}
	if err := p.takeHeld(ctx, tx, from, a, r.seats); err != nil {
		return err
	}
	if _, err := p.Mail.Withdraw(ctx, tx, mail.SignedUp, r.id); err != nil {
		return err
	}
	if err := p.carry(ctx, tx, from, r, a.doc.Letter); err != nil {
		return err
	}
	from.Taken += r.seats
	// who put themselves on the list of the old date meanwhile has the place again
	if err := p.leaveForPlace(ctx, tx, from, p.keysOf(from.ID, r.who)); err != nil {
		return err
	}
	if err := p.releaseUndone(ctx, tx, to, a, r.seats); err != nil {
		return err
	}
	return p.waitAgain(ctx, tx, to, a.doc.Left)
}
