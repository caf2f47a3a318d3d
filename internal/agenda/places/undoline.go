package places

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/problem"
)

// How acts about who waits, and calls, are taken back.

// entryOf reads who an act is about; gone when they were erased, conflict when they are not any
// more what the act made of them.
func (p *Places) entryOf(
	ctx context.Context,
	tx pgx.Tx,
	id string,
	states ...string,
) (entryRow, error) {
	e, err := p.loadEntry(ctx, tx, "id = $1", id)
	if errors.Is(err, problem.New(problem.NotFound)) {
		return e, problem.New(problem.Gone)
	}
	if err == nil && !slices.Contains(states, e.state) {
		err = problem.New(problem.Conflict)
	}
	return e, err
}

// turnBack gives somebody the turn again, and says in the answer when the next was asked already.
func (p *Places) turnBack(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e entryRow,
	a staffAct,
) error {
	if !s.Now.Before(s.JoinUntil) {
		return nil
	}
	next, err := p.backToTurn(ctx, tx, s, e, a)
	if next != "" {
		a.says.Caused = append(a.says.Caused, Caused{Kind: "nextCalled", Name: next})
	}
	return err
}

func (p *Places) undoCalled(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	if _, err := tx.Exec(ctx, `delete from call_try where act_id = $1`, a.id); err != nil {
		return err
	}
	switch {
	case a.doc.Call != "":
		return p.undoTold(ctx, tx, s, a)
	case a.doc.Offer == "": // a try that changed nothing else
		return nil
	case a.doc.Outcome == "yes":
		return p.undoYes(ctx, tx, s, a)
	case a.doc.Outcome == "defer":
		e, err := p.entryOf(ctx, tx, a.subject, "waiting", "closed")
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			update waitlist_entry
			set doc = doc - 'deferredUsed', version = version + 1, updated_at = $2
			where id = $1`, e.id, s.Now); err != nil {
			return err
		}
		return p.turnBack(ctx, tx, s, e, a)
	}
	became := map[string]string{"no": "declined"}[a.doc.Outcome]
	if became == "" {
		became = "unreached"
	}
	e, err := p.entryOf(ctx, tx, a.subject, became)
	if err != nil {
		return err
	}
	if err := p.backOnList(ctx, tx, s, e); err != nil {
		return err
	}
	return p.turnBack(ctx, tx, s, e, a)
}

// undoTold makes a call open again. Who was called off by it comes again.
func (p *Places) undoTold(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	tag, err := tx.Exec(ctx, `
		update call set state = 'open', outcome = null, again_at = $2, updated_at = $3
		where id = $1 and state in ('open', 'done')`, a.doc.Call, a.doc.Again, s.Now)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return problem.New(problem.Gone)
	}
	if !a.doc.Freed {
		return nil
	}
	return p.undoCancelled(ctx, tx, s, a)
}

// undoYes takes the place back, which is held for them again.
func (p *Places) undoYes(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	r, err := p.subjectOf(ctx, tx, a.doc.Registration, s.ID, "registered")
	if err == nil && r.seats != a.doc.Was {
		err = problem.New(problem.Conflict)
	}
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
	if err := p.codeToEntry(ctx, tx, r.id, e.id); err != nil {
		return err
	}
	if err := p.forgetRow(ctx, tx, "registration", r.id); err != nil {
		return err
	}
	if err := p.waitAgain(ctx, tx, s, a.doc.Left); err != nil {
		return err
	}
	if !s.Now.Before(s.JoinUntil) {
		return p.release(ctx, tx, s, r.seats)
	}
	tag, err := tx.Exec(ctx, `
		update vacancy set state = 'open', reason = 'new', offer_id = null, updated_at = $2
		where state = 'given'
			and id in (select vacancy_id from offer_vacancy where offer_id = $1)`,
		a.doc.Offer, s.Now)
	if err != nil {
		return err
	}
	s.Taken -= r.seats
	s.Held += int(tag.RowsAffected())
	return p.turnBack(ctx, tx, s, e, a)
}

func (p *Places) undoSkipped(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	e, err := p.entryOf(ctx, tx, a.subject, "waiting", "closed")
	if err != nil {
		return err
	}
	return p.turnBack(ctx, tx, s, e, a)
}

func (p *Places) undoRemoved(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	e, err := p.entryOf(ctx, tx, a.subject, "left")
	if err != nil {
		return err
	}
	if err := p.backOnList(ctx, tx, s, e); err != nil {
		return err
	}
	return p.turnBack(ctx, tx, s, e, a)
}

func (p *Places) undoPutBack(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	e, err := p.entryOf(ctx, tx, a.subject, "waiting", "offered", "closed")
	if err != nil {
		return err
	}
	if e.state != "closed" {
		s.Waiting--
	}
	if err := p.endOffersOf(ctx, tx, s, e.id, "ended"); err != nil {
		return err
	}
	return p.setEntry(ctx, tx, s, e.id, "unreached")
}

// undoOpened holds again what was opened to everybody, as long as nobody took it.
func (p *Places) undoOpened(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	if !s.Now.Before(s.JoinUntil) {
		return problem.New(problem.Conflict)
	}
	tag, err := tx.Exec(ctx, `
		update vacancy set state = 'open', reason = 'new', act_id = null, updated_at = $2
		where act_id = $1
			and state = 'released'
			and reason = 'openedToAll'`, a.id, s.Now)
	if err != nil {
		return err
	}
	n := int(tag.RowsAffected())
	if left := s.Left(); left < n {
		return problem.NoRoom(left)
	}
	s.Held += n
	_, err = tx.Exec(ctx, `
		delete from offer where act_id = $1 and state = 'skipped'`, a.id)
	return err
}

func (p *Places) undoStopped(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	if s.Doc.OffersStopped == "" {
		return problem.New(problem.Conflict)
	}
	s.Doc.OffersStopped = ""
	return keepDoc(ctx, tx, s)
}

func (p *Places) undoResumed(ctx context.Context, tx pgx.Tx, s *rules.Slot, a staffAct) error {
	if s.Doc.OffersStopped != "" {
		return problem.New(problem.Conflict)
	}
	s.Doc.OffersStopped = a.doc.Before
	if _, err := tx.Exec(ctx, `
		update vacancy set reason = 'new', wakes_at = null, act_id = null, updated_at = $2
		where act_id = $1
			and state = 'open'
			and offer_id is null`, a.id, s.Now); err != nil {
		return err
	}
	return keepDoc(ctx, tx, s)
}
