package render

import (
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-chi/chi/v5"
)

func startWith(t *testing.T, build fstest.MapFS, e *Engines) *Front {
	t.Helper()
	f, err := Load(Options{
		Files:    build,
		API:      http.NotFoundHandler(),
		Revision: func() uint64 { return 0 },
		Now:      func() time.Time { return morning },
		Ticket:   func() (string, string) { return "key", "time" },
		Engines:  e,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

func TestEnginesThatGotReadyBesideTheStartAreTheOnesInUse(t *testing.T) {
	t.Parallel()
	build := buildOf(sitemap)
	e := Ready(build, DefaultLimits(1))
	f := startWith(t, build, e)
	if p, err := e.wait(); err != nil || f.pool != p || f.Stats().Engines != 1 {
		t.Errorf("%v, engines started: %d", err, f.Stats().Engines)
	}
}

func TestEnginesOfNoBuildAreNone(t *testing.T) {
	t.Parallel()
	none := Ready(fstest.MapFS{}, DefaultLimits(1))
	if _, err := none.wait(); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	none.Close()
	unused := Ready(buildOf(sitemap), DefaultLimits(1))
	unused.Close()
	if _, err := unused.pool.take(t.Context(), 0); !errors.Is(err, ErrBusy) {
		t.Errorf("an engine that nobody uses is still there: %v", err)
	}
}

// Somebody builds the web part again while the program runs.
func TestAFileThatWentSinceTheStartIsNotFound(t *testing.T) {
	t.Parallel()
	build := buildOf(sitemap)
	r := chi.NewRouter()
	startWith(t, build, nil).Mount(r)
	delete(build, "client/favicon.svg")
	w := httptest.NewRecorder()
	r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/favicon.svg", nil))
	if w.Code != http.StatusNotFound || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}
