package content

import (
	"context"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
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
	Media       Media  `json:"media,omitempty" doc:"of the images, by fileId"`
	Day         string `json:"day" format:"date"`
	Expired     bool   `json:"expired" doc:"out of all lists"`
	PublishedAt string `json:"publishedAt" format:"date-time"`
	UpdatedAt   string `json:"updatedAt" format:"date-time"`
	FreshUntil  string `json:"freshUntil" format:"date-time"`
}

func newsCards(rows []row[NewsItem]) []NewsCard {
	out := make([]NewsCard, len(rows))
	for i, r := range rows {
		out[i] = NewsCard{r.id, r.doc.Title, r.doc.Summary, r.day(), r.pinned}
	}
	return out
}

// news lists what is shown, of one year or of all.
func (d *Documents) news(ctx context.Context, jaar, na string) (out NewsList, err error) {
	now, c := d.Clock.Now(), cursor(na)
	var rows []row[NewsItem]
	if out.Year = year(jaar); out.Year != 0 {
		from := time.Date(out.Year, 1, 1, 0, 0, 0, 0, clock.Amsterdam)
		rows, out.Next, err = newest[NewsItem](ctx, d.Pool, section{
			now:   now,
			kind:  kindNews,
			after: c,
			n:     pageSize,
			more:  `and d.sort_at >= $5 and d.sort_at < $6`,
			args:  []any{from, from.AddDate(1, 0, 0)},
		})
	} else {
		rows, out.Next, err = d.newsPinnedFirst(ctx, now, c, pageSize)
	}
	if err != nil {
		return out, err
	}
	out.Items = newsCards(rows)
	if out.Years, err = d.newsYears(ctx, now); err != nil {
		return out, err
	}
	out.FreshUntil, err = d.fresh(ctx, now, nil, kindNews)
	return out, err
}

// newsPinnedFirst is newest, with the pinned item at the head of the first page and nowhere else.
func (d *Documents) newsPinnedFirst(
	ctx context.Context,
	now time.Time,
	c db.Cursor,
	n int,
) ([]row[NewsItem], string, error) {
	var head []row[NewsItem]
	if first(c) {
		var err error
		if head, err = find[NewsItem](
			ctx,
			d.Pool,
			cardColumns,
			`d.kind = $2 and d.pinned and `+shown,
			now,
			kindNews,
		); err != nil {
			return nil, "", err
		}
	}
	rows, next, err := newest[NewsItem](ctx, d.Pool, section{
		now:   now,
		kind:  kindNews,
		after: c,
		n:     n - len(head),
		more:  `and not d.pinned`,
	})
	return append(head, rows...), next, err
}

// newsYears jumps from the newest item to the newest of an earlier year, and so on: it reads as
// many items as there are years.
func (d *Documents) newsYears(ctx context.Context, now time.Time) ([]int, error) {
	out, err := db.All[int](ctx, d.Pool, `
		with recursive y(at) as (
			(select d.sort_at from document d where d.kind = $2 and `+shown+
		` order by d.sort_at desc limit 1)
			union all
			select (select d.sort_at from document d where d.kind = $2 and `+shown+
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
	r, err := one[NewsItem](ctx, d.Pool, kindNews, id, now)
	if err != nil {
		return out, err
	}
	media, err := d.Media.of(ctx, r.doc.images())
	return NewsText{
		ID:          r.id,
		NewsItem:    r.doc,
		Media:       media,
		Day:         r.day(),
		Expired:     r.until != nil && !now.Before(*r.until),
		PublishedAt: clock.Moment(r.sortAt),
		UpdatedAt:   r.updated(),
		FreshUntil:  freshUntil(now, r.until),
	}, err
}
