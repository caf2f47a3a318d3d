package editing

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/search"
)

// hides says whether what is public can be taken away from visitors.
func (k *kind) hides() bool { return k.hide != nil || k.publish == nil }

// handed is what becomes public.
type handed struct {
	doc any
	State
}

// hand makes a checked document what visitors read: in the tables of its room, or here, where it
// stands from the moment that was asked for, or from when they first could read it. At most one of
// a kind has the pin.
//
// Problems: invalid; conflict when somebody else pins at the same moment.
func (e *Editing) hand(ctx context.Context, tx pgx.Tx, k *kind, r *row, in handed) (err error) {
	doc, s := in.doc, in.State
	now, was, may := e.Clock.Now(), r.shown(), doc
	if k.publish != nil {
		err = k.publish(ctx, tx, r.id, doc, s)
	} else {
		may, err = handHere(ctx, tx, k, r.id, in)
	}
	if err != nil {
		return err
	}
	if s.Pinned {
		if err := unpinOthers(ctx, tx, r.kind, r.id); err != nil {
			return err
		}
	}
	r.Public, r.PublicState, r.limited = stored(db.JSON(doc)), s, nil
	if limited := db.JSON(may); !bytes.Equal(limited, r.Public.raw) {
		r.limited = stored(limited)
	}
	switch {
	case s.From != nil:
		r.sortAt = s.From
	case r.sortAt == nil || now.Before(*r.sortAt):
		r.sortAt = &now
	}
	if !k.same(was, r.shown()) {
		r.changedAt = &now
	}
	return k.findable(ctx, tx, r.id, may, r.sortAt)
}

// handHere gives what visitors may read of a document.
func handHere(ctx context.Context, tx pgx.Tx, k *kind, id string, in handed) (any, error) {
	var f problem.Faults
	f.When(in.Pinned && !k.Pins, "pinned", problem.Invalid)
	if f = append(f, k.faults(in.doc, in.State)...); len(f) > 0 {
		return nil, problem.WithFields(f...)
	}
	if k.limit == nil {
		return in.doc, nil
	}
	return k.limit(ctx, tx, id, in.doc)
}

// shown is what visitors read; nil: nothing.
func (r row) shown() *text {
	if r.Public != nil && r.limited != nil {
		return r.limited
	}
	return r.Public
}

// findable writes anew by which themes and words visitors find a document; none when it is nil.
func (k *kind) findable(ctx context.Context, tx pgx.Tx, id string, doc any, sortAt *time.Time) error {
	switch {
	case k.found != nil && doc == nil:
		return search.Drop(ctx, tx, k.Name, id)
	case k.found != nil:
		return search.Put(ctx, tx, k.found(id, doc))
	case k.themes == nil:
		return nil
	}
	if _, err := tx.Exec(ctx, `
		delete from document_theme
		where document_id = $1`, id); err != nil || doc == nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		insert into document_theme (theme, sort_at, document_id)
		select distinct theme, $2::timestamptz, $3
		from unnest($1::text[]) theme`, k.themes(doc), sortAt, id)
	return err
}

// Limit leaves visitors what they may read by now of a document that is public, after its limit
// changed. Its draft stays as it is.
func (e *Editing) Limit(ctx context.Context, tx pgx.Tx, kind, id string) error {
	k, err := e.kindOf(kind)
	if err != nil {
		return err
	}
	r, err := find(ctx, tx, kind, id, forUpdate)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && r.Public == nil {
		return nil
	}
	if err != nil {
		return err
	}
	doc, err := k.own(r.shown())
	if err == nil {
		doc, err = k.limit(ctx, tx, id, doc)
	}
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update draft
		set limited = $2
		where id = $1`, id, db.JSON(doc)); err != nil {
		return err
	}
	return e.Raise(ctx, tx)
}
