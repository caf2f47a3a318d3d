// Package jobs keeps work durable: a job is stored in the transaction of the act that causes it,
// and runs some time after that transaction committed, at least once, in whichever process is free.
// River does the work; only this package knows it.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
)

const (
	timeout = 90 * time.Second // of one run of a job; its context ends then
	// a run that takes longer died with its process: the job runs again
	rescueAfter = 5 * time.Minute
	stopWithin  = 20 * time.Second // how long Stop lets running jobs finish
	keepDone    = time.Hour
	keepFailed  = 7 * 24 * time.Hour
	// with at most five minutes between them: a job is not lost while its cause is repaired
	attempts = 10_000
)

// cooldown is between two looks for more jobs of one kind while there are some: a lane takes as
// many as it is wide each time.
const cooldown = 10 * time.Millisecond

// LaneWidth is how many jobs of one kind run at once in a process, unless it says otherwise.
const LaneWidth = 8

// Args is what a job carries: ids, never personal data. Its Kind is stored with it and must not
// change.
type Args = river.JobArgs

// Queue stores jobs and, once started, runs them. Every kind has a lane of its own, so that mails
// that wait for a slow server hold up no deadline. Safe for concurrent use after the last Handle
// and Every.
type Queue struct {
	pool     *pgxpool.Pool
	clock    *clock.Clock
	log      *slog.Logger
	workers  *river.Workers
	lanes    map[string]river.QueueConfig
	periodic []*river.PeriodicJob
	ticks    map[string]func(context.Context) error

	mu      sync.Mutex
	running *river.Client[pgx.Tx]
}

// New gives a queue that can store jobs at once and runs none before Start.
func New(pool *pgxpool.Pool, c *clock.Clock) *Queue {
	q := &Queue{
		pool:    pool,
		clock:   c,
		log:     slog.New(warnings{slog.Default().Handler()}),
		workers: river.NewWorkers(),
		lanes:   map[string]river.QueueConfig{},
		ticks:   map[string]func(context.Context) error{},
	}
	return q
}

// Handle says what to do with jobs of J's kind. Call it before Start, once per kind; it panics
// otherwise. f may be called again for a job that it finished, when its process died before that
// was written down.
func Handle[J Args](q *Queue, f func(ctx context.Context, job J) error) {
	handle(q, river.QueueConfig{MaxWorkers: LaneWidth, FetchCooldown: cooldown}, f)
}

// HandleFew is Handle for jobs that come by the hundred and are in no hurry: width of them run at
// once, and at most ten times as many in a second.
func HandleFew[J Args](q *Queue, width int, f func(ctx context.Context, job J) error) {
	handle(q, river.QueueConfig{MaxWorkers: width, FetchCooldown: 100 * time.Millisecond}, f)
}

func handle[J Args](q *Queue, how river.QueueConfig, f func(ctx context.Context, job J) error) {
	q.mustBeIdle()
	var kind J
	q.lanes[lane(kind.Kind())] = how
	river.AddWorker(q.workers, river.WorkFunc(func(ctx context.Context, job *river.Job[J]) error {
		return guarded(ctx, job.Kind, job.ID, func() error { return f(ctx, job.Args) })
	}))
}

// Insert stores a job in the caller's transaction; it runs at the earliest at that moment of the
// injected clock (zero or past: at once). Moments to come ring up to about five seconds late.
func (q *Queue) Insert(ctx context.Context, tx pgx.Tx, job Args, at time.Time) error {
	return q.InsertAll(ctx, tx, []At{{job, at}})
}

// At is a job and when it is to run; the zero moment: at once.
type At struct {
	Job Args
	At  time.Time
}

// InsertAll is Insert for many jobs, in one statement that needs no answer: the client of River
// asks three times. What waits for jobs hears of it at the commit.
func (q *Queue) InsertAll(ctx context.Context, tx pgx.Tx, all []At) error {
	if len(all) == 0 {
		return nil
	}
	var kinds, lanes, states []string
	var args [][]byte
	var moments []time.Time
	now := time.Now()
	for _, j := range all {
		state, at := rivertype.JobStateAvailable, now
		if j.At.After(q.clock.Now()) {
			state, at = rivertype.JobStateScheduled, q.clock.Wall(j.At)
		}
		kinds, lanes = append(kinds, j.Job.Kind()), append(lanes, lane(j.Job.Kind()))
		args, states = append(args, db.JSON(j.Job)), append(states, string(state))
		moments = append(moments, at)
	}
	var b pgx.Batch
	b.Queue(`
		with stored as (
			insert into river_job (args, created_at, kind, max_attempts, metadata, priority, queue,
				scheduled_at, state, tags)
			select convert_from(args, 'UTF8')::jsonb, $6, kind, $7, '{}', 1, lane, at,
				state::river_job_state, '{}'
			from unnest($1::bytea[], $2::text[], $3::text[], $4::timestamptz[], $5::text[])
				with ordinality as new (args, kind, lane, at, state, n)
			order by n
			returning queue, state
		)
		select pg_notify(current_schema() || '.river_insert',
			jsonb_build_object('queue', queue)::text)
		from (select distinct queue from stored where state = 'available') woken`,
		args, kinds, lanes, moments, states, now, attempts)
	return db.Later(ctx, tx, &b)
}

// Again is what a handler returns to be run again after d of the clock. It does not count as a
// failure.
func Again(d time.Duration) error { return river.JobSnooze(d) }

// IsAgain tells whether err asks for another run, and after how long.
func IsAgain(err error) (time.Duration, bool) {
	var s *river.JobSnoozeError
	if !errors.As(err, &s) {
		return 0, false
	}
	return s.Duration, true
}

// Start runs jobs until Stop, or until ctx ends, which is as good as Stop. It fails when the
// database cannot be reached.
func (q *Queue) Start(ctx context.Context) error {
	q.mustBeIdle()
	q.mu.Lock()
	defer q.mu.Unlock()
	client, err := river.NewClient(riverpgxv5.New(q.pool), &river.Config{
		Queues:                      q.lanes,
		Workers:                     q.workers,
		PeriodicJobs:                q.periodic,
		JobTimeout:                  timeout,
		RescueStuckJobsAfter:        rescueAfter,
		SoftStopTimeout:             stopWithin,
		MaxAttempts:                 attempts,
		RetryPolicy:                 patience{},
		CompletedJobRetentionPeriod: keepDone,
		CancelledJobRetentionPeriod: keepDone,
		DiscardedJobRetentionPeriod: keepFailed,
		ReindexerSchedule:           river.NeverSchedule(),
		Logger:                      q.log,
	})
	if err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	if err := client.Start(ctx); err != nil {
		return fmt.Errorf("jobs: starting: %w", err)
	}
	q.running = client
	return nil
}

// Stop takes no new jobs, lets running ones finish for at most 20 seconds, then ends their
// contexts. It returns when all have ended or ctx has; a queue that does not run stops at once.
func (q *Queue) Stop(ctx context.Context) error {
	q.mu.Lock()
	client := q.running
	q.mu.Unlock()
	if client == nil {
		return nil
	}
	if err := client.Stop(ctx); err != nil {
		return fmt.Errorf("jobs: stopping: %w", err)
	}
	q.mu.Lock()
	q.running = nil
	q.mu.Unlock()
	return nil
}

func (q *Queue) mustBeIdle() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running != nil {
		panic("jobs: the queue already runs")
	}
}

// lane is the name of a kind's own river queue, in the letters that river allows there.
func lane(kind string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(kind))
}
