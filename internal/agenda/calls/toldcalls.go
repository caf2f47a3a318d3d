package calls

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// datesOfCalls puts the dates into calls that tell of several: those of which it is still so.
func (p *Calls) datesOfCalls(ctx context.Context, calls []Call) error {
	at := map[string]int{}
	var ids []string
	for i, c := range calls {
		if len(c.about) > 1 {
			at[c.ID], ids = i, append(ids, c.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := p.Pool.Query(ctx, `
		select c.id, o.id, coalesce(se.starts_at, o.starts_at), coalesce(se.ends_at, o.ends_at)
		from call c
		cross join jsonb_array_elements(c.about) as t (x)
		join occurrence o on o.id = x->>'date'
		left join session se on se.id = x->>'session'
		where c.id = any($1)
			and coalesce(se.ends_at, o.ends_at) > $2
			and `+booking.StillSo+`
		order by c.id, 3`, ids, p.Clock.Now())
	if err != nil {
		return db.Problem(err)
	}
	var id, date string
	var start, end time.Time
	if _, err = pgx.ForEachRow(rows, []any{&id, &date, &start, &end}, func() error {
		c := &calls[at[id]]
		t := CallTime{Start: clock.Moment(start), End: clock.Moment(end)}
		if c.Dates = append(c.Dates, t); len(c.Dates) == 1 {
			c.Date.ID, c.Date.Start, c.Date.End = date, t.Start, t.End
		}
		return nil
	}); err != nil {
		return db.Problem(err)
	}
	for i := range calls {
		if len(calls[i].Dates) == 1 { // its date says so already
			calls[i].Dates = nil
		}
	}
	return nil
}
