package render

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// discard is a visitor who reads nothing, so that only our own work is measured.
type discard struct{ h http.Header }

func (d discard) Header() http.Header         { return d.h }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}

func bench(b *testing.B, target string, heads ...string) {
	m := newRoom(b)
	m.says(200, `{"big":true}`)
	r := httptest.NewRequest("GET", target, nil)
	for i := 0; i < len(heads); i += 2 {
		r.Header.Set(heads[i], heads[i+1])
	}
	if r.Header.Get("If-None-Match") != "" {
		w := m.get(target, "Accept-Encoding", "br")
		r.Header.Set("If-None-Match", w.Header().Get("Etag"))
	}
	m.ServeHTTP(discard{http.Header{}}, r)
	b.ReportAllocs()
	for b.Loop() {
		m.ServeHTTP(discard{http.Header{}}, r)
	}
}

func BenchmarkCachedPage(b *testing.B) { bench(b, "/", "Accept-Encoding", "gzip, deflate, br") }

// keptPage gives a visit to a page that is built already.
func keptPage(t testing.TB, staff func(*http.Request) bool, heads ...string) (visit func()) {
	m := newRoomFor(t, staff)
	m.says(200, `{"big":true}`)
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	for i := 0; i < len(heads); i += 2 {
		r.Header.Set(heads[i], heads[i+1])
	}
	visit = func() { m.ServeHTTP(discard{http.Header{}}, r) }
	visit()
	return visit
}

// What it costs a visitor that the site knows staff: compare none with the others of the same
// cookie.
func BenchmarkSessionCheck(b *testing.B) {
	cookie := []string{"Cookie", "cookieConsent=yes; other=1"}
	for _, c := range []struct {
		name  string
		staff func(*http.Request) bool
		heads []string
	}{
		{"none", nil, nil},
		{"checked", carries, nil},
		{"cookie-none", nil, cookie},
		{"cookie-checked", carries, cookie},
	} {
		b.Run(c.name, func(b *testing.B) {
			visit := keptPage(b, c.staff, c.heads...)
			b.ReportAllocs()
			for b.Loop() {
				visit()
			}
		})
	}
}

func BenchmarkShellForStaff(b *testing.B) {
	visit := keptPage(b, carries, "Cookie", session)
	b.ReportAllocs()
	for b.Loop() {
		visit()
	}
}

func BenchmarkCachedPageWithIDs(b *testing.B) {
	bench(b, "/detail/act_1/occ_1", "Accept-Encoding", "gzip, deflate, br")
}

func BenchmarkCachedPageWithQuery(b *testing.B) {
	bench(b, "/agenda?week=2026-W50", "Accept-Encoding", "gzip, deflate, br")
}

func BenchmarkNotModified(b *testing.B) {
	bench(b, "/", "Accept-Encoding", "gzip, deflate, br", "If-None-Match", "x")
}

func BenchmarkFormPage(b *testing.B) {
	bench(b, "/register/act_1/occ_1", "Accept-Encoding", "gzip, deflate, br")
}

func BenchmarkOwnLinkUncached(b *testing.B) {
	bench(b, "/waitlist/wl_1", "Accept-Encoding", "gzip, deflate, br")
}

func BenchmarkRebuild(b *testing.B) {
	m := newRoom(b)
	m.says(200, `{"big":true}`)
	r := httptest.NewRequest("GET", "/", nil)
	for b.Loop() {
		m.front.cache.slots = nil // without an older copy to compare with
		m.ServeHTTP(discard{http.Header{}}, r)
	}
}

func BenchmarkRebuildOfEqualData(b *testing.B) {
	m := newRoom(b)
	m.says(200, `{"big":true}`)
	r := httptest.NewRequest("GET", "/", nil)
	for b.Loop() {
		m.revision.Add(1)
		m.ServeHTTP(discard{http.Header{}}, r)
	}
}
