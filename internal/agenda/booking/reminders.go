package booking

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

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
