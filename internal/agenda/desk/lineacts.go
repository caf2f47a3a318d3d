package desk

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// What staff do about who waits for a date, besides giving a place and noting calls.

// Skipping needs one of these.
var skipReasons = []string{"notSoon", "notThere", "notThisGroup", "double", "ownWish"}

const skipOpened = "openedToAll" // the place was opened to everybody

const maxReason = 200

// reasonOf tidies what staff give as the reason of an act; it is asked for.
func reasonOf(text string) (string, error) {
	var f problem.Faults
	text = httpkit.Line(text)
	f.Filled("reason", text, 1, maxReason)
	if len(f) > 0 {
		return "", problem.WithFields(f...)
	}
	return text, nil
}

// Skip passes over somebody for the places that are held now: they keep their position, and the
// next comes first.
//
// Problems: those of StaffOn, forbidden (for the coordinator), invalid (no such reason), closed (no
// place is held for them, or its offer was told by mail).
func (p *Desk) Skip(
	ctx context.Context,
	by booking.By,
	entry, reason string,
) (booking.Done, error) {
	if !by.Actor.Has(identity.Coordinator) {
		return booking.Done{}, problem.New(problem.Forbidden)
	}
	if !slices.Contains(skipReasons, reason) {
		return booking.Done{}, problem.WithFields(
			problem.Field{Name: "reason", Code: problem.Choice},
		)
	}
	return p.OnEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e waitlist.EntryRow,
	) (a booking.Acted, err error) {
		if a.Earlier, err = skippedBefore(ctx, tx, s, e); a.Earlier != nil || err != nil {
			return a, err
		}
		d := &skippedAct{Reason: reason, StateWas: booking.StateWas{Before: e.State}}
		a = booking.Acted{Doc: d, Undo: booking.UndoFor(s), Reason: reason}
		l, err := p.ListOf(ctx, tx, s)
		if err != nil {
			return a, err
		}
		o := l.Open(e.ID)
		switch {
		case o != nil && o.Way == "phone":
			d.Offer = o.ID
			if err := p.EndOffer(ctx, tx, s, waitlist.Ending{
				Offer: o.ID, Entry: e.ID, State: "skipped", Reason: waitlist.ReasonNew,
			}); err != nil {
				return a, err
			}
			if err := p.SetEntry(ctx, tx, s, e.ID, "waiting"); err != nil {
				return a, err
			}
			return a, p.HoldForUndo(ctx, tx, s, o.ID)
		case o != nil:
			return a, problem.New(problem.Closed)
		}
		d.Made = true
		d.Offer, err = passOver(ctx, tx, s, l, e)
		if err == nil && d.Offer == "" {
			err = problem.New(problem.Closed)
		}
		return a, err
	})
}

// skippedBefore is the act by which a colleague just skipped somebody for the same places.
func skippedBefore(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e waitlist.EntryRow,
) (*booking.StaffAct, error) {
	if e.State != "waiting" {
		return nil, nil
	}
	return booking.OneAct(tx.QueryRow(ctx, `
		select `+booking.ActColumns+`
		from staff_act a
		where subject_id = $1
			and kind = $2
			and undone_at is null
			and exists (
				select 1
				from offer o
				join offer_vacancy ov on ov.offer_id = o.id
				join vacancy v on v.id = ov.vacancy_id and v.state = 'open'
				where o.act_id = a.id and o.state = 'skipped'
			)
			and not exists (
				select 1
				from vacancy v
				join waitlist_entry e on e.id = $1 and e.state = 'waiting'
				where v.occurrence_id = $3
					and v.state = 'open'
					and v.offer_id is null
					and `+waitlist.ClaimAt("$4")+`
			)
		order by no desc
		limit 1`, e.ID, booking.ActSkipped, s.ID, s.Now))
}

// passOver notes that somebody was passed over for each place that is held for nobody in particular
// and that they have a claim on. It gives the id of that offer, "" when there is no such place.
func passOver(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	l waitlist.List,
	e waitlist.EntryRow,
) (string, error) {
	w := &waitlist.Waiter{EntryRow: e}
	var places []string
	for i := range l.Vacancies {
		if v := &l.Vacancies[i]; v.Offer == "" && l.Claims(w, v) {
			places = append(places, v.ID)
		}
	}
	if len(places) == 0 {
		return "", nil
	}
	id := db.NewID("off")
	if _, err := tx.Exec(ctx, `
		insert into offer (id, occurrence_id, entry_id, state, way, seats, until, tell_by,
			created_at, answered_at, act_id)
		values ($1, $2, $3, 'skipped', 'phone', $4, $5, $5, $5, $5, $6)`,
		id, s.ID, e.ID, min(len(places), 4), s.Now, s.Act); err != nil {
		return "", err
	}
	_, err := tx.Exec(ctx, `
		insert into offer_vacancy (vacancy_id, entry_id, offer_id)
		select unnest($1::text[]), $2, $3`, places, e.ID, id)
	return id, err
}

// signOffer notes which act of staff ended an offer.
func signOffer(ctx context.Context, tx pgx.Tx, s *rules.Slot, id string) error {
	_, err := tx.Exec(ctx, `update offer set act_id = $2 where id = $1`, id, s.Act)
	return err
}

// Remove takes somebody off the list; an open offer of theirs goes to the next.
//
// Problems: those of StaffOn, closed (not on the list).
func (p *Desk) Remove(ctx context.Context, by booking.By, entry string) (booking.Done, error) {
	return p.OnEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e waitlist.EntryRow,
	) (a booking.Acted, err error) {
		switch {
		case e.State == "left":
			return p.Before(ctx, tx, entry, booking.ActRemoved, problem.Closed)
		case !slices.Contains(waitlist.OnList, e.State):
			return a, problem.New(problem.Closed)
		}
		d := &removedAct{StateWas: booking.StateWas{Before: e.State}}
		a = booking.Acted{Doc: d, Undo: booking.UndoFor(s)}
		if e.State != "closed" {
			s.Waiting--
		}
		if err := p.SetEntry(ctx, tx, s, e.ID, "left"); err != nil || e.State != "offered" {
			return a, err
		}
		if err := tx.QueryRow(ctx, `
			select id from offer where entry_id = $1 and state = 'open'`, e.ID).Scan(
			&d.Offer,
		); err != nil {
			return a, err
		}
		gone := waitlist.Ending{
			Offer:  d.Offer,
			Entry:  e.ID,
			State:  "declined",
			Reason: waitlist.ReasonNew,
		}
		if err := p.EndOffer(ctx, tx, s, gone); err != nil {
			return a, err
		}
		return a, p.HoldForUndo(ctx, tx, s, d.Offer)
	})
}

// PutBack puts somebody back on the list, at the position of before, who left it because nobody
// reached them.
//
// Problems: those of StaffOn, invalid (no reason), closed (was not unreached, or the date began),
// conflict (signed up or waits again).
func (p *Desk) PutBack(
	ctx context.Context,
	by booking.By,
	entry, reason string,
) (booking.Done, error) {
	reason, err := reasonOf(reason)
	if err != nil {
		return booking.Done{}, err
	}
	return p.OnEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e waitlist.EntryRow,
	) (a booking.Acted, err error) {
		switch {
		case e.State == "waiting", e.State == "offered":
			return p.Before(ctx, tx, entry, booking.ActPutBack, problem.Closed)
		case e.State != "unreached", !s.Now.Before(s.JoinUntil):
			return a, problem.New(problem.Closed)
		}
		a = booking.Acted{
			Doc:    &putBackAct{booking.StateWas{Before: e.State}},
			Undo:   booking.UndoFor(s),
			Reason: reason,
		}
		return a, p.backOnList(ctx, tx, s, e)
	})
}

// backOnList lets somebody wait again at the old position.
//
// Problems: conflict (signed up or waits again).
func (p *Desk) backOnList(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	e waitlist.EntryRow,
) error {
	k := p.KeysOf(s.ID, e.Who)
	if err := p.noOtherPlace(ctx, tx, k); err != nil {
		return err
	}
	if err := p.notOnList(ctx, tx, s, k); err != nil {
		return err
	}
	if !s.Now.Before(s.JoinUntil) {
		return p.SetEntry(ctx, tx, s, e.ID, "closed")
	}
	if s.Waiting++; s.Waiting == 1 {
		if err := p.WakeAt(ctx, tx, s.ID, s.JoinUntil); err != nil {
			return err
		}
	}
	return p.SetEntry(ctx, tx, s, e.ID, "waiting")
}

// notOnList refuses somebody who waits for a date already. Problems: conflict.
func (p *Desk) notOnList(ctx context.Context, tx pgx.Tx, s *rules.Slot, k waitlist.Keys) error {
	there, err := p.WaitingOf(ctx, tx, s.ID, k)
	if err == nil && len(there) > 0 {
		err = problem.New(problem.Conflict)
	}
	return err
}

// MailMargin is how long before the start an offer by mail is over, when staff say until when.
const MailMargin = 30 * time.Minute

// MailOffer offers a place that staff give by hand to somebody without a number, by mail, until the
// time that staff choose. The mail waits until it can no longer be taken back.
//
// Problems: those of StaffOn, invalid (the time), closed (no place is held for them, or they have a
// number).
func (p *Desk) MailOffer(
	ctx context.Context,
	by booking.By,
	entry string,
	until time.Time,
) (booking.Done, error) {
	return p.OnEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e waitlist.EntryRow,
	) (a booking.Acted, err error) {
		if e.State == "offered" {
			if a.Earlier, err = p.LastAct(ctx, tx, entry, booking.ActMailed); a.Earlier != nil {
				return a, err
			}
		}
		undo := booking.UndoFor(s)
		if !until.After(s.Now.Add(undo)) || until.After(s.JoinUntil.Add(-MailMargin)) {
			return a, problem.WithFields(problem.Field{Name: "until", Code: problem.Invalid})
		}
		l, err := p.ListOf(ctx, tx, s)
		if err != nil {
			return a, err
		}
		if !slices.ContainsFunc(
			l.NoPhone(),
			func(w *waitlist.Waiter) bool { return w.ID == e.ID },
		) {
			return a, problem.New(problem.Closed)
		}
		d := &mailedAct{StateWas: booking.StateWas{Before: e.State}}
		a = booking.Acted{Doc: d, Undo: undo}
		c := waitlist.Candidate{ID: e.ID, Seats: e.Seats, Way: "mail", HasEmail: true, Hold: undo}
		if d.Offer, err = p.Offer(ctx, tx, s, c, until); err != nil {
			return a, err
		}
		return a, signOffer(ctx, tx, s, d.Offer)
	})
}
