package notify

import (
	"context"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// tomorrowFrom is the hour of the afternoon from which staff hear of the next day: most reminders
// are out, and there is time to phone.
const tomorrowFrom = 16

// newsOfTomorrow tells once a day what there is on the next day and how many people come. Hosts
// hear of all dates too: the house does not know who of them opens the door. On a day without dates
// nobody hears anything.
func (p *Notices) newsOfTomorrow(
	ctx context.Context,
	readers []identity.Reader,
) (all []staffNews, err error) {
	for _, r := range readers {
		n, err := p.tomorrow(ctx, r.Actor())
		if err != nil {
			return nil, err
		}
		if n.Dates > 0 {
			all = append(all, staffNews{to: []identity.Reader{r}, again: clock.Day(p.Clock.Now())})
		}
	}
	return all, nil
}

// tomorrow are the numbers of the next day of the calendar, of the dates that somebody may see; the
// calls are of those that they may make.
func (p *Notices) tomorrow(ctx context.Context, who identity.Actor) (n mail.Tomorrow, err error) {
	from := clock.Day(p.Clock.Now()).AddDate(0, 0, 1)
	all, err := waitlist.SlotsWhere(ctx, p.Pool, p.Clock.Now(), `
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

// tomorrowLetter gives the numbers. Is that day no longer tomorrow, or is there nothing any more,
// it is of no use.
func (p *Notices) tomorrowLetter(
	ctx context.Context,
	who identity.Actor,
	m mail.Stored,
) (mail.Letter, error) {
	n, err := p.tomorrow(ctx, who)
	if err == nil &&
		(n.Dates == 0 || !clock.Day(m.CreatedAt).Equal(clock.Day(p.Clock.Now()))) {
		err = mail.ErrUntrue
	}
	link := p.Origin + "/beheer/vandaag"
	if n.Calls > 0 {
		link = p.Origin + "/beheer/wachtlijst"
	}
	return mail.TomorrowLetter(n, link), err
}
