package content

import (
	"context"
	"strconv"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing/shown"
)

// NewsCard is a piece of news in a list.
type NewsCard struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Day     string `json:"day" format:"date"`
	Pinned  bool   `json:"pinned,omitempty"`
}

// NewsList is the answer of GET /api/news.
type NewsList struct {
	Items      []NewsCard `json:"items" doc:"from new to old, at most 12; without a year the pinned one stands first"`
	Years      []int      `json:"years" doc:"those of which something is shown, from new to old"`
	Year       int        `json:"year,omitempty" doc:"the chosen year"`
	Next       string     `json:"next,omitempty" doc:"value of na for the next page"`
	FreshUntil string     `json:"freshUntil" format:"date-time"`
}

// NewsText is the answer of GET /api/news/{n}.
type NewsText struct {
	ID string `json:"id"`
	NewsItem
	Media       shown.Media `json:"media,omitempty" doc:"of the images, by fileId"`
	Day         string      `json:"day" format:"date"`
	Expired     bool        `json:"expired" doc:"out of all lists"`
	PublishedAt string      `json:"publishedAt" format:"date-time"`
	UpdatedAt   string      `json:"updatedAt" format:"date-time"`
	FreshUntil  string      `json:"freshUntil" format:"date-time"`
}

func newsCards(rows []shown.Row[NewsItem]) []NewsCard {
	out := make([]NewsCard, len(rows))
	for i, r := range rows {
		out[i] = NewsCard{r.ID, r.Doc.Title, r.Doc.Summary, r.Day(), r.Pinned}
	}
	return out
}

// news lists what is shown, of one year or of all.
func (d *Documents) news(ctx context.Context, jaar, na string) (out NewsList, err error) {
	now, c := d.Clock.Now(), shown.Cursor(na)
	var rows []shown.Row[NewsItem]
	if out.Year = year(jaar); out.Year != 0 {
		from := time.Date(out.Year, 1, 1, 0, 0, 0, 0, clock.Amsterdam)
		rows, out.Next, err = shown.Newest[NewsItem](ctx, d.Pool, shown.Section{
			Now:   now,
			Kind:  kindNews,
			After: c,
			N:     shown.PageSize,
			More:  `and d.sort_at >= $5 and d.sort_at < $6`,
			Args:  []any{from, from.AddDate(1, 0, 0)},
		})
	} else {
		rows, out.Next, err = d.newsPinnedFirst(ctx, now, c, shown.PageSize)
	}
	if err != nil {
		return out, err
	}
	out.Items = newsCards(rows)
	if out.Years, err = d.newsYears(ctx, now); err != nil {
		return out, err
	}
	out.FreshUntil, err = shown.Fresh(ctx, d.Pool, now, nil, kindNews)
	return out, err
}

// newsPinnedFirst is newest, with the pinned item at the head of the first page and nowhere else.
func (d *Documents) newsPinnedFirst(
	ctx context.Context,
	now time.Time,
	c db.Cursor,
	n int,
) ([]shown.Row[NewsItem], string, error) {
	var head []shown.Row[NewsItem]
	if shown.First(c) {
		var err error
		if head, err = shown.Find[NewsItem](
			ctx,
			d.Pool,
			shown.Card,
			`d.kind = $2 and d.pinned and `+shown.Now,
			now,
			kindNews,
		); err != nil {
			return nil, "", err
		}
	}
	rows, next, err := shown.Newest[NewsItem](ctx, d.Pool, shown.Section{
		Now:   now,
		Kind:  kindNews,
		After: c,
		N:     n - len(head),
		More:  `and not d.pinned`,
	})
	return append(head, rows...), next, err
}

// newsYears jumps from the newest item to the newest of an earlier year, and so on: it reads as
// many items as there are years.
func (d *Documents) newsYears(ctx context.Context, now time.Time) ([]int, error) {
	out, err := db.All[int](ctx, d.Pool, `
		with recursive y(at) as (
			(select d.sort_at from document d where d.kind = $2 and `+shown.Now+
		` order by d.sort_at desc limit 1)
			union all
			select (select d.sort_at from document d where d.kind = $2 and `+shown.Now+
		`
				and d.sort_at < date_trunc('year', y.at at time zone 'Europe/Amsterdam')
					at time zone 'Europe/Amsterdam'
				order by d.sort_at desc limit 1) from y where y.at is not null
		) select extract(year from y.at at time zone 'Europe/Amsterdam')::int
		from y
		where y.at is not null`,
		now,
		kindNews,
	)
	return append([]int{}, out...), err
}

// newsItem is one piece of news in full; one that is over can still be read.
func (d *Documents) newsItem(ctx context.Context, id string) (out NewsText, err error) {
	now := d.Clock.Now()
	r, err := shown.One[NewsItem](ctx, d.Pool, kindNews, id, now)
	if err != nil {
		return out, err
	}
	media, err := d.Media.Of(ctx, r.Doc.images())
	return NewsText{
		ID:          r.ID,
		NewsItem:    r.Doc,
		Media:       media,
		Day:         r.Day(),
		Expired:     r.Until != nil && !now.Before(*r.Until),
		PublishedAt: clock.Moment(r.SortAt),
		UpdatedAt:   r.Updated(),
		FreshUntil:  shown.FreshUntil(now, r.Until),
	}, err
}

// year reads a year from an address; one that is none is 0.
func year(s string) int {
	if n, err := strconv.Atoi(s); err == nil && len(s) == 4 && n >= 2000 && n < 2200 {
		return n
	}
	return 0
}
