package app

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/content"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/privacy"
)

// remember copies the database of a test as it is now, as a backup does; nobody may be connected to
// it.
func remember(t *testing.T, database string) (copied string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/")
	admin := *u
	admin.Path = "/postgres"
	conn, err := pgx.Connect(t.Context(), admin.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.Background()
		if _, err := conn.Exec(
			ctx,
			"drop database if exists "+name+"_old with (force)",
		); err != nil {
			t.Error(err)
		}
		_ = conn.Close(ctx)
	})
	if _, err := conn.Exec(t.Context(), "create database "+name+"_old template "+name); err != nil {
		t.Fatal(err)
	}
	u.Path += "_old"
	return u.String()
}

// stopped is the app without its jobs and with no connection left once f is done.
func stopped(t *testing.T, cfg *config.Config, f func(s *site)) {
	t.Helper()
	a, err := New(t.Context(), cfg, Options{
		Clock: clock.Stopped(monday),
		Log:   slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	f(&site{App: a, t: t})
}

// send in a stopped site goes straight to the handler: nothing listens, so nothing keeps a
// connection.
func serveHere(s *site, method, path string, body any, head ...string) answer {
	s.t.Helper()
	s.url = "http://localhost:8080"
	w := &recorded{head: http.Header{}, status: http.StatusOK}
	s.Handler().ServeHTTP(w, s.request(method, path, body, head...))
	return answer{w.status, w.head, w.body.String()}
}

type recorded struct {
	head   http.Header
	status int
	body   strings.Builder
}

func (r *recorded) Header() http.Header         { return r.head }
func (r *recorded) WriteHeader(status int)      { r.status = status }
func (r *recorded) Write(p []byte) (int, error) { return r.body.Write(p) }

// keepJournal does what the periodic job does.
func keepJournal(s *site) {
	s.t.Helper()
	if _, err := privacy.CopyJournal(s.t.Context(), s.Pool, s.files.Put); err != nil {
		s.t.Fatal(err)
	}
}

func TestWhoWasErasedStaysErasedWhenAnOlderStateReturns(t *testing.T) {
	t.Parallel()
	cfg := configOf(t, dbtest.URL(t))
	var date string
	stopped(t, cfg, func(s *site) {
		_, date = s.place(2)
		for _, name := range []string{"anja", "bart"} {
			s.want(
				serveHere(
					s,
					"POST",
					"/api/occurrences/"+date+"/registrations",
					s.signUp(name, name+"@voorbeeld.example"),
				),
				201,
			)
		}
		s.want(
			serveHere(
				s,
				"POST",
				"/api/occurrences/"+date+"/waitlist",
				s.waiting("carla", "carla@voorbeeld.example"),
			),
			201,
		)
		s.want(
			serveHere(
				s,
				"POST",
				"/api/occurrences/"+date+"/waitlist",
				s.waiting("dirk", "dirk@voorbeeld.example"),
			),
			201,
		)
	})
	old := *cfg
	old.DatabaseURL = config.Secret(remember(t, string(cfg.DatabaseURL)))
	stopped(t, cfg, func(s *site) {
		s.want(
			serveHere(s, "POST", "/api/erase-mine", nil, holds(
				s.registrationKey("anja@voorbeeld.example"),
			)...),
			204,
		)
		s.want(
			serveHere(s, "POST", "/api/erase-mine", nil, holds(
				s.entryKey("dirk@voorbeeld.example"),
			)...),
			204,
		)
		keepJournal(s)
	})

	stopped(t, &old, func(s *site) {
		if n := s.number(`select count(*) from registration`); n != 2 {
			t.Fatalf("the old state has %d sign-ups", n)
		}
		done, err := s.Replay(t.Context())
		if err != nil || done.Erased != 2 || done.Lines != 2 || len(done.Faults) != 0 {
			t.Fatalf("%+v, %v", done, err)
		}
		for sql, want := range map[string]int{
			`
				select count(*) from registration`: 1,
			// the freed place goes to Carla
			`
				select count(*) from waitlist_entry where state = 'offered'`: 1,
			`
				select count(*) from waitlist_entry`: 1,
			`
				select taken from occurrence where id = '` + date + `'`: 1,
			`
				select count(*) from erasure_journal`: 2,
			// Bart's
			`
				select count(*) from mail where kind = 'M1' and state <> 'withdrawn'`: 1,
			// that letter went out the first time
			`
				select count(*) from mail where kind = 'M23'`: 0,
			`
				select count(*)
				from idempotency
				where subject in (select row_id from erasure_journal)`: 0,
		} {
			if n := s.number(sql); n != want {
				t.Errorf("%s: %d, want %d", sql, n, want)
			}
		}
		s.invariantsHold()
		again, err := s.Replay(t.Context())
		if err != nil || again.Erased != 0 || s.number(`
			select count(*) from erasure_journal`) != 2 {
			t.Errorf("the second time: %+v, %v", again, err)
		}

		// Life goes on: a new erasure finds its number and its file.
		s.want(
			serveHere(s, "POST", "/api/erase-mine", nil, holds(
				s.registrationKey("bart@voorbeeld.example"),
			)...),
			204,
		)
		keepJournal(s)
		if last, err := s.Replay(
			t.Context(),
		); err != nil || last.Erased != 0 || last.Files != 2 || last.Lines != 5 {
			t.Errorf("afterwards: %+v, %v", last, err)
		}
		s.invariantsHold()
	})
}

func TestAWithdrawnStoryStaysAwayWhenAnOlderStateReturns(t *testing.T) {
	t.Parallel()
	cfg := configOf(t, dbtest.URL(t))
	stopped(t, cfg, func(s *site) { s.put("sty_weg", aStory(""), editing.State{}) })
	old := *cfg
	old.DatabaseURL = config.Secret(remember(t, string(cfg.DatabaseURL)))
	stopped(t, cfg, func(s *site) {
		s.inTx(func(tx pgx.Tx) error {
			return s.Documents.Withdraw(context.Background(), tx, "sty_weg")
		})
		keepJournal(s)
	})
	stopped(t, &old, func(s *site) {
		s.want(serveHere(s, "GET", "/api/stories/sty_weg", nil), 200)
		for _, back := range []int{1, 0} {
			if done, err := s.Replay(
				t.Context(),
			); err != nil || done.Erased != back || done.Lines != 1 || len(done.Faults) != 0 {
				t.Errorf("%+v, %v", done, err)
			}
		}
		s.want(serveHere(s, "GET", "/api/stories/sty_weg", nil), 410)
	})
}

// anotherHost is where a copy is put back: with another store, another sealing key and, later, a
// clock that went on.
func anotherHost(t *testing.T, cfg *config.Config, database string) *config.Config {
	t.Helper()
	host := *cfg
	host.DatabaseURL = config.Secret(remember(t, database))
	host.FilesDir = t.TempDir()
	if err := os.CopyFS(host.FilesDir, os.DirFS(cfg.FilesDir)); err != nil {
		t.Fatal(err)
	}
	host.SealKey, host.SealKeysOld = secretOf("seal of another host"), cfg.SealKey
	return &host
}

// keepsPromises is a copy of a house with two people, a picture and an upload that stood still, and
// what was erased there since.
func keepsPromises(t *testing.T) (host *config.Config, date, picture string) {
	t.Helper()
	cfg := configOf(t, dbtest.URL(t))
	stopped(t, cfg, func(s *site) {
		_, date = s.place(5)
		for _, name := range []string{"anja", "bart"} {
			s.want(serveHere(s, "POST", "/api/occurrences/"+date+"/registrations",
				s.signUp(name, name+"@voorbeeld.example")), 201)
		}
		picture = s.stored("image", "redactie", true)
		if err := s.Retention.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	host = anotherHost(t, cfg, string(cfg.DatabaseURL))
	stopped(t, cfg, func(s *site) {
		s.want(serveHere(s, "POST", "/api/erase-mine", nil,
			holds(s.registrationKey("anja@voorbeeld.example"))...), 204)
		s.inTx(func(tx pgx.Tx) error { return s.Library.Withdraw(t.Context(), tx, picture) })
		keepJournal(s)
	})
	journal := filepath.Join(host.FilesDir, "erasure")
	if err := os.MkdirAll(journal, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(journal, os.DirFS(filepath.Join(cfg.FilesDir, "erasure"))); err != nil {
		t.Fatal(err)
	}
	return host, date, picture
}

// on is the app of a host at a moment, without its jobs.
func on(t *testing.T, cfg *config.Config, at time.Time, f func(s *site)) {
	t.Helper()
	a, err := New(t.Context(), cfg, Options{
		Clock: clock.Stopped(at),
		Log:   slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	f(&site{App: a, t: t})
}

func TestAnOldCopyOnAnotherHostKeepsItsPromisesBeforeItOpens(t *testing.T) {
	t.Parallel()
	host, date, picture := keepsPromises(t)
	people := func(s *site) int { return s.number(`select count(*) from registration`) }
	pictures := func(s *site) int {
		names, err := s.files.List(t.Context(), "media/"+picture)
		if err != nil {
			t.Fatal(err)
		}
		return len(names) + s.number(`select count(*) from file where status = 'ready'`)
	}
	on(t, host, monday.AddDate(0, 0, 3), func(s *site) {
		if people(s) != 2 || pictures(s) != 3 { // the control: the copy brought all of it back
			t.Fatalf("%d people, %d of pictures", people(s), pictures(s))
		}
		done, err := s.Replay(t.Context())
		if err != nil || done.Erased != 2 || len(done.Faults) != 0 {
			t.Fatalf("%+v, %v", done, err)
		}
		if people(s) != 1 || pictures(s) != 0 {
			t.Errorf("%d people, %d of pictures", people(s), pictures(s))
		}
		// nobody looked at the clock, which is three days after the last night of the copy
		if gone, far, err := s.Expire(t.Context(), false); err != nil || !far || gone != 0 {
			t.Errorf("%d went, %v, %v", gone, far, err)
		}
		if gone, far, err := s.Expire(t.Context(), true); err != nil || far || gone != 0 {
			t.Errorf("%d went, %v, %v", gone, far, err)
		}
		if people(s) != 1 {
			t.Error("somebody went before the time")
		}
	})
	on(t, host, monday.AddDate(0, 0, 60), func(s *site) {
		s.exec(`
			insert into issue_sending (issue_id, state, started_at, updated_at)
			values ('iss_1', 'sending', $1, $1)`, monday)
		if _, far, err := s.Expire(t.Context(), false); err != nil || !far || people(s) != 1 {
			t.Errorf("%d people, %v, %v", people(s), far, err)
		}
		gone, far, err := s.Expire(t.Context(), true)
		if err != nil || far || gone == 0 || people(s) != 0 {
			t.Errorf("%d went, %d people, %v, %v", gone, people(s), far, err)
		}
		if n := s.number(`
			select count(*) from occurrence where id = '` + date + `'`); n != 1 {
			t.Error("the date itself went")
		}
		if gone, _, err := s.Expire(t.Context(), true); err != nil || gone != 0 {
			t.Errorf("the second time %d went, %v", gone, err)
		}
		if n := s.number(`select count(*) from issue_sending where state = 'sent'`); n != 1 {
			t.Error("a newsletter that was on its way goes on by itself")
		}
		if n := s.number(`
			select count(*) from audit_log where action = 'restored' and kind = 'backup'`); n == 0 {
			t.Error("the log does not tell of it")
		}
		s.invariantsHold()
	})
}

func TestAReplayNamesWhatItDoesNotKnowAndDoesTheRest(t *testing.T) {
	t.Parallel()
	cfg := configOf(t, dbtest.URL(t))
	stopped(t, cfg, func(s *site) {
		_, date := s.place(2)
		s.want(
			serveHere(
				s,
				"POST",
				"/api/occurrences/"+date+"/registrations",
				s.signUp("anja", "anja@voorbeeld.example"),
			),
			201,
		)
		var id string
		if err := s.Pool.QueryRow(t.Context(), `
			select id from registration`).Scan(&id); err != nil {
			t.Fatal(err)
		}
		text := `{"no":1,"kind":"postcard","id":"pst_1","at":"2026-11-24T09:00:00Z"}` +
			"\n{\"no\":2,\n" +
			`{"no":3,"kind":"registration","id":"` +
			id +
			`","at":"2026-11-24T09:00:00Z"}`
		if err := s.files.Put(t.Context(), "erasure/1.jsonl", strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		done, err := s.Replay(t.Context())
		if err != nil || done.Erased != 1 || len(done.Faults) != 2 ||
			!strings.Contains(done.Faults[0]+done.Faults[1], `"postcard"`) ||
			!strings.Contains(done.Faults[0]+done.Faults[1], "erasure/1.jsonl") {
			t.Fatalf("%+v, %v", done, err)
		}
		s.invariantsHold()
	})
}

func TestAReplayWhoseStoreIsGoneIsAnErrorAndNotAnEmptyJournal(t *testing.T) {
	t.Parallel()
	stopped(t, configOf(t, dbtest.URL(t)), func(s *site) {
		if err := s.files.Close(); err != nil {
			t.Fatal(err)
		}
		if done, err := s.Replay(t.Context()); err == nil {
			t.Errorf("%+v", done)
		}
	})
}

func TestDataOfADatabaseAreItsRowsItsSchemaAndItsFaults(t *testing.T) {
	t.Parallel()
	cfg := configOf(t, dbtest.URL(t))
	stopped(t, cfg, func(s *site) {
		_, date := s.place(2)
		s.want(
			serveHere(
				s,
				"POST",
				"/api/occurrences/"+date+"/registrations",
				s.signUp("anja", "anja@voorbeeld.example"),
			),
			201,
		)
	})
	read := func() Data {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), string(cfg.DatabaseURL))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close(t.Context()) }()
		d, err := ReadData(t.Context(), conn)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := read(); d.Counts["registration"] != 1 || d.Counts["waitlist_entry"] != 0 ||
		d.Schema == 0 ||
		d.Schema != d.Newest ||
		len(d.Faults) != 0 ||
		len(d.Counts) < 15 {
		t.Errorf("%+v", d)
	}
	stopped(t, cfg, func(s *site) {
		s.inTx(func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `
			delete from registration`)
			return err
		})
	})
	if d := read(); d.Counts["registration"] != 0 || len(d.Faults) != 1 {
		t.Errorf("%+v", d)
	}
}

// A room that begins to write to the journal says here how its kinds are erased again: a restore
// stops at a kind that nobody knows.
func TestEveryErasureInTheJournalCanBeDoneAgain(t *testing.T) {
	t.Parallel()
	if rooms := journalling(t); !slices.Equal(rooms, []string{
		"agenda/visitors/wipe.go",
		"complaints/complaints.go",
		"contact/contact.go",
		"content/consents.go",
		"content/withdraw.go",
		"editing/act.go",
		"files/library.go",
		"inbox/kept.go",
		"newsletter/leaving.go",
		"newsletter/newsletter.go",
		"requests/requests.go",
		"volunteers/volunteers.go",
	}) {
		t.Errorf("these write to the erasure journal: %v", rooms)
	}
	cfg := configOf(t, dbtest.URL(t))
	stopped(t, cfg, func(s *site) {
		erasers := s.erasers()
		for _, kind := range []string{
			"registration",
			"waitlist_entry",
			"own_link",
			"message",
			"volunteer",
			"complaint",
			"subscriber",
			"story",
			content.ConsentJournal,
			"draft",
			"file",
		} {
			if n, err := erasers[kind](t.Context(), []string{"gone"}); n != 0 || err != nil {
				t.Errorf("%s: %d, %v", kind, n, err)
			}
		}
		if _, err := s.Agenda.EraseAgain(t.Context(), "occurrence", []string{"x"}); err == nil {
			t.Error("rows were erased from a table that nobody erases from")
		}
	})
}

// journalling are the files that write to the erasure journal.
func journalling(t *testing.T) (rooms []string) {
	t.Helper()
	err := filepath.WalkDir("..", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".go") ||
			strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		if slices.ContainsFunc([]string{
			"privacy.Journal(",
			"privacy.Gone(",
			"privacy.Rows{",
			"func New(g inbox.Ground",
		}, func(call string) bool { return strings.Contains(string(text), call) }) {
			rooms = append(rooms, filepath.ToSlash(strings.TrimPrefix(name, "../")))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return rooms
}
