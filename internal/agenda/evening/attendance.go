package evening

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

var states = []string{"here", "absent", "open"}

// attend notes whether somebody is there. The later tap wins: one that comes late and was made
// before hears who tapped after it.
func (e *Evening) attend(ctx context.Context, j judged) (TapAnswer, error) {
	if !slices.Contains(states, j.Wanted) || j.Guests < 0 || j.Guests > 3 ||
		j.now.Sub(j.at) > spokenFor {
		return TapAnswer{Result: tapRefused}, nil
	}
	if no, err := e.refusedAt(ctx, j); no != "" || err != nil {
		return TapAnswer{Result: no}, err
	}
	result, later, err := e.TapPresence(ctx, booking.By{Actor: j.by}, booking.PresenceTap{
		ID:           j.ID,
		Day:          j.Day,
		Session:      j.Session,
		Registration: j.Registration,
		State:        j.Wanted,
		Guests:       j.Guests,
		At:           j.at,
		SentBy:       j.sender,
	})
	out := TapAnswer{Result: string(result)}
	if err != nil || result != booking.PresenceOverruled {
		return out, err
	}
	names, err := e.firstNames(ctx, map[string]bool{later.By: true})
	out.By, out.At, out.Wanted = names[later.By], clock.Moment(later.At), later.State
	return out, db.Problem(err)
}

// Sweep takes the names of staff from taps whose term is over; the numbers stay.
func (e *Evening) Sweep(ctx context.Context) error {
	_, err := e.Pool.Exec(ctx, `
		update tap set by = '', sent_by = '' where day < $1 and by <> ''`,
		clock.Date(e.Clock.Now().Add(-tapTerm)))
	return db.Problem(err)
}

const tapTerm = 30 * 24 * time.Hour
