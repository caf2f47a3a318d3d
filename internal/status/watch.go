package status

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
)

// WatchEvery is how often Watch looks.
const WatchEvery = 10 * time.Minute

const (
	settle = 15 * time.Minute // a fault that is seen for less, such as a restart, is no mail
	again  = 24 * time.Hour   // a fault is mailed about once in this time
	holds  = 2 * time.Hour    // what is good for so long is mended: what comes and goes is not
)

// notice is what is remembered of a check that is not good, in ops_report under "notice:" and its
// key.
type notice struct {
	Title string    `json:"title"`
	Says  string    `json:"says"`
	Todo  string    `json:"todo"`
	State State     `json:"state"`
	Since time.Time `json:"since"` // in this state
	// in this state for the first time: data can tell of longer ago
	Seen   time.Time `json:"seen"`
	Mailed time.Time `json:"mailed"` // when it was mailed about last; zero once it was mended
	Open   bool      `json:"told"`   // it was mailed about, and not yet that it is over
}

// trouble is what a mail of this room carries.
type trouble struct {
	Keys   []string `json:"keys"`
	Mended bool     `json:"mended"`
}

// Watch looks, remembers since when what is how, and mails to who keeps the site: about each fault
// at most once a day, and once when it is over for good. What is remembered and the mails are
// stored together.
func (s *Status) Watch(ctx context.Context) error {
	return s.keep(ctx, s.Look(ctx).Checks)
}

func (s *Status) keep(ctx context.Context, checks []Check) error {
	return db.InTx(ctx, s.cfg.Pool, func(tx pgx.Tx) error {
		known, err := notices(ctx, tx)
		if err != nil {
			return err
		}
		now := s.cfg.Clock.Now()
		var broken, mended []string
		for _, c := range checks {
			n, before := known[c.Key]
			next, say := n.after(c, now)
			switch {
			case say && told(c.Key, c.State):
				broken = append(broken, c.Key)
			case say:
				mended = append(mended, c.Key)
			}
			if err := s.store(ctx, tx, c.Key, next, before); err != nil {
				return err
			}
		}
		if err := s.tell(ctx, tx, trouble{broken, false}); err != nil {
			return err
		}
		return s.tell(ctx, tx, trouble{mended, true})
	})
}

// after is what to remember once the check stands like c, and whether to mail about it. What is not
// used or could not be seen changes nothing. Since only goes back: a fault that is found anew each
// time is no new fault.
func (n notice) after(c Check, now time.Time) (next notice, say bool) {
	if c.State == Off || c.State == Unknown {
		return n, false
	}
	if c.State != n.State {
		n.State, n.Since, n.Seen = c.State, now, now
	}
	n.Title, n.Says, n.Todo = c.Title, c.Says, c.Todo
	if t, err := time.Parse(time.RFC3339, c.Since); err == nil && t.Before(n.Since) {
		n.Since = t
	}
	switch {
	case told(c.Key, c.State) && now.Sub(n.Seen) >= settle && now.Sub(n.Mailed) >= again:
		n.Mailed, n.Open, say = now, true, true
	case c.State == Good && n.Open && now.Sub(n.Since) >= holds:
		n.Mailed, n.Open, say = time.Time{}, false, true // a fault after this is a new one
	}
	return n, say
}

// told says whether a check that stands so is mailed about: what does not work, and forgetting that
// waits.
func told(key string, state State) bool {
	return state == Bad || state == Warn && key == forgettingKey
}

// NotWorking is how many checks were bad at the newest look, also one of whoever opened the page:
// nothing is looked at for it. Where Watch runs in another process, it is what that remembered.
func (s *Status) NotWorking(ctx context.Context) (n int, err error) {
	if seen := s.seen.Load(); seen != nil && time.Since(seen.at) < WatchEvery {
		return seen.bad, nil
	}
	known, err := notices(ctx, s.cfg.Pool)
	for _, found := range known {
		if found.State == Bad {
			n++
		}
	}
	return n, err
}

const noticeKind = "notice:"

func notices(ctx context.Context, q db.Querier) (map[string]notice, error) {
	rows, err := q.Query(ctx, `
		select kind, doc
		from ops_report
		where starts_with(kind, $1)`, noticeKind)
	if err != nil {
		return nil, err
	}
	out := map[string]notice{}
	var kind string
	var raw []byte
	_, err = pgx.ForEachRow(rows, []any{&kind, &raw}, func() error {
		var n notice
		err := json.Unmarshal(raw, &n)
		out[strings.TrimPrefix(kind, noticeKind)] = n
		return err
	})
	return out, err
}

// store keeps what must be remembered. A check that is good is forgotten a day after it became so,
// and after its last mail: the mail that says so is made from what is remembered.
func (s *Status) store(ctx context.Context, tx pgx.Tx, key string, n notice, before bool) (err error) {
	now := s.cfg.Clock.Now()
	switch {
	case n.State == "", n.State == Good && !before:
		return nil
	case n.State == Good && now.Sub(n.Since) >= again && now.Sub(n.Mailed) >= again:
		_, err = tx.Exec(ctx, `
			delete from ops_report
			where kind = $1`, noticeKind+key)
	default:
		_, err = tx.Exec(
			ctx, `
			insert into ops_report (kind, doc, at)
			values ($1, $2, $3)
			on conflict (kind) do update set doc = excluded.doc, at = excluded.at`,
			noticeKind+key,
			db.JSON(n),
			now,
		)
	}
	return err
}

func (s *Status) tell(ctx context.Context, tx pgx.Tx, t trouble) error {
	if len(t.Keys) == 0 || s.cfg.Beheer == "" {
		return nil
	}
	return s.cfg.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:  mail.SiteTrouble,
		To:    s.cfg.Beheer,
		Cause: cause,
		Data:  t,
	})
}

// Compose writes the letters of this room from what is remembered when they go out: a fault that is
// over by then is left out, and a letter about nothing is mail.ErrUntrue.
func (s *Status) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	if m.Kind == mail.TestMail {
		return mail.TestLetter(m.CreatedAt), nil
	}
	var t trouble
	if err := json.Unmarshal(m.Data, &t); err != nil {
		return mail.Letter{}, err
	}
	known, err := notices(ctx, s.cfg.Pool)
	if err != nil {
		return mail.Letter{}, err
	}
	var faults []mail.Fault
	var titles []string
	for _, key := range t.Keys {
		switch n := known[key]; {
		case told(key, n.State):
			faults = append(faults, mail.Fault{
				Title: n.Title,
				Says:  n.Says,
				Todo:  n.Todo,
				Since: n.Since,
			})
		case n.State == Good || n.State == Warn:
			titles = append(titles, n.Title)
		}
	}
	page := s.cfg.SiteURL + "/beheer/status"
	switch {
	case !t.Mended && len(faults) > 0:
		return mail.BrokenLetter(faults, page), nil
	case t.Mended && len(titles) > 0:
		return mail.MendedLetter(titles, page), nil
	}
	return mail.Letter{}, mail.ErrUntrue
}

// withSince fills in since when a check stands as it does, where that is remembered and the data do
// not tell of longer ago.
func (s *Status) withSince(ctx context.Context, checks []Check) []Check {
	ctx, done := context.WithTimeout(ctx, readTime)
	defer done()
	if !slices.ContainsFunc(checks, func(c Check) bool {
		return c.State == Warn || c.State == Bad
	}) {
		return checks
	}
	known, err := notices(ctx, s.cfg.Pool)
	if err != nil {
		return checks
	}
	for i, c := range checks {
		if c.State != Warn && c.State != Bad {
			continue
		}
		n := known[c.Key]
		if t, err := time.Parse(
			time.RFC3339,
			c.Since,
		); n.State == c.State && (err != nil || n.Since.Before(t)) {
			checks[i].Since = clock.Moment(n.Since)
		}
	}
	return checks
}
