package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/jobs"
)

const (
	giveUpAfter = 48 * time.Hour // after the first try
	// a mail longer in `sending` was left there by a process that died
	lease = 2 * time.Minute
	// until a locked row, or an earlier mail to the same person, is looked at again
	shortWait    = time.Second
	composeTime  = 15 * time.Second // together with the time-out of SMTP less than a job may take
	bookkeepTime = 10 * time.Second
)

// retryAfter is the pause after the n-th failure: 1, 5, 15, 60 minutes, then every 4 hours.
func retryAfter(n int) time.Duration {
	first := [...]time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
	if n <= len(first) {
		return first[max(n, 1)-1]
	}
	return 4 * time.Hour
}

// claimed is one row in `sending`, ours until its lease ends.
type claimed struct {
	Stored
	sealed   []byte
	firstTry time.Time
	round    int    // how often it was opened again
	lane     string // of pace
}

// onWake sends one mail, and then those to the same person that waited for it: each of them would
// else look again only after shortWait. What does not go at once is left to its own job, which also
// meets what failed here: the mail of this one is out.
func (o *Outbox) onWake(ctx context.Context, w Wake) error {
	if err := o.wake(ctx, w.ID); err != nil {
		return err
	}
	for id := w.ID; o.timeForOneMore(ctx); {
		next, err := o.following(ctx, id)
		if err != nil || next == "" {
			break
		}
		if again, err := o.Try(ctx, next); err != nil || again > 0 {
			break
		}
		id = next
	}
	return nil
}

// timeForOneMore says whether a mail that takes as long as it may still fits in this run of a job.
func (o *Outbox) timeForOneMore(ctx context.Context) bool {
	until, limited := ctx.Deadline()
	return !limited ||
		time.Until(until) > composeTime+o.cfg.Server.Timeout+bookkeepTime
}

// following is the mail that waits for this one, "" when none does.
func (o *Outbox) following(ctx context.Context, id string) (next string, err error) {
	err = o.pool.QueryRow(ctx, `
		select m.id
		from mail m
		join mail sent on sent.id = $1
		where m.recipient_key = sent.recipient_key
			and m.no > sent.no
			and m.kind <> 'M21'
			and m.state = 'queued'
		order by m.no
		limit 1`, id).Scan(&next)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return next, err
}

func (o *Outbox) wake(ctx context.Context, id string) error {
	again, err := o.Try(ctx, id)
	if err != nil {
		return err
	}
	if again > 0 {
		return jobs.Again(again)
	}
	return nil
}

// Try does what can be done for one mail now, and tells after how long to look again; 0 is never.
func (o *Outbox) Try(ctx context.Context, id string) (again time.Duration, err error) {
	m, again, err := o.claim(ctx, id)
	if err != nil || m == nil {
		return again, err
	}
	result := func() result {
		defer o.pace.leave(m.lane)
		return o.deliver(ctx, *m)
	}()
	return o.writeDown(ctx, *m, result)
}

// claim puts one mail in `sending` in a transaction of its own, so that no other worker sends it.
// No mail and no wait means that nothing is left to do.
func (o *Outbox) claim(ctx context.Context, id string) (m *claimed, wait time.Duration, err error) {
	lane := ""
	err = db.InTx(ctx, o.pool, func(tx pgx.Tx) error {
		row, locked, err := lockRow(ctx, tx, id)
		if err != nil || row == nil {
			if locked {
				wait = shortWait
			}
			return err
		}
		if wait, err = o.notYet(ctx, tx, *row); err != nil || wait > 0 || !row.open() {
			return err
		}
		if lane == "" { // else it entered, and the transaction runs once more
			to := o.laneTo(*row)
			if wait = o.pace.enter(row.Kind, to, o.clock.Now(), o.perMinute()); wait > 0 {
				return nil
			}
			lane = to
		}
		m, err = o.take(ctx, tx, *row)
		return err
	})
	if lane != "" && (err != nil || m == nil) {
		o.pace.leave(lane)
	}
	if err != nil {
		return nil, 0, err
	}
	if m != nil {
		m.lane = lane
	}
	return m, wait, nil
}

// row is a mail as it stands in the table.
type row struct {
	claimed
	no        int64
	state     string
	recipient []byte
	updatedAt time.Time
	heldUntil *time.Time // nil: until somebody says so
}

func (r row) open() bool {
	return r.state == "queued" || r.state == "sending" || r.state == "failed" ||
		r.state == "held" && r.heldUntil != nil
}

// lockRow gives the row, or none when it is gone or locked by somebody else.
func lockRow(ctx context.Context, tx pgx.Tx, id string) (r *row, locked bool, err error) {
	const one = `
		select id, kind, coalesce(occurrence_id, ''), cause_id, data, created_at, sealed, attempts,
			coalesce(first_try_at, created_at),
			no, state, recipient_key, updated_at,
			held_until, coalesce(member, ''), coalesce(topic, ''), round
		from mail
		where id = $1
		for update skip locked`
	r = &row{}
	err = tx.QueryRow(ctx, one, id).Scan(
		&r.ID,
		&r.Kind,
		&r.Occurrence,
		&r.Cause,
		&r.Data,
		&r.CreatedAt,
		&r.sealed,
		&r.Attempt,
		&r.firstTry,
		&r.no, &r.state, &r.recipient, &r.updatedAt, &r.heldUntil, &r.Member, &r.Topic,
		&r.round,
	)
	if err == nil {
		return r, false, nil
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return nil, false, fmt.Errorf("mail: claiming: %w", err)
	}
	if err = tx.QueryRow(ctx, `
		select exists (select from mail where id = $1)`, id).Scan(&locked); err != nil {
		return nil, false, fmt.Errorf("mail: claiming: %w", err)
	}
	return nil, locked, nil
}

// notYet tells how long this mail must wait: for its next try, for the worker that has it, or for
// an earlier mail to the same person.
func (o *Outbox) notYet(ctx context.Context, tx pgx.Tx, r row) (time.Duration, error) {
	if !r.open() {
		return 0, nil
	}
	if r.state == "held" {
		if wait := r.heldUntil.Sub(o.clock.Now()); wait > 0 {
			return wait, nil
		}
	}
	if wait := o.turn(r.state, r.Attempt, r.updatedAt); wait > 0 {
		return wait, nil
	}
	var state string
	var attempts int
	var updatedAt time.Time
	const earlier = `
		select state, attempts, updated_at
		from mail
		where recipient_key = $1 and no < $2 and kind <> 'M21' and state in ('queued', 'sending',
			'failed')
		order by no
		limit 1`
	err := tx.QueryRow(ctx, earlier, r.recipient, r.no).Scan(&state, &attempts, &updatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("mail: claiming: %w", err)
	}
	if state == "sending" {
		return shortWait, nil
	}
	return max(0, o.turn(state, attempts, updatedAt)) + shortWait, nil
}

// turn is how long a mail in this state must still be left alone.
func (o *Outbox) turn(state string, attempts int, updatedAt time.Time) time.Duration {
	now := o.clock.Now()
	switch {
	case state == "failed":
		return updatedAt.Add(retryAfter(attempts)).Sub(now)
	// a later moment is left by a clock that was set back
	case state == "sending" && !updatedAt.After(now):
		return updatedAt.Add(lease).Sub(now)
	}
	return 0
}

func (o *Outbox) take(ctx context.Context, tx pgx.Tx, r row) (*claimed, error) {
	now := o.clock.Now()
	if r.Attempt == 0 {
		r.firstTry = now
	}
	if now.After(r.firstTry.Add(giveUpAfter)) {
		if _, err := tx.Exec(ctx, `
			update mail set state = 'dead', sealed = null, last_error = 'late',
				updated_at = $2 where id = $1`, r.ID, now); err != nil {
			return nil, err
		}
		return nil, o.ended(ctx, tx, r.Stored, "dead")
	}
	r.Attempt++
	const sending = `
		update mail set state = 'sending', attempts = $2, first_try_at = $3,
			updated_at = $4 where id = $1`
	if _, err := tx.Exec(ctx, sending, r.ID, r.Attempt, r.firstTry, now); err != nil {
		return nil, fmt.Errorf("mail: claiming: %w", err)
	}
	return &r.claimed, nil
}

// result is what became of one try.
type result struct {
	state string // sent, failed, dead or withdrawn
	why   string // short class of the error, never an address or a text of the server
}

// deliver composes one mail from live data and sends it. It changes nothing in the table.
func (o *Outbox) deliver(ctx context.Context, m claimed) result {
	address, err := o.cfg.Open(m.ID, m.sealed)
	if err != nil {
		return result{"failed", "sealed"} // perhaps a key is missing that comes back
	}
	composing, done := context.WithTimeout(ctx, composeTime)
	letter, err := o.cfg.Compose(composing, m.Stored)
	done()
	if errors.Is(err, ErrUntrue) {
		return result{"withdrawn", WhyUntrue}
	}
	if err != nil {
		slog.WarnContext(ctx, "mail not composed", "mail", m.ID, "kind", m.Kind, "err", err)
		return result{"failed", "compose"}
	}
	return o.send(ctx, m, string(address), letter)
}

// writeDown stores the result, unless the mail was withdrawn meanwhile. It holds on for a while
// when the database stumbles: a mail that was accepted but not written down goes out a second time.
func (o *Outbox) writeDown(
	ctx context.Context,
	m claimed,
	r result,
) (again time.Duration, err error) {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), bookkeepTime)
	defer done()
	now := o.clock.Now()
	if r.state == "failed" {
		again = retryAfter(m.Attempt)
		if now.Add(again).After(m.firstTry.Add(giveUpAfter)) {
			r.state, again = "dead", 0
		}
	}
	const store = `
		update mail
		set state = $3::text, last_error = nullif($4, ''), updated_at = $5::timestamptz,
			sealed = case when $3 = 'failed' then sealed end,
			sent_at = case when $3 = 'sent' then $5 end
		where id = $1 and state = 'sending' and attempts = $2`
	for {
		withdrawn := false
		err := db.InTx(ctx, o.pool, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, store, m.ID, m.Attempt, r.state, r.why, now)
			withdrawn = tag.RowsAffected() == 0
			if err != nil || withdrawn {
				return err
			}
			return o.ended(ctx, tx, m.Stored, r.state)
		})
		if err == nil {
			logResult(ctx, m, r)
			if withdrawn {
				again = 0
			}
			return again, nil
		}
		select {
		case <-ctx.Done():
			return 0, fmt.Errorf("mail: writing down: %w", err)
		case <-time.After(shortWait):
		}
	}
}

// ended tells of a mail that is sent or dead.
func (o *Outbox) ended(ctx context.Context, tx pgx.Tx, m Stored, state string) error {
	if o.cfg.Ended == nil || state != "sent" && state != "dead" {
		return nil
	}
	return o.cfg.Ended(ctx, tx, m, state)
}

func logResult(ctx context.Context, m claimed, r result) {
	level := slog.LevelInfo
	if r.state == "failed" || r.state == "dead" {
		level = slog.LevelWarn
	}
	slog.Log(
		ctx,
		level,
		"mail",
		"mail",
		m.ID,
		"kind",
		m.Kind,
		"state",
		r.state,
		"attempt",
		m.Attempt,
		"why",
		r.why,
	)
}
