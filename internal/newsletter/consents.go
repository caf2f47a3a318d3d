package newsletter

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// texts are the sentences that people agreed with, by version.
var texts = map[string]string{
	newestText: "Ja, stuur mij ongeveer 6 keer per jaar de nieuwsbrief.",
}

// Consents are how many addresses were confirmed, by sentence.
func (n *Room) Consents(ctx context.Context) ([]privacy.ConsentCount, error) {
	return db.Rows(ctx, n.Pool, func(r pgx.CollectableRow) (privacy.ConsentCount, error) {
		c := privacy.ConsentCount{Kind: "newsletter", Source: "site"}
		err := r.Scan(&c.Version, &c.N)
		c.Text = texts[c.Version]
		return c, err
	}, `
		select text_version, count(*)::int
		from subscriber
		where state = 'confirmed'
		group by text_version
		order by text_version desc`)
}
