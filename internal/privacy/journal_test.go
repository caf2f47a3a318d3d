package privacy_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/privacy"
)

var moment = time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)

// fileStore is a file store in memory that can refuse.
type fileStore struct {
	mu     sync.Mutex
	files  map[string]string
	refuse error
}

func (s *fileStore) put(_ context.Context, name string, r io.Reader) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuse != nil {
		return s.refuse
	}
	if s.files == nil {
		s.files = map[string]string{}
	}
	s.files[name] = string(b)
	return nil
}

func (s *fileStore) lines(t *testing.T) (out []privacy.JournalLine) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range s.files {
		for sc := bufio.NewScanner(strings.NewReader(text)); sc.Scan(); {
			var l privacy.JournalLine
			if err := json.Unmarshal(sc.Bytes(), &l); err != nil {
				t.Fatal(err)
			}
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(a, b privacy.JournalLine) int { return int(a.No - b.No) })
	return out
}

func erase(t *testing.T, pool *pgxpool.Pool, ids ...string) {
	t.Helper()
	err := db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		return privacy.Journal(t.Context(), tx, moment, "registration", ids...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func journal(t *testing.T, pool *pgxpool.Pool) []privacy.JournalLine {
	t.Helper()
	rows, err := pool.Query(
		t.Context(),
		"select no, kind, row_id, erased_at from erasure_journal order by no",
	)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowToStructByPos[privacy.JournalLine])
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func sameLines(a, b []privacy.JournalLine) bool {
	return slices.EqualFunc(a, b, func(x, y privacy.JournalLine) bool {
		return x.No == y.No && x.Kind == y.Kind && x.ID == y.ID && x.At.Equal(y.At)
	})
}

func mustCopy(t *testing.T, pool *pgxpool.Pool, s *fileStore, want int) {
	t.Helper()
	if n, err := privacy.CopyJournal(t.Context(), pool, s.put); err != nil || n != want {
		t.Fatalf("copied %d lines, want %d: %v", n, want, err)
	}
}

func TestCopiedLinesEqualTheTable(t *testing.T) {
	t.Parallel()
	pool, s := dbtest.New(t), &fileStore{}
	mustCopy(t, pool, s, 0)
	erase(t, pool)
	erase(t, pool, "reg_b", "reg_a")
	mustCopy(t, pool, s, 2)
	mustCopy(t, pool, s, 0)
	erase(t, pool, "reg_c")
	mustCopy(t, pool, s, 1)
	got := s.lines(t)
	if !sameLines(got, journal(t, pool)) || len(got) != 3 || got[0].ID != "reg_b" ||
		got[1].ID != "reg_a" ||
		!got[0].At.Equal(moment) ||
		got[0].Kind != "registration" {
		t.Errorf("copied %v", got)
	}
	if len(s.files) != 2 {
		t.Errorf("%d files", len(s.files))
	}
	for name := range s.files {
		if !strings.HasPrefix(name, "erasure/") {
			t.Errorf("file %s", name)
		}
	}
}

func TestARolledBackErasureLeavesNoLine(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	stop := errors.New("stop")
	err := db.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		return errors.Join(privacy.Journal(t.Context(), tx, moment, "registration", "reg_1"), stop)
	})
	if !errors.Is(err, stop) || len(journal(t, pool)) != 0 {
		t.Errorf("%v, %v", err, journal(t, pool))
	}
}

func TestAFailingFileStoreLosesNoLine(t *testing.T) {
	t.Parallel()
	pool, s := dbtest.New(t), &fileStore{refuse: errors.New("the disk is full")}
	erase(t, pool, "reg_1")
	if n, err := privacy.CopyJournal(t.Context(), pool, s.put); err == nil || n != 0 {
		t.Fatalf("%d, %v", n, err)
	}
	s.refuse = nil
	mustCopy(t, pool, s, 1)
	if !sameLines(s.lines(t), journal(t, pool)) {
		t.Error("a line is lost")
	}
}

// After a crash between file and mark the lines come again in a file of their own; after a restore
// the numbers start anew, and what was written before stays too.
func TestNoFileOfTheJournalIsReplacedByOtherContent(t *testing.T) {
	t.Parallel()
	pool, s := dbtest.New(t), &fileStore{}
	erase(t, pool, "reg_1")
	mustCopy(t, pool, s, 1)
	if _, err := pool.Exec(t.Context(), "update erasure_copied set upto = 0"); err != nil {
		t.Fatal(err)
	}
	mustCopy(t, pool, s, 1)
	if len(s.files) != 1 {
		t.Errorf("the same lines made %d files", len(s.files))
	}
	other := dbtest.New(t)
	erase(t, other, "reg_2")
	mustCopy(t, other, s, 1)
	if got := s.lines(t); len(got) != 2 || got[0].ID == got[1].ID {
		t.Errorf("left: %v", got)
	}
}

func TestManyProcessesCopyEachLineOnce(t *testing.T) {
	t.Parallel()
	pool, s := dbtest.New(t), &fileStore{}
	total := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			for j := range 5 {
				erase(t, pool, "reg_"+string(rune('a'+i))+string(rune('a'+j)))
				n, err := privacy.CopyJournal(t.Context(), pool, s.put)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				total += n
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	n, err := privacy.CopyJournal(t.Context(), pool, s.put)
	if err != nil || total+n != 30 || !sameLines(s.lines(t), journal(t, pool)) {
		t.Errorf("copied %d of 30 lines, %d stored: %v", total+n, len(s.lines(t)), err)
	}
}

// Numbers are given out in another order than transactions end: a copy may not step over a number
// still on its way.
func TestACopyWaitsForLowerNumbersStillOnTheirWay(t *testing.T) {
	t.Parallel()
	pool, s := dbtest.New(t), &fileStore{}
	ctx := t.Context()
	slow, err := pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.Rollback(context.WithoutCancel(ctx)) }()
	if err := privacy.Journal(ctx, slow, moment, "registration", "reg_slow"); err != nil {
		t.Fatal(err)
	}
	erase(t, pool, "reg_quick") // higher number, committed first
	done := make(chan error, 1)
	go func() {
		_, err := privacy.CopyJournal(ctx, pool, s.put)
		done <- err
	}()
	for waiting := false; !waiting; {
		err := pool.QueryRow(ctx, `
			select exists (select from pg_locks where locktype = 'advisory' and not granted
			and database = (select oid from pg_database where datname = current_database()))`).Scan(
			&waiting,
		)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-done:
			t.Fatalf("copied without waiting (%v): %v", err, s.lines(t))
		default:
		}
	}
	if err := slow.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	mustCopy(t, pool, s, 0)
	if got := s.lines(t); len(got) != 2 || !sameLines(got, journal(t, pool)) {
		t.Errorf("copied %v of %v", got, journal(t, pool))
	}
}

func TestTheJournalCannotBeChangedEvenByTheOwnerOfTheTable(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	erase(t, pool, "reg_1")
	var owner bool
	err := pool.QueryRow(
		t.Context(),
		"select pg_get_userbyid(relowner) = current_user from pg_class where oid = 'erasure_journal'::regclass",
	).Scan(&owner)
	if err != nil || !owner {
		t.Fatalf("this test must run as the owner: %v, %v", owner, err)
	}
	for _, sql := range []string{
		"update erasure_journal set row_id = 'reg_2'",
		"delete from erasure_journal",
		"truncate erasure_journal",
		"truncate erasure_journal cascade",
		"insert into erasure_journal (no, kind, row_id, erased_at) values (1, 'registration', 'reg_2', '2026-01-01')",
	} {
		if _, err := pool.Exec(t.Context(), sql); err == nil {
			t.Errorf("done: %s", sql)
		}
	}
	if got := journal(t, pool); len(got) != 1 || got[0].ID != "reg_1" {
		t.Errorf("left: %v", got)
	}
}
