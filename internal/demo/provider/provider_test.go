package provider

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

func TestOtherMachinesCannotSignIn(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"0.0.0.0:0",
		":0",
		"[::]:0",
		"192.0.2.1:0",
		"10.0.0.5:0",
		"localhost:0",
		"127.0.0.1",
		"",
		"login.example:0",
	} {
		p, err := Start(Options{
			Address: address,
			Site:    "http://localhost:8080",
			Clock:   clock.System(),
		})
		if !errors.Is(err, ErrNotLoopback) {
			t.Errorf("%q: %v", address, err)
		}
		if p != nil {
			p.Close()
		}
	}
}

func TestOnlyThisMachineIsListenedTo(t *testing.T) {
	t.Parallel()
	r := start(t)
	host, port, err := net.SplitHostPort(strings.TrimPrefix(r.Issuer(), "http://"))
	if n, _ := strconv.Atoi(port); err != nil || host != "localhost" || n != r.port {
		t.Errorf("%s: %v", r.Issuer(), err)
	}
	for _, host := range []string{
		"elders.example",
		"elders.example:" + port,
		"localhost",
		"localhost:1",
		"[::]:" + port,
		"",
	} {
		if a := r.browser().get(
			"/",
			"Host",
			host,
		); host != "" && a.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("called %q: %d", host, a.StatusCode)
		}
	}
	for _, host := range []string{"localhost", "127.0.0.1", "[::1]"} {
		if a := r.browser().get("/", "Host", host+":"+port); a.StatusCode != http.StatusOK {
			t.Errorf("called %q: %d", host, a.StatusCode)
		}
	}
}

func TestPortKeysAndSessionsOutliveARestart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sign-in.json")
	// The first port of the demo is the first choice of other tests too, also in between.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	own := fmt.Sprintf(`{"port": %d}`, l.Addr().(*net.TCPAddr).Port)
	if err := errors.Join(l.Close(), os.WriteFile(file, []byte(own), 0o600)); err != nil {
		t.Fatal(err)
	}
	r := startWith(t, Options{File: file})
	b := r.browser()
	got := b.enterAs("jan")
	b.post("/demo/keys/rotate", nil)
	before, issuer := r.keyIDs(), r.Issuer()
	r.Close()
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	raw, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(raw), got.Refresh) ||
		strings.Contains(string(raw), password) {
		t.Errorf("the file holds a secret that opens a door: %v", err)
	}
	o := r.Options
	again, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	r.Provider = again
	if after := r.keyIDs(); again.Issuer() != issuer ||
		strings.Join(after, " ") != strings.Join(before, " ") {
		t.Errorf("%s with %v became %s with %v", issuer, before, again.Issuer(), after)
	}
	if r.read(got.ID)["sub"] != "sub-jan" {
		t.Error("the token is not valid any more")
	}
	if a := b.get(r.question("prompt", "none")); a.to.Get("code") == "" {
		t.Errorf("the browser is not signed in any more: %v", a.to)
	}
	if _, no, status := b.token(renew(got.Refresh)); status != http.StatusOK {
		t.Errorf("the refresh token is not valid any more: %v", no)
	}
}

func TestATakenPortGivesAnotherOneAndLeavesTheKeys(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sign-in.json")
	r := startWith(t, Options{File: file})
	keys := r.keyIDs()
	second, err := Start(r.Options) // while the first one still listens
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(second.Close)
	if second.port == r.port || second.port < firstPort || second.port > lastPort {
		t.Errorf("port %d beside %d", second.port, r.port)
	}
	if second.keys[0].KeyID != keys[0] {
		t.Error("other keys")
	}
}

func TestSessionsOfAnotherClockAreForgotten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what  string
		later time.Duration
		stays int
	}{
		{"a minute later", time.Minute, 1},
		{"a year earlier", -365 * 24 * time.Hour, 0},
		{"eight hours later", 8 * time.Hour, 0},
	} {
		k := kept{
			Sessions: map[string]session{
				"h": {ID: "sid", Subject: "sub-jan", AuthTime: began, Created: began, Seen: began},
			},
			Renewals: map[string]*renewal{"r": {Session: "sid"}, "x": {Session: "gone"}},
		}
		if d := newDesk(
			k,
			began.Add(c.later),
		); len(d.sessions) != c.stays || len(d.renewals) != c.stays {
			t.Errorf("%s: %d sessions, %d refresh tokens", c.what, len(d.sessions), len(d.renewals))
		}
	}
}

func TestABrokenFileIsNamed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sign-in.json")
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(Options{
		Address: "127.0.0.1:0",
		File:    file,
		Clock:   clock.System(),
	}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("%v", err)
	}
}
