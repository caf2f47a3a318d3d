package agenda

import (
	"context"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
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

func (a *Agenda) home(ctx context.Context, _ *struct{}) (Home, error) {
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
	out, err := a.list(ctx, now, `
		se.starts_at > $2 and se.starts_at < $3 and se.ends_at > $1 and `+visible+`
		order by se.starts_at, a.search_text, se.id`,
		today.Add(-longest), today.AddDate(0, 0, 2))
	if err != nil {
		return Home{}, err
	}
	shown := min(homeSize, len(out.lines))
	h := Home{
		Items:      out.lines[:shown],
		More:       len(out.lines) - shown,
		Promise:    g.Promise,
		Lead:       g.Lead,
		FirstTime:  append([]Step{}, g.Steps...),
		Today:      rules.DayOf(now),
		FreshUntil: freshUntil(now, out.fresh),
	}
	if shown > 0 {
		return h, nil
	}
	next, err := a.list(ctx, now, `
		se.starts_at > $1 and o.status <> 'cancelled' and se.status <> 'cancelled' and `+visible+`
		order by se.starts_at, se.id limit 1`)
	if len(next.lines) > 0 {
		h.NextDay = &next.lines[0]
	}
	return h, err
}
