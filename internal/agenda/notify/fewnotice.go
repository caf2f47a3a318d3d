package notify

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
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
func (p *Notices) BelowMinimum(ctx context.Context, from, to time.Time) ([]*rules.Slot, error) {
	all, err := waitlist.SlotsWhere(ctx, p.Pool, p.Clock.Now(), `
		o.starts_at >= $1
		and o.starts_at < $2
		and `+belowMinimum+`
		order by o.starts_at, o.id`, from, to)
	return all, db.Problem(err)
}

// soonBelowMinimum are those of the next day.
func (p *Notices) soonBelowMinimum(ctx context.Context) ([]*rules.Slot, error) {
	now := p.Clock.Now()
	return p.BelowMinimum(ctx, now, now.Add(MinimumFor))
}

// newsOfFew tells once that too few people come to a date of the next day.
func (p *Notices) newsOfFew(ctx context.Context, readers []identity.Reader) ([]staffNews, error) {
	dates, err := p.soonBelowMinimum(ctx)
	var all []staffNews
	for _, s := range dates {
		to := slices.Clone(readers)
		to = slices.DeleteFunc(to, func(r identity.Reader) bool {
			return s.MayRun(r.Actor()) != nil
		})
		if len(to) > 0 {
			all = append(all, staffNews{to: to, date: s.ID})
		}
	}
	return all, err
}

// fewLetter says how many come. Are there enough by then, or did the date begin, it is of no use.
func (p *Notices) fewLetter(
	ctx context.Context,
	who identity.Actor,
	m mail.Stored,
) (mail.Letter, error) {
	dates, err := p.soonBelowMinimum(ctx)
	if err != nil {
		return mail.Letter{}, err
	}
	s := waitlist.DateOf(dates, m.Cause)
	if s == nil || s.MayRun(who) != nil {
		return mail.Letter{}, mail.ErrUntrue
	}
	return mail.TooFewLetter(
		s.Starts, s.Taken, *s.Activity.Min, p.Origin+"/registrationdetails/"+s.ID,
	), nil
}
