package demo

import (
	"context"
	"encoding/json"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"herstelruimte/internal/app"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/dbtest"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// The two moments that together show every state of the sample data.
var (
	sunday  = time.Date(2026, 11, 22, 23, 0, 0, 0, clock.Amsterdam)
	tuesday = time.Date(2026, 11, 24, 10, 0, 0, 0, clock.Amsterdam)
)

// home is the site of a demo, as it is right after loading.
type home struct {
	*app.App
	*plan
	t     testing.TB
	pairs []string // see kinds
}

// empty is a demo without its sample data.
func empty(t testing.TB, now time.Time, dist fs.FS) *home {
	t.Helper()
	return emptyAt(t, now, dist, func(*config.Config) {})
}

// emptyAt is empty with other settings.
func emptyAt(t testing.TB, now time.Time, dist fs.FS, with func(*config.Config)) *home {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	cfg, err := options{limits: "off", quiet: true}.config(
		t.TempDir(),
		dbtest.URL(t),
		l,
		"127.0.0.1:25",
	)
	if err != nil {
		t.Fatal(err)
	}
	with(cfg)
	a, err := app.New(t.Context(), cfg, app.Options{
		Clock: clock.Stopped(now),
		Dist:  dist,
		Log:   slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return &home{App: a, plan: newPlan(now), t: t}
}

func furnished(t testing.TB, now time.Time, dist fs.FS) *home {
	t.Helper()
	h := empty(t, now, dist)
	if err := Load(t.Context(), h.App); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *home) get(path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// shown is what visitors read of a date.
type shown struct {
	code                                    int
	ID, Status, Day, Start, End, Room, Mode string
	ChangeReason, OpensAt                   string
	Free                                    *int
	Moved                                   *struct{ Start, Room string }
	Alternative                             *struct{ Text string }
	Seats                                   *struct{ Free, Total int }
	SessionList                             []struct{ Status string }
}

func (h *home) date(slug string, start time.Time) (v shown) {
	return h.dateOf(slug, h.plan.date(slug, start))
}

func (h *home) dateOf(slug, occurrence string) (v shown) {
	h.t.Helper()
	w := h.get("/api/activities/" + id("act", slug) + "/occurrences/" + occurrence)
	if v.code = w.Code; v.code != http.StatusOK {
		return v
	}
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		h.t.Fatal(err)
	}
	return v
}

// nth is the n-th coming date of an activity, from 0.
func (h *home) nth(slug string, n int) shown {
	h.t.Helper()
	for _, d := range h.dates {
		if d.ActivityID != id("act", slug) || !d.Sessions[0].Start.After(h.now) {
			continue
		}
		if n == 0 {
			return h.dateOf(slug, d.ID)
		}
		n--
	}
	h.t.Fatalf("%s has no such date", slug)
	return shown{}
}

func (h *home) number(sql string, args ...any) (n int) {
	h.t.Helper()
	if err := h.Pool.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}
