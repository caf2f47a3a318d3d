// Package closing is "We zijn dicht": days on which the house does not open, as two plans of
// changes, what goes off and what goes on again. The programme stores new dates through it.
//
//   - A closure remembers which dates and meetings it called off, and gives back those alone: not
//     what was off before, nor what another closure still covers.
//   - Whoever changed one meanwhile has the last word.
//   - A date that is born in a closure is born called off by it: so the rows of dates are saved
//     here.
package closing

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

type Closings struct {
	*changes.Changes
	// ChangeHouse changes the settings of the house in tx, under their lock.
	ChangeHouse func(ctx context.Context, tx pgx.Tx, f func(h *house.House) error) error
	// Announcements are where a closure leaves a draft of what visitors read.
	Announcements Announcements
}

type Announcements interface {
	// Propose puts a draft there and gives what takes it back.
	Propose(ctx context.Context, tx pgx.Tx, by identity.Actor, a house.Announcement) ([]byte, error)
	// TakeBack removes that draft, or what was published of it; changed since, it stays: false.
	TakeBack(ctx context.Context, tx pgx.Tx, by identity.Actor, noted []byte) (bool, error)
}

// One act closes the house and notes what it changed. The act that changes or ends it works on the
// difference: dates that are inside now go off, those that no longer are go on again, unless
// another closure covers them or somebody did something else with them since.

// ClosedWhen is when the house is closed, as typed: on every day, or one weekday, from the first to
// the last.
type ClosedWhen struct {
	First   string `json:"first,omitempty" maxLength:"20" doc:"2026-11-24"`
	Last    string `json:"last,omitempty" maxLength:"20" doc:"itself included; absent: the first alone"`
	Weekday int    `json:"weekday,omitempty" minimum:"0" maximum:"7" doc:"1 is Monday; absent: every day"`
	From    string `json:"from,omitempty" maxLength:"20" doc:"17.00; absent: the whole day"`
	To      string `json:"to,omitempty" maxLength:"20" doc:"19.00"`
}

// Effects that staff can leave out; programme, feeds and first page follow what is left.
const (
	effectHours    = "hours"        // the opening hours
	effectDates    = "dates"        // the dates inside do not go on
	effectTell     = "tell"         // their people hear it
	effectAnnounce = "announcement" // a draft of it
)

// Closing is what somebody wants: to close the house, or at other times.
type Closing struct {
	ClosedWhen
	Reason      string   `json:"reason,omitempty" letters:"200" doc:"what visitors read"`
	Without     []string `json:"without,omitempty" maxItems:"4" enum:"hours,dates,tell,announcement" doc:"effects that it has not"`
	Also        []string `json:"also,omitempty" maxItems:"50" doc:"dates that are going on now and stop, too"`
	Fingerprint string   `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

func (in *Closing) has(effect string) bool { return !slices.Contains(in.Without, effect) }

const (
	closedAhead = 400 // days from now to the first day
	closedLong  = 366 // days from the first to the last
)

// read is when and why. A moment just passed is no mistake: "the rest of today" begins a moment
// ago.
func (in *Closing) read(now time.Time) (c house.Closure, err error) {
	in.Reason = httpkit.Text(in.Reason)
	in.Last = cmp.Or(in.Last, in.First)
	c = house.Closure{
		First:   in.First,
		Last:    in.Last,
		Weekday: in.Weekday,
		To:      house.At(24, 0),
		Reason:  in.Reason,
	}
	var f problem.Faults
	f.Day("first", in.First)
	f.Day("last", in.Last)
	f.When(!readTime(in.From, &c.From), "from", problem.Invalid)
	f.When(!readTime(in.To, &c.To), "to", problem.Invalid)
	f.Filled("reason", in.Reason, 1, problem.Most(in, "reason"))
	f.NoContact("reason", in.Reason)
	f.When(!in.has(effectDates) && in.has(effectTell), "without", problem.Choice)
	f.When(!in.has(effectDates) && !in.has(effectHours), "without", problem.Required)
	if len(f) > 0 {
		return c, f.Err()
	}
	first, _ := time.Parse(time.DateOnly, c.First)
	last, _ := time.Parse(time.DateOnly, c.Last)
	f.When(last.Before(first), "last", problem.Order)
	f.When(last.Sub(first) > closedLong*24*time.Hour, "last", problem.TooLong)
	f.When(first.After(now.AddDate(0, 0, closedAhead)), "first", problem.TooLong)
	f.When(c.To <= c.From, "to", problem.Order)
	if len(f) > 0 {
		return c, f.Err()
	}
	days := c.Days()
	switch over := len(days) > 0 && !now.Before(c.To.On(days[len(days)-1])); {
	case len(days) == 0:
		f.Add("weekday", problem.Choice)
	case over && c.Last == clock.Date(now):
		f.Add("to", problem.Order)
	case over:
		f.Add("last", problem.Order)
	}
	return c, f.Err()
}

// readTime reads 9.00 or 09:00; nothing typed: it stays.
func readTime(typed string, to *house.WallTime) bool {
	if typed == "" {
		return true
	}
	typed = strings.ReplaceAll(strings.TrimSpace(typed), ":", ".")
	if len(typed) == len("9.00") {
		typed = "0" + typed
	}
	return to.UnmarshalText([]byte(typed)) == nil
}

// mayClose says who closes: the coordinator, and for today alone a gastheer. Problems: forbidden.
func mayClose(who identity.Actor, c house.Closure, now time.Time) error {
	today := clock.Date(now)
	if who.Has(identity.Coordinator) ||
		who.Has(identity.Gastheer) && c.First == today && c.Last == today {
		return nil
	}
	return problem.New(problem.Forbidden)
}

// askClosing reads what is asked, and the closure that does it already, or is over. Problems:
// invalid, forbidden, not_found.
func (p *Closings) askClosing(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	id string,
	in *Closing,
) (ask closingAsk, earlier *closure, err error) {
	now := p.Clock.Now()
	if id != "" {
		ask.was, err = oneClosure(ctx, q, `c.id = $1`, id)
		if ask.was == nil && err == nil {
			err = problem.New(problem.NotFound)
		}
		if err == nil {
			err = mayClose(who, ask.was.Hours, now)
		}
		if err != nil {
			return ask, nil, err
		}
		if ask.was.EndedAt != nil {
			return ask, ask.was, nil
		}
	}
	if ask.in = in; in == nil {
		return ask, nil, nil
	}
	next, err := in.read(now)
	if err == nil {
		err = mayClose(who, next, now)
	}
	if err != nil {
		return ask, nil, err
	}
	if ask.next = &next; ask.was != nil {
		in.Without = ask.was.Doc.Without // what it does stays; when it does so changes
		return ask, nil, nil
	}
	all, err := closures(ctx, q, `c.ended_at is null and c.ends_at > $1`, now)
	for _, c := range all {
		if next.Within(c.Hours) && (now.Sub(c.At) < booking.UndoTime || c.Hours.Within(next)) {
			return ask, &c, nil
		}
	}
	return ask, nil, err
}

// closingLock keeps one closing at a time; who makes a date shares it, so that none is born unseen.
const closingLock = `hashtextextended('closing', 0)`
