package editing

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Amendment is a change to one part of a text, in an act about that part alone: what else somebody
// was writing stays.
type Amendment struct {
	Kind, ID string
	// Public: what visitors read changes, too, and Why stands in the log book.
	Public bool
	Why    string
	// Act is the word under which it can be taken back for a while, from what is Noted of it (JSON,
	// for Revert of the kind); empty: it cannot.
	Act   string
	Noted []byte
	// Change is told the document, *T of the kind, and whether it is what visitors read; those come
	// first. false: it says so already.
	Change func(doc any, public bool) (bool, error)
}

// Amend makes an amendment under the lock of the draft, by somebody who may write it. It gives the
// way back, also when all of it stood there by the same act. What publishing did before can no
// longer be taken back after a public one: it would take this away.
//
// Problems: not_found, forbidden, conflict in the trash, and those of Change and of publishing.
func (e *Editing) Amend(ctx context.Context, tx pgx.Tx, by identity.Actor, m Amendment) (*UndoOf, error) {
	k, err := e.kindOf(m.Kind)
	if err != nil {
		return nil, err
	}
	c := change{tx, k, by}
	r, err := e.mine(ctx, c, m.ID)
	if err != nil {
		return nil, err
	}
	if r.Status == StatusTrashed {
		return nil, problem.New(problem.Conflict)
	}
	changed, err := e.amend(ctx, c, &r, m)
	if err != nil || m.Act == "" {
		return nil, err
	}
	if changed {
		before := earlier{Amended: m.Noted}
		u := undo{draft: r.id, act: m.Act, version: r.version, before: before}
		if _, err := e.noteUndo(ctx, tx, u, by.ID); err != nil {
			return nil, err
		}
	}
	u, err := e.undoOf(ctx, tx, r.id)
	if err != nil || u == nil || u.act != m.Act {
		return nil, err
	}
	return &UndoOf{ID: u.id, Act: u.act, Until: clock.Moment(u.until)}, nil
}

// amend changes a draft that is held. false: all of it stood there.
func (e *Editing) amend(ctx context.Context, c change, r *row, m Amendment) (changed bool, err error) {
	shown := false
	if m.Public && r.Public != nil {
		if shown, err = e.amendPublic(ctx, c, r, m); err != nil {
			return false, err
		}
	}
	doc, err := c.k.own(r.doc)
	if err != nil {
		return false, err
	}
	if changed, err = m.Change(doc, false); err != nil || !changed && !shown {
		return false, err
	}
	v := revision{act: actSave, was: r.doc}
	if changed {
		r.doc = stored(db.JSON(doc))
	}
	if shown {
		v.act = actPublish
	}
	return true, e.advance(ctx, c, r, v)
}

// amendPublic changes what visitors read.
func (e *Editing) amendPublic(ctx context.Context, c change, r *row, m Amendment) (bool, error) {
	doc, err := c.k.own(r.Public)
	if err != nil {
		return false, err
	}
	if changed, err := m.Change(doc, true); err != nil || !changed {
		return false, err
	}
	if err := e.hand(ctx, c.tx, c.k, r, handed{doc, r.PublicState}); err != nil {
		return false, err
	}
	now, n := e.Clock.Now(), r.version+1
	r.PublishedVersion, r.PublishedAt, r.PublishedBy = &n, &now, c.by.ID
	if _, err := c.tx.Exec(ctx, `
		delete from undo
		where draft_id = $1`, r.id); err != nil {
		return false, err
	}
	return true, e.record(ctx, c, deed{act: actPublish, id: r.id, reason: m.Why})
}
