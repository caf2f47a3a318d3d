package evening

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
)

// parts are the parts of the day with what was counted in them.
func (e *Evening) parts(ctx context.Context, a asked, all []SessionToday) ([]PartOfDay, error) {
	out := make([]PartOfDay, len(a.parts))
	for i, p := range a.parts {
		out[i] = PartOfDay{
			DayPart: p,
			Start:   clock.Moment(p.From.On(a.day)),
			End:     clock.Moment(p.To.On(a.day)),
		}
	}
	if len(out) == 0 {
		return out, nil
	}
	rows, err := e.Pool.Query(ctx, `
		select part, sum(change)
		from tap
		where day = $1 and kind = 'visit' and session_id is null
		group by part`, clock.Date(a.day))
	if err != nil {
		return nil, err
	}
	var from, n int
	if _, err = pgx.ForEachRow(rows, []any{&from, &n}, func() error {
		out[nearest(a.parts, house.WallTime(from))].Tally += n
		return nil
	}); err != nil {
		return nil, err
	}
	for _, s := range all {
		start, err := time.Parse(time.RFC3339, s.Start)
		if err != nil || clock.Date(start) != clock.Date(a.day) {
			continue // it began the day before
		}
		if i := partAt(a.parts, wallOf(start, a.day)); i >= 0 {
			out[i].Ticked += s.Here
		}
	}
	for i := range out {
		out[i].Tally = max(0, out[i].Tally)
	}
	return out, nil
}

// wallOf is what the clock shows at a moment, on its own day; before 00.00 for the day before.
func wallOf(t, day time.Time) house.WallTime {
	t = t.In(clock.Amsterdam)
	if t.Before(day) {
		return -1
	}
	return house.At(t.Hour(), t.Minute())
}

// partAt is the part in which a time lies, -1 when it lies in none.
func partAt(parts []house.DayPart, at house.WallTime) int {
	return slices.IndexFunc(parts, func(p house.DayPart) bool {
		return p.From <= at && at < p.To
	})
}

// nearest is the part that a tap belongs to: the hours may have changed since.
func nearest(parts []house.DayPart, from house.WallTime) int {
	if i := partAt(parts, from); i >= 0 {
		return i
	}
	best := 0
	for i, p := range parts {
		if away(p.From, from) < away(parts[best].From, from) {
			best = i
		}
	}
	return best
}

func away(x, y house.WallTime) house.WallTime { return max(x-y, y-x) }
