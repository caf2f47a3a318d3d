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
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// CancelPerson calls somebody off who phones. With people waiting, the place is held for the undo.
//
// Problems: closed (started).
func (p *Desk) CancelPerson(ctx context.Context, by booking.By, id string) (booking.Done, error) {
	return p.OnRow(ctx, by, waitlist.PlaceKind, id, func(
		tx pgx.Tx, s *rules.Slot, r waitlist.Row,
	) (a booking.Acted, err error) {
		if r.State == "cancelled" { // else by the person
			return p.Before(ctx, tx, id, booking.ActCancelled, problem.Conflict)
		}
		a.Doc = &cancelledAct{booking.LimitWas{Was: booking.Number(s.Limit)}}
		a.Undo = booking.UndoAbout(s, r.Who)
		if s.Waiting > 0 { // the next hears of the place
			a.Undo = booking.UndoFor(s)
		}
		booking.KeepFreed(s, booking.UndoFor(s))
		return a, p.GiveBack(ctx, tx, s, r, a.Undo)
	})
}

// RestorePerson is "Toch komen". Problems: closed (started), full, conflict
// (signed up again).
func (p *Desk) RestorePerson(ctx context.Context, by booking.By, id string, chair bool) (booking.Done, error) {
	return p.OnRow(ctx, by, waitlist.PlaceKind, id, func(
		tx pgx.Tx, s *rules.Slot, r waitlist.Row,
	) (a booking.Acted, err error) {
		switch {
		case r.State == "registered":
			return p.Before(ctx, tx, id, booking.ActRestored, problem.Conflict)
		case r.State != "cancelled", !s.Now.Before(s.Starts), s.Status == "cancelled":
			return a, closed
		}
		if err := p.noOtherPlace(ctx, tx, p.KeysOf(s.ID, r.Who)); err != nil {
			return a, err
		}
		d := &restoredAct{}
		a.Doc, a.Undo = d, booking.UndoAbout(s, r.Who)
		if d.ChairsPut, err = seat(s, r.Seats, chair); err != nil {
			return a, err
		}
		if err := p.backAgain(ctx, tx, s, r, true); err != nil {
			return a, err
		}
		return a, p.sayBackAgain(ctx, tx, r, a.Undo)
	})
}

// noOtherPlace refuses who has a place at a date. Problems: conflict.
func (p *Desk) noOtherPlace(ctx context.Context, tx pgx.Tx, k waitlist.Keys) error {
	there, err := waitlist.Present(ctx, tx, k, "")
	if err == nil && there != "" {
		err = conflict
	}
	return err
}

// backOnList lets somebody wait again at the old position.
//
// Problems: conflict (signed up or waits again).
func (p *Desk) backOnList(ctx context.Context, tx pgx.Tx, s *rules.Slot, e waitlist.Row) error {
	k, state := p.KeysOf(s.ID, e.Who), "closed"
	err := p.noOtherPlace(ctx, tx, k)
	if err == nil {
		err = p.notOnList(ctx, tx, s, k)
	}
	if err == nil && s.Now.Before(s.JoinUntil) {
		state = "waiting"
		if s.Waiting++; s.Waiting == 1 {
			err = p.WakeAt(ctx, tx, s.ID, s.JoinUntil)
		}
	}
	if err != nil {
		return err
	}
	return p.SetEntry(ctx, tx, s, e.ID, state)
}

// notOnList refuses who waits for a date. Problems: conflict.
func (p *Desk) notOnList(ctx context.Context, tx pgx.Tx, s *rules.Slot, k waitlist.Keys) error {
	there, err := p.WaitingOf(ctx, tx, s.ID, k)
	if err == nil && len(there) > 0 {
		err = conflict
	}
	return err
}

// backAgain gives a cancelled sign-up its places again; told: somebody heard of the cancellation.
func (p *Desk) backAgain(ctx context.Context, tx pgx.Tx, s *rules.Slot, r waitlist.Row, told bool) error {
	if _, err := tx.Exec(ctx, `
		update registration
		set status = 'registered', cancelled_at = null, version = version + 1, updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + $3::boolean::int))
		where id = $1`, r.ID, s.Now, told); err != nil {
		return err
	}
	s.Taken += r.Seats
	return p.LeaveForPlace(ctx, tx, s, p.KeysOf(s.ID, r.Who))
}

func (p *Desk) sayBackAgain(ctx context.Context, tx pgx.Tx, r waitlist.Row, hold time.Duration) error {
	m := r.Mailed(mail.SignedUp)
	m.Limited, m.Hold = false, hold
	return p.Write(ctx, tx, m, r.Doc.NoMail)
}

// ChangePerson changes the whole of a sign-up, as the holder's own form does. It can be taken back,
// unless the address is another: its mails go at once, and the old one gets a way back.
//
// Problems: invalid, precondition_required, precondition_failed, closed
// (cancelled or over), full (more guests than fit).
func (p *Desk) ChangePerson(
	ctx context.Context, by booking.By, id, ifMatch string, in rules.Change,
) (booking.Done, error) {
	return p.OnRow(ctx, by, waitlist.PlaceKind, id, func(
		tx pgx.Tx, s *rules.Slot, r waitlist.Row,
	) (a booking.Acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		if err := httpkit.Matches(ifMatch, r.Version); err != nil {
			return a, err
		}
		if wrong := in.ValidateFor(r.Doc.Source); len(wrong) > 0 {
			return a, problem.WithFields(wrong...)
		}
		if !MendsOnDate(r.State, s) {
			return a, closed
		}
		d := &changedAct{}
		a.Doc = d
		stays := waitlist.TidyEmail(in.Email) == waitlist.TidyEmail(r.Who.Email)
		if stays {
			d.Was, a.Undo = booking.Number(s.Limit), booking.UndoFor(s)
			booking.KeepFreed(s, a.Undo) // places of guests who stay at home can come back
		}
		h := &visitors.Held{Visitors: p.Visitors, Tx: tx, S: s, Row: &r}
		if err := visitors.ApplyChange(ctx, h, in); err != nil || !stays {
			return a, err
		}
		was := beforeImage{r.Who, r.Seats, r.Doc.Reminder, r.Doc.NoMail, r.Letter}
		_, err = tx.Exec(ctx, `update registration set earlier = $2 where id = $1`,
			r.ID, p.Keys.Seal(EarlierSeal, r.ID, db.JSON(was)))
		return a, err
	})
}

// MendsOnDate says whether a sign-up is changed with its places and mails: after that only what is
// written down is put right.
func MendsOnDate(status string, s *rules.Slot) bool {
	return status == "registered" && s.Now.Before(s.Ends)
}

// MovePerson moves a sign-up to another date of the activity under both locks: same row, same link.
// Is that date full, the person waits there and keeps the old place.
//
// Problems: closed (one of the two is over, cancelled or hidden), conflict
// (already there), waitlist_full.
func (p *Desk) MovePerson(ctx context.Context, by booking.By, id, to string) (booking.Done, error) {
	first, err := p.LoadPlace(ctx, p.Pool, id)
	if err != nil {
		return booking.Done{}, err
	}
	if first.Occurrence == to {
		return booking.Done{}, conflict
	}
	both := booking.Span{
		With: to,
		Of: func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error) {
			other, err := p.Peek(ctx, q, to)
			return []*rules.Slot{lead, other}, err
		},
		May: func(_ context.Context, _ db.Querier, who identity.Actor, lead *rules.Slot) error {
			return lead.MayRun(who)
		},
	}
	return p.OnDates(ctx, by, first.Occurrence, both, func(
		tx pgx.Tx, m *booking.Many,
	) (a booking.Acted, err error) {
		from, to := m.Lead, waitlist.DateOf(m.Dates, to)
		to.Act = from.Act
		r, err := p.LoadPlace(ctx, tx, id)
		if err != nil {
			return a, err
		}
		switch {
		case r.Occurrence == to.ID:
			a, err = p.Before(ctx, tx, id, booking.ActMoved, problem.Conflict)
		case r.Occurrence != from.ID:
			err = problem.New(problem.PreconditionFailed)
		case r.State != "registered", !from.Now.Before(from.Starts), !to.Now.Before(to.Starts),
			to.Status == "cancelled", to.Hidden() != nil, to.ActivityID != from.ActivityID:
			err = closed
		default:
			a, err = p.movePerson(ctx, tx, from, to, r)
		}
		a.Subject, a.Done.FirstName = id, waitlist.FirstName(r.Who.Name)
		return a, err
	})
}

func (p *Desk) movePerson(
	ctx context.Context, tx pgx.Tx, from, to *rules.Slot, r waitlist.Row,
) (a booking.Acted, err error) {
	d := &MovedAct{From: from.ID, To: to.ID}
	a.Doc, a.Undo = d, min(booking.UndoFor(from), booking.UndoFor(to))
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
	if err := p.LeaveForPlace(ctx, tx, to, k); err != nil || r.Doc.NoMail {
		return a, err
	}
	if r.Who.Email == "" {
		return a, p.ToCall(ctx, tx, to, r, waitlist.CallMoved)
	}
	m := r.Mailed(mail.SignedUp)
	m.Occurrence, m.Data = to.ID, booking.MovedMail{From: from.ID}
	m.Limited, m.Hold = false, a.Undo
	return a, p.Mail.Enqueue(ctx, tx, m)
}

// carry writes a sign-up over to another date, with the letter that it had there.
func (p *Desk) carry(ctx context.Context, tx pgx.Tx, to *rules.Slot, r waitlist.Row, letter string) error {
	k := p.KeysOf(to.ID, r.Who)
	_, err := tx.Exec(ctx, `
		update registration
		set occurrence_id = $2, name_email_key = $3, name_phone_key = $4, first_key = $6,
			version = version + 1, updated_at = $5,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
		where id = $1`, r.ID, to.ID, k.NameEmail, k.NamePhone, to.Now, k.First)
	if err == nil {
		_, err = tx.Exec(ctx, `
			update call set occurrence_id = $2, updated_at = $3
			where registration_id = $1 and state = 'open'`, r.ID, to.ID, to.Now)
	}
	if err == nil {
		_, err = tx.Exec(ctx, `delete from attendance where registration_id = $1`, r.ID)
	}
	if err == nil {
		err = p.NameApart(ctx, tx, r.ID, letter)
	}
	return err
}

// waitElsewhere puts somebody on the list of a full date; the old place stays.
func (p *Desk) waitElsewhere(
	ctx context.Context, tx pgx.Tx, to *rules.Slot, r waitlist.Row, hold time.Duration,
) (entry string, err error) {
	if r.Who.Email == "" && r.Who.Phone == "" {
		return "", problem.Wrong("contact", problem.Required)
	}
	join := rules.JoinWaitlist{
		PreferredWay: "mail", Guests: r.Seats - 1, ConsentVersion: r.Doc.ConsentVersion,
	}
	if r.Reached() == "phone" {
		join.PreferredWay = "phone"
	}
	if err := p.notOnList(ctx, tx, to, p.KeysOf(to.ID, r.Who)); err != nil {
		return "", err
	}
	return p.Wait(ctx, tx, to, waits(r.Who, join),
		visitors.Desk{Source: r.Doc.Source, NoMail: r.Doc.NoMail, Hold: hold})
}
