package main

import (
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/app"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/db"
	"herstelruimte/internal/richtext"
)

// inside is the program in the process of the test, on the database and with the keys of one that
// serves: tests put in with it what nobody could, such as a date that began.
func inside(t *testing.T, database string, c *clock.Clock) *app.App {
	t.Helper()
	cfg := &config.Config{
		SiteURL:     "http://localhost:8080",
		DatabaseURL: config.Secret(database),
		Conns:       2,
		SealKey:     config.Secret(key(1)),
		LookupKey:   config.Secret(key(2)),
		TokenKey:    config.Secret(key(3)),
		FormKey:     config.Secret(key(4)),
		SMTPHost:    "127.0.0.1",
		SMTPPort:    1,
		SMTPTLS:     "none",
		FilesDir:    t.TempDir(),
		LogLevel:    "error",
	}
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	a, err := app.New(t.Context(), cfg, app.Options{
		Clock: c,
		Log:   slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// meeting is a date of two hours, of an activity of its own.
func meeting(t *testing.T, a *app.App, start time.Time, capacity int) (activity, date string) {
	t.Helper()
	activity, date = db.NewID("act"), db.NewID("occ")
	if err := db.InTx(t.Context(), a.Pool, func(tx pgx.Tx) error {
		if err := a.Agenda.SaveActivity(t.Context(), tx, activity, rules.Activity{
			Title:    "Schrijfcafé",
			Summary:  "We schrijven samen.",
			Body:     richtext.Paragraphs("We schrijven samen."),
			Category: "creatief",
			Audience: []string{"everyone"},
			Mode:     rules.Single,
			Location: "Stille kamer",
			Facts:    []string{},
			Waitlist: true,
			Slug:     "s" + activity[4:16],
			Status:   "published",
		}); err != nil {
			return err
		}
		return a.Agenda.SaveOccurrence(t.Context(), tx, rules.NewOccurrence{
			ID:         date,
			ActivityID: activity,
			Kind:       "date",
			Status:     "planned",
			Capacity:   &capacity,
			Sessions: []rules.Meeting{{
				ID:     db.NewID("ses"),
				Room:   "Stille kamer",
				Status: "planned",
				Start:  start,
				End:    start.Add(2 * time.Hour),
			}},
		})
	}); err != nil {
		t.Fatal(err)
	}
	return activity, date
}
