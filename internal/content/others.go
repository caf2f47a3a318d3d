package content

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
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

// Newsletters is the answer of GET /api/newsletters.
type Newsletters struct {
	Items      []NewsletterCard `json:"items" doc:"sent ones, from new to old, at most 12"`
	Next       string           `json:"next,omitempty" doc:"value of na for the next page"`
	NextMonth  string           `json:"nextMonth,omitempty" doc:"such as 2027-01: the month of the next, on the first page"`
	Issue      *Newsletter      `json:"issue,omitempty" doc:"the one that nummer names"`
	FreshUntil string           `json:"freshUntil" format:"date-time"`
}

// NewsletterCard is a newsletter in the archive.
type NewsletterCard struct {
	ID      string `json:"id"`
	Subject string `json:"subject"`
	Day     string `json:"day" format:"date"`
}

// Newsletter is the answer of GET /api/newsletters/{iss}.
type Newsletter struct {
	ID string `json:"id"`
	Issue
	Media      Media  `json:"media,omitempty" doc:"of the images, by fileId"`
	Day        string `json:"day" format:"date"`
	FreshUntil string `json:"freshUntil" format:"date-time"`
}

// gone stands in the archive in the place of a story that may not be seen any more.
const gone = "Dit verhaal staat niet meer op onze site."

// onHome are the figures of the first page. Visits never stand there without how often we were
// open.
var onHome = []string{OpenDayParts, Visits, Visitors}

func (d *Documents) latest(ctx context.Context) (out Latest, err error) {
	now := d.Clock.Now()
	stories, _, err := newest[Story](ctx, d.Pool, section{
		now:   now,
		kind:  kindStory,
		after: db.Last,
		n:     1,
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
	out.FreshUntil, err = d.fresh(ctx, now, nil, kindStory, kindNews, kindYear)
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
	rows, err := find[Role](
		ctx,
		d.Pool,
		columns,
		`d.kind = $2 and `+shown+
			` and (d.published->>'open')::boolean order by d.position, d.id limit 50`,
		now,
		kindRole,
	)
	if err != nil {
		return out, err
	}
	out.Items = make([]OpenRole, len(rows))
	for i, r := range rows {
		out.Items[i] = OpenRole{r.id, r.doc.Title, r.doc.Text, r.doc.PerWeek, r.doc.VOG}
	}
	out.FreshUntil, err = d.fresh(ctx, now, nil, kindRole)
	return out, err
}

func (d *Documents) newsletters(
	ctx context.Context,
	in newslettersInput,
) (out Newsletters, err error) {
	now, c := d.Clock.Now(), cursor(in.Na)
	if in.Nummer != "" {
		one, err := d.newsletter(ctx, in.Nummer)
		return Newsletters{Items: []NewsletterCard{}, Issue: &one, FreshUntil: one.FreshUntil}, err
	}
	rows, next, err := newest[Issue](ctx, d.Pool, section{
		now:   now,
		kind:  kindIssue,
		after: c,
		n:     pageSize,
	})
	if err != nil {
		return out, err
	}
	out.Next, out.Items = next, make([]NewsletterCard, len(rows))
	for i, r := range rows {
		out.Items[i] = NewsletterCard{r.id, r.doc.Subject, r.day()}
	}
	if first(c) {
		last := time.Time{}
		if len(rows) > 0 {
			last = rows[0].sortAt
		}
		if out.NextMonth, err = d.nextIssue(ctx, now, last); err != nil {
			return out, err
		}
	}
	out.FreshUntil, err = d.fresh(ctx, now, nil, kindIssue)
	return out, err
}

// betweenIssues is how many months lie between two newsletters: six come in a year.
const betweenIssues = 2

// nextIssue is the month of the first newsletter that is planned; else two months after the last
// one, and not before next month.
func (d *Documents) nextIssue(ctx context.Context, now, last time.Time) (string, error) {
	at, err := d.planned(ctx)
	if err != nil || at == nil {
		y, m, _ := now.In(clock.Amsterdam).Date()
		next := time.Date(y, m+1, 1, 0, 0, 0, 0, clock.Amsterdam)
		if y, m, _ := last.In(
			clock.Amsterdam,
		).Date(); next.Before(time.Date(y, m+betweenIssues, 1, 0, 0, 0, 0, clock.Amsterdam)) {
			next = time.Date(y, m+betweenIssues, 1, 0, 0, 0, 0, clock.Amsterdam)
		}
		return month(next), db.Problem(err)
	}
	return month(*at), nil
}

// planned is when the first newsletter is to be sent; nil without one.
func (d *Documents) planned(ctx context.Context) (*time.Time, error) {
	if d.IssuePlanned == nil {
		return nil, nil
	}
	return d.IssuePlanned(ctx, d.Pool, "")
}

// newsletter is one that was sent, without what may not be seen any more.
func (d *Documents) newsletter(ctx context.Context, id string) (out Newsletter, err error) {
	now := d.Clock.Now()
	r, err := one[Issue](ctx, d.Pool, kindIssue, id, now)
	if err != nil {
		return out, err
	}
	out = Newsletter{ID: r.id, Issue: r.doc, Day: r.day()}
	if err := d.withoutGone(ctx, now, &out.Issue); err != nil {
		return out, err
	}
	if out.Media, err = d.Media.of(ctx, out.Text.Images()); err != nil {
		return out, err
	}
	out.FreshUntil, err = d.fresh(ctx, now, nil, kindStory, kindNews, kindIssue)
	return out, err
}

// withoutGone takes out the news that can no longer be read, and puts a sentence in the place of
// such a story.
func (d *Documents) withoutGone(ctx context.Context, now time.Time, i *Issue) error {
	var ids []string
	if i.Story != nil {
		ids = append(ids, i.Story.ID)
	}
	for _, n := range i.News {
		ids = append(ids, n.ID)
	}
	found, err := db.All[string](ctx, d.Pool, `
		select d.id
		from document d
		where d.id = any($2)
			and d.sort_at <= $1
			and (d.kind = 'news'
				or d.kind = 'story' and (d.publish_until is null or d.publish_until > $1))`,
		now,
		ids,
	)
	if i.Story != nil && !slices.Contains(found, i.Story.ID) {
		i.Story = &IssueStory{Text: gone, Withdrawn: true}
	}
	i.News = append([]IssueNews{}, i.News...)
	i.News = slices.DeleteFunc(
		i.News,
		func(n IssueNews) bool { return !slices.Contains(found, n.ID) },
	)
	return err
}
