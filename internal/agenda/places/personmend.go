package places

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

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
				return p.noted(ctx, tx, who, privacy.Entry{
					Action:   "changed",
					ObjectID: in.Row,
					Reason:   "correct",
				})
			}
		}
		return problem.New(problem.NotFound) // it went meanwhile
	})
}
