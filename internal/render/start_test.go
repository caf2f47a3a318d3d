package render

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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

// What the build compiled is what runs, unless it was made of another bundle.
func TestOnlyWhatWasCompiledOfThisBundleRuns(t *testing.T) {
	t.Parallel()
	dist := t.TempDir()
	if err := os.CopyFS(dist, buildOf(sitemap)); err != nil {
		t.Fatal(err)
	}
	if err := Compile(dist); err != nil {
		t.Fatal(err)
	}
	made, err := os.ReadFile(filepath.Join(dist, compiledFile))
	if err != nil {
		t.Fatal(err)
	}
	build := buildOf(sitemap)
	build[compiledFile] = &fstest.MapFile{Data: made}
	stamp := stampOf(build[bundleFile].Data)
	got, err := codeOf(build)
	if err != nil || !bytes.Equal(got, made[len(stamp):]) {
		t.Errorf("not what was compiled: %v", err)
	}
	startWith(t, build, nil)
	build[bundleFile] = &fstest.MapFile{Data: []byte("1")}
	if other, err := codeOf(build); err != nil || bytes.Equal(got, other) {
		t.Errorf("what was compiled of another bundle runs: %v", err)
	}
}

// What the build compressed is sent as it is, and has no address of its own.
func TestAFileThatTheBuildCompressedIsNotCompressedAgain(t *testing.T) {
	t.Parallel()
	build := buildOf(sitemap)
	build["client/favicon.svg.br"] = &fstest.MapFile{Data: []byte("small")}
	r := chi.NewRouter()
	startWith(t, build, nil).Mount(r)
	whole := string(build["client/favicon.svg"].Data)
	for encoding, want := range map[string]string{"br": "small", "": whole} {
		req := httptest.NewRequest(http.MethodGet, "/favicon.svg", nil)
		req.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		r.ServeHTTP(w, req)
		if got := w.Body.String(); got != want {
			t.Errorf("%q: %q, want %q", encoding, got, want)
		}
		if got := w.Header().Get("Content-Encoding"); got != encoding {
			t.Errorf("%q: sent as %q", encoding, got)
		}
	}
	w := httptest.NewRecorder()
	r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/favicon.svg.br", nil))
	if w.Code != http.StatusNotFound {
		t.Errorf("the compressed file itself: %d", w.Code)
	}
}
