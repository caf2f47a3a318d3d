package places

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// tomorrowCause stands in mails about the next day where others have the id of a row.
const tomorrowCause = "tomorrow"

// tomorrowFrom is the hour of the afternoon at which they are stored: most reminders are out, and
// there is time to phone.
const tomorrowFrom = 16

// TellOfTomorrow tells staff by mail, once a day and in numbers, what there is on the next day and
// how many people come. Coordinators hear of all dates, who gives an activity or receives of their
// own. Hosts hear of all dates too: the house does not know who of them opens the door. On a day
// without dates nobody hears anything.
func (p *Places) TellOfTomorrow(ctx context.Context) error {
	now := p.Clock.Now()
	if !p.byDay(ctx) || now.In(clock.Amsterdam).Hour() < tomorrowFrom {
		return nil
	}
	readers, err := p.Staff.Readers(
		ctx, p.Pool, identity.Tomorrow, identity.Receiving...,
	)
	if err != nil {
		return err
	}
	if !someCoordinator(readers) {
		readers = append(readers, identity.Reader{
			Roles: everybody.Roles, Address: p.House(ctx).Notices(),
		})
	}
	for _, r := range readers {
		n, err := p.tomorrow(ctx, r.Actor())
		if err != nil {
			return err
		}
		if n.Dates == 0 {
			continue
		}
		if err := p.tellOfTomorrow(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

func (p *Places) tellOfTomorrow(ctx context.Context, r identity.Reader) error {
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if err := p.oneTeller(ctx, tx, r.UID); err != nil {
			return err
		}
		var due bool
		if err := tx.QueryRow(ctx, `
			select not exists (
				select
				from mail
				where kind = $1
					and cause_id = $2
					and coalesce(member, '') = $3
					and created_at >= $4
			)`, mail.CallsToday, tomorrowCause, r.UID, clock.Day(p.Clock.Now()),
		).Scan(&due); err != nil || !due {
			return err
		}
		return p.Mail.Enqueue(ctx, tx, noticeTo(r, identity.Tomorrow, tomorrowCause))
	})
}

// tomorrow are the numbers of the next day of the calendar, of the dates that somebody may see; the
// calls are of those that they may make.
func (p *Places) tomorrow(ctx context.Context, who identity.Actor) (n mail.Tomorrow, err error) {
	from := clock.Day(p.Clock.Now()).AddDate(0, 0, 1)
	all, err := slotsWhere(ctx, p.Pool, p.Clock.Now(), `
		o.status <> 'cancelled'
		and a.status in ('published', 'scheduled')
		and exists (
			select
			from session
			where occurrence_id = o.id
				and status <> 'cancelled'
				and starts_at >= $1
				and starts_at < $2
		)`, from, from.AddDate(0, 0, 1))
	if err != nil {
		return n, db.Problem(err)
	}
	var phones []string
	for _, s := range all {
		theirs := s.MayRun(who) == nil
		if !theirs && !who.Has(identity.Gastheer) {
			continue
		}
		n.Dates++
		n.Coming += s.Taken
		if theirs {
			phones = append(phones, s.ID)
		}
	}
	err = p.Pool.QueryRow(ctx, `
		select count(*)
		from call
		where state = 'open' and occurrence_id = any($1)`, phones).Scan(&n.Calls)
	return n, db.Problem(err)
}

// tomorrowLetter gives the numbers of when the mail goes. Is that day no longer tomorrow, or is
// there nothing any more, it is of no use.
func (p *Places) tomorrowLetter(
	ctx context.Context,
	who identity.Actor,
	stored time.Time,
) (mail.Letter, error) {
	n, err := p.tomorrow(ctx, who)
	if err == nil &&
		(n.Dates == 0 || !clock.Day(stored).Equal(clock.Day(p.Clock.Now()))) {
		err = mail.ErrUntrue
	}
	link := p.Origin + "/beheer/vandaag"
	if n.Calls > 0 {
		link = p.Origin + "/beheer/wachtlijst"
	}
	return mail.TomorrowLetter(n, link), err
}
