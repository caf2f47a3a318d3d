package evening

import (
	"context"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// FillTally counts n visits in a part of a day that is over, of nobody in particular: sample data.
func (e *Evening) FillTally(ctx context.Context, day time.Time, part house.DayPart, n int) error {
	_, err := e.Pool.Exec(ctx, `
		insert into tap (id, kind, day, part, change, at, received_at, by, sent_by)
		select concat_ws('-', 'sample', $1::text, $2::int, i), 'visit', $1::date, $2, 1, $3, $3,
			'', ''
		from generate_series(1, $4) i
		on conflict do nothing`,
		clock.Date(day), int(part.From), part.From.On(day), n)
	return db.Problem(err)
}

// FillPresence says of a sign-up whether somebody was at a meeting that is over: sample data.
func (e *Evening) FillPresence(
	ctx context.Context,
	session, registration, state string,
	at time.Time,
) error {
	_, err := e.Pool.Exec(ctx, `
		insert into attendance (registration_id, session_id, state, at, by)
		values ($1, $2, $3, $4, '')
		on conflict do nothing`, registration, session, state, at)
	return db.Problem(err)
}
