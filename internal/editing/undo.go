package editing

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// earlier is what undo puts back.
type earlier struct {
	Publication publication `json:"standing"`
	// Doc is of a restore only: no other act changes the words.
	Doc []byte `json:"doc,omitempty"`
}

// undo is one act that can be taken back.
type undo struct {
	id, draft, act string
	version        int
	before         earlier
	until          time.Time
}

// canUndo notes what stood before an act. Only the last act of a draft can be taken back.
func (e *Editing) canUndo(
	ctx context.Context,
	c change,
	before, after row,
	act string,
) error {
	b := earlier{Publication: before.publication}
	if act == actRestore {
		b.Doc = before.doc.raw
	}
	_, err := c.tx.Exec(
		ctx, `
		insert into undo (id, draft_id, act, version, before, by, until) values ($1, $2, $3, $4, $5,
			$6, $7)
		on conflict (draft_id) do update set id = excluded.id, act = excluded.act,
			version = excluded.version, before = excluded.before, by = excluded.by,
			until = excluded.until`,
		db.NewID("und"),
		after.id,
		act,
		after.version,
		db.JSON(b),
		c.by.ID,
		e.Clock.Now().Add(e.Terms(ctx).Undo),
	)
	return err
}

// undoOf is what can be taken back of a draft now; nil when nothing can.
func (e *Editing) undoOf(ctx context.Context, q db.Querier, draft string) (*undo, error) {
	u := undo{draft: draft}
	err := q.QueryRow(
		ctx, `
		select id, act, version, until from undo where draft_id = $1 and until > $2`,
		draft,
		e.Clock.Now(),
	).Scan(
		&u.id,
		&u.act,
		&u.version,
		&u.until,
	)
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
		e.told()
	}
	return k, r, err
}

// takeUndo takes the right to go back: of two who press at once, one gets it. The draft is locked
// before it, as in every act.
func (e *Editing) takeUndo(
	ctx context.Context,
	tx pgx.Tx,
	id string,
) (u undo, kind string, err error) {
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
			returning draft_id, act, version, before`, id).Scan(
			&u.draft,
			&u.act,
			&u.version,
			&raw,
		)
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
	if u.act == actRestore {
		if r.version != u.version {
			return problem.New(problem.Conflict) // words were written since: they would be lost
		}
		r.doc = stored(u.before.Doc)
	}
	if err := e.backTo(ctx, c.tx, c.k, r, u.before.Publication); err != nil {
		return err
	}
	r.version++
	if !c.k.same(was, r.doc) {
		r.edited = r.version
	}
	r.updatedAt, r.updatedBy, r.changed = e.Clock.Now(), c.by.ID, c.k.differs(*r)
	v := revision{act: actUndo, by: c.by.ID, was: was}
	if err := e.store(ctx, c.tx, c.k, *r, v); err != nil {
		return err
	}
	return e.record(ctx, c, deed{act: actUndo, id: r.id, reason: u.act})
}

// backTo makes public again what was public, or hides what was not.
func (e *Editing) backTo(ctx context.Context, tx pgx.Tx, k *kind, r *row, s publication) error {
	now := r.publication
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
	if err := k.publish(ctx, tx, r.id, doc, s.PublicState); err != nil {
		return err
	}
	r.publication = s
	return e.Raise(ctx, tx)
}
