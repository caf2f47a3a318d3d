package calls

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// MailAgain sends a mail once more that did not go out; pressed twice it is one mail.
//
// Problems: those of StaffOn, conflict (it is on its way, or was never sent), closed (no address).
func (p *Calls) MailAgain(ctx context.Context, by booking.By, id, letter string) (booking.Done, error) {
	doc := &desk.ResentAct{OfMail: desk.OfMail{Mail: letter}}
	return p.onMail(ctx, by, aboutMail{id, letter, doc, problem.Conflict}, func(
		tx pgx.Tx, s *rules.Slot, r waitlist.Row,
	) (time.Duration, bool, error) {
		if r.Who.Email == "" {
			return 0, false, closed
		}
		again, err := p.again(ctx, tx, s, r, letter)
		return 0, again, err
	})
}

// StopMail keeps a mail from going out that waits.
//
// Problems: those of StaffOn, gone (it went).
func (p *Calls) StopMail(ctx context.Context, by booking.By, id, letter string) (booking.Done, error) {
	doc := &desk.UnsentAct{OfMail: desk.OfMail{Mail: letter}}
	return p.onMail(ctx, by, aboutMail{id, letter, doc, problem.Gone}, func(
		tx pgx.Tx, s *rules.Slot, _ waitlist.Row,
	) (time.Duration, bool, error) {
		stopped, err := p.Mail.Stop(ctx, tx, letter, id)
		return booking.UndoFor(s), stopped, err
	})
}

// aboutMail is a mail about a sign-up, the act about it, and how one that was not done is refused.
type aboutMail struct {
	id, letter string
	doc        booking.Payload
	or         problem.Code
}

// onMail does something with a mail, for who plans the date: do says how long it can be taken back,
// and whether it did it; else it was done before.
//
// Problems: those of StaffOn, or (it was not).
func (p *Calls) onMail(
	ctx context.Context, by booking.By, m aboutMail,
	do func(pgx.Tx, *rules.Slot, waitlist.Row) (time.Duration, bool, error),
) (booking.Done, error) {
	return p.OnRow(ctx, by, waitlist.PlaceKind, m.id, func(
		tx pgx.Tx, s *rules.Slot, r waitlist.Row,
	) (a booking.Acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		a.Doc = m.doc
		did := false
		if a.Undo, did, err = do(tx, s, r); err != nil || did {
			return a, err
		}
		a, err = p.Before(ctx, tx, m.id, booking.KindOf(m.doc), m.or)
		if err == nil && !a.Earlier.About(m.letter) {
			err = problem.New(m.or)
		}
		return a, err
	})
}

// again sends a mail once more, if it can, and takes back the call that stands for it.
func (p *Calls) again(
	ctx context.Context, tx pgx.Tx, s *rules.Slot, r waitlist.Row, letter string,
) (sent bool, err error) {
	if sent, err = p.Mail.Again(ctx, tx, letter, r.ID, r.Who.Email); err == nil && sent {
		err = booking.EndCallsOfMails(ctx, tx, s, r.ID, letter)
	}
	return sent, err
}

// AboutPerson says whether a mail is about a sign-up, whose address is known as long as that
// stands.
func AboutPerson(m mail.NotSent) bool {
	return strings.HasPrefix(m.Cause, "reg_") && slices.Contains(desk.ToPerson, m.Kind)
}

// MailOnceMore is MailAgain for who keeps the site, and sees nothing of whom it is for.
func (p *Calls) MailOnceMore(ctx context.Context, m mail.NotSent) (sent bool, err error) {
	err = p.LockedPerson(ctx, m.Cause, func(tx pgx.Tx, s *rules.Slot, r waitlist.Row) (err error) {
		if r.Who.Email != "" {
			sent, err = p.again(ctx, tx, s, r, m.ID)
		}
		return err
	})
	return sent, err
}

// OnCallJob leaves the call, once, when the person has a number and still comes.
func (p *Calls) OnCallJob(ctx context.Context, j booking.CallJob) error {
	if j.Act != "" {
		return p.CallAboutDate(ctx, j)
	}
	return p.LockedPerson(ctx, j.Registration, func(
		tx pgx.Tx,
		s *rules.Slot,
		r waitlist.Row,
	) error {
		if r.Occurrence != s.ID || r.State != "registered" {
			return nil
		}
		if j.Sure || j.Reminds != nil {
			return p.CallOfMail(ctx, tx, s, r, j)
		}
		if !s.Now.Before(s.Starts) {
			return nil
		}
		// the job may come twice: its call has the name of the mail
		id := booking.CallOf(j.Mail)
		var known bool
		if err := tx.QueryRow(ctx, `
			select exists (
				select from call
				where id = $1
					or $2 and registration_id = $3 and reason = $4 and state = 'open'
			)`, id, j.Moved, r.ID, waitlist.CallMoved).Scan(&known); err != nil || known {
			return err
		}
		if j.Moved {
			return p.ToCall(ctx, tx, s, r, waitlist.CallMoved)
		}
		text, err := p.MessageText(ctx, tx, j.Message)
		if err != nil || r.Who.Phone == "" {
			return err
		}
		return p.CallToSay(ctx, tx, s, r.ID, changes.Spoken{ID: id, Text: text})
	})
}

// CallOfMail leaves the call that says that a place is sure, or that reminds, while that is of use;
// refused a second time, it is open again.
func (p *Calls) CallOfMail(ctx context.Context, tx pgx.Tx, s *rules.Slot, r waitlist.Row, j booking.CallJob) error {
	if r.Who.Phone == "" || r.Doc.NoMail {
		return nil
	}
	c := waitlist.NewCall{
		ID:           booking.CallOf(j.Mail),
		Reason:       waitlist.CallSure,
		Registration: r.ID,
		By:           p.CallBy(ctx, s),
	}
	ends := s.Starts
	if j.Reminds != nil {
		all, err := waitlist.Meetings(ctx, tx, s.ID)
		at := j.Reminds.Of(all)
		if err != nil || at == nil || clock.Date(at.Start) != j.Reminds.Day ||
			!r.Doc.Reminder || !booking.Remindable(s, *at) {
			return err
		}
		ends = p.PhonesUntil(ctx, booking.MailWindow(at.Start).From)
		c.Kind, c.Reason, c.By, c.Meeting = waitlist.CallRemind, booking.CallReminder, ends, at
	}
	if !s.Now.Before(ends) || s.Status == "cancelled" {
		return nil
	}
	return p.AddCall(ctx, tx, s, c)
}
