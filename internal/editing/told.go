package editing

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing/shown"
)

// Told is what one text tells of another one.
type Told struct {
	ID, Title, By, Text string
	May                 bool // whoever it is of lets it be told
}

// mostTold bounds what can be chosen from; what is older is read on the site.
const mostTold = 20

// Tellable is what can be told of the documents of a kind that visitors read now, with these ids;
// nil: all in the order that staff chose, or else the newest.
func (e *Editing) Tellable(ctx context.Context, q db.Querier, kind string, ids []string) (out []Told, err error) {
	k, err := e.kindOf(kind)
	if err != nil {
		return nil, err
	}
	now := e.Clock.Now()
	var rows []shown.Row[json.RawMessage]
	switch {
	case ids != nil:
		rows, err = shown.Find[json.RawMessage](
			ctx, q, shown.Card, `d.kind = $2 and d.id = any($3) and `+shown.Now, now, kind, ids)
	case k.Ordered:
		rows, err = shown.Find[json.RawMessage](
			ctx, q, shown.Card, `d.kind = $2 and `+shown.Now+` order by d.position, d.id`, now, kind)
	default:
		rows, _, err = shown.Newest[json.RawMessage](
			ctx, q, shown.Section{Now: now, Kind: kind, After: db.Last, N: mostTold})
	}
	for i := 0; i < len(rows) && err == nil; i++ {
		var doc any
		var told Told
		if doc, err = k.decode(rows[i].Doc); err == nil {
			told, err = k.tell(ctx, q, rows[i].ID, doc)
		}
		told.ID = rows[i].ID
		out = append(out, told)
	}
	return out, err
}

// LeaveOut takes what other documents tell of this one out of all of them, for good.
func (e *Editing) LeaveOut(ctx context.Context, tx pgx.Tx, id string) error {
	for _, k := range e.all() {
		if k.without == nil {
			continue
		}
		if err := e.Redact(ctx, tx, k.Name, "", func(raw []byte) []byte {
			doc, err := k.decode(raw)
			if err != nil || !k.without(doc, id) {
				return nil
			}
			return db.JSON(doc)
		}); err != nil {
			return err
		}
	}
	return nil
}
