package content

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// Consents are how many stories are told with the consent of their teller, by the paper that they
// read. One that was taken back is proof alone, and does not count.
func (d *Documents) Consents(ctx context.Context) ([]privacy.ConsentCount, error) {
	rows, err := d.Pool.Query(ctx, `
		select text_version, count(*)::int
		from story_consent
		where withdrawn_at is null
		group by text_version
		order by text_version desc`)
	if err != nil {
		return nil, db.Problem(err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (privacy.ConsentCount, error) {
		c := privacy.ConsentCount{Kind: "story", Source: "papier"}
		return c, r.Scan(&c.Version, &c.N)
	})
	return all, db.Problem(err)
}
