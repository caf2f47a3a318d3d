package agenda

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/search"
)

// Programme is the answer of GET /api/occurrences: a week with what is coming soon, or the dates
// that fit a filter.
type Programme struct {
	Week       *Week        `json:"week,omitempty" doc:"absent with a filter"`
	Search     string       `json:"search,omitempty" doc:"the search as it was understood"`
	Partly     bool         `json:"partly,omitempty" doc:"no date has all words that were searched: these have most"`
	Items      []rules.Line `json:"items"`
	Soon       []Soon       `json:"soon" doc:"at most 12 activities and series open for sign-up; empty with a filter"`
	Next       string       `json:"next,omitempty" doc:"value of na for the next page"`
	FreshUntil string       `json:"freshUntil" format:"date-time"`
	search.Instead
}

// Soon is an activity, or a series, that people can sign up for: its first date, and the days after
// it.
type Soon struct {
	rules.Line
	Also  []string `json:"also" format:"date" doc:"at most 3 later days of the same activity"`
	Later bool     `json:"later" doc:"there are more days than those"`
}

const (
	soonSize = 12
	alsoSize = 3
	// soonDates bounds how many dates are looked at for those: a rhythm of every week leaves room
	// for ten weeks.
	soonDates  = 120
	homeSize   = 5
	othersSize = 5
	// longest that something which is still on can have begun ago: lists look no further back.
	longest = 24 * time.Hour
)

func (a *Agenda) programme(ctx context.Context, in *filterInput) (Programme, error) {
	now := a.Clock.Now()
	f := readFilter(in)
	if f.any() {
		return a.filtered(ctx, now, f)
	}
	from, items, over, err := a.shownWeek(ctx, in.Week, now)
	if err != nil {
		return Programme{}, err
	}
	soon, fresh, err := a.soon(ctx, now, from)
	if err != nil {
		return Programme{}, err
	}
	week := weekView(from, now)
	week.Over = over
	return Programme{
		Week:       &week,
		Items:      items.lines,
		Soon:       soon,
		FreshUntil: freshUntil(now, items.fresh, fresh),
	}, nil
}

// shownWeek is the Monday of the chosen week, with all its meetings. When nobody chose one and
// nothing of this week is left it is the next week with something, and over names this week.
func (a *Agenda) shownWeek(
	ctx context.Context,
	chosen string,
	now time.Time,
) (monday time.Time, items listed, over string, err error) {
	monday, given := weekOf(chosen, now)
	items, err = a.between(ctx, now, monday, monday.AddDate(0, 0, 7))
	left := func(l rules.Line) bool { return !l.Over }
	if err != nil || given || slices.ContainsFunc(items.lines, left) {
		return monday, items, "", err
	}
	first, err := a.list(ctx, now, `
		se.ends_at > $1 and se.starts_at > $2 and `+findable+`
		order by se.starts_at, se.id limit 1`, now.Add(-longest))
	if err != nil || len(first.lines) == 0 {
		return monday, items, "", err
	}
	next := mondayOf(first.meetings[0].Start)
	if !next.After(monday) {
		return monday, items, "", nil
	}
	items, err = a.between(ctx, now, next, next.AddDate(0, 0, 7))
	return next, items, weekName(monday), err
}

// soonSQL reads the dates that people can join in a range, and lays their activities beside them.
// Each has what a list shows of its first meeting with it (migrations/00080): the meetings
// themselves would be a second range. Only of a series whose first meeting is over or off is the
// one that comes looked up.
var soonSQL = `
	with o as materialized (
		select ` + waitlist.DateColumns + `, o.sessions,
			o.first_room, o.first_status, o.first_reason, o.first_ends_at
		from occurrence o
		where ` + open + `
			and o.join_until > $1
			and o.join_until >= $4
			and o.join_until < $5
			and not (o.starts_at >= $2 and o.starts_at < $3)
	)
	select ` + waitlist.SlotColumns + `, coalesce(se.id, ''), coalesce(se.room, o.first_room),
		coalesce(se.status, o.first_status), coalesce(se.reason, o.first_reason),
		coalesce(se.n, 1), o.sessions, coalesce(se.starts_at, o.starts_at),
		coalesce(se.ends_at, o.first_ends_at)
	from o
	join activity a on a.id = o.activity_id
	left join lateral (
		select *
		from session
		where o.kind = 'series'
			and (o.first_ends_at <= $1 or o.first_status = 'cancelled')
			and occurrence_id = o.id
			and ends_at > $1
			and status = 'planned'
		order by n
		limit 1
	) se on true
	where a.mode <> 'walkin' and ` + findable + `
	order by o.join_until, o.id
	limit $6`

// soon is what people can sign up for outside the week that is shown, in weeks from the next one
// on, as what it says is fresh until midnight.
func (a *Agenda) soon(ctx context.Context, now, shown time.Time) (soon []Soon, fresh time.Time, err error) {
	out, err := a.look(ctx, now, lookahead{
		from: mondayOf(now).AddDate(0, 0, 7),
		most: soonDates,
		sql:  soonSQL,
		args: []any{shown, shown.AddDate(0, 0, 7)},
		enough: func(out listed) bool {
			return len(perActivity(out.lines)) == soonSize
		},
	})
	return perActivity(out.lines), out.fresh, err
}

// perActivity makes one row of the dates of an activity; each series stands alone. They come by the
// moment until which people can join, and are shown by the day they start.
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

// betweenSQL reads the meetings of some days in a range and the dates that begin then in another,
// and lays them together: a look into the indexes for each date costs many times as much, the more
// so the more years are planned. Only series that began before are looked up.
var betweenSQL = `
	with se as materialized (
		select se.id, se.occurrence_id, se.n, se.starts_at, se.ends_at, se.status, se.room,
			se.reason
		from session se
		where se.starts_at >= $2 and se.starts_at < $3
	), o as materialized (
		select ` + waitlist.DateColumns + `, o.sessions
		from occurrence o
		where o.starts_at >= $2 and o.starts_at < $3
		union all
		select ` + waitlist.DateColumns + `, o.sessions
		from occurrence o
		where o.id = any(array(select occurrence_id from se where n > 1)) and o.starts_at < $2
	)
	select ` + waitlist.MeetingColumns + `
	from se
	join o on o.id = se.occurrence_id
	join activity a on a.id = o.activity_id
	where ` + findable + `
	order by se.starts_at, a.search_text, se.id`

func (a *Agenda) between(ctx context.Context, now, from, to time.Time) (listed, error) {
	return a.lines(ctx, now, betweenSQL, from, to)
}

// Week names a week of the programme.
type Week struct {
	Value    string `json:"value" doc:"ISO week, such as 2026-W47"`
	From     string `json:"from" format:"date"`
	To       string `json:"to" format:"date"`
	Previous string `json:"previous"`
	Next     string `json:"next"`
	Today    string `json:"today" format:"date"`
	Over     string `json:"over,omitempty" doc:"the week of today, when nothing of it is left and nobody chose a week"`
}

func weekView(from, now time.Time) Week {
	to := from.AddDate(0, 0, 7)
	return Week{
		Value:    weekName(from),
		From:     clock.Date(from),
		To:       clock.Date(to.AddDate(0, 0, -1)),
		Previous: weekName(from.AddDate(0, 0, -7)),
		Next:     weekName(to),
		Today:    clock.Date(now),
	}
}

// freshUntil is the first of these moments, at most midnight: pages say "vandaag".
func freshUntil(now time.Time, moments ...time.Time) string {
	midnight := clock.Day(now).AddDate(0, 0, 1)
	return clock.Moment(rules.Next(now, append(moments, midnight)...))
}

// readWeek reads an ISO week such as 2026-W47.
func readWeek(value string) (monday time.Time, ok bool) {
	var year, week int
	n, err := fmt.Sscanf(value, "%4d-W%2d", &year, &week)
	if err != nil || n != 2 || len(value) != 8 ||
		year < 2000 || year >= 2200 || week < 1 || week > 53 {
		return monday, false
	}
	first := mondayOf(time.Date(year, 1, 4, 0, 0, 0, 0, clock.Amsterdam))
	monday = first.AddDate(0, 0, 7*(week-1))
	return monday, weekName(monday) == value
}

// weekOf reads the Monday of a week; of one that cannot be read it is this week's.
func weekOf(value string, now time.Time) (monday time.Time, given bool) {
	if monday, given = readWeek(value); !given {
		monday = mondayOf(now)
	}
	return monday, given
}

func mondayOf(t time.Time) time.Time {
	d := clock.Day(t)
	return d.AddDate(0, 0, -(int(d.Weekday())+6)%7)
}

func weekName(t time.Time) string {
	y, w := t.ISOWeek()
	return fmt.Sprintf("%d-W%02d", y, w)
}
