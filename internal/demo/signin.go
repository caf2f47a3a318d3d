package demo

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/demo/provider"
)

// Account is one made-up person of the staff.
type Account = provider.Account

// signIn is the sign-in service of a demo: its own small one, or the real one.
type signIn struct {
	issuer   string
	keysURL  string
	accounts []Account
	stop     func()
}

// samplePassword is everybody's. It meets the policy of the realm, so that the real one takes it
// too.
const samplePassword = "koffie-met-melk"

// accounts are the staff of the sample data. Their subjects never change, so that data can name
// them.
func accounts() []Account {
	all := must(readList[Account](textFiles, "accounts.json", "id", "login", "name", "note"))
	for i := range all {
		all[i].Email, all[i].Password = all[i].Login+"@herstelruimte.example", samplePassword
	}
	return all
}

// startSignIn starts what the options ask for; nil is a site without sign-in.
func startSignIn(ctx context.Context, o options, dir, site string, c *clock.Clock) (*signIn, error) {
	switch {
	case o.noSignIn:
		return nil, nil
	case o.keycloak != "":
		return startKeycloak(ctx, o, dir, site)
	}
	p, err := provider.Start(provider.Options{
		Address:   "127.0.0.1:0",
		Site:      site,
		File:      filepath.Join(dir, "sign-in.json"),
		Accounts:  accounts(),
		Clock:     c,
		MinLength: 12,
	})
	if err != nil {
		return nil, err
	}
	return &signIn{
		issuer:   p.Issuer(),
		keysURL:  p.Issuer() + "/keys",
		accounts: accounts(),
		stop:     p.Close,
	}, nil
}

// into sets what the site must know of its sign-in service.
func (s *signIn) into(cfg *config.Config) error {
	if s == nil {
		return nil
	}
	cfg.Issuer, cfg.KeysURL, cfg.AuthDomains = s.issuer, s.keysURL, []string{"localhost"}
	return cfg.Check()
}

func (s *signIn) close() {
	if s != nil {
		s.stop()
	}
}

// lines are what the demo prints: where people sign in, and as whom.
func (s *signIn) lines() string {
	if s == nil {
		return "Sign-in: not set up (--no-sign-in)\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Sign-in: %s\n\n", s.issuer)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  Account\tPassword\tWho")
	for _, a := range s.accounts {
		fmt.Fprintf(w, "  %s\t%s\t%s, %s\n", a.Login, a.Password, a.Name, a.Note)
	}
	_ = w.Flush() // a builder never fails
	return b.String()
}

// startHere is the value of --keycloak without an address: start the real one on this machine.
const startHere = "start"

// keycloakFlag reads --keycloak (start the real one) and --keycloak=http://localhost:8180 (one that
// runs already).
type keycloakFlag struct{ value *string }

var _ flag.Value = keycloakFlag{}

func (f keycloakFlag) IsBoolFlag() bool { return true }

func (f keycloakFlag) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (f keycloakFlag) Set(text string) error {
	switch {
	case text == "true":
		*f.value = startHere
	case text == "false":
		*f.value = ""
	case strings.HasPrefix(text, "http://"), strings.HasPrefix(text, "https://"):
		*f.value = strings.TrimRight(text, "/")
	default:
		return errors.New(
			"write --keycloak alone, or an address such as --keycloak=http://localhost:8180",
		)
	}
	return nil
}
