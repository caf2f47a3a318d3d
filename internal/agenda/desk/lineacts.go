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

var skipReasons = []string{"notSoon", "notThere", "notThisGroup", "double", "ownWish"}

const maxReason = 200

// reasonOf tidies the reason of an act, which is asked for.
func reasonOf(text string) (string, error) {
	var f problem.Faults
	text = httpkit.Line(text)
	f.Filled("reason", text, 1, maxReason)
	return text, f.Err()
}

// Skip passes over somebody for the places that are held now: they keep their position.
//
// Problems: forbidden (not the coordinator), invalid, closed (no place is held
// for them, or its offer was told by mail).
func (p *Desk) Skip(ctx context.Context, by booking.By, entry, reason string) (booking.Done, error) {
	if !by.Actor.Has(identity.Coordinator) {
		return booking.Done{}, problem.New(problem.Forbidden)
	}
	if !slices.Contains(skipReasons, reason) {
		return booking.Done{}, problem.Wrong("reason", problem.Choice)
	}
	return p.OnRow(ctx, by, waitlist.EntryKind, entry, func(
		tx pgx.Tx, s *rules.Slot, e waitlist.Row,
	) (a booking.Acted, err error) {
		if a.Earlier, err = skippedBefore(ctx, tx, s, e); a.Earlier != nil || err != nil {
			return a, err
		}
		d := &skippedAct{openedAct: openedAct{reason}}
		d.Before = e.State
		a.Doc, a.Undo, a.Reason = d, booking.UndoFor(s), reason
		l, err := p.ListOf(ctx, tx, s)
		if err != nil {
			return a, err
		}
		switch o := l.Open(e.ID); {
		case o == nil:
			d.Made = true
			if d.Offer, err = passOver(ctx, tx, s, l, e); err == nil && d.Offer == "" {
				err = closed
			}
			return a, err
		case o.Way != "phone":
			return a, closed
		default:
			d.Offer = o.ID
			return a, p.endTurn(ctx, tx, s, waitlist.Ending{
				Offer: o.ID, Entry: e.ID, State: "skipped",
			}, "waiting")
		}
	})
}

// endTurn ends an offer, and its entry is of that state; its places wait for the undo.
func (p *Desk) endTurn(ctx context.Context, tx pgx.Tx, s *rules.Slot, e waitlist.Ending, state string) error {
	e.Reason = waitlist.ReasonNew
	if err := p.EndOffer(ctx, tx, s, e); err != nil {
		return err
	}
	if err := p.SetEntry(ctx, tx, s, e.Entry, state); err != nil {
		return err
	}
	return p.HoldForUndo(ctx, tx, s, e.Offer)
}

// skippedBefore is the act of a colleague who just skipped somebody for the same places.
func skippedBefore(ctx context.Context, tx pgx.Tx, s *rules.Slot, e waitlist.Row) (*booking.StaffAct, error) {
	if e.State != "waiting" {
		return nil, nil
	}
	return booking.OneAct(ctx, tx, `a
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
		limit 1`, e.ID, booking.ActSkipped, s.ID, s.Now)
}

// passOver notes that somebody was passed over for each place that is offered to nobody and that
// they have a claim on. It gives the id of that offer, "" without such a place.
func passOver(ctx context.Context, tx pgx.Tx, s *rules.Slot, l waitlist.List, e waitlist.Row) (string, error) {
	w := &waitlist.Waiter{Row: e}
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

// Remove takes somebody off the list; an open offer of theirs goes to the next.
//
// Problems: closed (not on the list).
func (p *Desk) Remove(ctx context.Context, by booking.By, entry string) (booking.Done, error) {
	return p.OnRow(ctx, by, waitlist.EntryKind, entry, func(
		tx pgx.Tx, s *rules.Slot, e waitlist.Row,
	) (a booking.Acted, err error) {
		switch {
		case e.State == "left":
			return p.Before(ctx, tx, entry, booking.ActRemoved, problem.Closed)
		case !slices.Contains(waitlist.OnList, e.State):
			return a, closed
		}
		d := &removedAct{}
		d.Before = e.State
		a.Doc, a.Undo = d, booking.UndoFor(s)
		if e.State != "closed" {
			s.Waiting--
		}
		if e.State != "offered" {
			return a, p.SetEntry(ctx, tx, s, e.ID, "left")
		}
		if err := tx.QueryRow(ctx, `
			select id from offer where entry_id = $1 and state = 'open'`, e.ID).
			Scan(&d.Offer); err != nil {
			return a, err
		}
		return a, p.endTurn(ctx, tx, s, waitlist.Ending{
			Offer: d.Offer, Entry: e.ID, State: "declined",
		}, "left")
	})
}

// PutBack puts somebody whom nobody reached back at the old position.
//
// Problems: those of backOnList, invalid (no reason), closed (was not unreached, or the
// date began).
func (p *Desk) PutBack(ctx context.Context, by booking.By, entry, reason string) (booking.Done, error) {
	reason, err := reasonOf(reason)
	if err != nil {
		return booking.Done{}, err
	}
	return p.OnRow(ctx, by, waitlist.EntryKind, entry, func(
		tx pgx.Tx, s *rules.Slot, e waitlist.Row,
	) (a booking.Acted, err error) {
		switch {
		case e.Waits():
			return p.Before(ctx, tx, entry, booking.ActPutBack, problem.Closed)
		case e.State != "unreached", !s.Now.Before(s.JoinUntil):
			return a, closed
		}
		a.Doc, a.Undo = &putBackAct{booking.StateWas{Before: e.State}}, booking.UndoFor(s)
		a.Reason = reason
		return a, p.backOnList(ctx, tx, s, e)
	})
}

// MailMargin is how long before the start an offer by mail of staff is over.
const MailMargin = 30 * time.Minute

// MailOffer offers a place by mail, until a time, to somebody without a number. The mail waits for
// the undo.
//
// Problems: invalid (the time), closed (no place is held for them, or they have a
// number).
func (p *Desk) MailOffer(ctx context.Context, by booking.By, entry string, until time.Time) (booking.Done, error) {
	return p.OnRow(ctx, by, waitlist.EntryKind, entry, func(
		tx pgx.Tx, s *rules.Slot, e waitlist.Row,
	) (a booking.Acted, err error) {
		if e.State == "offered" {
			if a.Earlier, err = p.LastAct(ctx, tx, entry, booking.ActMailed); a.Earlier != nil {
				return a, err
			}
		}
		undo := booking.UndoFor(s)
		if !until.After(s.Now.Add(undo)) || until.After(s.JoinUntil.Add(-MailMargin)) {
			return a, problem.Wrong("until", problem.Invalid)
		}
		l, err := p.ListOf(ctx, tx, s)
		if err != nil {
			return a, err
		}
		if !slices.ContainsFunc(l.NoPhone(), func(w *waitlist.Waiter) bool {
			return w.ID == e.ID
		}) {
			return a, closed
		}
		d := &mailedAct{}
		d.Before = e.State
		a.Doc, a.Undo = d, undo
		c := waitlist.Candidate{ID: e.ID, Seats: e.Seats, Way: "mail", HasEmail: true, Hold: undo}
		if d.Offer, err = p.Offer(ctx, tx, s, c, until); err != nil {
			return a, err
		}
		return a, SignOffer(ctx, tx, s, d.Offer)
	})
}

// SignOffer notes which act of staff an offer is of.
func SignOffer(ctx context.Context, tx pgx.Tx, s *rules.Slot, id string) error {
	_, err := tx.Exec(ctx, `update offer set act_id = $2 where id = $1`, id, s.Act)
	return err
}

// onList runs do on the list of a date, for who plans it and says why.
//
// Problems: invalid (no reason).
func (p *Desk) onList(
	ctx context.Context,
	by booking.By,
	date, reason string,
	do func(tx pgx.Tx, s *rules.Slot, a *booking.Acted) error,
) (booking.Done, error) {
	reason, err := reasonOf(reason)
	if err != nil {
		return booking.Done{}, err
	}
	return p.StaffOn(ctx, by, date, func(tx pgx.Tx, s *rules.Slot) (booking.Acted, error) {
		a := booking.Acted{Subject: s.ID, Undo: booking.UndoFor(s), Reason: reason}
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		err := do(tx, s, &a)
		return a, err
	})
}

// OpenToAll gives up the places that are held and offered to nobody; who waits was passed over.
//
// Problems: those of onList, forbidden (for who plans the date), closed (no place is held).
func (p *Desk) OpenToAll(ctx context.Context, by booking.By, date, reason string) (booking.Done, error) {
	return p.onList(ctx, by, date, reason, func(tx pgx.Tx, s *rules.Slot, a *booking.Acted) error {
		a.Doc = &openedAct{"openedToAll"}
		l, err := p.ListOf(ctx, tx, s)
		if err != nil {
			return err
		}
		var held []waitlist.HeldPlace
		var ids []string
		for _, v := range l.Vacancies {
			if v.Offer == "" && l.Why(&v) != waitlist.ReasonUndo {
				held, ids = append(held, v), append(ids, v.ID)
			}
		}
		if len(held) == 0 {
			if s.Left() == 0 {
				return closed
			}
			// a colleague just did the same, while a place of it is free yet
			*a, err = p.Before(ctx, tx, s.ID, booking.ActOpened, problem.Closed)
			return err
		}
		l.Vacancies = held
		for _, w := range l.Entries {
			if _, err := passOver(ctx, tx, s, l, w.Row); err != nil {
				return err
			}
		}
		s.Held -= len(ids)
		_, err = tx.Exec(ctx, `
			update vacancy
			set state = 'released', reason = $2, wakes_at = null, act_id = $3, updated_at = $4
			where id = any($1)`, ids, waitlist.ReasonOpened, s.Act, s.Now)
		return err
	})
}

// StopOffers stops the automatic offers of a date, or lets them go on.
//
// Problems: those of onList, forbidden (for who plans the date), closed (the date began).
func (p *Desk) StopOffers(
	ctx context.Context, by booking.By, date string, stopped bool, reason string,
) (booking.Done, error) {
	return p.onList(ctx, by, date, reason, func(
		tx pgx.Tx, s *rules.Slot, a *booking.Acted,
	) (err error) {
		was := booking.StateWas{Before: s.Doc.OffersStopped}
		a.Doc = &stoppedAct{was}
		if !stopped {
			a.Doc = &resumedAct{was}
		}
		if stopped == (was.Before != "") {
			*a, err = p.Before(ctx, tx, s.ID, booking.KindOf(a.Doc), problem.Conflict)
			return err
		}
		if !s.Now.Before(s.JoinUntil) {
			return closed
		}
		if stopped {
			s.Doc.OffersStopped = a.Reason
			return nil
		}
		s.Doc.OffersStopped = ""
		return p.holdStopped(ctx, tx, s)
	})
}

// holdStopped keeps what was held meanwhile until the undo is over.
func (p *Desk) holdStopped(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	if waitlist.HeldBack(s, p.Plan(ctx, s)) != "" {
		return nil
	}
	until := s.Now.Add(booking.UndoFor(s))
	tag, err := tx.Exec(ctx, `
		update vacancy set reason = $2, wakes_at = $3, act_id = $4, updated_at = $5
		where occurrence_id = $1
			and state = 'open'
			and offer_id is null
			and reason = 'stopped'`, s.ID, waitlist.ReasonUndo, until, s.Act, s.Now)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, until)
}
