package demo

import (
	"context"

	"herstelruimte/internal/clock"
)

const (
	talliedDays  = 8 * 7
	forgottenDay = 6 // days back: nobody counted
)

// tallied counts between 9 and 27 visits, and hours of volunteers, in each part of the days of the
// last eight weeks, but for one day.
func (l *loader) tallied(ctx context.Context) error {
	h, err := l.House.Load(ctx, l.Pool)
	if err != nil {
		return err
	}
	for back := 1; back <= talliedDays; back++ {
		if back == forgottenDay {
			continue
		}
		day := l.Clock.Now().AddDate(0, 0, -back)
		for i, part := range h.PartsOf(day) {
			on, from, at := clock.Date(day), int(part.From), part.From.On(day)
			if _, err := l.Pool.Exec(ctx, `
				insert into tap (id, kind, day, part, change, at, received_at, by, sent_by)
				select concat_ws('-', 'sample', $1::text, $2::int, i), 'visit', $1::date, $2, 1,
					$3, $3, '', ''
				from generate_series(1, $4) i
				on conflict do nothing`, on, from, at, 9+(back*7+i*5)%19); err != nil {
				return err
			}
			if _, err := l.Pool.Exec(ctx, `
				insert into volunteer_time (id, day, part, minutes, by, at)
				values (concat_ws('-', 'sample', $1::text, $2::int), $1::text::date, $2, $3, '',
					$4)
				on conflict do nothing`, on, from, 60*(4+(back+i)%5), at); err != nil {
				return err
			}
		}
	}
	return nil
}
