package editing

import (
	"context"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

// presentFor is how long somebody who gave a sign counts as being there.
const presentFor = time.Minute

// present notes that whoever calls works on a draft, and gives who else does.
func (e *Editing) present(ctx context.Context, id string) ([]string, error) {
	a, now := identity.ActorOf(ctx), e.Clock.Now()
	_, err := e.Pool.Exec(ctx, `
		insert into presence (draft_id, uid, seen_at)
		values ($1, $2, $3)
		on conflict (draft_id,
			uid) do update set seen_at = excluded.seen_at`, id, a.ID, now)
	if err != nil {
		return nil, db.Problem(err)
	}
	return db.All[string](ctx, e.Pool, `
		select uid
		from presence
		where draft_id = $1
			and uid <> $2
			and seen_at > $3
		order by seen_at desc`,
		id,
		a.ID,
		now.Add(-presentFor),
	)
}
