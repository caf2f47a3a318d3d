package httpkit

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

var proxies = []netip.Prefix{
	netip.MustParsePrefix("172.16.0.0/12"),
	netip.MustParsePrefix("fd00::/8"),
}

func TestOnlyTrustedProxiesTellWhoTheVisitorIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		remote    string
		forwarded []string
		want      string
	}{
		"no proxy": {"203.0.113.7:4000", nil, "203.0.113.7"},
		"a visitor who makes one up": {
			"203.0.113.7:4000",
			[]string{"8.8.8.8"},
			"203.0.113.7",
		},
		"one proxy": {
			"172.18.0.2:4000",
			[]string{"203.0.113.7"},
			"203.0.113.7",
		},
		"a lie before the proxy's word": {
			"172.18.0.2:4000",
			[]string{"8.8.8.8, 203.0.113.7"},
			"203.0.113.7",
		},
		"a lie in a header of its own": {
			"172.18.0.2:4000",
			[]string{"8.8.8.8", "203.0.113.7"},
			"203.0.113.7",
		},
		"a lie that looks like a proxy": {
			"172.18.0.2:4000",
			[]string{"8.8.8.8, 172.18.0.9, 203.0.113.7"},
			"203.0.113.7",
		},
		"two proxies": {
			"172.18.0.2:4000",
			[]string{"203.0.113.7, 172.18.0.3"},
			"203.0.113.7",
		},
		"only proxies": {
			"172.18.0.2:4000",
			[]string{"172.18.0.4, 172.18.0.3"},
			"172.18.0.4",
		},
		"a proxy that says nothing":           {"172.18.0.2:4000", nil, "172.18.0.2"},
		"a proxy that says nothing in a word": {"172.18.0.2:4000", []string{""}, "172.18.0.2"},
		"a proxy that passes garbage": {
			"172.18.0.2:4000",
			[]string{"203.0.113.7, unknown"},
			"172.18.0.2",
		},
		"a host name": {
			"172.18.0.2:4000",
			[]string{"localhost"},
			"172.18.0.2",
		},
		"IPv6 visitor": {"[2001:db8::7]:4000", nil, "2001:db8::7"},
		"IPv6 visitor, made up": {
			"[2001:db8::7]:4000",
			[]string{"2001:db8::8"},
			"2001:db8::7",
		},
		"IPv6 behind a proxy": {
			"172.18.0.2:4000",
			[]string{"2001:db8::7"},
			"2001:db8::7",
		},
		"IPv6 proxy": {
			"[fd00::2]:4000",
			[]string{"2001:db8::7"},
			"2001:db8::7",
		},
		"IPv4 written as IPv6": {
			"[::ffff:172.18.0.2]:4000",
			[]string{"::ffff:203.0.113.7"},
			"203.0.113.7",
		},
		"garbage": {"garbage", []string{"203.0.113.7"}, "invalid IP"},
		"no port": {"203.0.113.7", nil, "invalid IP"},
		"a thousand hops": {
			"172.18.0.2:4000",
			[]string{strings.Repeat("172.18.0.2,", 1000) + "172.18.0.2"},
			"172.18.0.2",
		},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.remote
		for _, f := range c.forwarded {
			r.Header.Add("X-Forwarded-For", f)
		}
		for _, lie := range []string{
			"X-Real-Ip",
			"Forwarded",
			"True-Client-Ip",
			"Cf-Connecting-Ip",
		} {
			r.Header.Set(lie, "8.8.4.4")
		}
		var got netip.Addr
		FindClient(proxies)(
			http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				got = ClientAddr(r.Context())
			}),
		).ServeHTTP(nil, r)
		if got.String() != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestAnInMemoryCallOfAPageKeepsItsVisitor(t *testing.T) {
	t.Parallel()
	r := from("203.0.113.7")
	r.RemoteAddr = "172.18.0.2:4000"
	r.Header.Set("X-Forwarded-For", "8.8.8.8")
	var got netip.Addr
	FindClient(proxies)(
		http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			got = ClientAddr(r.Context())
		}),
	).ServeHTTP(nil, r)
	if got.String() != "203.0.113.7" {
		t.Error(got)
	}
}

func FuzzForwardedFor(f *testing.F) {
	f.Add("203.0.113.7, 172.18.0.3")
	f.Add(",,%, ::1")
	f.Fuzz(func(t *testing.T, forwarded string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = "203.0.113.7:4000"
		r.Header.Set("X-Forwarded-For", forwarded)
		isProxy := func(a netip.Addr) bool { return a.String() == "172.18.0.2" }
		if got := client(r, isProxy); got.String() != "203.0.113.7" {
			t.Fatalf("%q moved an untrusted visitor to %s", forwarded, got)
		}
		r.RemoteAddr = "172.18.0.2:4000"
		if got := client(r, isProxy); !got.IsValid() {
			t.Fatalf("%q loses the visitor", forwarded)
		}
	})
}
