package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/problem"
)

// Somebody at the door who gives no name takes a place of the date, and counts at the meeting of
// that evening: the number of the date stands in its row, that of each meeting in its taps.

// UnnamedTap is a change of that number that a phone kept until it could send it.
type UnnamedTap struct {
	ID, Session string
	At          time.Time
	SentBy      string
}

// CountUnnamed is somebody at the door who gives no name, or one of them less: a place of the date,
// or with a chair when it is full.
//
// Problems: those of StaffOn, invalid, full, closed (over or cancelled).
func (p *Desk) CountUnnamed(
	ctx context.Context,
	by booking.By,
	occurrence string,
	change int,
	chair bool,
) (booking.Done, error) {
	return p.countUnnamed(ctx, by, occurrence, unnamed{change: change, chair: chair})
}

// TapUnnamed is CountUnnamed for a tap, without a chair. A tap that was counted before has Earlier.
func (p *Desk) TapUnnamed(
	ctx context.Context,
	by booking.By,
	occurrence string,
	change int,
	tap UnnamedTap,
) (booking.Done, error) {
	return p.countUnnamed(ctx, by, occurrence, unnamed{change: change, tap: tap})
}

type unnamed struct {
	change int
	chair  bool
	tap    UnnamedTap
}

func (p *Desk) countUnnamed(
	ctx context.Context,
	by booking.By,
	occurrence string,
	in unnamed,
) (booking.Done, error) {
	if in.change != 1 && in.change != -1 {
		return booking.Done{}, problem.WithFields(
			problem.Field{Name: "change", Code: problem.Choice},
		)
	}
	return p.StaffOn(
		ctx,
		by,
		occurrence,
		func(tx pgx.Tx, s *rules.Slot) (a booking.Acted, err error) {
			was, err := unnamedOf(ctx, tx, s)
			if err != nil {
				return a, err
			}
			if s.Status == "cancelled" || !s.Now.Before(s.Ends) {
				return a, problem.New(problem.Closed)
			}
			d := &unnamedAct{seatsAct: seatsAct{Was: was, Now: max(0, was+in.change)}}
			a = booking.Acted{Doc: d}
			step := unnamed{change: d.Now - was, tap: in.tap}
			known, err := tapUnnamed(ctx, tx, s, by, step)
			switch {
			case err != nil:
				return a, err
			case known:
				a.Earlier = &booking.StaffAct{
					Kind: booking.ActUnnamed,
					Doc:  &unnamedAct{},
					By:   by.Actor.ID,
					At:   s.Now,
				}
				return a, nil
			case d.Now == was:
				return a, nil
			case in.change > 0:
				put, err := seat(s, 1, in.chair)
				if err != nil {
					return a, err
				}
				d.Chair = put.Chair
			}
			if in.tap.ID == "" { // a tap has its own way back: one less
				a.Undo = booking.UndoTime
			}
			return a, p.setUnnamed(ctx, tx, s, was, d.Now)
		},
	)
}

// tapUnnamed notes at which meeting the number changed; known says that the tap was counted before.
func tapUnnamed(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	by booking.By,
	step unnamed,
) (known bool, err error) {
	tap := step.tap
	if tap.ID == "" {
		all, err := waitlist.Meetings(ctx, tx, s.ID)
		if err != nil {
			return false, err
		}
		tap = UnnamedTap{s.Act, rules.Coming(all, s.Now).ID, s.Now, by.Actor.ID}
	}
	tag, err := tx.Exec(ctx, `
		insert into tap (id, kind, day, session_id, change, at, received_at, by, sent_by)
		select $1, 'unnamed', (starts_at at time zone 'Europe/Amsterdam')::date, id, $3, $4, $5,
			$6, $7
		from session
		where id = $2
		on conflict do nothing`,
		tap.ID, tap.Session, step.change, tap.At, s.Now, by.Actor.ID, tap.SentBy)
	return err == nil && tag.RowsAffected() == 0, err
}

func unnamedOf(ctx context.Context, tx pgx.Tx, s *rules.Slot) (n int, err error) {
	err = tx.QueryRow(ctx, `select unnamed from occurrence where id = $1`, s.ID).Scan(&n)
	return n, err
}

func (p *Desk) setUnnamed(ctx context.Context, tx pgx.Tx, s *rules.Slot, was, now int) error {
	if _, err := tx.Exec(ctx, `
		update occurrence set unnamed = $2 where id = $1`, s.ID, now); err != nil {
		return err
	}
	if now < was {
		return p.Release(ctx, tx, s, was-now)
	}
	s.Taken += now - was
	return nil
}

func (d *unnamedAct) Undo(ctx context.Context, b Back) error {
	was, err := unnamedOf(ctx, b.Tx, b.S)
	if err != nil {
		return err
	}
	step := d.Was - d.Now
	if was+step < 0 {
		return problem.New(problem.Conflict)
	}
	if step > 0 && b.S.Free() < step {
		return problem.NoRoom(b.S.Free())
	}
	if _, err := b.Tx.Exec(ctx, `delete from tap where id = $1`, b.Act.ID); err != nil {
		return err
	}
	if !d.Chair {
		return b.setUnnamed(ctx, b.Tx, b.S, was, was+step)
	}
	b.S.Taken--
	waitlist.TakeChairs(b.S, 1)
	_, err = b.Tx.Exec(ctx, `
		update occurrence set unnamed = $2 where id = $1`, b.S.ID, was+step)
	return err
}
