package waitlist

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
)

// Candidate is who is offered a place.
type Candidate struct {
	ID       string
	Seats    int
	Way      string
	HasEmail bool
	Hold     time.Duration // its mail waits so long: what staff do can be taken back
}

// Offer holds as many places for c as it asked for, until the deadline: open ones that it has a
// claim on, then others that are free for all. It gives the id of the offer.
func (p *Waitlist) Offer(ctx context.Context, tx pgx.Tx, s *rules.Slot, c Candidate, until time.Time) (string, error) {
	o := db.NewID("off")
	way, reason := "mail", ReasonOffered
	if c.Way == "phone" || !c.HasEmail {
		way, reason = "phone", ReasonPhone
	}
	places, err := p.placesFor(ctx, tx, s, c)
	if err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, `
		insert into offer (id, occurrence_id, entry_id, state, way, seats, until, tell_by,
			created_at) values ($1, $2, $3, 'open', $4, $5, $6, $6, $7)`,
		o, s.ID, c.ID, way, len(places), until, s.Now); err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, `
		insert into offer_vacancy (vacancy_id, entry_id, offer_id)
		select unnest($1::text[]), $2, $3`, places, c.ID, o); err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, `
		update vacancy set offer_id = $2, reason = $3, wakes_at = null, updated_at = $4
		where id = any($1)`, places, o, reason, s.Now); err != nil {
		return "", err
	}
	if err := p.SetEntry(ctx, tx, s, c.ID, "offered"); err != nil {
		return "", err
	}
	if err := p.WakeAt(ctx, tx, s.ID, until); err != nil || way == "phone" { // staff call
		return o, err
	}
	e, err := p.LoadEntry(ctx, tx, c.ID)
	if err != nil {
		return "", err
	}
	return o, p.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:       mail.Offered,
		To:         e.Who.Email,
		Occurrence: s.ID,
		Cause:      e.ID,
		Data:       OfferMail{Offer: o},
		Hold:       c.Hold,
	})
}

// placesFor are the vacancies that an offer to c holds.
func (p *Waitlist) placesFor(ctx context.Context, tx pgx.Tx, s *rules.Slot, c Candidate) ([]string, error) {
	places, err := db.All[string](ctx, tx, `
		select v.id
		from vacancy v
		join waitlist_entry e on e.id = $2
		where v.occurrence_id = $1
			and v.state = 'open'
			and v.offer_id is null
			and not (v.reason = 'undo' and v.wakes_at > $4)
			and `+ClaimAt("$4")+`
		order by v.no limit $3`, s.ID, c.ID, c.Seats, s.Now)
	if err != nil {
		return nil, err
	}
	spare, err := p.hold(ctx, tx, s, min(c.Seats-len(places), s.Left()), true)
	return append(places, spare...), err
}

// OfferMail is what the job of mail.Offered carries.
type OfferMail struct {
	Offer string `json:"offer"`
}

var AnswerKinds = map[string]string{
	"accept":  "accepted",
	"decline": "declined",
	"defer":   "deferred",
}

// OfferOf gives the state and places of an offer of this entry; "" when it has no such offer.
func OfferOf(ctx context.Context, tx pgx.Tx, offer, entry string) (state string, places int, err error) {
	err = tx.QueryRow(ctx, `
		select state, seats
		from offer
		where id = $1 and entry_id = $2`, offer, entry).Scan(&state, &places)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return state, places, err
}

// GivenPlace is what somebody who waited gets.
type GivenPlace struct {
	Row
	Places int
	Hold   time.Duration // the mail waits so long: what staff do can be taken back
}

// Accept turns the held places into a sign-up, with mail.PlaceGiven; "" when they signed up by
// another road meanwhile.
func (p *Waitlist) Accept(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	offer string,
	g GivenPlace,
) (registration string, err error) {
	if err := p.Mail.Recall(ctx, tx, mail.Offered, g.ID); err != nil {
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
	registration, err = p.Give(ctx, tx, s, g)
	if err != nil || registration != "" {
		return registration, err
	}
	return "", p.Vacate(ctx, tx, s, g.Places)
}

// Give makes the sign-up of somebody who waited, who leaves the list with every entry of theirs.
// Their consent covers the place they waited for. "" when they signed up by another road meanwhile:
// the place is not theirs twice.
func (p *Waitlist) Give(ctx context.Context, tx pgx.Tx, s *rules.Slot, g GivenPlace) (registration string, err error) {
	if g.Waits() {
		s.Waiting--
	}
	if err := p.SetEntry(ctx, tx, s, g.ID, "accepted"); err != nil {
		return "", err
	}
	// a name and address that were typed in later may be somebody else's: their turn stays theirs
	if !g.Unnamed {
		if err := p.LeaveForPlace(ctx, tx, s, p.KeysOf(s.ID, g.Who)); err != nil {
			return "", err
		}
	}
	r := Row{
		Kind: PlaceKind, Seats: g.Places, Who: g.Who, Unnamed: g.Unnamed,
		Doc: Doc{Agreed: g.Doc.Agreed, Entry: g.ID},
	}
	if r.ID, err = p.Insert(ctx, tx, s, &r); err != nil || r.ID == "" {
		return "", err
	}
	if err := p.ToMeet(ctx, tx, s, r); err != nil {
		return "", err
	}
	return r.ID, p.Write(ctx, tx, mail.Mail{
		Kind:       mail.PlaceGiven,
		To:         g.Who.Email,
		Occurrence: s.ID,
		Cause:      r.ID,
		Hold:       g.Hold,
	}, false)
}

// Refuse passes the offer on: declined leaves the list, deferred keeps the position, once.
func (p *Waitlist) Refuse(ctx context.Context, tx pgx.Tx, s *rules.Slot, e Ending) error {
	if err := p.EndOffer(ctx, tx, s, e); err != nil {
		return err
	}
	if e.State == "declined" {
		s.Waiting--
		return p.SetEntry(ctx, tx, s, e.Entry, "declined")
	}
	_, err := tx.Exec(ctx, `
		update waitlist_entry
		set state = 'waiting', doc = doc || '{"deferredUsed": true}', version = version + 1,
			updated_at = $2
		where id = $1`, e.Entry, s.Now)
	return err
}

// AnswerLate gives as many places as were offered when they are free for all; else nothing changes
// and it is late.
func (p *Waitlist) AnswerLate(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	kind string,
	g GivenPlace,
) (late bool, err error) {
	on := g.State == "waiting" || g.State == "expired" || g.State == "unreached"
	if kind != "accepted" || s.Free() < g.Places || !on {
		return true, nil
	}
	_, err = p.Give(ctx, tx, s, g)
	return false, err
}

// Answer is what somebody says to an offer.
type Answer struct {
	Answer  string `json:"answer,omitempty"  doc:"accept, decline or defer"`
	OfferID string `json:"offerId,omitempty"`
}
