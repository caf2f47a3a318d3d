package evening

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/notify"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// notices are what somebody must look at: dates of the coming days with too few people, and parts
// of today and the last days that nobody counted. Those of days before are for whoever may correct
// them.
func (e *Evening) notices(ctx context.Context, a asked) ([]NoticeToday, error) {
	out := []NoticeToday{}
	dates, err := e.BelowMinimum(ctx, a.now, a.end.Add(soon))
	if err != nil {
		return nil, err
	}
	for _, s := range dates {
		if s.MayRun(a.who) != nil {
			continue
		}
		out = append(out, NoticeToday{
			Kind:       "belowMinimum",
			Day:        clock.Date(s.Starts),
			From:       clock.Moment(s.Starts.Add(-notify.MinimumFor)),
			Occurrence: s.ID,
			Activity:   s.ActivityID,
			Title:      s.Activity.Title,
			Taken:      s.Taken,
			Least:      *s.Activity.Min,
		})
	}
	from := a.day
	if a.who.Has(identity.Coordinator) {
		from = a.day.AddDate(0, 0, -noticeDays)
	}
	all, err := e.Uncounted(ctx, from, a.end)
	for _, p := range all {
		out = append(out, NoticeToday{
			Kind: "dayPart",
			Day:  clock.Date(p.Day),
			From: clock.Moment(p.To.On(p.Day)),
			Part: p.Part,
		})
	}
	return out, err
}

// Uncounted is a part of a day that nobody counted.
type Uncounted struct {
	Day time.Time
	house.DayPart
}

// Uncounted are the parts without a single tap of the days from from up to to, from the first tap
// that there ever was, by the hours that count now.
func (e *Evening) Uncounted(ctx context.Context, from, to time.Time) (out []Uncounted, err error) {
	h, counted := e.House(ctx), map[string]bool{}
	var day time.Time
	var part int
	if err = db.Each(ctx, e.Pool, []any{&day, &part}, func() error {
		at := clock.Day(time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, clock.Amsterdam))
		if parts := h.PartsOf(at); len(parts) > 0 {
			counted[clock.Date(at)+parts[nearest(parts, house.WallTime(part))].From.String()] = true
		}
		return nil
	}, `
		select day, part
		from tap
		where day >= $1 and day < $2 and kind = 'visit' and session_id is null
		group by day, part`, clock.Date(from), clock.Date(to)); err != nil {
		return nil, err
	}
	var first *time.Time
	err = e.Pool.QueryRow(ctx, `select min(day) from tap`).Scan(&first)
	if err != nil || first == nil {
		return nil, err
	}
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		for _, p := range h.PartsOf(d) {
			day := clock.Date(d)
			if day >= first.Format(time.DateOnly) && !counted[day+p.From.String()] {
				out = append(out, Uncounted{d, p})
			}
		}
	}
	return out, nil
}

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
	var from, n int
	if err := db.Each(ctx, e.Pool, []any{&from, &n}, func() error {
		out[nearest(a.parts, house.WallTime(from))].Tally += n
		return nil
	}, `
		select part, sum(change)
		from tap
		where day = $1 and kind = 'visit' and session_id is null
		group by part`, clock.Date(a.day)); err != nil {
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
