package complaints

import (
	"context"
	"time"

	"herstelruimte/internal/clock"
)

// ComplaintFigures is the answer of GET /api/complaints: what everybody may know of complaints.
type ComplaintFigures struct {
	ConfidantPhone string          `json:"confidantPhone" doc:"as it is shown"`
	Years          []ComplaintYear `json:"years" doc:"whole years, newest first, at most 5"`
	FreshUntil     string          `json:"freshUntil" format:"date-time"`
}

// ComplaintYear is how many complaints came in.
type ComplaintYear struct {
	Year  int  `json:"year"`
	Count int  `json:"count" doc:"0 when small"`
	Small bool `json:"small,omitempty" doc:"1 to 4: the number itself is not told"`
}

const (
	fewest    = 5 // smaller numbers are not told
	mostYears = 5
)

// figures counts the years that are over: the number of a running year would tell when somebody
// complained. Rows that were erased still count.
func (c *Complaints) figures(ctx context.Context) (out ComplaintFigures, err error) {
	this := c.Clock.Now().In(clock.Amsterdam).Year()
	_, out.ConfidantPhone = c.House(ctx).Confidant()
	out.FreshUntil = clock.Moment(newYear(this + 1))
	out.Years = []ComplaintYear{}
	for y := this - 1; y >= this-mostYears; y-- {
		n, before, err := c.count(ctx, y)
		if err != nil {
			return out, err
		}
		if n == 0 && !before { // the house keeps count since a later year
			break
		}
		year := ComplaintYear{Year: y, Count: n}
		if n > 0 && n < fewest {
			year = ComplaintYear{Year: y, Small: true}
		}
		out.Years = append(out.Years, year)
	}
	return out, nil
}

// count gives the complaints of a year, and whether there was one in an earlier year. A year has
// few: see complaint_received.
func (c *Complaints) count(ctx context.Context, year int) (n int, before bool, err error) {
	from, to := newYear(year), newYear(year+1)
	err = c.Pool.QueryRow(ctx, `
		select (
				select count(*)
				from complaint
				where received_at >= $1 and received_at < $2
			) + (
				select coalesce(sum(n), 0)
				from complaint_year
				where year = $3
			),
			exists (select from complaint where received_at < $1)
				or exists (select from complaint_year where year < $3)`,
		from, to, year).Scan(&n, &before)
	return n, before, err
}

func newYear(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, clock.Amsterdam) }
