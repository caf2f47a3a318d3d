package content

import (
	"context"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing/shown"
)

// Address is a page of a document, for search engines.
type Address struct {
	Path    string
	Changed time.Time
}

// mostAddresses is how many a list of addresses has at most: the newest. A site map ends somewhere.
const mostAddresses = 20_000

// Addresses are the pages of news in the lists and of stories whose tellers want to be found, from
// new to old.
func (d *Documents) Addresses(ctx context.Context) ([]Address, error) {
	return db.All[Address](ctx, d.Pool, `
		select case d.kind when 'news' then '/newsdetails/' else '/storydetails/' end || d.id,
			greatest(d.changed_at, d.sort_at)
		from document d
		where d.kind in ('news', 'story') and `+shown.Now+
		` and (d.kind = 'news' or (d.published->>'findable')::boolean)
		order by d.sort_at desc, d.id desc limit $2`, d.Clock.Now(), mostAddresses)
}
