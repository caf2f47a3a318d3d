package persons

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// OtherThatMends is an Other in which staff mend how somebody is called and reached.
type OtherThatMends interface {
	// Mend does so in the row with this id, and says whether it was its own.
	//
	// Problems: invalid.
	Mend(ctx context.Context, tx pgx.Tx, id string, to privacy.Named) (bool, error)
}

// PersonMend is how somebody wants to be called, in what another room keeps.
type PersonMend struct {
	PersonSought
	Row string `json:"row" maxLength:"60" doc:"id of what is mended"`
	privacy.Named
}

// PersonRowMend is what somebody wants put right in a place on a list, or in a sign-up that the
// screen of its date changes no more. What is absent is emptied. How many people came is no answer
// of theirs: it was counted.
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

// MendPerson mends something that another room keeps of somebody. What is absent is emptied.
//
// Problems: invalid (what, name, email, phone, contact), not_found (nothing of that id is theirs).
func (p *Persons) MendPerson(ctx context.Context, who identity.Actor, in PersonMend) error {
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		s, err := p.Sought(ctx, tx, in.What)
		if err != nil {
			return err
		}
		theirs, err := p.ElsewhereOf(ctx, tx, s)
		if err != nil {
			return err
		}
		none := problem.New(problem.NotFound)
		if !slices.ContainsFunc(theirs, func(e privacy.KeptElsewhere) bool {
			return e.ID == in.Row
		}) {
			return none
		}
		for _, other := range p.Others {
			room, ok := other.(OtherThatMends)
			if !ok {
				continue
			}
			if mended, err := room.Mend(ctx, tx, in.Row, in.Named); err != nil {
				return err
			} else if mended {
				return p.mended(ctx, tx, who, in.Row)
			}
		}
		return none
	})
}

func (p *Persons) mended(ctx context.Context, tx pgx.Tx, who identity.Actor, id string) error {
	return p.noted(ctx, tx, who, privacy.Entry{
		Action: "changed", ObjectID: id, Reason: "correct",
	})
}

// MendRow puts something right under the lock of its date, and answers how it reads now. The way
// back is to mend it again: nothing else comes of it, but for another address, which ends the links
// that were mailed to the old one and is told to both.
//
// Problems: invalid (what, name, email, phone, contact, support, diet, PreferredWay), not_found
// (nothing of that id is theirs), closed (its date's screen mends it), conflict (a place is on
// offer to them), precondition_failed (somebody changed it meanwhile).
func (p *Persons) MendRow(
	ctx context.Context, who identity.Actor, in PersonRowMend,
) (out PersonRow, err error) {
	first, err := p.rowOf(ctx, p.Pool, in)
	if err != nil {
		return out, err
	}
	err = p.Locked(ctx, first.Occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		row, err := p.rowOf(ctx, tx, in)
		if err != nil {
			return err
		}
		changed := problem.New(problem.PreconditionFailed)
		if row.Occurrence != s.ID { // moved to another date meanwhile
			return changed
		}
		is, err := p.Stands(ctx, tx, row)
		if err != nil {
			return err
		}
		if is.Version != in.Version {
			return changed
		}
		mend := mendPlace
		if is.Kind == waitlist.EntryKind {
			mend = mendEntry
		}
		of := visitors.Held{Visitors: p.Visitors, Tx: tx, S: s, Row: &is}
		if err := mend(ctx, &of, in); err != nil {
			return err
		}
		item, err := p.OneOf(ctx, tx, row, s)
		if err != nil {
			return err
		}
		out = rowOf(&item)
		return p.mended(ctx, tx, who, row.ID)
	})
	return out, err
}

// rowOf is the row to mend. Problems: not_found (it is not theirs).
func (p *Persons) rowOf(
	ctx context.Context, q db.Querier, in PersonRowMend,
) (row waitlist.OwnRow, err error) {
	s, err := p.Sought(ctx, q, in.What)
	if err != nil {
		return row, err
	}
	rows, err := p.RowsOf(ctx, q, s)
	if err != nil {
		return row, err
	}
	at := slices.IndexFunc(rows, func(r waitlist.OwnRow) bool { return r.ID == in.Row })
	if at < 0 {
		return row, problem.New(problem.NotFound)
	}
	return rows[at], nil
}

func mendPlace(ctx context.Context, h *visitors.Held, in PersonRowMend) error {
	if desk.MendsOnDate(h.Row.State, h.S) {
		return problem.New(problem.Closed)
	}
	to := rules.Change{
		Person:   in.Person,
		Guests:   h.Row.Seats - 1,
		Support:  in.Support,
		Diet:     in.Diet,
		Reminder: h.Row.Doc.Reminder,
	}
	if wrong := to.ValidateFor(h.Row.Doc.Source); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	return visitors.Rewrite(ctx, h, to)
}

func mendEntry(ctx context.Context, h *visitors.Held, in PersonRowMend) error {
	to := rules.ChangeEntry{
		Person: in.Person, PreferredWay: in.PreferredWay, ShortNotice: &in.ShortNotice,
	}
	if wrong := to.Validate(); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	was, is := h.Row, h.Row.Changed(to)
	// who is being asked right now hears and answers by the way in which they were asked
	if was.State == "offered" &&
		(is.Way != was.Way || is.Who.Phone != was.Who.Phone ||
			waitlist.TidyEmail(is.Who.Email) != waitlist.TidyEmail(was.Who.Email)) {
		return problem.New(problem.Conflict)
	}
	return h.Correct(ctx, is, true)
}
