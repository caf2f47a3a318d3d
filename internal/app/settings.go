package app

import (
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
)

// SettingsOf gives the settings in a database, for a word that needs nothing else of the program.
// What it saves, the processes that serve see within a second.
func SettingsOf(pool *pgxpool.Pool) *house.Store {
	r := newRevision(pool, slog.Default())
	return house.NewStore(clock.System(), r.now, r.raise)
}
