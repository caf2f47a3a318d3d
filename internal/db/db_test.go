package db_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

func TestWhatTheDatabaseSaysBecomesAProblem(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]problem.Code{
		"22021": problem.BadRequest,
		"22P05": problem.BadRequest,
		"25006": problem.ReadOnly,
		"08000": problem.Unavailable,
		"08006": problem.Unavailable,
		"53100": problem.Unavailable,
		"53300": problem.Unavailable,
		"57P01": problem.Unavailable,
		"57P02": problem.Unavailable,
		"57P03": problem.Unavailable,
		"40001": problem.Unavailable,
		"40P01": problem.Unavailable,
		"55P03": problem.Unavailable,
		"57014": problem.Unavailable,
		"23505": "",
		"23514": "",
		"23503": "",
		"42P01": "",
		"42601": "",
		"XX000": "",
		"":      "",
	} {
		cause := fmt.Errorf("query: %w", &pgconn.PgError{
			Code:    code,
			Message: "geheim",
			Detail:  "geheim",
		})
		err := db.Problem(cause)
		var p *problem.Problem
		switch {
		case want == "" && err != cause: //nolint:errorlint // unchanged means the very same
			t.Errorf("%s became %v", code, err)
		case want == "":
		case !errors.As(err, &p) || p.Code != want || !errors.Is(err, cause):
			t.Errorf("%s: %v, want %s", code, err, want)
		case p.Status == 503 && p.RetryAfter < 1:
			t.Errorf("%s: no Retry-After", code)
		}
	}
}

func TestOtherErrorsBecomeAProblemWhenTheyTellOfTheDatabaseItself(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want problem.Code
	}{
		"no rows":        {fmt.Errorf("x: %w", pgx.ErrNoRows), problem.NotFound},
		"no connection":  {&pgconn.ConnectError{}, problem.Unavailable},
		"out of time":    {context.DeadlineExceeded, problem.Unavailable},
		"cut connection": {fmt.Errorf("x: %w", io.ErrUnexpectedEOF), problem.Unavailable},
		"network": {
			&net.OpError{Op: "read", Err: errors.New("reset")},
			problem.Unavailable,
		},
		"problem of a room": {problem.NoRoom(2), problem.Full},
	} {
		var p *problem.Problem
		if err := db.Problem(c.err); !errors.As(err, &p) || p.Code != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if db.Problem(nil) != nil {
		t.Error("nothing wrong became a problem")
	}
	for _, err := range []error{errors.New("x"), context.Canceled} {
		if got := db.Problem(err); got != err { //nolint:errorlint // unchanged means the very same
			t.Errorf("%v became %v", err, got)
		}
	}
}

func scratch(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool, _ := empty(t)
	if _, err := pool.Exec(
		t.Context(),
		`create table thing (id text primary key, doc jsonb not null, version integer not null, created_at timestamptz not null, updated_at timestamptz not null,
		constraint thing_doc check (doc <> '{}'))`,
	); err != nil {
		t.Fatal(err)
	}
	return pool
}

func put(ctx context.Context, q db.Querier, id string, doc any, at time.Time) error {
	_, err := q.Exec(
		ctx,
		"insert into thing (id, doc, version, created_at, updated_at) values ($1, $2, 1, $3, $3)",
		id,
		db.JSON(doc),
		at,
	)
	return err
}

func things(t *testing.T, q db.Querier) (n int) {
	t.Helper()
	if err := q.QueryRow(t.Context(), "select count(*) from thing").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestATransactionStandsOrFallsAsAWhole(t *testing.T) {
	t.Parallel()
	pool := scratch(t)
	at := clock.System().Now()
	no := errors.New("no")
	err := db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		if err := put(t.Context(), tx, "a", 1, at); err != nil {
			return err
		}
		return no
	})
	if err != no || things(t, pool) != 0 { //nolint:errorlint // unchanged means the very same
		t.Fatal("an error does not roll back", err, things(t, pool))
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is swallowed")
			}
		}()
		_ = db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			if err := put(t.Context(), tx, "a", 1, at); err != nil {
				t.Error(err)
			}
			panic("broken")
		})
	}()
	if things(t, pool) != 0 {
		t.Fatal("a panic does not roll back")
	}
	if err := db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		return put(t.Context(), tx, "a", 1, at)
	}); err != nil || things(t, pool) != 1 {
		t.Fatal(err)
	}
	if n := pool.Stat().AcquiredConns(); n != 0 {
		t.Errorf("%d connections are not given back", n)
	}
}

func TestTransactionsAreReadCommitted(t *testing.T) {
	t.Parallel()
	pool := scratch(t)
	err := db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		var level string
		if err := tx.QueryRow(t.Context(), "show transaction_isolation").Scan(
			&level,
		); err != nil || level != "read committed" {
			t.Error(level, err)
		}
		before := things(t, tx)
		if err := put(t.Context(), pool, "other", 1, clock.System().Now()); err != nil {
			return err
		}
		if things(t, tx) != before+1 {
			t.Error("what another committed is not seen by the next statement")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Two lock two rows in the opposite order: without a second run one of them fails.
func TestATransactionThatMetAnotherInADeadlockIsRunAgain(t *testing.T) {
	t.Parallel()
	pool := scratch(t)
	for _, id := range []string{"a", "b"} {
		if err := put(t.Context(), pool, id, 0, clock.System().Now()); err != nil {
			t.Fatal(err)
		}
	}
	var runs atomic.Int32
	var both, done sync.WaitGroup
	both.Add(2)
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		done.Go(func() {
			first := true
			if err := db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
				runs.Add(1)
				for i, id := range order {
					if _, err := tx.Exec(t.Context(), `
						update thing set version = version + 1 where id = $1`, id); err != nil {
						return db.Problem(err) // as helpers give it
					}
					if i == 0 && first {
						first = false
						both.Done()
						both.Wait() // now each holds what the other wants
					}
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	var versions int
	if err := pool.QueryRow(t.Context(), `
		select sum(version) from thing`).Scan(&versions); err != nil || versions != 6 {
		t.Errorf("%d changes of 4 stand, %v", versions-2, err)
	}
	// on a busy machine they may meet more than once
	n := runs.Load()
	t.Logf("%d runs", n)
	if n < 3 {
		t.Errorf("%d runs: they never met", n)
	}
}

func TestATransactionThatAlwaysEndsInADeadlockIsGivenUp(t *testing.T) {
	t.Parallel()
	pool := scratch(t)
	runs := 0
	err := db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		runs++
		_, err := tx.Exec(t.Context(), `
			do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`)
		return err
	})
	if runs != 4 || !errors.Is(err, problem.New(problem.Unavailable)) {
		t.Errorf("%d runs, %v", runs, err)
	}
}

func TestAUniqueViolationIsKnownByTheNameOfItsConstraint(t *testing.T) {
	t.Parallel()
	pool := scratch(t)
	at := clock.System().Now()
	if err := put(t.Context(), pool, "a", 1, at); err != nil {
		t.Fatal(err)
	}
	twice := fmt.Errorf("register: %w", put(t.Context(), pool, "a", 2, at))
	if !db.IsUnique(twice, "thing_pkey") || db.IsUnique(twice, "other_key") {
		t.Error(twice)
	}
	wrong := put(t.Context(), pool, "b", struct{}{}, at)
	if wrong == nil || db.IsUnique(wrong, "thing_doc") || db.IsUnique(nil, "thing_pkey") {
		t.Error(wrong)
	}
}

type doc struct {
	Title string            `json:"title"`
	Tags  []string          `json:"tags"`
	Words map[string]string `json:"words,omitempty"`
	At    time.Time         `json:"at"`
	N     int64             `json:"n"`
}

func TestADocumentComesBackAsItWasStored(t *testing.T) {
	t.Parallel()
	pool := scratch(t)
	at := time.Date(2026, 10, 25, 2, 30, 0, 123456000, clock.Amsterdam)
	in := doc{
		"Zoë 👩\u200d👧 <b> \\ \"' \u2028",
		[]string{"", "a"},
		map[string]string{"b": "2", "a": "1"},
		at,
		math.MaxInt64,
	}
	if err := put(t.Context(), pool, "a", in, at); err != nil {
		t.Fatal(err)
	}
	rows, err := pool.Query(t.Context(), "select "+db.DocColumns+" from thing")
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectOneRow(rows, db.ScanDoc[doc])
	if err != nil {
		t.Fatal(err)
	}
	if !got.Doc.At.Equal(at) || !got.CreatedAt.Equal(at) || !got.UpdatedAt.Equal(at) ||
		got.ID != "a" ||
		got.Version != 1 {
		t.Errorf("%+v", got)
	}
	if got.Doc.At = at; !reflect.DeepEqual(got.Doc, in) {
		t.Errorf("%+v, want %+v", got.Doc, in)
	}
}

func TestADocumentOfAnotherShapeIsAnErrorNotAnEmptyDocument(t *testing.T) {
	t.Parallel()
	pool := scratch(t)
	if err := put(t.Context(), pool, "a", []int{1}, clock.System().Now()); err != nil {
		t.Fatal(err)
	}
	rows, err := pool.Query(t.Context(), "select "+db.DocColumns+" from thing")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := pgx.CollectOneRow(rows, db.ScanDoc[doc]); err == nil {
		t.Errorf("%+v", got)
	}
}

func TestAValueThatCannotBeJSONIsAFaultInTheProgram(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	db.JSON(make(chan int))
}

func TestIDsAreOpaqueAndNeverTheSame(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	shape := regexp.MustCompile(`^reg_[a-z2-7]{26}$`)
	for range 10000 {
		id := db.NewID("reg")
		if seen[id] || !shape.MatchString(id) {
			t.Fatal(id)
		}
		seen[id] = true
	}
}

func TestABadAddressIsRefusedWithoutShowingIt(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://app:geheim@host:port/x",
		"postgres://app:geheim@host/x?sslmode=geheim",
		"geheim",
	} {
		if pool, err := db.Open(t.Context(), url, 1); err == nil {
			pool.Close()
			t.Errorf("%s is taken", url)
		} else if strings.Contains(err.Error(), "geheim") {
			t.Error(err)
		}
	}
}

func TestADatabaseThatIsNotThereIsUnavailable(t *testing.T) {
	t.Parallel()
	pool, err := db.Open(t.Context(), "postgres://nobody:geheim@127.0.0.1:1/x?sslmode=disable", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	err = db.InTx(t.Context(), pool, func(pgx.Tx) error { return nil })
	if !errors.Is(err, problem.New(problem.Unavailable)) ||
		strings.Contains(err.Error(), "geheim") {
		t.Error(err)
	}
}

func TestAConnectionThatFallsMidwayIsUnavailable(t *testing.T) {
	t.Parallel()
	for name, fall := range map[string]func(t *testing.T, l *line, admin *pgxpool.Pool, pid uint32){
		"ended by the server": func(t *testing.T, _ *line, admin *pgxpool.Pool, pid uint32) {
			if _, err := admin.Exec(
				t.Context(),
				"select pg_terminate_backend($1)",
				pid,
			); err != nil {
				t.Error(err)
			}
		},
		"cut in the network": func(_ *testing.T, l *line, _ *pgxpool.Pool, _ uint32) { l.cut() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			admin, _ := empty(t)
			l := newLine(t, admin.Config().ConnConfig)
			pool := l.pool(t, admin)
			fell := false
			err := db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
				fell = true
				fall(t, l, admin, tx.Conn().PgConn().PID())
				_, err := tx.Exec(t.Context(), "select 1")
				return err
			})
			if !fell || !errors.Is(err, problem.New(problem.Unavailable)) {
				t.Error(fell, err)
			}
			if err := db.InTx(t.Context(), pool, func(pgx.Tx) error { return nil }); err != nil {
				t.Error("the next transaction:", err)
			}
		})
	}
}

// line is a network line to a database that a test can cut.
type line struct {
	net.Listener
	mu    sync.Mutex
	ends  []net.Conn
	reach func() (net.Conn, error)
}

func newLine(t *testing.T, to *pgx.ConnConfig) *line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	network, address := pgconn.NetworkAddress(to.Host, to.Port)
	l := &line{
		Listener: listener,
		reach:    func() (net.Conn, error) { return net.Dial(network, address) },
	}
	t.Cleanup(func() {
		_ = l.Close()
		l.cut()
	})
	go l.serve()
	return l
}

func (l *line) serve() {
	for {
		near, err := l.Accept()
		if err != nil {
			return
		}
		far, err := l.reach()
		if err != nil {
			_ = near.Close()
			return
		}
		l.mu.Lock()
		l.ends = append(l.ends, near, far)
		l.mu.Unlock()
		for _, p := range [][2]net.Conn{{near, far}, {far, near}} {
			go func() {
				_, _ = io.Copy(p[0], p[1])
				_ = p[0].Close()
			}()
		}
	}
}

// cut ends every connection that runs over the line; new ones may come.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.ends {
		_ = c.Close()
	}
	l.ends = nil
}

// pool is one connection over the line, to the same database as p.
func (l *line) pool(t *testing.T, p *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	cfg := p.Config()
	cfg.MaxConns = 1
	cfg.ConnConfig.Host, cfg.ConnConfig.Port = "127.0.0.1", uint16(l.Addr().(*net.TCPAddr).Port)
	cfg.ConnConfig.TLSConfig, cfg.ConnConfig.Fallbacks = nil, nil // the line is on this machine
	out, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(out.Close)
	return out
}
