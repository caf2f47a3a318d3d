package mail

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// Backlog is what has not gone out. Newsletters are not in it, apart from LastSent: they wait for
// their turn, and their own page says who refused them.
type Backlog struct {
	Open      int       // waiting for a first or a next try
	Oldest    time.Time // when the oldest of them was stored; zero when none is
	Dead      int       // given up; the sweep forgets them after 30 days
	DeadToday int       // of those, in the last 24 hours; without what went out and came back
	DeadSince int       // of DeadToday's kind, after LastSent: nothing went out after them
	FirstDead time.Time // when the first of DeadSince was given up; zero when none was
	LastSent  time.Time // when a mail went out last; the epoch when none did in 30 days
}

// NotSent is one mail that did not go out. It does not say whom it is for.
type NotSent struct {
	ID, Cause string
	Kind      Kind
	State     string // failed or dead
	Why       string // class, for Reason
	At        time.Time
	Tries     int
}

// Next is when a mail that failed is tried again by itself; zero for one that was given up.
func (n NotSent) Next() time.Time {
	if n.State != "failed" {
		return time.Time{}
	}
	return n.At.Add(retryAfter(n.Tries))
}

// Address says whether the address is why it was given up: sent again, it would not arrive.
func (n NotSent) Address() bool { return whyOf(n.State, n.Why) == WhyAddress }

// ofReaders are the mails of newsletters, of which the status page says nothing; test mails are of
// who asked for them.
const ofReaders = `(kind = 'M21' and not data ? 'test')`

// Backlog counts what waits and what was given up.
func (o *Outbox) Backlog(ctx context.Context, q db.Querier) (b Backlog, err error) {
	const sql = `
		select count(*) filter (where state in ('queued', 'sending', 'failed')),
			coalesce(min(created_at) filter (where state in ('queued', 'sending', 'failed')), 'epoch'),
			count(*) filter (where state = 'dead'),
			count(*) filter (where state = 'dead' and returned is null and updated_at > $1),
			count(*) filter (where state = 'dead' and returned is null and updated_at > last.at),
			coalesce(min(updated_at) filter (
				where state = 'dead' and returned is null and updated_at > last.at
			), 'epoch'),
			coalesce(max(sent_at), 'epoch')
		from mail, (select coalesce(max(sent_at), 'epoch') as at from mail) as last
		where state = 'sent' or not ` + ofReaders
	err = q.QueryRow(ctx, sql, o.clock.Now().Add(-24*time.Hour)).Scan(
		&b.Open,
		&b.Oldest,
		&b.Dead,
		&b.DeadToday,
		&b.DeadSince,
		&b.FirstDead,
		&b.LastSent,
	)
	if b.Open == 0 {
		b.Oldest = time.Time{}
	}
	if b.DeadSince == 0 {
		b.FirstDead = time.Time{}
	}
	return b, err
}

// NotSent lists the last n mails that failed or were given up, newest try first, without
// newsletters.
func (o *Outbox) NotSent(ctx context.Context, q db.Querier, n int) ([]NotSent, error) {
	rows, err := q.Query(ctx, `
		select id, cause_id, kind, state, coalesce(last_error, ''), updated_at, attempts
		from mail
		where state in ('failed', 'dead') and not `+ofReaders+`
		order by updated_at desc, no desc
		limit $1`, n)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[NotSent])
}

// StoredSince counts the mails of a kind that were stored after this moment.
func (o *Outbox) StoredSince(ctx context.Context, q db.Querier, k Kind, after time.Time) (n int, err error) {
	err = q.QueryRow(ctx, `
		select count(*)
		from mail
		where kind = $1 and created_at > $2`, k, after).Scan(&n)
	return n, err
}

// Hurry tries a mail now that failed and waits for its next try. It says whether there was one:
// pressed twice, or by two people, it is one mail.
func (o *Outbox) Hurry(ctx context.Context, id string) (hurried bool, err error) {
	err = db.InTx(ctx, o.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update mail
			set state = 'queued', updated_at = $2
			where id = $1
				and state = 'failed'`, id, o.clock.Now())
		if hurried = tag.RowsAffected() > 0; err != nil || !hurried {
			return err
		}
		return o.queue.Insert(ctx, tx, Wake{IDs: []string{id}}, time.Time{})
	})
	return hurried, err
}

// One is a mail that failed or was given up; nil when it is neither.
func (o *Outbox) One(ctx context.Context, q db.Querier, id string) (*NotSent, error) {
	rows, err := q.Query(ctx, `
		select id, cause_id, kind, state, coalesce(last_error, ''), updated_at, attempts
		from mail
		where id = $1
			and state in ('failed', 'dead')`, id)
	if err != nil {
		return nil, err
	}
	m, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[NotSent])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &m, err
}
