package places

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// Staff hear by mail that people are to be phoned today: how often that is looked at, and how long
// there is at least between two of these mails.
const (
	callsEvery = 15 * time.Minute
	callsPause = time.Hour
)

// noticeCause stands in these mails where others have the id of a row.
const noticeCause = "calls"

// everybody reads all calls.
var everybody = identity.Actor{Roles: []identity.Role{identity.Coordinator}}

// TellOfCalls tells the house by mail when calls came that cannot wait until tomorrow; in the
// morning also of those that were there already. At night nobody phones.
func (p *Places) TellOfCalls(ctx context.Context) error {
	now, h := p.Clock.Now(), p.House(ctx)
	day := clock.Day(now)
	from := rules.WallMoment(day, h.Waitlist.From)
	until := rules.WallMoment(day, h.Waitlist.Until)
	if now.Before(from) || !now.Before(until) {
		return nil
	}
	n, err := p.CallsToday(ctx, everybody)
	if err != nil || n == 0 {
		return err
	}
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		var due bool
		if err := tx.QueryRow(ctx, `
			select l.last < $1 or l.last <= $2 and (
				exists (
					select 1
					from vacancy
					where state = 'open'
						and reason in ('offeredPhone', 'phoneList')
						and updated_at > l.last
				)
				or exists (select 1 from call where state = 'open' and created_at > l.last)
			)
			from (
				select coalesce(max(created_at), 'epoch') last
				from mail
				where kind = $3
			) l`, day, now.Add(-callsPause), mail.CallsToday).Scan(&due); err != nil || !due {
			return err
		}
		return p.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:  mail.CallsToday,
			To:    h.Notices(),
			Cause: noticeCause,
		})
	})
}

// callsLetter says how many calls there are when the mail goes; with none it is of no use.
func (p *Places) callsLetter(ctx context.Context) (mail.Letter, error) {
	n, err := p.CallsToday(ctx, everybody)
	if err == nil && n == 0 {
		err = mail.ErrUntrue
	}
	return mail.CallsTodayLetter(n, p.Origin+"/beheer/wachtlijst"), err
}
