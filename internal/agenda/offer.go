package agenda

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

var answerKinds = map[string]string{
	"accept":  "accepted",
	"decline": "declined",
	"defer":   "deferred",
}

// answer is what somebody says to an offer (agenda.md 5.4). After the deadline, or to another
// offer: a place that is free and unclaimed is given, else nothing changes and the answer says
// `late`. The same press again gives the same answer.
//
// Problems: not_found, invalid, conflict (has waited once already), closed (started).
func (a *Agenda) answer(
	ctx context.Context,
	auth string,
	in Answer,
) (*httpkit.Reply[Entry], error) {
	kind := answerKinds[in.Answer]
	if kind == "" {
		return nil, problem.WithFields(problem.Field{Name: "answer", Code: problem.Choice})
	}
	id, occurrence, err := a.byToken(ctx, a.Pool, "waitlist_entry", entryToken, auth)
	if err != nil {
		return nil, err
	}
	var late bool
	return act(ctx, a, occurrence, func(tx pgx.Tx, s *slot) error {
		e, err := a.loadEntry(ctx, tx, "id = $1", id)
		if err != nil {
			return err
		}
		state, places, err := a.offerOf(ctx, tx, in.OfferID, id)
		switch {
		case err != nil:
			return err
		case state == kind || e.state == "accepted" && kind == "accepted": // pressed twice
			return nil
		case !s.now.Before(s.joinUntil), s.status == "cancelled", s.hidden() != nil:
			return problem.New(problem.Closed)
		case state != "open":
			late, err = a.answerLate(ctx, tx, s, e, kind, max(places, 1))
			return err
		case kind == "accepted":
			return a.accept(ctx, tx, s, e, in.OfferID, places)
		case kind == "deferred" && e.doc.DeferredUsed:
			return problem.New(problem.Conflict)
		}
		return a.refuse(ctx, tx, s, e, in.OfferID, kind)
	}, a.viewEntry(ctx, id, kind, &late))
}

// offerOf gives the state and places of an offer of this entry; "" when it has no such offer.
func (a *Agenda) offerOf(
	ctx context.Context,
	tx pgx.Tx,
	offer, entry string,
) (state string, places int, err error) {
	err = tx.QueryRow(ctx, `
		select state, seats from offer where id = $1 and entry_id = $2`, offer, entry).Scan(
		&state,
		&places,
	)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", 0, nil
	}
	return state, places, err
}

// accept turns the held places into a registration, with mail M9.
func (a *Agenda) accept(
	ctx context.Context,
	tx pgx.Tx,
	s *slot,
	e entryRow,
	offer string,
	places int,
) error {
	if _, err := tx.Exec(
		ctx, `
		update offer set state = 'accepted', answered_at = $2 where id = $1`,
		offer,
		s.now,
	); err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, `
		update vacancy set state = 'given', offer_id = null,
			updated_at = $2 where offer_id = $1 and state = 'open'`, offer, s.now)
	if err != nil {
		return err
	}
	s.held -= int(tag.RowsAffected())
	return a.give(ctx, tx, s, e, places)
}

// give makes the registration of somebody who waited. Their consent to the waitlist covers the
// place they waited for.
func (a *Agenda) give(ctx context.Context, tx pgx.Tx, s *slot, e entryRow, places int) error {
	if e.state == "waiting" || e.state == "offered" {
		s.waiting--
	}
	if err := a.setEntry(ctx, tx, s, e.id, "accepted"); err != nil {
		return err
	}
	doc := registrationDoc{
		ConsentVersion: e.doc.ConsentVersion,
		ConsentAt:      e.doc.ConsentAt,
		Source:         e.doc.Source,
		Entry:          e.id,
	}
	reg, err := a.insertRegistration(ctx, tx, s, places, e.who, doc)
	if err != nil {
		return err
	}
	if reg == "" { // signed up by another road meanwhile: the place is not theirs twice
		return a.vacate(ctx, tx, s, places)
	}
	return a.write(ctx, tx, mail.M9, s.id, reg, e.who.Email, false, false)
}

// refuse passes the offer on: `declined` leaves the list, `deferred` keeps the position, once.
func (a *Agenda) refuse(
	ctx context.Context,
	tx pgx.Tx,
	s *slot,
	e entryRow,
	offer, kind string,
) error {
	if err := a.endOffer(ctx, tx, s, offer, kind); err != nil {
		return err
	}
	if kind == "declined" {
		s.waiting--
		return a.setEntry(ctx, tx, s, e.id, "declined")
	}
	_, err := tx.Exec(ctx, `
		update waitlist_entry set state = 'waiting', doc = doc || '{"deferredUsed": true}',
			version = version + 1, updated_at = $2 where id = $1`, e.id, s.now)
	return err
}

// answerLate gives as many places as were offered when they are free for all; anything else changes
// nothing and is late.
func (a *Agenda) answerLate(
	ctx context.Context,
	tx pgx.Tx,
	s *slot,
	e entryRow,
	kind string,
	places int,
) (late bool, err error) {
	if kind != "accepted" || s.free() < places || e.state != "waiting" && e.state != "expired" {
		return true, nil
	}
	return false, a.give(ctx, tx, s, e, places)
}
