package editing

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// The words for how a draft stands.
const (
	StatusDraft     = "draft"
	StatusScheduled = "scheduled" // published, for later
	StatusPublished = "published"
	StatusOver      = "over" // published, until a moment that has passed
	StatusHidden    = "hidden"
	StatusTrashed   = "trashed"
	StatusWithdrawn = "withdrawn" // only the title is left, for good
)

// publication is everything of a draft that an act changes and undo puts back: not the words.
type publication struct {
	Status           string     `json:"status"`
	Public           *text      `json:"public,omitempty"`
	PublicState      State      `json:"publicState"`
	PublishedVersion *int       `json:"publishedVersion,omitempty"`
	PublishedAt      *time.Time `json:"publishedAt,omitempty"`
	PublishedBy      string     `json:"publishedBy,omitempty"`
	TrashedAt        *time.Time `json:"trashedAt,omitempty"`
}

// row is one draft. Version 0 is a fixed id that nobody wrote yet.
type row struct {
	id, kind        string
	doc             *text
	version, edited int
	changed         bool
	State
	publication
	createdAt, updatedAt time.Time
	createdBy, updatedBy string
}

const columns = `
	id, kind, doc, version, edited, changed, publish_from, publish_until, pinned, position, status,
		public_doc, public_from, public_until, public_pinned, public_position,
		published_version, published_at, published_by,
		trashed_at, created_at, created_by, updated_at, updated_by`

func scan(from pgx.CollectableRow) (r row, err error) {
	var doc, public []byte
	err = from.Scan(
		&r.id,
		&r.kind,
		&doc,
		&r.version,
		&r.edited,
		&r.changed,
		&r.From,
		&r.Until,
		&r.Pinned,
		&r.Position,
		&r.Status,
		&public,
		&r.PublicState.From,
		&r.PublicState.Until,
		&r.PublicState.Pinned,
		&r.PublicState.Position,
		&r.PublishedVersion,
		&r.PublishedAt,
		&r.PublishedBy,
		&r.TrashedAt, &r.createdAt, &r.createdBy, &r.updatedAt, &r.updatedBy,
	)
	r.doc, r.Public = stored(doc), stored(public)
	if bytes.Equal(doc, public) {
		r.Public = r.doc // read once for both
	}
	return r, err
}

// find reads a draft: pgx.ErrNoRows when there is none.
func find(ctx context.Context, q db.Querier, kind, id, lock string) (row, error) {
	rows, err := q.Query(ctx, `
		select `+columns+` from draft where kind = $1 and id = $2`+lock, kind, id)
	if err != nil {
		return row{}, err
	}
	return pgx.CollectExactlyOneRow(rows, scan)
}

const forUpdate = ` for update`

// open gives what somebody wants to look at; a fixed id that nobody wrote yet as it stands.
func (e *Editing) open(ctx context.Context, q db.Querier, k *kind, id string) (row, error) {
	r, err := find(ctx, q, k.name, id, "")
	if !errors.Is(err, pgx.ErrNoRows) {
		return r, db.Problem(err)
	}
	return e.unwritten(ctx, q, k, id)
}

func (e *Editing) unwritten(ctx context.Context, q db.Querier, k *kind, id string) (row, error) {
	if k.current == nil || !k.mayBe(id) {
		return row{}, problem.New(problem.NotFound)
	}
	doc, err := k.current(ctx, q, id)
	if err != nil {
		return row{}, err
	}
	now := e.Clock.Now()
	r := row{id: id, kind: k.name, doc: stored(db.JSON(doc)), createdAt: now, updatedAt: now}
	r.Status, r.Public = StatusPublished, r.doc
	return r, nil
}

// held locks a draft for the caller's transaction. A fixed id that nobody wrote yet gets its row
// first.
func (e *Editing) held(ctx context.Context, tx pgx.Tx, k *kind, id string) (row, error) {
	lock := forUpdate
	if e.unlocked {
		lock = ""
	}
	r, err := find(ctx, tx, k.name, id, lock)
	if !errors.Is(err, pgx.ErrNoRows) {
		return r, err
	}
	if r, err = e.unwritten(ctx, tx, k, id); err != nil {
		return r, err
	}
	if _, err := e.insert(ctx, tx, k, r); err != nil {
		return r, err
	}
	return find(ctx, tx, k.name, id, lock)
}

// insert makes the row of a draft, with its first revision when it stood somewhere before. false:
// somebody else made it.
func (e *Editing) insert(ctx context.Context, tx pgx.Tx, k *kind, r row) (bool, error) {
	title := k.titleOf(r.doc)
	tag, err := tx.Exec(
		ctx, `
		insert into draft (id, kind, doc, title, search, version, edited, status, changed,
			publish_from, publish_until, pinned, position, public_doc, public_from, public_until,
			public_pinned, public_position, published_version, published_at, published_by,
			created_at, created_by, updated_at, updated_by)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
			$19, $20, $21, $22, $23, $24, $25)
		on conflict (id) do nothing`,
		r.id,
		r.kind,
		r.doc.raw,
		title,
		httpkit.Folded(title),
		r.version,
		r.edited,
		r.Status,
		r.changed,
		r.From,
		r.Until,
		r.Pinned,
		r.Position,
		r.Public.json(),
		r.PublicState.From,
		r.PublicState.Until,
		r.PublicState.Pinned,
		r.PublicState.Position,
		r.PublishedVersion,
		r.PublishedAt,
		r.PublishedBy,
		r.createdAt,
		r.createdBy,
		r.updatedAt,
		r.updatedBy,
	)
	if err != nil || tag.RowsAffected() == 0 {
		return false, err
	}
	if r.version == 0 {
		err = e.keep(ctx, tx, k, r, revision{act: actStart})
	}
	return true, err
}

// write stores a draft that the caller holds.
func (e *Editing) write(ctx context.Context, tx pgx.Tx, k *kind, r row) error {
	title := k.titleOf(r.doc)
	_, err := tx.Exec(
		ctx, `
		update draft
		set doc = $2, title = $3, search = $4, version = $5, edited = $6, status = $7,
			changed = $8, publish_from = $9, publish_until = $10, pinned = $11, position = $12,
			public_doc = $13, public_from = $14, public_until = $15, public_pinned = $16,
			public_position = $17, published_version = $18, published_at = $19, published_by = $20,
			trashed_at = $21, updated_at = $22, updated_by = $23
		where id = $1`,
		r.id,
		r.doc.raw,
		title,
		httpkit.Folded(title),
		r.version,
		r.edited,
		r.Status,
		r.changed,
		r.From,
		r.Until,
		r.Pinned,
		r.Position,
		r.Public.json(),
		r.PublicState.From,
		r.PublicState.Until,
		r.PublicState.Pinned,
		r.PublicState.Position,
		r.PublishedVersion,
		r.PublishedAt,
		r.PublishedBy,
		r.TrashedAt, r.updatedAt, r.updatedBy,
	)
	return err
}

// now is how a draft stands at a moment: the column may be a minute late.
func (s publication) now(at time.Time) string {
	if s.Public == nil {
		return s.Status
	}
	return shownAt(s.PublicState, at)
}

// shownAt is the word for something public.
func shownAt(s State, at time.Time) string {
	switch {
	case s.Until != nil && !at.Before(*s.Until):
		return StatusOver
	case s.From != nil && at.Before(*s.From):
		return StatusScheduled
	}
	return StatusPublished
}

// differs says whether what staff work on is another text, or stands otherwise, than what is
// public.
func (k *kind) differs(r row) bool {
	return r.Public != nil && (!k.same(r.doc, r.Public) || !r.State.same(r.PublicState))
}

func (s State) same(o State) bool {
	return sameMoment(s.From, o.From) && sameMoment(s.Until, o.Until) && s.Pinned == o.Pinned &&
		s.Position == o.Position
}

func sameMoment(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// titleOf is the title of a document; what cannot be read has none.
func (k *kind) titleOf(t *text) string {
	doc, err := k.open(t)
	if err != nil {
		return ""
	}
	if title := []rune(strings.TrimSpace(k.title(doc))); len(title) > maxTitle {
		return string(title[:maxTitle])
	}
	return strings.TrimSpace(k.title(doc))
}

const maxTitle = 200
