package desk

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// AtDoor is somebody who waits and may have come along anyhow.
type AtDoor struct {
	ID, FirstName string
	Seats         int
}

// WaitingFor are the people on the waitlists of these dates, by date in their order. The start of a
// date closes its list; whoever stood on it then stays in line until the date is over.
func (p *Desk) WaitingFor(
	ctx context.Context,
	q db.Querier,
	dates []string,
) (map[string][]AtDoor, error) {
	rows, err := q.Query(ctx, `
		select e.id, e.occurrence_id, e.seats, e.doc, e.sealed
		from waitlist_entry e
		join occurrence o on o.id = e.occurrence_id
		where e.occurrence_id = any($1)
			and (e.state in ('waiting', 'offered') or e.state = 'closed' and o.status <> 'cancelled')
		order by e.position`, dates)
	if err != nil {
		return nil, err
	}
	out := map[string][]AtDoor{}
	var id, date string
	var ids []string
	var seats int
	var raw, box []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &date, &seats, &raw, &box}, func() error {
		var doc json.RawMessage
		var who waitlist.Sealed
		row := waitlist.SealedRow{Table: "waitlist_entry", ID: id, Doc: raw, Box: box}
		if err := p.Unseal(row, &doc, &who); err != nil {
			return err
		}
		out[date] = append(out[date], AtDoor{id, waitlist.FirstName(who.Name), seats})
		ids = append(ids, id)
		return nil
	})
	if err != nil {
		return nil, err
	}
	paused, err := privacy.Paused(ctx, q, p.Clock.Now(), ids)
	for _, line := range out {
		for i, one := range line {
			if paused[one.ID] {
				line[i].FirstName = privacy.OnPause
			}
		}
	}
	return out, err
}
