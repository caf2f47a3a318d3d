package app

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity/identitytest"
)

// signIn signs somebody new in with these roles, as their browser does, and gives the header Cookie
// that it sends from then on.
func (s *site) signIn(t testing.TB, roles ...string) string {
	t.Helper()
	return s.signInAs(t, "lid-"+strings.ToLower(rand.Text()[:12]), roles...)
}

// signInAs is signIn for somebody whose id at the identity service matters.
func (s *site) signInAs(t testing.TB, uid string, roles ...string) string {
	t.Helper()
	return sessionOf(
		t,
		s.want(s.postToken(s.issuer.Sign(t, s.issuer.Claims(uid, roles...))), http.StatusNoContent),
	)
}

func (s *site) postToken(token string, head ...string) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/session", nil, append([]string{
		"Authorization",
		"Bearer " + token,
	}, head...)...)
}

// sessionOf is the header Cookie after an answer that set one.
func sessionOf(t testing.TB, a answer) string {
	t.Helper()
	cookie, _, found := strings.Cut(a.head.Get("Set-Cookie"), ";")
	if !found {
		t.Fatalf("no cookie in %v", a.head)
	}
	return cookie
}

// What a browser says of where a request comes from, and whether it may change something.
func TestAnotherSiteCannotSignAnybodyInOrOut(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	host := strings.TrimPrefix(s.url, "http://")
	for name, c := range map[string]struct {
		head []string
		pass bool
	}{
		"own page": {
			[]string{"Sec-Fetch-Site", "same-origin", "Origin", s.url},
			true,
		},
		"typed by the person": {[]string{"Sec-Fetch-Site", "none"}, true},
		"a sister site": {
			[]string{"Sec-Fetch-Site", "same-site", "Origin", s.url},
			false,
		},
		"another site": {
			[]string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"},
			false,
		},
		"another site, own Origin": {
			[]string{"Sec-Fetch-Site", "cross-site", "Origin", s.url},
			false,
		},
		"nonsense": {
			[]string{"Sec-Fetch-Site", "nonsense", "Origin", s.url},
			false,
		},
		"an old browser, own page":  {[]string{"Origin", s.url}, true},
		"an old browser, elsewhere": {[]string{"Origin", "https://evil.example"}, false},
		"another port":              {[]string{"Origin", "http://127.0.0.1:1"}, false},
		"our name as a beginning": {
			[]string{"Origin", "http://" + host + ".evil.example"},
			false,
		},
		"a sandbox": {[]string{"Origin", "null"}, false},
		"a program": {nil, true},
	} {
		cookie := s.signInAs(t, "anja")
		for _, call := range []struct{ method, path string }{
			{http.MethodPost, "/api/session"},
			{http.MethodDelete, "/api/session"},
			{http.MethodDelete, "/api/sessions/sgn_x"},
			{http.MethodDelete, "/api/users/lid-x/sessions"},
		} {
			head := append([]string{
				"Cookie",
				cookie,
				"Authorization",
				"Bearer " + s.issuer.Sign(t, s.issuer.Claims("anja")),
			}, c.head...)
			a := s.call(call.method, call.path, nil, head...)
			refused := a.status == http.StatusForbidden &&
				strings.Contains(a.body, `"auth/cross-site"`)
			if refused == c.pass ||
				refused &&
					(a.head.Get("Cache-Control") != "no-store" || a.head.Get("Set-Cookie") != "") {
				t.Errorf("%s: %s %s answers %d %s", name, call.method, call.path, a.status, a.body)
			}
			if call.path == "/api/session" && call.method == http.MethodPost &&
				c.pass != (a.status == http.StatusNoContent) {
				t.Errorf("%s: posting a token answers %d %s", name, a.status, a.body)
			}
		}
		if in := s.call(http.MethodGet, "/api/session", nil, append([]string{
			"Cookie",
			cookie,
		}, c.head...)...); (in.status == http.StatusUnauthorized) != c.pass {
			// reading is for everybody; signed out only when the DELETE passed
			t.Errorf("%s: reading afterwards answers %d", name, in.status)
		}
	}
	other := s.call(http.MethodPost, "/api/not-me", nil, "Sec-Fetch-Site", "cross-site")
	if s.want(other, http.StatusForbidden).json(t)["code"] != "forbidden" {
		t.Error("a visitor's form is no session:", other.body)
	}
}

// The browser reads the address from the configuration; it may be another than that of the API.
func TestTheTokenIsBroughtToTheAddressOfTheConfiguration(t *testing.T) {
	t.Parallel()
	cfg := configOf(t, dbtest.URL(t))
	cfg.SessionSyncPath = "/inloggen/sessie"
	s := start(t, cfg, clock.Stopped(monday), nil)
	told := s.want(s.call(http.MethodGet, "/config.json", nil), http.StatusOK).json(t)
	path, _ := told["sessionSyncPath"].(string)
	if path != cfg.SessionSyncPath {
		t.Fatalf("/config.json tells %q", path)
	}
	token := s.issuer.Sign(t, s.issuer.Claims("iemand", "redactie"))
	bearer := []string{"Authorization", "Bearer " + token}
	foreign := append(bearer, "Sec-Fetch-Site", "cross-site")
	a := s.want(s.call(http.MethodPost, path, nil, foreign...), http.StatusForbidden)
	if a.json(t)["code"] != "auth/cross-site" {
		t.Errorf("another site is told %s", a.body)
	}
	cookie := sessionOf(t, s.want(s.call(http.MethodPost, path, nil, bearer...), 204))
	me := s.want(s.call(http.MethodGet, path, nil, "Cookie", cookie), http.StatusOK).json(t)
	if me["uid"] != "iemand" {
		t.Errorf("signed in as %v", me)
	}
	s.want(s.call(http.MethodDelete, path, nil, "Cookie", cookie), http.StatusNoContent)
	s.want(s.call(http.MethodGet, "/api/session", nil, "Cookie", cookie), 401)
	s.want(s.call(http.MethodGet, path+"/x", nil), http.StatusNotFound)
}

// It would take the place of what stands there: nobody could sign in, or sign up.
func TestTheTokenIsNotBroughtToAnAddressThatIsSomethingElse(t *testing.T) {
	t.Parallel()
	database := dbtest.URL(t)
	for path, free := range map[string]bool{
		"/inloggen/sessie":            true,
		"/api/bezoek":                 true,
		"/api/session":                true,
		"/api/registration":           false,
		"/api/form-ticket":            false,
		"/api/occurrences/x/waitlist": false,
		"/api/config/x":               true,
		"/livez":                      false,
		"/over-ons":                   false,
		"/media/x/y":                  false,
		"/v1":                         true,
		"/api/drafts/news/x":          false,
	} {
		cfg := configOf(t, database)
		cfg.SessionSyncPath = path
		a, err := New(t.Context(), cfg, Options{Log: slog.New(slog.DiscardHandler)})
		if err == nil {
			a.Close()
		}
		if (err == nil) != free || err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, want it free: %v", path, err, free)
		}
	}
}

func TestTheIdentityServiceIsAllowedInThePolicyOfEveryPage(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	a := s.want(s.call(http.MethodGet, "/config.json", nil), http.StatusOK)
	policy := a.head.Get("Content-Security-Policy")
	for _, want := range []string{
		"connect-src 'self' https://login.herstelruimte.example;",
		"frame-src 'self' https://login.herstelruimte.example;",
	} {
		if !strings.Contains(policy, want) {
			t.Errorf("%q is not in %q", want, policy)
		}
	}
	if a.json(t)["issuer"] != identitytest.URL || a.head.Get("Cache-Control") != "no-store" ||
		a.head.Get("Date") != "Mon, 16 Nov 2026 09:00:00 GMT" {
		t.Errorf("%s %v", a.body, a.head)
	}
	if staff := s.call(http.MethodGet, "/api/undo", nil); staff.head.Get("Date") !=
		a.head.Get("Date") {
		t.Errorf("an answer of the API is of %s", staff.head.Get("Date"))
	}
	projects := s.want(
		s.call(http.MethodGet, "/v1/projects?key="+identitytest.ClientID, nil),
		http.StatusOK,
	)
	if strings.TrimSpace(projects.body) != `{"authorizedDomains":["localhost"]}` ||
		projects.head.Get("Cache-Control") != "max-age=300" {
		t.Errorf("%s %v", projects.body, projects.head)
	}
	if nothing := s.want(
		s.call(http.MethodGet, "/v1/nothing", nil),
		http.StatusNotFound,
	); nothing.json(t)["code"] != "not_found" {
		t.Error(nothing.body)
	}
}

// The program starts while the identity service is down, serves everybody, keeps who is signed in,
// and heals.
func TestTheSiteStandsWhenTheIdentityServiceIsDown(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]int{
		"500":  identitytest.Failed,
		"HTML": identitytest.HTML,
		"cut":  identitytest.Cut,
	} {
		s := newSite(t, nil)
		cookie := s.signIn(t, "gastheer")
		s.issuer.Answers(mode)
		again := idle(t, s.cfg, nil) // another process, cold, with the same database
		again.issuer.Answers(mode)
		again.Clock.Set(s.Clock.Now())
		again.want(again.call(http.MethodGet, "/readyz", nil), http.StatusNoContent)
		again.want(again.call(http.MethodGet, "/api/home", nil), http.StatusOK)
		again.want(again.call(http.MethodGet, "/api/session", nil, "Cookie", cookie), http.StatusOK)
		refused := again.want(
			again.postToken(again.issuer.Sign(t, again.issuer.Claims("anja"))),
			http.StatusServiceUnavailable,
		)
		if refused.json(t)["code"] != "auth/keys-unavailable" ||
			refused.head.Get("Retry-After") != "30" {
			t.Errorf("%s: %s %v", name, refused.body, refused.head)
		}
		again.want(
			again.call(http.MethodDelete, "/api/session", nil, "Cookie", cookie),
			http.StatusNoContent,
		)
		again.issuer.Answers(identitytest.Up)
		again.Clock.Advance(30 * time.Second)
		again.want(
			again.call(http.MethodGet, "/api/session", nil, "Cookie", again.signIn(t, "gastheer")),
			http.StatusOK,
		)
	}
}

func TestASessionLivesOnInAnotherProcess(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	cookie := s.signInAs(t, "anja", "redactie")
	other := idle(t, s.cfg, nil)
	if me := other.want(
		other.call(http.MethodGet, "/api/session", nil, "Cookie", cookie),
		http.StatusOK,
	).json(t); me["uid"] != "anja" || me["name"] != "Naam van anja" {
		t.Error(me)
	}
	other.want(
		other.call(http.MethodDelete, "/api/session", nil, "Cookie", cookie),
		http.StatusNoContent,
	)
	s.want(s.call(http.MethodGet, "/api/session", nil, "Cookie", cookie), http.StatusUnauthorized)
}

// A proxy stands between the world and the door of the identity service: it adds X-Forwarded-For to
// everything.
func TestBackChannelLogoutDoesNotComeThroughTheProxy(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	cookie := s.signInAs(t, "anja")
	form := func() string { return "logout_token=" + s.issuer.Sign(t, s.issuer.Logout("anja")) }
	send := func(head ...string) answer {
		req := s.request(http.MethodPost, "/oidc/backchannel-logout", nil, append(
			head,
			"Content-Type",
			"application/x-www-form-urlencoded",
			"Idempotency-Key",
			"",
		)...)
		text := form()
		req.Body, req.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		return s.send(req)
	}
	s.want(send("X-Forwarded-For", "203.0.113.7"), http.StatusNotFound)
	s.want(s.call(http.MethodGet, "/api/session", nil, "Cookie", cookie), http.StatusOK)
	s.want(send(), http.StatusOK)
	s.want(s.call(http.MethodGet, "/api/session", nil, "Cookie", cookie), http.StatusUnauthorized)
}

func TestSessionsThatAreOverAreSweptByTheJobs(t *testing.T) {
	t.Parallel()
	cfg := configOf(t, dbtest.URL(t))
	s := idle(t, cfg, nil)
	s.signIn(t)
	late := clock.Stopped(monday.Add(11 * time.Hour))
	start(t, cfg, late, nil) // sweeps soon after its start
	for deadline := time.Now().Add(30 * time.Second); s.number(`
		select count(*) from staff_session`) > 0; {
		if time.Now().After(deadline) {
			t.Fatal("the session is still there")
		}
		time.Sleep(50 * time.Millisecond) // a job of the queue: it looks again
	}
}

// Everything the built app says while somebody signs in, is refused, and signs out.
func TestTheLogOfASignInNamesNobody(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var text bytes.Buffer
	clk := clock.Stopped(monday)
	issuer, cfg := identitytest.New(t, clk), configOf(t, dbtest.URL(t))
	cfg.Issuer, cfg.ClientID, cfg.KeysURL = identitytest.URL, identitytest.ClientID, issuer.KeysURL
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewJSONHandler(writer(func(b []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return text.Write(b)
	}), &slog.HandlerOptions{Level: slog.LevelDebug}))
	a, err := New(t.Context(), cfg, Options{Clock: clk, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	srv := httptest.NewServer(a.Handler())
	t.Cleanup(srv.Close)
	s := visit(t, a, issuer, srv.URL)
	token := issuer.Sign(t, issuer.Claims("anja", "beheerder"))
	cookie := sessionOf(t, s.want(s.postToken(token), http.StatusNoContent))
	s.want(s.postToken(token), http.StatusUnauthorized)
	s.want(
		s.call(http.MethodGet, "/api/accounts?token="+token, nil, "Cookie", cookie),
		http.StatusOK,
	)
	s.want(s.call(http.MethodDelete, "/api/session", nil, "Cookie", cookie), http.StatusNoContent)
	mu.Lock()
	defer mu.Unlock()
	_, value, _ := strings.Cut(cookie, "=")
	for _, secret := range append(
		strings.Split(token, "."),
		value,
		"Naam van",
		fmt.Sprintf("%x", hashOf(value)),
	) {
		if strings.Contains(text.String(), secret) {
			t.Errorf("the log holds %.20s…", secret)
		}
	}
	if !strings.Contains(text.String(), `"uid":"anja"`) ||
		!strings.Contains(text.String(), "/api/accounts") {
		t.Error("the log tells nothing:", text.String())
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }
