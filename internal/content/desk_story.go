package content

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// When staff hear that a teller is to be asked again, before the day of the review, and that nobody
// did, after it.
const (
	askAhead = 30 * 24 * time.Hour
	askLate  = 30 * 24 * time.Hour
)

// StoryKind are stories on the desk: published with the yes of their tellers and of a second
// editor, and only what they agreed to.
func StoryKind(d *Documents) editing.KindOf[Story] {
	k := kindOn(d, kindStory, "stories", func(s *Story) string { return s.Title })
	k.Ready = func(
		ctx context.Context,
		tx pgx.Tx,
		_ identity.Actor,
		w editing.Working[Story],
	) error {
		return d.ready(ctx, tx, w)
	}
	k.Limit = func(ctx context.Context, q db.Querier, id string, doc *Story) (*Story, error) {
		limited, err := d.limited(ctx, q, id, *doc)
		if f := limited.Validate(); err == nil && len(f) > 0 {
			err = problem.WithFields(f...)
		}
		return &limited, err
	}
	k.Tell = d.tell
	k.Themes = func(s *Story) []string { return s.Themes }
	k.Gone = d.goneStory
	k.Due = d.storiesDue
	k.PreviewOf = []any{StoryText{}}
	k.Preview = func(ctx context.Context, id string, doc *Story) (any, error) {
		return d.previewStory(ctx, id, *doc)
	}
	return k
}

// tell is a story as a newsletter tells of it, and whether its teller lets it. Without a record of
// the consent, which only an import has, it does not.
func (d *Documents) tell(ctx context.Context, q db.Querier, id string, s *Story) (editing.Told, error) {
	told := editing.Told{Title: s.Title, By: s.DisplayName, Text: s.Intro}
	if s.ContentNote != "" {
		told.Text = s.ContentNote + "\n" + told.Text
	}
	c, err := d.consentOf(ctx, q, id, "")
	told.May = err == nil && c.withdrawnAt == nil && c.Ticks.Text && c.Ticks.Newsletter
	return told, err
}

// limited is a story as its teller lets it be shown. Without a record, which only an import has,
// that is all of it.
func (d *Documents) limited(ctx context.Context, q db.Querier, id string, s Story) (Story, error) {
	c, err := d.consentOf(ctx, q, id, "")
	if err != nil || c.version == 0 {
		return s, err
	}
	return s.within(c.Ticks), nil
}

func (d *Documents) previewStory(ctx context.Context, id string, s Story) (out StoryText, err error) {
	now := d.Clock.Now()
	if s, err = d.limited(ctx, d.Pool, id, s); err != nil {
		return out, err
	}
	out = StoryText{
		ID:          id,
		Story:       s,
		PublishedAt: clock.Moment(now),
		UpdatedAt:   clock.Moment(now),
		FreshUntil:  shown.FreshUntil(now),
	}
	others, err := d.others(ctx, now, shown.Row[Story]{ID: id, Doc: s})
	if err != nil {
		return out, err
	}
	out.More = storyCards(others)
	if out.RelatedActivity = ""; s.RelatedActivity != "" {
		if out.Related, _, err = d.Next(ctx, s.RelatedActivity); err != nil {
			return out, err
		}
	}
	out.Media, err = d.Media.Of(ctx, s.images())
	return out, err
}

// goneStory follows a story out of the trash. The proof that its teller agreed once stays for a
// year.
func (d *Documents) goneStory(ctx context.Context, tx pgx.Tx, id string) error {
	_, err := tx.Exec(
		ctx, `
		update story_consent
		set keep_until = $2
		where story_id = $1 and keep_until is null`,
		id,
		d.Clock.Now().AddDate(proofKept, 0, 0),
	)
	return err
}

// storiesDue are those whose tellers are to be asked again: soon, or long since.
func (d *Documents) storiesDue(ctx context.Context, q db.Querier, now time.Time) ([]editing.Due, error) {
	day := func(t time.Time) string { return t.In(clock.Amsterdam).Format(time.DateOnly) }
	out, err := db.All[editing.Due](ctx, q, `
		select c.story_id, d.published->>'title',
			case when c.review_on < $2::date then 'overdue' else 'review' end, c.review_on::text
		from story_consent c
		join document d on d.id = c.story_id
		where c.withdrawn_at is null
			and c.review_on <= $1::date
		order by c.review_on, c.story_id
		limit 200`,
		day(now.Add(askAhead)), day(now.Add(-askLate)))
	if err != nil {
		return nil, err
	}
	over, err := d.ended(ctx, q, kindStory, now)
	return append(out, over...), err
}
