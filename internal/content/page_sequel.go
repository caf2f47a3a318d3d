package content

import (
	"context"
	"strings"

	"herstelruimte/internal/db"
)

// keySequel is the practical part of the page after signing up. Where the date is, and how to get
// in, stands above it.
const keySequel = "registrationsequel"

// Practical gives the heading and the paragraphs of that part as they are now: its text has no
// form.
func (p *Pages) Practical(ctx context.Context, q db.Querier) (title string, text []string, err error) {
	page, err := p.Get(ctx, q, keySequel)
	for _, b := range page.Blocks {
		for line := range strings.SplitSeq(b.Body.Plain(), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				text = append(text, line)
			}
		}
	}
	return page.Title, text, err
}
