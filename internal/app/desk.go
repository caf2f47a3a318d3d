package app

import (
	"context"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/content"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// tell hands the rooms of texts what they need of files and of the log book.
func (a *App) tell() {
	a.Editing.Uses = a.Library.Uses
	a.Documents.Media, a.pages.Media = a.Library.Media, a.Library.Media
	a.Documents.TakeFiles = func(ctx context.Context, tx pgx.Tx, ids []string) error { return a.Library.Withdraw(ctx, tx, ids...) }
	a.Documents.Record = func(ctx context.Context, q db.Querier, action, kind, id, reason string) error {
		who := identity.ActorOf(ctx)
		return privacy.Record(ctx, q, a.Clock.Now(), privacy.Entry{Actor: who.ID, Roles: who.RoleNames(), Action: action, Kind: kind, ObjectID: id, Reason: reason})
	}
}

// kinds puts on the desk what staff write.
func (a *App) kinds(api huma.API) {
	content.StoryKind(a.Documents).Mount(api, a.Editing)
	content.NewsKind(a.Documents).Mount(api, a.Editing)
	content.FAQKind(a.Documents).Mount(api, a.Editing)
	content.YearKind(a.Documents).Mount(api, a.Editing)
	content.RoleKind(a.Documents).Mount(api, a.Editing)
	content.PageKind(a.pages, a.statement).Mount(api, a.Editing)
	content.IssueKind(a.Documents).Know(a.Editing)
	a.Documents.StaffRoutes(api, a.Identity)
	a.Documents.Withdrawals(api, a.guard)
}
