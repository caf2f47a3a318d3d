package editing

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// sent is what somebody wants to be saved.
type sent struct {
	doc         *text
	from, until *time.Time
	pinned      *bool // nil: as it is
	auto        bool
}

// beside is what stands beside the words once they are saved. The order is not for whoever writes
// one text, and the pin only when they say so: both change without a new version.
func (in sent) beside(now State) State {
	now.From, now.Until = in.from, in.until
	if in.pinned != nil {
		now.Pinned = *in.pinned
	}
	return now
}

// save stores the words of whoever calls as the next version. Saving what stands there already
// changes nothing and is no conflict: the answer to the same saving may have got lost. A text that
// comes too late is kept as a revision.
func (e *Editing) save(ctx context.Context, k *kind, id string, at int, in sent) (r row, err error) {
	if !k.mayBe(id) {
		if len(k.Fixed) > 0 {
			return r, problem.New(problem.NotFound)
		}
		if at == 0 {
			return r, problem.WithFields(problem.Field{Name: "id", Code: problem.Invalid})
		}
	}
	a := identity.ActorOf(ctx)
	err = db.InTx(ctx, e.Pool, func(tx pgx.Tx) error {
		r, err = e.saveIn(ctx, change{tx, k, a}, id, at, in)
		return err
	})
	if errors.Is(err, problem.New(problem.PreconditionFailed)) {
		if kept := e.keepLost(ctx, k, id, a, in.doc); kept != nil {
			return r, kept
		}
	}
	return r, err
}

func (e *Editing) saveIn(ctx context.Context, c change, id string, at int, in sent) (row, error) {
	if at == 0 && len(c.k.Fixed) == 0 {
		r, made, err := e.begin(ctx, c, id, in)
		if err != nil || made {
			return r, err
		}
	}
	r, err := e.mine(ctx, c, id)
	if err != nil {
		return r, err
	}
	same, beside := c.k.same(r.doc, in.doc), in.beside(r.State)
	if same && r.State.same(beside) && r.Status != StatusTrashed {
		return r, nil
	}
	if r.version != at {
		return r, problem.New(problem.PreconditionFailed)
	}
	if r.Status == StatusTrashed {
		return r, problem.New(problem.Conflict)
	}
	was := r.doc
	if r.State = beside; !same {
		r.doc = in.doc
	}
	return r, e.advance(ctx, c, &r, revision{act: actSave, auto: in.auto, was: was})
}

// begin makes a new draft; not made: it is there already.
func (e *Editing) begin(ctx context.Context, c change, id string, in sent) (r row, made bool, err error) {
	now := e.Clock.Now()
	r = row{
		id:        id,
		kind:      c.k.Name,
		doc:       in.doc,
		version:   1,
		edited:    1,
		State:     in.beside(State{}),
		createdAt: now,
		createdBy: c.by.ID,
		updatedAt: now,
		updatedBy: c.by.ID,
	}
	r.Status = StatusDraft
	if err := c.k.mayChange(ctx, c.tx, c.by, id, nil); err != nil {
		return r, false, err
	}
	if made, err = e.insert(ctx, c.tx, c.k, r); err != nil || !made {
		return r, false, err
	}
	v := revision{act: actSave, auto: in.auto, by: c.by.ID}
	if err := e.keep(ctx, c.tx, c.k, r, v); err != nil {
		return r, false, err
	}
	return r, true, e.relink(ctx, c.tx, r)
}

// mine locks a draft that whoever calls may change.
func (e *Editing) mine(ctx context.Context, c change, id string) (row, error) {
	r, err := e.held(ctx, c.tx, c.k, id)
	if err != nil {
		return r, err
	}
	doc, err := c.k.open(r.doc)
	if err != nil {
		return r, err
	}
	if err := c.k.mayChange(ctx, c.tx, c.by, id, doc); err != nil {
		return r, err
	}
	if r.Status == StatusWithdrawn {
		return r, problem.New(problem.Gone)
	}
	return r, nil
}

// advance stores a held draft as its next version, by whoever changes it.
func (e *Editing) advance(ctx context.Context, c change, r *row, v revision) error {
	if r.version++; !c.k.same(v.was, r.doc) {
		r.edited = r.version
	}
	r.updatedAt, r.updatedBy, r.changed = e.Clock.Now(), c.by.ID, c.k.differs(*r)
	v.by = c.by.ID
	return e.store(ctx, c.tx, c.k, *r, v)
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
