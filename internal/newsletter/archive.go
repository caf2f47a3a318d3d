package newsletter

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing/shown"
)

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
	Media      shown.Media `json:"media,omitempty" doc:"of the images, by fileId"`
	Day        string      `json:"day" format:"date"`
	FreshUntil string      `json:"freshUntil" format:"date-time"`
}

// gone stands in the archive in the place of a story that may not be seen any more.
const gone = "Dit verhaal staat niet meer op onze site."

// newsletters lists the archive behind na; of a number it is that one alone.
func (n *Room) newsletters(ctx context.Context, na, number string) (out Newsletters, err error) {
	now, c := n.Clock.Now(), shown.Cursor(na)
	if number != "" {
		one, err := n.newsletter(ctx, number)
		return Newsletters{Items: []NewsletterCard{}, Issue: &one, FreshUntil: one.FreshUntil}, err
	}
	rows, next, err := shown.Newest[Issue](ctx, n.Pool, shown.Section{
		Now:   now,
		Kind:  IssueKind,
		After: c,
		N:     shown.PageSize,
	})
	if err != nil {
		return out, err
	}
	out.Next, out.Items = next, make([]NewsletterCard, len(rows))
	for i, r := range rows {
		out.Items[i] = NewsletterCard{r.ID, r.Doc.Subject, r.Day()}
	}
	if shown.First(c) {
		last := time.Time{}
		if len(rows) > 0 {
			last = rows[0].SortAt
		}
		if out.NextMonth, err = n.nextIssue(ctx, now, last); err != nil {
			return out, err
		}
	}
	out.FreshUntil, err = shown.Fresh(ctx, n.Pool, now, nil, IssueKind)
	return out, err
}

// betweenIssues is how many months lie between two newsletters: six come in a year.
const betweenIssues = 2

// nextIssue is the month of the first newsletter that is planned; else two months after the last
// one, and not before next month.
func (n *Room) nextIssue(ctx context.Context, now, last time.Time) (string, error) {
	at, err := n.Planned(ctx, n.Pool, "")
	if err != nil || at == nil {
		after := func(t time.Time, months int) time.Time {
			y, m, _ := t.In(clock.Amsterdam).Date()
			return time.Date(y, m+time.Month(months), 1, 0, 0, 0, 0, clock.Amsterdam)
		}
		next := after(now, 1)
		if two := after(last, betweenIssues); next.Before(two) {
			next = two
		}
		at = &next
	}
	return at.In(clock.Amsterdam).Format("2006-01"), db.Problem(err)
}

// newsletter is one that was sent, without what may not be seen any more.
func (n *Room) newsletter(ctx context.Context, id string) (out Newsletter, err error) {
	now := n.Clock.Now()
	r, err := shown.One[Issue](ctx, n.Pool, IssueKind, id, now)
	if err != nil {
		return out, err
	}
	out = Newsletter{ID: r.ID, Issue: r.Doc, Day: r.Day()}
	if err := n.withoutGone(ctx, now, &out.Issue); err != nil {
		return out, err
	}
	if out.Media, err = n.Media.Of(ctx, out.Text.Images()); err != nil {
		return out, err
	}
	out.FreshUntil, err = shown.Fresh(ctx, n.Pool, now, nil, stories, news, IssueKind)
	return out, err
}

// withoutGone takes out the news that can no longer be read, and puts a sentence in the place of
// such a story.
func (n *Room) withoutGone(ctx context.Context, now time.Time, i *Issue) error {
	var ids []string
	if i.Story != nil {
		ids = append(ids, i.Story.ID)
	}
	for _, one := range i.News {
		ids = append(ids, one.ID)
	}
	found, err := shown.Still(ctx, n.Pool, now, ids)
	if i.Story != nil && !slices.Contains(found, i.Story.ID) {
		i.Story = &IssueStory{Text: gone, Withdrawn: true}
	}
	i.News = slices.DeleteFunc(append([]IssueNews{}, i.News...), func(n IssueNews) bool {
		return !slices.Contains(found, n.ID)
	})
	return err
}
