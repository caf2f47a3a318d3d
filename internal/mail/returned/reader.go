package returned

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
)

// Every is how often the mailbox is read.
const Every = 5 * time.Minute

// Reader reads the mailbox and hands what came back to the outbox. All fields are required.
type Reader struct {
	Pool    *pgxpool.Pool
	Clock   *clock.Clock
	Mailbox Mailbox
	Path    mail.ReturnPath
	Tell    func(ctx context.Context, r mail.Return) (known bool, err error)
}

// Count is how much came back on one day, by outcome; "unknown" is what was forged, or about a mail
// that is forgotten already, and "other" what says nothing of a mail.
type Count map[string]int

// Seen is what is remembered of the mailbox. It holds nothing of anybody.
type Seen struct {
	place
	ReadAt time.Time        `json:"readAt"`          // when all went well last
	Fault  string           `json:"fault,omitempty"` // class of what went wrong since
	Since  time.Time        `json:"since,omitzero"`  // of the fault
	Days   map[string]Count `json:"days"`            // of the last 30 days
}

const (
	reportKind = "returned mail"
	keepDays   = 30
)

// Run looks into the mailbox once. What is wrong with the mailbox is remembered for the status page
// and is no error: it is looked at again. Of two processes one reads.
func (r *Reader) Run(ctx context.Context) error {
	if r.Mailbox.Host == "" {
		return nil
	}
	seen, err := Load(ctx, r.Pool)
	if err != nil {
		return err
	}
	err = r.Mailbox.read(
		ctx, seen.place,
		func(raw []byte) (bool, error) {
			word, done, err := r.take(ctx, raw)
			if err == nil && word != "" {
				seen.count(r.Clock.Now(), word)
			}
			return done, err
		},
		func(at place) error {
			seen.place = at
			return r.store(ctx, seen)
		},
	)
	now := r.Clock.Now()
	var f fault
	switch {
	case err == nil:
		seen.ReadAt, seen.Fault, seen.Since = now, "", time.Time{}
	case errors.As(err, &f):
		if seen.Fault == "" {
			seen.Since = now
		}
		seen.Fault, err = f.class, nil
	}
	return errors.Join(err, r.store(ctx, seen))
}

// take handles one message. done is true when it is about one of our mails, and holds nothing that
// a person must read: what it was told, or an answer by a machine.
func (r *Reader) take(ctx context.Context, raw []byte) (word string, done bool, err error) {
	f := Read(raw, r.Path.Find)
	switch {
	case f.Outcome != "":
		known, err := r.Tell(ctx, f.Return)
		if err != nil {
			return "", false, err
		}
		if !known {
			return "unknown", true, nil
		}
		return string(f.Outcome), true, nil
	case f.Looks && f.Mail == "":
		return "unknown", false, nil
	case f.Mail != "":
		return "other", false, nil
	}
	return "", false, nil
}

func (s *Seen) count(now time.Time, word string) {
	if s.Days == nil {
		s.Days = map[string]Count{}
	}
	oldest := clock.Date(now.AddDate(0, 0, -keepDays))
	maps.DeleteFunc(s.Days, func(day string, _ Count) bool { return day < oldest })
	day := clock.Date(now)
	if s.Days[day] == nil {
		s.Days[day] = Count{}
	}
	s.Days[day][word]++
}

// Total is how much came back in the last 30 days.
func (s Seen) Total(now time.Time) Count {
	out, oldest := Count{}, clock.Date(now.AddDate(0, 0, -keepDays))
	for day, n := range s.Days {
		for word, k := range n {
			if day >= oldest {
				out[word] += k
			}
		}
	}
	return out
}

// Load gives what is remembered; nothing yet is the zero value.
func Load(ctx context.Context, q db.Querier) (s Seen, err error) {
	var doc []byte
	err = q.QueryRow(ctx, `
		select doc
		from ops_report
		where kind = $1`, reportKind).Scan(&doc)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(doc, &s)
	}
	return s, err
}

func (r *Reader) store(ctx context.Context, s Seen) error {
	_, err := r.Pool.Exec(ctx, `
		insert into ops_report (kind, doc, at)
		values ($1, $2, $3)
		on conflict (kind) do update
		set doc = excluded.doc, at = excluded.at`, reportKind, db.JSON(s), r.Clock.Now())
	return db.Problem(err)
}
