package booking

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// SweepEvery is how long a moment that was missed can stay unnoticed.
const SweepEvery = 5 * time.Minute

// LockedPerson is Locked for a sign-up, on its date; one that is gone is passed over.
func (p *Booking) LockedPerson(
	ctx context.Context,
	id string,
	do func(tx pgx.Tx, s *rules.Slot, r waitlist.Row) error,
) error {
	first, err := p.LoadPlace(ctx, p.Pool, id)
	if err != nil {
		return waitlist.IfThere(err)
	}
	return waitlist.IfThere(p.Locked(ctx, first.Occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		r, err := p.LoadPlace(ctx, tx, id)
		if err != nil {
			return err
		}
		return do(tx, s, r)
	}))
}

// EachDate runs do for each date that this query names, also after one that failed.
func (p *Booking) EachDate(
	ctx context.Context,
	do func(ctx context.Context, occurrence string) error,
	query string,
	args ...any,
) error {
	dates, err := db.All[string](ctx, p.Pool, query, args...)
	failed := []error{db.Problem(err)}
	for _, id := range dates {
		if err := do(ctx, id); err != nil {
			failed = append(failed, fmt.Errorf("date %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}

// VisibleSQL is rules.Activity.Visible as a condition on activity a; the parameter is now.
const VisibleSQL = `
	(a.status = 'published'
		or (a.status = 'scheduled' and a.publish_from is not null))
	and (a.publish_from is null or a.publish_from <= %[1]s)
	and (a.publish_until is null or a.publish_until > %[1]s)`

// Overdue are the dates of which a stored moment has passed and nobody looked since: an offer is
// over, a place that slept can be offered, visitors see the activity again, or the date began.
var Overdue = `
	select o.occurrence_id from ` + waitlist.OffersWithMail + ` where o.state = 'open' and ` + waitlist.Over + `
	union
	select v.occurrence_id
	from vacancy v
	where v.state = 'open'
		and (v.wakes_at <= $1 or v.reason = 'mailDown' and exists (
			select 1 from mail m where m.sent_at > v.updated_at
		))
	union
	select v.occurrence_id
	from vacancy v
	join occurrence d on d.id = v.occurrence_id
	join activity a on a.id = d.activity_id
	where v.state = 'open'
		and v.reason = '` + waitlist.ReasonCancelled + `'
		and d.status <> 'cancelled'
		and ` + fmt.Sprintf(VisibleSQL, "$1") + `
	union
	select w.occurrence_id
	from (
		select occurrence_id from waitlist_entry where state in ('waiting', 'offered')
		union all
		select occurrence_id from vacancy where state = 'open'
	) w
	join occurrence d on d.id = w.occurrence_id
	where d.join_until <= $1`

// Sweep wakes what should have woken by itself: a job may be lost, a process stop, a clock jump.
func (p *Booking) Sweep(ctx context.Context) error {
	return errors.Join(p.endCalls(ctx), p.EachDate(ctx, p.Wake, Overdue, p.Clock.Now()))
}

// Reminders are for the day after, from this hour; mails of them rest from that one.
const (
	RemindHour  = house.WallTime(10 * 60)
	remindUntil = house.WallTime(22 * 60)
)

// CallReminder is the reason of the call to who has no mail.
const CallReminder = "reminder"

// ReminderMail is what the job of mail.Reminder carries.
type ReminderMail struct {
	Session string `json:"session"`
	Day     string `json:"day"` // that the meeting had then
}

// Of is its meeting among these; nil when it is gone.
func (r ReminderMail) Of(all []rules.Meeting) *rules.Meeting {
	at := slices.IndexFunc(all, func(m rules.Meeting) bool { return m.ID == r.Session })
	if at < 0 {
		return nil
	}
	return &all[at]
}

// Window is when a reminder may go: from its moment on, and never at or after the end.
type Window struct{ From, Until time.Time }

// RemindFrom is the moment from which nobody can ask any more to be reminded: that of the reminder
// of the last of these meetings.
func RemindFrom(all []rules.SessionLine) (at time.Time) {
	for _, l := range all {
		if start, err := time.Parse(time.RFC3339, l.Start); err == nil {
			at = later(at, MailWindow(start).From)
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

// CanRemind says whether somebody can still ask to be reminded of this date.
func (p *Booking) CanRemind(ctx context.Context, q db.Querier, s *rules.Slot) (bool, error) {
	last := s.Starts
	if s.Kind == "series" {
		all, err := waitlist.Meetings(ctx, q, s.ID)
		if err != nil {
			return false, err
		}
		for _, m := range all {
			last = later(last, m.Start)
		}
	}
	return s.Now.Before(MailWindow(last).From), nil
}

func (w Window) Open(now time.Time) bool { return !now.Before(w.From) && now.Before(w.Until) }

// MailWindow is the day before a meeting, from ten until the night. After that the mail would wait
// until it says "morgen" of today.
func MailWindow(start time.Time) Window { return MailsOn(clock.Day(start).AddDate(0, 0, -1)) }

func MailsOn(day time.Time) Window {
	return Window{rules.WallMoment(day, RemindHour), rules.WallMoment(day, remindUntil)}
}

// Remindable says whether a meeting of this date happens and can be spoken of.
func Remindable(s *rules.Slot, m rules.Meeting) bool {
	return s.Status != "cancelled" && s.Hidden() == nil && m.Status == "planned"
}
