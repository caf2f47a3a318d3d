package places

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
)

// Printed writes down that somebody puts the list of a date on paper. The paper is made by the
// screen, of what it shows.
//
// Problems: those of staffOn.
func (p *Places) Printed(ctx context.Context, by By, occurrence string) (Done, error) {
	return p.staffOn(ctx, by, occurrence, func(pgx.Tx, *rules.Slot) (acted, error) {
		return acted{doc: &printedAct{}}, nil
	})
}

// RenewCode gives somebody a new code of the desk; the one before it ends, unless this is taken
// back.
//
// Problems: those of staffOn.
func (p *Places) RenewCode(ctx context.Context, by By, id string) (Done, error) {
	return p.onPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r registrationRow,
	) (a acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		old, err := p.DeskCode(ctx, tx, r.id)
		if err != nil {
			return a, err
		}
		last, err := p.lastAct(ctx, tx, r.id, actCode)
		if err != nil {
			return a, err
		}
		// a colleague made one just now, and may be reading it aloud: it must not end here
		if last != nil && last.by != by.Actor.ID && last.undoUntil != nil &&
			s.Now.Before(*last.undoUntil) {
			a.earlier, a.done.Code = last, old
			return a, nil
		}
		a.doc, a.undo = &codeAct{Made: old == ""}, undoTime
		if a.done.Code, err = p.NewDeskCode(ctx, tx, r.id); err != nil || old == "" {
			return a, err
		}
		return a, p.keepEarlierCode(ctx, tx, r.id, strings.ReplaceAll(old, "-", ""))
	})
}
