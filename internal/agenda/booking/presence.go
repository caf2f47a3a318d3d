package booking

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
)

// PresenceTap is what somebody at the door said of a sign-up at one meeting; At is the moment at
// which they said it, by our clock.
type PresenceTap struct {
	ID, Day, Session, Registration string
	State                          string // here, absent, open
	Guests                         int
	At                             time.Time
	SentBy                         string
}

// PresenceSaid is what was said last of a sign-up at one meeting.
type PresenceSaid struct {
	State  string
	Guests int
	At     time.Time
	By     string
}

// PresenceResult is what became of a tap.
type PresenceResult string

const (
	PresenceCounted   PresenceResult = "counted"
	PresenceKnown     PresenceResult = "known"     // it was counted before
	PresenceOverruled PresenceResult = "overruled" // somebody else said otherwise later
	PresenceGone      PresenceResult = "gone"      // the sign-up has no place at that date
)

// underWay is how long a tap may be under way: so much later than it was made it may seem. A phone
// sends its taps in order.
const underWay = 15 * time.Second

// TapPresence notes whether somebody is there, beside whoever holds the date: an erasure counts
// first what it takes away. The later tap wins; one made before gives what was said after it. Who
// may do so is for the caller to say.
func (p *Booking) TapPresence(
	ctx context.Context,
	by By,
	tap PresenceTap,
) (result PresenceResult, later PresenceSaid, err error) {
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) (err error) {
		result, later, err = p.tapPresence(ctx, tx, by, tap)
		return err
	})
	return result, later, db.Problem(err)
}

func (p *Booking) tapPresence(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	tap PresenceTap,
) (result PresenceResult, later PresenceSaid, err error) {
	date, err := placeAt(ctx, tx, tap)
	if errors.Is(err, pgx.ErrNoRows) {
		return PresenceGone, later, nil
	}
	if err != nil {
		return "", later, err
	}
	tag, err := tx.Exec(ctx, `
		insert into tap (id, kind, day, session_id, registration_id, at, received_at, by, sent_by)
		values ($1, 'attendance', $2, $3, $4, $5, $6, $7, $8)
		on conflict do nothing`,
		tap.ID, tap.Day, tap.Session, tap.Registration, tap.At, p.Clock.Now(), by.Actor.ID,
		tap.SentBy)
	if err != nil || tag.RowsAffected() == 0 {
		return PresenceKnown, later, err
	}
	before, err := waitlist.PresenceOf(ctx, tx, tap.Registration)
	if err != nil {
		return "", later, err
	}
	tag, err = tx.Exec(ctx, `
		insert into attendance as t (registration_id, session_id, state, guests, at, by)
		values ($1, $2, $3, $4, $5, $6)
		on conflict (registration_id, session_id) do update
		set state = excluded.state, guests = excluded.guests, at = greatest(t.at, excluded.at),
			by = excluded.by
		where t.at <= excluded.at
			or t.by = excluded.by and t.at <= excluded.at + $7`,
		tap.Registration, tap.Session, tap.State, tap.Guests, tap.At, by.Actor.ID, underWay)
	if err != nil {
		return "", later, err
	}
	if tag.RowsAffected() == 0 {
		return overruled(ctx, tx, by, tap)
	}
	after, err := waitlist.PresenceOf(ctx, tx, tap.Registration)
	if err == nil {
		err = waitlist.CountAgain(ctx, tx, date, before, after)
	}
	return PresenceCounted, later, err
}

// placeAt is the date at which the sign-up of a tap has a place, and holds both.
//
// Problems: pgx.ErrNoRows (it has none).
func placeAt(ctx context.Context, tx pgx.Tx, tap PresenceTap) (date string, err error) {
	if err := tx.QueryRow(ctx, `
		select o.id
		from registration r
		join session se on se.occurrence_id = r.occurrence_id
		join occurrence o on o.id = r.occurrence_id
		where r.id = $1 and se.id = $2
		for key share of o`, tap.Registration, tap.Session).Scan(&date); err != nil {
		return "", err
	}
	// after the wait for the date: somebody may have gone meanwhile
	var status string
	err = tx.QueryRow(ctx, `
		select status from registration where id = $1 and occurrence_id = $2
		for key share`, tap.Registration, date).Scan(&status)
	if err == nil && status != "registered" {
		err = pgx.ErrNoRows
	}
	return date, err
}

// overruled tells what was said later; whoever said the same agrees with it.
func overruled(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	tap PresenceTap,
) (result PresenceResult, later PresenceSaid, err error) {
	err = tx.QueryRow(ctx, `
		select state, guests, at, by
		from attendance
		where registration_id = $1 and session_id = $2`,
		tap.Registration, tap.Session).Scan(&later.State, &later.Guests, &later.At, &later.By)
	if later.State == tap.State && later.Guests == tap.Guests || later.By == by.Actor.ID {
		return PresenceCounted, later, err
	}
	return PresenceOverruled, later, err
}
