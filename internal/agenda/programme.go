package agenda

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/rules"
)

// Programme is the answer of GET /api/occurrences: a week with what is coming soon, or the dates
// that fit a filter.
type Programme struct {
	Week       *Week        `json:"week,omitempty" doc:"absent with a filter"`
	Search     string       `json:"search,omitempty" doc:"the search as it was understood"`
	Items      []rules.Line `json:"items"`
	Soon       []Soon       `json:"soon" doc:"at most 12 activities and series open for sign-up; empty with a filter"`
	Next       string       `json:"next,omitempty" doc:"value of na for the next page"`
	FreshUntil string       `json:"freshUntil" format:"date-time"`
}

// Soon is an activity, or a series, that people can sign up for: its first date, and the days after
// it.
type Soon struct {
	rules.Line
	Also  []string `json:"also" format:"date" doc:"at most 3 later days of the same activity"`
	Later bool     `json:"later" doc:"there are more days than those"`
}

const (
	pageSize = 50
	soonSize = 12
	alsoSize = 3
	// soonDates bounds how many dates are looked at to find soonSize activities: a rhythm of every
	// week leaves room for ten weeks.
	soonDates  = 120
	homeSize   = 5
	othersSize = 5
	// longest bounds how long ago something that is still on can have begun, so that lists need not
	// look further back.
	longest = 24 * time.Hour
)

// programme is the chosen week with what is coming soon, or with any filter all coming dates that
// fit.
func (a *Agenda) programme(ctx context.Context, in filterInput) (Programme, error) {
	now := a.Clock.Now()
	f := readFilter(in)
	if f.any() {
		return a.filtered(ctx, now, f)
	}
	from, over, err := a.shownWeek(ctx, in.Week, now)
	if err != nil {
		return Programme{}, err
	}
	to := from.AddDate(0, 0, 7)
	items, err := a.between(ctx, now, from, to)
	if err != nil {
		return Programme{}, err
	}
	soon, err := a.list(
		ctx,
		now,
		fmt.Sprintf(bookableSQL, "$1")+` and `+fmt.Sprintf(visibleSQL, "$1")+
			`
				and se.n = 1
				and o.join_until > $1
				and not (o.starts_at >= $2 and o.starts_at < $3)
				order by o.join_until, o.id
				limit $4`,
		from,
		to,
		soonDates,
	)
	if err != nil {
		return Programme{}, err
	}
	week := weekView(from, now)
	week.Over = over
	return Programme{
		Week:       &week,
		Items:      items.lines,
		Soon:       perActivity(soon.lines),
		FreshUntil: freshUntil(now, items.fresh, soon.fresh),
	}, nil
}

// shownWeek is the Monday of the chosen week. Nobody who chose none opens the programme on days
// that are over: when nothing of this week is left it is the next week with something, and over
// names this week.
func (a *Agenda) shownWeek(
	ctx context.Context,
	chosen string,
	now time.Time,
) (monday time.Time, over string, err error) {
	if monday, ok := readWeek(chosen); ok {
		return monday, "", nil
	}
	this := mondayOf(now)
	first, err := a.list(
		ctx,
		now,
		`se.ends_at > $1 and se.starts_at > $2 and `+fmt.Sprintf(visibleSQL, "$1")+
			` order by se.starts_at, se.id limit 1`,
		now.Add(-longest),
	)
	if err != nil || len(first.lines) == 0 {
		return this, "", err
	}
	monday = mondayOf(first.starts[0])
	if !monday.After(this) {
		return this, "", nil
	}
	return monday, weekName(this), nil
}

// perActivity makes one row of the dates of an activity; each series stands alone. They are found
// by the moment until which people can join, so that the past is never looked at, and shown by the
// day they start.
func perActivity(dates []rules.Line) []Soon {
	slices.SortStableFunc(dates, func(a, b rules.Line) int {
		return strings.Compare(a.Start, b.Start)
	})
	soon, at := []Soon{}, map[string]int{}
	for _, d := range dates {
		key := d.ActivityID
		if d.Kind == "series" {
			key = d.ID
		}
		i, known := at[key]
		switch {
		case !known && len(soon) == soonSize:
		case !known:
			at[key] = len(soon)
			soon = append(soon, Soon{Line: d, Also: []string{}})
		case len(soon[i].Also) == alsoSize:
			soon[i].Later = true
		default:
			soon[i].Also = append(soon[i].Also, d.Day)
		}
	}
	return soon
}

// between lists every meeting that starts in a stretch of days.
func (a *Agenda) between(ctx context.Context, now, from, to time.Time) (listed, error) {
	return a.list(
		ctx,
		now,
		`se.starts_at >= $2 and se.starts_at < $3 and `+fmt.Sprintf(visibleSQL, "$1")+
			` order by se.starts_at, a.search_text, se.id`,
		from,
		to,
	)
}
