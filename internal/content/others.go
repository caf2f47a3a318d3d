package content

import (
	"context"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing/shown"
)

// Latest is the answer of GET /api/latest: what the first page shows of stories, news and figures.
type Latest struct {
	Story      *StoryCard `json:"story,omitempty" doc:"the newest"`
	News       []NewsCard `json:"news" doc:"at most 2, the pinned one first"`
	Figures    []Figure   `json:"figures" doc:"at most 3, of the newest year"`
	Year       int        `json:"year,omitempty" doc:"of the figures"`
	FreshUntil string     `json:"freshUntil" format:"date-time"`
}

// Roles is the answer of GET /api/volunteer-roles.
type Roles struct {
	Items      []OpenRole `json:"items" doc:"the open ones, in their order"`
	FreshUntil string     `json:"freshUntil" format:"date-time"`
}

// OpenRole is something volunteers can do now.
type OpenRole struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Text    string `json:"text"`
	PerWeek string `json:"perWeek,omitempty" doc:"time in a week, in words"`
	VOG     bool   `json:"vog" doc:"a certificate of conduct is needed"`
}

// onHome are the figures of the first page. Visits never stand there without how often we were
// open.
var onHome = []string{OpenDayParts, Visits, Visitors}

func (d *Documents) latest(ctx context.Context) (out Latest, err error) {
	now := d.Clock.Now()
	stories, _, err := shown.Newest[Story](ctx, d.Pool, shown.Section{
		Now:   now,
		Kind:  kindStory,
		After: db.Last,
		N:     1,
	})
	if err != nil {
		return out, err
	}
	if len(stories) > 0 {
		out.Story = &storyCards(stories)[0]
	}
	news, _, err := d.newsPinnedFirst(ctx, now, db.Last, 2)
	if err != nil {
		return out, err
	}
	years, err := d.years(ctx, now)
	if err != nil {
		return out, err
	}
	out.News, out.Figures = newsCards(news), []Figure{}
	if len(years) > 0 {
		out.Year, out.Figures = years[0].Year, homeFigures(maskSmall(years[0].Figures))
	}
	out.FreshUntil, err = shown.Fresh(ctx, d.Pool, now, nil, kindStory, kindNews, kindYear)
	return out, err
}

func homeFigures(all []Figure) []Figure {
	out := []Figure{}
	for _, key := range onHome {
		for _, g := range all {
			if g.Key == key {
				out = append(out, g)
			}
		}
	}
	return out
}

func (d *Documents) roles(ctx context.Context) (out Roles, err error) {
	now := d.Clock.Now()
	rows, err := shown.Find[Role](
		ctx,
		d.Pool,
		shown.All,
		`d.kind = $2 and `+shown.Now+
			` and (d.published->>'open')::boolean order by d.position, d.id limit 50`,
		now,
		kindRole,
	)
	if err != nil {
		return out, err
	}
	out.Items = make([]OpenRole, len(rows))
	for i, r := range rows {
		out.Items[i] = OpenRole{r.ID, r.Doc.Title, r.Doc.Text, r.Doc.PerWeek, r.Doc.VOG}
	}
	out.FreshUntil, err = shown.Fresh(ctx, d.Pool, now, nil, kindRole)
	return out, err
}
