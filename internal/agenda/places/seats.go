package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/problem"
)

// How many places a date has, and who gets one of those that are kept.

// SetSeats is how many places this date has, by one chair or more. Raised, the new places go to the
// waitlist once it can no longer be taken back; lowered below the people present, all keep theirs.
//
// Problems: those of staffOn, invalid, precondition_failed (it is no longer `was`), closed (over),
// conflict (no limit).
func (p *Places) SetSeats(
	ctx context.Context,
	by By,
	occurrence string,
	was, seats int,
) (Done, error) {
	return p.staffOn(ctx, by, occurrence, func(tx pgx.Tx, s *rules.Slot) (a acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		switch {
		case s.Capacity == nil:
			return a, problem.New(problem.Conflict)
		case *s.Capacity != was:
			return a, problem.New(problem.PreconditionFailed)
		case s.Status == "cancelled", !s.Now.Before(s.Ends):
			return a, problem.New(problem.Closed)
		}
		a = acted{doc: &seatsAct{Was: was, Now: seats}, undo: undoTime}
		if seats > was && s.Waiting > 0 { // who waits hears of the place
			a.undo = undoFor(s)
		}
		keepFreed(s, undoFor(s))
		s.Doc.OwnCapacity = true
		return a, p.resize(ctx, tx, s, seats)
	})
}

// GivePlace gives a place to somebody who waits: one that is held or free, else with a chair. After
// the start too, until the date is over.
//
// Problems: those of staffOn, full, closed (over, cancelled, or no longer on the list), conflict
// (has a place already).
func (p *Places) GivePlace(
	ctx context.Context,
	by By,
	entry string,
	chair bool,
) (Done, error) {
	return p.onEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e entryRow,
	) (a acted, err error) {
		switch {
		case e.state == "accepted":
			return p.before(ctx, tx, entry, actGiven, problem.Conflict)
		case s.Status == "cancelled", !s.Now.Before(s.Ends),
			e.state != "waiting" && e.state != "offered" && e.state != "closed":
			return a, problem.New(problem.Closed)
		}
		return p.giveTo(ctx, tx, s, e, chair)
	})
}

func (p *Places) giveTo(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e entryRow,
	chair bool,
) (a acted, err error) {
	d := &givenAct{leftFor: leftFor{map[string]string{e.id: e.state}}}
	a.doc, a.undo = d, undoAbout(s, e.who)
	if e.state == "offered" {
		if err := p.endOffersOf(ctx, tx, s, e.id, "accepted"); err != nil {
			return a, err
		}
	}
	if err := p.useHeld(ctx, tx, s, e.seats); err != nil {
		return a, err
	}
	// what was held for them until now is left, like what was free for all
	if short := e.seats - s.Left(); s.Limit != nil && short > 0 {
		if !chair {
			return a, problem.NoRoom(0)
		}
		if err := chairs(s, short); err != nil {
			return a, err
		}
		d.chairsPut = chairsPut{true, short}
	}
	d.Registration, err = p.give(ctx, tx, s, givenPlace{e, e.seats, a.undo})
	if err == nil && d.Registration == "" {
		err = problem.New(problem.Conflict)
	}
	return a, err
}

// useHeld takes up to n places that are held and offered to nobody right now.
func (p *Places) useHeld(ctx context.Context, tx pgx.Tx, s *rules.Slot, n int) error {
	open, err := unoffered(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	for _, v := range open {
		if n == 0 {
			break
		}
		if v.reason == reasonUndo && v.wakesAt != nil && s.Now.Before(*v.wakesAt) {
			continue // it may have to go back
		}
		given := vacancyState{"given", v.reason, nil}
		if err := p.setVacancy(ctx, tx, s, v, given); err != nil {
			return err
		}
		s.Held--
		n--
	}
	return nil
}

// chairs puts n chairs more at a date, for who takes them now: they make no vacancy.
//
// Problems: invalid (capacity: more than any date has).
func chairs(s *rules.Slot, n int) error {
	if s.Capacity == nil {
		return nil
	}
	capacity, limit := *s.Capacity+n, *s.Limit+n
	if capacity > mostSeats {
		return problem.WithFields(problem.Field{Name: "capacity", Code: problem.Invalid})
	}
	s.Capacity, s.Limit = &capacity, &limit
	s.Doc.OwnCapacity = true
	return nil
}

// seat is the chairs that it takes to seat n people more at a date, where chairs may be put.
//
// Problems: full, invalid (capacity: more than any date has).
func seat(s *rules.Slot, n int, chair bool) (put chairsPut, err error) {
	free := s.Free()
	switch {
	case free >= n:
		return put, nil
	case !chair:
		return put, problem.NoRoom(free)
	}
	return chairsPut{true, n - free}, chairs(s, n-free)
}

// takeChairs takes away chairs that somebody sat on who goes now.
func takeChairs(s *rules.Slot, n int) {
	if s.Capacity == nil || *s.Capacity <= n {
		return
	}
	capacity := *s.Capacity - n
	limit := max(capacity, *s.Limit-n, s.Taken+s.Held)
	s.Capacity, s.Limit = &capacity, &limit
}
