package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/evening"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
)

// What the screen of the evening may cost the processors of the server, database included.
const (
	mostOfARefresh  = 30 * time.Millisecond
	mostOfNoNews    = 0.15 // of a refresh with news: it draws nothing and sends nothing
	mostOfTenPhones = 0.05 // of one core
	askedEvery      = 10 * time.Second
)

// TestWhatAnEveningWithTenPhonesCosts measures processor time and not how long it takes: other work
// on the machine is not in it. So it runs beside no other test of this package. The figures are
// told in every check, and held against what is promised in the long one.
func TestWhatAnEveningWithTenPhonesCosts(t *testing.T) {
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	h := eveningHall{site: s, handler: s.App.Handler()}
	h.open()
	rounds := longtest.N(t, 3, 300)
	for range 2 { // connections and plans are made
		h.refresh(false)
	}

	whole := h.cost(func() {
		for range rounds {
			h.tap()
			h.ask(h.phones[0], "", http.StatusOK)
		}
	}) / time.Duration(rounds)
	tag := h.ask(h.phones[0], "", http.StatusOK)
	noNews := h.cost(func() {
		for range 10 * rounds {
			h.ask(h.phones[0], tag, http.StatusNotModified)
		}
	}) / time.Duration(10*rounds)
	// every round is ten seconds of the evening, in which somebody taps
	all := h.cost(func() {
		for range rounds {
			h.refresh(true)
		}
	})
	share := all.Seconds() / (time.Duration(rounds) * askedEvery).Seconds()
	t.Logf("a refresh with a tap %s, one without news %s, ten phones %.2f %% of a core",
		whole, noNews, 100*share)
	if longtest.On() &&
		(whole > mostOfARefresh || noNews.Seconds() > mostOfNoNews*whole.Seconds() ||
			share > mostOfTenPhones) {
		t.Errorf("want at most %s, %.0f %% of that and %.0f %%",
			mostOfARefresh, 100*mostOfNoNews, 100*mostOfTenPhones)
	}
}

// eveningHall is a hall with sixty people on the list, and ten phones of who opens the door.
type eveningHall struct {
	*site
	handler http.Handler
	phones  []string // their cookies
	tags    []string
	taps    int
}

func (h *eveningHall) open() {
	h.t.Helper()
	date := h.date(h.activity(nil), h.Clock.Now().Add(2*time.Hour), 60)
	cookie := h.signIn(h.t, "coordinator")
	for i := range 60 {
		h.want(h.call(http.MethodPost, "/api/occurrences/"+date+"/people", map[string]any{
			"name": fmt.Sprint("Persoon ", i), "consent": true, "source": "balie",
		}, "Cookie", cookie), http.StatusOK)
	}
	h.phones = []string{cookie}
	for len(h.phones) < 10 {
		h.phones = append(h.phones, h.signIn(h.t, "gastheer"))
	}
	h.tags = make([]string, len(h.phones))
}

// ask reads the day in memory: what a client does is not the server's.
func (h *eveningHall) ask(cookie, tag string, want int) string {
	h.t.Helper()
	r := httptest.NewRequest(http.MethodGet, h.url+"/api/today", nil)
	r.Header.Set("Cookie", cookie)
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	if w.Code != want && want != 0 {
		h.t.Fatalf("status %d, want %d: %.300s", w.Code, want, w.Body)
	}
	return w.Header().Get("ETag")
}

// refresh is one question of each phone.
func (h *eveningHall) refresh(tapped bool) {
	h.t.Helper()
	if tapped {
		h.tap()
	}
	for i, cookie := range h.phones {
		h.tags[i] = h.ask(cookie, h.tags[i], 0)
	}
}

func (h *eveningHall) tap() {
	h.t.Helper()
	h.taps++
	h.want(h.call(http.MethodPost, "/api/taps", evening.Taps{Taps: []evening.Tap{{
		ID: fmt.Sprint("tap", h.taps), Kind: "visit", Day: clock.Date(h.Clock.Now()),
		DayPart: "13.00", Change: 1,
	}}}, "Cookie", h.phones[0]), http.StatusOK)
}

// cost is the processor time that act takes: of this process, and of its database.
func (h *eveningHall) cost(act func()) time.Duration {
	h.t.Helper()
	before := h.used()
	act()
	return h.used() - before
}

func (h *eveningHall) used() time.Duration {
	h.t.Helper()
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		h.t.Fatal(err)
	}
	all := time.Duration(own.Utime.Nano() + own.Stime.Nano())
	rows, err := h.Pool.Query(h.t.Context(), `
		select pid from pg_stat_activity where datname = current_database()`)
	if err != nil {
		h.t.Fatal(err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		h.t.Fatal(err)
	}
	for _, pid := range pids {
		all += usedBy(pid)
	}
	return all
}

// usedBy is the processor time of another process; of one that this system does not show it is
// nothing.
func usedBy(pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	const user, system, tick = 11, 12, 10 * time.Millisecond // behind the name
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) <= system {
		return 0
	}
	a, _ := strconv.Atoi(fields[user])
	b, _ := strconv.Atoi(fields[system])
	return time.Duration(a+b) * tick
}
