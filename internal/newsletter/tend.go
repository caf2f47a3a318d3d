package newsletter

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Tend starts what is due, lets the next mails of each newsletter go at the pace of the settings,
// ends what is done, and stops what was paused four weeks ago. Any number of processes may run it.
// A mail that was on its way when its newsletter was paused, and was not taken, waits as the others
// do.
func (n *Newsletter) Tend(ctx context.Context) error {
	rows, err := n.Pool.Query(ctx, `
		select issue_id, state
		from issue_sending
		where state = 'sending'
			or state = 'planned' and planned_at <= $1
			or state = 'paused'
		order by issue_id`, n.Clock.Now())
	if err != nil {
		return db.Problem(err)
	}
	type open struct{ ID, State string }
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[open])
	for _, one := range all {
		switch one.State {
		case planned:
			err = errors.Join(err, n.begin(ctx, one.ID))
		case paused:
			err = errors.Join(err, n.rests(ctx, one.ID))
		}
		err = errors.Join(
			err,
			n.release(ctx, one.ID),
			n.withoutDead(ctx, one.ID),
			n.end(ctx, one.ID),
		)
	}
	return err
}

// rests keeps back what a pause missed, and stops for good what was paused long ago.
func (n *Newsletter) rests(ctx context.Context, id string) error {
	return db.InTx(ctx, n.Pool, func(tx pgx.Tx) error {
		var long bool
		err := tx.QueryRow(ctx, `
			select updated_at <= $2
			from issue_sending
			where issue_id = $1 and state = 'paused'
			for update skip locked`, id, n.Clock.Now().Add(-maxPause)).Scan(&long)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return db.Problem(err)
		}
		if !long {
			return n.Mail.HoldBulk(ctx, tx, id)
		}
		s, err := n.readSending(ctx, tx, id, "")
		if err != nil {
			return err
		}
		if err := n.halt(ctx, tx, &s); err != nil {
			return err
		}
		return n.store(ctx, tx, s)
	})
}

// Restored keeps back what a copy that was put back still wants to send: since the copy was made
// people may have got it. Somebody decides.
func (n *Newsletter) Restored(ctx context.Context) error {
	now := n.Clock.Now()
	rows, err := n.Pool.Query(ctx, `
		update issue_sending
		set state = case state when 'planned' then 'late' else 'paused' end, updated_at = $1
		where state = 'sending' or state = 'planned' and planned_at <= $1
		returning issue_id`, now)
	if err != nil {
		return db.Problem(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return db.Problem(err)
	}
	for _, id := range ids {
		if err := db.InTx(ctx, n.Pool, func(tx pgx.Tx) error {
			return n.Mail.HoldBulk(ctx, tx, id)
		}); err != nil {
			return err
		}
	}
	return nil
}

// held does something with a newsletter in this state, unless another process is at it.
func (n *Newsletter) held(
	ctx context.Context,
	id, state string,
	f func(tx pgx.Tx, s *sendingRow) error,
) error {
	return db.InTx(ctx, n.Pool, func(tx pgx.Tx) error {
		lock := ` for update skip locked`
		if n.unlocked {
			lock = ""
		}
		s, err := n.readSending(ctx, tx, id, lock)
		if err != nil || s.State != state {
			return err
		}
		if err := f(tx, &s); err != nil {
			return err
		}
		return n.store(ctx, tx, s)
	})
}

// begin starts a newsletter whose moment has come. One whose moment passed long ago, while the site
// was off, waits for somebody, and so does one that something keeps from going.
func (n *Newsletter) begin(ctx context.Context, id string) error {
	err := n.held(ctx, id, planned, func(tx pgx.Tx, s *sendingRow) error {
		if n.Clock.Now().Sub(*s.PlannedAt) > tooLate {
			s.State = late
			return nil
		}
		return n.start(ctx, tx, s)
	})
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.Invalid && p.Code != problem.NotFound &&
		p.Code != problem.Conflict {
		return err
	}
	slog.WarnContext(ctx, "a newsletter could not be sent", "issue", id, "why", p.Code)
	return n.held(ctx, id, planned, func(_ pgx.Tx, s *sendingRow) error {
		s.State = empty
		return nil
	})
}

// release lets as many mails go as the pace gives since the last time.
func (n *Newsletter) release(ctx context.Context, id string) error {
	now := n.Clock.Now()
	if byNight(now) {
		return nil
	}
	each := time.Minute / time.Duration(n.pace(ctx))
	return n.held(ctx, id, sending, func(tx pgx.Tx, s *sendingRow) error {
		from := now.Add(-longPace)
		if s.PacedAt != nil && s.PacedAt.After(from) {
			from = *s.PacedAt
		}
		next := int(now.Sub(from) / each)
		if next <= 0 {
			return nil
		}
		upto := from.Add(time.Duration(next) * each)
		s.PacedAt = &upto
		return n.Mail.ReleaseBulk(ctx, tx, id, next)
	})
}

// withoutDead takes off the list who was not reached because nobody has that address. Mails that
// came back are heard of by Returned.
func (n *Newsletter) withoutDead(ctx context.Context, id string) error {
	dead, err := n.Mail.DeadBulk(ctx, n.Pool, id)
	if err != nil {
		return db.Problem(err)
	}
	for _, d := range dead {
		if !d.Nobody {
			continue
		}
		err := db.InTx(ctx, n.Pool, func(tx pgx.Tx) error { return n.Bounced(ctx, tx, d.Cause) })
		if err != nil && !errors.Is(err, problem.New(problem.NotFound)) {
			return err
		}
	}
	return nil
}

// end notes that nobody waits any more.
func (n *Newsletter) end(ctx context.Context, id string) error {
	c, err := n.Mail.CountBulk(ctx, n.Pool, id)
	if err != nil || c.Waiting > 0 {
		return db.Problem(err)
	}
	return n.held(ctx, id, sending, func(tx pgx.Tx, s *sendingRow) error {
		c, err := n.Mail.CountBulk(ctx, tx, id)
		if err != nil || c.Waiting > 0 {
			return err
		}
		now := n.Clock.Now()
		s.State, s.EndedAt, s.BulkCount = sent, &now, c
		return nil
	})
}
