package places

import (
	"bytes"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// PersonRowMend is what somebody wants put right in a place on a list, or in a sign-up that the
// screen of its date changes no more. It is all of it: what is absent is emptied. How many people
// came is no answer of theirs: it was counted.
type PersonRowMend struct {
	PersonSought
	Row     string `json:"row"     maxLength:"60" doc:"id of what is mended"`
	Version int    `json:"version"                doc:"of the row, as it was seen"`
	rules.Person
	Support      string      `json:"support,omitempty"      doc:"of a sign-up"`
	Diet         *rules.Diet `json:"diet,omitempty"         doc:"of a sign-up"`
	PreferredWay string      `json:"preferredWay,omitempty" doc:"of a place on a list: mail or phone"`
	ShortNotice  bool        `json:"shortNotice,omitempty"  doc:"of a place on a list"`
}

// mendRow puts something right of somebody under the lock of its date, and answers how it reads
// now. The way back is to mend it again: nothing else comes of it, but for another address, which
// ends the links that were mailed to the old one and is told to both.
//
// Problems: invalid (what, name, email, phone, contact, support, diet, preferredWay), not_found
// (nothing of that id is theirs), closed (its date's screen mends it), conflict (a place is on
// offer to them), precondition_failed (somebody changed it meanwhile).
func (p *Places) mendRow(
	ctx context.Context,
	who identity.Actor,
	in PersonRowMend,
) (out PersonRow, err error) {
	first, err := p.rowOf(ctx, p.Pool, in)
	if err != nil {
		return out, err
	}
	err = p.locked(ctx, first.occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		row, err := p.rowOf(ctx, tx, in)
		if err != nil {
			return err
		}
		if row.occurrence != s.ID { // moved to another date meanwhile
			return problem.New(problem.PreconditionFailed)
		}
		if row.table == "registration" {
			err = p.mendSignUp(ctx, tx, s, row.id, in)
		} else {
			err = p.mendEntry(ctx, tx, s, row.id, in)
		}
		if err != nil {
			return err
		}
		if out, err = p.rowSeen(ctx, tx, row, s); err != nil {
			return err
		}
		return p.noted(ctx, tx, who, privacy.Entry{
			Action:   "changed",
			ObjectID: row.id,
			Reason:   "correct",
		})
	})
	return out, db.Problem(err)
}

// rowOf is the row to mend, when it is one of whom it is looked up by.
func (p *Places) rowOf(ctx context.Context, q db.Querier, in PersonRowMend) (ownRow, error) {
	s, err := p.sought(ctx, q, in.What)
	if err != nil {
		return ownRow{}, err
	}
	rows, err := p.rowsOf(ctx, q, s)
	if err != nil {
		return ownRow{}, err
	}
	at := slices.IndexFunc(rows, func(r ownRow) bool { return r.id == in.Row })
	if at < 0 {
		return ownRow{}, problem.New(problem.NotFound)
	}
	return rows[at], nil
}

func (p *Places) mendSignUp(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	id string,
	in PersonRowMend,
) error {
	r, err := p.loadRegistration(ctx, tx, "id = $1", id)
	if err != nil {
		return err
	}
	if r.version != in.Version {
		return problem.New(problem.PreconditionFailed)
	}
	if mendsOnDate(r.status, s) {
		return problem.New(problem.Closed)
	}
	to := rules.Change{
		Person:   in.Person,
		Guests:   r.seats - 1,
		Support:  in.Support,
		Diet:     in.Diet,
		Reminder: r.doc.Reminder,
	}
	if wrong := to.ValidateFor(r.doc.Source); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	return p.rewrite(ctx, tx, s, &held{registrationRow: r}, to)
}

func (p *Places) mendEntry(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	id string,
	in PersonRowMend,
) error {
	e, err := p.loadEntry(ctx, tx, "id = $1", id)
	if err != nil {
		return err
	}
	if e.version != in.Version {
		return problem.New(problem.PreconditionFailed)
	}
	to := rules.ChangeEntry{
		Person:       in.Person,
		PreferredWay: in.PreferredWay,
		ShortNotice:  &in.ShortNotice,
	}
	if wrong := to.Validate(); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	next := e.changed(to)
	// who is being asked right now hears and answers by the way in which they were asked
	if e.state == "offered" &&
		(next.way != e.way || tidyEmail(next.who.Email) != tidyEmail(e.who.Email) ||
			next.who.Phone != e.who.Phone) {
		return problem.New(problem.Conflict)
	}
	k, taken, err := p.freeKeys(ctx, tx, next)
	if err != nil {
		return err
	}
	if taken && !p.sameName(next, e) {
		return problem.WithFields(problem.Field{Name: "name", Code: problem.Taken})
	}
	if err := p.keepEntry(ctx, tx, s, next, k); err != nil {
		return err
	}
	if tidyEmail(next.who.Email) == tidyEmail(e.who.Email) {
		return nil
	}
	return p.readdressEntry(ctx, tx, s, e, next)
}

// sameName says whether an entry is looked up by the same name and address as it was.
func (p *Places) sameName(is, was entryRow) bool {
	a, b := p.keysOf(is.occurrence, is.who), p.keysOf(was.occurrence, was.who)
	return bytes.Equal(a.nameEmail, b.nameEmail) && bytes.Equal(a.namePhone, b.namePhone)
}
