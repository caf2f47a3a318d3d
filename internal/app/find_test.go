package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/dbtest"
)

// What an invented person types is made so that it can be found whatever stands around it: a word
// that no text has, or a number that nobody has.
var (
	aWord   = regexp.MustCompile(`(?i)zq[a-z]{6}`)
	aNumber = regexp.MustCompile(`6[ -]?5(?:[ -]?\d){7}`)
)

func wordOf(n int) string {
	out := []byte("zqaaaaaa")
	for i := len(out) - 1; n > 0; i, n = i-1, n/26 {
		out[i] += byte(n % 26)
	}
	return string(out)
}

func numberOf(n int) string { return fmt.Sprintf("65%07d", n) }

// inText are the words and numbers in a text.
func inText(text string) (all []string) {
	for _, w := range aWord.FindAllString(text, -1) {
		all = append(all, strings.ToLower(w))
	}
	for _, n := range aNumber.FindAllString(text, -1) {
		all = append(all, strings.NewReplacer(" ", "", "-", "").Replace(n))
	}
	return all
}

// found is where each word and number is.
type found map[string]string

func (f found) in(place, text string) {
	for _, what := range inText(text) {
		f[what] = place
	}
}

// inTheOpen searches, as somebody with a copy of everything and no key does: every column of every
// table, also what is in JSON or is bytes, every file of the store, and every line of the log.
func (s *site) inTheOpen() found {
	s.t.Helper()
	ctx, out := context.Background(), found{}
	// bytes with letters in them read as those letters
	rows, err := s.Pool.Query(ctx, `
		select c.relname, string_agg(
			format(case a.atttypid when 'bytea'::regtype then 'encode(%I, ''escape'')'
				else '%I::text' end, a.attname), ', ')
		from pg_class c
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
		group by 1`)
	if err != nil {
		s.t.Fatal(err)
	}
	type table struct{ Name, Columns string }
	tables, err := pgx.CollectRows(rows, pgx.RowToStructByPos[table])
	if err != nil || len(tables) < 60 {
		s.t.Fatalf("%d tables (%v)", len(tables), err)
	}
	for _, one := range tables {
		rows, err := s.Pool.Query(ctx, `
			select concat_ws(E'\n', `+one.Columns+`) from "`+one.Name+`"`)
		if err != nil {
			s.t.Fatal(err)
		}
		var text string
		if _, err := pgx.ForEachRow(rows, []any{&text}, func() error {
			out.in(one.Name, text)
			return nil
		}); err != nil {
			s.t.Fatal(one, err)
		}
	}
	names, err := s.files.List(ctx, "")
	if err != nil {
		s.t.Fatal(err)
	}
	for _, name := range names {
		f, err := s.files.Get(ctx, name)
		if err != nil {
			s.t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		_ = f.Close()
		if err != nil {
			s.t.Fatal(err)
		}
		out.in("file "+name, name+"\n"+string(text))
	}
	out.in("the log", said.String())
	return out
}

// withTheKeys searches what is sealed, opened.
func (s *site) withTheKeys() found {
	s.t.Helper()
	out := found{}
	for _, c := range sealedColumns() {
		rows, err := s.Pool.Query(context.Background(), fmt.Sprintf(
			`select %s, %s from %s where length(%[2]s) > 0`, c.Key, c.Column, c.Table))
		if err != nil {
			s.t.Fatal(err)
		}
		var key string
		var box []byte
		if _, err := pgx.ForEachRow(rows, []any{&key, &box}, func() error {
			plain, err := s.keys.Open(c.Name, c.Prefix+key, box)
			if err != nil {
				return fmt.Errorf("%s.%s of %s: %w", c.Table, c.Column, key, err)
			}
			out.in(c.Table+"."+c.Column, string(plain))
			return nil
		}); err != nil {
			s.t.Fatal(err)
		}
	}
	return out
}

// said is all that any process of these tests logs, from the least line on.
var said heard

type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *heard) Write(line []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(inText(string(line))) > 0 { // the rest is of no use
		_, _ = h.text.Write(line)
	}
	return len(line), nil
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

func listening() *slog.Logger {
	return slog.New(slog.NewJSONHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func TestTheSearchFindsWhatIsHiddenInBytesJSONFilesAndLogs(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	for n, sql := range []string{
		`insert into idempotency (key, fingerprint, status, sealed, created_at)
			values ('een', '', 201, $1::text::bytea, now())`,
		`insert into audit_log (at, actor, roles, action, kind, reason)
			values (now(), 'sanne', '{}', 'viewed', 'person', $1)`,
		`insert into retention_night (due, started_at, counts)
			values (now(), now(), jsonb_build_object($1::text, 1))`,
	} {
		if _, err := s.Pool.Exec(t.Context(), sql, "van "+wordOf(900+n)+"."); err != nil {
			t.Fatal(err)
		}
	}
	name := "hidden/" + wordOf(903)
	if err := s.files.Put(t.Context(), name, strings.NewReader("+316 5000 0904")); err != nil {
		t.Fatal(err)
	}
	listening().Debug("somebody", "who", wordOf(905))
	open := s.inTheOpen()
	for _, what := range []string{
		wordOf(900), wordOf(901), wordOf(902), wordOf(903), numberOf(904), wordOf(905),
	} {
		if open[what] == "" {
			t.Errorf("%s was not found in %v", what, open)
		}
	}
}
