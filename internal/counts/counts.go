// Package counts keeps what visitors choose about statistics, and counts page views for those who
// agreed: a number for each pattern of the site map and each day, and nothing about anybody.
package counts

import (
	"context"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// Counts is the page counter.
type Counts struct {
	Pool  *pgxpool.Pool
	Clock *clock.Clock
	// Countable are the patterns that may be counted, as the site map writes them.
	Countable func() []string
	Rate      *httpkit.Rate
	Secure    bool // the site is served over https
}

// PerMinute is how many views a network is counted for in a minute.
const PerMinute = 60

// Add counts one view of a page of this pattern today. A pattern that is not countable is problem
// `invalid`.
func (c *Counts) Add(ctx context.Context, route string) error {
	known, ok := c.pattern(route)
	if !ok {
		return problem.WithFields(problem.Field{Name: "route", Code: problem.Unknown})
	}
	return c.AddAt(ctx, known, c.Clock.Now(), 1)
}

// AddAt counts some views of a countable pattern on the day of a moment.
func (c *Counts) AddAt(ctx context.Context, route string, at time.Time, views int) error {
	_, err := c.Pool.Exec(ctx, `
		insert into page_view (day, route, views)
		values ($1, $2, $3)
		on conflict (day, route) do update set views = page_view.views + excluded.views`,
		clock.Day(at).Format(time.DateOnly), route, views)
	return db.Problem(err)
}

var param = regexp.MustCompile(`:\w+`)

// pattern finds the site map's spelling of a pattern; the names of its params do not matter.
func (c *Counts) pattern(route string) (string, bool) {
	shape := param.ReplaceAllLiteralString(route, ":")
	for _, known := range c.Countable() {
		if param.ReplaceAllLiteralString(known, ":") == shape {
			return known, true
		}
	}
	return "", false
}
