package desk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// MovePerson moves a sign-up to another date of the same activity, in one transaction under both
// locks: same row, same link. Is that date full, the person waits there and keeps the old place.
//
// Problems: those of StaffOn, not_found, closed (one of the two is over or cancelled, or visitors
// do not see it), conflict (already there), waitlist_full.
func (p *Desk) MovePerson(ctx context.Context, by booking.By, id, to string) (booking.Done, error) {
	first, err := p.LoadRegistration(ctx, p.Pool, "id = $1", id)
	if err != nil {
		return booking.Done{}, err
	}
	if first.Occurrence == to {
		return booking.Done{}, problem.New(problem.Conflict)
	}
	return p.OnDates(ctx, by, first.Occurrence, p.two(to), func(
		tx pgx.Tx,
		m *booking.Many,
	) (a booking.Acted, err error) {
		from, to := m.Lead, waitlist.DateOf(m.Dates, to)
		to.Act = from.Act
		r, err := p.LoadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return a, err
		}
		switch {
		case r.Occurrence == to.ID:
			a, err = p.Before(ctx, tx, id, booking.ActMoved, problem.Conflict)
		case r.Occurrence != from.ID:
			err = problem.New(problem.PreconditionFailed)
		case r.Status != "registered", !from.Now.Before(from.Starts), !to.Now.Before(to.Starts),
			to.Status == "cancelled", to.Hidden() != nil, to.ActivityID != from.ActivityID:
			err = problem.New(problem.Closed)
		default:
			a, err = p.movePerson(ctx, tx, between{from, to}, r)
		}
		a.Subject, a.Done.FirstName = id, waitlist.FirstName(r.Who.Name)
		return a, err
	})
}

// two are a date and another, for who runs the first.
func (p *Desk) two(to string) booking.Span {
	return booking.Span{
		With: to,
		Of: func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error) {
			other, err := p.Peek(ctx, q, to)
			return []*rules.Slot{lead, other}, err
		},
		May: func(_ context.Context, _ db.Querier, who identity.Actor, lead *rules.Slot) error {
			return lead.MayRun(who)
		},
	}
}

func (p *Desk) movePerson(
	ctx context.Context,
	tx pgx.Tx,
	dates between,
	r waitlist.RegistrationRow,
) (a booking.Acted, err error) {
	from, to := dates.from, dates.to
	d := &MovedAct{From: from.ID, To: to.ID}
	a = booking.Acted{Doc: d, Undo: min(booking.UndoFor(from), booking.UndoFor(to))}
	k := p.KeysOf(to.ID, r.Who)
	if err := p.noOtherPlace(ctx, tx, k); err != nil {
		return a, err
	}
	if to.Free() < r.Seats {
		d.Entry, err = p.waitElsewhere(ctx, tx, to, r, a.Undo)
		a.Done.Status = "waiting"
		return a, err
	}
	a.Done.Status = "registered"
	d.Was, d.Letter = booking.Number(from.Limit), r.Letter
	if d.Left, err = p.WaitingOf(ctx, tx, to.ID, k); err != nil {
		return a, err
	}
	if err := p.carry(ctx, tx, to, r, ""); err != nil {
		return a, err
	}
	booking.KeepFreed(from, a.Undo)
	to.Taken += r.Seats
	if err := p.Release(ctx, tx, from, r.Seats); err != nil {
		return a, err
	}
	if err := p.LeaveForPlace(ctx, tx, to, k); err != nil {
		return a, err
	}
	return a, p.tellMoved(ctx, tx, dates, r, a.Undo)
}

// carry writes a sign-up over to another date, with the letter that it had there before.
func (p *Desk) carry(
	ctx context.Context,
	tx pgx.Tx,
	to *rules.Slot,
	r waitlist.RegistrationRow,
	letter string,
) error {
	k := p.KeysOf(to.ID, r.Who)
	if _, err := tx.Exec(ctx, `
		update registration
		set occurrence_id = $2, name_email_key = $3, name_phone_key = $4, first_key = $6,
			version = version + 1, updated_at = $5,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
		where id = $1`, r.ID, to.ID, k.NameEmail, k.NamePhone, to.Now, k.First,
	); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update call set occurrence_id = $2, updated_at = $3
		where registration_id = $1 and state = 'open'`, r.ID, to.ID, to.Now); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		delete from attendance where registration_id = $1`, r.ID); err != nil {
		return err
	}
	return p.NameApart(ctx, tx, r.ID, letter)
}

// tellMoved tells somebody of the new date: by mail once it can no longer be taken back, or by a
// call.
func (p *Desk) tellMoved(
	ctx context.Context,
	tx pgx.Tx,
	dates between,
	r waitlist.RegistrationRow,
	hold time.Duration,
) error {
	if r.Doc.NoMail {
		return nil
	}
	if r.Who.Email == "" {
		return p.ToCall(ctx, tx, dates.to, r, waitlist.CallMoved)
	}
	return p.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:       mail.SignedUp,
		To:         r.Who.Email,
		Occurrence: dates.to.ID,
		Cause:      r.ID,
		Data:       booking.MovedMail{From: dates.from.ID},
		Hold:       hold,
	})
}

// waitElsewhere puts somebody on the list of a full date; the old place stays.
func (p *Desk) waitElsewhere(
	ctx context.Context,
	tx pgx.Tx,
	to *rules.Slot,
	r waitlist.RegistrationRow,
	hold time.Duration,
) (entry string, err error) {
	if r.Who.Email == "" && r.Who.Phone == "" {
		return "", problem.WithFields(problem.Field{Name: "contact", Code: problem.Required})
	}
	way, soon := "mail", true
	if r.Who.Phone != "" && (r.Who.Email == "" || r.Doc.NoMail) {
		way = "phone"
	}
	if err := p.notOnList(ctx, tx, to, p.KeysOf(to.ID, r.Who)); err != nil {
		return "", err
	}
	return p.Wait(ctx, tx, to, rules.JoinWaitlist{
		Person:         rules.Person{Name: r.Who.Name, Email: r.Who.Email, Phone: r.Who.Phone},
		PreferredWay:   way,
		ShortNotice:    &soon,
		Guests:         r.Seats - 1,
		ConsentVersion: r.Doc.ConsentVersion,
	}, visitors.Desk{Source: r.Doc.Source, NoMail: r.Doc.NoMail, Hold: hold})
}

// between is a pair whose dates are locked.
type between struct{ from, to *rules.Slot }
