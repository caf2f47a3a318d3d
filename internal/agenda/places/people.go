package places

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// waitingOf are the entries of a person on the list of a date, with their states.
func (p *Places) waitingOf(
	ctx context.Context,
	tx pgx.Tx,
	occurrence string,
	k keys,
) (map[string]string, error) {
	rows, err := tx.Query(ctx, `
		select id, state
		from waitlist_entry
		where `+theyWait, occurrence, k.nameEmail, k.namePhone)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	var id, state string
	_, err = pgx.ForEachRow(rows, []any{&id, &state}, func() error {
		all[id] = state
		return nil
	})
	return all, err
}

// onPerson runs do on one sign-up, under the lock of its date.
func (p *Places) onPerson(
	ctx context.Context,
	by By,
	id string,
	do func(tx pgx.Tx, s *rules.Slot, r registrationRow) (acted, error),
) (Done, error) {
	first, err := p.loadRegistration(ctx, p.Pool, "id = $1", id)
	if err != nil {
		return Done{}, err
	}
	return p.staffOn(ctx, by, first.occurrence, func(tx pgx.Tx, s *rules.Slot) (acted, error) {
		r, err := p.loadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return acted{}, err
		}
		if r.occurrence != s.ID { // moved to another date meanwhile
			return acted{}, problem.New(problem.PreconditionFailed)
		}
		a, err := do(tx, s, r)
		a.subject, a.done.FirstName = id, firstName(r.who.Name)
		return a, err
	})
}

// CancelPerson calls somebody off who phones. With people waiting, the place is held until the act
// can no longer be taken back.
//
// Problems: those of staffOn, closed (started).
func (p *Places) CancelPerson(ctx context.Context, by By, id string) (Done, error) {
	return p.onPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r registrationRow,
	) (a acted, err error) {
		if r.status == "cancelled" {
			return p.before(ctx, tx, id, actCancelled, problem.Conflict) // else by the person
		}
		a = acted{doc: &cancelledAct{limitWas{number(s.Limit)}}, undo: undoAbout(s, r.who)}
		if s.Waiting > 0 { // the next hears of the place
			a.undo = undoFor(s)
		}
		keepFreed(s, undoFor(s))
		return a, p.giveBack(ctx, tx, s, r, a.undo)
	})
}

// RestorePerson is "Toch komen": somebody who was called off has the place again, while there is
// one or with a chair.
//
// Problems: those of staffOn, closed (started), full, conflict (signed up again meanwhile).
func (p *Places) RestorePerson(
	ctx context.Context,
	by By,
	id string,
	chair bool,
) (Done, error) {
	return p.onPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r registrationRow,
	) (a acted, err error) {
		switch {
		case r.status == "registered":
			return p.before(ctx, tx, id, actRestored, problem.Conflict)
		case r.status != "cancelled", !s.Now.Before(s.Starts), s.Status == "cancelled":
			return a, problem.New(problem.Closed)
		}
		if err := p.noOtherPlace(ctx, tx, p.keysOf(s.ID, r.who)); err != nil {
			return a, err
		}
		d := &restoredAct{}
		a = acted{doc: d, undo: undoAbout(s, r.who)}
		if d.chairsPut, err = seat(s, r.seats, chair); err != nil {
			return a, err
		}
		if err := p.backAgain(ctx, tx, s, r, true); err != nil {
			return a, err
		}
		return a, p.sayBackAgain(ctx, tx, s, r, a.undo)
	})
}

// noOtherPlace refuses somebody who has a place at a date by another sign-up. Problems: conflict.
func (p *Places) noOtherPlace(ctx context.Context, tx pgx.Tx, k keys) error {
	there, err := p.present(ctx, tx, k)
	if err == nil && there != "" {
		err = problem.New(problem.Conflict)
	}
	return err
}

// backAgain makes a cancelled sign-up one that holds its places; told says that somebody heard of
// the cancellation, and hears of this too.
func (p *Places) backAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r registrationRow,
	told bool,
) error {
	if _, err := tx.Exec(ctx, `
		update registration
		set status = 'registered', cancelled_at = null, version = version + 1, updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + $3::boolean::int))
		where id = $1`, r.id, s.Now, told); err != nil {
		return err
	}
	s.Taken += r.seats
	return p.leaveForPlace(ctx, tx, s, p.keysOf(s.ID, r.who))
}

// sayBackAgain is the mail that a sign-up which was cancelled is so again.
func (p *Places) sayBackAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r registrationRow,
	hold time.Duration,
) error {
	return p.write(ctx, tx, mail.Mail{
		Kind:       mail.SignedUp,
		To:         r.who.Email,
		Occurrence: s.ID,
		Cause:      r.id,
		Hold:       hold,
	}, r.doc.NoMail)
}

// ChangePerson changes what a sign-up says, by staff: the whole changeable set, as the holder's
// own form. It can be taken back, unless the address is another: its mails go at once, and the old
// address gets a way back of its own.
//
// Problems: those of staffOn, invalid, precondition_required, precondition_failed, closed
// (cancelled or over), full (more guests than fit).
func (p *Places) ChangePerson(
	ctx context.Context,
	by By,
	id, ifMatch string,
	in rules.Change,
) (Done, error) {
	return p.onPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r registrationRow,
	) (a acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		if err := httpkit.Matches(ifMatch, r.version); err != nil {
			return a, err
		}
		if wrong := in.ValidateFor(r.doc.Source); len(wrong) > 0 {
			return a, problem.WithFields(wrong...)
		}
		if !mendsOnDate(r.status, s) {
			return a, problem.New(problem.Closed)
		}
		a.doc = &changedAct{}
		if tidyEmail(in.Email) != tidyEmail(r.who.Email) { // both addresses are told at once
			return a, applyChange(ctx, &ownedPlace{Places: p, tx: tx, s: s, row: &r}, in)
		}
		a = acted{doc: &changedAct{limitWas{number(s.Limit)}}, undo: undoFor(s)}
		keepFreed(s, a.undo) // places of guests who stay at home can come back
		h := &ownedPlace{Places: p, tx: tx, s: s, row: &r}
		if err := applyChange(ctx, h, in); err != nil {
			return a, err
		}
		return a, p.keepEarlier(ctx, tx, r)
	})
}

// mendsOnDate says whether a sign-up of this status can be changed with its places and mails: after
// that only what is written down of somebody is put right.
func mendsOnDate(status string, s *rules.Slot) bool {
	return status == "registered" && s.Now.Before(s.Ends)
}

// firstName is how staff read and call somebody: the first word of a name.
func firstName(name string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(name), " ")
	return first
}

// keepDoc writes back what staff acts change of a date besides its counters.
func keepDoc(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	_, err := tx.Exec(ctx, `
		update occurrence set doc = $2 where id = $1`, s.ID, db.JSON(s.Doc))
	return err
}
