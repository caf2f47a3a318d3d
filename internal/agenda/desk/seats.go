package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/problem"
)

// How many places a date has, and who gets one of those that are kept.

// SetSeats is how many places this date has, by one chair or more. Raised, the new places go to the
// waitlist once it can no longer be taken back; lowered below the people present, all keep theirs.
//
// Problems: those of StaffOn, invalid, precondition_failed (it is no longer `was`), closed (over),
// conflict (no limit).
func (p *Desk) SetSeats(
	ctx context.Context,
	by booking.By,
	occurrence string,
	was, seats int,
) (booking.Done, error) {
	return p.StaffOn(
		ctx,
		by,
		occurrence,
		func(tx pgx.Tx, s *rules.Slot) (a booking.Acted, err error) {
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
			a = booking.Acted{Doc: &seatsAct{Was: was, Now: seats}, Undo: booking.UndoTime}
			if seats > was && s.Waiting > 0 { // who waits hears of the place
				a.Undo = booking.UndoFor(s)
			}
			booking.KeepFreed(s, booking.UndoFor(s))
			s.Doc.OwnCapacity = true
			return a, p.Resize(ctx, tx, s, seats)
		},
	)
}

// GivePlace gives a place to somebody who waits: one that is held or free, else with a chair. After
// the start too, until the date is over.
//
// Problems: those of StaffOn, full, closed (over, cancelled, or no longer on the list), conflict
// (has a place already).
func (p *Desk) GivePlace(
	ctx context.Context,
	by booking.By,
	entry string,
	chair bool,
) (booking.Done, error) {
	return p.OnEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e waitlist.EntryRow,
	) (a booking.Acted, err error) {
		switch {
		case e.State == "accepted":
			return p.Before(ctx, tx, entry, booking.ActGiven, problem.Conflict)
		case s.Status == "cancelled", !s.Now.Before(s.Ends),
			e.State != "waiting" && e.State != "offered" && e.State != "closed":
			return a, problem.New(problem.Closed)
		}
		return p.GiveTo(ctx, tx, s, e, chair)
	})
}

func (p *Desk) GiveTo(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e waitlist.EntryRow,
	chair bool,
) (a booking.Acted, err error) {
	d := &GivenAct{LeftFor: booking.LeftFor{Left: map[string]string{e.ID: e.State}}}
	a.Doc, a.Undo = d, booking.UndoAbout(s, e.Who)
	if e.State == "offered" {
		if err := p.EndOffersOf(ctx, tx, s, e.ID, "accepted"); err != nil {
			return a, err
		}
	}
	if err := p.useHeld(ctx, tx, s, e.Seats); err != nil {
		return a, err
	}
	// what was held for them until now is left, like what was free for all
	if short := e.Seats - s.Left(); s.Limit != nil && short > 0 {
		if !chair {
			return a, problem.NoRoom(0)
		}
		if err := waitlist.Chairs(s, short); err != nil {
			return a, err
		}
		d.ChairsPut = booking.ChairsPut{Chair: true, Was: short}
	}
	d.Registration, err = p.Give(
		ctx,
		tx,
		s,
		waitlist.GivenPlace{EntryRow: e, Places: e.Seats, Hold: a.Undo},
	)
	if err == nil && d.Registration == "" {
		err = problem.New(problem.Conflict)
	}
	return a, err
}

// useHeld takes up to n places that are held and offered to nobody right now.
func (p *Desk) useHeld(ctx context.Context, tx pgx.Tx, s *rules.Slot, n int) error {
	open, err := waitlist.Unoffered(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	for _, v := range open {
		if n == 0 {
			break
		}
		if v.Reason == waitlist.ReasonUndo && v.WakesAt != nil && s.Now.Before(*v.WakesAt) {
			continue // it may have to go back
		}
		given := waitlist.VacancyState{State: "given", Reason: v.Reason, WakesAt: nil}
		if err := p.SetVacancy(ctx, tx, s, v, given); err != nil {
			return err
		}
		s.Held--
		n--
	}
	return nil
}

// seat is the chairs that it takes to seat n people more at a date, where chairs may be put.
//
// Problems: full, invalid (capacity: more than any date has).
func seat(s *rules.Slot, n int, chair bool) (put booking.ChairsPut, err error) {
	free := s.Free()
	switch {
	case free >= n:
		return put, nil
	case !chair:
		return put, problem.NoRoom(free)
	}
	return booking.ChairsPut{Chair: true, Was: n - free}, waitlist.Chairs(s, n-free)
}
