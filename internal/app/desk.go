package app

import (
	"context"
	"maps"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// record writes in the log book what who asks did.
func (a *App) record(ctx context.Context, q db.Querier, e privacy.Entry) error {
	who := identity.ActorOf(ctx)
	e.Actor, e.Roles = who.ID, who.RoleNames()
	return privacy.Record(ctx, q, a.Clock.Now(), e)
}

// tell hands news to those of the staff whom it is for.
func (a *App) tell(ctx context.Context, tx pgx.Tx, n identity.Notice) error {
	return a.Identity.Tell(ctx, tx, a.mail, n)
}

// tellSecondReader tells those who did not write a story that it waits to be looked at by one of
// them.
func (a *App) tellSecondReader(ctx context.Context, tx pgx.Tx, story string, wrote func(uid string) bool) error {
	return a.tell(ctx, tx, identity.Notice{
		Topic: identity.Messages,
		Roles: []identity.Role{identity.Redactie, identity.Coordinator},
		But:   wrote,
		Mail: mail.Mail{
			Kind:  mail.NewInInbox,
			To:    a.settings(ctx).Notices(),
			Cause: story,
		},
	})
}

// tellTeller tells a teller that what they took back is gone.
func (a *App) tellTeller(ctx context.Context, tx pgx.Tx, story, address string) error {
	return a.mail.Enqueue(ctx, tx, mail.Mail{
		Kind:  mail.StoryTakenBack,
		To:    address,
		Cause: story,
	})
}

func (a *App) secondReaderLetter(ctx context.Context, story string) (mail.Letter, error) {
	waits, err := a.Documents.AwaitsReader(ctx, story)
	if err != nil {
		return mail.Letter{}, err
	}
	if !waits {
		return mail.Letter{}, mail.ErrUntrue
	}
	return mail.NewInInboxLetter("verhaal", a.cfg.Origin()+"/editstory/"+story), nil
}

// counted are the numbers of all rooms for the figures of a year.
func (a *App) counted(ctx context.Context, from, to time.Time) (n content.Counted, err error) {
	held, err := a.Agenda.Held(ctx, from, to)
	if err != nil {
		return n, err
	}
	visits, err := a.Figures.Visits(ctx, from, to)
	if err != nil {
		return n, err
	}
	hours, _, err := a.Figures.VolunteerTime(ctx, from, to)
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
		Visits:        visits,
		Meetings:      held.Meetings,
		SignUps:       held.SignUps,
		Trainees:      held.Trainees,
		VolunteerTime: int(math.Round(hours.Hours())),
		NewVolunteers: started,
		PageViews:     views,
	}, err
}

// kinds are what staff write, each made by the room that owns it.
func (a *App) kinds() []editing.AnyKind {
	pages := content.PageKind(a.pages, a.statement)
	pages.PreviewOf = append(pages.PreviewOf, agenda.Home{})
	return []editing.AnyKind{
		content.StoryKind(a.Documents),
		content.NewsKind(a.Documents),
		content.FAQKind(a.Documents),
		content.YearKind(a.Documents),
		content.RoleKind(a.Documents),
		pages,
		a.Newsletter.OnDesk(),
		agenda.ActivityKind(a.Agenda),
		a.House.Settings(),
		a.House.Announcement(),
		a.House.WordList(),
	}
}

// places are the drafts that use a file.
func (a *App) places(ctx context.Context, file string) ([]files.Place, error) {
	drafts, err := a.Editing.Places(ctx, a.Pool, file)
	out := make([]files.Place, len(drafts))
	for i, d := range drafts {
		out[i] = files.Place{Kind: d.Kind, ID: d.ID, Title: d.Title, Published: d.Published}
	}
	return out, err
}

// mayReadTextWith tells whether somebody may read one of the drafts that use a file.
func (a *App) mayReadTextWith(ctx context.Context, who identity.Actor, file string) (bool, error) {
	drafts, err := a.Editing.Places(ctx, a.Pool, file)
	for _, d := range drafts {
		if may, err := a.Editing.MayRead(ctx, who, d.Kind, d.ID); err != nil || may {
			return may, err
		}
	}
	return false, err
}

// titles are what staff call what they write, and the dates of their activities, as far as who asks
// may read it.
func (a *App) titles(ctx context.Context, ids []string) (map[string]string, error) {
	who := identity.ActorOf(ctx)
	out, err := a.Editing.Titles(ctx, who, ids)
	if err != nil {
		return nil, err
	}
	dates, err := a.Agenda.DateTitles(ctx, who, ids)
	maps.Copy(out, dates)
	return out, err
}

// pictureReviews are the pictures of which staff have to say again who can be recognised on them.
func (a *App) pictureReviews(ctx context.Context, who identity.Actor, _ time.Time) (out []editing.Review, err error) {
	asked, err := a.Library.Asked(ctx, who)
	for _, q := range asked {
		out = append(out, editing.Review{
			Kind:  files.JournalKind,
			ID:    q.ID,
			Title: "Foto: " + q.Label,
			Why:   "people",
			Since: clock.Date(q.Since),
		})
	}
	return out, err
}

// deskTerms are how long staff can come back on what they did.
func (a *App) deskTerms(ctx context.Context) editing.Terms {
	keep := a.settings(ctx).Keep
	return editing.Terms{
		Trash: time.Duration(keep.TrashDays) * 24 * time.Hour,
		Undo:  time.Duration(keep.UndoMinutes) * time.Minute,
	}
}
