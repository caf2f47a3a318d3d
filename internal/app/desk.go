package app

import (
	"context"
	"time"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/content"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// record writes in the log book what who asks did.
func (a *App) record(ctx context.Context, q db.Querier, e privacy.Entry) error {
	who := identity.ActorOf(ctx)
	e.Actor, e.Roles = who.ID, who.RoleNames()
	return privacy.Record(ctx, q, a.Clock.Now(), e)
}

// counted are the numbers of all rooms for the figures of a year.
func (a *App) counted(ctx context.Context, from, to time.Time) (n content.Counted, err error) {
	held, err := a.Agenda.Held(ctx, from, to)
	if err != nil {
		return n, err
	}
	started, err := a.Volunteers.Started(ctx, from, to)
	if err != nil {
		return n, err
	}
	views, err := a.counts().Views(ctx, from, to.Add(-time.Second))
	return content.Counted{
		OpenDayParts:  a.settings(ctx).DayParts(from, to),
		Meetings:      held.Meetings,
		SignUps:       held.SignUps,
		Trainees:      held.Trainees,
		NewVolunteers: started,
		PageViews:     views,
	}, err
}

// kinds are what staff write, each made by the room that owns it.
func (a *App) kinds() []editing.Kind {
	pages := content.PageKind(a.pages, a.statement)
	pages.PreviewOf = append(pages.PreviewOf, agenda.Home{})
	return []editing.Kind{
		content.StoryKind(a.Documents),
		content.NewsKind(a.Documents),
		content.FAQKind(a.Documents),
		content.YearKind(a.Documents),
		content.RoleKind(a.Documents),
		pages,
		content.IssueKind(a.Documents),
		agenda.ActivityKind(a.Agenda),
		a.House.Settings(),
		a.House.Announcement(),
		a.House.WordList(),
	}
}
