package places

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
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
	return p.onDates(ctx, by, first.occurrence, p.two(to), func(
		tx pgx.Tx,
		m *many,
	) (a acted, err error) {
		from, to := m.lead, dateOf(m.dates, to)
		to.Act = from.Act
		r, err := p.loadRegistration(ctx, tx, "id = $1", id)
		if err != nil {
			return a, err
		}
		switch {
		case r.occurrence == to.ID:
			a, err = p.before(ctx, tx, id, actMoved, problem.Conflict)
		case r.occurrence != from.ID:
			err = problem.New(problem.PreconditionFailed)
		case r.status != "registered", !from.Now.Before(from.Starts), !to.Now.Before(to.Starts),
			to.Status == "cancelled", to.Hidden() != nil, to.ActivityID != from.ActivityID:
			err = problem.New(problem.Closed)
		default:
			a, err = p.movePerson(ctx, tx, between{from, to}, r)
		}
		a.subject, a.done.FirstName = id, firstName(r.who.Name)
		return a, err
	})
}

// two are a date and another, for who runs the first.
func (p *Places) two(to string) span {
	return span{
		with: to,
		of: func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error) {
			other, err := p.Peek(ctx, q, to)
			return []*rules.Slot{lead, other}, err
		},
		may: func(_ context.Context, _ db.Querier, who identity.Actor, lead *rules.Slot) error {
			return lead.MayRun(who)
		},
	}
}

func (p *Places) movePerson(
	ctx context.Context,
	tx pgx.Tx,
	dates between,
	r registrationRow,
) (a acted, err error) {
	from, to := dates.from, dates.to
	d := &movedAct{From: from.ID, To: to.ID}
	a = acted{doc: d, undo: min(undoFor(from), undoFor(to))}
	k := p.keysOf(to.ID, r.who)
	if err := p.noOtherPlace(ctx, tx, k); err != nil {
		return a, err
	}
	if to.Free() < r.seats {
		d.Entry, err = p.waitElsewhere(ctx, tx, to, r, a.undo)
		a.done.Status = "waiting"
		return a, err
	}
	a.done.Status = "registered"
	d.Was, d.Letter = number(from.Limit), r.letter
	if d.Left, err = p.waitingOf(ctx, tx, to.ID, k); err != nil {
		return a, err
	}
	if err := p.carry(ctx, tx, to, r, ""); err != nil {
		return a, err
	}
	keepFreed(from, a.undo)
	to.Taken += r.seats
	if err := p.release(ctx, tx, from, r.seats); err != nil {
		return a, err
	}
	if err := p.leaveForPlace(ctx, tx, to, k); err != nil {
		return a, err
	}
	return a, p.tellMoved(ctx, tx, dates, r, a.undo)
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
	dates between,
	r registrationRow,
	hold time.Duration,
) error {
	if r.doc.NoMail {
		return nil
	}
	if r.who.Email == "" {
		return p.toCall(ctx, tx, dates.to, r, callMoved)
	}
	return p.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:       mail.SignedUp,
		To:         r.who.Email,
		Occurrence: dates.to.ID,
		Cause:      r.id,
		Data:       movedMail{From: dates.from.ID},
		Hold:       hold,
	})
}

// waitElsewhere puts somebody on the list of a full date; the old place stays.
func (p *Places) waitElsewhere(
	ctx context.Context,
	tx pgx.Tx,
	to *rules.Slot,
	r registrationRow,
	hold time.Duration,
) (entry string, err error) {
	if r.who.Email == "" && r.who.Phone == "" {
		return "", problem.WithFields(problem.Field{Name: "contact", Code: problem.Required})
	}
	way, soon := "mail", true
	if r.who.Phone != "" && (r.who.Email == "" || r.doc.NoMail) {
		way = "phone"
	}
	if err := p.notOnList(ctx, tx, to, p.keysOf(to.ID, r.who)); err != nil {
		return "", err
	}
	return p.wait(ctx, tx, to, rules.JoinWaitlist{
		Person:         rules.Person{Name: r.who.Name, Email: r.who.Email, Phone: r.who.Phone},
		PreferredWay:   way,
		ShortNotice:    &soon,
		Guests:         r.seats - 1,
		ConsentVersion: r.doc.ConsentVersion,
	}, desk{source: r.doc.Source, noMail: r.doc.NoMail, hold: hold})
}

// between is a pair whose dates are locked.
type between struct{ from, to *rules.Slot }
