package identity

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity/identitytest"
)

func TestMain(m *testing.M) { identitytest.Quiet(m) }

var monday = identitytest.Monday

// lines collects a log; many goroutines write it.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// room is the whole room on its own database, with an identity service of its own, behind its HTTP
// operations.
type room struct {
	*Identity
	t      testing.TB
	issuer *identitytest.Issuer
	clock  *clock.Clock
	http   http.Handler
	log    *lines
}

func setup(t testing.TB) *room { return setupOn(t, dbtest.New(t), true, 0) }

func setupOn(t testing.TB, pool *pgxpool.Pool, secure bool, limits float64) *room {
	t.Helper()
	keys, c := identitytest.Keys(t), clock.Stopped(monday)
	r := &room{t: t, clock: c, issuer: identitytest.New(t, c), log: &lines{}}
	log := slog.New(slog.NewJSONHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	r.Identity = New(pool, c, Config{
		Issuer:   identitytest.URL,
		ClientID: identitytest.ClientID,
		KeysURL:  r.issuer.KeysURL,
		Domains:  []string{"herstelruimte.example"},
		SyncPath: "/inloggen/sessie",
		Secure:   secure,
		Seal:     identitytest.Seal(keys, "staff_session"),
		Open:     identitytest.Open(keys, "staff_session"),
		Rate:     httpkit.NewLimits(limits, netip.Prefix{}).Rate(AttemptsAMinute, time.Minute),
		Log:      log,
	})
	mux := chi.NewRouter()
	mux.Use(httpkit.FindClient(nil), httpkit.Log(log))
	api := httpkit.NewAPI(mux)
	r.Routes(api)
	huma.Register(api, r.For(
		huma.Operation{OperationID: "agree", Method: http.MethodPost, Path: "/api/agree"},
		Coordinator,
		Redactie,
	),
		func(context.Context, *struct {
			Body struct {
				Yes bool `json:"yes"`
			}
		}) (*httpkit.Done, error) {
			return &httpkit.Done{Status: http.StatusNoContent}, nil
		})
	r.Mount(mux)
	r.http = mux
	return r
}

// call sends a request; head is name and value in turn. It may be called from any goroutine.
func (r *room) call(method, path, cookie string, head ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, path, nil)
	req.RemoteAddr = "203.0.113.7:4711"
	if cookie != "" {
		req.AddCookie(&http.Cookie{Name: r.cookieName(), Value: cookie})
	}
	for n := 0; n+1 < len(head); n += 2 {
		req.Header.Add(head[n], head[n+1])
	}
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req)
	return w
}

// token is one of these claims; token(claims of somebody fresh) is good.
func (r *room) token(claims map[string]any) string {
	r.t.Helper()
	return r.issuer.Sign(r.t, claims)
}

func (r *room) post(token, cookie string) *httptest.ResponseRecorder {
	return r.call(http.MethodPost, "/api/session", cookie, "Authorization", "Bearer "+token)
}

// cookieOf is the value that an answer sets, empty when it sets none.
func cookieOf(w *httptest.ResponseRecorder) string {
	for _, c := range w.Result().Cookies() {
		return c.Value
	}
	return ""
}

// signedIn gives the cookie of somebody with these roles, signed in at this moment.
func (r *room) signedIn(sub string, roles ...string) string {
	r.t.Helper()
	w := want(r.t, r.post(r.token(r.issuer.Claims(sub, roles...)), ""), http.StatusNoContent, "")
	return cookieOf(w)
}

// want holds status and code of an answer against what it should be.
func want(t testing.TB, w *httptest.ResponseRecorder, status int, code string) *httptest.ResponseRecorder {
	t.Helper()
	var p struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(w.Body.Bytes(), &p)
	if w.Code != status || p.Code != code {
		t.Fatalf("%d %q, want %d %q: %.300s", w.Code, p.Code, status, code, w.Body)
	}
	if w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("Cache-Control %q", w.Header().Get("Cache-Control"))
	}
	return w
}

func (r *room) me(cookie string) (me Me) {
	r.t.Helper()
	w := want(r.t, r.call(http.MethodGet, "/api/session", cookie), http.StatusOK, "")
	decode(r.t, w, &me)
	return me
}

// in says whether a cookie still belongs to a session.
func (r *room) in(cookie string) bool {
	return r.call(http.MethodGet, "/api/session", cookie).Code == http.StatusOK
}

func decode(t testing.TB, w *httptest.ResponseRecorder, v any) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
		t.Fatalf("%v: %.300s", err, w.Body)
	}
}

func (r *room) number(sql string, args ...any) (n int) {
	r.t.Helper()
	if err := r.pool.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *room) mustCount(want int, sql string, args ...any) {
	r.t.Helper()
	if n := r.number(sql, args...); n != want {
		r.t.Fatalf("%d, want %d: %s", n, want, sql)
	}
}

// together runs f for 0 … n-1 at one moment.
func together(n int, f func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			f(i)
		})
	}
	close(start)
	wg.Wait()
}

func joined(parts ...string) string { return strings.Join(parts, ".") }
