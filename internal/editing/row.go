package editing

import (
	"bytes"
	"context"
	"errors"
	"strconv"
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
	sortAt, changedAt    *time.Time // of what visitors read: since when, and since when as it is
	limited              *text      // what they may read of Public; nil: all of it
	createdAt, updatedAt time.Time
	createdBy, updatedBy string
}

const columns = `
	id, kind, created_at, created_by, doc, version, edited, changed, publish_from, publish_until,
	pinned, position, status, public_doc, public_from, public_until, public_pinned,
	public_position, published_version, published_at, published_by, trashed_at, sort_at,
	changed_at, limited, updated_at, updated_by`

func scan(from pgx.CollectableRow) (r row, err error) {
	var doc, public, limited []byte
	err = from.Scan(
		&r.id, &r.kind, &r.createdAt, &r.createdBy, &doc, &r.version, &r.edited, &r.changed,
		&r.From, &r.Until, &r.Pinned, &r.Position, &r.Status, &public,
		&r.PublicState.From, &r.PublicState.Until, &r.PublicState.Pinned, &r.PublicState.Position,
		&r.PublishedVersion, &r.PublishedAt, &r.PublishedBy, &r.TrashedAt, &r.sortAt,
		&r.changedAt, &limited, &r.updatedAt, &r.updatedBy,
	)
	r.doc, r.Public, r.limited = stored(doc), stored(public), stored(limited)
	if bytes.Equal(doc, public) {
		r.Public = r.doc // read once for both
	}
	return r, err
}

// values are those of columns, and the title with its folded form.
func (r row) values(k *kind) []any {
	title := k.titleOf(r.doc)
	return []any{
		r.id, r.kind, r.createdAt, r.createdBy, r.doc.raw, r.version, r.edited, r.changed,
		r.From, r.Until, r.Pinned, r.Position, r.Status, r.Public.json(),
		r.PublicState.From, r.PublicState.Until, r.PublicState.Pinned, r.PublicState.Position,
		r.PublishedVersion, r.PublishedAt, r.PublishedBy, r.TrashedAt, r.sortAt,
		r.changedAt, r.limited.json(), r.updatedAt, r.updatedBy,
		title, httpkit.Folded(title),
	}
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
	r, err := find(ctx, q, k.Name, id, "")
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
	r := row{id: id, kind: k.Name, doc: stored(db.JSON(doc)), createdAt: now, updatedAt: now}
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
	r, err := find(ctx, tx, k.Name, id, lock)
	if !errors.Is(err, pgx.ErrNoRows) {
		return r, err
	}
	if r, err = e.unwritten(ctx, tx, k, id); err != nil {
		return r, err
	}
	if _, err := e.insert(ctx, tx, k, r); err != nil {
		return r, err
	}
	return find(ctx, tx, k.Name, id, lock)
}

// The parameters of both are the values of a row.
var (
	insertSQL = `insert into draft (` + columns + `, title, search) values (` + parameters(1, 29) +
		`) on conflict (id) do nothing`
	writeSQL = `update draft set (` + strings.SplitN(columns, ",", 2)[1] + `, title, search) = (` +
		parameters(2, 29) + `) where id = $1`
)

// parameters are those from a number to another one.
func parameters(from, to int) string {
	all := []string{}
	for n := from; n <= to; n++ {
		all = append(all, "$"+strconv.Itoa(n))
	}
	return strings.Join(all, ", ")
}

// insert makes the row of a draft, with its first revision when it stood somewhere before. false:
// somebody else made it.
func (e *Editing) insert(ctx context.Context, tx pgx.Tx, k *kind, r row) (bool, error) {
	tag, err := tx.Exec(ctx, insertSQL, r.values(k)...)
	if err != nil || tag.RowsAffected() == 0 {
		return false, err
	}
	if r.version == 0 {
		err = e.keep(ctx, tx, k, r, revision{act: actStart})
	}
	return true, err
}

// write stores a draft that the caller holds. Problems: conflict when another one of its kind has
// the pin or the year at this moment.
func (e *Editing) write(ctx context.Context, tx pgx.Tx, k *kind, r row) error {
	_, err := tx.Exec(ctx, writeSQL, r.values(k)...)
	if db.IsUnique(err, "draft_pinned") || db.IsUnique(err, "draft_year") {
		return problem.New(problem.Conflict).Because(err)
	}
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
