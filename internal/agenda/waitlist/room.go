// Package waitlist is what stands under the lock of a date: who has a place, who waits for one, and
// who is offered what comes free. Every room above it gets here by a lock (lock.go), looks, acts
// and stores; nobody writes these rows without it.
//
//   - Everything goes through the lock of the date: lock, look, act, store. What is over by the
//     clock ends first, so that what follows sees the truth; store settles the freed places in the
//     same transaction. Dates are locked in the order of their ids, before anything else is.
//   - Taken and held places together never pass the limit. A capacity below the people present
//     keeps them all: the limit falls with each cancellation until it equals the capacity.
//   - A freed place that somebody waits for becomes a vacancy: it is held, and offered in order of
//     position to whoever was not asked for it yet. When nobody is left to ask, it opens to all. A
//     vacancy without an offer says why it is held (the reasons in settle.go).
//   - Two places are offered to two people who come together, also when one of them was free for
//     all already; when one is free, they are offered one.
//   - A place that would be free for all is first offered to who was told that none was free,
//     while another was on offer, and was never asked.
//   - An offer counts only when it was told. Its deadline is set while its mail is being sent. One
//     that no mail server takes ends without blame and the place sleeps until mails go out again,
//     or it becomes a call; so does one that is refused for good, and without a number the next
//     person is asked. A call that nobody made ends without blame too.
//   - An offer is answered with yes, no or "not yet", the last once a date. At the deadline it is
//     over: the first time somebody keeps the position, the second time they leave the list. A
//     late yes gets a place that is free and unclaimed, and nothing else. Who gets a place by any
//     way leaves the list with every entry of theirs.
//   - A place and an entry are one thing with two rows (standing.go). One person is one row: the
//     same name with the same address at one date, or with the same number where neither has an
//     address. It is looked up under the lock; the unique indexes hold it.
//   - Every held place and everybody who waits has one reason why, made of what is true when it is
//     read (explain.go); the model of the engine holds it against its own lists.
//   - When a date ends it is counted, and at the latest before rows of its people go: numbers in
//     occurrence_count that no erasure lowers.
//   - Names, addresses, numbers and needs are sealed; look-up goes by keyed hashes.
package waitlist

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// Waitlist are the dates of the house with everybody who has a place, waits or was offered one. All
// fields are required.
type Waitlist struct {
	Pool   *pgxpool.Pool
	Clock  *clock.Clock
	Keys   *privacy.Keys
	Keeper *httpkit.Keeper
	Jobs   *jobs.Queue
	Mail   *mail.Outbox
	House  func(context.Context) house.House
	// Dates lets few at a time wait for the lock of one date; NewDates makes it.
	Dates *db.Gate
	// Raise says in tx that public pages change with it. What visitors do leaves a Note in tx, at
	// which nobody waits for another, and says Changed after the commit.
	Raise   func(ctx context.Context, tx pgx.Tx) error
	Note    func(ctx context.Context, tx pgx.Tx) error
	Changed func()
	// Origin of the site for links in mails, Domain for calendar ids.
	Origin, Domain string

	rows  db.Asked[rowKey, Row]
	links db.Asked[linkKey, string]

	Pause    func() // in tests: called while staff hold a date
	Unlocked bool   // in the control of a test: without holding it
}

// At are the same dates at another moment: for what a sample says of the past.
func (p *Waitlist) At(c *clock.Clock) *Waitlist {
	return &Waitlist{
		Pool: p.Pool, Clock: c, Keys: p.Keys, Keeper: p.Keeper, Jobs: p.Jobs, Mail: p.Mail,
		House: p.House, Dates: p.Dates, Raise: p.Raise, Note: p.Note, Changed: p.Changed,
		Origin: p.Origin, Domain: p.Domain,
	}
}

func (p *Waitlist) Countdown(ctx context.Context) rules.Countdown {
	h := p.House(ctx)
	w := h.Waitlist
	return rules.Countdown{
		From:        w.From.Duration(),
		Until:       w.Until.Duration(),
		Long:        hours(w.Long),
		Short:       hours(w.Short),
		ShortWithin: hours(w.ShortWithin),
		StopWithin:  hours(w.StopWithin),
		Margin:      hours(w.Margin),
		Least:       hours(w.Least),
		ClosingDay:  h.ClosingDay,
	}
}

const (
	dateWidth    = 2           // connections that one process has waiting for one date
	datePatience = time.Minute // of who waits for one of these: less than the proxy's
)

// NewDates is the gate of the dates of one process with so many connections: in a rush the others
// wait in front of it without one. A quarter of the connections is never theirs.
func NewDates(conns int32) *db.Gate {
	return db.NewGate(dateWidth, max(1, int(conns)*3/4), datePatience)
}

func hours(n int) time.Duration { return time.Duration(n) * time.Hour }
