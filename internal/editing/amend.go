package editing

import (
	"context"

	"github.com/jackc/pgx/v5"

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
	// Change is told the document, *T of the kind, and whether it is what visitors read; those come
	// first. false: it says so already.
	Change func(doc any, public bool) (bool, error)
}

// Amend makes an amendment under the lock of the draft, by somebody who may write it. false: all
// of it stood there. What publishing did before can no longer be taken back after a public one: it
// would take this away.
//
// Problems: not_found, forbidden, conflict in the trash, and those of Change and of publishing.
func (e *Editing) Amend(
	ctx context.Context,
	tx pgx.Tx,
	by identity.Actor,
	m Amendment,
) (changed bool, err error) {
	k, err := e.kindOf(m.Kind)
	if err != nil {
		return false, err
	}
	c := change{tx, k, by}
	r, err := e.mine(ctx, c, m.ID)
	if err != nil {
		return false, err
	}
	if r.Status == StatusTrashed {
		return false, problem.New(problem.Conflict)
	}
	shown := false
	if m.Public && r.Public != nil {
		if shown, err = e.amendPublic(ctx, c, &r, m); err != nil {
			return false, err
		}
	}
	doc, err := k.own(r.doc)
	if err != nil {
		return false, err
	}
	if changed, err = m.Change(doc, false); err != nil || !changed && !shown {
		return false, err
	}
	was := r.doc
	if r.version++; changed {
		r.doc, r.edited = stored(db.JSON(doc)), r.version
	}
	r.updatedAt, r.updatedBy, r.changed = e.Clock.Now(), by.ID, k.differs(r)
	v := revision{act: actSave, by: by.ID, was: was}
	if shown {
		v.act = actPublish
	}
	return true, e.store(ctx, tx, k, r, v)
}

// amendPublic changes what visitors read.
func (e *Editing) amendPublic(
	ctx context.Context,
	c change,
	r *row,
	m Amendment,
) (bool, error) {
	doc, err := c.k.own(r.Public)
	if err != nil {
		return false, err
	}
	if changed, err := m.Change(doc, true); err != nil || !changed {
		return false, err
	}
	if err := c.k.publish(ctx, c.tx, r.id, doc, r.PublicState); err != nil {
		return false, err
	}
	now, n := e.Clock.Now(), r.version+1
	r.Public = stored(db.JSON(doc))
	r.PublishedVersion, r.PublishedAt, r.PublishedBy = &n, &now, c.by.ID
	if _, err := c.tx.Exec(ctx, `
		delete from undo
		where draft_id = $1`, r.id); err != nil {
		return false, err
	}
	return true, e.record(ctx, c, deed{act: actPublish, id: r.id, reason: m.Why})
}
