package demo

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Keycloak would sign in whoever follows the link of a forgotten password. A beheerder who has no
// app yet would then be in without the second step; at the sign-in form it is asked.
func TestAForgottenPasswordIsNoWayRoundTheSecondStep(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(
		filepath.Join("..", "..", "deploy", "keycloak", "herstelruimte-realm.json"),
	)
	if err != nil {
		t.Fatal(err)
	}
	var realm struct {
		Reset string `json:"resetCredentialsFlow"`
		Flows []struct {
			Alias string
			Steps []struct{ Authenticator, AuthenticatorConfig string } `json:"authenticationExecutions"`
		} `json:"authenticationFlows"`
		Configs []struct {
			Alias  string
			Config map[string]string
		} `json:"authenticatorConfig"`
	}
	if err := json.Unmarshal(raw, &realm); err != nil {
		t.Fatal(err)
	}
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
