package places

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// candidate is who is offered a place.
type candidate struct {
	id       string
	seats    int
	way      string
	hasEmail bool
	hold     time.Duration // its mail waits so long: what staff do can be taken back
}

// offer holds as many places for c as it asked for, until the deadline: open ones that it has a
// claim on, and when these are too few, others that are free for all. It gives the id of the offer.
func (p *Places) offer(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	c candidate,
	until time.Time,
) (string, error) {
	o := db.NewID("off")
	way, reason := "mail", reasonOffered
	if c.way == "phone" || !c.hasEmail {
		way, reason = "phone", reasonPhone
	}
	places, err := p.placesFor(ctx, tx, s, c)
	if err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, `
		insert into offer (id, occurrence_id, entry_id, state, way, seats, until, tell_by,
			created_at) values ($1, $2, $3, 'open', $4, $5, $6, $6, $7)`,
		o, s.ID, c.id, way, len(places), until, s.Now); err != nil {
		return "", err
	}
	for _, v := range places {
		if _, err := tx.Exec(ctx, `
			insert into offer_vacancy (vacancy_id, entry_id, offer_id) values ($1, $2, $3)`,
			v, c.id, o); err != nil {
			return "", err
		}
		if _, err := tx.Exec(ctx, `
			update vacancy set offer_id = $2, reason = $3, wakes_at = null,
				updated_at = $4 where id = $1`, v, o, reason, s.Now); err != nil {
			return "", err
		}
	}
	if err := p.setEntry(ctx, tx, s, c.id, "offered"); err != nil {
		return "", err
	}
	if err := p.wakeAt(ctx, tx, s.ID, until); err != nil || way == "phone" { // staff call
		return o, err
	}
	e, err := p.loadEntry(ctx, tx, "id = $1", c.id)
	if err != nil {
		return "", err
	}
	return o, p.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:       mail.Offered,
		To:         e.who.Email,
		Occurrence: s.ID,
		Cause:      e.id,
		Data:       offerMail{Offer: o},
		Hold:       c.hold,
	})
}

// placesFor are the vacancies that an offer to c holds.
func (p *Places) placesFor(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	c candidate,
) ([]string, error) {
	places, err := idsWhere(ctx, tx, `
		select v.id
		from vacancy v
		join waitlist_entry e on e.id = $2
		where v.occurrence_id = $1
			and v.state = 'open'
			and v.offer_id is null
			and not (v.reason = 'undo' and v.wakes_at > $4)
			and `+claimAt("$4")+`
		order by v.no limit $3`, s.ID, c.id, c.seats, s.Now)
	if err != nil {
		return nil, err
	}
	spare, err := p.hold(ctx, tx, s, min(c.seats-len(places), s.Left()), true)
	return append(places, spare...), err
}

// offerMail is what the job of mail.Offered carries.
type offerMail struct {
	Offer string `json:"offer"`
}

var answerKinds = map[string]string{
	"accept":  "accepted",
	"decline": "declined",
	"defer":   "deferred",
}

// answer is what somebody says to an offer. After the deadline, or to another
// offer: a place that is free and unclaimed is given, else nothing changes and the answer says
// `late`. The same press again gives the same answer.
//
// Problems: not_found, invalid, conflict (has waited once already), closed (started).
func (p *Places) answer(
	ctx context.Context,
	auth string,
	in Answer,
) (*httpkit.Reply[Entry], error) {
	kind := answerKinds[in.Answer]
	if kind == "" {
		return nil, problem.WithFields(problem.Field{Name: "answer", Code: problem.Choice})
	}
	do := func(h *ownedEntry) error {
		tx, s, e := h.tx, h.s, h.row
		state, places, err := offerOf(ctx, tx, in.OfferID, e.id)
		switch {
		case err != nil:
			return err
		case state == kind || e.state == "accepted" && kind == "accepted": // pressed twice
			return nil
		case !s.Now.Before(s.JoinUntil), s.IsOff(), s.Hidden() != nil:
			return problem.New(problem.Closed)
		case state != "open":
			g := givenPlace{entryRow: *e, places: max(places, 1)}
			h.late, err = p.answerLate(ctx, tx, s, kind, g)
			return err
		case kind == "accepted":
			g := givenPlace{entryRow: *e, places: places}
			_, err := p.accept(ctx, tx, s, in.OfferID, g)
			return err
		case kind == "deferred" && e.doc.DeferredUsed:
			return problem.New(problem.Conflict)
		}
		return p.refuse(ctx, tx, s, ending{in.OfferID, e.id, kind, reasonNew})
	}
	return onOwn(ctx, p, ownEntry, press{EntryToken, auth, kind}, do)
}

// offerOf gives the state and places of an offer of this entry; "" when it has no such offer.
func offerOf(
	ctx context.Context,
	tx pgx.Tx,
	offer, entry string,
) (state string, places int, err error) {
	err = tx.QueryRow(ctx, `
		select state, seats
		from offer
		where id = $1 and entry_id = $2`, offer, entry).Scan(
		&state,
		&places,
	)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", 0, nil
	}
	return state, places, err
}

// givenPlace is what somebody who waited gets: so many places, with a mail about it.
type givenPlace struct {
	entryRow
	places int
	hold   time.Duration // the mail waits so long: what staff do can be taken back
}

// accept turns the held places into a registration, with mail.PlaceGiven. It gives "" when they
// signed up by another road meanwhile.
func (p *Places) accept(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	offer string,
	g givenPlace,
) (registration string, err error) {
	if err := p.Mail.Recall(ctx, tx, mail.Offered, g.id); err != nil {
		return "", err
	}
	if _, err := tx.Exec(
		ctx, `
		update offer
		set state = 'accepted', answered_at = $2
		where id = $1`,
		offer,
		s.Now,
	); err != nil {
		return "", err
	}
	tag, err := tx.Exec(ctx, `
		update vacancy
		set state = 'given', offer_id = null, updated_at = $2
		where offer_id = $1 and state = 'open'`, offer, s.Now)
	if err != nil {
		return "", err
	}
	s.Held -= int(tag.RowsAffected())
	registration, err = p.give(ctx, tx, s, g)
	if err != nil || registration != "" {
		return registration, err
	}
	return "", p.vacate(ctx, tx, s, g.places)
}

// give makes the registration of somebody who waited, who leaves the list with every entry of
// theirs. Their consent to the waitlist covers the place they waited for. It gives "" when they
// signed up by another road meanwhile: the place is not theirs twice.
func (p *Places) give(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	g givenPlace,
) (registration string, err error) {
	if g.state == "waiting" || g.state == "offered" {
		s.Waiting--
	}
	if err := p.setEntry(ctx, tx, s, g.id, "accepted"); err != nil {
		return "", err
	}
	// a name and address that were typed in later may be somebody else's: their turn stays theirs
	if !g.unnamed {
		if err := p.leaveForPlace(ctx, tx, s, p.keysOf(s.ID, g.who)); err != nil {
			return "", err
		}
	}
	r := registrationRow{
		atDate: atDate{seats: g.places, who: g.who, unnamed: g.unnamed},
		doc:    registrationDoc{agreed: g.doc.agreed, Entry: g.id},
	}
	if r.id, err = p.insert(ctx, tx, s, &r); err != nil || r.id == "" {
		return "", err
	}
	if err := p.toMeet(ctx, tx, s, r); err != nil {
		return "", err
	}
	return r.id, p.write(ctx, tx, mail.Mail{
		Kind:       mail.PlaceGiven,
		To:         g.who.Email,
		Occurrence: s.ID,
		Cause:      r.id,
		Hold:       g.hold,
	}, false)
}

// refuse passes the offer on: `declined` leaves the list, `deferred` keeps the position, once.
func (p *Places) refuse(ctx context.Context, tx pgx.Tx, s *rules.Slot, e ending) error {
	if err := p.endOffer(ctx, tx, s, e); err != nil {
		return err
	}
	if e.state == "declined" {
		s.Waiting--
		return p.setEntry(ctx, tx, s, e.entry, "declined")
	}
	_, err := tx.Exec(ctx, `
		update waitlist_entry
		set state = 'waiting', doc = doc || '{"deferredUsed": true}', version = version + 1,
			updated_at = $2
		where id = $1`, e.entry, s.Now)
	return err
}

// answerLate gives as many places as were offered when they are free for all; anything else changes
// nothing and is late.
func (p *Places) answerLate(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	kind string,
	g givenPlace,
) (late bool, err error) {
	on := g.state == "waiting" || g.state == "expired" || g.state == "unreached"
	if kind != "accepted" || s.Free() < g.places || !on {
		return true, nil
	}
	_, err = p.give(ctx, tx, s, g)
	return false, err
}

// Answer is what somebody says to an offer.
type Answer struct {
	Answer  string `json:"answer,omitempty"  doc:"accept, decline or defer"`
	OfferID string `json:"offerId,omitempty"`
}
