package app

import (
	"context"
	"fmt"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail/returned"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/retention"
	"herstelruimte/internal/status"
)

// schedule names what is done again and again by itself: forgetting, above all.
func (a *App) schedule() {
	jobs.Every(a.queue, "forgetting", retention.Every, a.bySettings(a.Retention.Run))
	jobs.Every(a.queue, "forgotten mail", time.Hour, a.bySettings(a.tellForgotten))
	jobs.Every(a.queue, "message warning", time.Hour, a.bySettings(a.Contact.Warn))
	jobs.Every(a.queue, "rights warning", time.Hour, a.bySettings(a.Requests.Warn))
	jobs.Every(a.queue, "complaint reminder", time.Hour, a.bySettings(a.Complaints.Remind))
	for _, s := range a.sweeps(a.guard.Keeper) {
		jobs.Every(a.queue, s.name, s.every, a.Retention.Guarded(s.run))
	}
	// not behind the guard: it also writes down which texts can be seen, and what it erases (who
	// has a text open, what can be undone) is over in minutes by any clock
	jobs.Every(a.queue, "desk sweep", time.Minute, a.bySettings(a.Editing.Sweep))
	jobs.Every(a.queue, "privacy statement", time.Minute, a.bySettings(a.statement.Keep))
	jobs.Every(a.queue, "erasure journal copy", 30*time.Second, func(ctx context.Context) error {
		_, err := privacy.CopyJournal(ctx, a.Pool, a.files.Put)
		return err
	})
	jobs.Every(a.queue, "returned mail", returned.Every, a.returned.Run)
	jobs.Every(a.queue, "newsletter", newsletter.TendEvery, a.bySettings(a.Newsletter.Tend))
	jobs.Every(a.queue, "search index", time.Hour, func(ctx context.Context) error {
		return a.Search.Fill(ctx, a.Agenda.Unindexed, a.Documents.Unindexed)
	})
	jobs.Every(a.queue, "rhythms", time.Hour, a.Agenda.FillRhythms)
	jobs.Every(a.queue, "status watch", status.WatchEvery, a.Status.Watch)
}

// sweep is a task that erases what had its term outside the nights.
type sweep struct {
	name  string
	every time.Duration
	run   func(context.Context) error
}

// sweeps are all of them: they wait with the nights while the clock is not believed.
func (a *App) sweeps(keeper *httpkit.Keeper) []sweep {
	return []sweep{
		{"idempotency sweep", time.Hour, keeper.Sweep},
		{"own link sweep", time.Hour, a.bySettings(a.Agenda.SweepLinks)},
		{"closed mail sweep", time.Hour, a.mail.SweepClosed},
		{"tap sweep", time.Hour, a.Figures.Sweep},
		{"trash sweep", time.Minute, a.bySettings(a.Editing.EmptyTrash)},
		{"file sweep", time.Hour, a.Library.Sweep},
		{"staff session sweep", time.Hour, a.Identity.Sweep},
	}
}

// forgetting is the clock by which all rooms let people go, in one night and one report.
func (a *App) forgetting() *retention.Retention {
	r := &retention.Retention{
		Pool:  a.Pool,
		Clock: a.Clock,
		Database: func(ctx context.Context) (at time.Time, err error) {
			err = a.Pool.QueryRow(ctx, `select clock_timestamp()`).Scan(&at)
			return at, err
		},
		Held: a.ofPool(privacy.Held),
	}
	kind := func(name string, leaving, forget func(context.Context, time.Time) (int, error)) {
		r.Kinds = append(r.Kinds, retention.Kind{Name: name, Leaving: leaving, Forget: forget})
	}
	for _, name := range []string{"needs", "entries", "registrations"} {
		kind(name,
			func(ctx context.Context, at time.Time) (int, error) {
				return a.Agenda.Leaving(ctx, name, at)
			},
			func(ctx context.Context, at time.Time) (int, error) {
				return a.Agenda.Forget(ctx, name, at)
			})
	}
	kind("messages", a.Contact.Leaving, a.Contact.Forget)
	kind("applications", a.Volunteers.Leaving, a.Volunteers.Forget)
	kind("requests", a.Requests.Leaving, a.Requests.Forget)
	kind("holds", a.ofPool(privacy.HoldsOver), a.ofPool(privacy.ForgetHolds))
	kind("complaints", a.Complaints.Leaving, a.Complaints.Forget)
	kind("subscribers", a.Newsletter.Leaving, a.Newsletter.Forget)
	kind("consents", a.Documents.ConsentsLeaving, a.Documents.ForgetConsents)
	kind("audit",
		func(ctx context.Context, at time.Time) (int, error) {
			return privacy.AuditBefore(ctx, a.Pool, a.auditTerm(ctx, at))
		},
		func(ctx context.Context, at time.Time) (int, error) {
			n, err := privacy.ForgetAudit(ctx, a.Pool, a.auditTerm(ctx, at))
			return int(n), db.Problem(err)
		})
	return r
}

// ofPool asks the database for a number of some moment.
func (a *App) ofPool(
	number func(context.Context, db.Querier, time.Time) (int, error),
) func(context.Context, time.Time) (int, error) {
	return func(ctx context.Context, at time.Time) (int, error) { return number(ctx, a.Pool, at) }
}

func (a *App) auditTerm(ctx context.Context, at time.Time) time.Time {
	return a.settings(ctx).Came(func(keep house.Terms) time.Time {
		return at.AddDate(0, 0, -keep.AuditDays)
	})
}

// bySettings holds back a task that goes by the settings while they cannot be read: what is erased,
// or written down for good, must not follow from the built-in ones.
func (a *App) bySettings(task func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if _, err := a.House.Load(ctx, a.aside); err != nil {
			return fmt.Errorf("the settings could not be read: %w", err)
		}
		return task(ctx)
	}
}
