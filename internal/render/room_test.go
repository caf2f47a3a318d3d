package render

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-chi/chi/v5"
)

// bundle is a whole front end: it shows its boot state, and misbehaves when the data of the page
// says so.
const bundle = `var n = 0; globalThis.ssr = { pages: () => JSON.stringify(SITEMAP), render(json) {
	const b = JSON.parse(json), p = b.data && b.data.page || {}; n++;
	if (p.do === 'throw') throw new Error('boem');
	if (p.do === 'tell') throw new TypeError('no ' + p.what);
	if (p.do === 'bare') throw p.what;
	if (p.do === 'loop') for (;;);
	if (p.do === 'deep') { const f = () => f() + 1; f() }
	if (p.do === 'memory') { const a = []; for (;;) a.push(new Array(1000).fill(1)) }
	if (p.do === 'number') return 7;
	if (p.do === 'empty') return '{}';
	const t = b.ticket ? '<input name="idempotencyKey" value="' + b.ticket.idempotencyKey + '"><input name="formTime" value="' + b.ticket.formTime + '">' : '';
	const safe = s => s.replace(/&/g, '&amp;').replace(/</g, '&lt;');
	const words = p.big ? 'Een zin over herstel en koffie, nummer '.repeat(400) : '';
	const hi = b.flash && b.flash.name ? '<b>' + safe(b.flash.name) + '</b>' : '';
	return JSON.stringify(p.head || { title: 'T ' + b.url }) + '\n' + (p.hoist || '') + '<main data-render="' + n + '">' + b.status + ' ' + safe(JSON.stringify(b.data)) + words + t + hi + '</main>' } }`

const sitemap = `[
 {"path":"/","module":"home/HomePage","data":{"page":"/api/home"}},
 {"path":"/agenda","module":"home/HomePage","data":{"page":"/api/agenda?limit=3"},"query":["week","zoek"]},
 {"path":"/detail/:a/:o","module":"home/DetailPage","data":{"page":"/api/activities/{a}/occurrences/{o}"}},
 {"path":"/about","module":"home/HomePage","data":{"page":"/api/pages/{key}"},"fixed":{"key":"about"}},
 {"path":"/register/:a/:o","module":"home/DetailPage","data":{"page":"/api/occurrences/{o}"},
  "forms":{"register":{"call":"POST /api/occurrences/{o}/registrations","then":{"registered":"/sequel/:a/:o","waiting":"/sequel/:a/:o?lijst=1"}}}},
 {"path":"/waitlist/:id","prefix":"occ_","module":"home/HomePage","data":{"page":"/api/occurrences/{id}"}},
 {"path":"/waitlist/:token","prefix":"wl_","key":true,"module":"home/DetailPage","data":{"page":"/api/entry"},"query":["stap"],"outlives":["erased"],
  "forms":{"leave":{"call":"DELETE /api/entry"},"change":{"call":"PATCH /api/entry"}}},
 {"path":"/letter","module":"home/DetailPage","data":{"page":"/api/letters"},"query":["na"],"secret":["sure","stop"],
  "forms":{"code":{"call":"POST /api/code","shows":true},"stop":{"call":"POST /api/stop"},
   "find":{"call":"POST /api/find","then":{"entry":"/waitlist/{link}","":"/detail/{link}/x"}}}},
 {"path":"/waitlist/:id","prefix":"reg_","staff":true,"module":""},
 {"path":"/login","signin":true,"module":"home/HomePage","query":["terug"]},
 {"path":"/auth-popup","signin":true,"plain":true,"module":"home/DetailPage"},
 {"path":"/addStory","staff":true,"module":""}]`

const indexHTML = `<!doctype html><html lang="nl"><head><link rel="stylesheet" href="/assets/entry.css"><!--head--></head><body><div id="root"><!--app--></div><!--boot--></body></html>`

const viteManifest = `{"src/main.tsx":{"file":"assets/main.js","isEntry":true,"css":["assets/entry.css"]},
 "src/features/home/HomePage.tsx":{"file":"assets/home.js","imports":["src/main.tsx","_field.js"],"css":["assets/home.css"]},
 "src/features/home/DetailPage.tsx":{"file":"assets/detail.js","imports":["src/main.tsx"]},
 "_field.js":{"file":"assets/field.js","imports":["src/main.tsx"],"css":["assets/field.css"]}}`

func buildOf(sitemap string) fstest.MapFS {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	return fstest.MapFS{
		"client/index.html":          file(indexHTML),
		"client/.vite/manifest.json": file(viteManifest),
		"client/assets/main.js":      file(strings.Repeat("console.log('herstel');", 200)),
		"client/favicon.svg":         file(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
		"client/.gitkeep":            file(""),
		"server/server.js":           file(strings.Replace(bundle, "SITEMAP", sitemap, 1)),
	}
}

// asked is one call that the API saw.
type asked struct {
	method, target, body string
	head                 http.Header
	remote               string
}

// room is a front over an API of the test's own making.
type room struct {
	front *Front
	http.Handler
	revision atomic.Uint64
	now      atomic.Int64
	tickets  atomic.Int64
	log      bytes.Buffer
	down     atomic.Bool // the layout read fails

	mu    sync.Mutex
	calls []asked
	api   func(w http.ResponseWriter, r *http.Request)
}

var morning = time.Date(2026, 12, 9, 9, 0, 0, 0, time.UTC)

func newRoom(t testing.TB) *room { return newRoomFor(t, nil) }

// newRoomFor asks staff whether a request carries a session; nil is a site that knows no staff.
func newRoomFor(t testing.TB, staff func(*http.Request) bool) *room {
	t.Helper()
	m := &room{}
	m.now.Store(morning.UnixNano())
	m.api = func(w http.ResponseWriter, r *http.Request) { reply(w, 200, `{"ok":true}`) }
	front, err := Load(Options{
		Files:    buildOf(sitemap),
		API:      http.HandlerFunc(m.serveAPI),
		Revision: m.revision.Load,
		Now:      func() time.Time { return time.Unix(0, m.now.Load()) },
		Origin:   "https://herstel.example/",
		Ticket: func() (string, string) {
			n := m.tickets.Add(1)
			return fmt.Sprintf("00000000-0000-4000-8000-%012d", n), fmt.Sprintf("t.%030d", n)
		},
		Schema: func(method, path string) map[string]string {
			if method == "DELETE" {
				return nil
			}
			return map[string]string{
				"name":          "string",
				"people":        "integer",
				"reminder":      "boolean",
				"audience":      "array",
				"diet":          "object",
				"cost":          "number",
				"formTime":      "string",
				"laat_dit_leeg": "string",
			}
		},
		Phone: func() string { return "030 123 45 67" },
		Staff: staff,
		Flash: func(cookie string) []byte {
			raw, _ := base64.RawURLEncoding.DecodeString(cookie)
			return raw
		},
		Limits: Limits{
			Engines:  2,
			Wait:     250 * time.Millisecond,
			Patience: time.Second,
			Time:     500 * time.Millisecond,
			Memory:   64 << 20,
			Calls:    10000,
		},
		Log: slog.New(slog.NewTextHandler(&m.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(front.Close)
	m.front = front
	r := chi.NewRouter()
	r.Handle("/api/*", http.HandlerFunc(m.serveAPI))
	r.Get("/agenda/{slug}.ics", func(w http.ResponseWriter, r *http.Request) {})
	r.Get("/a/{slug}", func(w http.ResponseWriter, r *http.Request) {})
	front.Mount(r)
	m.Handler = r
	return m
}

func (m *room) serveAPI(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	m.mu.Lock()
	m.calls = append(m.calls, asked{
		r.Method,
		r.URL.RequestURI(),
		string(body),
		r.Header.Clone(),
		r.RemoteAddr,
	})
	api := m.api
	m.mu.Unlock()
	if r.URL.Path == layoutRead {
		if m.down.Load() {
			reply(w, 503, `{}`)
			return
		}
		reply(w, 200, `{"phone":"030 123 45 67"}`)
		return
	}
	api(w, r)
}

func (m *room) answers(api func(w http.ResponseWriter, r *http.Request)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.api = api
}

// says makes every read but the layout answer this.
func (m *room) says(status int, body string) {
	m.answers(func(w http.ResponseWriter, r *http.Request) { reply(w, status, body) })
}

func (m *room) sleep(d time.Duration) { m.now.Add(int64(d)) }

// saw takes the calls since last time, without those for the layout.
func (m *room) saw() []asked {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []asked
	for _, c := range m.calls {
		if c.target != layoutRead {
			out = append(out, c)
		}
	}
	m.calls = nil
	return out
}

func reply(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	io.WriteString(w, body)
}

func (m *room) do(method, target string, heads ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(heads); i += 2 {
		r.Header.Add(heads[i], heads[i+1])
	}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	return w
}

func (m *room) get(target string, heads ...string) *httptest.ResponseRecorder {
	return m.do("GET", target, heads...)
}

func (m *room) post(target, body string, heads ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(heads); i += 2 {
		r.Header.Set(heads[i], heads[i+1])
	}
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r)
	return w
}

// bootOf reads the boot state out of a page.
func bootOf(t testing.TB, page string) (b struct {
	URL, Origin string
	Status      int
	Data        map[string]any
	Form        *struct {
		Name    string
		Values  map[string]any
		Problem map[string]any
	}
	Ticket *Ticket
	Flash  *Flash
	Answer *struct {
		Name string
		Body map[string]any
	}
	Shell bool
	Ask   bool
}) {
	t.Helper()
	_, rest, _ := strings.Cut(page, `<script type="application/json" id="boot">`)
	text, _, ok := strings.Cut(rest, "</script>")
	if !ok {
		t.Fatalf("no boot state in %q", page)
	}
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

func wantStatus(t testing.TB, w *httptest.ResponseRecorder, status int) {
	t.Helper()
	if w.Code != status {
		t.Fatalf("status %d, want %d: %.300s", w.Code, status, w.Body)
	}
}

func wantHead(t testing.TB, w *httptest.ResponseRecorder, name, value string) {
	t.Helper()
	if got := w.Header().Get(name); got != value {
		t.Fatalf("%s: %q, want %q", name, got, value)
	}
}

func wantText(t testing.TB, w *httptest.ResponseRecorder, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(w.Body.String(), p) {
			t.Fatalf("no %q in %s", p, w.Body)
		}
	}
}

func wantNoText(t testing.TB, w *httptest.ResponseRecorder, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if strings.Contains(w.Body.String(), p) {
			t.Fatalf("%q should not be in %s", p, w.Body)
		}
	}
}
