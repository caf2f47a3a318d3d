package content

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
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
	Media       Media       `json:"media,omitempty" doc:"of the images, by fileId"`
	Related     *Related    `json:"related,omitempty" doc:"next date of the activity that the story speaks of"`
	More        []StoryCard `json:"more" doc:"at most 3 others, those of a same theme first"`
	PublishedAt string      `json:"publishedAt" format:"date-time"`
	UpdatedAt   string      `json:"updatedAt" format:"date-time"`
	FreshUntil  string      `json:"freshUntil" format:"date-time"`
}

// moreStories is how many others a story names.
const moreStories = 3

func storyCards(rows []row[Story]) []StoryCard {
	out := make([]StoryCard, len(rows))
	for i, r := range rows {
		s := r.doc
		out[i] = StoryCard{
			r.id,
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
	now, c := d.Clock.Now(), cursor(na)
	var rows []row[Story]
	if slices.Contains(themes, theme) {
		out.Theme = theme
		rows, out.Next, err = d.ofTheme(ctx, now, theme, c, pageSize)
	} else {
		rows, out.Next, err = newest[Story](ctx, d.Pool, section{
			now:   now,
			kind:  kindStory,
			after: c,
			n:     pageSize,
		})
	}
	if err != nil {
		return out, err
	}
	out.Items = storyCards(rows)
	if out.Themes, err = d.themesShown(ctx, now); err != nil {
		return out, err
	}
	out.FreshUntil, err = d.fresh(ctx, now, nil, kindStory)
	return out, err
}

// ofTheme is newest for the stories of one theme.
func (d *Documents) ofTheme(
	ctx context.Context,
	now time.Time,
	theme string,
	c db.Cursor,
	n int,
) ([]row[Story], string, error) {
	return cards[Story](
		ctx,
		d.Pool,
		n,
		`
			document_theme t
			join document d on d.id = t.document_id
			where t.theme = $2
				and t.sort_at <= $1
				and `+
			shown+
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
		where t.theme = k.theme and t.sort_at <= $1 and `+shown+
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
	r, err := one[Story](ctx, d.Pool, kindStory, id, now)
	if err != nil {
		return out, err
	}
	if r.until != nil && !now.Before(*r.until) {
		return out, problem.New(problem.NotFound)
	}
	out = StoryText{
		ID:          r.id,
		Story:       r.doc,
		PublishedAt: clock.Moment(r.sortAt),
		UpdatedAt:   r.updated(),
	}
	others, err := d.others(ctx, now, r)
	if err != nil {
		return out, err
	}
	out.More = storyCards(others)
	var changes time.Time
	if out.RelatedActivity = ""; r.doc.RelatedActivity != "" && d.Next != nil {
		if out.Related, changes, err = d.Next(ctx, r.doc.RelatedActivity); err != nil {
			return out, err
		}
	}
	if out.Media, err = d.Media.of(ctx, out.Story.images()); err != nil {
		return out, err
	}
	out.FreshUntil, err = d.fresh(ctx, now, &changes, kindStory)
	return out, err
}

// others are stories of the first theme of r, filled up with the newest.
func (d *Documents) others(
	ctx context.Context,
	now time.Time,
	r row[Story],
) (out []row[Story], err error) {
	all := db.Last
	var alike []row[Story]
	if len(r.doc.Themes) > 0 {
		if alike, _, err = d.ofTheme(ctx, now, r.doc.Themes[0], all, moreStories+1); err != nil {
			return nil, err
		}
	}
	rest, _, err := newest[Story](ctx, d.Pool, section{
		now:   now,
		kind:  kindStory,
		after: all,
		n:     moreStories + 1,
	})
	if err != nil {
		return nil, err
	}
	for _, o := range slices.Concat(alike, rest) {
		known := o.id == r.id ||
			slices.ContainsFunc(out, func(x row[Story]) bool { return x.id == o.id })
		if !known && len(out) < moreStories {
			out = append(out, o)
		}
	}
	return out, nil
}
