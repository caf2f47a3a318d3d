package render

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/andybalholm/brotli"
)

// keptRoom is a room whose API stands behind its cache, and how to ask there.
func keptRoom(
	t *testing.T,
	staff func(*http.Request) bool,
) (*room, func(target string, heads ...string) *httptest.ResponseRecorder) {
	t.Helper()
	m := newRoomFor(t, staff)
	k := m.front.Kept(func(path string) string {
		if strings.HasPrefix(path, "/api/occurrences/") {
			return "/api/occurrences/{o}"
		}
		return path
	}, func(pattern string) []string {
		if pattern == "/api/agenda" {
			return []string{"week", "zoek"}
		}
		return nil
	})
	return m, func(target string, heads ...string) *httptest.ResponseRecorder {
		t.Helper()
		method, target, ok := strings.Cut(target, " ")
		if !ok {
			method, target = http.MethodGet, method
		}
		r := httptest.NewRequest(method, target, nil)
		for _, h := range heads {
			name, value, _ := strings.Cut(h, ": ")
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		if !k.Serve(w, r, false) && !k.Serve(w, r, true) {
			m.serveAPI(w, r)
		}
		return w
	}
}

func TestAReadOfAPageIsAskedOnceWhileTheRevisionStands(t *testing.T) {
	t.Parallel()
	m, get := keptRoom(t, nil)
	body := `{"said":"` + strings.Repeat("koffie ", 200) + `"}` + "\n"
	m.says(200, body)
	asks := func(want int, target string, heads ...string) *httptest.ResponseRecorder {
		t.Helper()
		w := get(target, heads...)
		if n := len(m.saw()); n != want {
			t.Errorf("%s asked the API %d times, want %d", target, n, want)
		}
		return w
	}
	first := asks(1, "/api/agenda?week=2026-W50")
	if first.Body.String() != body || first.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%v %q", first.Header(), first.Body)
	}
	asks(0, "/api/agenda?anders=1&week=2026-W50&week=2026-W51") // the first one counts, as ever
	head := asks(0, "HEAD /api/agenda?week=2026-W50")
	if head.Body.Len() > 0 || head.Header().Get("Etag") != first.Header().Get("Etag") {
		t.Errorf("HEAD %v %q", head.Header(), head.Body)
	}
	asks(1, "/api/agenda?week=2026-W51")
	known := asks(0, "/api/agenda?week=2026-W50", "If-None-Match: "+first.Header().Get("Etag"))
	if known.Code != http.StatusNotModified || known.Body.Len() > 0 {
		t.Errorf("of what is known: %d %q", known.Code, known.Body)
	}
	packed := asks(0, "/api/agenda?week=2026-W50", "Accept-Encoding: br")
	plain := new(strings.Builder)
	if _, err := brotliInto(plain, packed); err != nil || plain.String() != body {
		t.Errorf("packed: %v %v", packed.Header(), err)
	}
	m.revision.Add(1)
	asks(1, "/api/agenda?week=2026-W50")
	asks(0, "/api/agenda?week=2026-W50")
	m.sleep(maxAge)
	asks(1, "/api/agenda?week=2026-W50")
}

func brotliInto(out *strings.Builder, w *httptest.ResponseRecorder) (int64, error) {
	return io.Copy(out, brotli.NewReader(w.Body))
}

func TestAKeptReadEndsAtTheFirstMomentThatItNames(t *testing.T) {
	t.Parallel()
	m, get := keptRoom(t, nil)
	at := func(d time.Duration) string {
		return `"freshUntil":"` + morning.Add(d).Format(time.RFC3339) + `"`
	}
	m.says(200, `{"items":[{"text":"\"freshUntil\":\"2020-01-01T00:00:00Z\""}],"week":{`+
		at(20*time.Second)+`},`+at(25*time.Second)+`}`)
	for _, x := range []struct {
		later time.Duration
		asked int
	}{{0, 1}, {19 * time.Second, 0}, {time.Second, 1}} {
		m.sleep(x.later)
		get("/api/home")
		if n := len(m.saw()); n != x.asked {
			t.Errorf("after %s more the API was asked %d times", x.later, n)
		}
	}
}

func TestOnlyWhatIsTheSameForEverybodyIsKept(t *testing.T) {
	t.Parallel()
	m, get := keptRoom(t, func(r *http.Request) bool { return r.Header.Get("Cookie") != "" })
	for _, x := range []struct {
		name, target string
		heads        []string
	}{
		{"a key", "/api/home", []string{"Authorization: Aanmelding x"}},
		{"staff", "/api/home", []string{"Cookie: hr_session=x"}},
		{"a read of no page", "/api/form-ticket", nil},
		{"a read of a page with a key", "/api/entry", nil},
		{"a word with a line break", "/api/agenda?zoek=a%0Ab", nil},
		{"a word that is cut", "/api/agenda?zoek=" + strings.Repeat("a", maxWord+1), nil},
		{"an operation", "POST /api/home", nil},
	} {
		m.saw()
		get(x.target, x.heads...)
		get(x.target, x.heads...)
		calls := m.saw()
		if len(calls) != 2 {
			t.Errorf("%s: the API was asked %d times", x.name, len(calls))
		}
	}
}

func TestARefusalOfAReadIsAnsweredAsItIsAndNotKept(t *testing.T) {
	t.Parallel()
	m, get := keptRoom(t, nil)
	m.answers(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "application/problem+json")
		w.Header().Set("Retry-After", "5")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"code":"unavailable"}`))
	})
	for range 2 {
		w := get("/api/occurrences/occ_x")
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "5" ||
			w.Header().
				Get("Cache-Control") !=
				"no-store" || w.Body.String() != `{"code":"unavailable"}` {
			t.Errorf("%d %v %q", w.Code, w.Header(), w.Body)
		}
	}
	if n := len(m.saw()); n != 2 {
		t.Errorf("asked %d times", n)
	}
	m.answers(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		reply(w, 200, `{"mine":true}`)
	})
	get("/api/occurrences/occ_x")
	get("/api/occurrences/occ_x")
	if n := len(m.saw()); n != 2 {
		t.Errorf("what nobody may store was asked %d times", n)
	}
}

// A page that is made while somebody else's read of the new revision is slow, or fails, must not be
// made from the old answer: it would be kept as if it were new.
func TestAReadNeverGivesAnOlderAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, get := keptRoom(t, nil)
		m.says(200, `{"n":1}`)
		get("/api/home")
		m.revision.Add(1)
		m.says(503, `{}`)
		if w := get("/api/home"); w.Code != 503 {
			t.Errorf("a read that fails: %d %s", w.Code, w.Body)
		}
		m.answers(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(4 * patience)
			reply(w, 200, `{"n":2}`)
		})
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				if w := get("/api/home"); w.Code != 200 || w.Body.String() != `{"n":2}` {
					t.Errorf("a read that is slow: %d %s", w.Code, w.Body)
				}
			})
		}
		wg.Wait()
	})
}
