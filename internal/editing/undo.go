package editing

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// earlier is what undo puts back.
type earlier struct {
	Publication publication `json:"standing"`
	// Doc are the words before a restore, or those that were published when publishing them made
	// something more: no other act changes the words.
	Doc []byte `json:"doc,omitempty"`
	// Beside is what an act of the room took away; nothing else changed then.
	Beside json.RawMessage `json:"beside,omitempty"`
	// Amended is what was noted of an amendment.
	Amended json.RawMessage `json:"amended,omitempty"`
}

// undo is one act that can be taken back.
type undo struct {
	id, draft, act string
	version        int
	before         earlier
	until          time.Time
}

// canUndo notes what stood before an act. Only the last act of a draft can be taken back.
func (e *Editing) canUndo(ctx context.Context, c change, before, after row, act string) error {
	b := earlier{Publication: before.publication}
	if act == actRestore || act == actPublish && c.k.unmake != nil {
		b.Doc = before.doc.raw
	}
	_, err := e.noteUndo(ctx, c.tx, undo{
		draft:   after.id,
		act:     act,
		version: after.version,
		before:  b,
	}, c.by.ID)
	return err
}

// Beside is an act of a room on what hangs on a draft, such as its dates: the words stay as they
// are.
type Beside struct {
	Draft, Act, By string
	Before         []byte // JSON, for PutBack
}

// OfferUndo notes an act in its transaction, so that it can be taken back for a while; nil for a
// document that nobody ever had a draft of.
func (e *Editing) OfferUndo(ctx context.Context, tx pgx.Tx, b Beside) (*UndoOf, error) {
	var version int
	err := tx.QueryRow(ctx, `
		select version from draft where id = $1 for update`, b.Draft).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	u, err := e.noteUndo(ctx, tx, undo{
		draft:   b.Draft,
		act:     b.Act,
		version: version,
		before:  earlier{Beside: b.Before},
	}, b.By)
	if err != nil {
		return nil, err
	}
	return &UndoOf{ID: u.id, Act: u.act, Until: clock.Moment(u.until)}, nil
}

func (e *Editing) noteUndo(ctx context.Context, tx pgx.Tx, u undo, by string) (undo, error) {
	u.id, u.until = db.NewID("und"), e.Clock.Now().Add(e.Terms(ctx).Undo)
	_, err := tx.Exec(
		ctx, `
		insert into undo (id, draft_id, act, version, before, by, until) values ($1, $2, $3, $4, $5,
			$6, $7)
		on conflict (draft_id) do update set id = excluded.id, act = excluded.act,
			version = excluded.version, before = excluded.before, by = excluded.by,
			until = excluded.until`,
		u.id,
		u.draft,
		u.act,
		u.version,
		db.JSON(u.before),
		by,
		u.until,
	)
	return u, err
}

// undoOf is what can be taken back of a draft now; nil when nothing can.
func (e *Editing) undoOf(ctx context.Context, q db.Querier, draft string) (*undo, error) {
	u := undo{draft: draft}
	err := q.QueryRow(
		ctx, `
		select id, act, version, until from undo where draft_id = $1 and until > $2`,
		draft,
		e.Clock.Now(),
	).Scan(&u.id, &u.act, &u.version, &u.until)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &u, db.Problem(err)
}

// undo takes an act back: gone when that is no longer possible. The words that were written since
// stay.
func (e *Editing) undo(ctx context.Context, id string) (k *kind, r row, err error) {
	a := identity.ActorOf(ctx)
	err = db.InTx(ctx, e.Pool, func(tx pgx.Tx) error {
		u, name, err := e.takeUndo(ctx, tx, id)
		if err != nil {
			return err
		}
		if k, err = e.kindOf(name); err != nil {
			return err
		}
		c := change{tx, k, a}
		if r, err = e.mine(ctx, c, u.draft); err != nil {
			return err
		}
		if k.sensitive(u.draft) {
			if err := e.Staff.RequireRecent(a); err != nil {
				return err
			}
		}
		return e.goBack(ctx, c, u, &r)
	})
	if err == nil {
		e.visitorsSeeNew()
	}
	return k, r, err
}

// takeUndo takes the right to go back: of two who press at once, one gets it. The draft is locked
// before it, as in every act.
func (e *Editing) takeUndo(ctx context.Context, tx pgx.Tx, id string) (u undo, kind string, err error) {
	var raw []byte
	err = tx.QueryRow(ctx, `
		select d.kind
		from draft d
		join undo u on u.draft_id = d.id
		where u.id = $1
			and u.until > $2
		for update of d`, id, e.Clock.Now()).Scan(&kind)
	if err == nil {
		err = tx.QueryRow(ctx, `
			delete from undo
			where id = $1
			returning draft_id, act, version, before`, id).Scan(&u.draft, &u.act, &u.version, &raw)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return u, "", problem.New(problem.Gone)
	}
	if err != nil {
		return u, "", err
	}
	return u, kind, json.Unmarshal(raw, &u.before)
}

func (e *Editing) goBack(ctx context.Context, c change, u undo, r *row) error {
	was := r.doc
	switch {
	case u.before.Beside != nil:
		if err := c.k.PutBack(ctx, c.tx, r.id, u.before.Beside); err != nil {
			return err
		}
		return e.record(ctx, c, deed{act: actUndo, id: r.id, reason: u.act})
	case u.before.Amended != nil:
		return e.revert(ctx, c, u, r)
	case u.act == actRestore:
		if r.version != u.version {
			return problem.New(problem.Conflict) // words were written since: they would be lost
		}
		r.doc = stored(u.before.Doc)
	case u.act == actPublish && c.k.unmake != nil:
		if err := c.unmade(ctx, u, r); err != nil {
			return err
		}
	}
	if err := e.backTo(ctx, c.tx, c.k, r, u.before.Publication); err != nil {
		return err
	}
	if err := e.advance(ctx, c, r, revision{act: actUndo, was: was}); err != nil {
		return err
	}
	return e.record(ctx, c, deed{act: actUndo, id: r.id, reason: u.act})
}

// revert takes an amendment back; what somebody changed of it since stays.
func (e *Editing) revert(ctx context.Context, c change, u undo, r *row) error {
	changed, err := e.amend(ctx, c, r, Amendment{
		Public: true,
		Change: func(doc any, public bool) (bool, error) {
			return c.k.revert(doc, u.before.Amended, public)
		},
	})
	if err == nil && !changed {
		err = problem.New(problem.Conflict)
	}
	if err != nil {
		return err
	}
	return e.record(ctx, c, deed{act: actUndo, id: r.id, reason: u.act})
}

// unmade gives a draft again what its publication made.
func (c change) unmade(ctx context.Context, u undo, r *row) error {
	published, err := c.k.own(stored(u.before.Doc))
	if err != nil {
		return err
	}
	draft, err := c.k.own(r.doc)
	if err != nil {
		return err
	}
	if err := c.k.unmake(ctx, c.tx, r.id, published, draft); err != nil {
		return err
	}
	r.doc = stored(db.JSON(draft))
	return nil
}

// backTo makes public again what was public, or hides what was not. The order stays as it is by
// now, and so does a pin that another one took meanwhile: neither was of the act.
func (e *Editing) backTo(ctx context.Context, tx pgx.Tx, k *kind, r *row, s publication) error {
	now := r.publication
	if s.Public != nil {
		s.PublicState.Position = r.Position
	}
	if s.PublicState.Pinned && !now.PublicState.Pinned {
		taken, err := pinTaken(ctx, tx, r.kind, r.id)
		if err != nil {
			return err
		}
		s.PublicState.Pinned = !taken
	}
	if k.same(now.Public, s.Public) && now.PublicState.same(s.PublicState) {
		r.publication = s
		return nil
	}
	if s.Public == nil {
		err := e.takeAway(ctx, tx, k, r, s.Status)
		r.publication = s
		return err
	}
	doc, err := k.own(s.Public)
	if err != nil {
		return err
	}
	f, err := e.faults(ctx, tx, k, doc, s.PublicState) // tidies, too
	if err != nil {
		return err
	}
	if f = slices.DeleteFunc(f, func(f problem.Field) bool {
		return !strings.HasSuffix(f.Name, peopleFault)
	}); len(f) > 0 {
		return problem.WithFields(f...) // what was said of its picture was taken back meanwhile
	}
	if err := e.hand(ctx, tx, k, r, handed{doc, s.PublicState}); err != nil {
		return err
	}
	r.publication = s
	return e.Raise(ctx, tx)
}

// Undoable are the last acts of somebody on documents that they can still take back.
func (e *Editing) Undoable(ctx context.Context, who identity.Actor) ([]identity.Undoable, error) {
	return db.Rows(ctx, e.Pool, func(r pgx.CollectableRow) (identity.Undoable, error) {
		u, until := identity.Undoable{Kind: "draft"}, time.Time{}
		err := r.Scan(&u.ID, &u.Act, &u.Of, &u.Subject, &until)
		u.At, u.Until = clock.Moment(until.Add(-e.Terms(ctx).Undo)), clock.Moment(until)
		return u, err
	}, `
		select id, act, draft_id, coalesce(before->'amended'->>'day', ''), until
		from undo
		where by = $1 and until > $2
		order by until desc`, who.ID, e.Clock.Now())
}
