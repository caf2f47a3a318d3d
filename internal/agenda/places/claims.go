package places

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Calling is who of the staff rings somebody right now.
type Calling struct {
	By    string `json:"by" doc:"name"`
	Mine  bool   `json:"mine,omitempty"`
	Since string `json:"since" format:"date-time"`
	Until string `json:"until" format:"date-time"`
}

// callingFor is how long somebody counts as ringing who does not fill in what came of it.
const callingFor = 10 * time.Minute

// ClaimCall says that somebody rings now, for everybody to see. Is a colleague ringing already,
// then that stands, unless anyway.
//
// Problems: not_found, forbidden, closed (nobody need be called any more).
func (p *Places) ClaimCall(
	ctx context.Context,
	who identity.Actor,
	id string,
	anyway bool,
) (out Calling, err error) {
	c, err := loadCall(ctx, p.Pool, id)
	if err != nil {
		return out, err
	}
	place := c.kind == callPlace
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
		id, who.ID, s.Now.Add(callingFor), s.Now, anyway); err != nil {
		return out, db.Problem(err)
	}
	all, err := p.contacts(ctx, p.Pool, who, []string{id})
	if c := all[id].calling; c != nil {
		out = *c
	}
	return out, err
}

// claimedBy are whom this member of staff rang, without a word yet of what came of it: with their
// dates.
func (p *Places) claimedBy(
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

// contact is what was tried to reach somebody, and who rings them at this moment.
type contact struct {
	attempts []Attempt
	calling  *Calling
}

// contacts are those of these people who wait, and of these calls.
func (p *Places) contacts(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	subjects []string,
) (map[string]contact, error) {
	tries, err := triesOf(ctx, q, `subject_id = any($1)`, subjects)
	if err != nil {
		return nil, db.Problem(err)
	}
	rows, err := q.Query(ctx, `
		select subject_id, by, until
		from calling
		where subject_id = any($1)
			and until > $2`, subjects, p.Clock.Now())
	if err != nil {
		return nil, db.Problem(err)
	}
	type ring struct {
		Subject, By string
		Until       time.Time
	}
	rings, err := pgx.CollectRows(rows, pgx.RowToStructByPos[ring])
	if err != nil {
		return nil, db.Problem(err)
	}
	var uids []string
	for _, r := range rings {
		uids = append(uids, r.By)
	}
	for _, all := range tries {
		for _, t := range all {
			uids = append(uids, t.by)
		}
	}
	names, err := p.Names(ctx, uids)
	out := map[string]contact{}
	for _, id := range subjects {
		c := contact{attempts: make([]Attempt, len(tries[id]))}
		for i, t := range tries[id] {
			c.attempts[i] = Attempt{By: names[t.by], At: clock.Moment(t.at), Outcome: t.outcome}
		}
		out[id] = c
	}
	for _, r := range rings {
		out[r.Subject] = contact{out[r.Subject].attempts, &Calling{
			By:    names[r.By],
			Mine:  r.By == who.ID,
			Since: clock.Moment(r.Until.Add(-callingFor)),
			Until: clock.Moment(r.Until),
		}}
	}
	return out, err
}
