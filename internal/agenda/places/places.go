package places

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
	"herstelruimte/internal/identity"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// Other is a room that keeps something of the same people, by the keyed hash of their address.
type Other interface {
	// OfAddress is what it keeps of an address, for its owner.
	OfAddress(ctx context.Context, q db.Querier, email []byte) ([]privacy.KeptElsewhere, error)
	// EraseAddress erases all of that, in tx.
	EraseAddress(ctx context.Context, tx pgx.Tx, email []byte) error
	// EraseIDs erases those of the rows with these ids that are its own, in tx.
	EraseIDs(ctx context.Context, tx pgx.Tx, ids []string) error
}

// Announcements is the desk's announcement, for a closure.
type Announcements interface {
	// Propose puts a draft there and gives what takes it back.
	Propose(ctx context.Context, tx pgx.Tx, by identity.Actor, a house.Announcement) ([]byte, error)
	// TakeBack removes that draft, or what was published of it; changed since, it stays: false.
	TakeBack(ctx context.Context, tx pgx.Tx, by identity.Actor, noted []byte) (bool, error)
}

// Places are the dates of the house with everybody who has a place, waits for one or was offered
// one. All fields are required.
type Places struct {
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
	// which nobody waits for another, and says Changed after the commit: that costs nothing.
	Raise   func(ctx context.Context, tx pgx.Tx) error
	Note    func(ctx context.Context, tx pgx.Tx) error
	Changed func()
	// Staff are those who hear of calls and dates by mail.
	Staff StaffReaders
	// Names are the names of staff by their ids.
	Names func(ctx context.Context, ids []string) (map[string]string, error)
	// ChangeHouse changes the settings of the house in tx, under their lock.
	ChangeHouse func(ctx context.Context, tx pgx.Tx, f func(h *house.House) error) error
	// Announcements are where a closure leaves a draft of what visitors read.
	Announcements Announcements
	// Others keep something of the same people: "Mijn aanmeldingen" shows it, and "Wis alles van
	// mij" reaches it. May be empty.
	Others []Other
	// Origin of the site for links in mails, Domain for calendar ids.
	Origin, Domain string

	pause    func() // in tests: called while staff hold a date
	unlocked bool   // in the control of a test: without holding it
}

func (p *Places) countdown(ctx context.Context) rules.Countdown {
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

// NewDates is the gate of the dates of one process with so many connections. In a rush the others
// wait in front of it without one: busy dates must not hold up the rest of the site, nor refuse
// anybody. A quarter of the connections is never theirs.
func NewDates(conns int32) *db.Gate {
	return db.NewGate(dateWidth, max(1, int(conns)*3/4), datePatience)
}

func hours(n int) time.Duration { return time.Duration(n) * time.Hour }

// act runs do once, on one occurrence, under its lock; view makes the answer from what is true
// after it. After a deadlock do runs again, from the beginning.
func act[T any](
	ctx context.Context,
	p *Places,
	occurrence string,
	do func(pgx.Tx, *rules.Slot) error,
	view func(pgx.Tx, *rules.Slot) (httpkit.Answer[T], error),
) (*httpkit.Reply[T], error) {
	leave, err := p.Dates.Enter(ctx, occurrence)
	if err != nil {
		return nil, db.Problem(err)
	}
	defer leave()
	changed := false
	reply, err := httpkit.Once(ctx, p.Keeper, func(tx pgx.Tx) (out httpkit.Answer[T], err error) {
		s, err := p.lock(ctx, tx, occurrence)
		if err != nil {
			return out, err
		}
		if err := do(tx, s); err != nil {
			return out, err
		}
		if changed, err = p.store(ctx, tx, s); err != nil {
			return out, err
		}
		return view(tx, s)
	})
	if err == nil && changed {
		p.Changed()
	}
	return reply, err
}
