package desk

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
)

// RenewCode gives somebody a new code of the desk; the one before it ends, unless this is taken
// back.
//
// Problems: those of StaffOn.
func (p *Desk) RenewCode(ctx context.Context, by booking.By, id string) (booking.Done, error) {
	return p.OnPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r waitlist.RegistrationRow,
	) (a booking.Acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		old, err := p.DeskCode(ctx, tx, r.ID)
		if err != nil {
			return a, err
		}
		last, err := p.LastAct(ctx, tx, r.ID, booking.ActCode)
		if err != nil {
			return a, err
		}
		// a colleague made one just now, and may be reading it aloud: it must not end here
		if last != nil && last.By != by.Actor.ID && last.UndoUntil != nil &&
			s.Now.Before(*last.UndoUntil) {
			a.Earlier, a.Done.Code = last, old
			return a, nil
		}
		a.Doc, a.Undo = &codeAct{Made: old == ""}, booking.UndoTime
		if a.Done.Code, err = p.NewDeskCode(ctx, tx, r.ID); err != nil || old == "" {
			return a, err
		}
		return a, p.keepEarlierCode(ctx, tx, r.ID, strings.ReplaceAll(old, "-", ""))
	})
}
