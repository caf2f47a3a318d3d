package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/problem"
)

// What staff do about the whole list of a date.

// onList runs do on the list of a date, for who plans it and says why.
//
// Problems: those of staffOn, invalid (no reason).
func (p *Places) onList(
	ctx context.Context,
	by By,
	occurrence string,
	reason *string,
	do func(tx pgx.Tx, s *rules.Slot) (acted, error),
) (Done, error) {
	var err error
	if *reason, err = reasonOf(*reason); err != nil {
		return Done{}, err
	}
	return p.staffOn(ctx, by, occurrence, func(tx pgx.Tx, s *rules.Slot) (acted, error) {
		if err := s.MayRun(by.Actor); err != nil {
			return acted{}, err
		}
		return do(tx, s)
	})
}

// OpenToAll gives up the places that are held and offered to nobody right now: everybody can sign
// up for them. Those who wait were passed over for these places.
//
// Problems: those of staffOn, forbidden (for who plans the date), invalid (no reason), closed (no
// place is held).
func (p *Places) OpenToAll(ctx context.Context, by By, occurrence, reason string) (Done, error) {
	return p.onList(ctx, by, occurrence, &reason, func(
		tx pgx.Tx,
		s *rules.Slot,
	) (a acted, err error) {
		d := &openedAct{Reason: skipOpened}
		a = acted{doc: d, subject: s.ID, undo: undoFor(s), reason: reason}
		l, err := p.listOf(ctx, tx, s)
		if err != nil {
			return a, err
		}
		var held []heldPlace
		for _, v := range l.vacancies {
			if v.offer == "" && l.why(&v) != reasonUndo {
				held = append(held, v)
			}
		}
		if len(held) == 0 {
			if s.Left() == 0 {
				return a, problem.New(problem.Closed)
			}
			// a colleague just did the same, while a place of it is free yet
			return p.before(ctx, tx, s.ID, actOpened, problem.Closed)
		}
		l.vacancies = held
		for _, w := range l.entries {
			if _, err := passOver(ctx, tx, s, l, w.entryRow); err != nil {
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
	held []heldPlace,
) error {
	ids := make([]string, len(held))
	for i, v := range held {
		ids[i] = v.id
	}
	s.Held -= len(ids)
	_, err := tx.Exec(ctx, `
		update vacancy
		set state = 'released', reason = $2, wakes_at = null, act_id = $3, updated_at = $4
		where id = any($1)`, ids, reasonOpened, s.Act, s.Now)
	return err
}

// StopOffers stops the automatic offers of a date, or lets them go on.
//
// Problems: those of staffOn, forbidden (for who plans the date), invalid (no reason), closed (the
// date began).
func (p *Places) StopOffers(
	ctx context.Context,
	by By,
	occurrence string,
	stopped bool,
	reason string,
) (Done, error) {
	return p.onList(ctx, by, occurrence, &reason, func(
		tx pgx.Tx,
		s *rules.Slot,
	) (a acted, err error) {
		was := stateWas{s.Doc.OffersStopped}
		var doc payload = &stoppedAct{was}
		if !stopped {
			doc = &resumedAct{was}
		}
		if stopped == (was.Before != "") {
			return p.before(ctx, tx, s.ID, kindOf(doc), problem.Conflict)
		}
		if !s.Now.Before(s.JoinUntil) {
			return a, problem.New(problem.Closed)
		}
		a = acted{doc: doc, subject: s.ID, undo: undoFor(s), reason: reason}
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
func (p *Places) holdStopped(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	if heldBack(s, p.plan(ctx, s)) != "" {
		return nil
	}
	until := s.Now.Add(undoFor(s))
	tag, err := tx.Exec(ctx, `
		update vacancy set reason = $2, wakes_at = $3, act_id = $4, updated_at = $5
		where occurrence_id = $1
			and state = 'open'
			and offer_id is null
			and reason = 'stopped'`, s.ID, reasonUndo, until, s.Act, s.Now)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return p.wakeAt(ctx, tx, s.ID, until)
}
