package jobs

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
)

const patienceOfTests = 30 * time.Second

type greet struct {
	ID string `json:"id"`
}

func (greet) Kind() string { return "greet" }

func insert(t *testing.T, pool *pgxpool.Pool, q *Queue, id string, at time.Time) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		return q.Insert(t.Context(), tx, greet{id}, at)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func start(t *testing.T, q *Queue) {
	t.Helper()
	if err := q.Start(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, q) })
}

func stop(t *testing.T, q *Queue) {
	t.Helper()
	ctx, done := context.WithTimeout(context.Background(), patienceOfTests)
	defer done()
	if err := q.Stop(ctx); err != nil {
		t.Error(err)
	}
}

// next waits for something to come, for a bounded time.
func next[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patienceOfTests):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

// eventually asks again and again, on a ticker, until ok or the patience of tests is over.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	end := time.After(patienceOfTests)
	for !ok() {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("never: %s", what)
		}
	}
}

func count(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestJobRunsOnlyWhenItsTransactionCommitted(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	q := New(pool, clock.System())
	ran := make(chan string, 10)
	Handle(q, func(_ context.Context, j greet) error { ran <- j.ID; return nil })
	start(t, q)

	rollBack := errors.New("no")
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if err := q.Insert(t.Context(), tx, greet{"never"}, time.Time{}); err != nil {
			return err
		}
		return rollBack
	})
	if !errors.Is(err, rollBack) {
		t.Fatal(err)
	}
	if n := count(t, pool, "select count(*) from river_job where kind = 'greet'"); n != 0 {
		t.Errorf("%d jobs stored by a transaction that was rolled back", n)
	}
	insert(t, pool, q, "once", time.Time{})
	if got := next(t, ran); got != "once" {
		t.Errorf("ran %q", got)
	}
}

func TestJobsCanBeStoredWithoutStartAndRunLaterInAnotherProcess(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	insert(t, pool, New(pool, clock.System()), "left", time.Time{})

	q := New(pool, clock.System())
	ran := make(chan string, 1)
	Handle(q, func(_ context.Context, j greet) error { ran <- j.ID; return nil })
	start(t, q)
	if got := next(t, ran); got != "left" {
		t.Errorf("ran %q", got)
	}
}

func TestJobOfALaterMomentRingsAfterTheInjectedClockSaysSo(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	c := clock.Starting(time.Date(2027, 3, 28, 1, 59, 58, 0, clock.Amsterdam))
	q := New(pool, c)
	type ring struct {
		id string
		at time.Time
	}
	rang := make(chan ring, 3)
	Handle(q, func(_ context.Context, j greet) error { rang <- ring{j.ID, c.Now()}; return nil })
	start(t, q)

	due := c.Now().Add(time.Second)
	insert(t, pool, q, "later", due)
	insert(t, pool, q, "past", c.Now().Add(-time.Hour))
	if first := next(t, rang); first.id != "past" {
		t.Errorf("%q rang first", first.id)
	}
	later := next(t, rang)
	if later.id != "later" || later.at.Before(due) {
		t.Errorf("%q rang at %v, due %v", later.id, later.at, due)
	}
	if late := later.at.Sub(due); late > 15*time.Second {
		t.Errorf("rang %v late", late)
	}
}

func TestAgainRunsTheJobAgainWithoutCountingAFailure(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	q := New(pool, clock.System())
	var runs atomic.Int32
	ran := make(chan int32, 3)
	Handle(q, func(context.Context, greet) error {
		n := runs.Add(1)
		ran <- n
		if n < 3 {
			return Again(10 * time.Millisecond)
		}
		return nil
	})
	start(t, q)
	insert(t, pool, q, "x", time.Time{})
	for want := int32(1); want <= 3; want++ {
		if got := next(t, ran); got != want {
			t.Fatalf("run %d, want %d", got, want)
		}
	}
	eventually(t, "the job is completed without errors", func() bool {
		return count(
			t,
			pool,
			"select count(*) from river_job where state = 'completed' and errors is null and attempt = 1",
		) == 1
	})
	if d, ok := IsAgain(Again(time.Minute)); !ok || d != time.Minute {
		t.Errorf("IsAgain gave %v, %v", d, ok)
	}
	if _, ok := IsAgain(errors.New("other")); ok {
		t.Error("any error counts as Again")
	}
}

func TestFailedAndPanickedJobsRunAgainAndLeaveNoErrorTextInTheDatabase(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	q := New(pool, clock.System())
	var runs atomic.Int32
	ran := make(chan int32, 3)
	Handle(q, func(context.Context, greet) error {
		n := runs.Add(1)
		ran <- n
		switch n {
		case 1:
			return errors.New("secret of anja@voorbeeld.example")
		case 2:
			panic("secret of anja@voorbeeld.example")
		}
		return nil
	})
	start(t, q)
	insert(t, pool, q, "x", time.Time{})
	for range 3 {
		next(t, ran)
	}
	eventually(t, "the job is completed with two failures", func() bool {
		return count(
			t,
			pool,
			"select count(*) from river_job where state = 'completed' and array_length(errors, 1) = 2",
		) == 1
	})
	if n := count(
		t,
		pool,
		"select count(*) from river_job where errors::text like '%secret%' or errors::text like '%anja%'",
	); n != 0 {
		t.Error("the text of an error stays in the database")
	}
}

func TestPeriodicTaskRunsInOneProcessAtATime(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	var now, most atomic.Int32
	turns := make(chan struct{}, 100)
	task := func(context.Context) error {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		turns <- struct{}{}
		return nil
	}
	for range 2 {
		q := New(pool, clock.System())
		Every(q, "sweep", time.Second, task)
		start(t, q)
	}
	for range 3 {
		next(t, turns)
	}
	if most.Load() != 1 {
		t.Errorf("%d at one time", most.Load())
	}
}

func TestStopWaitsForARunningJob(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	q := New(pool, clock.System())
	begun, finish := make(chan struct{}), make(chan struct{})
	var finished atomic.Bool
	Handle(q, func(context.Context, greet) error {
		close(begun)
		<-finish
		finished.Store(true)
		return nil
	})
	start(t, q)
	insert(t, pool, q, "x", time.Time{})
	next(t, begun)
	stopped := make(chan bool)
	go func() { stop(t, q); stopped <- finished.Load() }()
	close(finish)
	if !next(t, stopped) {
		t.Error("Stop returned before the job had ended")
	}
	if n := count(t, pool, "select count(*) from river_job where state = 'completed'"); n != 1 {
		t.Error("the end of the job was not written down before Stop returned")
	}
}

func TestStopKeepsToItsContextWhenAJobHangs(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	q := New(pool, clock.System())
	begun, finish := make(chan struct{}), make(chan struct{})
	Handle(q, func(context.Context, greet) error { close(begun); <-finish; return nil })
	start(t, q)
	insert(t, pool, q, "x", time.Time{})
	next(t, begun)
	ctx, done := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer done()
	if err := q.Stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Stop gave %v", err)
	}
	close(finish)
}

func TestStopAfterTheStartContextEndedReturns(t *testing.T) {
	t.Parallel()
	q := New(dbtest.New(t), clock.System())
	Handle(q, func(context.Context, greet) error { return nil })
	ctx, end := context.WithCancel(t.Context())
	if err := q.Start(ctx); err != nil {
		t.Fatal(err)
	}
	end()
	stop(t, q)
	stop(t, q)
}

func TestStoppingAQueueThatNeverRanIsFine(t *testing.T) {
	t.Parallel()
	stop(t, New(dbtest.New(t), clock.System()))
}

func TestHandleAfterStartIsRefused(t *testing.T) {
	t.Parallel()
	q := New(dbtest.New(t), clock.System())
	Handle(q, func(context.Context, greet) error { return nil })
	start(t, q)
	defer func() {
		if p, _ := recover().(string); !strings.Contains(p, "already runs") {
			t.Errorf("panic %q", p)
		}
	}()
	Handle(q, func(context.Context, tick) error { return nil })
}

func TestLanesHaveNamesThatRiverAllows(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"mail":         "mail",
		"offerExpiry":  "offerexpiry",
		"agenda.offer": "agenda-offer",
	} {
		if got := lane(kind); got != want {
			t.Errorf("lane(%q) = %q, want %q", kind, got, want)
		}
	}
}
