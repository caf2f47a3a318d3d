package editing

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// What a revision was made by.
const (
	actStart    = "start" // what stood there before anybody wrote
	actSave     = "save"
	actPublish  = "publish"
	actHide     = "hide"
	actTrash    = "trash"
	actUntrash  = "untrash"
	actRestore  = "restore"
	actUndo     = "undo"
	actConflict = "conflict" // a text that came too late: kept, and nowhere else
	actDelete   = "delete"
)

// joinWithin is how long the autosaves of one person are one revision.
const joinWithin = 10 * time.Minute

// revision is what is noted of a version beside its words.
type revision struct {
	act  string
	auto bool
	by   string
	was  *text // the words before; nil: there were none
}

// keep notes the words of r as a revision, or joins them to the last one.
func (e *Editing) keep(ctx context.Context, tx pgx.Tx, k *kind, r row, v revision) error {
	now, changed := e.Clock.Now(), []string{}
	if v.was != nil {
		changed = k.changed(v.was, r.doc)
	}
	if v.act == actSave && v.auto {
		tag, err := tx.Exec(ctx, `
			update revision set version = $2, doc = $3, at = $4,
				changed = (
					select coalesce(array_agg(distinct name order by name), '{}')
					from unnest(changed || $5::text[]) name
				)
			where draft_id = $1
				and n = (select max(n) from revision where draft_id = $1 and act <> 'conflict')
				and act = 'save'
				and auto
				and by = $6
				and began_at > $7`,
			r.id, r.version, r.doc.raw, now, changed, v.by, now.Add(-joinWithin))
		if err != nil || tag.RowsAffected() > 0 {
			return err
		}
	}
	_, err := tx.Exec(ctx, `
		insert into revision (draft_id, n, version, doc, by, at, began_at, auto, changed, act)
		select $1, coalesce(max(n), 0) + 1, $2, $3, $4, $5, $5, $6, $7, $8
		from revision
		where draft_id = $1`,
		r.id, r.version, r.doc.raw, v.by, now, v.auto, changed, v.act)
	return err
}

// keepLost keeps the words that somebody wrote on an older version, so that no conflict costs a
// text.
func (e *Editing) keepLost(ctx context.Context, k *kind, id string, by identity.Actor, doc *text) error {
	return db.InTx(ctx, e.Pool, func(tx pgx.Tx) error {
		r, err := find(ctx, tx, k.Name, id, forUpdate)
		// taken back in between: nothing of it is kept
		if err != nil || r.Status == StatusWithdrawn {
			return err
		}
		if known, err := hasLate(ctx, change{tx, k, by}, id, doc); err != nil || known {
			return err
		}
		lost := r
		lost.doc = doc
		return e.keep(ctx, tx, k, lost, revision{act: actConflict, by: by.ID, was: r.doc})
	})
}

// hasLate says whether a text of somebody that came too late is kept already: two tabs that go on
// trying would else fill the history.
func hasLate(ctx context.Context, c change, id string, doc *text) (bool, error) {
	kept, err := db.All[[]byte](ctx, c.tx, `
		select doc
		from revision
		where draft_id = $1
			and act = 'conflict'
			and by = $2
		order by n desc`,
		id,
		c.by.ID,
	)
	return slices.ContainsFunc(
		kept,
		func(raw []byte) bool { return c.k.same(stored(raw), doc) },
	), err
}

// noted is a revision as it is stored.
type noted struct {
	n       int
	version int
	doc     []byte
	by, act string
	at      time.Time
	auto    bool
	changed []string
}

const revisionPage = 50

// revisions are those of a draft from new to old, before a number.
func (e *Editing) revisions(ctx context.Context, id string, before int) (items []noted, next int, err error) {
	items, err = db.Rows(ctx, e.Pool, scanNoted, `
		select n, version, null::jsonb, by, act, at, auto, changed
		from revision
		where draft_id = $1 and n < $2
		order by n desc
		limit $3`,
		id,
		before,
		revisionPage+1,
	)
	if err != nil {
		return nil, 0, err
	}
	if len(items) > revisionPage {
		items = items[:revisionPage]
		next = items[revisionPage-1].n
	}
	return items, next, nil
}

func (e *Editing) revision(ctx context.Context, q db.Querier, id string, n int) (noted, error) {
	found, err := db.Rows(ctx, q, scanNoted, `
		select n, version, doc, by, act, at, auto, changed
		from revision
		where draft_id = $1
			and n = $2::bigint`, id, n) // an address may hold any number
	if err != nil {
		return noted{}, err
	}
	if len(found) == 0 {
		return noted{}, problem.New(problem.NotFound)
	}
	return found[0], nil
}

func scanNoted(from pgx.CollectableRow) (v noted, err error) {
	err = from.Scan(&v.n, &v.version, &v.doc, &v.by, &v.act, &v.at, &v.auto, &v.changed)
	return v, err
}

// writers are the people who changed the words since they were last published.
func writers(ctx context.Context, q db.Querier, id string) ([]string, error) {
	return db.All[string](ctx, q, `
		select distinct by
		from revision
		where draft_id = $1
			and act in ('save', 'restore')
			and by <> ''
			and n > (
				select coalesce(max(n), 0)
				from revision
				where draft_id = $1 and act = 'publish'
			)
		order by 1`,
		id,
	)
}
