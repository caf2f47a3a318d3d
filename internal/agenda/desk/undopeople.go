package desk

import (
	"context"
	"maps"
	"slices"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// signUp reads the sign-up of an act. Problems: gone (erased), conflict (moved, or no longer what
// the act made of it).
func (b Back) signUp(ctx context.Context, id, status string) (waitlist.Row, error) {
	r, err := b.LoadPlace(ctx, b.Tx, id)
	if err == nil && (r.Occurrence != b.S.ID || r.State != status) {
		err = conflict
	}
	return r, booking.OrGone(err)
}

// Free takes back the places that an act freed and nobody was offered yet.
func (b Back) Free(ctx context.Context) (n int, err error) {
	n, err = b.exec(ctx, `
		update vacancy set state = 'released', reason = $2, wakes_at = null, updated_at = $3
		where act_id = $1 and state = 'open' and offer_id is null`,
		b.Act.ID, waitlist.ReasonUndone, b.S.Now)
	b.S.Held -= n
	return n, err
}

// takeHeld is Free for who takes so many seats again. A limit that fell with the people over it
// stands as it stood. Problems: full.
func (b Back) takeHeld(ctx context.Context, was booking.LimitWas, seats int) error {
	mine, err := b.Free(ctx)
	if err != nil {
		return err
	}
	s := b.S
	if s.Limit != nil && *s.Limit < was.Was && s.Taken+s.Held+seats <= was.Was {
		limit := max(*s.Limit, s.Taken+s.Held+seats)
		s.Limit = &limit
	}
	if more := seats - mine; more > 0 && s.Free() < more {
		return problem.NoRoom(s.Free())
	}
	return nil
}

// seatAgain is takeHeld for who has no place at this date now. Problems: conflict, full.
func (b Back) seatAgain(ctx context.Context, was booking.LimitWas, r waitlist.Row) error {
	err := b.noOtherPlace(ctx, b.Tx, b.KeysOf(b.S.ID, r.Who))
	if err == nil {
		err = b.takeHeld(ctx, was, r.Seats)
	}
	return err
}

func (d *cancelledAct) Undo(ctx context.Context, b Back) error {
	r, err := b.signUp(ctx, b.Act.Subject, "cancelled")
	if err == nil {
		err = b.seatAgain(ctx, d.LimitWas, r)
	}
	if err != nil {
		return err
	}
	withdrawn, err := b.Mail.Withdraw(ctx, b.Tx, mail.Cancelled, r.ID)
	if err != nil {
		return err
	}
	told := r.Who.Email != "" && !withdrawn
	if err := b.backAgain(ctx, b.Tx, b.S, r, told); err != nil || !told {
		return err
	}
	return b.sayBackAgain(ctx, b.Tx, r, 0)
}

func (d *restoredAct) Undo(ctx context.Context, b Back) error {
	r, err := b.signUp(ctx, b.Act.Subject, "registered")
	if err == nil {
		_, err = b.Mail.Withdraw(ctx, b.Tx, mail.SignedUp, r.ID)
	}
	if err == nil {
		_, err = b.exec(ctx, `
			update registration set status = 'cancelled', cancelled_at = $2, version = version + 1,
				updated_at = $2
			where id = $1`, r.ID, b.S.Now)
	}
	if err == nil {
		err = b.unseat(ctx, d.ChairsPut, r.Seats)
	}
	return err
}

// unseat gives places back that an act gave, with the chairs that were put for them.
func (b Back) unseat(ctx context.Context, put booking.ChairsPut, seats int) error {
	if !put.Chair {
		return b.release(ctx, seats)
	}
	n := min(max(1, put.Was), seats)
	b.S.Taken -= n
	waitlist.TakeChairs(b.S, n)
	return b.release(ctx, seats-n)
}

// release gives places free that an act gave: first for the offers that it ended.
func (b Back) release(ctx context.Context, n int) error {
	s := b.S
	room, held := waitlist.LeaveSeats(s, n), s.Held
	ended, err := db.All[string](ctx, b.Tx, `
		select id from offer where act_id = $1 and occurrence_id = $2 order by created_at`,
		b.Act.ID, s.ID)
	if err != nil {
		return err
	}
	for _, offer := range ended {
		if !s.Now.Before(s.JoinUntil) {
			break
		}
		if _, err := b.reopen(ctx, offer); err != nil {
			return err
		}
	}
	return b.Vacate(ctx, b.Tx, s, room-(s.Held-held))
}

func (d *addedAct) Undo(ctx context.Context, b Back) error {
	r, err := b.signUp(ctx, b.Act.Subject, "registered")
	if err == nil {
		err = b.ForgetRow(ctx, b.Tx, "registration", r.ID)
	}
	if err == nil {
		err = b.unseat(ctx, d.ChairsPut, r.Seats)
	}
	if err == nil {
		err = b.waitAgain(ctx, d.LeftFor)
	}
	return err
}

// waitAgain puts entries back on the list that left it for a place, without the offer that could
// not be opened again.
func (b Back) waitAgain(ctx context.Context, left booking.LeftFor) error {
	state := "waiting"
	if !b.S.Now.Before(b.S.JoinUntil) {
		state = "closed"
	}
	n, err := b.exec(ctx, `
		update waitlist_entry set state = $2, version = version + 1, updated_at = $3
		where id = any($1) and state = 'accepted'`,
		slices.Collect(maps.Keys(left.Left)), state, b.S.Now)
	if state == "waiting" {
		b.S.Waiting += n
	}
	return err
}

func (d *waitsAct) Undo(ctx context.Context, b Back) error {
	return b.removeEntry(ctx, b.Act.Subject)
}

func (b Back) removeEntry(ctx context.Context, id string) error {
	e, err := b.LoadEntry(ctx, b.Tx, id)
	if err == nil && e.State != "waiting" && e.State != "offered" {
		err = conflict
	}
	if err == nil {
		err = b.unlist(ctx, e)
	}
	if err == nil {
		err = b.ForgetRow(ctx, b.Tx, "waitlist_entry", id)
	}
	return err
}

func (d *seatsAct) Undo(ctx context.Context, b Back) error {
	if b.S.Capacity == nil || *b.S.Capacity != d.Now {
		return conflict
	}
	if _, err := b.Free(ctx); err != nil {
		return err
	}
	return b.Resize(ctx, b.Tx, b.S, d.Was)
}

// ungive forgets the sign-up that came of an entry, which waits again and has its code back; with
// seats it must still be for so many.
//
// Problems: those of signUp and entry, conflict (reached another way since: it would write to the
// address that they found to be wrong).
func (b Back) ungive(ctx context.Context, registration string, seats int, left booking.LeftFor) (
	r waitlist.Row, e waitlist.Row, err error,
) {
	r, err = b.signUp(ctx, registration, "registered")
	if err == nil && seats > 0 && r.Seats != seats {
		err = conflict
	}
	if err == nil {
		e, err = b.entry(ctx, b.Act.Subject, "accepted")
	}
	if err == nil && (r.Who.Email != e.Who.Email || r.Who.Phone != e.Who.Phone) {
		err = conflict
	}
	if err == nil {
		err = b.CodeToEntry(ctx, b.Tx, r.ID, e.ID)
	}
	if err == nil {
		err = b.ForgetRow(ctx, b.Tx, "registration", r.ID)
	}
	if err == nil {
		err = b.waitAgain(ctx, left)
	}
	return r, e, err
}

func (d *GivenAct) Undo(ctx context.Context, b Back) error {
	r, _, err := b.ungive(ctx, d.Registration, 0, d.LeftFor)
	if err == nil {
		err = b.unseat(ctx, d.ChairsPut, r.Seats)
	}
	return err
}

func (d *MovedAct) Undo(ctx context.Context, b Back) error {
	there := b
	there.S = waitlist.DateOf(b.All, d.To)
	if d.Entry != "" {
		return there.removeEntry(ctx, d.Entry)
	}
	r, err := there.signUp(ctx, b.Act.Subject, "registered")
	if err == nil {
		err = b.seatAgain(ctx, d.LimitWas, r)
	}
	if err == nil {
		_, err = b.Mail.Withdraw(ctx, b.Tx, mail.SignedUp, r.ID)
	}
	if err == nil {
		err = b.carry(ctx, b.Tx, b.S, r, d.Letter)
	}
	if err != nil {
		return err
	}
	b.S.Taken += r.Seats
	// who put themselves on the list of the old date meanwhile has the place again
	if err := b.LeaveForPlace(ctx, b.Tx, b.S, b.KeysOf(b.S.ID, r.Who)); err != nil {
		return err
	}
	if err := there.release(ctx, r.Seats); err != nil {
		return err
	}
	return there.waitAgain(ctx, d.LeftFor)
}

func (d *UnsentAct) Undo(ctx context.Context, b Back) error {
	r, err := b.LoadPlace(ctx, b.Tx, b.Act.Subject)
	if err != nil {
		return booking.OrGone(err)
	}
	if r.Who.Email == "" {
		return conflict
	}
	back, err := b.Mail.Unstop(ctx, b.Tx, d.Mail, r.ID, r.Who.Email)
	if err == nil && !back {
		err = conflict
	}
	return err
}
