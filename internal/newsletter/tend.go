package newsletter

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Tend starts what is due, lets the next mails of each newsletter go, and ends what is done. Any
// number of processes may run it, and after a crash the next one goes on. One whose moment passed
// long ago, while the site was off, waits for somebody.
func (n *Room) Tend(ctx context.Context) error {
	now := n.Clock.Now()
	due, err := db.All[string](ctx, n.Pool, `
		select issue_id
		from issue_sending
		where state = 'sending'
			or state = 'scheduled' and ended_at is null and planned_at between $1 and $2
		order by issue_id`, now.Add(-tooLate), now)
	for _, id := range due {
		err = errors.Join(err, n.tend(ctx, id), n.withoutDead(ctx, id))
	}
	return err
}

// tend is Tend for one, unless another process is at it. One that cannot start waits for somebody:
// what mends it may be half a sentence that was saved on the way.
func (n *Room) tend(ctx context.Context, id string) error {
	err := db.InTx(ctx, n.Pool, func(tx pgx.Tx) error {
		lock := ` for update skip locked`
		if n.unlocked {
			lock = ""
		}
		s, err := readSending(ctx, tx, id, lock)
		now := n.Clock.Now()
		switch {
		case err != nil || s.State == draft || s.State == sent:
			return err
		case s.State == scheduled && s.PlannedAt.After(now): // somebody was just earlier
			return nil
		case s.State == scheduled:
			err = n.start(ctx, tx, &s)
		}
		if err == nil {
			err = n.release(ctx, tx, &s)
		}
		if err != nil {
			return err
		}
		c, err := n.Mail.CountBulk(ctx, tx, id)
		if err != nil {
			return err
		}
		if c.Waiting == 0 {
			s.State, s.EndedAt, s.BulkCount = sent, &now, c
		}
		return n.store(ctx, tx, s)
	})
	var p *problem.Problem
	if errors.As(err, &p) && slices.Contains(
		[]problem.Code{problem.Invalid, problem.NotFound, problem.Conflict}, p.Code,
	) {
		slog.WarnContext(ctx, "a newsletter could not be sent", "issue", id, "why", p.Code)
		_, err = n.Pool.Exec(ctx, `
			update issue_sending
			set ended_at = $2, updated_at = $2
			where issue_id = $1 and state = 'scheduled' and planned_at <= $2`, id, n.Clock.Now())
	}
	return db.Problem(err)
}

// release lets as many mails go as the pace gives since the last time; none at night.
func (n *Room) release(ctx context.Context, tx pgx.Tx, s *sendingRow) error {
	now := n.Clock.Now()
	if byNight(now) {
		return nil
	}
	from := now.Add(-longPace)
	if s.PacedAt != nil && s.PacedAt.After(from) {
		from = *s.PacedAt
	}
	each := time.Minute / time.Duration(cmp.Or(n.PerMinute, pace))
	next := now.Sub(from) / each
	if next <= 0 {
		return nil
	}
	upto := from.Add(next * each)
	s.PacedAt = &upto
	return n.Mail.ReleaseBulk(ctx, tx, s.ID, int(next))
}

// withoutDead takes off the list who was not reached because nobody has that address. Mails that
// came back are heard of by Returned.
func (n *Room) withoutDead(ctx context.Context, id string) error {
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

// Restored sends nothing of what a copy that was put back still wants to send: since the copy was
// made people may have got it. What was under way is done, and what was due is a draft again.
func (n *Room) Restored(ctx context.Context) error {
	now := n.Clock.Now()
	return db.InTx(ctx, n.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `
			update issue_sending
			set state = 'draft', planned_at = null, ended_at = null, updated_at = $1
			where state = 'scheduled' and planned_at <= $1`, now); err != nil {
			return err
		}
		all, err := db.All[sendingRow](ctx, tx, `
			select `+sendingColumns+` from issue_sending where state = 'sending' for update`)
		for _, s := range all {
			if err := n.Mail.StopBulk(ctx, tx, s.ID); err != nil {
				return err
			}
			c, err := n.Mail.CountBulk(ctx, tx, s.ID)
			if err != nil {
				return err
			}
			s.State, s.EndedAt, s.BulkCount = sent, &now, c
			if err := n.store(ctx, tx, s); err != nil {
				return err
			}
		}
		return err
	})
}
