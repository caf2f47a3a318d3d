package places

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
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
// Problems: those of staffOn, forbidden (for the coordinator), invalid (no such reason), closed (no
// place is held for them, or its offer was told by mail).
func (p *Places) Skip(ctx context.Context, by By, entry, reason string) (Done, error) {
	if !by.Actor.Has(identity.Coordinator) {
		return Done{}, problem.New(problem.Forbidden)
	}
	if !slices.Contains(skipReasons, reason) {
		return Done{}, problem.WithFields(problem.Field{Name: "reason", Code: problem.Choice})
	}
	return p.onEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e entryRow,
	) (a acted, err error) {
		if a.earlier, err = skippedBefore(ctx, tx, s, e); a.earlier != nil || err != nil {
			return a, err
		}
		d := &skippedAct{Reason: reason, stateWas: stateWas{e.state}}
		a = acted{doc: d, undo: undoFor(s), reason: reason}
		l, err := p.listOf(ctx, tx, s)
		if err != nil {
			return a, err
		}
		o := l.open(e.id)
		switch {
		case o != nil && o.way == "phone":
			d.Offer = o.id
			if err := p.endOffer(ctx, tx, s, ending{o.id, e.id, "skipped", reasonNew}); err != nil {
				return a, err
			}
			if err := p.setEntry(ctx, tx, s, e.id, "waiting"); err != nil {
				return a, err
			}
			return a, p.holdForUndo(ctx, tx, s, o.id)
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
	e entryRow,
) (*staffAct, error) {
	if e.state != "waiting" {
		return nil, nil
	}
	return oneAct(tx.QueryRow(ctx, `
		select `+actColumns+`
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
					and `+claimAt("$4")+`
			)
		order by no desc
		limit 1`, e.id, actSkipped, s.ID, s.Now))
}

// passOver notes that somebody was passed over for each place that is held for nobody in particular
// and that they have a claim on. It gives the id of that offer, "" when there is no such place.
func passOver(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	l list,
	e entryRow,
) (string, error) {
	w := &waiter{entryRow: e}
	var places []string
	for i := range l.vacancies {
		if v := &l.vacancies[i]; v.offer == "" && l.claims(w, v) {
			places = append(places, v.id)
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
		id, s.ID, e.id, min(len(places), 4), s.Now, s.Act); err != nil {
		return "", err
	}
	_, err := tx.Exec(ctx, `
		insert into offer_vacancy (vacancy_id, entry_id, offer_id)
		select unnest($1::text[]), $2, $3`, places, e.id, id)
	return id, err
}

// signOffer notes which act of staff ended an offer.
func signOffer(ctx context.Context, tx pgx.Tx, s *rules.Slot, id string) error {
	_, err := tx.Exec(ctx, `update offer set act_id = $2 where id = $1`, id, s.Act)
	return err
}

// Remove takes somebody off the list; an open offer of theirs goes to the next.
//
// Problems: those of staffOn, closed (not on the list).
func (p *Places) Remove(ctx context.Context, by By, entry string) (Done, error) {
	return p.onEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e entryRow,
	) (a acted, err error) {
		switch {
		case e.state == "left":
			return p.before(ctx, tx, entry, actRemoved, problem.Closed)
		case !slices.Contains(onList, e.state):
			return a, problem.New(problem.Closed)
		}
		d := &removedAct{stateWas: stateWas{e.state}}
		a = acted{doc: d, undo: undoFor(s)}
		if e.state != "closed" {
			s.Waiting--
		}
		if err := p.setEntry(ctx, tx, s, e.id, "left"); err != nil || e.state != "offered" {
			return a, err
		}
		if err := tx.QueryRow(ctx, `
			select id from offer where entry_id = $1 and state = 'open'`, e.id).Scan(
			&d.Offer,
		); err != nil {
			return a, err
		}
		gone := ending{d.Offer, e.id, "declined", reasonNew}
		if err := p.endOffer(ctx, tx, s, gone); err != nil {
			return a, err
		}
		return a, p.holdForUndo(ctx, tx, s, d.Offer)
	})
}

// PutBack puts somebody back on the list, at the position of before, who left it because nobody
// reached them.
//
// Problems: those of staffOn, invalid (no reason), closed (was not unreached, or the date began),
// conflict (signed up or waits again).
func (p *Places) PutBack(ctx context.Context, by By, entry, reason string) (Done, error) {
	reason, err := reasonOf(reason)
	if err != nil {
		return Done{}, err
	}
	return p.onEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e entryRow,
	) (a acted, err error) {
		switch {
		case e.state == "waiting", e.state == "offered":
			return p.before(ctx, tx, entry, actPutBack, problem.Closed)
		case e.state != "unreached", !s.Now.Before(s.JoinUntil):
			return a, problem.New(problem.Closed)
		}
		a = acted{doc: &putBackAct{stateWas{e.state}}, undo: undoFor(s), reason: reason}
		return a, p.backOnList(ctx, tx, s, e)
	})
}

// backOnList lets somebody wait again at the old position.
//
// Problems: conflict (signed up or waits again).
func (p *Places) backOnList(ctx context.Context, tx pgx.Tx, s *rules.Slot, e entryRow) error {
	k := p.keysOf(s.ID, e.who)
	if err := p.noOtherPlace(ctx, tx, k); err != nil {
		return err
	}
	if err := p.notOnList(ctx, tx, s, k); err != nil {
		return err
	}
	if !s.Now.Before(s.JoinUntil) {
		return p.setEntry(ctx, tx, s, e.id, "closed")
	}
	if s.Waiting++; s.Waiting == 1 {
		if err := p.wakeAt(ctx, tx, s.ID, s.JoinUntil); err != nil {
			return err
		}
	}
	return p.setEntry(ctx, tx, s, e.id, "waiting")
}

// notOnList refuses somebody who waits for a date already. Problems: conflict.
func (p *Places) notOnList(ctx context.Context, tx pgx.Tx, s *rules.Slot, k keys) error {
	there, err := p.waitingOf(ctx, tx, s.ID, k)
	if err == nil && len(there) > 0 {
		err = problem.New(problem.Conflict)
	}
	return err
}

// mailMargin is how long before the start an offer by mail is over, when staff say until when.
const mailMargin = 30 * time.Minute

// MailOffer offers a place that staff give by hand to somebody without a number, by mail, until the
// time that staff choose. The mail waits until it can no longer be taken back.
//
// Problems: those of staffOn, invalid (the time), closed (no place is held for them, or they have a
// number).
func (p *Places) MailOffer(
	ctx context.Context,
	by By,
	entry string,
	until time.Time,
) (Done, error) {
	return p.onEntry(ctx, by, entry, func(
		tx pgx.Tx,
		s *rules.Slot,
		e entryRow,
	) (a acted, err error) {
		if e.state == "offered" {
			if a.earlier, err = p.lastAct(ctx, tx, entry, actMailed); a.earlier != nil {
				return a, err
			}
		}
		undo := undoFor(s)
		if !until.After(s.Now.Add(undo)) || until.After(s.JoinUntil.Add(-mailMargin)) {
			return a, problem.WithFields(problem.Field{Name: "until", Code: problem.Invalid})
		}
		l, err := p.listOf(ctx, tx, s)
		if err != nil {
			return a, err
		}
		if !slices.ContainsFunc(l.noPhone(), func(w *waiter) bool { return w.id == e.id }) {
			return a, problem.New(problem.Closed)
		}
		d := &mailedAct{stateWas: stateWas{e.state}}
		a = acted{doc: d, undo: undo}
		c := candidate{id: e.id, seats: e.seats, way: "mail", hasEmail: true, hold: undo}
		if d.Offer, err = p.offer(ctx, tx, s, c, until); err != nil {
			return a, err
		}
		return a, signOffer(ctx, tx, s, d.Offer)
	})
}
