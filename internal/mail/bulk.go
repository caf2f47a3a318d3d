package mail

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	gomail "github.com/wneessen/go-mail"

	"herstelruimte/internal/db"
	"herstelruimte/internal/jobs"
)

// WakeBulk is Wake for a mail to many: they have a lane of their own, so that no mail of a visitor
// waits behind them.
type WakeBulk struct {
	ID string `json:"id"`
}

// Kind names the job.
func (WakeBulk) Kind() string { return "newsletter" }

func (o *Outbox) onWakeBulk(ctx context.Context, w WakeBulk) error {
	again, err := o.Try(ctx, w.ID)
	return cmp.Or(err, later(again))
}

// Reader is one to whom a newsletter goes: the row of the list, and the address.
type Reader struct{ Cause, To string }

// BulkData is what a mail of a newsletter carries.
type BulkData struct {
	Issue string `json:"issue"`
	Test  bool   `json:"test,omitempty"`
}

// StoreBulk stores a newsletter for each of these readers in tx. None goes out before ReleaseBulk.
func (o *Outbox) StoreBulk(ctx context.Context, tx pgx.Tx, issue string, to []Reader) error {
	now, data := o.clock.Now(), db.JSON(BulkData{Issue: issue})
	columns := []string{
		"id", "kind", "state", "cause_id", "recipient_key", "sealed", "data", "created_at",
		"updated_at",
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"mail"}, columns,
		pgx.CopyFromSlice(len(to), func(n int) ([]any, error) {
			if to[n].To == "" || hasControl(to[n].To) {
				return nil, ErrLineBreak
			}
			id := db.NewID("mail")
			return []any{
				id, string(Newsletter), "held", to[n].Cause, o.cfg.Key(to[n].To),
				o.cfg.Seal(id, []byte(to[n].To)), data, now, now,
			}, nil
		}))
	if err != nil {
		return fmt.Errorf("mail: storing: %w", err)
	}
	return nil
}

// ofIssue are the mails of a newsletter to its readers, apart from test mails.
const ofIssue = `kind = 'M21' and data->>'issue' = $1 and not data ? 'test'`

// ReleaseBulk lets the next n mails of a newsletter go.
func (o *Outbox) ReleaseBulk(ctx context.Context, tx pgx.Tx, issue string, n int) error {
	rows, err := tx.Query(ctx, `
		update mail
		set state = 'queued', updated_at = $3
		where id in (
			select id
			from mail
			where `+ofIssue+` and state = 'held'
			order by no
			limit $2
			for update skip locked
		)
		returning id`, issue, n, o.clock.Now())
	if err != nil {
		return fmt.Errorf("mail: releasing: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("mail: releasing: %w", err)
	}
	wakes := make([]jobs.At, len(ids))
	for i, id := range ids {
		wakes[i].Job = WakeBulk{ID: id}
	}
	return o.queue.InsertAll(ctx, tx, wakes)
}

// StopBulk takes back what has not gone out of a newsletter.
func (o *Outbox) StopBulk(ctx context.Context, tx pgx.Tx, issue string) error {
	_, err := tx.Exec(ctx, `
		update mail
		set state = 'withdrawn', sealed = null, last_error = $2, updated_at = $3
		where `+ofIssue+` and state in ('held', 'queued', 'sending', 'failed')`,
		issue, WhyStopped, o.clock.Now())
	return err
}

// BulkCount is how a newsletter stands.
type BulkCount struct{ Sent, Waiting, Failed, Withdrawn int }

// CountBulk counts the mails of a newsletter that are still stored.
func (o *Outbox) CountBulk(ctx context.Context, q db.Querier, issue string) (c BulkCount, err error) {
	err = q.QueryRow(ctx, `
		select count(*) filter (where state = 'sent'),
			count(*) filter (where state in ('held', 'queued', 'sending', 'failed')),
			count(*) filter (where state = 'dead'),
			count(*) filter (where state = 'withdrawn')
		from mail
		where `+ofIssue, issue).Scan(&c.Sent, &c.Waiting, &c.Failed, &c.Withdrawn)
	return c, err
}

// BulkDead is a mail of a newsletter that was given up. Nobody: a server said while it was sent
// that nobody has the address.
type BulkDead struct {
	Cause, Why string
	Nobody     bool
}

// DeadBulk are those of a newsletter that were given up, with the code of Why. That is WhyAddress
// only when the list loses the address by it.
func (o *Outbox) DeadBulk(ctx context.Context, q db.Querier, issue string) ([]BulkDead, error) {
	rows, err := q.Query(ctx, `
		select cause_id, coalesce(last_error, ''), coalesce(returned, '') = 'hard'
		from mail
		where `+ofIssue+` and state = 'dead'
		order by no`, issue)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[BulkDead])
	for i, d := range all {
		nobody := nobodyHas(d.Why)
		why := whyOf("dead", d.Why)
		switch {
		case nobody:
			why = WhyAddress
		case why == WhyAddress && !d.Nobody: // nor did it come back for that
			why = WhyRefused
		}
		all[i].Why, all[i].Nobody = why, nobody
	}
	return all, err
}

// headers puts on a mail to many what it has besides.
func (b *Bulk) headers(msg *gomail.Msg) error {
	if hasControl(b.Leave) || hasControl(b.ListID) {
		return ErrLineBreak
	}
	msg.SetGenHeader("Precedence", "bulk")
	msg.SetGenHeader("List-Id", "<"+b.ListID+">")
	if b.Leave != "" {
		msg.SetGenHeader("List-Unsubscribe", "<"+b.Leave+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	msg.AddAlternativeString(gomail.TypeTextHTML, b.HTML)
	return nil
}

// BulkTests counts the test mails of newsletters since a moment.
func (o *Outbox) BulkTests(ctx context.Context, q db.Querier, after time.Time) (n int, err error) {
	err = q.QueryRow(ctx, `
		select count(*)
		from mail
		where kind = 'M21' and data ? 'test' and created_at > $1`, after).Scan(&n)
	return n, err
}
