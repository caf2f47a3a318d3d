package places

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/mail"
)

// moveLetter is the mail about a move, while the date stands where it went.
func (p *Places) moveLetter(ctx context.Context, m mail.Stored, data changeMail) (
	l mail.Letter, err error,
) {
	s, all, _, _, err := p.when(ctx, m.Occurrence)
	if err != nil {
		return l, err
	}
	last, err := p.lastOn(ctx, p.Pool, s.ID, actShifted)
	if err != nil {
		return l, err
	}
	h, as, err := p.hearer(ctx, p.Pool, m.Cause, data.Waits, s.ID)
	if err != nil {
		return l, err
	}
	if s.Status == "cancelled" || last.move() == nil || last.id != data.Act ||
		!slices.Contains([]string{"registered", "waiting", "offered"}, as) {
		return l, mail.ErrUntrue
	}
	d := p.movedDate(ctx, last.move().Was, last.move().Is)
	if !data.Waits {
		secret, err := p.linkTo(ctx, RegistrationToken, h.id, h.who.Email)
		if err != nil {
			return l, err
		}
		d.Link = p.Origin + "/registrationdetails/" + secret
		d.Calendar = p.appointment(ctx, all, h.id, h.sequence, false)
		return mail.DateMovedLetter(d), nil
	}
	secret, err := p.linkTo(ctx, EntryToken, h.id, h.who.Email)
	if err != nil {
		return l, err
	}
	d.Waits, d.Link = true, p.Origin+"/waitlist/"+secret
	if as == "offered" {
		if d.Until, err = p.shortened(ctx, h.id, last.move()); err != nil {
			return l, fmt.Errorf("reading until when the place is kept: %w", err)
		}
	}
	return mail.DateMovedLetter(d), nil
}

// shortened is until when the open offer of an entry stands since the move; zero when that did not
// change it.
func (p *Places) shortened(
	ctx context.Context,
	entry string,
	m *moveDoc,
) (until time.Time, err error) {
	rows, err := p.Pool.Query(ctx, `
		select id, until
		from offer
		where entry_id = $1 and state = 'open'`, entry)
	if err != nil {
		return until, err
	}
	var id string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &at}, func() error {
		if _, cut := m.Offers[id]; cut {
			until = at
		}
		return nil
	})
	return until, err
}
