// Package closing is "We zijn dicht": days on which the house does not open, as two plans of
// changes, what goes off and what goes on again.
//
//   - A closure remembers which dates and meetings it called off, and gives back those alone: not
//     what was off before, nor what another closure still covers.
//   - Whoever changed one meanwhile has the last word.
//   - A date that is born in a closure is born called off by it: so the rows of dates are saved
//     here.
package closing

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// Closings are the days on which the house is closed.
type Closings struct {
	*changes.Changes
	// ChangeHouse changes the settings of the house in tx, under their lock.
	ChangeHouse func(ctx context.Context, tx pgx.Tx, f func(h *house.House) error) error
	// Announcements are where a closure leaves a draft of what visitors read.
	Announcements Announcements
}

// Announcements is the desk's announcement, for a closure.
type Announcements interface {
	// Propose puts a draft there and gives what takes it back.
	Propose(ctx context.Context, tx pgx.Tx, by identity.Actor, a house.Announcement) ([]byte, error)
	// TakeBack removes that draft, or what was published of it; changed since, it stays: false.
	TakeBack(ctx context.Context, tx pgx.Tx, by identity.Actor, noted []byte) (bool, error)
}
