package editing

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/files"
	"herstelruimte/internal/problem"
)

// Imported is a document that nobody typed: sample data, and what an older program kept elsewhere.
type Imported struct {
	Kind, ID string
	Doc      any // a *T or T of the kind
	State
	Published bool
}

// Import puts a document on the desk. One that is published is also handed to its room. With the
// same content again it changes nothing.
func (e *Editing) Import(ctx context.Context, tx pgx.Tx, in Imported) error {
	k, err := e.kindOf(in.Kind)
	if err != nil {
		return fmt.Errorf("nobody added the kind %q", in.Kind)
	}
	typed, err := k.decode(db.JSON(in.Doc))
	if err != nil {
		return err
	}
	words, now := stored(db.JSON(typed)), e.Clock.Now()
	r := row{
		id:        in.ID,
		kind:      k.Name,
		doc:       words,
		version:   1,
		edited:    1,
		State:     in.State,
		createdAt: now,
		updatedAt: now,
	}
	r.Status = StatusDraft
	old, err := find(ctx, tx, k.Name, in.ID, forUpdate)
	switch {
	case err == nil && k.same(old.doc, words) && old.State.same(in.State) &&
		in.Published == (old.Public != nil):
		return nil
	case err == nil && old.Status == StatusWithdrawn:
		return problem.New(problem.Gone)
	case err == nil:
		old.version++
		old.edited, old.doc, old.State, old.updatedAt = old.version, words, in.State, now
		r = old
	case !errors.Is(err, pgx.ErrNoRows):
		return err
	}
	if err != nil { // it is new
		if _, err := e.insert(ctx, tx, k, r); err != nil {
			return err
		}
	}
	act := actSave
	if in.Published {
		act = actPublish
		if err := e.showImported(ctx, tx, k, &r, typed); err != nil {
			return err
		}
	}
	r.changed = k.differs(r)
	return e.store(ctx, tx, k, r, revision{act: act, was: old.doc})
}

func (e *Editing) showImported(ctx context.Context, tx pgx.Tx, k *kind, r *row, doc any) error {
	if f, err := e.faults(ctx, tx, k, doc, r.State); err != nil || len(f) > 0 {
		return orFaults(err, f)
	}
	if err := e.hand(ctx, tx, k, r, handed{doc, r.State}); err != nil {
		return err
	}
	now, n := e.Clock.Now(), r.version
	r.Status = shownAt(r.State, now)
	r.PublishedVersion, r.PublishedAt = &n, &now
	return e.Raise(ctx, tx)
}

// Forget empties a draft for good, with all its revisions: only the title stays, and nobody can
// write or publish it again; of one that is not there, that it was. It says whether there was
// anything to forget.
func (e *Editing) Forget(ctx context.Context, tx pgx.Tx, kind, id string) (bool, error) {
	tag, err := tx.Exec(ctx, `
		insert into draft as d (id, kind, doc, status, created_at, updated_at)
		values ($1, $2, '{}', 'withdrawn', $3, $3)
		on conflict (id) do update
		set doc = jsonb_build_object('title', d.title), version = d.version + 1,
			edited = d.version + 1, status = 'withdrawn', changed = false, pinned = false,
			public_doc = null, public_from = null, public_until = null, public_pinned = false,
			limited = null, trashed_at = null, updated_at = excluded.updated_at
		where d.status <> 'withdrawn'`, id, kind, e.Clock.Now())
	if err != nil || tag.RowsAffected() == 0 {
		return false, err
	}
	for _, sql := range []string{`
		delete from revision
		where draft_id = $1`, `
		delete from undo
		where draft_id = $1`, `
		delete from link
		where from_id = $1`, `
		delete from document_theme
		where document_id = $1`} {
		if _, err := tx.Exec(ctx, sql, id); err != nil {
			return false, err
		}
	}
	if e.Uses != nil {
		if err := e.Uses(ctx, tx, files.Use{Draft: id}); err != nil {
			return false, err
		}
	}
	return true, e.Raise(ctx, tx)
}
