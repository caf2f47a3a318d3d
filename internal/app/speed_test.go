//go:build speed

package app

import (
	"bufio"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/web"
)

const (
	speedRounds = 5
	connections = 32
)

// measured are the figures of all rounds, by their name.
type measured map[string][]float64

func (m measured) add(name string, v float64) { m[name] = append(m[name], v) }

func (m measured) median(name string) float64 {
	all := slices.Sorted(slices.Values(m[name]))
	if len(all) == 0 {
		return 0
	}
	return all[len(all)/2]
}

// TestSpeed measures the site beside PostgreSQL's own pgbench, on the same machine in the same
// minutes: only the ratios of testdata/speed.txt are asserted, each with room. Run it on a machine
// that does nothing else.
func TestSpeed(t *testing.T) {
	pgbench := findPgbench(t)
	m := measured{}
	if pool := dbtest.New(t); !durable(t, pool) {
		t.Fatal("this PostgreSQL does not write to its disk: go run ./cmd/check speed")
	}
	m.tell(t, "rounds", func(t *testing.T) {
		for round := range speedRounds {
			before := 1000 * (round + 1)
			t.Run(fmt.Sprint(round+1), func(t *testing.T) { measure(t, m, pgbench, before) })
		}
	})
	m.tell(t, "growth", func(t *testing.T) { growing(t, m) })
	m.tell(t, "pages", func(t *testing.T) { pages(t, m) })
	m.tell(t, "mails on", func(t *testing.T) {
		busy := start(t, configOf(t, dbtest.URL(t)), clock.Starting(monday), nil)
		_, hot := busy.place(0)
		busy.signUps(m, "one date, mails on", []string{hot}, 0, 1000)
	})
	m.judge(t)
}

// tell writes down what a part measured as soon as it is known.
func (m measured) tell(t *testing.T, part string, measure func(*testing.T)) {
	known := maps.Clone(m)
	t.Run(part, measure)
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if len(m[name]) > len(known[name]) {
			t.Logf("%-44s median %10.3f of %.3v", name, m.median(name), m[name])
		}
	}
}

// measure is one round. The numbers of its people come after before.
func measure(t *testing.T, m measured, pgbench string, before int) {
	t.Helper()
	s := idle(t, configOf(t, dbtest.URL(t)), web.Dist())
	bench := s.benchTables()
	_, hot := s.place(0)
	s.signUps(m, "", []string{hot}, before, 100) // prepared statements, pool
	m.add("pgbench, one row", runPgbench(t, pgbench, bench, "update hot set n = n + 1 where id = 1;"))
	s.signUps(m, "one date", []string{hot}, 10_000+before, 2000)
	var dates []string
	for range 49 {
		_, o := s.place(0)
		dates = append(dates, o)
	}
	m.add("pgbench, 1,000 rows", runPgbench(t, pgbench, bench,
		"\\set id random(1, 1000)\nupdate hot set n = n + 1 where id = :id;"))
	s.signUps(m, "49 dates", dates, 100_000+before, 2000)
	s.growth(m, hot)
	s.manyForFew(m)
	s.anew(m)
	s.besideRush(m, before)
}

// judge holds the ratios against those of the file: a line is a ratio, "at least" or "at most", and
// a number.
func (m measured) judge(t *testing.T) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "speed.txt"))
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^(.+?) ÷ (.+?) at (least|most) ([\d.]+)$`)
	for text := range strings.Lines(string(raw)) {
		f := line.FindStringSubmatch(strings.TrimSpace(text))
		if f == nil {
			continue
		}
		most, _ := strconv.ParseFloat(f[4], 64)
		below := 1.0
		if f[2] != "1" {
			below = m.median(f[2])
		}
		if len(m[f[1]]) == 0 || below == 0 {
			t.Logf("NOT MEASURED: %s ÷ %s", f[1], f[2])
			continue
		}
		got := m.median(f[1]) / below
		t.Logf("%s ÷ %s = %.3f (at %s %s)", f[1], f[2], got, f[3], f[4])
		if got > most == (f[3] == "most") {
			t.Errorf("%s ÷ %s is %.3f, want at %s %s", f[1], f[2], got, f[3], f[4])
		}
	}
}

// signUps lets n people come to dates over so many connections.
func (s *site) signUps(m measured, name string, dates []string, from, n int) (cpu float64) {
	s.t.Helper()
	requests := make([]*http.Request, n)
	for i := range requests {
		body := s.signUp(fmt.Sprintf("Naam%d Bezoeker", from+i),
			fmt.Sprintf("bezoeker%d@voorbeeld.example", from+i))
		body["ifFull"] = "waitlist"
		requests[i] = s.request(http.MethodPost,
			"/api/occurrences/"+dates[i%len(dates)]+"/registrations", body)
	}
	used, began := s.cpuMillis(), time.Now()
	if refused := s.sendAll(requests); refused > 0 {
		s.t.Errorf("%s: %d of %d were refused", name, refused, n)
	}
	took, cpu := time.Since(began), (s.cpuMillis()-used)/float64(n)
	if name != "" {
		m.add("sign-ups a second, "+name, float64(n)/took.Seconds())
		m.add("CPU of a sign-up in ms, "+name, cpu)
	}
	return cpu
}

func (s *site) sendAll(requests []*http.Request) int64 {
	var next, refused atomic.Int64
	var all sync.WaitGroup
	for range connections {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(requests); i = int(next.Add(1)) - 1 {
				if s.send(requests[i]).status >= 300 {
					refused.Add(1)
				}
			}
		})
	}
	all.Wait()
	return refused.Load()
}

// growth is what a sign-up costs at a date with few people and at one with five thousand.
func (s *site) growth(m measured, hot string) {
	s.t.Helper()
	_, few := s.place(0)
	if _, err := s.Pool.Exec(s.t.Context(), `
		insert into registration (id, occurrence_id, status, seats, phone_key, first_key, sealed, doc,
			created_at, updated_at)
		select id || n, occurrence_id, status, seats, convert_to(id || n, 'UTF8'),
			convert_to(id || n, 'UTF8'), 'x', doc, created_at, updated_at
		from registration, generate_series(1, 5) n
		where occurrence_id = $1
		limit 5000`, hot); err != nil {
		s.t.Fatal(err)
	}
	m.add("CPU of a sign-up, few people", s.signUps(m, "", []string{few}, 300_000, 600))
	m.add("CPU of a sign-up, 5,000 people", s.signUps(m, "", []string{hot}, 400_000, 600))
}

// manyForFew is a rush of two thousand people for twenty places.
func (s *site) manyForFew(m measured) {
	s.t.Helper()
	_, o := s.place(20)
	began := time.Now()
	s.signUps(m, "", []string{o}, 500_000, 2000)
	m.add("2,000 for 20, seconds", time.Since(began).Seconds())
	for sql, want := range map[string]int{
		`select count(*) from registration where occurrence_id = $1`:   20,
		`select count(*) from waitlist_entry where occurrence_id = $1`: 1980,
		`select count(*) from mail where occurrence_id = $1`:           2000,
	} {
		if got := s.number(sql, o); got != want {
			s.t.Errorf("%s: %d, want %d", sql, got, want)
		}
	}
}

// besideRush is how long readers wait while two thousand sign up, and while nobody does.
func (s *site) besideRush(m measured, before int) {
	s.t.Helper()
	_, o := s.place(20)
	m.add("p99 of a read in ms", s.p99(func() { time.Sleep(2 * time.Second) }))
	m.add("p99 of a read in a rush in ms", s.p99(func() {
		s.signUps(m, "", []string{o}, 600_000+before, 2000)
	}))
}

// p99 reads kept pages one after another until act ends, and gives the time in ms that all but a
// hundredth took at most.
func (s *site) p99(act func()) float64 {
	var ended atomic.Bool
	var all sync.WaitGroup
	all.Go(func() {
		act()
		ended.Store(true)
	})
	var took []float64
	for !ended.Load() {
		for _, path := range []string{"/", "/api/occurrences"} {
			began := time.Now()
			s.want(s.call(http.MethodGet, path, nil), http.StatusOK)
			took = append(took, time.Since(began).Seconds()*1000)
			time.Sleep(2 * time.Millisecond)
		}
	}
	all.Wait()
	slices.Sort(took)
	return took[len(took)*99/100]
}

// anew is what the programme costs after each change, with the client and all that is sent.
func (s *site) anew(m measured) {
	const n = 200
	read := func() {
		s.revision.changed()
		s.want(s.call(http.MethodGet, "/api/occurrences", nil), http.StatusOK)
	}
	read()
	used := s.cpuMillis()
	for range n {
		read()
	}
	m.add("CPU of a programme made anew in ms", (s.cpuMillis()-used)/n)
}

// benchTables are those of pgbench, in the database of the site.
func (s *site) benchTables() *url.URL {
	s.t.Helper()
	if _, err := s.Pool.Exec(s.t.Context(), `
		create table hot (id integer primary key, n integer not null);
		insert into hot select n, 0 from generate_series(1, 1000) n`); err != nil {
		s.t.Fatal(err)
	}
	return addressOf(s.t, s.Pool)
}

func durable(t *testing.T, pool *pgxpool.Pool) (on bool) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), `
		select current_setting('fsync')::boolean`).Scan(&on); err != nil {
		t.Fatal(err)
	}
	return on
}

func addressOf(t testing.TB, pool *pgxpool.Pool) *url.URL {
	t.Helper()
	u, err := url.Parse(pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func findPgbench(t *testing.T) string {
	t.Helper()
	there, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	if path, err := exec.LookPath("pgbench"); err == nil {
		there = append(there, path)
	}
	if len(there) == 0 {
		t.Fatal("pgbench is not on this machine: install the programs of PostgreSQL")
	}
	return there[0]
}

// runPgbench is how many times a second this script runs over the same number of connections.
func runPgbench(t *testing.T, program string, at *url.URL, script string) float64 {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.sql")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "-n", "-M", "prepared", "-j", "2",
		"-c", strconv.Itoa(connections), "-T", "3", "-f", file, at.String()).CombinedOutput()
	if err != nil {
		t.Fatalf("pgbench: %v\n%s", err, out)
	}
	for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); {
		if tps, ok := strings.CutPrefix(lines.Text(), "tps = "); ok {
			v, err := strconv.ParseFloat(strings.Fields(tps)[0], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("pgbench said no tps:\n%s", out)
	return 0
}

// cpuMillis is the time that this process (site and client) and its PostgreSQL used.
func (s *site) cpuMillis() float64 {
	s.t.Helper()
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		s.t.Fatal(err)
	}
	var folder string
	if err := s.Pool.QueryRow(s.t.Context(), `show data_directory`).Scan(&folder); err != nil {
		s.t.Fatal(err)
	}
	lock, err := os.ReadFile(filepath.Join(folder, "postmaster.pid"))
	if err != nil {
		s.t.Fatal(err)
	}
	server, _, _ := strings.Cut(string(lock), "\n")
	used := float64(own.Utime.Nano()+own.Stime.Nano()) / 1e6
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		raw, err := os.ReadFile(file)
		if err != nil {
			continue // it is gone by now
		}
		f := strings.Fields(string(raw)[strings.LastIndex(string(raw), ")")+2:])
		if pid := strings.Split(file, "/")[2]; pid == server || f[1] == server {
			for _, ticks := range f[11:15] { // with those of connections that ended
				v, _ := strconv.ParseFloat(ticks, 64)
				used += 10 * v
			}
		}
	}
	return used
}
