package waitlist

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
)

// LeaveForPlace takes somebody who now has a place off the list; an open offer of theirs goes to
// the next person.
func (p *Waitlist) LeaveForPlace(ctx context.Context, tx pgx.Tx, s *rules.Slot, k Keys) error {
	if s.Waiting == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, `
		update waitlist_entry set state = 'accepted', version = version + 1, updated_at = $4
		where `+theyWait+` returning id`, s.ID, k.NameEmail, k.NamePhone, s.Now)
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, id := range ids {
		s.Waiting--
		if err := p.EndOffersOf(ctx, tx, s, id, "ended"); err != nil {
			return err
		}
	}
	return nil
}

// EndOffersOf ends the open offer of an entry, if it has one.
func (p *Waitlist) EndOffersOf(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	entry, state string,
) error {
	var offer string
	err := tx.QueryRow(
		ctx, `
		select coalesce((select id from offer where entry_id = $1 and state = 'open'), '')`,
		entry,
	).Scan(&offer)
	if err != nil || offer == "" {
		return err
	}
	return p.EndOffer(ctx, tx, s, Ending{offer, entry, state, ReasonNew})
}

func (p *Waitlist) SetEntry(ctx context.Context, tx pgx.Tx, s *rules.Slot, id, state string) error {
	_, err := tx.Exec(
		ctx, `
		update waitlist_entry set state = $2, version = version + 1, updated_at = $3 where id = $1`,
		id,
		state,
		s.Now,
	)
	return err
}
