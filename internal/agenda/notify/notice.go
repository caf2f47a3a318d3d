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
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// NoticeEvery is how often it is looked at whether staff are to hear something.
const NoticeEvery = 15 * time.Minute

// notice is what staff hear by mail of dates: in numbers, and without a title.
type notice struct {
	topic identity.Topic // who reads it; also the cause of its mails, but for those of one date
	from  int            // the hour of the day from which it is told
	// news is what there is to tell these readers.
	news func(*Notices, context.Context, []identity.Reader) ([]staffNews, error)
	// letter is what they read, as it is when the mail goes; mail.ErrUntrue when that is of no use
	// any more.
	letter func(*Notices, context.Context, identity.Actor, mail.Stored) (mail.Letter, error)
}

// notices are all; a new one is a row here, with its news and its letter.
var notices = []notice{
	{identity.Calls, 0, (*Notices).newsOfCalls, (*Notices).callsLetter},
	{identity.TooFew, 0, (*Notices).newsOfFew, (*Notices).fewLetter},
	{identity.Tomorrow, tomorrowFrom, (*Notices).newsOfTomorrow, (*Notices).tomorrowLetter},
}

// noticeOn is the notice about this topic; else the one about single dates.
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
	// again makes it due once more when it was told before that moment; zero: it is told once.
	again time.Time
	// since makes it due when something came since it was told; nil: nothing does.
	since func(ctx context.Context, tx pgx.Tx, told time.Time) (bool, error)
}

// byDay says whether it is an hour at which staff phone people: at night nobody does.
func (p *Notices) byDay(ctx context.Context) bool {
	now := p.Clock.Now()
	from := rules.WallMoment(clock.Day(now), p.House(ctx).Waitlist.From)
	return booking.Window{From: from, Until: p.PhonesUntil(ctx, clock.Day(now))}.Open(now)
}

// NotifyAll tells staff by mail what there is; what fails of one topic leaves the others.
func (p *Notices) NotifyAll(ctx context.Context) error {
	var failed []error
	for _, n := range notices {
		failed = append(failed, p.Notify(ctx, n.topic))
	}
	return errors.Join(failed...)
}

// Notify tells staff by mail what there is of this topic: coordinators of all dates, who gives an
// activity or receives of their own. The house's own address hears it when no mail of a coordinator
// is known.
func (p *Notices) Notify(ctx context.Context, topic identity.Topic) error {
	n := noticeOn(topic)
	if !p.byDay(ctx) || p.Clock.Now().In(clock.Amsterdam).Hour() < n.from {
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
	if err != nil {
		return err
	}
	for _, is := range all {
		if err := p.notifyOf(ctx, topic, is); err != nil {
			return err
		}
	}
	return nil
}

// notifyOf stores the mails of news that is due. Two processes that look at one moment do it after
// each other.
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
