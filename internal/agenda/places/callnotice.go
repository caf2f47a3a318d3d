package places

import (
	"context"
	"slices"
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
	now, h := p.Clock.Now(), p.House(ctx)
	day := clock.Day(now)
	return !now.Before(rules.WallMoment(day, h.Waitlist.From)) &&
		now.Before(rules.WallMoment(day, h.Waitlist.Until))
}

// TellOfCalls tells coordinators, and who gives an activity or receives of their own dates, by mail
// when calls came that cannot wait until tomorrow; in the morning also of those that were there
// already. The house's own address hears it when no mail of a coordinator is known.
func (p *Places) TellOfCalls(ctx context.Context) error {
	if !p.byDay(ctx) {
		return nil
	}
	readers, err := p.Staff.Readers(
		ctx, p.Pool, identity.Calls, identity.Receiving...,
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
		if err := p.tellOfCalls(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

func someCoordinator(readers []identity.Reader) bool {
	for _, r := range readers {
		if r.Actor().Has(identity.Coordinator) {
			return true
		}
	}
	return false
}

// callsHeardOf are the dates of whose calls somebody hears by mail, and how many of those calls
// cannot wait until tomorrow. Who opens the door sees all calls of the day, and hears of none.
func (p *Places) callsHeardOf(
	ctx context.Context,
	who identity.Actor,
) (dates []*rules.Slot, n int, err error) {
	if dates, err = p.callDates(ctx, who); err != nil {
		return nil, 0, err
	}
	dates = slices.DeleteFunc(dates, func(s *rules.Slot) bool { return s.MayRun(who) != nil })
	n, err = p.callsToday(ctx, dates)
	return dates, n, err
}

// tellOfCalls tells one reader.
func (p *Places) tellOfCalls(ctx context.Context, r identity.Reader) error {
	dates, n, err := p.callsHeardOf(ctx, r.Actor())
	if err != nil || n == 0 {
		return err
	}
	ids := make([]string, len(dates))
	for i, s := range dates {
		ids[i] = s.ID
	}
	now := p.Clock.Now()
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if err := p.oneTeller(ctx, tx, r.UID); err != nil {
			return err
		}
		var due bool
		if err := tx.QueryRow(ctx, `
			select l.last < $1 or l.last <= $2 and (
				exists (
					select 1
					from vacancy
					where state = 'open'
						and reason in ('offeredPhone', 'phoneList')
						and updated_at > l.last
						and occurrence_id = any($6)
				)
				or exists (
					select 1
					from call
					where state = 'open'
						and created_at > l.last
						and occurrence_id = any($6)
				)
			)
			from (
				select coalesce(max(created_at), 'epoch') last
				from mail
				where kind = $3
					and cause_id = $4
					and coalesce(member, '') = $5
			) l`, clock.Day(now), now.Add(-callsPause), mail.CallsToday, noticeCause, r.UID, ids,
		).Scan(&due); err != nil || !due {
			return err
		}
		p.paused()
		return p.Mail.Enqueue(ctx, tx, noticeTo(r, identity.Calls, noticeCause))
	})
}

// oneTeller makes two processes that would tell one reader at one moment do it after each other.
func (p *Places) oneTeller(ctx context.Context, tx pgx.Tx, uid string) error {
	if !p.unlocked { // the control of the race test
		if _, err := tx.Exec(ctx, `
			select pg_advisory_xact_lock(hashtextextended('call notice:' || $1::text, 0))`, uid,
		); err != nil {
			return err
		}
	}
	return nil
}

// noticeTo is one mail of this kind to a reader, or to the house itself.
func noticeTo(r identity.Reader, topic identity.Topic, cause string) mail.Mail {
	m := mail.Mail{Kind: mail.CallsToday, To: r.Address, Cause: cause}
	if r.UID != "" {
		m.Member, m.Topic = r.UID, string(topic)
	}
	return m
}

// noticeLetter is what staff hear of dates: in numbers, and without a title.
func (p *Places) noticeLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	who := everybody
	if m.Member != "" {
		r, err := p.Staff.Reading(ctx, m)
		if err != nil {
			return mail.Letter{}, err
		}
		who = r.Actor()
	}
	switch m.Cause {
	case noticeCause:
		return p.callsLetter(ctx, who)
	case tomorrowCause:
		return p.tomorrowLetter(ctx, who, m.CreatedAt)
	}
	return p.fewLetter(ctx, who, m.Cause)
}

// callsLetter says how many calls there are when the mail goes; with none it is of no use.
func (p *Places) callsLetter(ctx context.Context, who identity.Actor) (mail.Letter, error) {
	_, n, err := p.callsHeardOf(ctx, who)
	if err == nil && n == 0 {
		err = mail.ErrUntrue
	}
	return mail.CallsTodayLetter(n, p.Origin+"/beheer/wachtlijst"), err
}
