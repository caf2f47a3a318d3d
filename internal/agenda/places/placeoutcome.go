package places

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/problem"
)

// calledWaiter is what somebody said about a free place.
func (p *Places) calledWaiter(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	c saidBy,
) (a acted, err error) {
	e, err := p.loadEntry(ctx, tx, "id = $1", c.id)
	if err != nil {
		return a, err
	}
	d := &calledAct{Outcome: c.outcome, stateWas: stateWas{e.state}}
	a = acted{doc: d, undo: undoFor(s)}
	err = p.calledPlace(ctx, tx, s, e, d)
	if errors.Is(err, problem.New(problem.Closed)) || errors.Is(err, problem.New(problem.Full)) {
		a, err = p.calledLate(ctx, tx, s, e, lateCall{a, c, err})
	}
	if err != nil {
		return a, err
	}
	if made := seen(a.doc).Made; made != "" {
		a.done.Code, err = p.codeFor(ctx, tx, made)
	}
	return a, err
}

// calledLate is what somebody said whose turn went by while staff rang them: a yes gets a place
// that is free for all. Whom they did not ring is refused as before.
//
// Problems: closed (nobody comes any more), full.
func (p *Places) calledLate(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e entryRow,
	late lateCall,
) (acted, error) {
	var rang bool
	if err := tx.QueryRow(ctx, `
		select exists (select from calling where subject_id = $1 and by = $2)`,
		e.id, late.by).Scan(&rang); err != nil {
		return late.acted, err
	}
	switch {
	case !rang || e.state == "accepted":
		return late.acted, late.refused
	case late.outcome != "yes":
		return late.acted, nil
	case s.Status == "cancelled", !s.Now.Before(s.Ends):
		return late.acted, problem.New(problem.Closed)
	case s.Limit != nil && s.Free() < e.seats:
		return late.acted, problem.NoRoom(0)
	}
	a, err := p.giveTo(ctx, tx, s, e, false)
	a.doc.(*givenAct).Outcome = late.outcome
	return a, err
}

// lateCall is what came of a call about a place, and why it is refused to who did not ring.
type lateCall struct {
	acted
	saidBy
	refused error
}

// codeFor is the code to read aloud to who has a place now: that of before, else a new one.
func (p *Places) codeFor(ctx context.Context, tx pgx.Tx, registration string) (string, error) {
	code, err := p.DeskCode(ctx, tx, registration)
	if err != nil || code != "" {
		return code, err
	}
	return p.NewDeskCode(ctx, tx, registration)
}

// calledPlace does what somebody said about a free place, or notes that nobody said anything. An
// answer makes the call an offer, so that nobody is asked twice for the same place.
func (p *Places) calledPlace(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e entryRow,
	doc *calledAct,
) error {
	l, err := p.listOf(ctx, tx, s)
	if err != nil {
		return err
	}
	since, list, err := l.callable(e, doc.Outcome)
	if err != nil {
		return err
	}
	reached := doc.Outcome == "yes" || doc.Outcome == "no" || doc.Outcome == "defer"
	if !reached && (list || failedTries(append(l.tries[e.id], callTry{
		outcome: doc.Outcome, at: s.Now,
	}), since) < 2) {
		return nil
	}
	if doc.Outcome == "defer" && e.doc.DeferredUsed {
		return problem.New(problem.Conflict)
	}
	if o := l.open(e.id); o != nil {
		doc.Offer = o.id
	} else {
		doc.Made = true
		c := candidate{id: e.id, seats: e.seats, way: "phone"}
		if doc.Offer, err = p.offer(ctx, tx, s, c, s.JoinUntil); err != nil {
			return err
		}
		e.state = "offered"
	}
	if _, err := tx.Exec(ctx, `
		update offer set act_id = $2 where id = $1`, doc.Offer, s.Act); err != nil {
		return err
	}
	return p.answered(ctx, tx, s, e, doc)
}

// callable says since when somebody is called about a free place, and whether that is the phone
// list, on which the turn passes at every call.
//
// Problems: closed (it is not about them, or no longer), full (there is no place any more).
func (l *list) callable(e entryRow, outcome string) (since time.Time, phoneList bool, err error) {
	if o := l.open(e.id); o != nil {
		if o.way != "phone" {
			err = problem.New(problem.Closed)
		}
		return o.at, false, err
	}
	w := &waiter{entryRow: e}
	for i := range l.vacancies {
		v := &l.vacancies[i]
		why := l.why(v)
		if v.offer == "" && byHand(why) && l.claims(w, v) {
			return v.createdAt, why == reasonPhoneList, nil
		}
	}
	if outcome == "yes" && e.state == "waiting" {
		return since, false, problem.NoRoom(0)
	}
	return since, false, problem.New(problem.Closed)
}

// answered does what somebody said to the offer that the call was.
func (p *Places) answered(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e entryRow,
	doc *calledAct,
) (err error) {
	_, places, err := offerOf(ctx, tx, doc.Offer, e.id)
	if err != nil {
		return err
	}
	switch doc.Outcome {
	case "yes":
		if doc.Left, err = p.waitingOf(ctx, tx, s.ID, p.keysOf(s.ID, e.who)); err != nil {
			return err
		}
		doc.Left[e.id] = doc.Before
		doc.Was = places
		doc.Registration, err = p.accept(ctx, tx, s, doc.Offer, givenPlace{e, places, undoFor(s)})
		if err == nil && doc.Registration == "" {
			err = problem.New(problem.Conflict)
		}
		return err
	case "no", "defer":
		kind := map[string]string{"no": "declined", "defer": "deferred"}[doc.Outcome]
		err = p.refuse(ctx, tx, s, ending{doc.Offer, e.id, kind, reasonNew})
	default:
		err = p.unreached(ctx, tx, s, openOffer{id: doc.Offer, entry: e.id})
	}
	if err != nil {
		return err
	}
	return p.holdForUndo(ctx, tx, s, doc.Offer)
}

// unreached is for who could not be reached: they leave the list, until staff put them back.
func (p *Places) unreached(ctx context.Context, tx pgx.Tx, s *rules.Slot, o openOffer) error {
	gone := ending{o.id, o.entry, "unreached", reasonNew}
	if err := p.endOffer(ctx, tx, s, gone); err != nil {
		return err
	}
	s.Waiting--
	return p.setEntry(ctx, tx, s, o.entry, "unreached")
}

// holdForUndo keeps the places of an offer that staff ended from the next until the act can no
// longer be taken back; where staff phone, the next is called at once.
func (p *Places) holdForUndo(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	offer string,
) error {
	if heldBack(s, p.plan(ctx, s)) != "" {
		return nil
	}
	until := s.Now.Add(undoFor(s))
	tag, err := tx.Exec(ctx, `
		update vacancy set reason = $2, wakes_at = $3, act_id = $4, updated_at = $5
		where state = 'open'
			and offer_id is null
			and id in (select vacancy_id from offer_vacancy where offer_id = $1)`,
		offer, reasonUndo, until, s.Act, s.Now)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return p.wakeAt(ctx, tx, s.ID, until)
}
