package content

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
)

// Pages keeps the editable pages.
type Pages struct {
	Clock *clock.Clock
	// Raise raises the revision of the site in a transaction that changes what visitors see.
	Raise func(ctx context.Context, tx pgx.Tx) error
	// Media says how images are shown; nil: there are none.
	Media shown.MediaOf
	// House are the settings: parts of pages follow from them. nil: none do.
	House func(ctx context.Context) house.House
	// HomeAs is the answer of the first page with another greeting, for the preview; nil: there is
	// none.
	HomeAs func(ctx context.Context, g Greeting) (any, error)
}

// written is when the built-in texts were last changed.
var written = time.Date(2026, 11, 22, 12, 0, 0, 0, clock.Amsterdam)

// Get gives what visitors read: the page as it was last saved, else its built-in text. A key that
// is no page is problem `not_found`.
func (p *Pages) Get(ctx context.Context, q db.Querier, key string) (Page, error) {
	page, err := p.own(ctx, q, key)
	if err == nil && key == keyAbout {
		err = p.fill(ctx, q, &page)
	}
	if err != nil {
		return Page{}, err
	}
	page.Media, err = p.Media.Of(ctx, page.images())
	return page, err
}

// own is the page itself, without what other texts and the settings put into it.
func (p *Pages) own(ctx context.Context, q db.Querier, key string) (Page, error) {
	if _, known := builtIn[key]; !known {
		return Page{}, problem.New(problem.NotFound)
	}
	found, err := p.saved(ctx, q, key)
	if err != nil {
		return Page{}, err
	}
	if found != nil {
		if key == keyHome {
			*found = p.withLead(ctx, *found)
		}
		return *found, nil
	}
	page := builtInPage(key)
	switch {
	case key == keyRules:
		if page, err = p.unwrittenRules(ctx, q); err != nil {
			return page, err
		}
	case key == keyHome:
		if page.Lead = ""; p.House != nil {
			page.Title = p.House(ctx).Promise
		}
		page = p.withLead(ctx, page)
	}
	page.UpdatedAt = clock.Moment(written)
	return page, nil
}

// saved is the page as somebody last saved it; nil: nobody did.
func (p *Pages) saved(ctx context.Context, q db.Querier, key string) (*Page, error) {
	rows, err := q.Query(ctx, `select `+db.DocColumns+` from page where id = $1`, key)
	if err != nil {
		return nil, db.Problem(err)
	}
	d, err := pgx.CollectExactlyOneRow(rows, db.ScanDoc[Page])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	d.Doc.UpdatedAt = clock.Moment(d.UpdatedAt)
	return &d.Doc, db.Problem(err)
}

// Save checks and stores a page as its next version. What is wrong is problem `invalid`.
func (p *Pages) Save(ctx context.Context, tx pgx.Tx, page Page) error {
	if err := page.Validate(); err != nil {
		return err
	}
	page.UpdatedAt, page.Media = "", nil // the row knows, and the files
	_, err := tx.Exec(ctx, `
		insert into page (id, doc, created_at, updated_at)
		values ($1, $2, $3, $3)
		on conflict (id) do update set doc = excluded.doc, version = page.version + 1,
			updated_at = excluded.updated_at`,
		page.Key, db.JSON(page), p.Clock.Now())
	if err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}
