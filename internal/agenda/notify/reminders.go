package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
)

// RemindEvery is how often it is looked at who must be reminded.
const RemindEvery = time.Minute

// farthestCall is how many days before a meeting its call may stand on the list. When the house is
// closed for longer it is the day before, as for mails.
const farthestCall = 4

// callWindow is the day before a meeting, or the last one before it on which the house is open,
// from ten until the hour after which nobody phones.
func (p *Notices) callWindow(ctx context.Context, start time.Time) booking.Window {
	day := p.CountedDay(ctx, start, -1)
	if clock.DaysTo(day, start) > farthestCall {
		day = clock.Day(start).AddDate(0, 0, -1)
	}
	return booking.Window{
		From:  rules.WallMoment(day, booking.RemindHour),
		Until: p.PhonesUntil(ctx, day),
	}
}

// soon are the dates with a meeting in the next days of which somebody wants to be reminded.
const soon = `
	select distinct s.occurrence_id
	from session s
	join occurrence o on o.id = s.occurrence_id
	join registration r on r.occurrence_id = o.id
	where s.starts_at >= $1
		and s.starts_at < $2
		and s.status = 'planned'
		and o.status <> 'cancelled'
		and r.status = 'registered'
		and r.doc->>'reminder' = 'true'
	order by 1`

// Remind reminds of tomorrow who asked for it. It may run twice, late or in two processes: whom it
// reminded it finds again under the lock.
func (p *Notices) Remind(ctx context.Context) error {
	day := clock.Day(p.Clock.Now())
	if !booking.MailsOn(day).Open(p.Clock.Now()) {
		return nil
	}
	return errors.Join(p.callForFailing(ctx), p.EachDate(
		ctx, p.remindDate, soon, day.AddDate(0, 0, 1), day.AddDate(0, 0, farthestCall+1),
	))
}

// remindDate takes no lock when nobody is left to remind.
func (p *Notices) remindDate(ctx context.Context, date string) error {
	s, err := p.Peek(ctx, p.Pool, date)
	if err != nil {
		return waitlist.IfThere(err)
	}
	left, err := p.unreminded(ctx, p.Pool, s)
	if err != nil || len(left) == 0 {
		return err
	}
	return waitlist.IfThere(p.Locked(ctx, date, func(tx pgx.Tx, s *rules.Slot) error {
		if !p.Unlocked { // the control of the race test goes by what was read before the lock
			if left, err = p.unreminded(ctx, tx, s); err != nil {
				return err
			}
		}
		for _, d := range left {
			if err := p.remindOne(ctx, tx, s, d); err != nil {
				return err
			}
		}
		return nil
	}))
}

type due struct {
	waitlist.Row
	// that there is one: when they signed up, or heard that it moved
	toldAt  time.Time
	meeting rules.Meeting
	callBy  time.Time // zero: by mail
}

// unreminded are who must be reminded now.
func (p *Notices) unreminded(ctx context.Context, q db.Querier, s *rules.Slot) (out []due, err error) {
	all, err := waitlist.Meetings(ctx, q, s.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		mails, calls := booking.MailWindow(m.Start), p.callWindow(ctx, m.Start)
		if !booking.Remindable(s, m) || !mails.Open(s.Now) && !calls.Open(s.Now) {
			continue
		}
		who, err := p.wantReminder(ctx, q, s.ID, m)
		if err != nil {
			return nil, err
		}
		for _, d := range who {
			at := mails
			if d.Who.Email == "" {
				at, d.callBy = calls, calls.Until
			}
			if d.Reached() != "none" && !d.Doc.NoMail && // else they look for themselves
				at.Open(s.Now) && d.toldAt.Before(at.From) {
				out = append(out, d)
			}
		}
	}
	return out, nil
}

// wantReminder are who asked to be reminded and were not of this meeting.
func (p *Notices) wantReminder(ctx context.Context, q db.Querier, date string, m rules.Meeting) ([]due, error) {
	return db.Rows(ctx, q, func(row pgx.CollectableRow) (d due, err error) {
		d.meeting = m
		d.Row, err = p.Scan(waitlist.PlaceKind, row, &d.toldAt)
		return d, err
	}, `
		select `+waitlist.PlaceKind.Columns()+`,
			greatest(created_at, (
				select max(m.created_at)
				from mail m
				where m.cause_id = r.id
					and m.kind = any($4)
					and m.state <> 'withdrawn'
			), (
				select max(m.created_at)
				from mail m
				where `+mail.AlsoOf("m", "r.id")+`
					and m.kind = any($4)
					and m.state <> 'withdrawn'
			), (
				select max(c.created_at)
				from call c
				where (c.registration_id = r.id or `+desk.CallAlsoOf("c", "r.id")+`)
					and c.reason in ('moved', 'onAgain')
					and c.state <> 'withdrawn'
			))
		from registration r
		where r.occurrence_id = $1
			and r.status = 'registered'
			and r.doc->>'reminder' = 'true'
			and not exists (
				select
				from mail m
				where m.cause_id = r.id
					and m.kind = $5
					and m.data->>'session' = $2
					and m.data->>'day' = $3
					and m.state <> 'withdrawn'
			)
			and not exists (
				select
				from call c
				where c.registration_id = r.id
					and c.session_id = $2
					and c.session_day = $3::date
					and c.state <> 'withdrawn'
			)
		order by r.order_no`,
		date, m.ID, clock.Date(m.Start), tellTheDay, mail.Reminder)
}

// tellTheDay are the mails that say when it is: after them nobody needs a second one.
var tellTheDay = []mail.Kind{mail.SignedUp, mail.PlaceGiven, mail.DateOn, mail.DateMoved}

func (p *Notices) remindOne(ctx context.Context, tx pgx.Tx, s *rules.Slot, d due) error {
	day := clock.Date(d.meeting.Start)
	if d.callBy.IsZero() {
		return p.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:       mail.Reminder,
			To:         d.Who.Email,
			Occurrence: s.ID,
			Cause:      d.ID,
			Data:       booking.ReminderMail{Session: d.meeting.ID, Day: day},
		})
	}
	return p.AddCall(ctx, tx, s, waitlist.NewCall{
		Kind:         waitlist.CallRemind,
		Reason:       booking.CallReminder,
		Registration: d.ID,
		By:           d.callBy,
		Meeting:      &d.meeting,
	})
}

// ReminderLetter is for who still comes to a meeting that is tomorrow still.
func (p *Notices) ReminderLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data booking.ReminderMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	r, err := p.Told(ctx, waitlist.PlaceKind, m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	d, err := p.When(ctx, r.Occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	s, at := d.S, data.Of(d.All)
	if at == nil || r.State != "registered" || !r.Doc.Reminder || r.Doc.NoMail ||
		!booking.Remindable(s, *at) || clock.Date(at.Start) != data.Day ||
		!booking.MailWindow(at.Start).Open(s.Now) {
		return mail.Letter{}, mail.ErrUntrue
	}
	link, err := p.LinkTo(ctx, r.Kind, r.ID, r.Who.Email)
	return mail.ReminderLetter(mail.Visit{
		Start: at.Start,
		End:   at.End,
		Place: p.House(ctx).Place(at.Room),
		Own:   s.Activity.OwnSentence,
		Link:  link,
	}, !s.Now.Before(s.Starts)), err
}

// phoneTime is how long staff have to phone whom a mail does not reach.
const phoneTime = 2 * time.Hour

type failing struct {
	Mail, Registration, Occurrence string
	Reminds                        booking.ReminderMail
}

// callForFailing makes calls of reminders that no server took all day, while there is time to
// phone. Who left no number is left to the mail.
func (p *Notices) callForFailing(ctx context.Context) error {
	all, err := db.All[failing](ctx, p.Pool, `
		select m.id, r.id, r.occurrence_id, m.data
		from mail m
		join registration r on r.id = m.cause_id
		where m.kind = $1
			and m.state = 'failed'
			and r.phone_key is not null
		order by m.no`, mail.Reminder)
	if err != nil {
		return err
	}
	var failed []error
	for _, f := range all {
		if err := p.callFor(ctx, f); err != nil {
			failed = append(failed, fmt.Errorf("calling instead of %s: %w", f.Mail, err))
		}
	}
	return errors.Join(failed...)
}

func (p *Notices) callFor(ctx context.Context, f failing) error {
	all, err := waitlist.Meetings(ctx, p.Pool, f.Occurrence)
	at := f.Reminds.Of(all)
	if err != nil || at == nil {
		return err
	}
	until := p.PhonesUntil(ctx, booking.MailWindow(at.Start).From)
	if now := p.Clock.Now(); now.Before(until.Add(-phoneTime)) || !now.Before(until) {
		return nil
	}
	return p.LockedPerson(ctx, f.Registration, func(
		tx pgx.Tx, s *rules.Slot, r waitlist.Row,
	) error {
		if r.Occurrence != s.ID || r.State != "registered" || r.Who.Phone == "" || r.Doc.NoMail {
			return nil
		}
		if err := p.Mail.Recall(ctx, tx, mail.Reminder, r.ID); err != nil {
			return err
		}
		return p.CallOfMail(ctx, tx, s, r, booking.CallJob{Mail: f.Mail, Reminds: &f.Reminds})
	})
}
