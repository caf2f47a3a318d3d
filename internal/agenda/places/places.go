// Package places puts the rooms of the dates together: what they are built of, their operations
// (routes_*.go), their jobs, and who writes which mail. It holds no rule itself.
//
//   - The rooms stand on each other in one order, waitlist at the bottom, persons on top.
//   - Only the rooms above the dates (agenda, evening, figures) and the program import this.
//   - Tests of the whole stand here too: the model, the promises, the races with their controls.
package places

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/closing"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/notify"
	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// From goes before a condition on a meeting, se, of a date, o, of an activity, a.
const From = `
	from session se
	join occurrence o on o.id = se.occurrence_id
	join activity a on a.id = o.activity_id
	where `

// Places are the rooms of the dates, each standing on the one below.
type Places struct{ *persons.Persons }

// New builds them on what they all need. What one of them needs beside that is set after.
func New(w *waitlist.Waitlist) Places {
	own := &visitors.Visitors{Booking: &booking.Booking{Waitlist: w}}
	dates := &closing.Closings{Changes: &changes.Changes{Desk: &desk.Desk{Visitors: own}}}
	return Places{&persons.Persons{Notices: &notify.Notices{Calls: &calls.Calls{Closings: dates}}}}
}

func (p *Places) HandleJobs() {
	jobs.Handle(p.Jobs, p.OnRing)
	jobs.Handle(p.Jobs, p.OnCallJob)
	jobs.Handle(p.Jobs, p.OnComplained)
	jobs.Every(p.Jobs, "waitlist sweep", booking.SweepEvery, p.Sweep)
	jobs.Every(p.Jobs, "reminders", notify.RemindEvery, p.Remind)
	jobs.Every(p.Jobs, "date count", booking.SweepEvery, p.CountEnded)
	jobs.Every(p.Jobs, "staff notices", notify.NoticeEvery, p.NotifyAll)
}

// Compose writes the letter of a mail of this room from live data, right before sending. What is no
// longer true gives mail.ErrUntrue.
func (p *Places) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	l, err := p.compose(ctx, m)
	if errors.Is(err, problem.New(problem.NotFound)) { // the person or the date is gone
		return l, mail.ErrUntrue
	}
	return l, err
}

func (p *Places) compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	switch m.Kind {
	case mail.SignedUp, mail.SignedUpBefore, mail.PlaceGiven:
		return p.PlaceLetter(ctx, m)
	case mail.LinkAsked:
		return p.OverviewLetter(ctx, m)
	case mail.OnList, mail.OnListBefore:
		return p.ListLetter(ctx, m)
	case mail.Offered:
		return p.OfferLetter(ctx, m)
	case mail.OfferExpired:
		return p.ExpiredLetter(ctx, m)
	case mail.Cancelled:
		return p.CancelLetter(ctx, m)
	case mail.Reminder:
		return p.ReminderLetter(ctx, m)
	case mail.CallsToday:
		return p.NoticeLetter(ctx, m)
	case mail.AddressRemoved:
		return p.AddressLetter(ctx, m)
	case mail.ToEverybody:
		return p.MessageLetter(ctx, m)
	case mail.DateOff, mail.DateOn, mail.DateMoved:
		return p.ChangeLetter(ctx, m)
	case mail.Erased:
		return mail.ErasedLetter(), nil
	}
	return mail.Letter{}, mail.ErrUntrue
}

// MailEnded hears what became of a mail. Refused for good, an offer goes on at once, and what
// somebody must hear becomes a call. When one is accepted, what sleeps because the mail was down
// wakes.
func (p *Places) MailEnded(ctx context.Context, tx pgx.Tx, m mail.Stored, state string) error {
	if state == "dead" {
		if m.Kind == mail.Offered {
			return p.WakeAt(ctx, tx, m.Occurrence, time.Time{})
		}
		return p.CallInstead(ctx, tx, m)
	}
	asleep, err := db.All[string](ctx, tx, `
		select distinct occurrence_id
		from vacancy
		where state = 'open'
			and reason = 'mailDown'`)
	if err != nil {
		return err
	}
	for _, id := range asleep {
		if err := p.WakeAt(ctx, tx, id, time.Time{}); err != nil {
			return err
		}
	}
	return nil
}

// SweepLinks forgets links that ended by the clock, with the addresses that nobody can put back any
// more, codes and messages of which the term is over, and what acts can no longer give back.
func (p *Places) SweepLinks(ctx context.Context) error {
	now := p.Clock.Now()
	if _, err := p.Pool.Exec(ctx, `delete from own_link where until <= $1`, now); err != nil {
		return db.Problem(err)
	}
	for _, sweep := range []func(context.Context, time.Time) error{
		p.SweepCodes, p.SweepEarlier, p.SweepMessages,
	} {
		if err := sweep(ctx, now); err != nil {
			return err
		}
	}
	_, err := p.ForgetClosures(ctx, now.AddDate(-closing.KeepClosures, 0, 0))
	return err
}

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{
	{Table: "registration", Column: "sealed", Key: "id", Name: "registration"},
	{Table: "registration", Column: "earlier", Key: "id", Name: desk.EarlierSeal},
	{Table: "waitlist_entry", Column: "sealed", Key: "id", Name: "waitlist_entry"},
	{Table: changes.MessageTable, Column: "sealed", Key: "id", Name: changes.MessageTable},
	{Table: "call", Column: "sealed", Key: "id", Name: "call"},
	{Table: waitlist.LinkTable, Column: "way_back", Key: "id", Name: waitlist.LinkTable},
	{Table: waitlist.LinkTable, Column: "address", Key: "id", Name: visitors.AddressSeal},
	{Table: booking.CodeTable, Column: "sealed", Key: "id", Name: booking.CodeTable},
	{Table: booking.CodeTable, Column: "earlier", Key: "id", Name: desk.EarlierCodeSeal},
}
