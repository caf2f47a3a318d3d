package agenda

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/search"
)

const (
	pageSize     = 50
	insteadSize  = 3
	longestQuery = 100
)

type filterInput struct {
	Week    string `query:"week" doc:"ISO week, such as 2026-W47"`
	Dag     string `query:"dag" doc:"maandag … zondag"`
	Soort   string `query:"soort" doc:"a category"`
	Inloop  string `query:"inloop" doc:"1: no sign-up needed"`
	Naasten string `query:"naasten" doc:"1: for relatives"`
	Vrij    string `query:"vrij" doc:"1: open for sign-up with places left"`
	Zoek    string `query:"zoek" doc:"free text"`
	Na      string `query:"na" doc:"next of the page before"`
}

type filter struct {
	weekday             int // ISO, 1 is Monday
	category, text      string
	words               []string // of the text
	moments             []int    // that the text names
	walkin, kin, vacant bool
	after               db.Cursor
}

// readFilter takes what it understands; the rest counts as absent.
func readFilter(in *filterInput) (f filter) {
	f.weekday = slices.Index(rules.Weekdays, in.Dag) + 1
	if slices.Contains(rules.Categories, in.Soort) {
		f.category = in.Soort
	}
	f.walkin, f.kin, f.vacant = in.Inloop == "1", in.Naasten == "1", in.Vrij == "1"
	f.text = httpkit.Line(in.Zoek)
	if r := []rune(f.text); len(r) > longestQuery {
		f.text = strings.TrimSpace(string(r[:longestQuery]))
	}
	f.words, f.moments = withoutMoments(search.Words(f.text))
	f.after, _ = db.ReadCursor(in.Na, db.First)
	return f
}

func (f filter) any() bool {
	return f.weekday > 0 || f.category != "" || f.text != "" || f.walkin || f.kin || f.vacant
}

const dayParts = `ochtend|middag|avond`

var (
	weekdayForm = regexp.MustCompile(
		`^(` + strings.Join(rules.Weekdays, "|") + `)(s|en|` + dayParts + `)?$`)
	dayPart = regexp.MustCompile(`^(` + dayParts + `)$`)
)

// moment is a weekday, and a part of it: 1 until noon, 2 until six, 3 after; 0 is all of it.
func moment(weekday, part int) int { return 4*weekday + part }

// withoutMoments takes the weekdays out of words, with a part of the day that stands behind one:
// they are asked of the dates.
func withoutMoments(all []string) (words []string, moments []int) {
	part := func(word string) int { return slices.Index(strings.Split(dayParts, "|"), word) + 1 }
	for i := 0; i < len(all); i++ {
		day := weekdayForm.FindStringSubmatch(all[i])
		if day == nil {
			words = append(words, all[i])
			continue
		}
		of := part(day[2])
		if of == 0 && i+1 < len(all) && dayPart.MatchString(all[i+1]) {
			i++
			of = part(all[i])
		}
		moments = append(moments, moment(slices.Index(rules.Weekdays, day[1])+1, of))
	}
	return words, moments
}

// filtered lists coming dates that fit, a series once, by its first meeting that fits and is not
// over.
func (a *Agenda) filtered(ctx context.Context, now time.Time, f filter) (Programme, error) {
	p := Programme{
		Search:     f.text,
		Items:      []rules.Line{},
		Soon:       []Soon{},
		FreshUntil: freshUntil(now),
	}
	// activities are few, dates are many
	acts, err := db.All[string](ctx, a.Pool, `
		select a.id
		from activity a
		where `+findable+`
		and ($2 = '' or a.category = $2)
		and (not $3 or a.mode = 'walkin')
		and (not $4 or 'relatives' = any(a.audience) or a.category = 'naasten')
		and (not $5 or a.mode <> 'walkin')`,
		now, f.category, f.walkin, f.kin, f.vacant)
	tries := []try{{acts: acts}}
	if err == nil && f.text != "" {
		tries, err = a.tries(ctx, acts, f)
	}
	for i := 0; err == nil && i < len(tries) && len(p.Items) == 0; i++ {
		var out listed
		if out, err = a.dates(ctx, now, f, tries[i]); err != nil {
			break
		}
		p.Items, p.FreshUntil, p.Partly = out.lines, freshUntil(now, out.fresh), tries[i].partly
		if len(p.Items) > pageSize {
			p.Items = p.Items[:pageSize]
			last := out.meetings[pageSize-1]
			p.Next = db.Cursor{At: last.Start, ID: last.ID}.String()
		}
	}
	if err == nil && len(p.Items) == 0 && f.text != "" {
		p.Partly = false
		err = a.instead(ctx, now, &p, acts, f.words)
	}
	return p, err
}

// try is which dates a search may mean: of these activities, at these moments (none: any). partly:
// that is not all that was asked.
type try struct {
	acts    []string
	moments []int
	partly  bool
}

// tries are those of a search, the ones with most words first: a weekday counts as one, with its
// part of the day; what has a word at another moment comes before all else of that day.
func (a *Agenda) tries(ctx context.Context, acts []string, f filter) (out []try, err error) {
	hits, asked, err := a.Search.Find(ctx, changes.SearchKind, f.words)
	hits = slices.DeleteFunc(hits, func(h search.Hit) bool { return !slices.Contains(acts, h.ID) })
	for len(hits) > 0 {
		most, ids := hits[0].Words, []string{}
		for ; len(hits) > 0 && hits[0].Words == most; hits = hits[1:] {
			ids = append(ids, hits[0].ID)
		}
		if len(f.moments) > 0 {
			out = append(out, try{ids, f.moments, most < asked})
		}
		out = append(out, try{ids, nil, most < asked || len(f.moments) > 0})
	}
	if len(f.moments) > 0 {
		out = append(out, try{acts, f.moments, asked > 0}, try{acts, wholeDays(f.moments), true})
	}
	return out, err
}

// wholeDays are the weekdays of moments.
func wholeDays(moments []int) (days []int) {
	for _, m := range moments {
		days = append(days, moment(m/4, 0))
	}
	return days
}

// dates are those of a filter and a try: a page of them and one more. Dates and series are found by
// their activity, so that the work does not grow with the dates of others.
func (a *Agenda) dates(ctx context.Context, now time.Time, f filter, t try) (listed, error) {
	if len(t.acts) == 0 {
		return listed{lines: []rules.Line{}}, nil
	}
	day := func(se string) string {
		const at = `%.starts_at at time zone 'Europe/Amsterdam'`
		const of = `extract(isodow from ` + at + `)::int`
		return strings.ReplaceAll(`
			($4 = 0 or `+of+` = $4)
			and (cardinality($6::int[]) = 0
				or 4 * `+of+` = any($6)
				or 4 * `+of+` + 1 + least(2, greatest(0, extract(hour from `+at+`)::int / 6 - 1))
					= any($6))`, "%", se)
	}
	where := `
		o.id = any(array(
			select d.id
			from occurrence d
			where d.kind = 'date'
				and d.activity_id = any($5)
				and d.starts_at >= greatest($2::timestamptz, $7)
				and d.starts_at < $8
			union all
			select d.id
			from occurrence d
			where d.kind = 'series'
				and d.activity_id = any($5)
				and d.ends_at > $1
		))
		and se.ends_at > $1
		and (se.starts_at, se.id) > ($2, $3)
		and se.starts_at >= $7
		and se.starts_at < $8
		and ` + day("se") + `
		and (o.kind = 'date' or se.n = (
			select min(p.n)
			from session p
			where p.occurrence_id = se.occurrence_id and p.ends_at > $1 and ` + day("p") + `
		))`
	if f.vacant {
		where += ` and ` + bookable
	}
	last, err := a.lastOf(ctx, now, t.acts)
	if err != nil {
		return listed{}, err
	}
	after := f.after.At
	if earliest := now.Add(-longest); after.Before(earliest) {
		after = earliest
	}
	return a.look(ctx, now, lookahead{
		from: after,
		end:  last,
		sql: `select ` + waitlist.MeetingColumns + places.From + where + `
			order by se.starts_at, se.id limit $9`,
		most:   pageSize + 1,
		args:   []any{after, f.after.ID, f.weekday, t.acts, append([]int{}, t.moments...)},
		enough: func(listed) bool { return false },
	})
}

// lastOf is the moment after which there is nothing of these activities.
func (a *Agenda) lastOf(ctx context.Context, now time.Time, acts []string) (time.Time, error) {
	last, _, err := db.One[time.Time](ctx, a.Pool, `
		select coalesce(max(at), $1)
		from unnest($2::text[]) x(id)
		cross join lateral (
			(
				select starts_at as at
				from occurrence
				where activity_id = x.id
				order by starts_at desc
				limit 1
			)
			union all
			(
				select ends_at
				from occurrence
				where activity_id = x.id
					and kind = 'series'
					and ends_at > $1
				order by ends_at desc
				limit 1
			)
		) l`, now, acts)
	return last, err
}

// instead is what an empty search offers: a word that may have been meant, of an activity with
// dates, and what there is this week.
func (a *Agenda) instead(ctx context.Context, now time.Time, p *Programme, acts, words []string) error {
	coming, err := db.All[string](ctx, a.Pool, `
		select a.id
		from activity a
		where a.id = any($2)
			and exists (
				select from occurrence o where o.activity_id = a.id and o.starts_at > $1
			)`, now, acts)
	if err != nil {
		return err
	}
	if p.Near, err = a.Search.Near(ctx, changes.SearchKind, coming, words); err != nil {
		return err
	}
	dates, fresh, err := a.ThisWeek(ctx)
	p.ThisWeek, p.FreshUntil = dates, freshUntil(now, fresh)
	return err
}

// ThisWeek are the first dates that can still be gone to this week, and until when that is so.
func (a *Agenda) ThisWeek(ctx context.Context) (out []search.Upcoming, until time.Time, err error) {
	now := a.Clock.Now()
	found, err := a.list(ctx, now, `
		se.starts_at > $2
			and se.starts_at < $3
			and se.ends_at > $1
			and (se.starts_at > $1 or a.mode = 'walkin')
			and o.status <> 'cancelled'
			and se.status <> 'cancelled'
			and `+findable+`
		order by se.starts_at, se.id
		limit $4`, now.Add(-longest), mondayOf(now).AddDate(0, 0, 7), insteadSize)
	for _, l := range found.lines {
		out = append(out, search.Upcoming{
			ActivityID: l.ActivityID, OccurrenceID: l.ID, Title: l.Title, Start: l.Start,
		})
	}
	return out, found.fresh, err
}

// Unindexed are the activities that the search does not find as it would now, held.
func (a *Agenda) Unindexed(ctx context.Context, tx pgx.Tx) (out []search.Text, err error) {
	var id string
	var doc *rules.Activity
	err = db.Each(ctx, tx, []any{&id, &doc}, func() error {
		titles, rest := doc.Found()
		out = append(out, search.Text{
			Kind: changes.SearchKind, ID: id, Titles: titles, Rest: rest,
		})
		return nil
	}, `
		select id, doc
		from activity a
		where status in ('published', 'scheduled')
			and not link_only
			and `+search.Missing(changes.SearchKind, "a.id")+`
		order by id
		for update`)
	return out, err
}
