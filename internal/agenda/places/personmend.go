package places

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// OtherThatMends is an Other in which staff mend how somebody is called and reached, as they ask.
type OtherThatMends interface {
	// Mend does so in the row with this id, if it is its own, in tx; it says whether it was.
	//
	// Problems: invalid.
	Mend(ctx context.Context, tx pgx.Tx, id string, to privacy.Named) (bool, error)
}

// PersonMend is how somebody wants to be called and reached, in one thing that another room keeps.
type PersonMend struct {
	PersonSought
	Row string `json:"row" maxLength:"60" doc:"id of what is mended"`
	privacy.Named
}

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

// mendPerson mends something that another room keeps of somebody. What is absent is emptied.
//
// Problems: invalid (what, name, email, phone, contact), not_found (nothing of that id is theirs).
func (p *Places) mendPerson(ctx context.Context, who identity.Actor, in PersonMend) error {
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		s, err := p.sought(ctx, tx, in.What)
		if err != nil {
			return err
		}
		theirs, err := p.elsewhereOf(ctx, tx, s)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(theirs, func(e privacy.KeptElsewhere) bool {
			return e.ID == in.Row
		}) {
			return problem.New(problem.NotFound)
		}
		for _, other := range p.Others {
			room, ok := other.(OtherThatMends)
			if !ok {
				continue
			}
			mended, err := room.Mend(ctx, tx, in.Row, in.Named)
			if err != nil {
				return err
			}
			if mended {
				return p.noted(ctx, tx, who, mendedRow(in.Row))
			}
		}
		return problem.New(problem.NotFound) // it went meanwhile
	})
}

func mendedRow(id string) privacy.Entry {
	return privacy.Entry{Action: "changed", ObjectID: id, Reason: "correct"}
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
		is, err := p.stands(ctx, tx, row)
		if err != nil {
			return err
		}
		if is.at().version != in.Version {
			return problem.New(problem.PreconditionFailed)
		}
		switch is := is.(type) {
		case *registrationRow:
			err = mendPlace(ctx, &ownedPlace{Places: p, tx: tx, s: s, row: is}, in)
		case *entryRow:
			err = mendEntry(ctx, &ownedEntry{Places: p, tx: tx, s: s, row: is}, in)
		}
		if err != nil {
			return err
		}
		item, err := p.oneOf(ctx, tx, row, s)
		if err != nil {
			return err
		}
		out = item.ofPerson()
		return p.noted(ctx, tx, who, mendedRow(row.id))
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

func mendPlace(ctx context.Context, h *ownedPlace, in PersonRowMend) error {
	if mendsOnDate(h.row.status, h.s) {
		return problem.New(problem.Closed)
	}
	to := rules.Change{
		Person:   in.Person,
		Guests:   h.row.seats - 1,
		Support:  in.Support,
		Diet:     in.Diet,
		Reminder: h.row.doc.Reminder,
	}
	if wrong := to.ValidateFor(h.row.doc.Source); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	return rewrite(ctx, h, to)
}

func mendEntry(ctx context.Context, h *ownedEntry, in PersonRowMend) error {
	to := rules.ChangeEntry{
		Person:       in.Person,
		PreferredWay: in.PreferredWay,
		ShortNotice:  &in.ShortNotice,
	}
	if wrong := to.Validate(); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	was, is := h.row, h.row.changed(to)
	// who is being asked right now hears and answers by the way in which they were asked
	if was.state == "offered" &&
		(is.way != was.way || tidyEmail(is.who.Email) != tidyEmail(was.who.Email) ||
			is.who.Phone != was.who.Phone) {
		return problem.New(problem.Conflict)
	}
	return h.correct(ctx, is, true)
}
