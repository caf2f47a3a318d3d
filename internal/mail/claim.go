package mail

import (
	"context"
	"fmt"
	"time"

	"herstelruimte/internal/db"
)

// tried is a mail in the table: how often it was tried, and when something became of it.
type tried struct {
	state    string
	attempts int
	at       time.Time
}

// enter gives those of these mails that may go now, by the lane of their domain, in which there is
// room for them until they leave it. Of the others it tells how long to wait: for their next try,
// for the worker that has them, for an earlier mail to the same person, or for room.
func (o *Outbox) enter(
	ctx context.Context, ids []string,
) (lanes map[string][]*claimed, again time.Duration, err error) {
	rows, err := o.pool.Query(ctx, `
		select m.id, m.kind, coalesce(m.occurrence_id, ''), m.cause_id, m.data, m.created_at,
			m.sealed, m.attempts, coalesce(m.first_try_at, m.created_at), m.state, m.updated_at,
			m.held_until, coalesce(m.member, ''), coalesce(m.topic, ''), m.round,
			coalesce(e.state, ''), coalesce(e.attempts, 0), coalesce(e.updated_at, m.updated_at)
		from mail m
		left join lateral (
			select state, attempts, updated_at
			from mail
			where recipient_key = m.recipient_key and no < m.no and kind <> 'M21'
				and state in ('queued', 'sending', 'failed')
			order by no
			limit 1
		) e on true
		where m.id = any($1)
			and (m.state in ('queued', 'sending', 'failed')
				or m.state = 'held' and m.held_until is not null)
		order by m.no`, ids)
	if err != nil {
		return nil, 0, fmt.Errorf("mail: claiming: %w", err)
	}
	due := map[string][]*claimed{}
	for rows.Next() {
		m, is, before, held := &claimed{}, tried{}, tried{}, (*time.Time)(nil)
		if err := rows.Scan(
			&m.ID, &m.Kind, &m.Occurrence, &m.Cause, &m.Data, &m.CreatedAt,
			&m.sealed, &m.Attempt, &m.firstTry, &is.state, &is.at,
			&held, &m.Member, &m.Topic, &m.round,
			&before.state, &before.attempts, &before.at,
		); err != nil {
			return nil, 0, fmt.Errorf("mail: claiming: %w", err)
		}
		is.attempts, m.state = m.Attempt, is.state
		if wait := o.notYet(is, held, before); wait > 0 {
			again = sooner(again, wait)
			continue
		}
		lane := o.laneTo(m)
		due[lane] = append(due[lane], m)
	}
	if err := rows.Err(); err != nil {
		return nil, 0, fmt.Errorf("mail: claiming: %w", err)
	}
	lanes = map[string][]*claimed{}
	for lane, all := range due {
		n, wait := o.room(all[0].Kind, lane, len(all))
		if n > 0 {
			lanes[lane] = all[:n]
		}
		again = sooner(again, wait)
	}
	return lanes, again, nil
}

// notYet tells how long a mail must wait, whatever there is room for; before is the first that is
// open to the same person.
func (o *Outbox) notYet(is tried, held *time.Time, before tried) time.Duration {
	if is.state == "held" {
		if wait := held.Sub(o.clock.Now()); wait > 0 {
			return wait
		}
	}
	wait := o.turn(is)
	switch {
	case wait > 0 || before.state == "":
		return wait
	case before.state == "sending":
		return shortWait
	}
	return max(0, o.turn(before)) + shortWait
}

// turn is how long a mail must still be left alone.
func (o *Outbox) turn(is tried) time.Duration {
	now := o.clock.Now()
	switch {
	case is.state == "failed":
		return is.at.Add(retryAfter(is.attempts)).Sub(now)
	// a later moment is left by a clock that was set back
	case is.state == "sending" && !is.at.After(now):
		return is.at.Add(lease).Sub(now)
	}
	return 0
}

// claim makes these mails ours. One that somebody else holds or changed meanwhile is looked at
// again.
func (o *Outbox) claim(ctx context.Context, lanes map[string][]*claimed) (all []*claimed, err error) {
	ours := map[string]*claimed{}
	var ids, states []string
	var tries []int
	for _, mails := range lanes {
		for _, m := range mails {
			ids, states, tries = append(
				ids,
				m.ID,
			), append(
				states,
				m.state,
			), append(
				tries,
				m.Attempt,
			)
			ours[m.ID], m.again = m, shortWait
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	now := o.clock.Now()
	id := ""
	if err := db.Each(ctx, o.pool, []any{&id}, func() error {
		m := ours[id]
		if m.Attempt == 0 {
			m.firstTry = now
		}
		m.Attempt, m.again, m.done = m.Attempt+1, 0, make(chan struct{})
		all = append(all, m)
		return nil
	}, `
		update mail m
		set state = 'sending', attempts = m.attempts + 1, updated_at = $4,
			first_try_at = case when m.attempts > 0 then m.first_try_at else $4 end
		from (
			select mail.id
			from unnest($1::text[], $2::text[], $3::integer[]) as x (id, state, attempts)
			join mail on mail.id = x.id
			where mail.state = x.state and mail.attempts = x.attempts
			for update of mail skip locked
		) free
		where m.id = free.id
		returning m.id`, ids, states, tries, now); err != nil {
		return nil, fmt.Errorf("mail: claiming: %w", err)
	}
	return all, nil
}
