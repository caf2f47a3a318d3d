package agenda

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/identity"
)

// Agenda is the room. All fields are required.
type Agenda struct {
	places.Places
	// Revision is the number that rises with Raise and Changed: what was built under it still
	// holds.
	Revision func() uint64
	// Greeting is what the first page says to who never came, from the room that keeps it.
	Greeting func(ctx context.Context) (Greeting, error)
	// Practical is what somebody reads of coming in after signing up, from the same room.
	Practical func(ctx context.Context) (Practical, error)
	// OfferUndo lets staff take back an act on what hangs on an activity.
	OfferUndo func(ctx context.Context, tx pgx.Tx, b editing.Beside) (*editing.UndoOf, error)
	// Amend changes a part of a draft of an activity.
	Amend func(
		ctx context.Context,
		tx pgx.Tx,
		by identity.Actor,
		m editing.Amendment,
	) (*editing.UndoOf, error)
	// Media tells how pictures are shown, of those that may be; nil: none are.
	Media func(ctx context.Context, ids []string) (map[string]files.Media, error)

	pause  func() // in tests: called once somebody who copies a week has looked at it
	unheld bool   // in the control of a test: without holding what they copy to
}
