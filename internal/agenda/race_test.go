package agenda

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
)

// together runs f for 0 … n-1 at one moment, at most 60 at a time.
func together(n int, f func(i int)) {
	var wg sync.WaitGroup
	start, slots := make(chan struct{}), make(chan struct{}, 60)
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			slots <- struct{}{}
			f(i)
			<-slots
		}()
	}
	close(start)
	wg.Wait()
}

func (r *room) mustCount(want int, sql string, args ...any) {
	r.t.Helper()
	if n := r.number(sql, args...); n != want {
		r.t.Fatalf("%d, want %d: %s", n, want, sql)
	}
}

// Promise 1 of agenda.md 12, and 2 with a second process on the same database.
func TestTwoHundredPeopleForTenPlacesInTwoProcesses(t *testing.T) {
	t.Parallel()
	pool := dbtest.NewSized(t, 30)
	c := clock.Starting(monday)
	one, two := setupOn(t, pool, c, 0), setupOn(t, pool, c, 0)
	o := one.place(10)
	codes := sync.Map{}
	together(200, func(i int) {
		r := []*room{one, two}[i%2]
		body := r.signUp(fmt.Sprint("P", i), fmt.Sprintf("p%d@voorbeeld.example", i))
		body["ifFull"] = "waitlist"
		codes.Store(i, r.register(o, body).Code)
	})
	codes.Range(func(i, code any) bool {
		if code != 201 {
			t.Errorf("person %v: %v", i, code)
		}
		return true
	})
	one.mustCount(10, `select count(*) from registration`)
	one.mustCount(190, `select count(*) from waitlist_entry where state = 'waiting'`)
	one.mustCount(10, `select count(*) from mail where kind = 'M1'`)
	one.mustCount(190, `select count(*) from mail where kind = 'M5'`)
	one.mustCount(200, `select count(*) from river_job where kind = 'mail'`)
	one.mustCount(0, `select count(*) from mail m where not exists (select 1 from registration where id = cause_id) and not exists (select 1 from waitlist_entry where id = cause_id)`)
	// created_at is read under the lock, which is held until the commit: its order is the order of the commits
	one.mustCount(0, `select count(*) from (select created_at, lag(created_at) over (order by position) before from waitlist_entry) e where created_at <= before`)
	one.sound()
}

// The control of the race above: the same crowd without the lock, counting before inserting, sells too many places. The
// first twenty people all count before any of them inserts, as the lock would not let them.
func TestControlWithoutTheLockOversells(t *testing.T) {
	t.Parallel()
	pool := dbtest.NewSized(t, 30)
	if _, err := pool.Exec(t.Context(), `create table place (person int)`); err != nil {
		t.Fatal(err)
	}
	var counted sync.WaitGroup
	counted.Add(20)
	together(200, func(i int) {
		if err := unlockedSignUp(t.Context(), pool, i, &counted); err != nil {
			t.Error(err)
		}
	})
	var sold int
	if err := pool.QueryRow(t.Context(), `select count(*) from place`).Scan(&sold); err != nil {
		t.Fatal(err)
	}
	if sold <= 10 {
		t.Fatalf("sold %d of 10: this crowd would not notice a missing lock", sold)
	}
	t.Logf("without the lock %d of 10 places were sold", sold)
}

func unlockedSignUp(ctx context.Context, pool *pgxpool.Pool, i int, counted *sync.WaitGroup) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var n int
		if err := tx.QueryRow(ctx, `select count(*) from place`).Scan(&n); err != nil {
			return err
		}
		if i < 20 {
			counted.Done()
			counted.Wait()
		}
		if n >= 10 {
			return nil
		}
		_, err := tx.Exec(ctx, `insert into place values ($1)`, i)
		return err
	})
}

func TestOneKeyFromThirtyPhonesIsOneRow(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 30), clock.Stopped(monday), 0)
	o, key := r.place(10), uuid.NewString()
	body := r.signUp("Anja", "anja@voorbeeld.example")
	together(30, func(int) {
		if w := r.call("POST", "/api/occurrences/"+o+"/registrations", body, "Idempotency-Key", key); w.Code != 201 && w.Code != 409 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
	r.mustCount(1, `select count(*) from registration`)
	r.mustCount(1, `select count(*) from mail`)
}

func TestOnePersonPressingManyTimesWithNewKeysIsOneRow(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 30), clock.Stopped(monday), 0)
	o := r.place(10)
	together(30, func(int) { r.want(r.register(o, r.signUp("Anja", "anja@voorbeeld.example")), 201) })
	r.mustCount(1, `select count(*) from registration`)
	r.mustCount(29, `select count(*) from mail where kind = 'M2'`)
	r.sound()
}

// Promise 3: cancels, sign-ups and answers mixed.
func TestMixedCrowdKeepsEveryInvariant(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 30), clock.Stopped(monday), 0)
	o := r.queue(10, 10, nil)
	together(120, func(i int) {
		switch i % 4 {
		case 0:
			body := r.signUp(fmt.Sprint("N", i), fmt.Sprintf("n%d@voorbeeld.example", i))
			body["ifFull"] = "waitlist"
			r.register(o, body)
		case 1:
			r.holder("DELETE", "/api/registration", r.registrationToken(person(1+i%10)), nil)
		case 2:
			r.holder("DELETE", "/api/waitlist-entry", r.entryToken(waiting(1+i%10)), nil)
		case 3:
			if err := r.wake(context.Background(), settleJob{o}); err != nil {
				t.Error(err)
			}
		}
	})
	r.sound()
	r.mustCount(0, `select count(*) from occurrence where taken + held > seat_limit`)
	r.mustCount(0, `select count(*) from occurrence o where taken + held < seat_limit and exists (select 1 from waitlist_entry e where e.occurrence_id = o.id and e.state = 'waiting'
		and exists (select 1 from vacancy v where v.occurrence_id = o.id and v.state = 'open' and not exists (select 1 from offer_vacancy ov where ov.vacancy_id = v.id and ov.entry_id = e.id)))`)
}

// Promise 16: the answer and the deadline at one moment.
func TestYesAndExpiryAtTheSameMomentExactlyOneWins(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.NewSized(t, 10), clock.Stopped(monday), 0)
	for round := range 10 {
		o := r.queue(1, 2, nil)
		r.cancelPlace(person(1))
		auth := r.entryToken(waiting(1))
		offer := r.offerID(auth)
		together(2, func(i int) {
			if i == 0 {
				r.holder("POST", "/api/waitlist-entry/answer", auth, map[string]any{"answer": "accept", "offerId": offer})
				return
			}
			r.Clock.Advance(72 * time.Hour)
			if err := r.wake(context.Background(), settleJob{o}); err != nil {
				t.Error(err)
			}
		})
		got := r.states(o)
		if got != "accepted waiting" && got != "waiting offered" {
			t.Fatalf("round %d: %s", round, got)
		}
		r.sound()
		r.Clock.Set(monday)
		r.t.Log(round, got)
		if _, err := r.Pool.Exec(context.Background(), `truncate registration, waitlist_entry, vacancy, offer, offer_vacancy, mail; update occurrence set taken = 0, held = 0, waiting = 0, claimed = false`); err != nil {
			t.Fatal(err)
		}
	}
}
