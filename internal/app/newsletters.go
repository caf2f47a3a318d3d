package app

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/content"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/newsletter"
)

// writing hands newsletters from the room that writes them to the one that sends them.
type writing struct{ *content.Documents }

func (w writing) IssueDraft(
	ctx context.Context,
	q db.Querier,
	id string,
) (newsletter.IssueDraft, error) {
	p, err := w.Documents.IssueDraft(ctx, q, id)
	return newsletter.IssueDraft(p), err
}

func (w writing) Sent(ctx context.Context, id string) (mail.Issue, error) {
	return w.SentIssue(ctx, id)
}

func (w writing) Send(ctx context.Context, tx pgx.Tx, id string) error {
	return w.SendIssue(ctx, tx, id)
}

func (w writing) Lines(ctx context.Context) ([]newsletter.Line, error) {
	all, err := w.Issues(ctx)
	out := make([]newsletter.Line, len(all))
	for i, l := range all {
		out[i] = newsletter.Line{
			ID:        l.ID,
			Subject:   l.Title,
			UpdatedAt: l.UpdatedAt,
			SentAt:    l.PublishedAt,
		}
	}
	return out, err
}

// comingDates are the dates that a newsletter can tell of.
func (a *App) comingDates(ctx context.Context) ([]content.IssueDate, error) {
	lines, err := a.Agenda.Coming(ctx)
	out := make([]content.IssueDate, len(lines))
	for i, l := range lines {
		out[i] = content.IssueDate{
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
