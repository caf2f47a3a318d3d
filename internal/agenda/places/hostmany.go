package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/problem"
)

// changeHostMany is ChangeHost for the dates of a scope, as one act; nobody is told. A date where
// somebody else receives than at the chosen one keeps that, unless own is taken along too.
//
// Problems: those of staffOnMany, closed, precondition_failed.
func (p *Places) changeHostMany(
	ctx context.Context,
	by By,
	occurrence string,
	in NewHost,
) (Done, error) {
	return p.staffOnMany(ctx, by, occurrence, p.coming(in.Scope), func(
		tx pgx.Tx,
		m *many,
	) (a acted, err error) {
		if now := m.lead.Host(); now != in.Was {
			if now == in.Host {
				a.earlier, err = p.lastOn(ctx, tx, m.lead.ID, actHost)
			}
			if a.earlier == nil && err == nil {
				err = problem.New(problem.PreconditionFailed)
			}
			return a, err
		}
		if m.lead.Status == "cancelled" || !m.lead.Now.Before(m.lead.Ends) {
			return a, problem.New(problem.Closed)
		}
		if err := p.MayReceive(ctx, tx, "host", in.Host, in.Was); err != nil {
			return a, err
		}
		a = acted{kind: actHost, undo: undoTime}
		for _, s := range m.dates {
			if s != m.lead && (s.Host() != in.Was && !in.Own || s.Host() == in.Host) {
				continue
			}
			m.did(s, actDoc{Before: s.Doc.Host, Host: in.Host})
			s.Doc.Host = in.Host
			if err := keepDates(ctx, tx, s); err != nil {
				return a, err
			}
		}
		return a, p.Raise(ctx, tx)
	})
}
