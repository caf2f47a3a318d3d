// Package mail holds every mail, to visitors and to who works here: its Dutch text, the outbox that
// makes it durable, and its way out over SMTP.
package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	had, err := o.shares(ctx, tx, all)
	if err != nil {
		return err
	}
	var rows mailRows
	moments := map[time.Time][]string{}
	for _, m := range all {
		key := o.cfg.Key(m.To)
		if had.over(m, key) {
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

func hasControl(s string) bool { return strings.ContainsFunc(s, unicode.IsControl) }
