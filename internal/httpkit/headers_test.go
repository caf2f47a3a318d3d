package httpkit

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"

	"herstelruimte/internal/problem"
)

func TestSecurityHeadersAreExactlyThese(t *testing.T) {
	t.Parallel()
	base := map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; " +
			"worker-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "same-origin",
		"Cross-Origin-Opener-Policy":   "same-origin-allow-popups",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":           "camera=(), microphone=(), geolocation=(), browsing-topics=()",
	}
	secure := maps.Clone(base)
	secure["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
	for https, want := range map[bool]map[string]string{false: base, true: secure} {
		w := httptest.NewRecorder()
		SecurityHeaders(https)(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		w.Header().Del("Content-Type")
		if got := flat(w.Header()); !maps.Equal(got, want) {
			t.Errorf("https %v:\n%v\nwant\n%v", https, got, want)
		}
	}
}

func flat(h http.Header) map[string]string {
	out := map[string]string{}
	for k, v := range h {
		out[k] = v[0]
		if len(v) > 1 {
			out[k] = "twice: " + v[0] + " " + v[1]
		}
	}
	return out
}

func TestOneAnswerCannotChangeTheSecurityHeadersOfTheNext(t *testing.T) {
	t.Parallel()
	h := SecurityHeaders(true)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/popup" {
			w.Header().Set("Cross-Origin-Opener-Policy", "unsafe-none")
			w.Header().Add("Referrer-Policy", "origin")
		}
	}))
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/popup", nil))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Header().Get("Cross-Origin-Opener-Policy") != "same-origin-allow-popups" || len(w.Header().Values("Referrer-Policy")) != 1 {
		t.Error(w.Header())
	}
}

func TestAnotherSiteCannotSendInAVisitorsName(t *testing.T) {
	t.Parallel()
	type headers map[string]string
	for name, c := range map[string]struct {
		header headers
		passes bool
	}{
		"our own page":                          {headers{"Sec-Fetch-Site": "same-origin", "Origin": "https://herstelruimte.example"}, true},
		"typed by hand":                         {headers{"Sec-Fetch-Site": "none"}, true},
		"same site, other origin":               {headers{"Sec-Fetch-Site": "same-site", "Origin": "https://login.herstelruimte.example"}, false},
		"another site":                          {headers{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, false},
		"another site without Origin":           {headers{"Sec-Fetch-Site": "cross-site"}, false},
		"another site, our name as Origin":      {headers{"Sec-Fetch-Site": "cross-site", "Origin": "https://herstelruimte.example"}, false},
		"a word that no browser sends":          {headers{"Sec-Fetch-Site": "whatever"}, false},
		"old browser, our own page":             {headers{"Origin": "https://herstelruimte.example"}, true},
		"old browser, other site":               {headers{"Origin": "https://evil.example"}, false},
		"old browser, other port":               {headers{"Origin": "https://herstelruimte.example:8443"}, false},
		"old browser, other name with our end":  {headers{"Origin": "https://evilherstelruimte.example"}, false},
		"old browser, our name before another":  {headers{"Origin": "https://herstelruimte.example.evil.example"}, false},
		"old browser, our name as user":         {headers{"Origin": "https://herstelruimte.example@evil.example"}, false},
		"old browser, null":                     {headers{"Origin": "null"}, false},
		"old browser, garbage":                  {headers{"Origin": "%%%"}, false},
		"a program: neither header":             {headers{}, true},
		"a program with a Referer of elsewhere": {headers{"Referer": "https://evil.example/"}, true},
	} {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "GET", "HEAD", "OPTIONS"} {
			reached := false
			w := httptest.NewRecorder()
			r := httptest.NewRequest(method, "https://herstelruimte.example/api/notes", nil)
			for k, v := range c.header {
				r.Header.Set(k, v)
			}
			CrossOrigin()(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true })).ServeHTTP(w, r)
			harmless := method == "GET" || method == "HEAD" || method == "OPTIONS"
			if passes := c.passes || harmless; reached != passes {
				t.Errorf("%s, %s: reached %v, want %v", name, method, reached, passes)
			} else if !passes {
				want(t, w, problem.Forbidden)
			}
		}
	}
}
