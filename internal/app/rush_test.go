package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
)

const (
	seats  = 10
	people = 200
)

// twoProcesses are two whole apps on one database, with pools, ports and job workers of their own.
// Their clock runs, so that moments tell an order.
func twoProcesses(t *testing.T, c *clock.Clock) (one, two *site) {
	t.Helper()
	database := dbtest.URL(t)
	return start(t, configOf(t, database), c, nil), start(t, configOf(t, database), c, nil)
}

// together runs n things that all begin at the same moment and waits for them.
func together(n int, do func(i int)) {
	var ready, done sync.WaitGroup
	begin := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-begin
			do(i)
		})
	}
	ready.Wait()
	close(begin)
	done.Wait()
}

// rush lets n people sign up at once, in turn at each of the processes, and counts the answers by
// status.
func rush(from []*site, occurrence string, n int) map[string]int {
	requests := make([]*http.Request, n)
	for i := range requests {
		s := from[i%len(from)]
		body := s.signUp(
			fmt.Sprintf("Bezoeker %d", i),
			fmt.Sprintf("bezoeker%d@voorbeeld.example", i),
		)
		body["ifFull"] = "waitlist"
		requests[i] = s.request(
			http.MethodPost,
			"/api/occurrences/"+occurrence+"/registrations",
			body,
		)
	}
	var mu sync.Mutex
	told := map[string]int{}
	together(n, func(i int) {
		a := from[i%len(from)].send(requests[i])
		var out struct{ Status any }
		_ = json.Unmarshal([]byte(a.body), &out) // anything else is counted as it is
		mu.Lock()
		told[fmt.Sprint(a.status, " ", out.Status)]++
		mu.Unlock()
	})
	return told
}

// checkRush holds the tables against what a rush promises: nobody too many or lost, and one
// mail and one kept answer for each.
func checkRush(t *testing.T, s *site, occurrence string, told map[string]int) {
	t.Helper()
	if told["201 registered"] != seats || told["201 waiting"] != people-seats {
		t.Errorf("%d people were told %v", people, told)
	}
	for what, sql := range map[string]string{
		"registered": `
			select count(*) - 10
			from registration
			where occurrence_id = $1 and status = 'registered'`,
		"waiting": `
			select count(*) - 190
			from waitlist_entry
			where occurrence_id = $1 and state = 'waiting'`,
		"counters": `
			select abs(taken - 10) + held + abs(waiting - 190) from occurrence where id = $1`,
		"mail rows": `select count(*) - 200 from mail where occurrence_id = $1`,
		"one mail for each stored row": `
			select count(*) from (select id,
				'M1' kind from registration where occurrence_id = $1 union all select id,
				'M5' from waitlist_entry where occurrence_id = $1) p
			where 1 <> (select count(*) from mail m where m.cause_id = p.id and m.kind = p.kind)`,
		"one job for each mail": `
			select count(*)
			from mail m
			where occurrence_id = $1
				and not exists (
					select 1
					from river_job j
					where j.args::text like '%' || m.id || '%'
				)`,
		"kept answers": `select count(*) - 200 from idempotency where $1 <> ''`,
	} {
		if n := s.number(sql, occurrence); n != 0 {
			t.Errorf("%s: off by %d", what, n)
		}
	}
	s.invariantsHold()
}

// inOrder are promises about one rush. Positions are given out under the lock and come one by one,
// so in every snapshot those who wait are 1 to n without a gap: a later position never commits
// before an earlier one. The moments, read after the lock was had, tell the same order.
var inOrder = map[string]string{
	"positions are in order of commit": `
		select 1 from waitlist_entry having count(*) <> coalesce(max(position), 0)`,
	"positions are in order of moment": `
		select 1
		from waitlist_entry a
		join waitlist_entry b on b.position = a.position + 1
		where b.created_at < a.created_at`,
	"nobody waits who was before a place": `
		select 1
		from waitlist_entry e
		join registration r using (occurrence_id)
		where e.created_at < r.created_at`,
	"nobody waits while there is still place": `
		select 1
		from waitlist_entry
		having count(*) > 0 and (select count(*) from registration) < 10`,
}

func outOfOrder(ctx context.Context, q db.Querier) (broken []string, err error) {
	for name, sql := range inOrder {
		var n int
		if err := q.QueryRow(ctx, `
			select count(*) from (`+sql+`) broken`).Scan(&n); err != nil {
			return nil, err
		}
		if n != 0 {
			broken = append(broken, name)
		}
	}
	return broken, nil
}

func TestTwoHundredAtOnceForTenPlacesAtOneProcess(t *testing.T) {
	t.Parallel()
	s := start(t, configOf(t, dbtest.URL(t)), clock.Starting(monday), nil)
	_, o := s.place(seats)
	stop := s.watch(outOfOrder)
	told := rush([]*site{s}, o, people)
	stop()
	checkRush(t, s, o, told)
}

func TestTwoHundredAtOnceForTenPlacesAtTwoProcesses(t *testing.T) {
	t.Parallel()
	one, two := twoProcesses(t, clock.Starting(monday))
	_, o := one.place(seats)
	stop := two.watch(outOfOrder)
	told := rush([]*site{one, two}, o, people)
	stop()
	checkRush(t, two, o, told)
}

// careless signs people up as a program without the lock would: count, then insert. It shares the
// tables and the load, so that an oversold date here shows what the tests above would see if the
// lock were taken out.
func careless(pool *pgxpool.Pool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Name, Email string }
		if json.NewDecoder(r.Body).Decode(&in) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		status := "registered"
		err := db.InTx(r.Context(), pool, func(tx pgx.Tx) error {
			var occurrence string
			var room int
			if err := tx.QueryRow(r.Context(), `
				select id,
					capacity - (select count(*) from registration where occurrence_id = o.id)
				from occurrence o`).Scan(&occurrence, &room); err != nil {
				return err
			}
			if room < 1 {
				status = "waiting"
				return nil
			}
			if _, err := tx.Exec(
				r.Context(), `
				insert into registration (id, occurrence_id, status, seats, email_key, sealed, doc,
					created_at, updated_at)
				values ($1, $2, 'registered', 1, $3, '', '{}', $4, $4)`,
				db.NewID("reg"),
				occurrence,
				[]byte(in.Email),
				monday,
			); err != nil {
				return err
			}
			_, err := tx.Exec(r.Context(), `update occurrence set taken = taken + 1`)
			return err
		})
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(map[string]string{"status": status})
	})
}

// The control of the two tests above. Chance decides about one round, so it gets five.
func TestWithoutTheLockTheSameRushOversells(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	// a database of its own, without the constraint that would save it
	pool := dbtest.NewSized(t, 40)
	if _, err := pool.Exec(t.Context(), `
		do $$
		declare c text;
		begin
			for c in
				select conname
				from pg_constraint
				where conrelid = 'occurrence'::regclass
					and contype = 'c'
					and pg_get_constraintdef(oid) like '%taken + held%'
			loop
				execute 'alter table occurrence drop constraint ' || c;
			end loop;
		end $$`); err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(careless(pool))
	t.Cleanup(srv.Close)
	for range 5 {
		if _, err := pool.Exec(
			t.Context(),
			`truncate registration, occurrence, activity cascade`,
		); err != nil {
			t.Fatal(err)
		}
		without := &site{
			App:    &App{Pool: pool, Clock: s.Clock, Agenda: s.Agenda, keys: s.keys},
			t:      t,
			url:    srv.URL,
			client: s.client,
		}
		_, o := without.place(seats)
		told := rush([]*site{without}, o, people)
		if sold := without.number(`
			select count(*) from registration`); sold > seats && told["201 registered"] == sold {
			t.Logf("without the lock %d people got one of %d places", sold, seats)
			return
		}
	}
	t.Fatal(
		"five rushes without a lock sold no place twice: this load would not notice a missing lock",
	)
}

// All have one first name, which must not cost the last more than the first. Not parallel: rushes
// of other tests beside it would be a larger rush than that of the rule.
func TestTwoThousandAtOnceOnADateWithoutALimitAreNotRefused(t *testing.T) {
	n := longtest.N(t, 100, 2000)
	s := start(t, configOf(t, dbtest.URL(t)), clock.Starting(monday), nil)
	_, o := s.place(0)
	told := rush([]*site{s}, o, n)
	if told["201 registered"] != n || len(told) != 1 {
		t.Errorf("%d people were told %v", n, told)
	}
	for what, sql := range map[string]string{
		"registered":     `select count(*) from registration where status = 'registered'`,
		"counted":        `select max(taken) from occurrence`,
		"told apart":     `select count(distinct letter) from registration`,
		"highest number": `select max(letter_no) from registration`,
		"mails":          `select count(distinct cause_id) from mail where kind = 'M1'`,
		"kept answers":   `select count(*) from idempotency`,
	} {
		if got := s.number(sql); got != n {
			t.Errorf("%s: %d, want %d", what, got, n)
		}
	}
	s.invariantsHold()
}

// The control of the test above: who is refused is seen in what people are told.
func TestWithoutPatienceTheSameRushRefusesPeople(t *testing.T) {
	t.Parallel()
	s := start(t, configOf(t, dbtest.URL(t)), clock.Starting(monday), nil)
	s.Agenda.Dates = db.NewGate(1, 20, time.Millisecond)
	_, o := s.place(0)
	leave, err := s.Agenda.Dates.Enter(t.Context(), o) // somebody else is at the date
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	if told := rush([]*site{s}, o, people); told["201 registered"] > 0 || len(told) == 0 {
		t.Errorf("%d people were told %v", people, told)
	}
}
