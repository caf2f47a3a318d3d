package evening

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/notify"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

const (
	soon = soonDays * 24 * time.Hour
)

// notices are what somebody must look at: dates of the coming days with too few people, and parts
// of the last days that nobody counted.
func (e *Evening) notices(ctx context.Context, a asked) ([]NoticeToday, error) {
	few, err := e.belowMinimum(ctx, a)
	if err != nil {
		return nil, err
	}
	forgotten, err := e.uncounted(ctx, a)
	return append(few, forgotten...), err
}

func (e *Evening) belowMinimum(ctx context.Context, a asked) ([]NoticeToday, error) {
	dates, err := e.BelowMinimum(ctx, a.now, a.end.Add(soon))
	out := []NoticeToday{}
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
	return out, err
}

// uncounted are the parts of today and the last days without a single tap. Those of days before are
// for whoever may correct them.
func (e *Evening) uncounted(ctx context.Context, a asked) (out []NoticeToday, err error) {
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
	rows, err := e.Pool.Query(ctx, `
		select day, part
		from tap
		where day >= $1 and day < $2 and kind = 'visit' and session_id is null
		group by day, part`, clock.Date(from), clock.Date(to))
	if err != nil {
		return nil, err
	}
	h, counted := e.House(ctx), map[string]bool{}
	var day time.Time
	var part int
	if _, err = pgx.ForEachRow(rows, []any{&day, &part}, func() error {
		at := clock.Day(time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, clock.Amsterdam))
		if parts := h.PartsOf(at); len(parts) > 0 {
			counted[clock.Date(at)+parts[nearest(parts, house.WallTime(part))].From.String()] = true
		}
		return nil
	}); err != nil {
		return nil, err
	}
	var first *time.Time
	if err := e.Pool.QueryRow(ctx, `select min(day) from tap`).Scan(&first); err != nil ||
		first == nil {
		return nil, err
	}
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		if clock.Date(d) < first.Format(time.DateOnly) {
			continue
		}
		for _, p := range h.PartsOf(d) {
			if !counted[clock.Date(d)+p.From.String()] {
				out = append(out, Uncounted{d, p})
			}
		}
	}
	return out, nil
}
