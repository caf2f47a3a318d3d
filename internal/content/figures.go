package content

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/editing/shown"
)

// Impact is the answer of GET /api/impact: the figures of one year, and what the charts over the
// years need.
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
	Today       string      `json:"today" format:"date" doc:"the day on which this was true, for paper"`
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
	out = Impact{
		Years:   []int{},
		Figures: []Figure{},
		Found:   []Share{},
		Visits:  []VisitYear{},
		Quotes:  []Quote{},
		Today:   now.In(clock.Amsterdam).Format(time.DateOnly),
	}
	if len(all) == 0 {
		out.FirstMonth = fmt.Sprintf("%d-01", now.Year()+1)
	} else {
		out.fill(all, year(jaar), now.Year())
	}
	out.FreshUntil, err = shown.Fresh(ctx, d.Pool, now, nil, kindYear)
	return out, err
}

// years are the published years, from new to old.
func (d *Documents) years(ctx context.Context, now time.Time) ([]ImpactYear, error) {
	rows, err := shown.Find[ImpactYear](
		ctx,
		d.Pool,
		shown.All,
		`d.kind = $2 and `+shown.Now+` and d.year is not null order by d.year desc limit 50`,
		now,
		kindYear,
	)
	out := make([]ImpactYear, len(rows))
	for i, r := range rows {
		out[i] = r.Doc
	}
	return out, err
}

func (i *Impact) fill(all []ImpactYear, wanted, running int) {
	chosen := all[max(
		0,
		slices.IndexFunc(all, func(y ImpactYear) bool { return y.Year == wanted }),
	)]
	if next := all[0].Year + 1; chosen.Year == all[0].Year && next <= running {
		i.Missing = next
	}
	i.Year, i.Quotes, i.Method = chosen.Year, chosen.Quotes, chosen.Method
	i.Figures, i.Found = maskSmall(chosen.Figures), maskSmallShares(chosen.Found, chosen.FoundN)
	if i.FoundSource = chosen.FoundSource; !few(chosen.FoundN) {
		i.FoundN = chosen.FoundN
	}
	for _, y := range all {
		i.Years = append(i.Years, y.Year)
		figures := maskSmall(y.Figures)
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

// few says that a number of people is too small to tell.
func few(people int) bool { return people > 0 && people < 5 }

// fewOf says that a percentage of n people speaks of one to four of them. Not zero: more than
// nothing is at least one person.
func fewOf(percent float64, n int) bool {
	return percent > 0 && math.Round(percent*float64(n)/100) < 5
}

// small says that the value of a figure speaks of one to four people, or is what so few answered.
func (g *Figure) small() bool {
	switch {
	case g.Value == nil || few(g.N):
		return true
	case g.Unit == "%":
		return fewOf(*g.Value, g.N)
	}
	return g.Decimals == 0 && *g.Value > 0 && *g.Value < 5
}

// maskSmall takes out of figures what would speak of one to four people: a count of so many, a
// percentage that is so many, or what so few answered.
func maskSmall(figures []Figure) []Figure {
	out := slices.Clone(figures)
	for i := range out {
		g := &out[i]
		if g.small() {
			g.Value, g.Small = nil, true
		}
		if few(g.N) {
			g.N = 0
		}
	}
	return out
}

// maskSmallShares does the same for parts of n people. A single part that is hidden could be
// computed from the others: then the smallest of those goes too. When so few answered that nothing
// may be told, also the zeros would tell.
func maskSmallShares(shares []Share, n int) []Share {
	out := slices.Clone(shares)
	hidden, least := 0, -1
	for i := range out {
		switch p := out[i].Percent; {
		case p == nil || few(n) || fewOf(float64(*p), n):
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
