package editing

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// sent is what somebody wants to be saved.
type sent struct {
	doc *text
	State
	auto bool
}

// save stores the words of whoever calls as the next version. Saving what stands there already
// changes nothing and is no conflict: the answer to the same saving may have got lost. A text that
// comes too late is kept as a revision.
func (e *Editing) save(
	ctx context.Context,
	k *kind,
	id string,
	at int,
	in sent,
) (r row, err error) {
	if !k.mayBe(id) {
		if len(k.fixed) > 0 {
			return r, problem.New(problem.NotFound)
		}
		if at == 0 {
			return r, problem.WithFields(problem.Field{Name: "id", Code: problem.Wrong})
		}
	}
	a := identity.ActorOf(ctx)
	err = db.InTx(ctx, e.Pool, func(tx pgx.Tx) error {
		r, err = e.saveIn(ctx, tx, k, a, id, at, in)
		return err
	})
	if errors.Is(err, problem.New(problem.PreconditionFailed)) {
		if kept := e.keepLost(ctx, k, id, a.ID, in.doc); kept != nil {
			return r, kept
		}
	}
	return r, err
}

func (e *Editing) saveIn(
	ctx context.Context,
	tx pgx.Tx,
	k *kind,
	a identity.Actor,
	id string,
	at int,
	in sent,
) (row, error) {
	if at == 0 && len(k.fixed) == 0 {
		r, made, err := e.begin(ctx, tx, k, a, id, in)
		if err != nil || made {
			return r, err
		}
	}
	r, err := e.mine(ctx, tx, k, a, id)
	if err != nil {
		return r, err
	}
	if k.same(r.doc, in.doc) && r.State.same(in.State) && r.Status != StatusTrashed {
		return r, nil
	}
	if r.version != at {
		return r, problem.New(problem.PreconditionFailed)
	}
	if r.Status == StatusTrashed {
		return r, problem.New(problem.Conflict)
	}
	was := r.doc
	r.version++
	if !k.same(was, in.doc) {
		r.doc, r.edited = in.doc, r.version
	}
	r.State, r.updatedAt, r.updatedBy = in.State, e.Clock.Now(), a.ID
	r.changed = k.differs(r)
	return r, e.store(ctx, tx, k, r, revision{act: actSave, auto: in.auto, by: a.ID, was: was})
}

// begin makes a new draft; not made: it is there already.
func (e *Editing) begin(
	ctx context.Context,
	tx pgx.Tx,
	k *kind,
	a identity.Actor,
	id string,
	in sent,
) (row, bool, error) {
	now := e.Clock.Now()
	r := row{
		id:        id,
		kind:      k.name,
		doc:       in.doc,
		version:   1,
		edited:    1,
		State:     in.State,
		createdAt: now,
		createdBy: a.ID,
		updatedAt: now,
		updatedBy: a.ID,
	}
	r.Status = StatusDraft
	if err := k.mayChange(ctx, tx, a, id, nil); err != nil {
		return r, false, err
	}
	made, err := e.insert(ctx, tx, k, r)
	if err != nil || !made {
		return r, false, err
	}
	if err := e.keep(ctx, tx, k, r, revision{act: actSave, auto: in.auto, by: a.ID}); err != nil {
		return r, false, err
	}
	return r, true, e.relink(ctx, tx, r)
}

// mine locks a draft that whoever calls may change.
func (e *Editing) mine(
	ctx context.Context,
	tx pgx.Tx,
	k *kind,
	a identity.Actor,
	id string,
) (row, error) {
	r, err := e.held(ctx, tx, k, id)
	if err != nil {
		return r, err
	}
	doc, err := k.open(r.doc)
	if err != nil {
		return r, err
	}
	if err := k.mayChange(ctx, tx, a, id, doc); err != nil {
		return r, err
	}
	if r.Status == StatusWithdrawn {
		return r, problem.New(problem.Gone)
	}
	return r, nil
}

// store writes a changed draft with what belongs to it.
func (e *Editing) store(ctx context.Context, tx pgx.Tx, k *kind, r row, v revision) error {
	if err := e.write(ctx, tx, k, r); err != nil {
		return err
	}
	if err := e.keep(ctx, tx, k, r, v); err != nil {
		return err
	}
	return e.relink(ctx, tx, r)
}
