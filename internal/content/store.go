package content

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Pages keeps the editable pages.
type Pages struct {
	clock *clock.Clock
	raise func(ctx context.Context, tx pgx.Tx) error
	// Media says how images are shown; nil: there are none.
	Media Shows
}

// NewPages makes the store. raise raises the revision of the site in a transaction that changes what visitors see.
func NewPages(c *clock.Clock, raise func(ctx context.Context, tx pgx.Tx) error) *Pages {
	return &Pages{clock: c, raise: raise}
}

// builtIn are the pages that the house has, with the text that stands there until somebody writes another.
var builtIn = map[string]func() Page{
	"about":         about,
	"contact":       contact,
	"privacy":       privacyPage,
	"vrijwilligers": volunteers,
	"klachten":      complaints,
	"nieuwsbrief":   newsletter,
}

// written is when the built-in texts were last changed.
var written = time.Date(2026, 11, 22, 12, 0, 0, 0, clock.Amsterdam)

// Get gives the page as it was last saved, else its built-in text. A key that is no page is problem `not_found`.
func (p *Pages) Get(ctx context.Context, q db.Querier, key string) (Page, error) {
	standard, known := builtIn[key]
	if !known {
		return Page{}, problem.New(problem.NotFound)
	}
	rows, err := q.Query(ctx, `select `+db.DocColumns+` from page where id = $1`, key)
	if err != nil {
		return Page{}, db.Problem(err)
	}
	d, err := pgx.CollectExactlyOneRow(rows, db.ScanDoc[Page])
	if errors.Is(err, pgx.ErrNoRows) {
		d.Doc, d.UpdatedAt, err = standard(), written, nil
	}
	if err != nil {
		return Page{}, db.Problem(err)
	}
	d.Doc.UpdatedAt = clock.Moment(d.UpdatedAt)
	d.Doc.Media, err = p.Media.of(ctx, d.Doc.images())
	return d.Doc, err
}

// Save checks and stores a page as its next version. What is wrong is problem `invalid`.
func (p *Pages) Save(ctx context.Context, tx pgx.Tx, page Page) error {
	if err := page.Validate(); err != nil {
		return err
	}
	page.UpdatedAt, page.Media = "", nil // the row knows, and the files
	_, err := tx.Exec(ctx, `
		insert into page (id, doc, created_at, updated_at) values ($1, $2, $3, $3)
		on conflict (id) do update set doc = excluded.doc, version = page.version + 1, updated_at = excluded.updated_at`,
		page.Key, db.JSON(page), p.clock.Now())
	if err != nil {
		return err
	}
	return p.raise(ctx, tx)
}
