package places

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/mail"
)

// How often it is looked at whether somebody must be reminded.
const remindEvery = time.Minute

// Reminders are for the day after, from this hour; mails of them rest from that one.
const (
	remindFrom  = house.WallTime(10 * 60)
	remindUntil = house.WallTime(22 * 60)
)

// callReminder is the reason of the call to who has no mail.
const callReminder = "reminder"

// farthestCall is how many days before a meeting its call may stand on the list, when the house is
// closed on the days between. In a longer closure it is the day before, as for mails.
const farthestCall = 4

// reminderMail is what the job of mail.Reminder carries.
type reminderMail struct {
	Session string `json:"session"`
	Day     string `json:"day"` // that the meeting had then
}

// of is its meeting among these; nil when it is gone.
func (r reminderMail) of(all []rules.Meeting) *rules.Meeting {
	at := slices.IndexFunc(all, func(m rules.Meeting) bool { return m.ID == r.Session })
	if at < 0 {
		return nil
	}
	return &all[at]
}

// window is when a reminder may go: from its moment on, and never at or after the end.
type window struct{ from, until time.Time }

// RemindFrom is the moment from which nobody can ask any more to be reminded: that of the reminder
// of the last of these meetings.
func RemindFrom(all []rules.SessionLine) (at time.Time) {
	for _, l := range all {
		if start, err := time.Parse(time.RFC3339, l.Start); err == nil {
			at = later(at, mailWindow(start).from)
		}
	}
	return at
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// canRemind says whether somebody can still ask to be reminded of this date.
func (p *Places) canRemind(ctx context.Context, q db.Querier, s *rules.Slot) (bool, error) {
	last := s.Starts
	if s.Kind == "series" {
		all, err := Meetings(ctx, q, s.ID)
		if err != nil {
			return false, err
		}
		for _, m := range all {
			last = later(last, m.Start)
		}
	}
	return s.Now.Before(mailWindow(last).from), nil
}

func (w window) open(now time.Time) bool { return !now.Before(w.from) && now.Before(w.until) }

// mailWindow is the day before a meeting, from ten until the night. After that the mail would wait
// until it says "morgen" of today.
func mailWindow(start time.Time) window { return mailsOn(clock.Day(start).AddDate(0, 0, -1)) }

func mailsOn(day time.Time) window {
	return window{rules.WallMoment(day, remindFrom), rules.WallMoment(day, remindUntil)}
}

// callWindow is the day before a meeting, or the last one before it on which the house is open,
// from ten until the hour after which nobody phones.
func (p *Places) callWindow(ctx context.Context, start time.Time) window {
	day := p.countedDay(ctx, start, -1)
	if clock.DaysTo(day, start) > farthestCall {
		day = clock.Day(start).AddDate(0, 0, -1)
	}
	return window{rules.WallMoment(day, remindFrom), p.phonesUntil(ctx, day)}
}

// remindable says whether a meeting of this date happens and can be spoken of.
func remindable(s *rules.Slot, m rules.Meeting) bool {
	return s.Status != "cancelled" && s.Hidden() == nil && m.Status == "planned"
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

// Remind reminds everybody of a meeting of tomorrow who asked for it: by mail, or without an
// address by a call for staff. It may run twice, late or in two processes: whom it reminded it
// finds again under the lock of the date.
func (p *Places) Remind(ctx context.Context) error {
	day := clock.Day(p.Clock.Now())
	if !mailsOn(day).open(p.Clock.Now()) {
		return nil
	}
	return errors.Join(p.callForFailing(ctx), p.eachDate(
		ctx, p.remindDate, soon, day.AddDate(0, 0, 1), day.AddDate(0, 0, farthestCall+1),
	))
}

// remindDate does so for the meetings of one date. Is nobody left to remind, it takes no lock.
func (p *Places) remindDate(ctx context.Context, occurrence string) error {
	s, err := p.Peek(ctx, p.Pool, occurrence)
	if err != nil {
		return ifThere(err)
	}
	left, err := p.unreminded(ctx, p.Pool, s)
	if err != nil || len(left) == 0 {
		return err
	}
	return ifThere(p.locked(ctx, occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		if !p.unlocked { // the control of the race test goes by what was read before the lock
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

// due is somebody who must be reminded of a meeting.
type due struct {
	registrationRow
	meeting rules.Meeting
	callBy  time.Time // zero: by mail
}

// unreminded are who must be reminded now and were not yet, of each meeting of a date.
func (p *Places) unreminded(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
) (out []due, err error) {
	all, err := Meetings(ctx, q, s.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		mails, calls := mailWindow(m.Start), p.callWindow(ctx, m.Start)
		if !remindable(s, m) || !mails.open(s.Now) && !calls.open(s.Now) {
			continue
		}
		who, err := p.wantReminder(ctx, q, s.ID, m)
		if err != nil {
			return nil, err
		}
		for _, w := range who {
			d := due{registrationRow: w.registrationRow, meeting: m}
			at := mails
			switch {
			case w.doc.NoMail: // looks for themselves
				continue
			case w.who.Email == "" && w.who.Phone == "":
				continue
			case w.who.Email == "":
				at, d.callBy = calls, calls.until
			}
			if at.open(s.Now) && w.toldAt.Before(at.from) {
				out = append(out, d)
			}
		}
	}
	return out, nil
}

// wanting is somebody who wants to be reminded, and when they were told of the meeting last: when
// they signed up, or when they heard that it moved.
type wanting struct {
	registrationRow
	toldAt time.Time
}

// wantReminder are who comes to a date, asked to be reminded, and were not of this meeting.
func (p *Places) wantReminder(
	ctx context.Context,
	q db.Querier,
	occurrence string,
	m rules.Meeting,
) ([]wanting, error) {
	rows, err := q.Query(ctx, `
		select `+registrationColumns+`,
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
				where (c.registration_id = r.id or `+callAlsoOf("c", "r.id")+`)
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
		occurrence, m.ID, rules.DayOf(m.Start), tellTheDay, mail.Reminder)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (w wanting, err error) {
		w.registrationRow, err = p.scanRegistration(row, &w.toldAt)
		return w, err
	})
}

// tellTheDay are the mails that say when it is: whoever got one after the moment of the reminder
// needs no second one.
var tellTheDay = []mail.Kind{mail.SignedUp, mail.PlaceGiven, mail.DateOn, mail.DateMoved}

// remindOne stores the mail or the call of one reminder.
func (p *Places) remindOne(ctx context.Context, tx pgx.Tx, s *rules.Slot, d due) error {
	day := rules.DayOf(d.meeting.Start)
	if d.callBy.IsZero() {
		return p.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:       mail.Reminder,
			To:         d.who.Email,
			Occurrence: s.ID,
			Cause:      d.id,
			Data:       reminderMail{Session: d.meeting.ID, Day: day},
		})
	}
	return p.addCall(ctx, tx, s, newCall{
		kind:         callRemind,
		reason:       callReminder,
		registration: d.id,
		by:           d.callBy,
		meeting:      &d.meeting,
	})
}

// reminderLetter is for who still comes to a meeting that is tomorrow still.
func (p *Places) reminderLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data reminderMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	r, err := p.loadRegistration(ctx, p.Pool, "id = $1", m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	s, all, _, _, err := p.when(ctx, r.occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	at := data.of(all)
	if at == nil || r.status != "registered" || !r.doc.Reminder || r.doc.NoMail ||
		!remindable(s, *at) || rules.DayOf(at.Start) != data.Day ||
		!mailWindow(at.Start).open(s.Now) {
		return mail.Letter{}, mail.ErrUntrue
	}
	link, err := p.placeLink(ctx, r)
	return mail.ReminderLetter(mail.Visit{
		Start: at.Start,
		End:   at.End,
		Place: p.House(ctx).Place(at.Room),
		Link:  link,
	}, !s.Now.Before(s.Starts)), err
}
