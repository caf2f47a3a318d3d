package app

import (
	"context"
	"time"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	"herstelruimte/internal/house"
	"herstelruimte/internal/newsletter"
)

// greeting is what the first page says, from the room that keeps texts to the one that keeps the
// programme.
func (a *App) greeting(ctx context.Context) (agenda.Greeting, error) {
	g, err := a.pages.Greeting(ctx, a.Pool)
	return greetingOf(g), err
}

func greetingOf(g content.Greeting) agenda.Greeting {
	out := agenda.Greeting{Promise: g.Promise, Lead: g.Lead}
	for _, s := range g.Steps {
		out.Steps = append(out.Steps, agenda.Step{Title: s.Title, Text: s.Text})
	}
	return out
}

// practical is what somebody reads of coming in after signing up.
func (a *App) practical(ctx context.Context) (agenda.Practical, error) {
	title, text, err := a.pages.Practical(ctx, a.Pool)
	return agenda.Practical{Title: title, Text: append([]string{}, text...)}, err
}

func (a *App) todayOutside(ctx context.Context, now time.Time) ([]house.Also, error) {
	meetings, err := a.Agenda.Today(ctx, now)
	out := make([]house.Also, len(meetings))
	for i, m := range meetings {
		out[i] = house.Also{
			Title: m.Title,
			Start: m.Start.In(clock.Amsterdam),
			End:   m.End.In(clock.Amsterdam),
		}
	}
	return out, err
}

// nextDate is the next date of an activity, for what speaks of it.
func (a *App) nextDate(ctx context.Context, activity string) (*content.Related, time.Time, error) {
	l, changes, err := a.Agenda.Next(ctx, activity)
	if err != nil || l == nil {
		return nil, changes, err
	}
	return &content.Related{
		ActivityID:   l.ActivityID,
		OccurrenceID: l.ID,
		Title:        l.Title,
		Day:          l.Day,
		Start:        l.Start,
		End:          l.End,
		Room:         l.Room,
	}, changes, nil
}

// comingDates are the dates that a newsletter can tell of.
func (a *App) comingDates(ctx context.Context) ([]newsletter.IssueDate, error) {
	lines, err := a.Agenda.Coming(ctx)
	out := make([]newsletter.IssueDate, len(lines))
	for i, l := range lines {
		out[i] = newsletter.IssueDate{
			ActivityID:   l.ActivityID,
			OccurrenceID: l.ID,
			Title:        l.Title,
			Start:        l.Start,
			End:          l.End,
			Room:         l.Room,
		}
	}
	return out, err
}
