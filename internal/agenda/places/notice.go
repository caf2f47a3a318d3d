package places

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// noticeEvery is how often it is looked at whether staff are to hear something.
const noticeEvery = 15 * time.Minute

// notice is what staff hear by mail of dates: in numbers, and without a title.
type notice struct {
	topic identity.Topic // who reads it; also the cause of its mails, but for those of one date
	from  int            // the hour of the day from which it is told
	// news is what there is to tell these readers.
	news func(*Places, context.Context, []identity.Reader) ([]staffNews, error)
	// letter is what they read, as it is when the mail goes; mail.ErrUntrue when that is of no use
	// any more.
	letter func(*Places, context.Context, identity.Actor, mail.Stored) (mail.Letter, error)
}

// notices are all; a new one is a row here, with its news and its letter.
var notices = []notice{
	{identity.Calls, 0, (*Places).newsOfCalls, (*Places).callsLetter},
	{identity.TooFew, 0, (*Places).newsOfFew, (*Places).fewLetter},
	{identity.Tomorrow, tomorrowFrom, (*Places).newsOfTomorrow, (*Places).tomorrowLetter},
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

// everybody reads all calls.
var everybody = identity.Actor{Roles: []identity.Role{identity.Coordinator}}

// StaffReaders are the people of the staff who get mail, from the room that knows them.
type StaffReaders interface {
	Readers(
		ctx context.Context,
		q db.Querier,
		topic identity.Topic,
		roles ...identity.Role,
	) ([]identity.Reader, error)
	Reading(ctx context.Context, m mail.Stored) (identity.Reader, error)
	// Receivers are who can receive people at a date, by their uid.
	Receivers(ctx context.Context, q db.Querier) (map[string]identity.Receiver, error)
}

// byDay says whether it is an hour at which staff phone people: at night nobody does.
func (p *Places) byDay(ctx context.Context) bool {
	now := p.Clock.Now()
	from := rules.WallMoment(clock.Day(now), p.House(ctx).Waitlist.From)
	return window{from, p.phonesUntil(ctx, clock.Day(now))}.open(now)
}

// NotifyAll tells staff by mail what there is; what fails of one topic leaves the others.
func (p *Places) NotifyAll(ctx context.Context) error {
	var failed []error
	for _, n := range notices {
		failed = append(failed, p.Notify(ctx, n.topic))
	}
	return errors.Join(failed...)
}

// Notify tells staff by mail what there is of this topic: coordinators of all dates, who gives an
// activity or receives of their own. The house's own address hears it when no mail of a coordinator
// is known.
func (p *Places) Notify(ctx context.Context, topic identity.Topic) error {
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
			Roles: everybody.Roles, Address: p.House(ctx).Notices(),
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
func (p *Places) notifyOf(ctx context.Context, topic identity.Topic, is staffNews) error {
	cause, uid := cmp.Or(is.date, string(topic)), is.to[0].UID
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if !p.unlocked { // the control of the race test
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
		p.paused()
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

// noticeLetter is a notice as it is when it goes.
func (p *Places) noticeLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	who := everybody
	if m.Member != "" {
		r, err := p.Staff.Reading(ctx, m)
		if err != nil {
			return mail.Letter{}, err
		}
		who = r.Actor()
	}
	return noticeOn(identity.Topic(m.Cause)).letter(p, ctx, who, m)
}
