package counts

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/httpkit"
)

func room(t *testing.T, at string) (*Counts, http.Handler) {
	t.Helper()
	now, err := time.ParseInLocation("2006-01-02 15.04", at, clock.Amsterdam)
	if err != nil {
		t.Fatal(err)
	}
	c := &Counts{
		Pool:   dbtest.New(t),
		Clock:  clock.Stopped(now),
		Rate:   httpkit.NewLimits(0, netip.Prefix{}).Rate(PerMinute, time.Minute),
		Secure: true,
		Countable: func() []string {
			return []string{"/", "/agenda", "/storydetails/:s", "/agendadetails/:a/:o"}
		},
	}
	r := chi.NewRouter()
	c.Routes(httpkit.NewAPI(r))
	return c, r
}

func TestANetworkIsCountedSixtyTimesAMinute(t *testing.T) {
	c, h := room(t, "2026-11-24 10.00")
	c.Rate = httpkit.NewLimits(1, netip.Prefix{}).Rate(PerMinute, time.Minute)
	h = httpkit.FindClient([]netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")})(h)
	for range 65 {
		for _, network := range []string{"203.0.113.7", "203.0.113.8", "198.51.100.1"} {
			r := httptest.NewRequest("POST", "/api/pageviews", strings.NewReader(`{"route":"/"}`))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Cookie", agreed)
			r.Header.Set("X-Forwarded-For", network)
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, r); w.Code != http.StatusNoContent {
				t.Fatalf("%d", w.Code)
			}
		}
	}
	// a minute may end on the way: then both were counted a little more
	var views int
	if err := c.Pool.QueryRow(t.Context(), `select sum(views) from page_view`).Scan(
		&views,
	); err != nil || views < 120 || views >= 3*65 {
		t.Errorf("%d views, %v", views, err)
	}
}

func view(h http.Handler, cookie, body string) int {
	r := httptest.NewRequest("POST", "/api/pageviews", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", cookie)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code
}

func (c *Counts) table(t *testing.T) string {
	t.Helper()
	rows, err := c.Pool.Query(
		t.Context(),
		"select day::text, route, views from page_view order by 1, 2",
	)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var day, route string
		var n int
		if err := rows.Scan(&day, &route, &n); err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprint(day, " ", route, " ", n))
	}
	return strings.Join(out, ", ")
}

const agreed = "a=1; cookieConsent=true"

func TestViewsAreCountedByPatternAndDayInAmsterdam(t *testing.T) {
	c, h := room(t, "2026-11-24 23.59")
	for _, route := range []string{"/storydetails/:id", "/storydetails/:s", "/agenda"} {
		if code := view(h, agreed, `{"route":"`+route+`"}`); code != http.StatusNoContent {
			t.Fatalf("%s: %d", route, code)
		}
	}
	c.Clock.Advance(time.Minute)
	view(h, agreed, `{"route":"/agenda"}`)
	if got := c.table(
		t,
	); got != "2026-11-24 /agenda 1, 2026-11-24 /storydetails/:s 2, 2026-11-25 /agenda 1" {
		t.Error(got)
	}
}

func TestWithoutLeaveNothingIsCounted(t *testing.T) {
	c, h := room(t, "2026-11-24 10.00")
	for _, cookie := range []string{
		"",
		"cookieConsent=false",
		"cookieConsent=",
		"cookieConsent=TRUE",
		"cookieConsent=1",
		"xcookieConsent=true",
	} {
		if code := view(h, cookie, `{"route":"/agenda"}`); code != http.StatusNoContent {
			t.Errorf("%q: %d", cookie, code)
		}
	}
	if got := c.table(t); got != "" {
		t.Error(got)
	}
}

func TestOnlyPatternsOfTheSiteMapAreCounted(t *testing.T) {
	c, h := room(t, "2026-11-24 10.00")
	for body, want := range map[string]int{
		`{"route":"/storydetails/sty_1"}`:              422, // an address says which story
		`{"route":"/registrationdetails/:r"}`:          422,
		`{"route":"/agenda?zoek=x"}`:                   422,
		`{"route":""}`:                                 422,
		`{"route":"/agenda","name":"x"}`:               422,
		`{"route":"` + strings.Repeat("/", 201) + `"}`: 422,
		`{"route":7}`:                                  422,
		`{}`:                                           422,
		`nee`:                                          400,
		`{"route":"` + strings.Repeat("/", 5000) + `"}`: 413,
	} {
		if code := view(h, agreed, body); code != want {
			t.Errorf("%.60s: %d, want %d", body, code, want)
		}
	}
	if got := c.table(t); got != "" {
		t.Error(got)
	}
}

func TestNoViewIsLostWhenManyComeAtOnce(t *testing.T) {
	c, h := room(t, "2026-11-24 10.00")
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			if code := view(h, agreed, `{"route":"/"}`); code != http.StatusNoContent {
				t.Errorf("%d", code)
			}
		})
	}
	all.Wait()
	if got := c.table(t); got != "2026-11-24 / 200" {
		t.Error(got)
	}
}

func choose(h http.Handler, body string, heads ...string) *http.Response {
	r := httptest.NewRequest(
		"POST",
		"https://herstel.example/api/cookie-choice",
		strings.NewReader(body),
	)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(heads); i += 2 {
		r.Header.Set(heads[i], heads[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestAChoiceIsKeptForAYear(t *testing.T) {
	c, h := room(t, "2026-11-24 10.00")
	for _, choice := range []string{"true", "false"} {
		for _, secure := range []bool{true, false} {
			c.Secure = secure
			want := "cookieConsent=" + choice + "; Path=/; Max-Age=31536000"
			if secure {
				want += "; Secure"
			}
			got := choose(h, "cookieConsent="+choice)
			if cookie := got.Header.Get(
				"Set-Cookie",
			); cookie != want+"; SameSite=Lax" || got.StatusCode != 303 ||
				got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%d %q", got.StatusCode, cookie)
			}
		}
	}
	if got := choose(
		h,
		"cookieConsent=true",
		"Accept",
		"application/json",
	); got.StatusCode != 204 || got.Header.Get("Set-Cookie") == "" ||
		got.Header.Get("Location") != "" {
		t.Errorf("a page that runs: %d %v", got.StatusCode, got.Header)
	}
	for _, body := range []string{
		"cookieConsent=",
		"cookieConsent=misschien",
		"cookieConsent=true%0d%0a",
		"%zz",
	} {
		if got := choose(h, body); got.StatusCode != 422 || got.Header.Get("Set-Cookie") != "" {
			t.Errorf("%q: %d", body, got.StatusCode)
		}
	}
}

func TestAChoiceLeadsBackToTheSamePageAndNeverElsewhere(t *testing.T) {
	_, h := room(t, "2026-11-24 10.00")
	for _, c := range []struct{ referer, named, to string }{
		{
			"https://herstel.example/agenda?week=2026-W48&zoek=caf%C3%A9",
			"/",
			"/agenda?week=2026-W48&zoek=caf%C3%A9",
		},
		{
			"https://herstel.example/registrationdetails/aan_x?stap=afmelden",
			"",
			"/registrationdetails/aan_x?stap=afmelden",
		},
		{"", "/agenda?soort=leren", "/agenda?soort=leren"},
		{"https://elders.example/agenda", "/about", "/about"},
		{"https://elders.example/", "", "/"},
		{"https://herstel.example//elders.example/", "", "/"},
		// a path of this host, whatever it looks like
		{`https://herstel.example/\elders.example`, "", "/%5Celders.example"},
		{"", "https://elders.example/", "/"},
		{"", "//elders.example/", "/"},
		{"", "///elders.example/", "/"},
		{"", "http:elders", "/"},
		{"", "javascript:alert(1)", "/"},
		{"", "/\t/elders.example", "/"},
		{"", "elders", "/"},
		{"", "/a?b=c\nd", "/"},
		{"", "/api/cookie-choice", "/"},
	} {
		body := "cookieConsent=false&terug=" + escape(c.named)
		if got := choose(h, body, "Referer", c.referer).Header.Get("Location"); got != c.to {
			t.Errorf("from %q, named %q: to %q, want %q", c.referer, c.named, got, c.to)
		}
	}
}

func escape(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}
