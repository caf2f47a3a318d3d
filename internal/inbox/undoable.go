package inbox

import (
	"context"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

// reading are words of the log book for what changes nothing that undo brings back.
var reading = []string{"viewed", "listed", "noted"}

// Deed is who did the last thing with a row, as the log book has it.
type Deed struct {
	Of, By, Act string
	At          time.Time
}

// LastDeeds are the last acts on each row of a kind since a moment.
func LastDeeds(ctx context.Context, q db.Querier, kind string, since time.Time) ([]Deed, error) {
	return db.All[Deed](ctx, q, `
		select distinct on (object_id) object_id, actor, action, at
		from audit_log
		where kind = $1 and at >= $2 and action <> all($3)
		order by object_id, no desc`, kind, since, reading)
}

// Undoable are the last acts of somebody on rows that they can still take back.
func (b *Box[F, R, V]) Undoable(ctx context.Context, who identity.Actor) (out []identity.Undoable, err error) {
	now := b.Clock.Now()
	deeds, err := LastDeeds(ctx, b.Pool, b.Kind, now.Add(-b.UndoTime(ctx)))
	for _, d := range deeds {
		if d.By != who.ID {
			continue
		}
		where, args := b.seen(who, d.Of)
		found, err := b.Where(ctx, b.Pool, where, args)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			u, _ := b.Progress(&m)
			if until := u.Shown(now); until != "" {
				out = append(out, identity.Undoable{
					ID:    d.Of,
					Kind:  b.Kind,
					Act:   d.Act,
					Of:    d.Of,
					At:    clock.Moment(d.At),
					Until: until,
				})
			}
		}
	}
	return out, err
}
