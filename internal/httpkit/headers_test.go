package httpkit

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herstelruimte/internal/problem"
)

func TestSecurityHeadersAreExactlyThese(t *testing.T) {
	t.Parallel()
	policyOf := func(from, ancestors string) string {
		return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
			"font-src 'self'; manifest-src 'self'; worker-src 'self'; " +
			"connect-src " + from + "; frame-src " + from +
			"; form-action 'self'; base-uri 'none'; frame-ancestors " +
			ancestors +
			"; require-trusted-types-for 'script'"
	}
	type exceptions map[string]string
	for _, issuer := range []string{
		"",
		"https://login.herstelruimte.example",
		"http://login.localhost:8180",
	} {
		from := strings.TrimSpace("'self' " + issuer)
		noReferrer := exceptions{"Referrer-Policy": "no-referrer"}
		for path, own := range map[string]exceptions{
			"/":                   nil,
			"/login":              nil,
			"/agenda":             nil,
			"/api/session":        nil,
			"/assets/x.js":        nil,
			"/beheer":             nil,
			"/beheer/status":      nil,
			"/editactivity/act_1": nil,
			"/auth-callback":      noReferrer,
			"/auth-popup": {
				"Referrer-Policy":            "no-referrer",
				"Cross-Origin-Opener-Policy": "unsafe-none",
			},
			"/auth-silent": {
				"Referrer-Policy":         "no-referrer",
				"Content-Security-Policy": policyOf(from, "'self'"),
			},
			// only the addresses themselves: nothing else may be framed or keep its opener
			"/auth-popup/":   nil,
			"/auth-silent/":  nil,
			"/auth-silent/x": nil,
			"/AUTH-POPUP":    nil,
			"/Auth-Silent":   nil,
			"//auth-silent":  nil,
			"/x/auth-popup":  nil,
			"/auth-popup%2f": nil,
			"/auth-popup;x":  nil,
			"/auth-silentx":  nil,
			"/auth":          nil,
		} {
			for _, hsts := range []string{
				"",
				"max-age=31536000",
				"max-age=31536000; includeSubDomains",
			} {
				want := map[string]string{
					"Content-Security-Policy":      policyOf(from, "'none'"),
					"X-Content-Type-Options":       "nosniff",
					"Referrer-Policy":              "same-origin",
					"Cross-Origin-Opener-Policy":   "same-origin-allow-popups",
					"Cross-Origin-Resource-Policy": "same-origin",
					"Permissions-Policy":           "camera=(), microphone=(), geolocation=(), browsing-topics=()",
				}
				maps.Copy(want, own)
				if hsts != "" {
					want["Strict-Transport-Security"] = hsts
				}
				w := httptest.NewRecorder()
				r := httptest.NewRequest(
					http.MethodGet,
					"http://herstelruimte.example"+path+"?code=/auth-silent",
					nil,
				)
				SecurityHeaders(hsts, issuer)(
					http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
				).ServeHTTP(w, r)
				if got := flat(w.Header()); !maps.Equal(got, want) {
					t.Errorf("%s, hsts %q, issuer %q:\n%v\nwant\n%v", path, hsts, issuer, got, want)
				}
			}
		}
	}
}

func TestSecurityHeadersAreMadeOnce(t *testing.T) { // alone: other tests would count too
	h := SecurityHeaders("max-age=31536000", "https://login.herstelruimte.example")(
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
	)
	for _, path := range []string{"/", "/auth-popup", "/auth-silent", "/beheer/status"} {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil)
		if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(w, r) }); n != 0 {
			t.Errorf("%s: %v allocations a request", path, n)
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
	h := SecurityHeaders("max-age=31536000", "")(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/popup" {
			w.Header().Set("Cross-Origin-Opener-Policy", "unsafe-none")
			w.Header().Add("Referrer-Policy", "origin")
		}
	}))
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/popup", nil))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Header().Get("Cross-Origin-Opener-Policy") != "same-origin-allow-popups" ||
		len(w.Header().Values("Referrer-Policy")) != 1 {
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
		"our own page": {
			headers{"Sec-Fetch-Site": "same-origin", "Origin": "https://herstelruimte.example"},
			true,
		},
		"typed by hand": {headers{"Sec-Fetch-Site": "none"}, true},
		"same site, other origin": {
			headers{"Sec-Fetch-Site": "same-site", "Origin": "https://login.herstelruimte.example"},
			false,
		},
		"another site": {
			headers{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
			false,
		},
		"another site without Origin": {headers{"Sec-Fetch-Site": "cross-site"}, false},
		"another site, our name as Origin": {
			headers{"Sec-Fetch-Site": "cross-site", "Origin": "https://herstelruimte.example"},
			false,
		},
		"a word that no browser sends": {headers{"Sec-Fetch-Site": "whatever"}, false},
		"old browser, our own page": {
			headers{"Origin": "https://herstelruimte.example"},
			true,
		},
		"old browser, other site": {headers{"Origin": "https://evil.example"}, false},
		"old browser, other port": {
			headers{"Origin": "https://herstelruimte.example:8443"},
			false,
		},
		"old browser, other name with our end": {
			headers{"Origin": "https://evilherstelruimte.example"},
			false,
		},
		"old browser, our name before another": {
			headers{"Origin": "https://herstelruimte.example.evil.example"},
			false,
		},
		"old browser, our name as user": {
			headers{"Origin": "https://herstelruimte.example@evil.example"},
			false,
		},
		"old browser, null":         {headers{"Origin": "null"}, false},
		"old browser, garbage":      {headers{"Origin": "%%%"}, false},
		"a program: neither header": {headers{}, true},
		"a program with a Referer of elsewhere": {
			headers{"Referer": "https://evil.example/"},
			true,
		},
	} {
		for _, method := range []string{
			"POST",
			"PUT",
			"PATCH",
			"DELETE",
			"GET",
			"HEAD",
			"OPTIONS",
		} {
			for path, code := range map[string]problem.Code{
				"/api/notes":   problem.Forbidden,
				"/api/session": problem.AuthCrossSite,
			} {
				reached := false
				w := httptest.NewRecorder()
				r := httptest.NewRequest(
					method,
					"https://herstelruimte.example"+path+"?x=/api/session",
					nil,
				)
				for k, v := range c.header {
					r.Header.Set(k, v)
				}
				CrossOrigin(codeOf, nil)(
					http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }),
				).ServeHTTP(w, r)
				harmless := method == "GET" || method == "HEAD" || method == "OPTIONS"
				if passes := c.passes || harmless; reached != passes {
					t.Errorf("%s, %s %s: reached %v, want %v", name, method, path, reached, passes)
				} else if !passes {
					want(t, w, code)
				}
			}
		}
	}
}

// codeOf gives the session a code of its own.
func codeOf(path string) problem.Code {
	if path == "/api/session" {
		return problem.AuthCrossSite
	}
	return problem.Forbidden
}
