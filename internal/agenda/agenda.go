// Package agenda is the programme: what visitors and staff read of activities and dates, what goes
// to calendars and on paper, and how the desk publishes an activity.
//
// Inside it stand walls: rules (pure) below calendar (what calendars read), below places
// (everything under the lock of a date), below evening (a day as the door sees it), below the reads
// here. Imports go that way only.
//
//   - Lists never count and never look at the past further than what can still be on; a filter
//     looks further and further ahead until a page is full.
//   - What visitors may see is one condition, on the activity: published, or scheduled and its
//     moment come, and not over.
//   - A feed holds thirty days back and half a year ahead, and stays the same bytes until something
//     happens. A cancelled date stays in it, named so; an activity that visitors saw and no longer
//     do tells it for thirty days, then its feed is gone. The sequence rises with time, place and
//     status, never with a text.
//   - A short address stays an activity's for ever. It leads to the first coming date when that is
//     cancelled (people may stand at the door for it), else to the first that can still be joined,
//     else to the first that comes, else to the last.
//   - A rhythm is a rule of local wall time, one for an activity. Publishing makes its dates, and
//     an open end is kept filled half a year ahead. A date that staff took away stays away; one
//     with people in it outlives a change of the rule.
//   - Warnings about a date (a room or host that is taken, a day off, a closed house) never keep
//     staff from anything.
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
	// rises with Raise and Changed: what was built under it still holds
	Revision func() uint64
	// what the first page says to who never came
	Greeting func(ctx context.Context) (Greeting, error)
	// what somebody reads of coming in after signing up
	Practical func(ctx context.Context) (Practical, error)
	// lets staff take back an act on what hangs on an activity
	OfferUndo func(ctx context.Context, tx pgx.Tx, b editing.Beside) (*editing.UndoOf, error)
	// changes a part of a draft of an activity
	Amend func(
		ctx context.Context,
		tx pgx.Tx,
		by identity.Actor,
		m editing.Amendment,
	) (*editing.UndoOf, error)
	// how pictures are shown, of those that may be; nil: none are
	Media func(ctx context.Context, ids []string) (map[string]files.Media, error)

	pause  func() // in tests: called once somebody who copies a week has looked at it
	unheld bool   // in the control of a test: without holding what they copy to
}
