// Package inbox is how staff handle what visitors sent, whatever it is: a list page by page, one
// row at a time by its version, every look and act in the log book, and the last act taken back for
// a while. A room brings its table and says who may see a row; for anybody else that row is not
// there.
package inbox

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// PageSize is how many rows one page shows.
const PageSize = 50

// Box is the table of one room. All fields are required.
type Box[R any] struct {
	Pool  *pgxpool.Pool
	Clock *clock.Clock
	// Kind is the word for a row in the log book.
	Kind string
	// Table and Columns of it, as Scan reads them.
	Table, Columns string
	Scan           func(pgx.CollectableRow) (R, error)
	// Sees says who may see a row, beyond the roles of the operation.
	Sees    func(R, identity.Actor) bool
	Version func(R) int
}

// Record writes in the log book that somebody looked or acted.
func (b Box[R]) Record(
	ctx context.Context,
	q db.Querier,
	a identity.Actor,
	action, id string,
) error {
	return privacy.Record(ctx, q, b.Clock.Now(), privacy.Entry{
		Actor:    a.ID,
		Roles:    a.RoleNames(),
		Action:   action,
		Kind:     b.Kind,
		ObjectID: id,
	})
}

// Find gives a row to whoever may see it. Problems: not_found.
func (b Box[R]) Find(ctx context.Context, q db.Querier, a identity.Actor, id string) (R, error) {
	return b.find(ctx, q, a, id, "")
}

func (b Box[R]) find(
	ctx context.Context,
	q db.Querier,
	a identity.Actor,
	id, lock string,
) (m R, err error) {
	rows, err := q.Query(ctx, `select `+b.Columns+` from `+b.Table+` where id = $1 `+lock, id)
	if err != nil {
		return m, db.Problem(err)
	}
	if m, err = pgx.CollectExactlyOneRow(rows, b.Scan); err != nil {
		return m, db.Problem(err)
	}
	if !b.Sees(m, a) {
		var none R
		return none, problem.New(problem.NotFound)
	}
	return m, nil
}

// Act is one act of somebody on a row of the version that they read, in one transaction with its
// line in the log book. f gets the row locked, and stores what it makes of it; Act gives the row as
// f left it.
//
// Problems: not_found (also for who may not see it), precondition_required, precondition_failed,
// and those of f.
func (b Box[R]) Act(
	ctx context.Context,
	a identity.Actor,
	id, ifMatch, action string,
	f func(tx pgx.Tx, m *R) error,
) (m R, err error) {
	err = db.InTx(ctx, b.Pool, func(tx pgx.Tx) error {
		if m, err = b.find(ctx, tx, a, id, "for update"); err != nil {
			return err
		}
		if err := httpkit.Matches(ifMatch, b.Version(m)); err != nil {
			return err
		}
		if err := f(tx, &m); err != nil {
			return err
		}
		return b.Record(ctx, tx, a, action, id)
	})
	return m, err
}

// Shelf is one list of an inbox, in the words of an index: which rows, and the moment that they go
// by.
type Shelf struct {
	Where, By string
	// NewestFirst, or who waits longest first.
	NewestFirst bool
}

// words are how the list goes, where it begins, and what comes behind a place.
func (s Shelf) words() (order, beyond string, start db.Cursor) {
	if s.NewestFirst {
		return s.By + ` desc, id desc`, `<`, db.Last
	}
	return s.By + `, id`, `>`, db.First
}

// Page gives a page of a shelf from `after` on, and where the next one begins; at is the place of a
// row in it. branches are conditions that together name the rows that somebody sees, each row once,
// each in the order of an index: one OR would read them all. Their arguments begin at $3.
//
// Problems: bad_request.
func (b Box[R]) Page(
	ctx context.Context,
	s Shelf,
	branches []string,
	after string,
	at func(R) db.Cursor,
	args ...any,
) (rows []R, next string, err error) {
	order, beyond, start := s.words()
	from, err := db.ReadCursor(after, start)
	if err != nil {
		return nil, "", err
	}
	parts := make([]string, len(branches))
	for i, branch := range branches {
		parts[i] = `(select ` + b.Columns + ` from ` + b.Table + ` where ` + s.Where + ` and ` +
			branch +
			` and (` +
			s.By +
			`, id) ` +
			beyond +
			` ($1, $2) order by ` +
			order +
			` limit 51)`
	}
	found, err := b.Pool.Query(ctx, `
		select `+b.Columns+` from (`+strings.Join(parts, ` union all `)+`) m order by `+order+
		` limit 51`, append([]any{from.At, from.ID}, args...)...)
	if err != nil {
		return nil, "", db.Problem(err)
	}
	if rows, err = pgx.CollectRows(found, b.Scan); err != nil {
		return nil, "", db.Problem(err)
	}
	if len(rows) > PageSize {
		rows = rows[:PageSize]
		next = at(rows[PageSize-1]).String()
	}
	return rows, next, nil
}
