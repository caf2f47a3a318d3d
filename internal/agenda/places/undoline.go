package places

import (
	"context"
	"slices"

	"herstelruimte/internal/problem"
)

// How acts about who waits, and calls, are taken back.

// entry reads who an act is about; gone when they were erased, conflict when they are not any more
// what the act made of them.
func (b back) entry(ctx context.Context, id string, states ...string) (entryRow, error) {
	e, err := b.loadEntry(ctx, b.tx, "id = $1", id)
	if err == nil && !slices.Contains(states, e.state) {
		err = problem.New(problem.Conflict)
	}
	return e, orGone(err)
}

// turn gives somebody the turn again that the act took, and says in the answer when the next was
// asked already; yes: they took the place.
func (b back) turn(ctx context.Context, e entryRow, t turnTaken, yes bool) error {
	if !b.s.Now.Before(b.s.JoinUntil) || t.Offer == "" {
		return nil
	}
	next, err := b.backToTurn(ctx, e, t, yes)
	if next != "" {
		b.says.Caused = append(b.says.Caused, Caused{Kind: "nextCalled", Name: next})
	}
	return err
}

// listed puts somebody on the list again whom the act took off, with their turn.
func (b back) listed(ctx context.Context, t turnTaken, became string) error {
	e, err := b.entry(ctx, b.act.subject, became)
	if err != nil {
		return err
	}
	if err := b.backOnList(ctx, b.tx, b.s, e); err != nil {
		return err
	}
	return b.turn(ctx, e, t, false)
}

func (d *calledAct) undo(ctx context.Context, b back) error {
	if _, err := b.tx.Exec(ctx, `delete from call_try where act_id = $1`, b.act.id); err != nil {
		return err
	}
	switch {
	case d.Call != "":
		return d.undoTold(ctx, b)
	case d.Offer == "": // a try that changed nothing else
		return nil
	case d.Outcome == "yes":
		return d.undoYes(ctx, b)
	case d.Outcome == "no":
		return b.listed(ctx, d.turnTaken, "declined")
	case d.Outcome != "defer":
		return b.listed(ctx, d.turnTaken, "unreached")
	}
	e, err := b.entry(ctx, b.act.subject, "waiting", "closed")
	if err != nil {
		return err
	}
	if _, err := b.tx.Exec(ctx, `
		update waitlist_entry
		set doc = doc - 'deferredUsed', version = version + 1, updated_at = $2
		where id = $1`, e.id, b.s.Now); err != nil {
		return err
	}
	return b.turn(ctx, e, d.turnTaken, false)
}

// undoTold makes a call open again. Who was called off by it comes again.
func (d *calledAct) undoTold(ctx context.Context, b back) error {
	tag, err := b.tx.Exec(ctx, `
		update call set state = 'open', outcome = null, again_at = $2, updated_at = $3
		where id = $1 and state in ('open', 'done')`, d.Call, d.Again, b.s.Now)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return problem.New(problem.Gone)
	}
	if !d.Freed {
		return nil
	}
	return (&cancelledAct{limitWas{d.Was}}).undo(ctx, b)
}

// undoYes takes the place back, which is held for them again.
func (d *calledAct) undoYes(ctx context.Context, b back) error {
	r, e, err := b.ungive(ctx, d.Registration, d.Was, d.leftFor)
	if err != nil {
		return err
	}
	if !b.s.Now.Before(b.s.JoinUntil) {
		return b.Places.release(ctx, b.tx, b.s, r.seats)
	}
	tag, err := b.tx.Exec(ctx, `
		update vacancy set state = 'open', reason = 'new', offer_id = null, updated_at = $2
		where state = 'given'
			and id in (select vacancy_id from offer_vacancy where offer_id = $1)`,
		d.Offer, b.s.Now)
	if err != nil {
		return err
	}
	b.s.Taken -= r.seats
	b.s.Held += int(tag.RowsAffected())
	return b.turn(ctx, e, d.turnTaken, true)
}

func (d *skippedAct) undo(ctx context.Context, b back) error {
	e, err := b.entry(ctx, b.act.subject, "waiting", "closed")
	if err != nil {
		return err
	}
	return b.turn(ctx, e, d.turnTaken, false)
}

func (d *removedAct) undo(ctx context.Context, b back) error {
	return b.listed(ctx, d.turnTaken, "left")
}

func (d *putBackAct) undo(ctx context.Context, b back) error {
	e, err := b.entry(ctx, b.act.subject, "waiting", "offered", "closed")
	if err != nil {
		return err
	}
	if e.state != "closed" {
		b.s.Waiting--
	}
	if err := b.endOffersOf(ctx, b.tx, b.s, e.id, "ended"); err != nil {
		return err
	}
	return b.setEntry(ctx, b.tx, b.s, e.id, "unreached")
}

// undo holds again what was opened to everybody, as long as nobody took it.
func (d *openedAct) undo(ctx context.Context, b back) error {
	if !b.s.Now.Before(b.s.JoinUntil) {
		return problem.New(problem.Conflict)
	}
	tag, err := b.tx.Exec(ctx, `
		update vacancy set state = 'open', reason = 'new', act_id = null, updated_at = $2
		where act_id = $1
			and state = 'released'
			and reason = 'openedToAll'`, b.act.id, b.s.Now)
	if err != nil {
		return err
	}
	n := int(tag.RowsAffected())
	if left := b.s.Left(); left < n {
		return problem.NoRoom(left)
	}
	b.s.Held += n
	_, err = b.tx.Exec(ctx, `
		delete from offer where act_id = $1 and state = 'skipped'`, b.act.id)
	return err
}

func (d *stoppedAct) undo(ctx context.Context, b back) error {
	if b.s.Doc.OffersStopped == "" {
		return problem.New(problem.Conflict)
	}
	b.s.Doc.OffersStopped = ""
	return keepDoc(ctx, b.tx, b.s)
}

func (d *resumedAct) undo(ctx context.Context, b back) error {
	if b.s.Doc.OffersStopped != "" {
		return problem.New(problem.Conflict)
	}
	b.s.Doc.OffersStopped = d.Before
	if err := b.held(ctx); err != nil {
		return err
	}
	return keepDoc(ctx, b.tx, b.s)
}

// held lets the next have the places at once that the act kept for a while.
func (b back) held(ctx context.Context) error {
	_, err := b.tx.Exec(ctx, `
		update vacancy set reason = 'new', wakes_at = null, act_id = null, updated_at = $2
		where act_id = $1 and state = 'open' and offer_id is null`, b.act.id, b.s.Now)
	return err
}
