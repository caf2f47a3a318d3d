package calls

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/problem"
)

// calledWaiter is what somebody said about a free place.
func (p *Calls) calledWaiter(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	c saidBy,
) (a booking.Acted, err error) {
	e, err := p.LoadEntry(ctx, tx, "id = $1", c.id)
	if err != nil {
		return a, err
	}
	d := &desk.CalledAct{Outcome: c.outcome, StateWas: booking.StateWas{Before: e.State}}
	a = booking.Acted{Doc: d, Undo: booking.UndoFor(s)}
	err = p.calledPlace(ctx, tx, s, e, d)
	if errors.Is(err, problem.New(problem.Closed)) || errors.Is(err, problem.New(problem.Full)) {
		a, err = p.calledLate(ctx, tx, s, e, lateCall{a, c, err})
	}
	if err != nil {
		return a, err
	}
	if made := booking.Seen(a.Doc).Made; made != "" {
		a.Done.Code, err = p.codeFor(ctx, tx, made)
	}
	return a, err
}

// calledLate is what somebody said whose turn went by while staff rang them: a yes gets a place
// that is free for all. Whom they did not ring is refused as before.
//
// Problems: closed (nobody comes any more), full.
func (p *Calls) calledLate(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e waitlist.EntryRow,
	late lateCall,
) (booking.Acted, error) {
	var rang bool
	if err := tx.QueryRow(ctx, `
		select exists (select from calling where subject_id = $1 and by = $2)`,
		e.ID, late.by).Scan(&rang); err != nil {
		return late.Acted, err
	}
	switch {
	case !rang || e.State == "accepted":
		return late.Acted, late.refused
	case late.outcome != "yes":
		return late.Acted, nil
	case s.Status == "cancelled", !s.Now.Before(s.Ends):
		return late.Acted, problem.New(problem.Closed)
	case s.Limit != nil && s.Free() < e.Seats:
		return late.Acted, problem.NoRoom(0)
	}
	a, err := p.GiveTo(ctx, tx, s, e, false)
	a.Doc.(*desk.GivenAct).Outcome = late.outcome
	return a, err
}

// lateCall is what came of a call about a place, and why it is refused to who did not ring.
type lateCall struct {
	booking.Acted
	saidBy
	refused error
}

// codeFor is the code to read aloud to who has a place now: that of before, else a new one.
func (p *Calls) codeFor(ctx context.Context, tx pgx.Tx, registration string) (string, error) {
	code, err := p.DeskCode(ctx, tx, registration)
	if err != nil || code != "" {
		return code, err
	}
	return p.NewDeskCode(ctx, tx, registration)
}

// calledPlace does what somebody said about a free place, or notes that nobody said anything. An
// answer makes the call an offer, so that nobody is asked twice for the same place.
func (p *Calls) calledPlace(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e waitlist.EntryRow,
	doc *desk.CalledAct,
) error {
	l, err := p.ListOf(ctx, tx, s)
	if err != nil {
		return err
	}
	since, list, err := callable(&l, e, doc.Outcome)
	if err != nil {
		return err
	}
	reached := doc.Outcome == "yes" || doc.Outcome == "no" || doc.Outcome == "defer"
	if !reached && (list || waitlist.FailedTries(append(l.Tries[e.ID], waitlist.CallTry{
		Outcome: doc.Outcome, At: s.Now,
	}), since) < 2) {
		return nil
	}
	if doc.Outcome == "defer" && e.Doc.DeferredUsed {
		return problem.New(problem.Conflict)
	}
	if o := l.Open(e.ID); o != nil {
		doc.Offer = o.ID
	} else {
		doc.Made = true
		c := waitlist.Candidate{ID: e.ID, Seats: e.Seats, Way: "phone"}
		if doc.Offer, err = p.Offer(ctx, tx, s, c, s.JoinUntil); err != nil {
			return err
		}
		e.State = "offered"
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
func callable(
	l *waitlist.List,
	e waitlist.EntryRow,
	outcome string,
) (since time.Time, phoneList bool, err error) {
	if o := l.Open(e.ID); o != nil {
		if o.Way != "phone" {
			err = problem.New(problem.Closed)
		}
		return o.At, false, err
	}
	w := &waitlist.Waiter{EntryRow: e}
	for i := range l.Vacancies {
		v := &l.Vacancies[i]
		why := l.Why(v)
		if v.Offer == "" && waitlist.ByHand(why) && l.Claims(w, v) {
			return v.CreatedAt, why == waitlist.ReasonPhoneList, nil
		}
	}
	if outcome == "yes" && e.State == "waiting" {
		return since, false, problem.NoRoom(0)
	}
	return since, false, problem.New(problem.Closed)
}

// answered does what somebody said to the offer that the call was.
func (p *Calls) answered(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e waitlist.EntryRow,
	doc *desk.CalledAct,
) (err error) {
	_, places, err := waitlist.OfferOf(ctx, tx, doc.Offer, e.ID)
	if err != nil {
		return err
	}
	switch doc.Outcome {
	case "yes":
		if doc.Left, err = p.WaitingOf(ctx, tx, s.ID, p.KeysOf(s.ID, e.Who)); err != nil {
			return err
		}
		doc.Left[e.ID] = doc.Before
		doc.Was = places
		doc.Registration, err = p.Accept(
			ctx,
			tx,
			s,
			doc.Offer,
			waitlist.GivenPlace{EntryRow: e, Places: places, Hold: booking.UndoFor(s)},
		)
		if err == nil && doc.Registration == "" {
			err = problem.New(problem.Conflict)
		}
		return err
	case "no", "defer":
		kind := map[string]string{"no": "declined", "defer": "deferred"}[doc.Outcome]
		err = p.Refuse(
			ctx,
			tx,
			s,
			waitlist.Ending{Offer: doc.Offer, Entry: e.ID, State: kind, Reason: waitlist.ReasonNew},
		)
	default:
		err = p.Unreached(ctx, tx, s, waitlist.OpenOffer{ID: doc.Offer, Entry: e.ID})
	}
	if err != nil {
		return err
	}
	return p.HoldForUndo(ctx, tx, s, doc.Offer)
}
