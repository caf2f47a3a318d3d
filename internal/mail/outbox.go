// Package mail holds every mail, to visitors and to who works here: its Dutch text, the outbox that
// makes it durable, and its way out over SMTP.
package mail

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/jobs"
)

// ErrUntrue is what a Composer returns when a mail is no longer true: it is withdrawn, not sent.
var ErrUntrue = errors.New("this mail is no longer true")

// ErrLineBreak refuses control characters in what becomes a header or a command: they could forge
// another one.
var ErrLineBreak = errors.New("mail: a control character where none may be")

// Mail is what a use case hands in.
type Mail struct {
	Kind       Kind
	To         string // one tidied address
	Occurrence string // id, or empty
	Cause      string // id of the row that this mail belongs to: a sign-up, a waitlist entry
	Data       any    // what the Composer needs besides, as JSON: ids only, no personal data
	// caused by a visitor: counts for the daily limit of its address and falls under it
	Limited bool
	// Member is whom of the staff it is for, and Topic the kind of news that they can switch off;
	// both empty: a visitor, or the house itself.
	Member, Topic string
	// Hold keeps it back for so long, in which Withdraw takes it back.
	Hold time.Duration
}

// Stored is a mail as the Composer gets it.
type Stored struct {
	ID         string
	Kind       Kind
	Occurrence string
	Cause      string
	Data       json.RawMessage
	Member     string // of the staff; empty: a visitor, or the house itself
	Topic      string
	CreatedAt  time.Time
	Attempt    int // 1 when it is tried for the first time
}

// Composer writes the letter from live data, right before sending. ErrUntrue withdraws the mail;
// any other error counts as a temporary failure.
type Composer func(ctx context.Context, m Stored) (Letter, error)

// Config is what the outbox needs of the rest of the house.
type Config struct {
	Server Server
	// right side of every Message-ID, and our name in the greeting
	Domain  string
	Bounces ReturnPath
	Sender  func() (name, address, replyTo, phone string) // of the settings
	Seal    func(id string, plain []byte) []byte
	Open    func(id string, sealed []byte) ([]byte, error)
	Key     func(address string) []byte // keyed hash
	Compose Composer
	// Ended hears of a mail that is sent or dead, in the transaction that writes it down; of some
	// that are sent at one moment, of one. nil: nobody wants to know. It must lock no row that is
	// held by who enqueues or recalls mails.
	Ended func(ctx context.Context, tx pgx.Tx, m Stored, state string) error
	// Returned hear of mails of their kind that came back or were complained of, before Ended
	// does.
	Returned map[Kind]ReturnHandler

	// scales the daily limit of an address and the pace of a domain; 0 = no limits
	LimitFactor float64
}

// Outbox stores mails and sends them. Any number of processes may run it on one database.
type Outbox struct {
	pool  *pgxpool.Pool
	clock *clock.Clock
	queue *jobs.Queue
	cfg   Config
	lines lines
	pace  pace

	writers chan struct{}      // who write a letter
	talks   chan struct{}      // who talk to the server
	books   db.Lines[*claimed] // what is to be written down
}

// New gives the outbox and puts its jobs on the queue; call it before the queue starts.
func New(pool *pgxpool.Pool, c *clock.Clock, queue *jobs.Queue, cfg Config) *Outbox {
	if cfg.Server.Timeout <= 0 {
		cfg.Server.Timeout = defaultTimeout
	}
	o := &Outbox{
		pool: pool, clock: c, queue: queue, cfg: cfg,
		writers: make(chan struct{}, writeWidth),
		talks:   make(chan struct{}, jobs.LaneWidth+bulkWidth),
	}
	jobs.Handle(queue, o.onWake)
	jobs.HandleFew(queue, bulkWidth, o.onWakeBulk)
	jobs.Every(queue, "mail sweep", 24*time.Hour, o.Sweep)
	return o
}

// Wake is the job that sends mails. The rows are the truth: a wake too many does nothing.
type Wake struct {
	ID  string   `json:"id,omitempty"` // one, as they were stored before
	IDs []string `json:"ids,omitempty"`
}

// Kind names the job.
func (Wake) Kind() string { return "mail" }

func (w Wake) all() []string {
	if w.ID != "" {
		return []string{w.ID}
	}
	return w.IDs
}

// wakes are the jobs that send these mails at a moment; the zero one: at once.
func wakes(ids []string, at time.Time) (all []jobs.At) {
	for some := range slices.Chunk(ids, mostAlong) {
		all = append(all, jobs.At{Job: Wake{IDs: some}, At: at})
	}
	return all
}

// Enqueue stores the mail and its waking job in tx: it goes out after tx commits, or never existed.
// A Limited mail to an address that had its share of today is not stored, and nobody is told; nor
// is one of a kind of which an address gets so many a day. Such mails lock their address until tx
// ends: enqueue them after all row locks.
func (o *Outbox) Enqueue(ctx context.Context, tx pgx.Tx, m Mail) error {
	return o.EnqueueAll(ctx, tx, []Mail{m})
}

// EnqueueAll is Enqueue for many mails, in their order.
func (o *Outbox) EnqueueAll(ctx context.Context, tx pgx.Tx, all []Mail) error {
	for _, m := range all {
		if _, known := kinds[m.Kind]; !known {
			return fmt.Errorf("mail: unknown kind %q", m.Kind)
		}
		if m.To == "" {
			return errors.New("mail: no address")
		}
		if hasControl(m.To) {
			return ErrLineBreak
		}
	}
	now := o.clock.Now()
	over, err := o.limits(ctx, tx, all)
	if err != nil {
		return err
	}
	var rows mailRows
	moments := map[time.Time][]string{}
	for _, m := range all {
		key := o.cfg.Key(m.To)
		if over(m, key) {
			continue
		}
		id, until := db.NewID("mail"), time.Time{}
		if m.Hold > 0 {
			until = now.Add(m.Hold)
		}
		rows.add(id, m, key, o.cfg.Seal(id, []byte(m.To)), until)
		moments[until] = append(moments[until], id)
	}
	if err := o.insert(ctx, tx, rows, now); err != nil {
		return err
	}
	var rings []jobs.At
	for until, ids := range moments {
		rings = append(rings, wakes(ids, until)...)
	}
	return o.queue.InsertAll(ctx, tx, rings)
}

// mailRows are mails that are not stored yet, by their columns.
type mailRows struct {
	ids, kinds, states, occurrences, causes, members, topics []string
	keys, sealed, data                                       [][]byte
	limited                                                  []bool
	until                                                    []*time.Time
}

func (r *mailRows) add(id string, m Mail, key, sealed []byte, until time.Time) {
	data, state, held := []byte("{}"), "queued", (*time.Time)(nil)
	if m.Data != nil {
		data = db.JSON(m.Data)
	}
	if !until.IsZero() {
		state, held = "held", &until
	}
	r.ids, r.kinds, r.states = append(r.ids, id), append(r.kinds, string(m.Kind)),
		append(r.states, state)
	r.occurrences, r.causes = append(r.occurrences, m.Occurrence), append(r.causes, m.Cause)
	r.members, r.topics = append(r.members, m.Member), append(r.topics, m.Topic)
	r.keys, r.sealed, r.data = append(r.keys, key), append(r.sealed, sealed), append(r.data, data)
	r.limited, r.until = append(r.limited, m.Limited), append(r.until, held)
}

// insert stores mails in their order.
func (o *Outbox) insert(ctx context.Context, tx pgx.Tx, r mailRows, now time.Time) error {
	if len(r.ids) == 0 {
		return nil
	}
	var b pgx.Batch
	b.Queue(`
		insert into mail (id, kind, state, occurrence_id, cause_id, recipient_key, limited, sealed,
			data, created_at, updated_at, held_until, member, topic)
		select id, kind, state, nullif(occurrence, ''), cause, key, limited, sealed,
			convert_from(data, 'UTF8')::jsonb, $13, $13, until, nullif(member, ''),
			nullif(topic, '')
		from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[],
			$7::boolean[], $8::bytea[], $9::bytea[], $10::timestamptz[], $11::text[],
			$12::text[]) with ordinality as new (id, kind, state, occurrence, cause, key, limited,
			sealed, data, until, member, topic, n)
		order by n`,
		r.ids, r.kinds, r.states, r.occurrences, r.causes, r.keys, r.limited, r.sealed, r.data,
		r.until, r.members, r.topics, now)
	return db.Later(ctx, tx, &b)
}

// Withdraw takes back the mails of a kind that are held for this cause; it says whether there was
// one.
func (o *Outbox) Withdraw(ctx context.Context, tx pgx.Tx, kind Kind, cause string) (bool, error) {
	tag, err := tx.Exec(
		ctx, `
		update mail
		set state = 'withdrawn', sealed = null, last_error = '`+WhyUndone+`',
			updated_at = $3
		where cause_id = $1 and kind = $2 and state = 'held'`,
		cause,
		kind,
		o.clock.Now(),
	)
	return tag.RowsAffected() > 0, err
}

// Recall takes back the mails of a kind for this cause that have not gone out: what they say is no
// longer true. One that is on its way right now may still arrive.
func (o *Outbox) Recall(ctx context.Context, tx pgx.Tx, kind Kind, cause string) error {
	_, err := tx.Exec(ctx, `
		update mail set state = 'withdrawn', sealed = null, last_error = '`+WhyUntrue+`',
			updated_at = $3
		where cause_id = $1 and kind = $2 and state in ('held', 'queued', 'sending', 'failed')`,
		cause,
		kind,
		o.clock.Now(),
	)
	return err
}

const (
	dailyLimit  = 5.0
	limitPeriod = 24 * time.Hour
)

// limits gives what tells of each of these mails, in their order, whether its address had all
// that it gets of its kind in 24 hours, or else all that visitors cause. It locks the addresses
// first, in one order, so that sign-ups at one moment are counted one after the other.
func (o *Outbox) limits(
	ctx context.Context, tx pgx.Tx, all []Mail,
) (over func(m Mail, key []byte) bool, err error) {
	had := map[string]float64{} // by the address and, of those that have their own limit, the kind
	of := func(m Mail, key []byte) string {
		if kinds[m.Kind].aDay > 0 {
			return string(key) + string(m.Kind)
		}
		return string(key)
	}
	counted := func(m Mail) bool {
		return (m.Limited || kinds[m.Kind].aDay > 0) && o.cfg.LimitFactor > 0
	}
	over = func(m Mail, key []byte) bool {
		if !counted(m) {
			return false
		}
		most := cmp.Or(kinds[m.Kind].aDay, dailyLimit)
		if had[of(m, key)] >= max(1, math.Floor(most*o.cfg.LimitFactor)) {
			return true
		}
		if kinds[m.Kind].aDay > 0 && m.Limited {
			had[string(key)]++
		}
		had[of(m, key)]++
		return false
	}
	var keys [][]byte
	var own []string
	for _, m := range all {
		if counted(m) {
			keys, own = append(keys, o.cfg.Key(m.To)), append(own, "")
			if kinds[m.Kind].aDay > 0 {
				own[len(own)-1] = string(m.Kind)
			}
		}
	}
	if len(keys) == 0 {
		return over, nil
	}
	b := &pgx.Batch{}
	b.Queue(`
		select pg_advisory_xact_lock(address)
		from (
			select distinct hashtextextended('mail:' || encode(key, 'hex'), 0) as address
			from unnest($1::bytea[]) as k (key)
			order by address
		) addresses`, keys)
	var key []byte
	var kind string
	var n float64
	b.Queue(`
		select k.key, k.kind, (
			select count(*)
			from mail
			where recipient_key = k.key
				and created_at > $3
				and case when k.kind = '' then limited else mail.kind = k.kind end
		)
		from unnest($1::bytea[], $2::text[]) as k (key, kind)`,
		keys, own, o.clock.Now().Add(-limitPeriod)).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&key, &kind, &n}, func() error {
			had[string(key)+kind] = n
			return nil
		})
		return err
	})
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return nil, fmt.Errorf("mail: limit: %w", err)
	}
	return over, nil
}

// Forget withdraws every mail of these causes that is not out yet and wipes its address, for an
// erasure. Mails that an erasure leaves true (AddressRemoved, Cancelled, Erased) stay.
func (o *Outbox) Forget(ctx context.Context, tx pgx.Tx, causes ...string) error {
	// what a mail tells of their other dates is still so
	if err := o.drop(ctx, tx, `true`, `x->>'row' = any($1)`, causes); err != nil {
		return fmt.Errorf("mail: forgetting: %w", err)
	}
	const withdraw = `
		update mail
		set state = 'withdrawn', sealed = null, last_error = '` + WhyForgotten + `', updated_at = $2
		where cause_id = any($1) and state in ('held', 'queued', 'sending',
			'failed') and kind <> all($3)`
	if _, err := tx.Exec(ctx, withdraw, causes, o.clock.Now(), surviving()); err != nil {
		return fmt.Errorf("mail: forgetting: %w", err)
	}
	return nil
}

// Readdress sends the mails of a cause that wait for one address to another; with no other address
// they are taken back. One that is on its way right now may still arrive at the old one.
func (o *Outbox) Readdress(ctx context.Context, tx pgx.Tx, cause, from, to string) error {
	if from == "" || from == to {
		return nil
	}
	rows, err := tx.Query(ctx, `
		select id
		from mail
		where cause_id = $1 and recipient_key = $2 and state in ('held', 'queued', 'failed')
		order by no
		for update`, cause, o.cfg.Key(from))
	if err != nil {
		return fmt.Errorf("mail: another address: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("mail: another address: %w", err)
	}
	for _, id := range ids {
		if to == "" {
			_, err = tx.Exec(ctx, `
				update mail
				set state = 'withdrawn', sealed = null, last_error = '`+WhyUntrue+`',
					updated_at = $2
				where id = $1`, id, o.clock.Now())
		} else {
			_, err = tx.Exec(ctx, `
				update mail set sealed = $2, recipient_key = $3 where id = $1`,
				id, o.cfg.Seal(id, []byte(to)), o.cfg.Key(to))
		}
		if err != nil {
			return fmt.Errorf("mail: another address: %w", err)
		}
	}
	return nil
}

func surviving() (all []string) {
	for k, v := range kinds {
		if v.survivesErasure {
			all = append(all, string(k))
		}
	}
	return all
}

const (
	keepClosed  = 30 * 24 * time.Hour
	sweptAtOnce = 1000 // mails
	staleWaking = 24 * time.Hour
)

// stillTells is true of a mail, m, that told somebody who is still known that a date does not go on
// that is not over at $2: should it go on after all, they are who must hear it.
const stillTells = `
	m.kind = $3 and m.state = 'sent' and exists (
		select
		from jsonb_array_elements(
			case when m.data ? 'about' then m.data->'about'
				else jsonb_build_array(jsonb_build_object('row', m.cause_id)) end
		) as t (told)
		left join registration r on r.id = told->>'row'
		left join waitlist_entry e on e.id = told->>'row'
		join occurrence o on o.id = coalesce(r.occurrence_id, e.occurrence_id)
		where o.ends_at > $2
	)`

// SweepClosed deletes mails that were closed (sent, dead, withdrawn) 30 days ago; one that says
// that dates do not go on stays until the last of them is over. They go some at a time: after a
// long pause there may be very many.
func (o *Outbox) SweepClosed(ctx context.Context) error {
	now := o.clock.Now()
	for {
		tag, err := o.pool.Exec(
			ctx, `
			delete from mail
			where id in (
				select m.id
				from mail m
				where m.state in ('sent', 'dead', 'withdrawn')
					and m.updated_at < $1
					and not (`+stillTells+`)
				limit $4
			)`,
			now.Add(-keepClosed), now, DateOff, sweptAtOnce,
		)
		if err != nil {
			return fmt.Errorf("mail: sweeping: %w", err)
		}
		if tag.RowsAffected() < sweptAtOnce {
			return nil
		}
	}
}

// LetGo deletes the closed mails about rows that go. What a mail tells of other dates stays.
func (o *Outbox) LetGo(ctx context.Context, tx pgx.Tx, rows ...string) error {
	const closed = ` and m.state in ('sent', 'dead', 'withdrawn')`
	for _, sql := range []string{
		`
			update mail m
			set data = jsonb_set(m.data, '{about}', (
				select coalesce(jsonb_agg(x order by n), '[]')
				from jsonb_array_elements(m.data->'about') with ordinality as t (x, n)
				where not x->>'row' = any($1)
			))
			where m.id in (
				select a.id
				from unnest($1::text[]) as gone (id)
				join mail a on ` + AlsoOf("a", "gone.id") + `
			)` + closed,
		`
			update mail m
			set cause_id = m.data->'about'->0->>'row',
				occurrence_id = m.data->'about'->0->>'date'
			where m.cause_id = any($1) and m.data->'about'->0 is not null` + closed,
		`delete from mail m where m.cause_id = any($1)` + closed,
	} {
		if _, err := tx.Exec(ctx, sql, rows); err != nil {
			return fmt.Errorf("mail: letting go: %w", err)
		}
	}
	return nil
}

// Sweep wakes open mails that nothing touched for a day, should their job have been lost.
func (o *Outbox) Sweep(ctx context.Context) error {
	now := o.clock.Now()
	return db.InTx(ctx, o.pool, func(tx pgx.Tx) error {
		asleep, err := db.All[string](ctx, tx, `
			select id
			from mail
			where (state in ('queued', 'sending', 'failed')
					or state = 'held' and held_until is not null)
				and updated_at < $1`, now.Add(-staleWaking))
		if err != nil {
			return fmt.Errorf("mail: sweeping: %w", err)
		}
		return o.queue.InsertAll(ctx, tx, wakes(asleep, time.Time{}))
	})
}

func hasControl(s string) bool { return strings.ContainsFunc(s, unicode.IsControl) }
