package status

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/mail"
)

// silent takes connections and never says a word.
func silent(t *testing.T) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	t.Cleanup(func() { close(over); _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() { <-over; _ = conn.Close() }()
		}
	}()
	return l.Addr().String()
}

// The real ways out, at a server that never answers: each ends within its bound, and all together
// within what Report promises.
func TestAHangingServerCostsAtMostItsBound(t *testing.T) {
	t.Parallel()
	b := setup(t)
	at := silent(t)
	host, port, _ := net.SplitHostPort(at)
	b.cfg.KeysURL, b.cfg.Storage, b.cfg.Proxy = "http://"+at+"/certs", "http://"+at, at
	b.cfg.Server = mail.Server{Host: host, Port: atoi(port)}
	hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	b.cfg.Ping = hangs
	b.cfg.Outside = Outside{
		TXT: func(ctx context.Context, _ string) ([]string, error) { return nil, hangs(ctx) },
		Addresses: func(ctx context.Context, _ string) ([]string, error) {
			return nil, hangs(ctx)
		},
		Disk:   b.cfg.Outside.Disk,
		Synced: b.cfg.Outside.Synced,
	}
	before := time.Now()
	r := New(b.cfg).Report(t.Context())
	if took := time.Since(before); took > talkTime+grace+readTime {
		t.Errorf("the report took %v", took)
	}
	want := map[string]State{
		"keycloak":         Bad,
		"storage":          Bad,
		"certificateSite":  Bad,
		"certificateLogin": Bad,
		"mailServer":       Bad,
		"reverse":          Off,
		"spf":              Unknown,
		"dkim":             Unknown,
		"dmarc":            Unknown,
		"backup":           Good,
		"erasure":          Good,
	}
	for _, c := range r.Checks {
		if s, ok := want[c.Key]; ok && c.State != s {
			t.Errorf("%s is %s, want %s: %s", c.Key, c.State, s, c.Says)
		}
	}
}

func atoi(s string) (n int) {
	for _, r := range s {
		n = n*10 + int(r-'0')
	}
	return n
}

func TestACheckThatIgnoresItsTimeOrFallsIsSaidAndHoldsNothingUp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := New(b.cfg)
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	s.checks = []check{
		{
			"deaf",
			"Doof",
			50 * time.Millisecond,
			func(context.Context) (finding, error) { <-over; return good("x."), nil },
		},
		{"falls", "Valt", time.Second, func(context.Context) (finding, error) { panic("geheim") }},
	}
	before := time.Now()
	r := s.Look(t.Context())
	if took := time.Since(before); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	if r.Checks[0].State != Bad || !strings.Contains(r.Checks[0].Says, "geen antwoord") ||
		r.Checks[1].State != Bad ||
		strings.Contains(r.Checks[1].Says, "geheim") {
		t.Errorf("%+v", r.Checks)
	}
}

func TestWhatStandsBesideTheChecksMayFallToo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.cfg.Pool = nil // whatever asks the database falls
	s := New(b.cfg)
	s.checks = nil
	if r := s.Look(t.Context()); r.Versions == nil || r.Mails == nil || r.Summary == "" {
		t.Errorf("%+v", r)
	}
}

func TestManyWhoLookAtOnceCauseOneLook(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var looks atomic.Int32
	b.cfg.Ping = func(context.Context) error { looks.Add(1); return nil }
	s := New(b.cfg)
	gone, leave := context.WithCancel(t.Context())
	leave() // the first one does not wait: the others get a whole report all the same
	var all sync.WaitGroup
	for i := range 20 {
		ctx := t.Context()
		if i == 0 {
			ctx = gone
		}
		all.Go(func() {
			if r := s.Report(ctx); len(r.Checks) < 20 || r.AnyBad() {
				t.Errorf("%+v", r)
			}
		})
	}
	all.Wait()
	if n := looks.Load(); n != 1 {
		t.Errorf("%d looks", n)
	}
}

func TestTheRealWaysOutTellWhatIsThere(t *testing.T) {
	t.Parallel()
	web := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Server", "MinIO")
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	t.Cleanup(web.Close)
	real := Outside{}.orReal()
	chain, err := real.Certificates(t.Context(), web.Listener.Addr().String(), "example.com")
	if err != nil || len(chain) != 1 || chain[0].VerifyHostname("example.com") != nil {
		t.Errorf("%v %v", chain, err)
	}
	plain := httptest.NewServer(web.Config.Handler)
	t.Cleanup(plain.Close)
	status, head, _, err := real.Get(t.Context(), plain.URL)
	if err != nil || status != http.StatusFound || head.Get("Server") != "MinIO" {
		t.Errorf("%d %v %v", status, head, err)
	}
	free, total, known, err := real.Disk("/")
	if err != nil || known && (free == 0 || total < free) {
		t.Errorf("%d of %d, %v", free, total, err)
	}
	real.Synced() // whatever this machine says, it says it without rights
}

func TestWordsForLengthsAndSizes(t *testing.T) {
	t.Parallel()
	for want, d := range map[string]time.Duration{
		"0 seconden":  0,
		"1 seconde":   time.Second,
		"90 seconden": 90 * time.Second,
		"3 minuten":   3 * time.Minute,
		"119 minuten": 119 * time.Minute,
		"2 uur":       2 * time.Hour,
		"47 uur":      47 * time.Hour,
		"2 dagen":     48 * time.Hour,
	} {
		if got := span(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	for want, n := range map[string]uint64{"0 MB": 1000, "812 MB": 812 << 20, "12,5 GB": 25 << 29} {
		if got := size(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
