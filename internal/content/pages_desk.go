package content

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/problem"
)

// PageKind are the editable pages on the desk.
func PageKind(p *Pages, statement *Privacy) editing.KindOf[Page] {
	return editing.KindOf[Page]{
		Kind: editing.Kind{
			Name:      "page",
			Plural:    "pages",
			Fixed:     pageKeys(),
			Read:      slices.Concat(editors, onlookers),
			Write:     editors,
			PreviewOf: []any{Page{}, Shown{}}, // and what HomeAs answers
		},
		Check: func(doc *Page) []problem.Field { return doc.faults() },
		Title: (*Page).deskTitle,
		Current: func(ctx context.Context, q db.Querier, id string) (*Page, error) {
			return p.current(ctx, q, id)
		},
		Publish: func(ctx context.Context, tx pgx.Tx, id string, doc *Page, _ editing.State) error {
			page := *doc
			page.Key = id
			return p.Save(ctx, tx, page)
		},
		Preview: func(ctx context.Context, id string, doc *Page) (any, error) {
			page := *doc
			page.Key, page.UpdatedAt = id, clock.Moment(p.Clock.Now())
			return p.preview(ctx, statement, page)
		},
	}
}

func pageKeys() (keys []string) {
	for key := range builtIn {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// deskTitles are what staff call a page whose title is a sentence for visitors.
var deskTitles = map[string]string{
	keyHome:   "Startpagina",
	keyRules:  "Huisregels",
	keySequel: "Na het aanmelden",
}

func (p *Page) deskTitle() string {
	if title := deskTitles[p.Key]; title != "" {
		return title
	}
	return p.Title
}

// current is a page as staff find it, without what is only filled in on reading.
func (p *Pages) current(ctx context.Context, q db.Querier, id string) (*Page, error) {
	page, err := p.own(ctx, q, id)
	page.UpdatedAt, page.Media = "", nil
	return &page, err
}

// preview is the public answer of the page on which visitors would read this one.
func (p *Pages) preview(ctx context.Context, statement *Privacy, page Page) (any, error) {
	var err error
	switch page.Key {
	case keyPrivacy:
		return statement.preview(ctx, page)
	case keyHome:
		if p.HomeAs != nil {
			return p.HomeAs(ctx, greeting(p.withLead(ctx, page)))
		}
	case keyAbout:
		page.Blocks = slices.Clone(page.Blocks)
		err = p.fill(ctx, statement.Pool, &page)
	case keyRules:
		rules := page.part(keyRules)
		if page, err = p.Get(ctx, statement.Pool, keyAbout); err == nil {
			page.put(rules)
		}
	}
	if err != nil {
		return nil, err
	}
	page.Media, err = p.Media.Of(ctx, page.images())
	return page, err
}

// preview is the statement as it would be with another free text.
func (p *Privacy) preview(ctx context.Context, page Page) (Shown, error) {
	out, err := p.Get(ctx, "")
	out.Statement = statement(p.House(ctx), page)
	return out, err
}
