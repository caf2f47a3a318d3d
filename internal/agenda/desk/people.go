package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// CancelPerson calls somebody off who phones. With people waiting, the place is held until the act
// can no longer be taken back.
//
// Problems: those of StaffOn, closed (started).
func (p *Desk) CancelPerson(ctx context.Context, by booking.By, id string) (booking.Done, error) {
	return p.OnPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r waitlist.RegistrationRow,
	) (a booking.Acted, err error) {
		if r.Status == "cancelled" {
			return p.Before(
				ctx,
				tx,
				id,
				booking.ActCancelled,
				problem.Conflict,
			) // else by the person
		}
		a = booking.Acted{
			Doc:  &cancelledAct{booking.LimitWas{Was: booking.Number(s.Limit)}},
			Undo: booking.UndoAbout(s, r.Who),
		}
		if s.Waiting > 0 { // the next hears of the place
			a.Undo = booking.UndoFor(s)
		}
		booking.KeepFreed(s, booking.UndoFor(s))
		return a, p.GiveBack(ctx, tx, s, r, a.Undo)
	})
}

// RestorePerson is "Toch komen": somebody who was called off has the place again, while there is
// one or with a chair.
//
// Problems: those of StaffOn, closed (started), full, conflict (signed up again meanwhile).
func (p *Desk) RestorePerson(
	ctx context.Context,
	by booking.By,
	id string,
	chair bool,
) (booking.Done, error) {
	return p.OnPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r waitlist.RegistrationRow,
	) (a booking.Acted, err error) {
		switch {
		case r.Status == "registered":
			return p.Before(ctx, tx, id, booking.ActRestored, problem.Conflict)
		case r.Status != "cancelled", !s.Now.Before(s.Starts), s.Status == "cancelled":
			return a, problem.New(problem.Closed)
		}
		if err := p.noOtherPlace(ctx, tx, p.KeysOf(s.ID, r.Who)); err != nil {
			return a, err
		}
		d := &restoredAct{}
		a = booking.Acted{Doc: d, Undo: booking.UndoAbout(s, r.Who)}
		if d.ChairsPut, err = seat(s, r.Seats, chair); err != nil {
			return a, err
		}
		if err := p.backAgain(ctx, tx, s, r, true); err != nil {
			return a, err
		}
		return a, p.sayBackAgain(ctx, tx, s, r, a.Undo)
	})
}

// noOtherPlace refuses somebody who has a place at a date by another sign-up. Problems: conflict.
func (p *Desk) noOtherPlace(ctx context.Context, tx pgx.Tx, k waitlist.Keys) error {
	there, err := p.Present(ctx, tx, k)
	if err == nil && there != "" {
		err = problem.New(problem.Conflict)
	}
	return err
}

// backAgain makes a cancelled sign-up one that holds its places; told says that somebody heard of
// the cancellation, and hears of this too.
func (p *Desk) backAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r waitlist.RegistrationRow,
	told bool,
) error {
	if _, err := tx.Exec(ctx, `
		update registration
		set status = 'registered', cancelled_at = null, version = version + 1, updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + $3::boolean::int))
		where id = $1`, r.ID, s.Now, told); err != nil {
		return err
	}
	s.Taken += r.Seats
	return p.LeaveForPlace(ctx, tx, s, p.KeysOf(s.ID, r.Who))
}

// sayBackAgain is the mail that a sign-up which was cancelled is so again.
func (p *Desk) sayBackAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r waitlist.RegistrationRow,
	hold time.Duration,
) error {
	return p.Write(ctx, tx, mail.Mail{
		Kind:       mail.SignedUp,
		To:         r.Who.Email,
		Occurrence: s.ID,
		Cause:      r.ID,
		Hold:       hold,
	}, r.Doc.NoMail)
}

// ChangePerson changes what a sign-up says, by staff: the whole changeable set, as the holder's
// own form. It can be taken back, unless the address is another: its mails go at once, and the old
// address gets a way back of its own.
//
// Problems: those of StaffOn, invalid, precondition_required, precondition_failed, closed
// (cancelled or over), full (more guests than fit).
func (p *Desk) ChangePerson(
	ctx context.Context,
	by booking.By,
	id, ifMatch string,
	in rules.Change,
) (booking.Done, error) {
	return p.OnPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r waitlist.RegistrationRow,
	) (a booking.Acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		if err := httpkit.Matches(ifMatch, r.Version); err != nil {
			return a, err
		}
		if wrong := in.ValidateFor(r.Doc.Source); len(wrong) > 0 {
			return a, problem.WithFields(wrong...)
		}
		if !MendsOnDate(r.Status, s) {
			return a, problem.New(problem.Closed)
		}
		a.Doc = &changedAct{}
		if waitlist.TidyEmail(
			in.Email,
		) != waitlist.TidyEmail(
			r.Who.Email,
		) { // both addresses are told at once
			return a, visitors.ApplyChange(
				ctx,
				&visitors.OwnedPlace{Visitors: p.Visitors, Tx: tx, S: s, Row: &r},
				in,
			)
		}
		a = booking.Acted{
			Doc:  &changedAct{booking.LimitWas{Was: booking.Number(s.Limit)}},
			Undo: booking.UndoFor(s),
		}
		booking.KeepFreed(s, a.Undo) // places of guests who stay at home can come back
		h := &visitors.OwnedPlace{Visitors: p.Visitors, Tx: tx, S: s, Row: &r}
		if err := visitors.ApplyChange(ctx, h, in); err != nil {
			return a, err
		}
		return a, p.keepEarlier(ctx, tx, r)
	})
}

// MendsOnDate says whether a sign-up of this status can be changed with its places and mails: after
// that only what is written down of somebody is put right.
func MendsOnDate(status string, s *rules.Slot) bool {
	return status == "registered" && s.Now.Before(s.Ends)
}
