package content

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/problem"
)

// StoryCard is a story in a list.
type StoryCard struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	DisplayName string   `json:"displayName"`
	Intro       string   `json:"intro"`
	Themes      []string `json:"themes"`
	Minutes     int      `json:"minutes" doc:"reading time"`
	ContentNote string   `json:"contentNote,omitempty"`
}

// StoryList is the answer of GET /api/stories.
type StoryList struct {
	Items      []StoryCard `json:"items" doc:"from new to old, at most 12"`
	Themes     []string    `json:"themes" doc:"those of the stories that are shown"`
	Theme      string      `json:"theme,omitempty" doc:"the chosen theme, as it was understood"`
	Next       string      `json:"next,omitempty" doc:"value of na for the next page"`
	FreshUntil string      `json:"freshUntil" format:"date-time"`
}

// StoryText is the answer of GET /api/stories/{s}.
type StoryText struct {
	ID string `json:"id"`
	Story
	Media       shown.Media `json:"media,omitempty" doc:"of the images, by fileId"`
	Related     *Related    `json:"related,omitempty" doc:"next date of the activity that the story speaks of"`
	More        []StoryCard `json:"more" doc:"at most 3 others, those of a same theme first"`
	PublishedAt string      `json:"publishedAt" format:"date-time"`
	UpdatedAt   string      `json:"updatedAt" format:"date-time"`
	FreshUntil  string      `json:"freshUntil" format:"date-time"`
}

// moreStories is how many others a story names.
const moreStories = 3

func storyCards(rows []shown.Row[Story]) []StoryCard {
	out := make([]StoryCard, len(rows))
	for i, r := range rows {
		s := r.Doc
		out[i] = StoryCard{
			r.ID,
			s.Title,
			s.DisplayName,
			s.Intro,
			s.Themes,
			s.Minutes,
			s.ContentNote,
		}
	}
	return out
}

// stories lists what is shown, of one theme or of all. An unknown theme is no choice.
func (d *Documents) stories(ctx context.Context, theme, na string) (out StoryList, err error) {
	now, c := d.Clock.Now(), shown.Cursor(na)
	var rows []shown.Row[Story]
	if slices.Contains(themes, theme) {
		out.Theme = theme
		rows, out.Next, err = d.ofTheme(ctx, now, theme, c, shown.PageSize)
	} else {
		rows, out.Next, err = shown.Newest[Story](ctx, d.Pool, shown.Section{
			Now:   now,
			Kind:  kindStory,
			After: c,
			N:     shown.PageSize,
		})
	}
	if err != nil {
		return out, err
	}
	out.Items = storyCards(rows)
	if out.Themes, err = d.themesShown(ctx, now); err != nil {
		return out, err
	}
	out.FreshUntil, err = shown.Fresh(ctx, d.Pool, now, nil, kindStory)
	return out, err
}

// ofTheme is newest for the stories of one theme.
func (d *Documents) ofTheme(
	ctx context.Context,
	now time.Time,
	theme string,
	c db.Cursor,
	n int,
) ([]shown.Row[Story], string, error) {
	return shown.Cards[Story](
		ctx,
		d.Pool,
		n,
		`
			document_theme t
			join document d on d.id = t.document_id
			where t.theme = $2
				and t.sort_at <= $1
				and `+shown.Now+
			`
		and (t.sort_at, t.document_id) < ($3, $4) order by t.sort_at desc, t.document_id desc`,
		now,
		theme,
		c.At,
		c.ID,
	)
}

// themesShown are the themes under which a visitor finds a story now, in their own order.
func (d *Documents) themesShown(ctx context.Context, now time.Time) ([]string, error) {
	// with an order and a limit inside, each theme is one look into the index; `exists` would read
	// all of them
	out, err := db.All[string](ctx, d.Pool, `
		select k.theme
		from unnest($2::text[]) with ordinality k(theme, n),
			lateral (select from document_theme t join document d on d.id = t.document_id
		where t.theme = k.theme and t.sort_at <= $1 and `+shown.Now+
		` order by t.sort_at desc limit 1) one order by k.n`,
		now,
		themes,
	)
	return append([]string{}, out...), err
}

// story is one story in full.
//
// Problems: not_found; gone when the teller took it back.
func (d *Documents) story(ctx context.Context, id string) (out StoryText, err error) {
	now := d.Clock.Now()
	r, err := shown.One[Story](ctx, d.Pool, kindStory, id, now)
	if err != nil {
		return out, err
	}
	if r.Until != nil && !now.Before(*r.Until) {
		return out, problem.New(problem.NotFound)
	}
	out = StoryText{
		ID:          r.ID,
		Story:       r.Doc,
		PublishedAt: clock.Moment(r.SortAt),
		UpdatedAt:   r.Updated(),
	}
	others, err := d.others(ctx, now, r)
	if err != nil {
		return out, err
	}
	out.More = storyCards(others)
	var changes time.Time
	if out.RelatedActivity = ""; r.Doc.RelatedActivity != "" {
		if out.Related, changes, err = d.Next(ctx, r.Doc.RelatedActivity); err != nil {
			return out, err
		}
	}
	if out.Media, err = d.Media.Of(ctx, out.Story.images()); err != nil {
		return out, err
	}
	out.FreshUntil, err = shown.Fresh(ctx, d.Pool, now, &changes, kindStory)
	return out, err
}

// others are stories of the first theme of r, filled up with the newest.
func (d *Documents) others(ctx context.Context, now time.Time, r shown.Row[Story]) (out []shown.Row[Story], err error) {
	all := db.Last
	var alike []shown.Row[Story]
	if len(r.Doc.Themes) > 0 {
		if alike, _, err = d.ofTheme(ctx, now, r.Doc.Themes[0], all, moreStories+1); err != nil {
			return nil, err
		}
	}
	rest, _, err := shown.Newest[Story](ctx, d.Pool, shown.Section{
		Now:   now,
		Kind:  kindStory,
		After: all,
		N:     moreStories + 1,
	})
	if err != nil {
		return nil, err
	}
	for _, o := range slices.Concat(alike, rest) {
		known := o.ID == r.ID ||
			slices.ContainsFunc(out, func(x shown.Row[Story]) bool { return x.ID == o.ID })
		if !known && len(out) < moreStories {
			out = append(out, o)
		}
	}
	return out, nil
}
