package agenda

import (
	"context"
	"fmt"
	"strings"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

// filter is what a visitor chose; zero values are no choice.
type filter struct {
	weekday             int // ISO, 1 is Monday
	category, text      string
	walkin, kin, vacant bool
	after               db.Cursor
}

var weekdays = []string{
	"maandag",
	"dinsdag",
	"woensdag",
	"donderdag",
	"vrijdag",
	"zaterdag",
	"zondag",
}

// readFilter takes what it understands; the rest counts as absent.
func readFilter(in filterInput) (f filter) {
	for i, d := range weekdays {
		if in.Dag == d {
			f.weekday = i + 1
		}
	}
	for _, c := range rules.Categories {
		if in.Soort == c {
			f.category = c
		}
	}
	f.walkin, f.kin, f.vacant = in.Inloop == "1", in.Naasten == "1", in.Vrij == "1"
	f.text = httpkit.Line(in.Zoek)
	if r := []rune(f.text); len(r) > 100 {
		f.text = strings.TrimSpace(string(r[:100]))
	}
	f.after, _ = db.ReadCursor(in.Na, db.First)
	return f
}

func (f filter) any() bool {
	return f.weekday > 0 || f.category != "" || f.text != "" || f.walkin || f.kin || f.vacant
}

// filtered lists coming dates that fit, a series once, by its first session that fits and is not
// over.
func (a *Agenda) filtered(ctx context.Context, now time.Time, f filter) (Programme, error) {
	p := Programme{
		Search:     f.text,
		Items:      []rules.Line{},
		Soon:       []Soon{},
		FreshUntil: freshUntil(now),
	}
	acts, err := a.fitting(ctx, now, f)
	if err != nil || len(acts) == 0 {
		return p, err
	}
	day := func(se string) string {
		return `($4 = 0 or extract(isodow from ` + se +
			`.starts_at at time zone 'Europe/Amsterdam') = $4)`
	}
	where := `se.ends_at > $1 and (se.starts_at, se.id) > ($2, $3) and se.starts_at < $7 and ` +
		day("se") +
		` and o.activity_id = any($5)
		and (o.kind = 'date' or se.n = (
			select min(p.n)
			from session p
			where p.occurrence_id = se.occurrence_id
				and p.ends_at > $1
				and ` +
		day("p") +
		`))`
	if f.vacant {
		where += ` and ` + fmt.Sprintf(bookableSQL, "$1")
	}
	after := f.after.At
	if earliest := now.Add(-longest); after.Before(earliest) {
		after = earliest
	}
	out, err := a.look(ctx, now, lookahead{
		from:   after,
		sql:    `select ` + listColumns + listFrom + where + ` order by se.starts_at, se.id limit $6`,
		args:   []any{after, f.after.ID, f.weekday, acts, pageSize + 1},
		enough: func(out listed) bool { return len(out.lines) > pageSize },
	})
	if err != nil {
		return p, err
	}
	p.Items, p.FreshUntil = out.lines, freshUntil(now, out.fresh)
	if len(p.Items) > pageSize {
		p.Items = p.Items[:pageSize]
		p.Next = out.after[pageSize-1]
	}
	return p, nil
}

// fitting are the visible activities that a filter leaves: they are few, dates are many.
func (a *Agenda) fitting(ctx context.Context, now time.Time, f filter) ([]string, error) {
	return db.All[string](
		ctx, a.Pool, `
		select a.id
		from activity a
		where `+fmt.Sprintf(visibleSQL, "$1")+`
		and ($2 = '' or a.category = $2)
		and (not $3 or a.mode = 'walkin')
		and (not $4 or 'relatives' = any(a.audience) or a.category = 'naasten')
		and ($5 = '' or a.search_text like '%' || $5 || '%') and (not $6 or a.mode <> 'walkin')`,
		now,
		f.category,
		f.walkin,
		f.kin,
		db.LikeText(httpkit.Folded(f.text)),
		f.vacant,
	)
}
