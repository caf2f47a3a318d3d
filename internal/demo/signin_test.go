package demo

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
)

func TestTheStaffAreThoseOfTheSampleData(t *testing.T) {
	t.Parallel()
	uuid := regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	var who []string
	seen := map[string]bool{}
	for _, a := range accounts() {
		who = append(who, fmt.Sprint(a.First(), a.Roles))
		if seen[a.ID] || seen[a.Login] || seen[a.Email] || !uuid.MatchString(a.ID) ||
			len(a.Password) < 12 ||
			a.Note == "" ||
			!strings.HasSuffix(a.Email, ".example") {
			t.Errorf("%+v", a)
		}
		seen[a.ID], seen[a.Login], seen[a.Email] = true, true, true
		if a.Disabled != (a.Login == "puck") || a.Login == "loes" &&
			a.ID != "5a0c2f3e-0002-4000-8000-10e5000000a2" {
			t.Errorf("%+v", a)
		}
	}
	want := []string{
		"Jan[gastheer]",
		"Loes[begeleider]",
		"Noor[redactie]",
		"Bram[redactie]",
		"Henk[vertrouwenspersoon]",
		"Sanne[coordinator]",
		"Ilja[beheerder]",
		"Wim[]",
		"Puck[gastheer]",
		"Fatima[gastheer]",
	}
	if !slices.Equal(who, want) {
		t.Errorf("%v", who)
	}
}

func TestTheSiteLearnsWhereItsStaffSignIn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := startSignIn(t.Context(), options{}, dir, "http://localhost:8080", clock.System())
	if err != nil {
		t.Fatal(err)
	}
	issuer := s.issuer
	cfg := demoConfig(t)
	if err := s.into(
		cfg,
	); err != nil || cfg.Issuer != issuer || cfg.ClientID != "herstelruimte-web" ||
		!slices.Equal(cfg.AuthDomains, []string{"localhost"}) {
		t.Errorf("%v: %s %s %v", err, cfg.Issuer, cfg.ClientID, cfg.AuthDomains)
	}
	answer, err := http.Get(cfg.KeysURL)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("the keys: %v", err)
	}
	_ = answer.Body.Close()
	for _, want := range []string{
		"Sign-in: " + issuer + "\n",
		"sanne",
		samplePassword,
		"Sanne Visser, coördinator",
		"zonder rol",
		"uitgezet account",
	} {
		if !strings.Contains(s.lines(), want) {
			t.Errorf("not printed: %s\n%s", want, s.lines())
		}
	}
	s.close()
	again, err := startSignIn(t.Context(), options{}, dir, "http://localhost:8080", clock.System())
	if err != nil || again.issuer != issuer {
		t.Fatalf("after a restart: %v", err)
	}
	again.close()
}

func demoConfig(t *testing.T) *config.Config {
	t.Helper()
	l, err := listen(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	cfg, err := options{limits: "off"}.config(t.TempDir(), "postgres://x", l, "127.0.0.1:25")
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func TestADemoWithoutSignInHasNoIssuer(t *testing.T) {
	t.Parallel()
	o, err := parse([]string{"--no-sign-in"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := startSignIn(t.Context(), o, t.TempDir(), "http://localhost:8080", clock.System())
	if err != nil {
		t.Fatal(err)
	}
	cfg := demoConfig(t)
	if err := s.into(
		cfg,
	); err != nil || s != nil || cfg.Issuer != "" || !strings.Contains(s.lines(), "not set up") {
		t.Errorf("%v %v %q %q", s, err, cfg.Issuer, s.lines())
	}
	s.close()
}

func TestKeycloakIsAFlagWithOrWithoutAnAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, ""},
		{[]string{"--keycloak"}, startHere},
		{[]string{"--keycloak", "--port=0"}, startHere},
		{[]string{"--keycloak=false"}, ""},
		{[]string{"--keycloak=http://localhost:8180"}, "http://localhost:8180"},
		{[]string{"--keycloak=http://localhost:8180/auth/"}, "http://localhost:8180/auth"},
	} {
		if o, err := parse(c.args); err != nil || o.keycloak != c.want {
			t.Errorf("%v: %q %v", c.args, o.keycloak, err)
		}
	}
	for _, args := range [][]string{
		{"--keycloak=localhost"},
		{"--keycloak="},
		{"--keycloak", "--no-sign-in"},
		{"--keycloak", "http://localhost:8180"},
	} {
		if o, err := parse(args); err == nil {
			t.Errorf("%v is read as %q", args, o.keycloak)
		}
	}
}
