package agenda

import (
	"context"
	"time"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
)

// Held is what happened in a stretch of time, as numbers only.
type Held struct {
	Meetings int // sessions that were not cancelled; a walk-in without more is no meeting
	SignUps  int // places that were taken at dates and series, by whoever came in the end
	Trainees int // the same, of series alone
}

// Held counts what ended from from up to to, of activities that visitors could read of. Of a date
// that was counted it takes the count: its people may have gone since.
func (a *Agenda) Held(ctx context.Context, from, to time.Time) (h Held, err error) {
	err = a.Pool.QueryRow(
		ctx, `
		select (
				select count(*)
				from session se
				join occurrence o on o.id = se.occurrence_id
				join activity a on a.id = o.activity_id
				where `+waitlist.Meeting+`
					and se.ends_at >= $1
					and se.ends_at < $2
			),
			coalesce(sum(n.taken), 0),
			coalesce(sum(n.taken) filter (where o.kind = 'series'), 0)
		from occurrence o
		join activity a on a.id = o.activity_id
		left join occurrence_count c on c.occurrence_id = o.id
		cross join lateral (select coalesce(c.registered + c.guests, o.taken) taken) n
		where a.status <> 'draft'
			and `+waitlist.Held+`
			and o.ends_at >= $1
			and o.ends_at < $2`,
		from,
		to,
	).Scan(&h.Meetings, &h.SignUps, &h.Trainees)
	return h, db.Problem(err)
}
