package app

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
)

// Papers are the names that PaperOn knows.
var Papers = content.Papers

// PaperOn makes one of Papers from the settings in a database.
func PaperOn(ctx context.Context, pool *pgxpool.Pool, name string) (string, error) {
	h, err := SettingsOf(pool).Load(ctx, pool)
	if err != nil {
		return "", err
	}
	return content.Paper(name, content.PaperInput{
		House:  h,
		At:     clock.System().Now(),
		SignUp: content.Aloud(rules.DeskConsent(h)),
		Wait:   content.Aloud(rules.DeskWaitConsent(h)),
	})
}
