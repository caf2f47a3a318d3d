package editing

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Held is a draft as the room that owns its kind sees it.
type Held struct {
	Doc       []byte
	Version   int
	Status    string
	CreatedBy string
	Writers   []string // who changed the words since they were last published
	WasPublic bool     // it was published once
	// who published it last, and when; nil: nobody
	PublishedBy string
	PublishedAt *time.Time
}

// Hold locks a draft for the caller's transaction; whoever saves or publishes it waits. not_found:
// there is none.
func (e *Editing) Hold(ctx context.Context, tx pgx.Tx, kind, id string) (Held, error) {
	return e.look(ctx, tx, kind, id, forUpdate)
}

// Peek is Hold without the lock.
func (e *Editing) Peek(ctx context.Context, q db.Querier, kind, id string) (Held, error) {
	return e.look(ctx, q, kind, id, "")
}

func (e *Editing) look(ctx context.Context, q db.Querier, kind, id, lock string) (h Held, err error) {
	r, err := find(ctx, q, kind, id, lock)
	if errors.Is(err, pgx.ErrNoRows) {
		return h, problem.New(problem.NotFound)
	}
	if err != nil {
		return h, err
	}
	h = Held{Doc: r.doc.raw, Version: r.version, Status: r.Status, CreatedBy: r.createdBy}
	h.PublishedBy, h.PublishedAt = r.PublishedBy, r.PublishedAt
	if h.Writers, err = writers(ctx, q, id); err != nil {
		return h, err
	}
	err = q.QueryRow(
		ctx, `
		select exists (select from revision where draft_id = $1 and act = $2)`,
		id,
		actPublish,
	).Scan(&h.WasPublic)
	return h, err
}

// Titles are those of drafts among these ids, as far as somebody may read them.
func (e *Editing) Titles(ctx context.Context, who identity.Actor, ids []string) (map[string]string, error) {
	drafts, err := db.All[struct{ ID, Kind, Title string }](ctx, e.Pool, `
		select id, kind, title
		from draft
		where id = any($1)`, ids)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, d := range drafts {
		may, err := e.MayRead(ctx, who, d.Kind, d.ID)
		if err != nil {
			return nil, db.Problem(err)
		}
		if may {
			out[d.ID] = d.Title
		}
	}
	return out, nil
}

// FilesOf are the ids of all files that a draft speaks of, or ever spoke of.
func (e *Editing) FilesOf(ctx context.Context, q db.Querier, id string) ([]string, error) {
	docs, err := db.All[[]byte](ctx, q, `
		select doc
		from draft
		where id = $1
		union all
		select public_doc
		from draft
		where id = $1
			and public_doc is not null
		union all
		select doc
		from revision
		where draft_id = $1`, id)
	out := []string{}
	for _, doc := range docs {
		out = append(out, filesOf(e.speaksOf(doc))...)
	}
	slices.Sort(out)
	return slices.Compact(out), err
}

// Redact takes something out of drafts for good: out of the words, what was handed to the room, and
// the history. id names one draft, "" all of the kind. change gives the document without it, nil
// when it was not in there. What could be undone can no longer: it might bring it back.
func (e *Editing) Redact(ctx context.Context, tx pgx.Tx, kind, id string, change func(doc []byte) []byte) error {
	drafts, err := db.Rows(ctx, tx, scan, `
		select `+columns+`
		from draft
		where kind = $1 and ($2 = '' or id = $2)
		order by id
		for update`, kind, id)
	if err != nil {
		return err
	}
	k, err := e.kindOf(kind)
	if err != nil {
		return err
	}
	for _, r := range drafts {
		if err := e.redactOne(ctx, tx, k, r, change); err != nil {
			return err
		}
	}
	return nil
}

func (e *Editing) redactOne(ctx context.Context, tx pgx.Tx, k *kind, r row, change func(doc []byte) []byte) error {
	found, err := redactRevisions(ctx, tx, r.id, change)
	if err != nil {
		return err
	}
	doc, public := change(r.doc.raw), []byte(nil)
	if r.Public != nil {
		public = change(r.Public.raw)
	}
	if !found && doc == nil && public == nil {
		return nil
	}
	if _, err := tx.Exec(ctx, `
		delete from undo
		where draft_id = $1`, r.id); err != nil {
		return err
	}
	if public != nil {
		r.Public = stored(public)
	}
	if doc != nil {
		r.version++
		r.doc, r.edited = stored(doc), r.version
	}
	r.changed = k.differs(r)
	if err := e.write(ctx, tx, k, r); err != nil {
		return err
	}
	return e.relink(ctx, tx, r)
}

func redactRevisions(
	ctx context.Context,
	tx pgx.Tx,
	draft string,
	change func(doc []byte) []byte,
) (found bool, err error) {
	all, err := db.All[struct {
		N   int
		Doc []byte
	}](ctx, tx, `
		select n, doc
		from revision
		where draft_id = $1
		order by n`, draft)
	if err != nil {
		return false, err
	}
	for _, v := range all {
		doc := change(v.Doc)
		if doc == nil {
			continue
		}
		found = true
		if _, err := tx.Exec(
			ctx, `
			update revision
			set doc = $3
			where draft_id = $1 and n = $2`,
			draft,
			v.N,
			doc,
		); err != nil {
			return found, err
		}
	}
	return found, nil
}

// Line is a draft in the list of the room that owns its kind.
type Line struct {
	ID, Title, Status string
	UpdatedAt         time.Time
	PublishedAt       *time.Time
}

// mostLines bounds a list of a room.
const mostLines = 200

// Lines are the drafts of a kind that are not in the trash, the last changed first.
func (e *Editing) Lines(ctx context.Context, kind string) ([]Line, error) {
	return db.All[Line](ctx, e.Pool, `
		select id, title, status, updated_at, coalesce(published_at, public_from)
		from draft
		where kind = $1 and trashed_at is null
		order by updated_at desc, id
		limit $2`, kind, mostLines)
}
