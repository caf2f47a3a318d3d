package provider

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestAWeakPasswordIsToldTheLengthOfThePolicy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		password string
		policy   int
		want     string
	}{
		{"elf tekens!", 12, "Kies een wachtwoord van minstens 12 tekens."},
		{"twaalf teken", 12, ""},
		{"éééééééééééé", 12, ""},
		{"ééééééééééé", 12, "Kies een wachtwoord van minstens 12 tekens."},
		{"", 12, "Kies een wachtwoord van minstens 12 tekens."},
		{"zeven77", 8, "Kies een wachtwoord van minstens 8 tekens."},
		{"vijf5", 0, "Kies een wachtwoord van minstens 6 tekens."},
		{"zes666", 0, ""},
		{"vijf5", -1, "Kies een wachtwoord van minstens 6 tekens."},
		{"een", 1, ""},
		{"", 1, "Kies een wachtwoord van minstens 1 tekens."},
	} {
		if got := weak(c.password, c.policy); got != c.want {
			t.Errorf("%q under a policy of %d: %q", c.password, c.policy, got)
		}
	}
}

func TestTheTextsAreThoseOfTheRealmFile(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(
		filepath.Join("..", "..", "..", "deploy", "keycloak", "herstelruimte-realm.json"),
	)
	if err != nil {
		t.Fatal(err)
	}
	var realm struct {
		LocalizationTexts struct{ NL map[string]string }
	}
	if err := json.Unmarshal(raw, &realm); err != nil {
		t.Fatal(err)
	}
	for key, said := range map[string]string{
		"invalidUserMessage":                wrongText,
		"accountDisabledMessage":            disabledText,
		"expiredActionMessage":              expiredText,
		"notMatchPasswordMessage":           differentText,
		"invalidPasswordNotUsernameMessage": loginText,
		"invalidPasswordNotEmailMessage":    emailText,
		"invalidPasswordHistoryMessage":     strings.Replace(sameText, "3", "{0}", 1),
		"invalidPasswordMinLengthMessage":   strings.Replace(weak("", 7), "7", "{0}", 1),
	} {
		if realm.LocalizationTexts.NL[key] != said {
			t.Errorf(
				"%s is %q in the realm file and %q here",
				key,
				realm.LocalizationTexts.NL[key],
				said,
			)
		}
	}
}

func TestANewPasswordFollowsTheRulesOfTheRealm(t *testing.T) {
	t.Parallel()
	a := Account{Login: "een-lange-naam", Email: "een-lange-naam@x.example", Password: password}
	for _, c := range []struct{ password, again, want string }{
		{"te kort", "te kort", "Kies een wachtwoord van minstens 12 tekens."},
		{"Een-Lange-Naam", "Een-Lange-Naam", loginText},
		{"een-lange-naam@x.example", "een-lange-naam@x.example", emailText},
		{password, password, sameText},
		{"goed en lang genoeg", "goed en lang genoeg?", differentText},
		{"goed en lang genoeg", "goed en lang genoeg", ""},
	} {
		if got := a.refusal(c.password, c.again, 12); got != c.want {
			t.Errorf("%q: %q", c.password, got)
		}
	}
}

var ticket = regexp.MustCompile(`name="ticket" value="([^"]+)"`)

func TestSomebodyWhoMustChooseAnotherPasswordDoesSoOnTheWayIn(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	b.post("/demo/users/jan/password", nil)
	page := b.post(r.question(), url.Values{"username": {"jan"}, "password": {password}})
	found := ticket.FindStringSubmatch(page.body)
	if len(found) != 2 || page.Header.Get("Set-Cookie") != "" ||
		!strings.Contains(page.body, "<h1>Kies een ander wachtwoord</h1>") {
		t.Fatalf("%d %s", page.StatusCode, page.body)
	}
	choose := func(password string) answer {
		return b.post(r.question(), url.Values{
			"ticket":           {found[1]},
			"password-new":     {password},
			"password-confirm": {password},
		})
	}
	if a := choose(
		"te kort",
	); !strings.Contains(a.body, "Kies een wachtwoord van minstens 12 tekens.") ||
		!strings.Contains(a.body, `id="password-new"`) {
		t.Errorf("a weak one: %d", a.StatusCode)
	}
	if a := choose(
		"een veel beter wachtwoord",
	); a.StatusCode != http.StatusFound || a.to.Get("code") == "" {
		t.Errorf("a good one: %d", a.StatusCode)
	}
	if a := choose("nog een beter wachtwoord"); !strings.Contains(a.body, expiredText) {
		t.Errorf("a used ticket: %d", a.StatusCode)
	}
	other := r.browser()
	for password, works := range map[string]bool{
		password:                    false,
		"een veel beter wachtwoord": true,
	} {
		if a := other.post(r.question(), url.Values{
			"username": {"jan"},
			"password": {password},
		}); (a.to.Get("code") != "") != works {
			t.Errorf("%q works: %v", password, !works)
		}
	}
}

func TestABegunChangeOfPasswordEndsByItself(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	b.post("/demo/users/jan/password", nil)
	found := ticket.FindStringSubmatch(b.post(r.question(), url.Values{"account": {"jan"}}).body)
	r.clock.Advance(15*time.Minute + time.Second)
	if a := b.post(r.question(), url.Values{
		"ticket":           {found[1]},
		"password-new":     {"een veel beter wachtwoord"},
		"password-confirm": {"een veel beter wachtwoord"},
	}); !strings.Contains(a.body, expiredText) {
		t.Errorf("%d", a.StatusCode)
	}
}
