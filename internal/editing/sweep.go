package editing

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

const sweepBatch = 100 // drafts in one look

// Sweep forgets what is over, and writes down which texts began or ended to be visible, for the
// lists; visitors never wait for that.
func (e *Editing) Sweep(ctx context.Context) error {
	now := e.Clock.Now()
	for _, sql := range []string{
		`
			update draft
			set status = 'published'
			where status = 'scheduled'
				and public_from <= $1
				and (public_until is null or public_until > $1)`,
		`
			update draft
			set status = 'over'
			where status = 'published' and public_until <= $1`,
		`
			update draft
			set status = 'over'
			where status = 'scheduled' and public_until <= $1`,
		`
			update draft
			set status = 'published'
			where status = 'over' and public_until > $1`, // of a clock that was set back
		`
			delete from undo
			where until <= $1`,
	} {
		if _, err := e.Pool.Exec(ctx, sql, now); err != nil {
			return db.Problem(err)
		}
	}
	if _, err := e.Pool.Exec(ctx, `
		delete from presence
		where seen_at <= $1`, now.Add(-presentFor)); err != nil {
		return db.Problem(err)
	}
	return nil
}

// EmptyTrash erases what was in the trash for its term, each in a transaction of its own.
func (e *Editing) EmptyTrash(ctx context.Context) error {
	before := e.Clock.Now().Add(-e.Terms(ctx).Trash)
	for after := ""; ; {
		ids, err := db.All[string](ctx, e.Pool, `
			select id
			from draft
			where trashed_at <= $1 and id > $2
			order by id
			limit $3`,
			before,
			after,
			sweepBatch,
		)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			if _, err := e.eraseOne(ctx, id, ` and trashed_at <= $2`, before); err != nil {
				return err
			}
		}
		after = ids[len(ids)-1]
	}
}

// EraseAgain removes drafts that were erased before and came back with a restored backup; it says
// how many were there.
func (e *Editing) EraseAgain(ctx context.Context, ids []string) (n int, err error) {
	for _, id := range ids {
		gone, err := e.eraseOne(ctx, id, "")
		if err != nil {
			return n, err
		}
		if gone {
			n++
		}
	}
	return n, nil
}

// eraseOne erases a draft unless it is gone, or no longer as `where` says.
func (e *Editing) eraseOne(ctx context.Context, id, where string, args ...any) (gone bool, err error) {
	err = db.InTx(ctx, e.Pool, func(tx pgx.Tx) error {
		gone = false
		var name string
		err := tx.QueryRow(ctx, `
			select kind
			from draft
			where id = $1`+where+
			forUpdate, append([]any{id}, args...)...).Scan(&name)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		k, err := e.kindOf(name)
		if errors.Is(err, problem.New(problem.NotFound)) {
			return fmt.Errorf("nobody added the kind %q", name)
		}
		if err != nil {
			return err
		}
		gone = true
		return e.erase(ctx, tx, k, id)
	})
	return gone && err == nil, err
}
