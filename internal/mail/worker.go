package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	gomail "github.com/wneessen/go-mail"

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
	// groupTime is how long mails wait for those before them that were claimed with them: what is
	// left then is given back, so that a slow server never keeps one until its lease ends.
	groupTime = 5 * time.Second
	mostAlong = 32 // mails that one job sends
	// writeWidth is how many letters are written at once, so that the connections to the database
	// are left to visitors.
	writeWidth = 16
)

// retryAfter is the pause after the n-th failure: 1, 5, 15, 60 minutes, then every 4 hours.
func retryAfter(n int) time.Duration {
	first := [...]time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}
	if n <= len(first) {
		return first[max(n, 1)-1]
	}
	return 4 * time.Hour
}

// claimed is a mail that a worker has, ours until its lease ends.
type claimed struct {
	Stored
	sealed   []byte
	state    string
	firstTry time.Time
	round    int // how often it was opened again

	msg    *gomail.Msg // nil: it ends without a server
	result result
	again  time.Duration // after how long to look again; 0: never
	err    error         // its result could not be written down
	done   chan struct{} // it was
}

// onWake sends mails, and then those to the same people that waited for them: each of these would
// else look again only after shortWait. What does not go at once is left to its own job, which also
// meets what failed here.
func (o *Outbox) onWake(ctx context.Context, w Wake) error {
	out, again, err := o.try(ctx, w.all())
	if err != nil {
		return err
	}
	for len(out) > 0 && o.timeForOneMore(ctx) {
		if out, err = o.following(ctx, out); err != nil || len(out) == 0 {
			break
		}
		out, _, _ = o.try(ctx, out)
	}
	return later(again)
}

// later asks for another run of a job after so long; 0: none.
func later(again time.Duration) error {
	if again > 0 {
		return jobs.Again(again)
	}
	return nil
}

// timeForOneMore says whether a mail that takes as long as it may still fits in this run of a job.
func (o *Outbox) timeForOneMore(ctx context.Context) bool {
	until, limited := ctx.Deadline()
	return !limited ||
		time.Until(until) > composeTime+o.cfg.Server.Timeout+bookkeepTime
}

// following are the mails that waited for these: of each person the first.
func (o *Outbox) following(ctx context.Context, ids []string) ([]string, error) {
	return db.All[string](ctx, o.pool, `
		select distinct on (m.recipient_key) m.id
		from mail gone
		join mail m on m.recipient_key = gone.recipient_key and m.no > gone.no
		where gone.id = any($1) and m.kind <> 'M21' and m.state = 'queued'
		order by m.recipient_key, m.no`, ids)
}

// Try does what can be done for one mail now, and tells after how long to look again; 0 is never.
func (o *Outbox) Try(ctx context.Context, id string) (again time.Duration, err error) {
	_, again, err = o.try(ctx, []string{id})
	return again, err
}

// try does what can be done for these mails now: out are those that are out of hand, and of the
// others it tells after how long to look again. Those that may go are claimed and written together;
// those to one domain go one after the other, and what came of each is written down together with
// what came of others meanwhile.
func (o *Outbox) try(ctx context.Context, ids []string) (out []string, again time.Duration, err error) {
	lanes, again, err := o.enter(ctx, ids)
	defer func() {
		for lane := range lanes {
			o.pace.leave(lane)
		}
	}()
	if err != nil {
		return nil, 0, err
	}
	all, err := o.claim(ctx, lanes)
	if err != nil {
		return nil, 0, err
	}
	var work sync.WaitGroup
	for _, m := range all {
		work.Go(func() {
			o.writers <- struct{}{}
			m.msg, m.result = o.write(ctx, m)
			<-o.writers
		})
	}
	work.Wait()
	for _, mails := range lanes {
		work.Go(func() { o.sendAll(ctx, mails) })
	}
	work.Wait()
	for _, mails := range lanes {
		for _, m := range mails {
			if m.done != nil {
				<-m.done
			}
			if again = sooner(again, m.again); m.again == 0 {
				out = append(out, m.ID)
			}
			err = errors.Join(err, m.err)
		}
	}
	return out, again, err
}

// sooner is the first of two waits; 0 is none.
func sooner(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// result is what became of one try.
type result struct {
	state string // sent, failed, dead or withdrawn; queued: it was given back, and counts as none
	why   string // short class of the error, never an address or a text of the server
}

// write writes the letter of a mail from live data; else it says what becomes of it without.
func (o *Outbox) write(ctx context.Context, m *claimed) (msg *gomail.Msg, r result) {
	defer func() {
		if p := recover(); p != nil {
			slog.ErrorContext(ctx, "composing panicked",
				"kind", m.Kind, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			msg, r = nil, result{"failed", "compose"}
		}
	}()
	if o.clock.Now().After(m.firstTry.Add(giveUpAfter)) {
		return nil, result{"dead", "late"}
	}
	address, err := o.cfg.Open(m.ID, m.sealed)
	if err != nil {
		return nil, result{"failed", "sealed"} // perhaps a key is missing that comes back
	}
	composing, done := context.WithTimeout(ctx, composeTime)
	letter, err := o.cfg.Compose(composing, m.Stored)
	done()
	if errors.Is(err, ErrUntrue) {
		return nil, result{"withdrawn", WhyUntrue}
	}
	if err != nil {
		slog.WarnContext(ctx, "mail not composed", "mail", m.ID, "kind", m.Kind, "err", err)
		return nil, result{"failed", "compose"}
	}
	return o.addressed(*m, string(address), letter)
}

// sendAll sends mails to one domain one after the other. It does not wait until each is written
// down; but no more than a few are not while it sends.
func (o *Outbox) sendAll(ctx context.Context, all []*claimed) {
	select {
	case o.talks <- struct{}{}:
		defer func() { <-o.talks }()
	case <-ctx.Done():
	}
	began := time.Now()
	for i, m := range all {
		switch {
		case m.done == nil:
			continue
		case m.msg == nil:
		case ctx.Err() != nil, i > 0 && time.Since(began) > groupTime:
			m.result = result{state: "queued"}
		default:
			m.result = o.transmit(ctx, m.msg)
		}
		m.msg = nil
		o.books.Join("", m, mostAlong, o.writeDown)
	}
}

// writeDown stores what came of mails, unless they were withdrawn meanwhile. It holds on for a
// while when the database stumbles: a mail that was accepted but not written down goes out a second
// time.
func (o *Outbox) writeDown(all []*claimed) {
	ctx, done := context.WithTimeout(context.Background(), bookkeepTime)
	defer done()
	db.Halves(all, func(all []*claimed) error { return o.book(ctx, all) },
		func(m *claimed, err error) {
			for err != nil && m.err == nil {
				select {
				case <-ctx.Done():
					m.err = fmt.Errorf("mail: writing down: %w", err)
				case <-time.After(shortWait):
					err = o.book(ctx, []*claimed{m})
				}
			}
		})
	for _, m := range all {
		close(m.done)
	}
}

func (o *Outbox) book(ctx context.Context, all []*claimed) (err error) {
	defer func() {
		if p := recover(); p != nil {
			slog.Error("writing down panicked",
				"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = errors.New("panic")
		}
	}()
	now := o.clock.Now()
	var ids, states, whys []string
	var tries []int
	for _, m := range all {
		switch r := &m.result; r.state {
		case "queued":
			m.again = shortWait
		case "failed":
			m.again = retryAfter(m.Attempt)
			if now.Add(m.again).After(m.firstTry.Add(giveUpAfter)) {
				r.state, m.again = "dead", 0
			}
		}
		ids, tries = append(ids, m.ID), append(tries, m.Attempt)
		states, whys = append(states, m.result.state), append(whys, m.result.why)
	}
	if err := db.InTx(ctx, o.pool, func(tx pgx.Tx) error {
		kept, err := db.All[string](ctx, tx, `
			update mail m
			set state = x.state, last_error = nullif(x.why, ''), updated_at = $5,
				sealed = case when x.state in ('failed', 'queued') then sealed end,
				attempts = m.attempts - (x.state = 'queued')::integer,
				sent_at = case when x.state = 'sent' then $5::timestamptz end
			from unnest($1::text[], $2::integer[], $3::text[], $4::text[])
				as x (id, attempts, state, why)
			where m.id = x.id and m.state = 'sending' and m.attempts = x.attempts
			returning m.id`, ids, tries, states, whys, now)
		if err != nil {
			return err
		}
		return o.ended(ctx, tx, all, kept)
	}); err != nil {
		return err
	}
	for _, m := range all {
		logResult(ctx, m)
	}
	return nil
}

// ended tells of the mails that are dead now, and of one of those that are sent. One that was
// withdrawn meanwhile needs no other look.
func (o *Outbox) ended(ctx context.Context, tx pgx.Tx, all []*claimed, kept []string) error {
	sent := false
	for _, m := range all {
		switch state := m.result.state; {
		case !slices.Contains(kept, m.ID):
			m.again = 0
		case state == "dead", state == "sent" && !sent:
			sent = sent || state == "sent"
			if err := o.tell(ctx, tx, m.Stored, state); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *Outbox) tell(ctx context.Context, tx pgx.Tx, m Stored, state string) error {
	if o.cfg.Ended == nil {
		return nil
	}
	return o.cfg.Ended(ctx, tx, m, state)
}

func logResult(ctx context.Context, m *claimed) {
	level := slog.LevelInfo
	if m.result.state == "failed" || m.result.state == "dead" {
		level = slog.LevelWarn
	}
	slog.Log(ctx, level, "mail", "mail", m.ID, "kind", m.Kind, "state", m.result.state,
		"attempt", m.Attempt, "why", m.result.why)
}
