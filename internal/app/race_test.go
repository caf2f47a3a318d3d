package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
)

// watch looks at snapshots of the tables, from now until stop is called; broken names what does not
// hold in one.
func (s *site) watch(broken func(context.Context, db.Querier) ([]string, error)) (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	looked := 0
	go func() {
		defer close(ended)
		for {
			faults, err := broken(context.Background(), s.Pool)
			if err != nil || len(faults) > 0 {
				s.t.Errorf("meanwhile: %q, %v", faults, err)
			}
			looked++
			select {
			case <-end:
				return
			default:
			}
		}
	}()
	return func() {
		s.t.Helper()
		close(end)
		<-ended
		if looked < 3 {
			s.t.Errorf("the watch looked only %d times", looked)
		}
	}
}

func TestCancelsAndSignUpsMixedKeepEveryPromise(t *testing.T) {
	t.Parallel()
	one, two := twoProcesses(t, clock.Starting(monday))
	both := []*site{one, two}
	_, o := one.place(seats)
	keys := make([]string, 0, 2*seats)
	for i := range 2 * seats { // ten with a place, ten waiting
		email := fmt.Sprintf("eerder%d@voorbeeld.example", i)
		body := one.signUp("Eerder", email)
		body["ifFull"] = "waitlist"
		one.want(one.register(o, body), http.StatusCreated)
		if i < seats {
			keys = append(keys, one.registrationKey(email))
		} else {
			keys = append(keys, one.entryKey(email))
		}
	}
	stop := one.watch(waitlist.BrokenInvariants)
	var mu sync.Mutex
	told := map[int]int{}
	together(60, func(i int) {
		s := both[i%2]
		var a answer
		switch {
		case i < seats: // these give their place back
			a = s.call(http.MethodDelete, "/api/registration", nil, holds(keys[i])...)
		case i < seats+5: // these leave the list, perhaps with an offer
			a = s.call(http.MethodDelete, "/api/waitlist-entry", nil, holds(keys[i])...)
		default:
			body := s.signUp(
				fmt.Sprintf("Nieuw %d", i),
				fmt.Sprintf("nieuw%d@voorbeeld.example", i),
			)
			if i%3 > 0 {
				body["ifFull"] = "waitlist"
			}
			a = s.register(o, body)
		}
		mu.Lock()
		told[a.status]++
		mu.Unlock()
	})
	stop()
	for status := range told {
		if !slices.Contains([]int{http.StatusOK, http.StatusCreated, http.StatusConflict}, status) {
			t.Errorf("answers by status: %v", told)
		}
	}
	one.invariantsHold()
	if n := one.number(`
		select count(*) from registration where status = 'cancelled'`); n != seats {
		t.Errorf("%d cancelled", n)
	}
	if n := one.number(`select count(*) from offer`); n == 0 {
		t.Error("nobody was offered a place")
	}
	wrong := one.number(`
		select count(*)
		from offer x
		join offer y on x.occurrence_id = y.occurrence_id and x.created_at < y.created_at
		join waitlist_entry ex on ex.id = x.entry_id
		join waitlist_entry ey on ey.id = y.entry_id
		where ex.position > ey.position`)
	if wrong != 0 {
		t.Errorf("%d offers were made out of order", wrong)
	}
}

func TestOneKeySentByThirtyAtOnceIsOneRow(t *testing.T) {
	t.Parallel()
	one, two := twoProcesses(t, clock.Starting(monday))
	_, o := one.place(seats)
	key, body := uuid.NewString(), one.signUp("Anja", "anja@voorbeeld.example")
	path := "/api/occurrences/" + o + "/registrations"
	var mu sync.Mutex
	told := map[string]int{}
	together(30, func(i int) {
		a := []*site{one, two}[i%2].call(http.MethodPost, path, body, "Idempotency-Key", key)
		if a.status == http.StatusConflict && a.head.Get("Retry-After") != "1" {
			t.Errorf("busy without Retry-After: %v", a.head)
		}
		mu.Lock()
		told[fmt.Sprint(a.status, " ", a.body)]++
		mu.Unlock()
	})
	again := one.want(
		one.call(http.MethodPost, path, body, "Idempotency-Key", key),
		http.StatusCreated,
	)
	if told["201 "+again.body] == 0 || len(told) > 2 {
		t.Errorf("answers: %v; afterwards %s", told, again.body)
	}
	if n := one.number(`
		select (
			select count(*)
			from registration
		) * 100 + (select count(*) from mail) * 10 + (select taken from occurrence)`); n != 111 {
		t.Errorf("sign-ups, mails, places: %d", n)
	}
}

// An offer that is accepted at the very moment of its end is either accepted or over: never both,
// and never neither.
func TestAcceptAndExpiryAtTheSameMomentHaveOneWinner(t *testing.T) {
	t.Parallel()
	c := clock.Stopped(monday)
	one, two := twoProcesses(t, c)
	accepted := 0
	for i := range longtest.N(t, 20, 200) {
		c.Set(monday)
		d := newDuel(t, one, fmt.Sprint(i))
		c.Set(d.until.Add(-time.Microsecond))
		accept := one.request(http.MethodPost, "/api/waitlist-entry/answer", map[string]any{
			"answer":  "accept",
			"offerId": d.offer,
		}, holds(d.bart)...)
		push := two.request(
			http.MethodPost,
			"/api/occurrences/"+d.occurrence+"/registrations",
			two.signUp("Eva", "eva@voorbeeld.example"),
		)
		var a answer
		together(3, func(who int) {
			switch who {
			case 0:
				a = one.send(accept)
			case 1: // the deadline comes, now sooner, now later
				for range 4 * (i % 8) {
					two.call(http.MethodGet, "/livez", nil)
				}
				c.Set(d.until)
			case 2: // and whoever takes the lock next writes down that it came
				two.send(push)
			}
		})
		if d.winner(t, one, a) == "bart" {
			accepted++
			continue
		}
		// else the clock would go back two days while the mail to Dirk is on its way, and the
		// deadline that it tells would be that of the next duel
		one.told(d.occurrence)
	}
	one.invariantsHold()
	unoffered := `select count(*) from vacancy where state = 'open' and offer_id is null`
	if n := one.number(unoffered); n != 0 {
		t.Errorf("%d places are held without an offer", n)
	}
	t.Logf("%d were in time", accepted)
}

func TestAcceptBeforeTheDeadlineWinsAndAtTheDeadlineItIsOver(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	for i, late := range []time.Duration{-time.Microsecond, 0} {
		s.Clock.Set(monday)
		d := newDuel(t, s, fmt.Sprint(i))
		s.Clock.Set(d.until.Add(late))
		a := s.call(http.MethodPost, "/api/waitlist-entry/answer", map[string]any{
			"answer":  "accept",
			"offerId": d.offer,
		}, holds(d.bart)...)
		if got := d.winner(t, s, a); (got == "bart") != (late < 0) {
			t.Errorf("%v from the deadline %s wins", late, got)
		}
	}
	s.invariantsHold()
}

// duel is a date with one place, offered to Bart, with Dirk next in line.
type duel struct {
	occurrence, offer, bart, bartEmail, dirkEmail string
	until                                         time.Time
}

func newDuel(t *testing.T, s *site, n string) (d duel) {
	t.Helper()
	_, d.occurrence = s.place(1)
	anja := "anja" + n + "@voorbeeld.example"
	d.bartEmail, d.dirkEmail = "bart"+n+"@voorbeeld.example", "dirk"+n+"@voorbeeld.example"
	s.want(s.register(d.occurrence, s.signUp("Anja", anja)), http.StatusCreated)
	s.want(s.join(d.occurrence, s.waiting("Bart", d.bartEmail)), http.StatusCreated)
	s.want(s.join(d.occurrence, s.waiting("Dirk", d.dirkEmail)), http.StatusCreated)
	s.want(
		s.call(http.MethodDelete, "/api/registration", nil, holds(s.registrationKey(anja))...),
		http.StatusOK,
	)
	d.bart = s.entryKey(d.bartEmail)
	d.offer, d.until = s.told(d.occurrence)
	return d
}

// told waits until the open offer for a date was told, and gives its id and its deadline: an offer
// counts when it was told.
func (s *site) told(occurrence string) (offer string, until time.Time) {
	s.t.Helper()
	for range 600 {
		err := s.Pool.QueryRow(s.t.Context(), `
			select o.id, o.until
			from offer o
			join mail m on m.data->>'offer' = o.id
			where o.occurrence_id = $1
				and o.state = 'open'
				and m.state = 'sent'`, occurrence).Scan(&offer, &until)
		if err == nil {
			return offer, until
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			s.t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond) // the worker has the mail
	}
	s.t.Fatal("the offer was never told")
	return "", until
}

// winner says who has the place after the duel, and fails when that is nobody, both, or another
// than the answer said.
func (d *duel) winner(t *testing.T, s *site, a answer) string {
	t.Helper()
	s.want(a, http.StatusOK)
	said := a.json(t)
	rows, err := s.Pool.Query(
		t.Context(), `
		select 'offer ' || state from offer where id = $1
		union all select 'bart ' || state from waitlist_entry
			where id = (select entry_id from own_link where token_hash = $2)
		union all select 'dirk ' || state from waitlist_entry where occurrence_id = $3
			and id <> (select entry_id from own_link where token_hash = $2)
		union all select 'taken ' || taken || ' held ' || held from occurrence where id = $3
		union all select 'place ' || count(*) from registration where occurrence_id = $3 and status = 'registered'`,
		d.offer,
		hashOf(d.bart),
		d.occurrence,
	)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	inTime := []string{
		"offer accepted",
		"bart accepted",
		"dirk waiting",
		"taken 1 held 0",
		"place 1",
	}
	over := []string{"offer expired", "bart waiting", "dirk offered", "taken 0 held 1", "place 0"}
	switch {
	case slices.Equal(got, inTime) && said["state"] == "accepted" && said["late"] == nil:
		return "bart"
	case slices.Equal(got, over) && said["state"] == "waiting" && said["late"] == true:
		return "dirk"
	}
	t.Fatalf("nobody won: %v, and Bart heard %v", got, said)
	return ""
}

// The settings are read under the lock, and everybody who waits for the lock holds a connection:
// whoever has the lock must never wait for one of theirs.
func TestTheHolderOfTheLockNeedsNoConnectionOfThoseWhoWait(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	free := s.Pool.Config().MaxConns
	for range free {
		held, err := s.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer held.Release()
	}
	s.revision.changed() // what is known is old
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if s.settings(ctx); ctx.Err() != nil {
		t.Error("reading the settings waited for a connection")
	}
}

// Somebody holds six dates: who wants to sign up for those waits, nobody else does.
func TestSixHeldDatesHoldUpNobodyElse(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	var held []string
	for range 6 {
		_, o := s.place(9)
		held = append(held, o)
	}
	_, free := s.place(9)
	other, err := pgx.Connect(t.Context(), string(s.cfg.DatabaseURL))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close(context.Background()) }()
	tx, err := other.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), `
			select from occurrence where id = any($1) order by id for update`, held)
	}
	if err != nil {
		t.Fatal(err)
	}
	var answered atomic.Int32
	var all sync.WaitGroup
	for i := range 4 * len(held) {
		in := s.signUp("Wacht", fmt.Sprintf("wacht%d@voorbeeld.example", i))
		all.Go(func() {
			s.register(held[i%len(held)], in)
			answered.Add(1)
		})
	}
	for until := time.Now().Add(8 * time.Second); dbtest.WaitForLock(t, s.looks) < 2*len(held) &&
		time.Now().Before(until); {
		continue // until they hold all that they may, or as long as they wait themselves
	}
	s.want(s.call(http.MethodGet, "/api/occurrences", nil), http.StatusOK)
	s.want(s.register(free, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	if n := answered.Load(); n > 0 {
		t.Errorf("somebody else was answered after %d of those who wait", n)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	all.Wait()
}

// Who took the last place commits, and is gone before it can tell: the other process hears of it.
func TestTheLastPlaceIsToldAlsoByAProcessThatIsGone(t *testing.T) {
	t.Parallel()
	database := dbtest.URL(t)
	gone := idle(t, configOf(t, database), nil)
	other := idle(t, configOf(t, database), nil)
	_, o := gone.place(1)
	hear := func() uint64 {
		if err := other.revision.exchange(t.Context()); err != nil {
			t.Fatal(err)
		}
		return other.revision.now()
	}
	before := hear()
	if again := hear(); again != before {
		t.Errorf("%d became %d by itself", before, again)
	}
	gone.want(gone.register(o, gone.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	after := hear()
	if after == before {
		t.Error("nobody told that the last place is taken")
	}
	if again := hear(); again != after {
		t.Errorf("told twice: %d became %d", after, again)
	}
}
