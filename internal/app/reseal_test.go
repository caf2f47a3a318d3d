package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/privacy"
)

// Every column of bytes is a sealed one that is sealed anew, or a hash.
func TestEverySealedColumnIsKnown(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	rows, err := pool.Query(t.Context(), `
		select table_name || '.' || column_name
		from information_schema.columns
		where table_schema = 'public'
			and data_type = 'bytea'
			and table_name !~ '^river_'
		order by 1`)
	if err != nil {
		t.Fatal(err)
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(there) < 20 {
		t.Fatalf("%d columns, %v", len(there), err)
	}
	var sealed []string
	for _, c := range sealedColumns() {
		sealed = append(sealed, c.Table+"."+c.Column)
	}
	for _, c := range there {
		_, name, _ := strings.Cut(c, ".")
		hash := strings.HasSuffix(name, "_key") || strings.HasSuffix(name, "_hash") ||
			slices.Contains([]string{"hash", "jti", "fingerprint", "sum", "mailed_to"}, name)
		if hash == slices.Contains(sealed, c) {
			t.Errorf("%s: a hash %v, sealed anew %v", c, hash, !hash)
		}
	}
	for _, c := range sealed {
		if !slices.Contains(there, c) {
			t.Errorf("%s is no column", c)
		}
	}
}

// While visitors and staff go on, everything moves to a new key; stopped half way it goes on where
// it was. Afterwards the old key opens nothing that is needed.
func TestANewSealingKeyWhileTheSiteRuns(t *testing.T) {
	t.Parallel()
	n := longtest.N(t, 3_000, 100_000)
	cfg := configOf(t, dbtest.URL(t))
	before := start(t, cfg, clock.Stopped(monday), nil)
	before.manyMembers(n)
	act := before.activity(nil)
	occ := before.date(act, monday.AddDate(0, 0, 8), 0)
	noor := before.signUp("Noor", "noor@voorbeeld.example")
	before.want(before.register(occ, noor), http.StatusCreated)

	renewed := *cfg
	renewed.SealKey, renewed.SealKeysOld = secretOf("seal of next year"), cfg.SealKey
	after := start(t, &renewed, clock.Stopped(monday), nil)
	old, err := keysOf(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if left := after.opensWith(old); left < n {
		t.Fatalf("%d rows under the old key, want at least %d", left, n)
	}

	stop, called, calls := make(chan struct{}), make(chan struct{}), 0
	var load sync.WaitGroup
	load.Go(func() {
		cookie := after.signIn(t, "coordinator")
		for {
			select {
			case <-stop:
				return
			case called <- struct{}{}: // between two steps
			}
			calls++
			person := fmt.Sprintf("bezoeker%d@voorbeeld.example", calls)
			if a := after.register(occ, after.signUp("Sam", person)); a.status != http.StatusCreated {
				t.Errorf("a sign-up got %d %s", a.status, a.body)
			}
			if a := after.call(http.MethodGet, "/api/session", nil, "Cookie", cookie); a.status !=
				http.StatusOK {
				t.Errorf("staff got %d %s", a.status, a.body)
			}
		}
	})
	half, cancel := context.WithCancel(t.Context())
	_, err = after.Reseal(half, func(r privacy.Resealed) {
		<-called
		if r.Table == "staff_member" && r.Done >= n/2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped half way: %v", err)
	}
	left := after.opensWith(old)
	if left == 0 || left >= n {
		t.Errorf("%d rows left half way, want some of %d", left, n)
	}
	again := 0
	done, err := after.Reseal(t.Context(), func(privacy.Resealed) { <-called })
	for _, d := range done {
		again += d.Done
		if d.Closed > 0 {
			t.Errorf("%s.%s: %d rows open with no key", d.Table, d.Column, d.Closed)
		}
	}
	if err != nil || again > left {
		t.Errorf("%d rows the second time, want at most the %d that were left: %v", again, left, err)
	}
	close(stop)
	load.Wait()
	t.Logf("%d rows, %d sign-ups meanwhile", n, calls)
	if left := after.opensWith(old); left != 0 || calls == 0 {
		t.Errorf("%d rows need the old key still; %d calls", left, calls)
	}
	renewed.SealKeysOld = ""
	alone := start(t, &renewed, clock.Stopped(monday.Add(time.Minute)), nil)
	if names, err := alone.Identity.Names(t.Context(), []string{"lid-0"}); err != nil ||
		names["lid-0"] != "Lid 0" {
		t.Errorf("with the new key alone: %v %v", names, err)
	}
}

// manyMembers keeps n people of the staff, each name sealed.
func (s *site) manyMembers(n int) {
	s.t.Helper()
	s.inTx(func(tx pgx.Tx) error {
		for i := range n {
			who := identity.Member{UID: fmt.Sprintf("lid-%d", i), Name: fmt.Sprintf("Lid %d", i)}
			err := s.Identity.Know(context.Background(), tx, who, identity.Gastheer)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// opensWith counts the sealed values that these keys alone open.
func (s *site) opensWith(k *privacy.Keys) (n int) {
	s.t.Helper()
	for _, c := range sealedColumns() {
		rows, err := s.Pool.Query(context.Background(), fmt.Sprintf(
			`select %s, %s from %s where %[2]s is not null`, c.Key, c.Column, c.Table))
		if err != nil {
			s.t.Fatal(err)
		}
		var key string
		var box []byte
		if _, err := pgx.ForEachRow(rows, []any{&key, &box}, func() error {
			if _, err := k.Open(c.Name, c.Prefix+key, box); err == nil {
				n++
			}
			return nil
		}); err != nil {
			s.t.Fatal(err)
		}
	}
	return n
}
