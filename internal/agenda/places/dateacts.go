package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

// DateActs are the last acts of staff on a date, newest first.
type DateActs struct {
	Items []ActSeen `json:"items"`
}

const mostActs = 10

// acts are what staff did about a date, for who may meet its people.
//
// Problems: not_found, forbidden.
func (p *Places) acts(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (out DateActs, err error) {
	s, err := p.Peek(ctx, p.Pool, occurrence)
	if err != nil {
		return out, err
	}
	if err := p.MayMeet(ctx, p.Pool, who, s); err != nil {
		return out, err
	}
	out.Items, err = p.ActsOf(ctx, s.ID, mostActs)
	return out, err
}

// ActsOf are the last acts of staff on a date, newest first; they name nobody but staff.
func (p *Places) ActsOf(ctx context.Context, occurrence string, most int) ([]ActSeen, error) {
	rows, err := p.Pool.Query(ctx, `
		select `+actColumns+`
		from staff_act
		where occurrence_id = $1 or doc ? 'to' and doc->>'to' = $1
		order by no desc limit $2`, occurrence, most)
	if err != nil {
		return nil, db.Problem(err)
	}
	acts, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (staffAct, error) {
		return scanAct(r)
	})
	if err != nil {
		return nil, db.Problem(err)
	}
	ids := make([]string, 0, 2*len(acts))
	for _, a := range acts {
		ids = append(ids, a.by, a.undoneBy)
	}
	names, err := p.Names(ctx, ids)
	out := make([]ActSeen, len(acts))
	for i, a := range acts {
		out[i] = seeAct(a, p.Clock.Now())
		out[i].By, out[i].UndoneBy = names[a.by], names[a.undoneBy]
	}
	return out, err
}
