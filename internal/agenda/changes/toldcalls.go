package changes

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

// What calls and mails about several dates still tell: of a date of which it is no longer so they
// tell nothing.

// heard says whether somebody was told of an act by phone.
func heard(ctx context.Context, q db.Querier, act string) (yes bool, err error) {
	err = q.QueryRow(ctx, `
		select exists (select from call where act_id = $1 and state = 'done')`, act).Scan(&yes)
	return yes, err
}

// endTelling takes back what an act about a date still has to tell.
func (p *Changes) endTelling(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	act *booking.StaffAct,
) error {
	if act.Together() {
		return p.EndParts(ctx, tx, act)
	}
	if err := p.Mail.EndAct(ctx, tx, act.ID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $2
		where act_id = $1 and state = 'open'`, act.ID, s.Now)
	return err
}

// EndParts takes what these acts did out of what is still to be told.
func (p *Changes) EndParts(ctx context.Context, tx pgx.Tx, acts ...*booking.StaffAct) error {
	var whole, parts []string
	for _, a := range acts {
		whole, parts = append(whole, a.Whole()), append(parts, a.ID)
	}
	if err := p.Mail.EndParts(ctx, tx, whole, parts); err != nil {
		return err
	}
	return booking.DropFromCalls(ctx, tx, `act_id = any($1)`, `x->>'act' = any($2)`, whole, parts)
}
