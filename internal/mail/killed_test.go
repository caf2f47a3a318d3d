package mail

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/longtest"
)

// A worker of its own process finds here what it needs.
const (
	workerPort  = "MAIL_TEST_PORT"
	workerData  = "MAIL_TEST_DATABASE"
	workerClock = "MAIL_TEST_CLOCK"
)

// beWorker is a process that sends what is open until nothing is, or until it is killed.
func beWorker() int {
	ctx := context.Background()
	fails := func(err error) int {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	port, err := strconv.Atoi(os.Getenv(workerPort))
	if err != nil {
		return fails(err)
	}
	now, err := time.Parse(time.RFC3339, os.Getenv(workerClock))
	if err != nil {
		return fails(err)
	}
	pool, err := db.Open(ctx, os.Getenv(workerData), jobs.LaneWidth)
	if err != nil {
		return fails(err)
	}
	cfg := config(port)
	cfg.LimitFactor = 0
	c := clock.Starting(now)
	o := New(pool, c, jobs.New(pool, c), cfg)
	for {
		rows, err := pool.Query(ctx, `
			select id from mail where state not in ('sent', 'dead') order by no limit 400`)
		if err != nil {
			return fails(err)
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || len(ids) == 0 {
			if err != nil {
				return fails(err)
			}
			return 0
		}
		var all sync.WaitGroup
		todo := make(chan string)
		for range jobs.LaneWidth {
			all.Go(func() {
				for id := range todo {
					if _, err := o.Try(ctx, id); err != nil {
						fmt.Fprintln(os.Stderr, err)
					}
				}
			})
		}
		for _, id := range ids {
			todo <- id
		}
		close(todo)
		all.Wait()
	}
}

// A process that sends is killed again and again: every mail arrives, those of one person in their
// order, and what arrives twice is what a killed one had on its way, under its own Message-ID.
func TestAWorkerThatIsKilledAgainAndAgainLosesNoMail(t *testing.T) {
	t.Parallel()
	mails, kills := longtest.N(t, 200, 5000), longtest.N(t, 4, 20)
	pool := dbtest.New(t)
	office := newPostOffice(t)
	b := &bench{t: t, pool: pool, clock: clock.Stopped(noon), office: office}
	b.Outbox = New(pool, b.clock, jobs.New(pool, b.clock), config(office.port))
	b.tx(func(tx pgx.Tx) error {
		for n := range mails {
			if err := b.Enqueue(t.Context(), tx, Mail{
				Kind: SignedUp, Cause: "reg_1", To: fmt.Sprintf("p%d@voorbeeld.example", n%40),
			}); err != nil {
				return err
			}
		}
		return nil
	})
	for round := range kills + 1 {
		worker := exec.Command(os.Args[0])
		worker.Env = append(
			os.Environ(),
			workerPort+"="+strconv.Itoa(office.port),
			workerData+"="+pool.Config().ConnString(),
			// what the one before left on its way is open again
			workerClock+"="+noon.Add(time.Duration(round)*2*lease).Format(time.RFC3339),
		)
		worker.Stderr = os.Stderr
		if err := worker.Start(); err != nil {
			t.Fatal(err)
		}
		if round == kills {
			if err := worker.Wait(); err != nil {
				t.Fatal(err)
			}
			break
		}
		for until := time.Now().Add(time.Minute); len(office.mails()) < (round+1)*mails/(kills+1); {
			if time.Now().After(until) {
				t.Error("a worker sends nothing")
				break
			}
			time.Sleep(time.Millisecond)
		}
		_ = worker.Process.Kill()
		_ = worker.Wait()
	}

	if n := b.count(`select count(*) from mail where state <> 'sent'`); n != 0 {
		t.Errorf("%d mails did not end as sent", n)
	}
	copies, order := map[string]int{}, map[string][]string{}
	for _, m := range office.mails() {
		id, _, _ := strings.Cut(strings.Trim(m.header.Get("Message-Id"), "<>"), "@")
		if copies[id]++; copies[id] == 1 {
			order[m.to] = append(order[m.to], id)
		}
	}
	if more := len(office.mails()) - mails; len(copies) != mails || more > kills*jobs.LaneWidth {
		t.Errorf("%d of %d mails arrived, and %d once more", len(copies), mails, more)
	}
	rows, err := pool.Query(t.Context(), `select id from mail order by no`)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for n, id := range ids {
		to := fmt.Sprintf("p%d@voorbeeld.example", n%40)
		want[to] = append(want[to], id)
	}
	for to, ids := range want {
		if !slices.Equal(order[to], ids) {
			t.Errorf("%s got %v, want %v", to, order[to], ids)
		}
	}
}
