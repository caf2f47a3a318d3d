package content

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/clock"
)

// Impact is the answer of GET /api/impact: the figures of one year, and what the charts over the years need.
type Impact struct {
	Year        int         `json:"year,omitempty" doc:"absent when nothing is published"`
	Years       []int       `json:"years" doc:"from new to old"`
	Missing     int         `json:"missing,omitempty" doc:"with the newest year: the next one, when that has begun"`
	Figures     []Figure    `json:"figures"`
	Found       []Share     `json:"found" doc:"how people found us"`
	FoundSource string      `json:"foundSource,omitempty"`
	FoundN      int         `json:"foundN,omitempty"`
	Method      string      `json:"method,omitempty"`
	Visits      []VisitYear `json:"visits" doc:"over the years, from old to new"`
	Quotes      []Quote     `json:"quotes"`
	FirstMonth  string      `json:"firstMonth,omitempty" doc:"such as 2027-01: when nothing is published, the month in which figures come"`
	FreshUntil  string      `json:"freshUntil" format:"date-time"`
}

// VisitYear is how often people came in a year, beside how often we were open.
type VisitYear struct {
	Year         int `json:"year"`
	Visits       int `json:"visits"`
	OpenDayParts int `json:"openDayParts"`
}

// impact gives the figures of a year; one that is not published is the newest.
func (d *Documents) impact(ctx context.Context, jaar string) (out Impact, err error) {
	now := d.Clock.Now()
	all, err := d.years(ctx, now)
	if err != nil {
		return out, err
	}
	out = Impact{Years: []int{}, Figures: []Figure{}, Found: []Share{}, Visits: []VisitYear{}, Quotes: []Quote{}}
	if len(all) == 0 {
		out.FirstMonth = month(time.Date(now.Year()+1, 1, 1, 0, 0, 0, 0, clock.Amsterdam))
	} else {
		out.fill(all, year(jaar), now.Year())
	}
	out.FreshUntil, err = d.fresh(ctx, now, nil, kindYear)
	return out, err
}

// years are the published years, from new to old.
func (d *Documents) years(ctx context.Context, now time.Time) ([]ImpactYear, error) {
	rows, err := find[ImpactYear](ctx, d.Pool, columns, `d.kind = $2 and `+shown+` and d.year is not null order by d.year desc limit 50`, now, kindYear)
	out := make([]ImpactYear, len(rows))
	for i, r := range rows {
		out[i] = r.doc
	}
	return out, err
}

func (i *Impact) fill(all []ImpactYear, wanted, running int) {
	chosen := all[max(0, slices.IndexFunc(all, func(y ImpactYear) bool { return y.Year == wanted }))]
	if next := all[0].Year + 1; chosen.Year == all[0].Year && next <= running {
		i.Missing = next
	}
	i.Year, i.Quotes, i.Method = chosen.Year, chosen.Quotes, chosen.Method
	i.Figures, i.Found = careful(chosen.Figures), carefulShares(chosen.Found)
	i.FoundSource, i.FoundN = chosen.FoundSource, chosen.FoundN
	for _, y := range all {
		i.Years = append(i.Years, y.Year)
		figures := careful(y.Figures)
		visits, open := count(figures, Visits), count(figures, OpenDayParts)
		if visits != nil && open != nil {
			i.Visits = append(i.Visits, VisitYear{y.Year, *visits, *open})
		}
	}
	slices.Reverse(i.Visits)
}

// count is the value of a figure that may be shown.
func count(figures []Figure, key string) *int {
	for _, g := range figures {
		if g.Key == key && g.Value != nil {
			return new(int(*g.Value))
		}
	}
	return nil
}

// careful takes out of figures what would speak of one to four people: a count of so many, or what so few answered.
func careful(figures []Figure) []Figure {
	out := slices.Clone(figures)
	for i := range out {
		g := &out[i]
		few := g.N > 0 && g.N < 5
		if g.Value == nil || few || g.Decimals == 0 && *g.Value > 0 && *g.Value < 5 {
			g.Value, g.Small = nil, true
		}
		if few {
			g.N = 0
		}
	}
	return out
}

// carefulShares does the same for parts of a whole. A single part that is hidden could be computed from the others: then
// the smallest of those goes too.
func carefulShares(shares []Share) []Share {
	out := slices.Clone(shares)
	hidden, least := 0, -1
	for i := range out {
		switch p := out[i].Percent; {
		case p == nil || *p > 0 && *p < 5:
			out[i] = Share{Label: out[i].Label, Small: true}
			hidden++
		case *p > 0 && (least < 0 || *p < *out[least].Percent):
			least = i
		}
	}
	if hidden == 1 && least >= 0 {
		out[least] = Share{Label: out[least].Label, Small: true}
	}
	return out
}
