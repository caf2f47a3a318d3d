package demo

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

type realmFile struct {
	Policy  string `json:"passwordPolicy"`
	Browser string `json:"browserFlow"`
	Reset   string `json:"resetCredentialsFlow"`
	Clients []struct {
		ID     string `json:"clientId"`
		Direct *bool  `json:"directAccessGrantsEnabled"`
	}
	Flows []struct {
		Alias string
		Steps []realmStep `json:"authenticationExecutions"`
	} `json:"authenticationFlows"`
	Configs []struct {
		Alias  string
		Config map[string]string
	} `json:"authenticatorConfig"`
}

type realmStep struct{ Authenticator, AuthenticatorConfig, FlowAlias string }

func readRealm(t *testing.T) (r realmFile) {
	t.Helper()
	raw, err := os.ReadFile(
		filepath.Join("..", "..", "deploy", "keycloak", "herstelruimte-realm.json"),
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// Keycloak would sign in whoever follows the link of a forgotten password. Somebody who has no
// second step yet would then be in without one; at the sign-in form it is asked.
func TestAForgottenPasswordIsNoWayRoundTheSecondStep(t *testing.T) {
	t.Parallel()
	realm := readRealm(t)
	config := map[string]map[string]string{}
	for _, c := range realm.Configs {
		config[c.Alias] = c.Config
	}
	mails := 0
	for _, f := range realm.Flows {
		for _, s := range f.Steps {
			if f.Alias != realm.Reset || s.Authenticator != "reset-credential-email" {
				continue
			}
			mails++
			if config[s.AuthenticatorConfig]["force-login"] != "true" {
				t.Errorf("%s: the link in the mail signs somebody in", f.Alias)
			}
		}
	}
	if mails != 1 {
		t.Errorf("%d steps that send a mail", mails)
	}
}

// A condition that names a flow nobody made would hold for everybody, and a step without its
// setting for nobody: Keycloak says neither.
func TestTheSignInFlowsNameOnlyWhatIsThere(t *testing.T) {
	t.Parallel()
	realm := readRealm(t)
	var flows, configs []string
	for _, f := range realm.Flows {
		flows = append(flows, f.Alias)
	}
	for _, c := range realm.Configs {
		configs = append(configs, c.Alias)
		if checked, ok := c.Config["flow_to_check"]; ok && !slices.Contains(flows, checked) {
			t.Errorf("%s looks at %q, which is no flow", c.Alias, checked)
		}
	}
	used := []string{realm.Browser, realm.Reset}
	var set []string
	for _, f := range realm.Flows {
		for _, s := range f.Steps {
			if s.FlowAlias != "" {
				used = append(used, s.FlowAlias)
			}
			if s.AuthenticatorConfig != "" {
				set = append(set, s.AuthenticatorConfig)
			}
		}
	}
	for what, both := range map[string][2][]string{"flows": {flows, used}, "settings": {configs, set}} {
		slices.Sort(both[0])
		slices.Sort(both[1])
		if !slices.Equal(both[0], both[1]) {
			t.Errorf("%s made %q, used %q", what, both[0], both[1])
		}
	}
}

func TestNoClientTakesANameAndAPassword(t *testing.T) {
	t.Parallel()
	var named []string
	for _, c := range readRealm(t).Clients {
		named = append(named, c.ID)
		if c.Direct == nil || *c.Direct {
			t.Errorf("%s takes them", c.ID)
		}
	}
	if !slices.Contains(named, "admin-cli") {
		t.Error("Keycloak makes admin-cli by itself, and that one takes them")
	}
}

// Keycloak compares in small letters and takes each line as it stands.
func TestTheListOfCommonPasswordsIsOneKeycloakCanUse(t *testing.T) {
	t.Parallel()
	const name = "gewone-wachtwoorden.txt"
	if policy := readRealm(t).Policy; !strings.Contains(policy, "passwordBlacklist("+name+")") {
		t.Errorf("the policy is %s", policy)
	}
	f, err := os.Open(filepath.Join("..", "..", "deploy", "keycloak", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // read only
	lines := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		line := s.Text()
		if strings.HasPrefix(line, "# ") {
			continue
		}
		if line != strings.ToLower(line) || line != strings.TrimSpace(line) ||
			utf8.RuneCountInString(line) < 12 || lines[line] {
			t.Errorf("%q: not in small letters, too short for the policy anyhow, or there twice", line)
		}
		lines[line] = true
	}
	for _, common := range []string{
		"wachtwoord123", "welkom123456", "qwertyuiop123", "123456789012", "welkomwelkom",
		"augustus2026!", "amsterdam2026", "passwordpassword",
		"zomer2026zomer", "2026zomer2026", "zomer20262026", "zomerzomer2026", "zomer2026herfst",
	} {
		if !lines[common] {
			t.Errorf("%s is not refused", common)
		}
	}
	if lines[samplePassword] {
		t.Error("the password of the sample accounts is refused")
	}
}
