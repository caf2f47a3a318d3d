package places

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// MinimumFor is how long before the start staff hear that too few people come.
const MinimumFor = 24 * time.Hour

// belowMinimum names dates o of activities a with fewer people than they need.
const belowMinimum = `
	o.status <> 'cancelled'
	and a.status in ('published', 'scheduled')
	and o.taken < (a.doc->>'minParticipants')::int`

// BelowMinimum are the dates from one moment up to another with fewer people than they need.
func (p *Places) BelowMinimum(ctx context.Context, from, to time.Time) ([]*rules.Slot, error) {
	all, err := slotsWhere(ctx, p.Pool, p.Clock.Now(), `
		o.starts_at >= $1
		and o.starts_at < $2
		and `+belowMinimum+`
		order by o.starts_at, o.id`, from, to)
	return all, db.Problem(err)
}

// TellOfFew tells coordinators, and who gives the activity or receives, once by mail that too few
// people come to a date of the next day. The house's own address hears it when no mail of a
// coordinator is known.
func (p *Places) TellOfFew(ctx context.Context) error {
	if !p.byDay(ctx) {
		return nil
	}
	now := p.Clock.Now()
	dates, err := p.BelowMinimum(ctx, now, now.Add(MinimumFor))
	if err != nil || len(dates) == 0 {
		return err
	}
	readers, err := p.Staff.Readers(
		ctx, p.Pool, identity.TooFew, identity.Receiving...,
	)
	if err != nil {
		return err
	}
	if !someCoordinator(readers) {
		readers = append(readers, identity.Reader{
			Roles: everybody.Roles, Address: p.House(ctx).Notices(),
		})
	}
	for _, s := range dates {
		if err := p.tellOfFew(ctx, s, readers); err != nil {
			return err
		}
	}
	return nil
}

// tellOfFew stores the mails about one date, unless they were before. Two processes that look at
// one moment wait for each other at the date.
func (p *Places) tellOfFew(ctx context.Context, s *rules.Slot, readers []identity.Reader) error {
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		var due bool
		if err := tx.QueryRow(ctx, `
			select true
			from occurrence
			where id = $1
			for update`, s.ID).Scan(&due); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `
			select not exists (
				select
				from mail
				where kind = $1
					and cause_id = $2
					and state <> 'withdrawn'
			)`, mail.CallsToday, s.ID).Scan(&due); err != nil || !due {
			return err
		}
		for _, r := range readers {
			if s.MayRun(r.Actor()) != nil {
				continue
			}
			m := noticeTo(r, identity.TooFew, s.ID)
			m.Occurrence = s.ID
			if err := p.Mail.Enqueue(ctx, tx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

// fewLetter says how many come when the mail goes. Are there enough by then, or did the date begin,
// it is of no use.
func (p *Places) fewLetter(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (mail.Letter, error) {
	now := p.Clock.Now()
	dates, err := p.BelowMinimum(ctx, now, now.Add(MinimumFor))
	if err != nil {
		return mail.Letter{}, err
	}
	for _, s := range dates {
		if s.ID == occurrence && s.MayRun(who) == nil {
			return mail.TooFewLetter(
				s.Starts, s.Taken, *s.Activity.Min, p.Origin+"/registrationdetails/"+s.ID,
			), nil
		}
	}
	return mail.Letter{}, mail.ErrUntrue
}
