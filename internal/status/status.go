package status

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/mail/returned"
	"herstelruimte/internal/problem"
)

// Config is what the checks need of the rest of the house. What this installation does not have is
// left empty.
type Config struct {
	Clock *clock.Clock
	Log   *slog.Logger
	// connections for the checks alone: those of the site may all be in use
	Pool *pgxpool.Pool
	// of the site's own connections; nil: this process is not the site
	InUse   func() (used, all int32)
	Program string

	House   func(ctx context.Context) (h house.House, stored bool, err error)
	Ping    func(ctx context.Context) error // of the file store
	Storage string                          // address of the server of files; empty: a folder

	KeysURL  string // of the identity service; empty: nobody can sign in
	SiteURL  string
	LoginURL string // origin of the identity service
	// host:port at which the proxy is found that holds the certificates; empty: at the addresses
	// themselves
	Proxy string

	Mail *mail.Outbox
	// Again sends a mail that was given up once more, to the address that its row has now; nil:
	// nobody can. Has says whether it knows the row of a mail.
	Again func(ctx context.Context, m mail.NotSent) (sent bool, err error)
	Has   func(m mail.NotSent) bool
	// Who makes the call.
	Who      func(ctx context.Context) (uid string, roles []string)
	Domain   string // how we name ourselves to the mail server
	Server   mail.Server
	Bounces  string // address for bounces; empty: the sender's
	Mailbox  returned.Mailbox
	Selector string // of DKIM; empty: unknown
	Beheer   string // who hears that something is broken; empty: nobody

	Queue      *jobs.Queue
	Backups    bool
	SendLimits bool
	// OldKeys is how many older sealing keys are still read with, and whether anything needs one
	OldKeys   func(ctx context.Context) (keys int, needed bool, err error)
	KeysSince time.Time // when an older key was last set aside; zero: unknown
	// whether very many people sign up for one activity now; nil: this process is not the site
	Rushed func() bool
	// how many forms came with something in the trap since the start; nil: as above
	Caught func() int64
	// Forgetting is how the clock of forgetting stands; nil: nobody asks
	Forgetting func(ctx context.Context) (Forgetting, error)

	Outside Outside
}

// Status runs the checks. Its nil value describes the operations only.
type Status struct {
	cfg    Config
	checks []check

	mu   sync.Mutex
	last Report
	at   time.Time

	seen atomic.Pointer[sight]
}

// sight is how many checks were bad at the newest look of this process.
type sight struct {
	bad int
	at  time.Time
}

// check is one question with the longest time that it may take.
type check struct {
	key, title string
	bound      time.Duration
	run        func(ctx context.Context) (finding, error)
}

// finding is what a check found; a check that could not look gives an error.
type finding struct {
	state State
	says  string
	todo  string
	since time.Time
}

func good(says ...string) finding { return finding{state: Good, says: join(says...)} }
func off(says ...string) finding  { return finding{state: Off, says: join(says...)} }
func warn(todo string, says ...string) finding {
	return finding{state: Warn, says: join(says...), todo: todo}
}
func bad(todo string, says ...string) finding {
	return finding{state: Bad, says: join(says...), todo: todo}
}

// unknown is what could not be looked at; todo may be empty, when something else on the page is the
// cause.
func unknown(todo string, says ...string) finding {
	return finding{state: Unknown, says: join(says...), todo: todo}
}

const (
	fresh     = 5 * time.Second        // how long a report is given again
	grace     = 500 * time.Millisecond // for a check to notice that its time is over
	mostMails = 20
	readTime  = 3 * time.Second
)

// New makes the room; it asks nothing of anybody yet.
func New(cfg Config) *Status {
	cfg.Outside = cfg.Outside.orReal()
	s := &Status{cfg: cfg}
	for _, some := range [][]check{
		s.ofDatabase(),
		s.ofStorage(),
		s.ofSignIn(),
		s.ofMail(),
		s.ofCopies(),
		s.ofMachine(),
		s.ofSettings(),
	} {
		s.checks = append(s.checks, some...)
	}
	return s
}

// Report runs all checks at once. It takes at most the longest bound of a check and grace, and then
// readTime for since when. One that is seconds old is given again, and callers at one moment share
// one.
func (s *Status) Report(ctx context.Context) Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.at.IsZero() && time.Since(s.at) < fresh {
		return s.last
	}
	s.last, s.at = s.Look(ctx), time.Now() // a timer of this process, not a moment of the house
	return s.last
}

// Look runs all checks now, or only those whose key is named.
func (s *Status) Look(ctx context.Context, keys ...string) Report {
	ctx = context.WithoutCancel(ctx) // others may wait for the same report
	r := Report{
		CheckedAt: clock.Moment(s.cfg.Clock.Now()),
		Versions:  []Version{},
		Mails:     []Trouble{},
	}
	var beside sync.WaitGroup
	if len(keys) == 0 {
		beside.Go(func() { defer s.caught(ctx, "versions"); r.Versions = s.versions(ctx) })
		beside.Go(func() { defer s.caught(ctx, "mails"); r.Mails = s.troubles(ctx) })
	}
	r.Checks = s.runAll(ctx, keys)
	beside.Wait()
	if len(keys) == 0 {
		r.Checks = s.withSince(ctx, r.Checks)
		s.seen.Store(&sight{count(r.Checks, Bad), time.Now()})
	}
	r.Summary = summary(r.Checks)
	return r
}

func (s *Status) runAll(ctx context.Context, keys []string) []Check {
	var chosen []check
	for _, c := range s.checks {
		if len(keys) == 0 || slices.Contains(keys, c.key) {
			chosen = append(chosen, c)
		}
	}
	out := make([]Check, len(chosen))
	var all sync.WaitGroup
	for i, c := range chosen {
		all.Go(func() { out[i] = s.runOne(ctx, c) })
	}
	all.Wait()
	return out
}

// runOne gives the outcome of one check within its bound, whatever the check does.
func (s *Status) runOne(ctx context.Context, c check) Check {
	ctx, done := context.WithTimeout(ctx, c.bound)
	defer done()
	found := make(chan finding, 1)
	go func() { found <- s.guarded(ctx, c) }()
	timer := time.NewTimer(c.bound + grace)
	defer timer.Stop()
	var f finding
	select {
	case f = <-found:
	case <-timer.C:
		f = bad(
			"Kijk of dit onderdeel draait en of de computer niet te druk is.",
			fmt.Sprintf("Deze controle kreeg binnen %s geen antwoord.", span(c.bound)),
		)
	}
	out := Check{Key: c.key, Title: c.title, State: f.state, Says: f.says, Todo: f.todo}
	if !f.since.IsZero() && f.state != Good {
		out.Since = clock.Moment(f.since)
	}
	return out
}

// guarded runs a check. A panic or an error of its own is said; what only the database could tell
// is not known without it, and is no second fault.
func (s *Status) guarded(ctx context.Context, c check) (f finding) {
	f = broken() // unless it comes to an end
	defer s.caught(ctx, c.key)
	f, err := c.run(ctx)
	switch {
	case err == nil:
		return f
	case late(err):
		return unknown(
			"Werkt de database? Kijk dan over vijf minuten nog eens. "+
				"Is het dan nog zo, start de site opnieuw: docker compose restart site",
			"Dit is nu niet te zien: het antwoord kwam niet op tijd.",
		)
	case noDatabase(err):
		return unknown("", "Dit is nu niet te zien: de database geeft geen antwoord.")
	case noTable(err):
		return unknown("", "Dit is nu niet te zien: de database is ouder dan dit programma.")
	}
	s.cfg.Log.WarnContext(ctx, "a status check failed", "check", c.key, "err", err)
	return broken()
}

func broken() finding {
	return bad(
		"Kijk in het logboek van de site: docker compose logs site.",
		"De controle zelf ging mis.",
	)
}

// caught, deferred, writes a panic down and ends it there: one question that falls may not take the
// process with it.
func (s *Status) caught(ctx context.Context, key string) {
	if p := recover(); p != nil {
		s.cfg.Log.ErrorContext(
			ctx,
			"a status check panicked",
			"check",
			key,
			"panic",
			fmt.Sprint(p),
			"stack",
			string(debug.Stack()),
		)
	}
}

// late says that the database is there, but the answer took too long: what was asked is locked, or
// our own connections were all in use.
func late(err error) bool {
	var connect *pgconn.ConnectError
	var pg *pgconn.PgError
	if errors.As(err, &connect) {
		return false
	}
	return errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, &pg) && (pg.Code == "55P03" || pg.Code == "57014")
}

func noDatabase(err error) bool {
	return errors.Is(db.Problem(err), problem.New(problem.Unavailable))
}

func noTable(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "42P01"
}

// troubles are the last mails that did not go out; none when the database does not tell.
func (s *Status) troubles(ctx context.Context) []Trouble {
	ctx, done := context.WithTimeout(ctx, readTime)
	defer done()
	out := []Trouble{}
	mails, err := s.cfg.Mail.NotSent(ctx, s.cfg.Pool, mostMails)
	if err != nil {
		return out
	}
	for _, m := range mails {
		next := ""
		if t := m.Next(); !t.IsZero() {
			next = clock.Moment(t)
		}
		out = append(out, Trouble{
			ID:    m.ID,
			Next:  next,
			Again: s.mayAgain(m),
			Kind:  string(m.Kind),
			State: m.State,
			Why:   mail.Reason(m.Why),
			At:    clock.Moment(m.At),
			Tries: m.Tries,
		})
	}
	return out
}
