package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// movedMail is what the job of mail.SignedUp carries when staff moved somebody: the date before.
type movedMail struct {
	From string `json:"from"`
}

// MovePerson moves a sign-up to another date of the same activity, in one transaction under both
// locks: same row, same link. Is that date full, the person waits there and keeps the old place.
//
// Problems: those of staffOn, not_found, closed (one of the two is over or cancelled, or visitors
// do not see it), conflict (already there), waitlist_full.
func (p *Places) MovePerson(ctx context.Context, by By, id, to string) (Done, error) {
	first, err := p.loadRegistration(ctx, p.Pool, "id = $1", id)
	if err != nil {
		return Done{}, err
	}
	if first.occurrence == to {
		return Done{}, problem.New(problem.Conflict)
	}
	return p.staffOnTwo(ctx, by, pair{first.occurrence, to}, func(
		tx pgx.Tx,
		from, to *rules.Slot,
	) (a acted, err error) {
		r, err := p.loadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return a, err
		}
		a.subject, a.done.FirstName = id, firstName(r.who.Name)
		switch {
		case r.occurrence == to.ID:
			if a.earlier, err = p.lastAct(ctx, tx, id, actMoved); a.earlier == nil && err == nil {
				err = problem.New(problem.Conflict)
			}
			return a, err
		case r.occurrence != from.ID:
			return a, problem.New(problem.PreconditionFailed)
		case r.status != "registered", !from.Now.Before(from.Starts), !to.Now.Before(to.Starts),
			to.Status == "cancelled", to.Hidden() != nil, to.ActivityID != from.ActivityID:
			return a, problem.New(problem.Closed)
		}
		return p.movePerson(ctx, tx, between{from, to}, r, a)
	})
}

func (p *Places) movePerson(
	ctx context.Context,
	tx pgx.Tx,
	dates between,
	r registrationRow,
	a acted,
) (acted, error) {
	from, to := dates.from, dates.to
	a.kind, a.undo = actMoved, min(undoFor(from), undoFor(to))
	a.doc.From, a.doc.To = from.ID, to.ID
	k := p.keysOf(to.ID, r.who)
	there, err := p.present(ctx, tx, k)
	if err == nil && there != "" {
		err = problem.New(problem.Conflict)
	}
	if err != nil {
		return a, err
	}
	if to.Free() < r.seats {
		return p.waitElsewhere(ctx, tx, to, r, a)
	}
	a.done.Status = "registered"
	if from.Limit != nil {
		a.doc.Was = *from.Limit
	}
	if a.doc.Left, err = p.waitingOf(ctx, tx, to.ID, k); err != nil {
		return a, err
	}
	a.doc.Letter = r.letter
	if err := p.carry(ctx, tx, to, r, ""); err != nil {
		return a, err
	}
	until := from.Now.Add(a.undo)
	from.UndoUntil = &until
	to.Taken += r.seats
	if err := p.release(ctx, tx, from, r.seats); err != nil {
		return a, err
	}
	if err := p.leaveForPlace(ctx, tx, to, k); err != nil {
		return a, err
	}
	return a, p.tellMoved(ctx, tx, to, r, a)
}

// carry writes a sign-up over to another date, with the letter that it had there before.
func (p *Places) carry(
	ctx context.Context,
	tx pgx.Tx,
	to *rules.Slot,
	r registrationRow,
	letter string,
) error {
	k := p.keysOf(to.ID, r.who)
	if _, err := tx.Exec(ctx, `
		update registration
		set occurrence_id = $2, name_email_key = $3, name_phone_key = $4, first_key = $6,
			version = version + 1, updated_at = $5,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
		where id = $1`, r.id, to.ID, k.nameEmail, k.namePhone, to.Now, k.first,
	); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update call set occurrence_id = $2, updated_at = $3
		where registration_id = $1 and state = 'open'`, r.id, to.ID, to.Now); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		delete from attendance where registration_id = $1`, r.id); err != nil {
		return err
	}
	return p.nameApart(ctx, tx, r.id, letter)
}

// tellMoved tells somebody of the new date: by mail once it can no longer be taken back, or by a
// call.
func (p *Places) tellMoved(
	ctx context.Context,
	tx pgx.Tx,
	to *rules.Slot,
	r registrationRow,
	a acted,
) error {
	if r.doc.NoMail {
		return nil
	}
	if r.who.Email == "" {
		return p.toCall(ctx, tx, to, r, callMoved)
	}
	return p.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:       mail.SignedUp,
		To:         r.who.Email,
		Occurrence: to.ID,
		Cause:      r.id,
		Data:       movedMail{From: a.doc.From},
		Hold:       a.undo,
	})
}

// waitElsewhere puts somebody on the list of a full date; the old place stays.
func (p *Places) waitElsewhere(
	ctx context.Context,
	tx pgx.Tx,
	to *rules.Slot,
	r registrationRow,
	a acted,
) (acted, error) {
	if r.who.Email == "" && r.who.Phone == "" {
		return a, problem.WithFields(problem.Field{Name: "contact", Code: problem.Required})
	}
	way, soon := "mail", true
	if r.who.Email == "" || r.doc.NoMail {
		way = "phone"
	}
	if way == "phone" && r.who.Phone == "" {
		way = "mail"
	}
	already, err := p.waitingOf(ctx, tx, to.ID, p.keysOf(to.ID, r.who))
	if err != nil {
		return a, err
	}
	if len(already) > 0 {
		return a, problem.New(problem.Conflict)
	}
	a.done.Status = "waiting"
	a.doc.Entry, err = p.wait(ctx, tx, to, rules.JoinWaitlist{
		Person:         rules.Person{Name: r.who.Name, Email: r.who.Email, Phone: r.who.Phone},
		PreferredWay:   way,
		ShortNotice:    &soon,
		Guests:         r.seats - 1,
		ConsentVersion: r.doc.ConsentVersion,
	}, desk{source: r.doc.Source, noMail: r.doc.NoMail, hold: a.undo})
	return a, err
}

// pair are the ids of two dates: where somebody goes from, and to.
type pair struct{ from, to string }

// between is a pair whose dates are locked.
type between struct{ from, to *rules.Slot }

// staffOnTwo is staffOn for two dates, locked in the order of their ids.
func (p *Places) staffOnTwo(
	ctx context.Context,
	by By,
	ids pair,
	do func(tx pgx.Tx, from, to *rules.Slot) (acted, error),
) (out Done, err error) {
	leave, err := p.Dates.Enter(ctx, ids.from, ids.to)
	if err != nil {
		return out, db.Problem(err)
	}
	defer leave()
	changed := false
	var noted staffAct
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		from, to, err := p.lockBoth(ctx, tx, ids)
		if err != nil {
			return err
		}
		if err := from.MayRun(by.Actor); err != nil {
			return err
		}
		from.Act = db.NewID("sac")
		to.Act = from.Act
		a := acted{}
		if a.earlier, err = p.pressed(ctx, tx, from.ID, by); err != nil {
			return err
		}
		if a.earlier == nil {
			if a, err = do(tx, from, to); err != nil {
				return err
			}
		}
		if a.earlier != nil {
			from.Act, to.Act = "", ""
		}
		if noted, err = p.note(ctx, tx, by, from, a); err != nil {
			return err
		}
		for _, s := range []*rules.Slot{from, to} {
			word, err := p.store(ctx, tx, s)
			if err != nil {
				return err
			}
			changed = changed || word
		}
		out = a.done
		out.Earlier = a.earlier != nil
		return p.answerDate(ctx, tx, from, noted, &out)
	})
	if err != nil {
		return out, db.Problem(err)
	}
	if changed {
		p.Changed()
	}
	return out, p.named(ctx, &noted, &out.Act)
}

func (p *Places) lockBoth(
	ctx context.Context,
	tx pgx.Tx,
	ids pair,
) (from, to *rules.Slot, err error) {
	if ids.from < ids.to {
		if from, err = p.lockDate(ctx, tx, ids.from); err != nil {
			return nil, nil, err
		}
		to, err = p.lockDate(ctx, tx, ids.to)
		return from, to, err
	}
	if to, err = p.lockDate(ctx, tx, ids.to); err != nil {
		return nil, nil, err
	}
	from, err = p.lockDate(ctx, tx, ids.from)
	return from, to, err
}
