package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
)

// askedWith are headers that programs, proxies and pranksters send.
var askedWith = [][2]string{
	{"Accept", "a;,b"},
	{"Accept", ";"},
	{"Accept", "a;q=,b;"},
	{"Accept", "application/cbor, text/html;q=0.1"},
	{"Accept", "  ;;,,; q=9e999 ,"},
	{"Content-Type", "+;+"},
	{"Content-Type", "application/json; charset=\""},
	{"Content-Length", "-1"},
	{"Authorization", "Aanmelding "},
	{"Authorization", "Bearer .."},
	{"If-Match", `W/"1", *`},
	{"If-Match", `"99999999999999999999"`},
	{"If-None-Match", `"a", W/`},
	{"If-Modified-Since", "gisteren"},
	{"Range", "bytes=9-1,-"},
	{"Cookie", "dev_hr_session=; hr_flash=e30; cookieConsent=\""},
	{"Accept-Encoding", "gzip;q=x,br;"},
	{"X-Forwarded-For", "::ffff:1.2.3.4%eth0, [::1"},
	{"Forwarded", `for="_x";;`},
	{"Idempotency-Key", "00000000-0000-0000-0000-00000000000\xff"},
	{"X-Flash", "1"},
	{"Upload-Offset", "9223372036854775808"},
	{"Origin", "null"},
	{"Sec-Fetch-Site", "maan"},
	{"Referer", "%"},
	{"X-Http-Method-Override", "BREW"},
}

// FuzzNoHeaderMakesAFault sends one header of any kind to any route, as a stranger and as staff
// with every role. The seeds are all routes with all of askedWith.
func FuzzNoHeaderMakesAFault(f *testing.F) {
	s := idle(f, configOf(f, dbtest.URL(f)), nil)
	routes := mounted(s.routes)
	var every []string
	for _, role := range identity.Roles {
		every = append(every, string(role))
	}
	cookie := s.signIn(f, every...)
	for i := range routes {
		for _, h := range askedWith {
			f.Add(uint16(i), h[0], h[1])
		}
	}
	f.Fuzz(func(t *testing.T, i uint16, name, value string) {
		if !sendable(name, value) {
			return
		}
		method, pattern, _ := strings.Cut(routes[int(i)%len(routes)], " ")
		for _, session := range []string{"", cookie} {
			path := hole.ReplaceAllString(pattern, "x")
			r := httptest.NewRequest(method, path, strings.NewReader("{}"))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Idempotency-Key", uuid.NewString())
			if session != "" {
				r.Header.Set("Cookie", session)
			}
			r.Header.Set(name, value)
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if w.Code == http.StatusInternalServerError {
				t.Fatalf("%s %s with %s: %q: %d %s", method, pattern, name, value, w.Code, w.Body)
			}
		}
	})
}

// sendable is whether the server hands a request with this header on at all.
func sendable(name, value string) bool {
	plain := func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	control := func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
	return name != "" && !strings.ContainsFunc(name, plain) &&
		!strings.ContainsFunc(value, control)
}
