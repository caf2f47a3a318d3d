package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// SetSeats is how many places this date has. Raised, the new ones go to the waitlist after the
// undo; lowered below the people present, all keep theirs.
//
// Problems: invalid, precondition_failed (it is no longer `was`), closed (over),
// conflict (no limit).
func (p *Desk) SetSeats(ctx context.Context, by booking.By, date string, was, seats int) (booking.Done, error) {
	return p.StaffOn(ctx, by, date, func(tx pgx.Tx, s *rules.Slot) (a booking.Acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		switch {
		case s.Capacity == nil:
			return a, conflict
		case *s.Capacity != was:
			return a, problem.New(problem.PreconditionFailed)
		case over(s):
			return a, closed
		}
		a.Doc, a.Undo = &seatsAct{was, seats}, booking.UndoTime
		if seats > was && s.Waiting > 0 { // who waits hears of the place
			a.Undo = booking.UndoFor(s)
		}
		booking.KeepFreed(s, booking.UndoFor(s))
		s.Doc.OwnCapacity = true
		return a, p.Resize(ctx, tx, s, seats)
	})
}

func over(s *rules.Slot) bool { return s.Status == "cancelled" || !s.Now.Before(s.Ends) }

// GivePlace gives a place to somebody who waits, after the start too: one that is held or free,
// else with a chair.
//
// Problems: full, closed (over, cancelled, or no longer on the list), conflict
// (has a place already).
func (p *Desk) GivePlace(ctx context.Context, by booking.By, entry string, chair bool) (booking.Done, error) {
	return p.OnRow(ctx, by, waitlist.EntryKind, entry, func(
		tx pgx.Tx, s *rules.Slot, e waitlist.Row,
	) (a booking.Acted, err error) {
		switch {
		case e.State == "accepted":
			return p.Before(ctx, tx, entry, booking.ActGiven, problem.Conflict)
		case over(s), !e.Waits() && e.State != "closed":
			return a, closed
		}
		return p.GiveTo(ctx, tx, s, e, chair)
	})
}

func (p *Desk) GiveTo(
	ctx context.Context, tx pgx.Tx, s *rules.Slot, e waitlist.Row, chair bool,
) (a booking.Acted, err error) {
	d := &GivenAct{LeftFor: booking.LeftFor{Left: map[string]string{e.ID: e.State}}}
	a.Doc, a.Undo = d, booking.UndoAbout(s, e.Who)
	if e.State == "offered" {
		if err := p.EndOffersOf(ctx, tx, s, "accepted", e.ID); err != nil {
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
	given := waitlist.GivenPlace{Row: e, Places: e.Seats, Hold: a.Undo}
	if d.Registration, err = p.Give(ctx, tx, s, given); err == nil && d.Registration == "" {
		err = conflict
	}
	return a, err
}

// useHeld takes up to n places that are held and offered to nobody.
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
		given := waitlist.VacancyState{State: "given", Reason: v.Reason}
		if err := p.SetVacancy(ctx, tx, s, v, given); err != nil {
			return err
		}
		s.Held--
		n--
	}
	return nil
}

// seat is the chairs that it takes to seat n people more. Problems: full, invalid (capacity: more
// than any date has).
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

// Unnamed is somebody at the door who gives no name, or one less. They count at the meeting of that
// evening: the number of the date stands in its row, that of each meeting in its taps.
type Unnamed struct {
	Change int // 1 or -1
	Chair  bool
	// of a tap that a phone kept until it could send it
	Tap, Session, SentBy string
	At                   time.Time
}

// CountUnnamed counts one. A tap that was counted before has Earlier.
//
// Problems: invalid, full, closed (over or cancelled).
func (p *Desk) CountUnnamed(ctx context.Context, by booking.By, date string, in Unnamed) (booking.Done, error) {
	if in.Change != 1 && in.Change != -1 {
		return booking.Done{}, problem.Wrong("change", problem.Choice)
	}
	return p.StaffOn(ctx, by, date, func(tx pgx.Tx, s *rules.Slot) (a booking.Acted, err error) {
		was, err := unnamedOf(ctx, tx, s)
		if err != nil {
			return a, err
		}
		if over(s) {
			return a, closed
		}
		d := &unnamedAct{seatsAct: seatsAct{was, max(0, was+in.Change)}}
		a.Doc = d
		step := in
		step.Change = d.Now - was
		known, err := tapUnnamed(ctx, tx, s, by, step)
		if known {
			a.Earlier = &booking.StaffAct{
				Kind: booking.ActUnnamed, Doc: &unnamedAct{}, By: by.Actor.ID, At: s.Now,
			}
		}
		if err != nil || known || d.Now == was {
			return a, err
		}
		if in.Change > 0 {
			put, err := seat(s, 1, in.Chair)
			if err != nil {
				return a, err
			}
			d.Chair = put.Chair
		}
		if in.Tap == "" { // a tap has its own way back: one less
			a.Undo = booking.UndoTime
		}
		return a, p.setUnnamed(ctx, tx, s, seatsAct{Was: was, Now: d.Now}, false)
	})
}

// tapUnnamed notes at which meeting the number changed; known: the tap was counted before.
func tapUnnamed(ctx context.Context, tx pgx.Tx, s *rules.Slot, by booking.By, in Unnamed) (known bool, err error) {
	if in.Tap == "" {
		all, err := waitlist.Meetings(ctx, tx, s.ID)
		if err != nil {
			return false, err
		}
		in.Tap, in.Session = s.Act, rules.Coming(all, s.Now).ID
		in.At, in.SentBy = s.Now, by.Actor.ID
	}
	tag, err := tx.Exec(ctx, `
		insert into tap (id, kind, day, session_id, change, at, received_at, by, sent_by)
		select $1, 'unnamed', (starts_at at time zone 'Europe/Amsterdam')::date, id, $3, $4, $5,
			$6, $7
		from session
		where id = $2
		on conflict do nothing`,
		in.Tap, in.Session, in.Change, in.At, s.Now, by.Actor.ID, in.SentBy)
	return err == nil && tag.RowsAffected() == 0, err
}

func unnamedOf(ctx context.Context, q db.Querier, s *rules.Slot) (n int, err error) {
	err = q.QueryRow(ctx, `select unnamed from occurrence where id = $1`, s.ID).Scan(&n)
	return n, err
}

func (p *Desk) setUnnamed(ctx context.Context, tx pgx.Tx, s *rules.Slot, n seatsAct, chair bool) error {
	if _, err := tx.Exec(ctx, `
		update occurrence set unnamed = $2 where id = $1`, s.ID, n.Now); err != nil {
		return err
	}
	if n.Now < n.Was && !chair {
		return p.Release(ctx, tx, s, n.Was-n.Now)
	}
	s.Taken += n.Now - n.Was
	if chair {
		waitlist.TakeChairs(s, 1)
	}
	return nil
}

func (d *unnamedAct) Undo(ctx context.Context, b Back) error {
	was, err := unnamedOf(ctx, b.Tx, b.S)
	if err != nil {
		return err
	}
	step := d.Was - d.Now
	if was+step < 0 {
		return conflict
	}
	if step > 0 && b.S.Free() < step {
		return problem.NoRoom(b.S.Free())
	}
	if _, err := b.Tx.Exec(ctx, `delete from tap where id = $1`, b.Act.ID); err != nil {
		return err
	}
	return b.setUnnamed(ctx, b.Tx, b.S, seatsAct{Was: was, Now: was + step}, d.Chair)
}
