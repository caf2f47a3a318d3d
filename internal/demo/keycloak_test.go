package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestTheRealKeycloakGoesByTheRealClock(t *testing.T) {
	t.Parallel()
	_, err := parse([]string{"--keycloak", "--now=2027-03-28T01:30+01:00"})
	if err == nil || !strings.Contains(err.Error(), "--now") {
		t.Error(err)
	}
}

func TestKnownPasswordsGoIntoAKeycloakOnThisMachineOnly(t *testing.T) {
	t.Parallel()
	for _, here := range []string{
		"http://localhost:8180",
		"http://127.0.0.1:8180/auth",
		"http://[::1]:8180",
		"http://login.localhost",
	} {
		if err := onThisMachine(here); err != nil {
			t.Error(err)
		}
	}
	for _, there := range []string{
		"https://login.example.org",
		"http://localhost.example.org",
		"http://192.168.1.4:8180",
		"http://0.0.0.0",
		"http://",
		"http://%zz",
	} {
		if err := onThisMachine(there); err == nil {
			t.Errorf("%s is taken", there)
		}
	}
}

// standIn is a folder whose scripts do what the test says.
func standIn(t *testing.T, run, apply string) *keycloak {
	t.Helper()
	k := &keycloak{
		scripts: t.TempDir(),
		site:    "http://localhost:8080",
		patient: 20 * time.Second,
		out:     io.Discard,
		stop:    func() {},
	}
	for name, text := range map[string]string{"run": run, "apply": apply} {
		if err := os.WriteFile(
			filepath.Join(k.scripts, name),
			[]byte("#!/bin/sh\n"+text+"\n"),
			0o700,
		); err != nil { //nolint:gosec // a script
			t.Fatal(err)
		}
	}
	return k
}

func TestWhatIsMissingForKeycloakIsSaid(t *testing.T) {
	t.Parallel()
	k := standIn(t, `echo "keycloak: Java is missing: install a JDK" >&2; exit 1`, "")
	if err := k.start(
		t.Context(),
		t.TempDir(),
	); err == nil || !strings.Contains(err.Error(), "Java is missing: install a JDK") {
		t.Error(err)
	}
}

func TestAKeycloakThatEndsWhileItStartsLeavesItsLastWords(t *testing.T) {
	t.Parallel()
	k := standIn(
		t,
		`[ "$1" = --build-only ] || { echo "Failed to start: the database is locked"; exit 1; }`,
		"",
	)
	if err := k.start(
		t.Context(),
		t.TempDir(),
	); err == nil || !strings.Contains(err.Error(), "the database is locked") {
		t.Error(err)
	}
}

func TestAnInterruptedStartLeavesNothingRunning(t *testing.T) {
	t.Parallel()
	pidFile := filepath.Join(t.TempDir(), "pid")
	k := standIn(
		t,
		`[ "$1" = --build-only ] && exit; echo $$ > "`+pidFile+`.new"; mv "`+pidFile+`.new" "`+
			pidFile+
			`"; exec sleep 600`,
		"",
	)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pid := make(chan int, 1)
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			if raw, err := os.ReadFile(pidFile); err == nil {
				n, _ := strconv.Atoi(string(bytes.TrimSpace(raw)))
				pid <- n
				return
			}
			time.Sleep(5 * time.Millisecond) // another process writes it: it looks again
		}
	}()
	if err := k.start(ctx, t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := syscall.Kill(<-pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("it still runs: %v", err)
	}
}

func TestAKeycloakThatTakesTheCallAndSaysNothingHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	mute := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		cancel() // Ctrl-C, while it is asked
		<-over
	}))
	t.Cleanup(mute.Close)
	t.Cleanup(func() { close(over) })
	ended := make(chan error, 1)
	go func() {
		ended <- standIn(t, "", "").awaitReady(ctx, mute.URL, make(chan struct{}), "no log")
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("still asking")
	}
}

// realm is the little of Keycloak that the demo asks for.
type realm struct {
	*httptest.Server
	imported struct {
		IfResourceExists string      `json:"ifResourceExists"`
		Users            []realmUser `json:"users"`
	}
}

func startRealm(t *testing.T) *realm {
	t.Helper()
	r := &realm{}
	mux := http.NewServeMux()
	mux.HandleFunc(
		"POST /realms/master/protocol/openid-connect/token",
		func(w http.ResponseWriter, q *http.Request) {
			if q.FormValue("client_id") != "admin-cli" || q.FormValue("username") != "admin" ||
				q.FormValue("password") != "admin" {
				http.Error(w, `{"error":"invalid_grant"}`, http.StatusUnauthorized)
				return
			}
			_, _ = io.WriteString(w, `{"access_token":"the admin's"}`)
		},
	)
	mux.HandleFunc(
		"GET /realms/herstelruimte/.well-known/openid-configuration",
		func(w http.ResponseWriter, q *http.Request) {
			if kind, given := q.Header["Content-Type"]; given {
				http.Error(w, "Failed to parse media type "+kind[0], http.StatusInternalServerError)
				return
			}
			_, _ = io.WriteString(
				w,
				`{"issuer":"http://localhost:8180/realms/herstelruimte","jwks_uri":"http://localhost:8180/keys"}`,
			)
		},
	)
	mux.HandleFunc(
		"POST /admin/realms/herstelruimte/partialImport",
		func(w http.ResponseWriter, q *http.Request) {
			if q.Header.Get("Authorization") != "Bearer the admin's" ||
				json.NewDecoder(q.Body).Decode(&r.imported) != nil {
				http.Error(w, "no", http.StatusForbidden)
				return
			}
			_, _ = io.WriteString(w, `{}`)
		},
	)
	r.Server = httptest.NewServer(mux)
	t.Cleanup(r.Close)
	return r
}

func TestTheSampleAccountsComeInAsTheyAre(t *testing.T) {
	t.Parallel()
	r := startRealm(t)
	told := filepath.Join(t.TempDir(), "told")
	k := standIn(t, "", `echo "$SITE_URL at $1" > "`+told+`"`)
	k.base = r.URL
	s, err := k.furnish(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if raw, _ := os.ReadFile(told); string(raw) != "http://localhost:8080 at "+r.URL+"\n" {
		t.Errorf("the settings were brought up to date with %q", raw)
	}
	if s.issuer != "http://localhost:8180/realms/herstelruimte" ||
		s.keysURL != "http://localhost:8180/keys" {
		t.Errorf("%s, %s", s.issuer, s.keysURL)
	}
	if r.imported.IfResourceExists != "SKIP" || len(r.imported.Users) != len(accounts()) {
		t.Fatalf("%+v", r.imported)
	}
	for i, a := range accounts() {
		u := r.imported.Users[i]
		if u.ID != a.ID || u.Username != a.Login || u.Email != a.Email ||
			u.FirstName+" "+u.LastName != a.Name ||
			u.Enabled == a.Disabled ||
			u.Credentials[0].Value != a.Password ||
			strings.Join(u.RealmRoles, " ") != strings.Join(a.Roles, " ") {
			t.Errorf("%+v became %+v", a, u)
		}
		if !strings.Contains(s.accounts[i].Note, "een passkey, of koppelt een app voor een code") {
			t.Errorf("%s: %s", a.Login, s.accounts[i].Note)
		}
	}
}

func TestAKeycloakThatRefusesTheAdminSaysSo(t *testing.T) {
	r := startRealm(t)
	k := standIn(t, "", "")
	k.base = r.URL
	t.Setenv("KC_BOOTSTRAP_ADMIN_PASSWORD", "changed since")
	if _, err := k.furnish(
		t.Context(),
	); err == nil || !strings.Contains(err.Error(), "invalid_grant") {
		t.Error(err)
	}
}

func TestOnlyOneOfTwoGetsTheWishedPort(t *testing.T) {
	t.Parallel()
	port, err := freePort(21000)
	if err != nil || port < 21000 || port > 32767 {
		t.Fatal(port, err)
	}
	taken, err := listen(port)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	if next, err := freePort(port); err != nil || next <= port {
		t.Errorf("%d, %v", next, err)
	}
}
