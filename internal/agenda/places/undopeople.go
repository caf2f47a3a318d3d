package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// How acts about who has a place are taken back.

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

// seatAgain takes back the places of somebody who has none at this date now.
//
// Problems: conflict (signed up again since), full.
func (b back) seatAgain(ctx context.Context, was limitWas, r registrationRow) error {
	if err := b.noOtherPlace(ctx, b.tx, b.keysOf(b.s.ID, r.who)); err != nil {
		return err
	}
	return b.takeHeld(ctx, was, r.seats)
}

func (d *cancelledAct) undo(ctx context.Context, b back) error {
	r, err := b.signUp(ctx, b.act.subject, "cancelled")
	if err != nil {
		return err
	}
	if err := b.seatAgain(ctx, d.limitWas, r); err != nil {
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
	if err := b.seatAgain(ctx, d.limitWas, r); err != nil {
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
