package calls

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// ClaimCall says that somebody rings now, for everybody to see. Is a colleague ringing already,
// then that stands, unless anyway.
//
// Problems: not_found, forbidden, closed (nobody need be called any more).
func (p *Calls) ClaimCall(
	ctx context.Context,
	who identity.Actor,
	id string,
	anyway bool,
) (out booking.Calling, err error) {
	c, err := loadCall(ctx, p.Pool, id)
	if err != nil {
		return out, err
	}
	place := c.kind == booking.CallPlace
	if place && c.state != "waiting" && c.state != "offered" || !place && c.state != "open" &&
		(c.state != "failed" || c.changed.Before(clock.Day(p.Clock.Now()))) {
		return out, problem.New(problem.NotFound)
	}
	s, err := p.Peek(ctx, p.Pool, c.occurrence)
	if err != nil {
		return out, err
	}
	if err := p.MayMeet(ctx, p.Pool, who, s); err != nil {
		return out, err
	}
	if place && !s.Now.Before(s.JoinUntil) {
		return out, problem.New(problem.Closed)
	}
	if _, err := p.Pool.Exec(ctx, `
		insert into calling (subject_id, by, until)
		values ($1, $2, $3)
		on conflict (subject_id) do update set by = excluded.by, until = excluded.until
		where calling.until <= $4 or calling.by = excluded.by or $5`,
		id, who.ID, s.Now.Add(booking.CallingFor), s.Now, anyway); err != nil {
		return out, db.Problem(err)
	}
	all, err := p.Contacts(ctx, p.Pool, who, []string{id})
	if c := all[id].Calling; c != nil {
		out = *c
	}
	return out, err
}

// claimedBy are whom this member of staff rang, without a word yet of what came of it: with their
// dates.
func (p *Calls) claimedBy(
	ctx context.Context,
	who identity.Actor,
) (subjects, dates []string, err error) {
	rows, err := p.Pool.Query(ctx, `
		select k.subject_id, coalesce(e.occurrence_id, c.occurrence_id, '')
		from calling k
		left join waitlist_entry e on e.id = k.subject_id
		left join call c on c.id = k.subject_id
		where k.by = $1
		order by k.subject_id`, who.ID)
	if err != nil {
		return nil, nil, db.Problem(err)
	}
	var subject, date string
	_, err = pgx.ForEachRow(rows, []any{&subject, &date}, func() error {
		subjects, dates = append(subjects, subject), append(dates, date)
		return nil
	})
	return subjects, dates, db.Problem(err)
}
