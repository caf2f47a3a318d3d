package booking

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// OnPerson runs do on one sign-up, under the lock of its date.
func (p *Booking) OnPerson(
	ctx context.Context,
	by By,
	id string,
	do func(tx pgx.Tx, s *rules.Slot, r waitlist.RegistrationRow) (Acted, error),
) (Done, error) {
	first, err := p.LoadRegistration(ctx, p.Pool, "id = $1", id)
	if err != nil {
		return Done{}, err
	}
	return p.StaffOn(ctx, by, first.Occurrence, func(tx pgx.Tx, s *rules.Slot) (Acted, error) {
		r, err := p.LoadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return Acted{}, err
		}
		if r.Occurrence != s.ID { // moved to another date meanwhile
			return Acted{}, problem.New(problem.PreconditionFailed)
		}
		a, err := do(tx, s, r)
		a.Subject, a.Done.FirstName = id, waitlist.FirstName(r.Who.Name)
		return a, err
	})
}

// OnEntry runs do on somebody who waits, under the lock of the date.
func (p *Booking) OnEntry(
	ctx context.Context,
	by By,
	id string,
	do func(tx pgx.Tx, s *rules.Slot, e waitlist.EntryRow) (Acted, error),
) (Done, error) {
	first, err := p.LoadEntry(ctx, p.Pool, "id = $1", id)
	if err != nil {
		return Done{}, err
	}
	return p.StaffOn(ctx, by, first.Occurrence, func(tx pgx.Tx, s *rules.Slot) (Acted, error) {
		e, err := p.LoadEntry(ctx, tx, "id = $1", id)
		if err != nil {
			return Acted{}, err
		}
		a, err := do(tx, s, e)
		a.Subject, a.Done.FirstName = id, waitlist.FirstName(e.Who.Name)
		return a, err
	})
}

// HoldForUndo keeps the places of an offer that staff ended from the next until the act can no
// longer be taken back; where staff phone, the next is called at once.
func (p *Booking) HoldForUndo(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	offer string,
) error {
	if waitlist.HeldBack(s, p.Plan(ctx, s)) != "" {
		return nil
	}
	until := s.Now.Add(UndoFor(s))
	tag, err := tx.Exec(ctx, `
		update vacancy set reason = $2, wakes_at = $3, act_id = $4, updated_at = $5
		where state = 'open'
			and offer_id is null
			and id in (select vacancy_id from offer_vacancy where offer_id = $1)`,
		offer, waitlist.ReasonUndo, until, s.Act, s.Now)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, until)
}

// NoteSeen writes down that somebody saw something of these dates: one line an hour for each, as a
// screen asks again at every change.
func (p *Booking) NoteSeen(
	ctx context.Context,
	who identity.Actor,
	kind string,
	dates ...string,
) error {
	return db.Problem(privacy.RecordOnce(ctx, p.Pool, p.Clock.Now(), privacy.Entry{
		Actor:  who.ID,
		Roles:  who.RoleNames(),
		Action: "viewed",
		Kind:   kind,
	}, dates...))
}
