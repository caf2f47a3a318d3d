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
	Soon       []rules.Line `json:"soon" doc:"at most 20 coming dates open for sign-up; empty with a filter"`
	Next       string       `json:"next,omitempty" doc:"value of na for the next page"`
	FreshUntil string       `json:"freshUntil" format:"date-time"`
}

const (
	pageSize   = 50
	soonSize   = 20
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
	w := weekOf(in.Week, now)
	from, to := w, w.AddDate(0, 0, 7)
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
		soonSize,
	)
	if err != nil {
		return Programme{}, err
	}
	// found by the moment until which people can join, so that the past is never looked at; shown
	// by the day they start
	slices.SortStableFunc(soon.lines, func(a, b rules.Line) int {
		return strings.Compare(a.Start, b.Start)
	})
	week := weekView(from, now)
	return Programme{
		Week:       &week,
		Items:      items.lines,
		Soon:       soon.lines,
		FreshUntil: freshUntil(now, items.fresh, soon.fresh),
	}, nil
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
