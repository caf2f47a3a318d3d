package calls

import (
	"context"
	"errors"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/problem"
)

// calledWaiter is what somebody said about a free place. Whose turn went by while staff rang them,
// gets one that is free for all; whom they did not ring is refused.
//
// Problems: those of calledPlace, closed (nobody comes any more), full.
func (p *Calls) calledWaiter(ctx context.Context, c said) (a booking.Acted, err error) {
	e, err := p.LoadEntry(ctx, c.tx, c.id)
	if err != nil {
		return a, err
	}
	d := &desk.CalledAct{Outcome: c.outcome, StateWas: booking.StateWas{Before: e.State}}
	a.Doc, a.Undo = d, booking.UndoFor(c.s)
	err = p.calledPlace(ctx, c, e, d)
	made := d.Registration
	if errors.Is(err, closed) || errors.Is(err, problem.New(problem.Full)) {
		rang, failed := c.rang(ctx)
		switch s := c.s; {
		case failed != nil:
			err = failed
		case !rang || e.State == "accepted":
		case c.outcome != "yes":
			err = nil
		case s.Status == "cancelled", !s.Now.Before(s.Ends):
			err = closed
		case s.Limit != nil && s.Free() < e.Seats:
			err = problem.NoRoom(0)
		default:
			a, err = p.GiveTo(ctx, c.tx, s, e, false)
			given := a.Doc.(*desk.GivenAct)
			given.Outcome, made = c.outcome, given.Registration
		}
	}
	if err != nil || made == "" {
		return a, err
	}
	// to read aloud to who has a place now: that of before, else a new one
	if a.Done.Code, err = p.DeskCode(ctx, c.tx, made); err == nil && a.Done.Code == "" {
		a.Done.Code, err = p.NewDeskCode(ctx, c.tx, made)
	}
	return a, err
}

func (c said) rang(ctx context.Context) (rang bool, err error) {
	err = c.tx.QueryRow(ctx, `
		select exists (select from calling where subject_id = $1 and by = $2)`,
		c.id, c.by).Scan(&rang)
	return rang, err
}

// calledPlace does what somebody said about a free place. An answer makes the call an offer, so
// that nobody is asked twice for one place.
//
// Problems: those of callable, conflict (has waited once already).
func (p *Calls) calledPlace(ctx context.Context, c said, e waitlist.Row, d *desk.CalledAct) error {
	l, err := p.ListOf(ctx, c.tx, c.s)
	if err != nil {
		return err
	}
	since, list, err := callable(&l, e, c.outcome)
	if err != nil {
		return err
	}
	if c.failed() && (list || waitlist.FailedTries(append(l.Tries[e.ID], waitlist.CallTry{
		Outcome: c.outcome, At: c.s.Now,
	}), since) < 2) {
		return nil
	}
	if c.outcome == "defer" && e.Doc.DeferredUsed {
		return problem.New(problem.Conflict)
	}
	if o := l.Open(e.ID); o != nil {
		d.Offer = o.ID
	} else {
		d.Made = true
		of := waitlist.Candidate{ID: e.ID, Seats: e.Seats, Way: "phone"}
		if d.Offer, err = p.Offer(ctx, c.tx, c.s, of, c.s.JoinUntil); err != nil {
			return err
		}
		e.State = "offered"
	}
	if err := desk.SignOffer(ctx, c.tx, c.s, d.Offer); err != nil {
		return err
	}
	return p.answered(ctx, c, e, d)
}

// callable says since when somebody is called about a free place, and whether by the phone list.
//
// Problems: closed (it is not about them, or no longer), full (there is no place any more).
func callable(l *waitlist.List, e waitlist.Row, outcome string) (since time.Time, phoneList bool, err error) {
	if o := l.Open(e.ID); o != nil {
		if o.Way != "phone" {
			err = closed
		}
		return o.At, false, err
	}
	w := &waitlist.Waiter{Row: e}
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
	return since, false, closed
}

// answered does what somebody said to the offer.
func (p *Calls) answered(ctx context.Context, c said, e waitlist.Row, d *desk.CalledAct) (err error) {
	tx, s := c.tx, c.s
	_, places, err := waitlist.OfferOf(ctx, tx, d.Offer, e.ID)
	if err != nil {
		return err
	}
	if c.outcome == "yes" {
		if d.Left, err = p.WaitingOf(ctx, tx, s.ID, p.KeysOf(s.ID, e.Who)); err != nil {
			return err
		}
		d.Left[e.ID], d.Was = d.Before, places
		given := waitlist.GivenPlace{Row: e, Places: places, Hold: booking.UndoFor(s)}
		d.Registration, err = p.Accept(ctx, tx, s, d.Offer, given)
		if err == nil && d.Registration == "" {
			err = problem.New(problem.Conflict)
		}
		return err
	}
	if c.failed() {
		err = p.Unreached(ctx, tx, s, waitlist.OpenOffer{ID: d.Offer, Entry: e.ID})
	} else {
		err = p.Refuse(ctx, tx, s, waitlist.Ending{
			Offer: d.Offer, Entry: e.ID, Reason: waitlist.ReasonNew,
			State: map[string]string{"no": "declined", "defer": "deferred"}[c.outcome],
		})
	}
	if err != nil {
		return err
	}
	return p.HoldForUndo(ctx, tx, s, d.Offer)
}
