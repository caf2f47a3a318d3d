package agenda

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

// Home is what the first page needs of the programme.
type Home struct {
	Items      []rules.Line `json:"items" doc:"today and tomorrow, at most 5"`
	More       int          `json:"more" doc:"how many others there are today and tomorrow"`
	NextDay    *rules.Line  `json:"nextDay,omitempty" doc:"first coming date when today and tomorrow are empty"`
	Promise    string       `json:"promise" doc:"the h1"`
	Lead       string       `json:"lead" doc:"what this house is, where and for whom"`
	FirstTime  []Step       `json:"firstTime" doc:"what happens the first time, in order"`
	Today      string       `json:"today" format:"date"`
	FreshUntil string       `json:"freshUntil" format:"date-time"`
}

// Greeting is what the first page says to who never came: the promise of the house, what it is, and
// a few steps.
type Greeting struct {
	Promise string
	Lead    string
	Steps   []Step
}

// Step is one thing that happens when somebody comes for the first time.
type Step struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// home is the first page with what it says now.
func (a *Agenda) home(ctx context.Context) (Home, error) {
	g, err := a.Greeting(ctx)
	if err != nil {
		return Home{}, err
	}
	return a.HomeAs(ctx, g)
}

// HomeAs is the first page as it would be with this greeting: today and tomorrow, or the first day
// with anything.
func (a *Agenda) HomeAs(ctx context.Context, g Greeting) (Home, error) {
	now := a.Clock.Now()
	today := clock.Day(now)
	out, err := a.list(
		ctx,
		now,
		`se.starts_at > $2 and se.starts_at < $3 and se.ends_at > $1 and `+
			fmt.Sprintf(visibleSQL, "$1")+
			` order by se.starts_at, a.search_text, se.id`,
		today.Add(-longest),
		today.AddDate(0, 0, 2),
	)
	if err != nil {
		return Home{}, err
	}
	h := Home{
		Items:     out.lines[:min(homeSize, len(out.lines))],
		More:      max(0, len(out.lines)-homeSize),
		Promise:   g.Promise,
		Lead:      g.Lead,
		FirstTime: append([]Step{}, g.Steps...),
		Today:     rules.DayOf(now),
	}
	if len(out.lines) == 0 {
		next, err := a.list(
			ctx,
			now,
			`se.starts_at > $1 and o.status <> 'cancelled' and se.status <> 'cancelled' and `+
				fmt.Sprintf(visibleSQL, "$1")+
				` order by se.starts_at, se.id limit 1`,
		)
		if err != nil {
			return Home{}, err
		}
		if len(next.lines) > 0 {
			h.NextDay = &next.lines[0]
		}
	}
	h.FreshUntil = freshUntil(now, out.fresh)
	return h, nil
}

// MeetingToday is a session of today, for other rooms.
type MeetingToday struct {
	Title      string
	Start, End time.Time
}

// Today lists what still goes on today, in order of start.
func (a *Agenda) Today(ctx context.Context, now time.Time) ([]MeetingToday, error) {
	today := clock.Day(now)
	rows, err := a.Pool.Query(
		ctx, `
		select a.doc->>'title', se.starts_at, se.ends_at`+listFrom+
			`se.starts_at >= $2 and se.starts_at < $3 and se.ends_at > $1
		and o.status <> 'cancelled' and se.status <> 'cancelled' and `+
			fmt.Sprintf(visibleSQL, "$1")+
			` order by se.starts_at, se.id`,
		now,
		today,
		today.AddDate(0, 0, 1),
	)
	if err != nil {
		return nil, db.Problem(err)
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (m MeetingToday, err error) {
		return m, r.Scan(&m.Title, &m.Start, &m.End)
	})
}
