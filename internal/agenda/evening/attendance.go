package evening

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/places"
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
	switch may, there, err := e.mayAtMeeting(ctx, j); {
	case err != nil:
		return TapAnswer{}, db.Problem(err)
	case !there:
		return TapAnswer{Result: tapGone}, nil
	case !may:
		return TapAnswer{Result: tapRefused}, nil
	}
	var out TapAnswer
	var later word
	err := db.InTx(ctx, e.Pool, func(tx pgx.Tx) (err error) {
		out, later, err = e.attendIn(ctx, tx, j)
		return err
	})
	if err != nil {
		return TapAnswer{}, db.Problem(err)
	}
	if out.Result != tapOverruled {
		return out, nil
	}
	names, err := e.firstNames(ctx, map[string]bool{later.by: true})
	out.By, out.At, out.Wanted = names[later.by], clock.Moment(later.at), later.state
	return out, db.Problem(err)
}

// attendIn is attend in one transaction, beside whoever holds the date: an erasure counts first
// what it takes away.
func (e *Evening) attendIn(
	ctx context.Context,
	tx pgx.Tx,
	j judged,
) (out TapAnswer, later word, err error) {
	var date string
	err = tx.QueryRow(ctx, `
		select o.id
		from registration r
		join session se on se.occurrence_id = r.occurrence_id
		join occurrence o on o.id = r.occurrence_id
		where r.id = $1 and se.id = $2
		for key share of o`, j.Registration, j.Session).Scan(&date)
	if errors.Is(err, pgx.ErrNoRows) {
		return TapAnswer{Result: tapGone}, later, nil
	}
	if err != nil {
		return out, later, err
	}
	// after the wait for the date: somebody may have gone meanwhile
	var status string
	err = tx.QueryRow(ctx, `
		select status from registration where id = $1 and occurrence_id = $2
		for key share`, j.Registration, date).Scan(&status)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && status != "registered" {
		return TapAnswer{Result: tapGone}, later, nil
	}
	if err != nil {
		return out, later, err
	}
	tag, err := tx.Exec(ctx, `
		insert into tap (id, kind, day, session_id, registration_id, at, received_at, by, sent_by)
		values ($1, 'attendance', $2, $3, $4, $5, $6, $7, $8)
		on conflict do nothing`,
		j.ID, j.Day, j.Session, j.Registration, j.at, j.now, j.by.ID, j.sender)
	if err != nil || tag.RowsAffected() == 0 {
		return TapAnswer{Result: tapKnown}, later, err
	}
	before, err := places.PresenceOf(ctx, tx, j.Registration)
	if err != nil {
		return out, later, err
	}
	tag, err = tx.Exec(ctx, `
		insert into attendance as t (registration_id, session_id, state, guests, at, by)
		values ($1, $2, $3, $4, $5, $6)
		on conflict (registration_id, session_id) do update
		set state = excluded.state, guests = excluded.guests, at = excluded.at, by = excluded.by
		where t.at <= excluded.at`,
		j.Registration, j.Session, j.Wanted, j.Guests, j.at, j.by.ID)
	if err != nil {
		return out, later, err
	}
	if tag.RowsAffected() == 0 {
		return e.overruled(ctx, tx, j)
	}
	after, err := places.PresenceOf(ctx, tx, j.Registration)
	if err == nil {
		err = places.CountAgain(ctx, tx, date, before, after)
	}
	return TapAnswer{Result: tapCounted}, later, err
}

// overruled tells who tapped later; whoever wanted the same agrees with them.
func (e *Evening) overruled(
	ctx context.Context,
	tx pgx.Tx,
	j judged,
) (TapAnswer, word, error) {
	var later word
	err := tx.QueryRow(ctx, `
		select state, guests, at, by
		from attendance
		where registration_id = $1 and session_id = $2`,
		j.Registration, j.Session).Scan(&later.state, &later.guests, &later.at, &later.by)
	if later.state == j.Wanted && later.guests == j.Guests || later.by == j.by.ID {
		return TapAnswer{Result: tapCounted}, later, err
	}
	return TapAnswer{Result: tapOverruled}, later, err
}

// Sweep takes the names of staff from taps whose term is over; the numbers stay.
func (e *Evening) Sweep(ctx context.Context) error {
	_, err := e.Pool.Exec(ctx, `
		update tap set by = '', sent_by = '' where day < $1 and by <> ''`,
		clock.Date(e.Clock.Now().Add(-tapTerm)))
	return db.Problem(err)
}

const tapTerm = 30 * 24 * time.Hour
