package notify

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// callsPause is how long there is at least between two mails of calls to one reader.
const callsPause = time.Hour

// callsHeardOf are the dates of whose calls somebody hears by mail, and how many of those calls
// cannot wait until tomorrow. Who opens the door sees all calls of the day, and hears of none.
func (p *Notices) callsHeardOf(
	ctx context.Context,
	who identity.Actor,
) (dates []*rules.Slot, n int, err error) {
	if dates, err = p.CallDates(ctx, who); err != nil {
		return nil, 0, err
	}
	dates = slices.DeleteFunc(dates, func(s *rules.Slot) bool { return s.MayRun(who) != nil })
	all, err := p.CallsOf(ctx, dates, nil)
	return dates, all.Today, err
}

// newsOfCalls tells when calls came that cannot wait until tomorrow; in the morning also of those
// that were there already.
func (p *Notices) newsOfCalls(
	ctx context.Context,
	readers []identity.Reader,
) (all []staffNews, err error) {
	for _, r := range readers {
		dates, n, err := p.callsHeardOf(ctx, r.Actor())
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		now, ids := p.Clock.Now(), waitlist.IDsOf(dates)
		all = append(all, staffNews{
			to:    []identity.Reader{r},
			again: clock.Day(now),
			since: func(ctx context.Context, tx pgx.Tx, told time.Time) (came bool, err error) {
				if told.After(now.Add(-callsPause)) {
					return false, nil
				}
				err = tx.QueryRow(ctx, `
					select exists (
						select
						from vacancy
						where state = 'open'
							and reason in ('offeredPhone', 'phoneList')
							and updated_at > $1
							and occurrence_id = any($2)
					) or exists (
						select
						from call
						where state = 'open'
							and created_at > $1
							and occurrence_id = any($2)
					)`, told, ids).Scan(&came)
				return came, err
			},
		})
	}
	return all, nil
}

// callsLetter says how many calls there are; with none it is of no use.
func (p *Notices) callsLetter(
	ctx context.Context,
	who identity.Actor,
	_ mail.Stored,
) (mail.Letter, error) {
	_, n, err := p.callsHeardOf(ctx, who)
	if err == nil && n == 0 {
		err = mail.ErrUntrue
	}
	return mail.CallsTodayLetter(n, p.Origin+"/beheer/wachtlijst"), err
}
