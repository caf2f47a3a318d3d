package newsletter

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

const (
	mostSoft  = 3  // mails in a row that came back before an address rests
	pauseDays = 30 // and how long it rests before it goes
)

// Returned hears of a mail to a subscriber, its Cause, that came back or was complained of. Is
// there no such mailbox, or does its owner call us unwanted, the address goes at once. Came three
// in a row back for another reason, it rests, and goes when it has rested: see subscriber's
// paused_until, to which nothing may be sent. What staff hold rests at once, and goes with the
// hold.
func (n *Room) Returned(ctx context.Context, tx pgx.Tx, m mail.Stored, r mail.Return) (err error) {
	if r.Outcome == mail.Hard || r.Outcome == mail.Complaint {
		now := n.Clock.Now()
		may, err := privacy.MayGo(ctx, tx, now, m.Cause)
		if err != nil {
			return err
		}
		switch {
		case may:
		case r.Outcome == mail.Complaint:
			return n.rest(ctx, tx, m.Cause)
		default:
			_, err = tx.Exec(ctx, `
				update subscriber set paused_until = $2 where id = $1`, m.Cause, now)
			return err
		}
	}
	switch r.Outcome {
	case mail.Hard:
		err = n.Bounced(ctx, tx, m.Cause)
		if errors.Is(err, problem.New(problem.NotFound)) { // left meanwhile
			err = nil
		}
	case mail.Complaint:
		err = n.takeOff(ctx, tx, `id = $1`, m.Cause)
	case mail.Soft:
		err = n.soft(ctx, tx, m)
	}
	return err
}

// soft counts the mails in a row that came back; one that arrived since the last of them begins the
// row anew.
func (n *Room) soft(ctx context.Context, tx pgx.Tx, m mail.Stored) error {
	now := n.Clock.Now()
	_, err := tx.Exec(ctx, `
		update subscriber s
		set soft = row.n,
			soft_at = @now,
			paused_until = case when row.n >= @most then @until::timestamptz end
		from (
			select case
				when exists (
					select
					from mail arrived
					where arrived.cause_id = @id
						and arrived.id <> @mail
						and arrived.state = 'sent'
						and arrived.returned is null
						and arrived.sent_at > before.soft_at
						and arrived.created_at < @created
				) then 1
				else before.soft + 1
			end n
			from subscriber before
			where before.id = @id
		) row
		where s.id = @id
			and s.paused_until is null`,
		pgx.NamedArgs{
			"id":      m.Cause,
			"mail":    m.ID,
			"created": m.CreatedAt,
			"now":     now,
			"most":    mostSoft,
			"until":   now.AddDate(0, 0, pauseDays),
		})
	return err
}
