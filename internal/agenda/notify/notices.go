package notify

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// NoticeEvery is how often it is looked at what staff are to hear.
const NoticeEvery = 15 * time.Minute

// notice is what staff hear by mail of dates: in numbers, and without a title.
type notice struct {
	topic identity.Topic // who reads it; also the cause of its mails, but for those of one date
	from  int            // the hour of the day from which it is told
	// news is what there is to tell these readers.
	news func(*Notices, context.Context, []identity.Reader) ([]staffNews, error)
	// letter is what they read when the mail goes; mail.ErrUntrue when that is of no use any more.
	letter func(*Notices, context.Context, identity.Actor, mail.Stored) (mail.Letter, error)
}

var notices = []notice{
	{identity.Calls, 0, (*Notices).newsOfCalls, (*Notices).callsLetter},
	{identity.TooFew, 0, (*Notices).newsOfFew, (*Notices).fewLetter},
	{identity.Tomorrow, tomorrowFrom, (*Notices).newsOfTomorrow, (*Notices).tomorrowLetter},
}

// noticeOn is the notice about this topic; else the one about single dates, of which there can be
// no second: a mail of it knows the date, not the topic.
func noticeOn(topic identity.Topic) notice {
	i := slices.IndexFunc(notices, func(n notice) bool { return n.topic == topic })
	if i < 0 {
		return noticeOn(identity.TooFew)
	}
	return notices[i]
}

// staffNews is what some readers hear together.
type staffNews struct {
	to   []identity.Reader
	date string // the one that it is about; empty: all dates of the reader
	// again makes it due once more when it was told before then; zero: it is told once.
	again time.Time
	// since makes it due when something came since it was told; nil: nothing does.
	since func(ctx context.Context, tx pgx.Tx, told time.Time) (bool, error)
}

// NotifyAll is Notify of every topic; what fails of one leaves the others.
func (p *Notices) NotifyAll(ctx context.Context) error {
	var failed []error
	for _, n := range notices {
		failed = append(failed, p.Notify(ctx, n.topic))
	}
	return errors.Join(failed...)
}

// Notify tells staff at the hours at which they phone people: coordinators of all dates, who gives
// an activity or receives of their own; the house's own address when no coordinator has a mail.
func (p *Notices) Notify(ctx context.Context, topic identity.Topic) error {
	n, now := noticeOn(topic), p.Clock.Now()
	day := booking.Window{
		From:  rules.WallMoment(clock.Day(now), p.House(ctx).Waitlist.From),
		Until: p.PhonesUntil(ctx, clock.Day(now)),
	}
	if !day.Open(now) || now.In(clock.Amsterdam).Hour() < n.from {
		return nil
	}
	readers, err := p.Staff.Readers(ctx, p.Pool, topic, identity.Receiving...)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(readers, func(r identity.Reader) bool {
		return r.Actor().Has(identity.Coordinator)
	}) {
		readers = append(readers, identity.Reader{
			Roles: booking.Everybody.Roles, Address: p.House(ctx).Notices(),
		})
	}
	all, err := n.news(p, ctx, readers)
	for i := 0; i < len(all) && err == nil; i++ {
		err = p.notifyOf(ctx, topic, all[i])
	}
	return err
}

// notifyOf stores the mails of news that is due; two processes do it after each other.
func (p *Notices) notifyOf(ctx context.Context, topic identity.Topic, is staffNews) error {
	cause, uid := cmp.Or(is.date, string(topic)), is.to[0].UID
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if !p.Unlocked { // the control of the race test
			if _, err := tx.Exec(ctx, `
				select pg_advisory_xact_lock(hashtextextended('call notice:' || $1::text, 0))`,
				cmp.Or(is.date, uid)); err != nil {
				return err
			}
		}
		var told *time.Time
		err := tx.QueryRow(ctx, `
			select max(created_at)
			from mail
			where kind = $1
				and cause_id = $2
				and case when $3 then state <> 'withdrawn' else coalesce(member, '') = $4 end`,
			mail.CallsToday, cause, is.date != "", uid).Scan(&told)
		due := told == nil || told.Before(is.again)
		if err == nil && !due && is.since != nil {
			due, err = is.since(ctx, tx, *told)
		}
		if err != nil || !due {
			return err
		}
		p.Paused()
		for _, r := range is.to {
			m := mail.Mail{
				Kind: mail.CallsToday, To: r.Address, Cause: cause, Occurrence: is.date,
			}
			if r.UID != "" {
				m.Member, m.Topic = r.UID, string(topic)
			}
			if err := p.Mail.Enqueue(ctx, tx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

// NoticeLetter is a notice as it is when it goes.
func (p *Notices) NoticeLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	who := booking.Everybody
	if m.Member != "" {
		r, err := p.Staff.Reading(ctx, m)
		if err != nil {
			return mail.Letter{}, err
		}
		who = r.Actor()
	}
	return noticeOn(identity.Topic(m.Cause)).letter(p, ctx, who, m)
}

// callsPause is how long there is at least between two mails of calls to one reader.
const callsPause = time.Hour

// callsHeardOf are the dates of whose calls somebody hears, and how many calls cannot wait until
// tomorrow. Who opens the door sees all calls of the day, and hears of none.
func (p *Notices) callsHeardOf(ctx context.Context, who identity.Actor) (dates []*rules.Slot, n int, err error) {
	if dates, err = p.CallDates(ctx, who); err != nil {
		return nil, 0, err
	}
	dates = slices.DeleteFunc(dates, func(s *rules.Slot) bool { return s.MayRun(who) != nil })
	all, err := p.CallsOf(ctx, dates, nil)
	return dates, all.Today, err
}

// newsOfCalls tells when such calls came; in the morning also of those that were there.
func (p *Notices) newsOfCalls(ctx context.Context, readers []identity.Reader) (all []staffNews, err error) {
	now := p.Clock.Now()
	for _, r := range readers {
		dates, n, err := p.callsHeardOf(ctx, r.Actor())
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		since := func(ctx context.Context, tx pgx.Tx, told time.Time) (came bool, err error) {
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
				)`, told, waitlist.IDsOf(dates)).Scan(&came)
			return came, err
		}
		all = append(all, staffNews{[]identity.Reader{r}, "", clock.Day(now), since})
	}
	return all, nil
}

func (p *Notices) callsLetter(ctx context.Context, who identity.Actor, _ mail.Stored) (mail.Letter, error) {
	_, n, err := p.callsHeardOf(ctx, who)
	if err == nil && n == 0 {
		err = mail.ErrUntrue
	}
	return mail.CallsTodayLetter(n, p.Origin+"/beheer/wachtlijst"), err
}

// MinimumFor is how long before the start staff hear that too few people come.
const MinimumFor = 24 * time.Hour

// BelowMinimum are the dates in between with fewer people than they need.
func (p *Notices) BelowMinimum(ctx context.Context, from, to time.Time) ([]*rules.Slot, error) {
	return waitlist.SlotsWhere(ctx, p.Pool, p.Clock.Now(), `
		o.starts_at >= $1
		and o.starts_at < $2
		and o.status <> 'cancelled'
		and a.status in ('published', 'scheduled')
		and o.taken < (a.doc->>'minParticipants')::int
		order by o.starts_at, o.id`, from, to)
}

func (p *Notices) soonBelowMinimum(ctx context.Context) ([]*rules.Slot, error) {
	now := p.Clock.Now()
	return p.BelowMinimum(ctx, now, now.Add(MinimumFor))
}

// newsOfFew tells once of a date of the next day.
func (p *Notices) newsOfFew(ctx context.Context, readers []identity.Reader) (all []staffNews, err error) {
	dates, err := p.soonBelowMinimum(ctx)
	for _, s := range dates {
		to := slices.DeleteFunc(slices.Clone(readers), func(r identity.Reader) bool {
			return s.MayRun(r.Actor()) != nil
		})
		if len(to) > 0 {
			all = append(all, staffNews{to: to, date: s.ID})
		}
	}
	return all, err
}

// fewLetter is untrue when there are enough by then, or the date began.
func (p *Notices) fewLetter(ctx context.Context, who identity.Actor, m mail.Stored) (mail.Letter, error) {
	dates, err := p.soonBelowMinimum(ctx)
	s := waitlist.DateOf(dates, m.Cause)
	if err == nil && (s == nil || s.MayRun(who) != nil) {
		err = mail.ErrUntrue
	}
	if err != nil {
		return mail.Letter{}, err
	}
	return mail.TooFewLetter(
		s.Starts, s.Taken, *s.Activity.Min, p.Origin+"/registrationdetails/"+s.ID,
	), nil
}

// tomorrowFrom is the hour of the afternoon from which staff hear of the next day: most reminders
// are out, and there is time to phone.
const tomorrowFrom = 16

// newsOfTomorrow tells once a day. Hosts hear of all dates: the house does not know who of them
// opens the door. On a day without dates nobody hears anything.
func (p *Notices) newsOfTomorrow(ctx context.Context, readers []identity.Reader) (all []staffNews, err error) {
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

// tomorrow are the numbers of the next day, of the dates that somebody may see; the calls are of
// those that they may make.
func (p *Notices) tomorrow(ctx context.Context, who identity.Actor) (n mail.Tomorrow, err error) {
	now := p.Clock.Now()
	from := clock.Day(now).AddDate(0, 0, 1)
	all, err := waitlist.SlotsWhere(ctx, p.Pool, now, `
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
		return n, err
	}
	var phones []string
	for _, s := range all {
		if s.MayRun(who) == nil {
			phones = append(phones, s.ID)
		} else if !who.Has(identity.Gastheer) {
			continue
		}
		n.Dates++
		n.Coming += s.Taken
	}
	err = p.Pool.QueryRow(ctx, `
		select count(*)
		from call
		where state = 'open' and occurrence_id = any($1)`, phones).Scan(&n.Calls)
	return n, db.Problem(err)
}

// tomorrowLetter is of no use when that day is no longer tomorrow, or has no dates.
func (p *Notices) tomorrowLetter(ctx context.Context, who identity.Actor, m mail.Stored) (mail.Letter, error) {
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
