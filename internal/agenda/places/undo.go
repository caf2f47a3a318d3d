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
	ids []string,
	id string,
) (out Done, changed bool, err error) {
	dates, err := p.lockFew(ctx, tx, ids...)
	if err != nil {
		return out, false, err
	}
	s, to := dates[0], dates[len(dates)-1]
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
	out.Act, out.Taken, out.Waiting = seeAct(a, s.Now), s.Taken, s.Waiting
	if s.Capacity != nil {
		out.Capacity = *s.Capacity
	}
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

// signUp reads the sign-up of an act; gone when it was erased since, conflict when it is no longer
// on this date, or no longer what the act made of it.
func (b back) signUp(ctx context.Context, id, status string) (registrationRow, error) {
	r, err := b.loadRegistration(ctx, b.tx, "id = $1", id)
	if err == nil && (r.occurrence != b.s.ID || r.status != status) {
		err = problem.New(problem.Conflict)
	}
	return r, orGone(err)
}

// free takes back the places that an act freed and that nobody was offered yet.
func (b back) free(ctx context.Context) (n int, err error) {
	tag, err := b.tx.Exec(ctx, `
		update vacancy set state = 'released', reason = $2, wakes_at = null, updated_at = $3
		where act_id = $1 and state = 'open' and offer_id is null`,
		b.act.id, reasonUndone, b.s.Now)
	b.s.Held -= int(tag.RowsAffected())
	return int(tag.RowsAffected()), err
}

// takeHeld is free for who takes so many seats again. A limit that fell with the people over it
// stands as it stood. Problems: full.
func (b back) takeHeld(ctx context.Context, was limitWas, seats int) error {
	mine, err := b.free(ctx)
	if err != nil {
		return err
	}
	s := b.s
	if s.Limit != nil && *s.Limit < was.Was && s.Taken+s.Held+seats <= was.Was {
		limit := max(*s.Limit, s.Taken+s.Held+seats)
		s.Limit = &limit
	}
	if more := seats - mine; more > 0 && s.Free() < more {
		return problem.NoRoom(s.Free())
	}
	return nil
}

// notThere is conflict when somebody signed up again since.
func (b back) notThere(ctx context.Context, who sealed) error {
	if there, err := b.present(ctx, b.tx, b.keysOf(b.s.ID, who)); err != nil || there != "" {
		return orConflict(err)
	}
	return nil
}

func (d *cancelledAct) undo(ctx context.Context, b back) error {
	r, err := b.signUp(ctx, b.act.subject, "cancelled")
	if err != nil {
		return err
	}
	if err := b.notThere(ctx, r.who); err != nil {
		return err
	}
	if err := b.takeHeld(ctx, d.limitWas, r.seats); err != nil {
		return err
	}
	withdrawn, err := b.Mail.Withdraw(ctx, b.tx, mail.Cancelled, r.id)
	if err != nil {
		return err
	}
	told := r.who.Email != "" && !withdrawn
	if err := b.backAgain(ctx, b.tx, b.s, r, told); err != nil || !told {
		return err
	}
	return b.sayBackAgain(ctx, b.tx, b.s, r, 0)
}

func (d *restoredAct) undo(ctx context.Context, b back) error {
	r, err := b.signUp(ctx, b.act.subject, "registered")
	if err != nil {
		return err
	}
	if _, err := b.Mail.Withdraw(ctx, b.tx, mail.SignedUp, r.id); err != nil {
		return err
	}
	if _, err := b.tx.Exec(ctx, `
		update registration set status = 'cancelled', cancelled_at = $2, version = version + 1,
			updated_at = $2
		where id = $1`, r.id, b.s.Now); err != nil {
		return err
	}
	return b.unseat(ctx, d.chairsPut, r.seats)
}

// unseat gives places back that an act gave, and with them the chairs that were put for them.
func (b back) unseat(ctx context.Context, put chairsPut, seats int) error {
	if !put.Chair {
		return b.release(ctx, seats)
	}
	n := min(max(1, put.Was), seats)
	b.s.Taken -= n
	takeChairs(b.s, n)
	return b.release(ctx, seats-n)
}

// release is that of places that an act gave: first for the offers that it ended.
func (b back) release(ctx context.Context, n int) error {
	s := b.s
	room, held := leaveSeats(s, n), s.Held
	rows, err := b.tx.Query(ctx, `
		select id from offer where act_id = $1 and occurrence_id = $2 order by created_at`,
		b.act.id, s.ID)
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
		if _, err := b.reopen(ctx, b.tx, s, offer); err != nil {
			return err
		}
	}
	return b.vacate(ctx, b.tx, s, room-(s.Held-held))
}

func (d *addedAct) undo(ctx context.Context, b back) error {
	r, err := b.signUp(ctx, b.act.subject, "registered")
	if err != nil {
		return err
	}
	if err := b.forgetRow(ctx, b.tx, "registration", r.id); err != nil {
		return err
	}
	if err := b.unseat(ctx, d.chairsPut, r.seats); err != nil {
		return err
	}
	return b.waitAgain(ctx, d.leftFor)
}

// waitAgain puts entries back on the list that left it for a place. Whoever had an offer that could
// not be opened again waits: its places went to the next.
func (b back) waitAgain(ctx context.Context, left leftFor) error {
	state := "waiting"
	if !b.s.Now.Before(b.s.JoinUntil) {
		state = "closed"
	}
	for id := range left.Left {
		tag, err := b.tx.Exec(ctx, `
			update waitlist_entry set state = $2, version = version + 1, updated_at = $3
			where id = $1 and state = 'accepted'`, id, state, b.s.Now)
		if err != nil {
			return err
		}
		if state == "waiting" {
			b.s.Waiting += int(tag.RowsAffected())
		}
	}
	return nil
}

func (d *waitsAct) undo(ctx context.Context, b back) error {
	return b.removeEntry(ctx, b.act.subject)
}

// removeEntry takes away an entry that an act of staff made.
func (b back) removeEntry(ctx context.Context, id string) error {
	e, err := b.loadEntry(ctx, b.tx, "id = $1", id)
	if err != nil {
		return err
	}
	if e.state != "waiting" && e.state != "offered" {
		return problem.New(problem.Conflict)
	}
	b.s.Waiting--
	if err := b.endOffersOf(ctx, b.tx, b.s, id, "ended"); err != nil {
		return err
	}
	return b.forgetRow(ctx, b.tx, "waitlist_entry", id)
}

func (d *seatsAct) undo(ctx context.Context, b back) error {
	if b.s.Capacity == nil || *b.s.Capacity != d.Now {
		return problem.New(problem.Conflict)
	}
	if _, err := b.free(ctx); err != nil {
		return err
	}
	return b.resize(ctx, b.tx, b.s, d.Was)
}

// sameContact is a conflict when somebody is reached another way since an entry became a sign-up:
// the entry, were it to wait again, would write to the address that they found to be wrong.
func sameContact(r registrationRow, e entryRow) error {
	if r.who.Email != e.who.Email || r.who.Phone != e.who.Phone {
		return problem.New(problem.Conflict)
	}
	return nil
}

// ungive forgets the sign-up that came of an entry, which waits again, and gives its code back.
// With seats it must still be for so many.
func (b back) ungive(ctx context.Context, registration string, seats int, left leftFor) (
	r registrationRow, e entryRow, err error,
) {
	r, err = b.signUp(ctx, registration, "registered")
	if err == nil && seats > 0 && r.seats != seats {
		err = problem.New(problem.Conflict)
	}
	if err != nil {
		return r, e, err
	}
	if e, err = b.entry(ctx, b.act.subject, "accepted"); err != nil {
		return r, e, err
	}
	if err := sameContact(r, e); err != nil {
		return r, e, err
	}
	if err := b.codeToEntry(ctx, b.tx, r.id, e.id); err != nil {
		return r, e, err
	}
	if err := b.forgetRow(ctx, b.tx, "registration", r.id); err != nil {
		return r, e, err
	}
	return r, e, b.waitAgain(ctx, left)
}

func (d *givenAct) undo(ctx context.Context, b back) error {
	if _, err := b.tx.Exec(ctx, `delete from call_try where act_id = $1`, b.act.id); err != nil {
		return err
	}
	r, _, err := b.ungive(ctx, d.Registration, 0, d.leftFor)
	if err != nil {
		return err
	}
	return b.unseat(ctx, d.chairsPut, r.seats)
}

func (d *movedAct) undo(ctx context.Context, b back) error {
	there := b
	there.s = b.to
	if d.Entry != "" {
		return there.removeEntry(ctx, d.Entry)
	}
	r, err := there.signUp(ctx, b.act.subject, "registered")
	if err != nil {
		return err
	}
	if err := b.notThere(ctx, r.who); err != nil {
		return err
	}
	if err := b.takeHeld(ctx, d.limitWas, r.seats); err != nil {
		return err
	}
	if _, err := b.Mail.Withdraw(ctx, b.tx, mail.SignedUp, r.id); err != nil {
		return err
	}
	if err := b.carry(ctx, b.tx, b.s, r, d.Letter); err != nil {
		return err
	}
	b.s.Taken += r.seats
	// who put themselves on the list of the old date meanwhile has the place again
	if err := b.leaveForPlace(ctx, b.tx, b.s, b.keysOf(b.s.ID, r.who)); err != nil {
		return err
	}
	if err := there.release(ctx, r.seats); err != nil {
		return err
	}
	return there.waitAgain(ctx, d.leftFor)
}
