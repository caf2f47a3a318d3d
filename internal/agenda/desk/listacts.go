package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/problem"
)

// What staff do about the whole list of a date.

// onList runs do on the list of a date, for who plans it and says why.
//
// Problems: those of StaffOn, invalid (no reason).
func (p *Desk) onList(
	ctx context.Context,
	by booking.By,
	occurrence string,
	reason *string,
	do func(tx pgx.Tx, s *rules.Slot) (booking.Acted, error),
) (booking.Done, error) {
	var err error
	if *reason, err = reasonOf(*reason); err != nil {
		return booking.Done{}, err
	}
	return p.StaffOn(ctx, by, occurrence, func(tx pgx.Tx, s *rules.Slot) (booking.Acted, error) {
		if err := s.MayRun(by.Actor); err != nil {
			return booking.Acted{}, err
		}
		return do(tx, s)
	})
}

// OpenToAll gives up the places that are held and offered to nobody right now: everybody can sign
// up for them. Those who wait were passed over for these places.
//
// Problems: those of StaffOn, forbidden (for who plans the date), invalid (no reason), closed (no
// place is held).
func (p *Desk) OpenToAll(
	ctx context.Context,
	by booking.By,
	occurrence, reason string,
) (booking.Done, error) {
	return p.onList(ctx, by, occurrence, &reason, func(
		tx pgx.Tx,
		s *rules.Slot,
	) (a booking.Acted, err error) {
		d := &openedAct{Reason: skipOpened}
		a = booking.Acted{Doc: d, Subject: s.ID, Undo: booking.UndoFor(s), Reason: reason}
		l, err := p.ListOf(ctx, tx, s)
		if err != nil {
			return a, err
		}
		var held []waitlist.HeldPlace
		for _, v := range l.Vacancies {
			if v.Offer == "" && l.Why(&v) != waitlist.ReasonUndo {
				held = append(held, v)
			}
		}
		if len(held) == 0 {
			if s.Left() == 0 {
				return a, problem.New(problem.Closed)
			}
			// a colleague just did the same, while a place of it is free yet
			return p.Before(ctx, tx, s.ID, booking.ActOpened, problem.Closed)
		}
		l.Vacancies = held
		for _, w := range l.Entries {
			if _, err := passOver(ctx, tx, s, l, w.EntryRow); err != nil {
				return a, err
			}
		}
		return a, releaseToAll(ctx, tx, s, held)
	})
}

func releaseToAll(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	held []waitlist.HeldPlace,
) error {
	ids := make([]string, len(held))
	for i, v := range held {
		ids[i] = v.ID
	}
	s.Held -= len(ids)
	_, err := tx.Exec(ctx, `
		update vacancy
		set state = 'released', reason = $2, wakes_at = null, act_id = $3, updated_at = $4
		where id = any($1)`, ids, waitlist.ReasonOpened, s.Act, s.Now)
	return err
}

// StopOffers stops the automatic offers of a date, or lets them go on.
//
// Problems: those of StaffOn, forbidden (for who plans the date), invalid (no reason), closed (the
// date began).
func (p *Desk) StopOffers(
	ctx context.Context,
	by booking.By,
	occurrence string,
	stopped bool,
	reason string,
) (booking.Done, error) {
	return p.onList(ctx, by, occurrence, &reason, func(
		tx pgx.Tx,
		s *rules.Slot,
	) (a booking.Acted, err error) {
		was := booking.StateWas{Before: s.Doc.OffersStopped}
		var doc booking.Payload = &stoppedAct{was}
		if !stopped {
			doc = &resumedAct{was}
		}
		if stopped == (was.Before != "") {
			return p.Before(ctx, tx, s.ID, booking.KindOf(doc), problem.Conflict)
		}
		if !s.Now.Before(s.JoinUntil) {
			return a, problem.New(problem.Closed)
		}
		a = booking.Acted{Doc: doc, Subject: s.ID, Undo: booking.UndoFor(s), Reason: reason}
		if stopped {
			s.Doc.OffersStopped = reason
			return a, nil
		}
		s.Doc.OffersStopped = ""
		return a, p.holdStopped(ctx, tx, s)
	})
}

// holdStopped keeps what was held while offers were stopped until that they go on can no longer be
// taken back.
func (p *Desk) holdStopped(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	if waitlist.HeldBack(s, p.Plan(ctx, s)) != "" {
		return nil
	}
	until := s.Now.Add(booking.UndoFor(s))
	tag, err := tx.Exec(ctx, `
		update vacancy set reason = $2, wakes_at = $3, act_id = $4, updated_at = $5
		where occurrence_id = $1
			and state = 'open'
			and offer_id is null
			and reason = 'stopped'`, s.ID, waitlist.ReasonUndo, until, s.Act, s.Now)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, until)
}
