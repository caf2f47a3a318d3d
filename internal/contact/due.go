package contact

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
)

// Reviews are the messages that go soon although nobody answered, for who may answer them: by
// subject, without a name.
func (c *Contact) Reviews(
	ctx context.Context,
	a identity.Actor,
	now time.Time,
) (out []editing.Review, err error) {
	if !a.Has(handlers...) {
		return nil, nil
	}
	last := now.AddDate(0, 0, warnBefore-c.House(ctx).Keep.UnansweredDays)
	rows, err := c.Pool.Query(
		ctx, `
		select `+columns+
			` from contact_message where answered_at is null and received_at <= $1 order by received_at, id limit 50`,
		last,
	)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, scan)
	for _, m := range all {
		if m.sees(a) {
			out = append(out, editing.Review{
				Kind:  Kind,
				ID:    m.id,
				Title: "Bericht: " + subjects[m.subject],
				Why:   "unanswered",
				Since: clock.Date(m.receivedAt),
			})
		}
	}
	return out, err
}
