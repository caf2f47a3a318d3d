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
	last := c.goesSoon(ctx, now)
	all, err := c.inbox().Where(ctx, c.Pool, `answered_at is null and received_at <= @last
		order by received_at, id
		limit 50`, pgx.NamedArgs{"last": last})
	for _, m := range all {
		if m.sees(a) {
			out = append(out, editing.Review{
				Kind:  Kind,
				ID:    m.ID,
				Title: "Bericht: " + subjects[m.Subject],
				Why:   "unanswered",
				Since: clock.Date(m.ReceivedAt),
			})
		}
	}
	return out, err
}
