package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// whole is an environment without a fault; every secret holds the word geheim.
func whole() map[string]string {
	return map[string]string{
		"DATABASE_URL":  "postgres://app:geheim@db/hr",
		"SEAL_KEY":      "geheim-seal",
		"LOOKUP_KEY":    "geheim-lookup",
		"TOKEN_KEY":     "geheim-token",
		"FORM_KEY":      "geheim-form-0123456789-0123456789-01",
		"SITE_URL":      "https://www.example.org",
		"SMTP_USER":     "post",
		"SMTP_PASSWORD": "geheim-smtp",
		"S3_SECRET_KEY": "geheim-s3",
		"SEAL_KEYS_OLD": "geheim-old",
	}
}

// load reads this environment and no other.
func load(t *testing.T, env map[string]string) (*Config, error) {
	t.Helper()
	for _, kv := range os.Environ() {
		name, value, _ := strings.Cut(kv, "=")
		t.Setenv(name, value) // put back after the test
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range env {
		t.Setenv(name, value)
	}
	return Load()
}

func with(env map[string]string, pairs ...string) map[string]string {
	for i := 0; i < len(pairs); i += 2 {
		env[pairs[i]] = pairs[i+1]
	}
	return env
}

func TestAWholeEnvironmentIsRead(t *testing.T) {
	c, err := load(
		t,
		with(
			whole(),
			"SITE_URL",
			"https://WWW.example.org/",
			"TRUSTED_PROXIES",
			"172.16.0.0/12, fd00::/8",
			"SMTP_PORT",
			"587",
		),
	)
	if err != nil {
		t.Fatal(err)
	}
	if string(c.SealKey) != "geheim-seal" || c.Origin() != "https://www.example.org" ||
		c.Domain() != "www.example.org" ||
		!c.HTTPS() ||
		c.SMTPPort != 587 {
		t.Errorf("%+v", c)
	}
	if want := []netip.Prefix{
		netip.MustParsePrefix("172.16.0.0/12"),
		netip.MustParsePrefix("fd00::/8"),
	}; !slices.Equal(c.TrustedProxies(), want) {
		t.Error(c.TrustedProxies())
	}
}

func TestWhatIsNotGivenHasADefault(t *testing.T) {
	env := whole()
	delete(env, "SITE_URL")
	c, err := load(t, env)
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr != "127.0.0.1:8080" || c.Origin() != "http://localhost:8080" || c.HTTPS() ||
		c.Conns != 20 ||
		c.SMTPHost != "localhost" ||
		c.SMTPPort != 25 ||
		c.SMTPTLS != "opportunistic" ||
		c.FilesDir != "files" || c.ClientID != "herstelruimte-web" || c.Issuer != "" ||
		c.KeysURL != "" ||
		c.IssuerOrigin() != "" ||
		!slices.Equal(c.AuthDomains, []string{"localhost"}) ||
		c.LimitFactor != 1 ||
		c.TrustedProxies() != nil {
		t.Errorf("%+v", c)
	}
}

func TestEveryFaultIsReportedAtOnceInPlainWords(t *testing.T) {
	_, err := load(t, map[string]string{
		"SITE_URL":             "http://www.example.org",
		"SMTP_PORT":            "geheim",
		"DATABASE_CONNECTIONS": "many",
		"SEND_LIMIT_FACTOR":    "-1",
		"FORM_KEY":             "short",
		"SMTP_TLS":             "maybe",
		"OIDC_ISSUER":          "login.example.org",
		"OIDC_KEYS_URL":        "keycloak:8080/keys",
		"OIDC_SECOND_STEP":     "nee",
		"SMTP_USER":            "post",
		"BEHEER_EMAIL":         "Beheer <a@b.example>",
		"TRUSTED_PROXIES":      "everybody,10.0.0.0/33",
		"SEAL_KEY":             "geheim",
		"SEAL_KEY_FILE":        "/nowhere",
		"TOKEN_KEY_FILE":       "/nowhere/token",
	})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{
		"DATABASE_URL (of DATABASE_URL_FILE) ontbreekt.",
		"LOOKUP_KEY (of LOOKUP_KEY_FILE) ontbreekt.",
		"SEAL_KEY en SEAL_KEY_FILE zijn allebei gezet: kies er een.",
		"Het bestand in TOKEN_KEY_FILE is niet te lezen: open /nowhere/token",
		"SITE_URL moet met https:// beginnen",
		"SMTP_PORT moet een getal zijn.",
		"DATABASE_CONNECTIONS moet een getal zijn.",
		"SEND_LIMIT_FACTOR moet van 0",
		"FORM_KEY is korter dan 32 tekens",
		"SMTP_TLS moet none, opportunistic of mandatory zijn",
		"SMTP_USER is gezet, maar SMTP_PASSWORD (of het bestand in SMTP_PASSWORD_FILE) ontbreekt.",
		`TRUSTED_PROXIES: "everybody" is geen netwerk`,
		`TRUSTED_PROXIES: "10.0.0.0/33" is geen netwerk`,
		"OIDC_ISSUER moet eruitzien als https://login.example.org/realms/herstelruimte",
		"OIDC_KEYS_URL moet eruitzien als http://keycloak:8080",
		"OIDC_SECOND_STEP moet on of off zijn.",
		"BEHEER_EMAIL moet één e-mailadres zijn",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("not reported: %s", want)
		}
	}
	if strings.Contains(err.Error(), "geheim") || strings.Contains(err.Error(), "strconv") {
		t.Error(err)
	}
}

func TestASecretMayComeFromAFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"DATABASE_URL",
		"SEAL_KEY",
		"SEAL_KEYS_OLD",
		"LOOKUP_KEY",
		"TOKEN_KEY",
		"FORM_KEY",
		"SMTP_PASSWORD",
		"S3_SECRET_KEY",
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(
			file,
			[]byte("  uit-bestand-0123456789-0123456789-01\r\n"),
			0o600,
		); err != nil {
			t.Fatal(err)
		}
		env := with(whole(), name+"_FILE", file)
		if _, err := load(t, env); err == nil ||
			err.Error() != fmt.Sprintf(
				"%s en %s_FILE zijn allebei gezet: kies er een.",
				name,
				name,
			) {
			t.Errorf("%s: %v", name, err)
		}
		delete(env, name)
		c, err := load(t, env)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if values := []Secret{
			c.DatabaseURL,
			c.SealKey,
			c.SealKeysOld,
			c.LookupKey,
			c.TokenKey,
			c.FormKey,
			c.SMTPPass,
			c.S3SecretKey,
		}; !slices.Contains(values, "uit-bestand-0123456789-0123456789-01") {
			t.Errorf("%s_FILE is not used", name)
		}
	}
}

func TestThePasswordOfTheDatabaseMayStandApart(t *testing.T) {
	c, err := load(
		t,
		with(
			whole(),
			"DATABASE_URL",
			"postgres://app@db:5432/hr",
			"DATABASE_PASSWORD",
			"ge/heim@1",
		),
	)
	if err != nil || string(c.DatabaseURL) != "postgres://app:ge%2Fheim%401@db:5432/hr" {
		t.Error(string(c.DatabaseURL), err)
	}
	if err := c.Check(); err != nil {
		t.Error("checked twice:", err)
	}
	for url, want := range map[string]string{
		"postgres://app:x@db/hr": "kies er een",
		"postgres://db/hr":       "moet eruitzien",
		"host=db user=app":       "moet eruitzien",
	} {
		if _, err := load(
			t,
			with(whole(), "DATABASE_URL", url, "DATABASE_PASSWORD", "geheim"),
		); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestAFileServerNeedsAnAddressAndBothKeys(t *testing.T) {
	if _, err := load(
		t,
		with(
			whole(),
			"S3_ENDPOINT",
			"http://minio:9000",
			"S3_ACCESS_KEY",
			"site",
			"S3_SECRET_KEY",
			"geheim",
		),
	); err != nil {
		t.Error(err)
	}
	for want, env := range map[string]map[string]string{
		"S3_ENDPOINT moet eruitzien": with(
			whole(),
			"S3_ENDPOINT",
			"minio:9000",
			"S3_ACCESS_KEY",
			"site",
			"S3_SECRET_KEY",
			"geheim",
		),
		"ontbreekt":    with(whole(), "S3_ENDPOINT", "http://minio:9000"),
		"BACKUPS moet": with(whole(), "BACKUPS", "maybe"),
	} {
		if _, err := load(t, env); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestAnEmptySecretFileIsAMissingSecret(t *testing.T) {
	file := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(file, []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := with(whole(), "SEAL_KEY_FILE", file)
	delete(env, "SEAL_KEY")
	if _, err := load(t, env); err == nil ||
		!strings.Contains(
			err.Error(),
			"SEAL_KEY ontbreekt: het bestand in SEAL_KEY_FILE is leeg.",
		) {
		t.Error(err)
	}
}

func TestVisitorsComeOverHTTPSExceptOnThisMachine(t *testing.T) {
	for site, ok := range map[string]bool{
		"https://www.example.org":      true,
		"https://www.example.org:8443": true,
		"http://localhost":             true,
		"http://localhost:8080":        true,
		"http://127.0.0.1:8080":        true,
		"http://127.1.2.3":             true,
		"http://[::1]:8080":            true,
		"http://www.example.org":       false,
		"http://127.example.org":       false,
		"http://localhost.example.org": false,
		"http://10.0.0.1":              false,
		"http://0.0.0.0":               false,
		"www.example.org":              false,
		"":                             true,
		"ftp://example.org":            false,
		"https://":                     false,
		"https://example.org/pad":      false,
		"https://example.org?x=1":      false,
		"https://u:geheim@example.org": false,
		"https://example.org#x":        false,
		"https://exa mple.org":         false,
		"https://:8080":                false,
		"://":                          false,
	} {
		env := whole()
		if site == "" {
			delete(env, "SITE_URL")
		} else {
			env["SITE_URL"] = site
		}
		if _, err := load(
			t,
			env,
		); (err == nil) != ok || err != nil && strings.Contains(err.Error(), "geheim") {
			t.Errorf("%q: %v", site, err)
		}
	}
}

func TestTheKeysAreFetchedFromTheIssuerUnlessToldOtherwise(t *testing.T) {
	for _, c := range []struct{ issuer, keys, wantKeys, wantOrigin string }{
		{
			"https://login.example.org/realms/h",
			"",
			"https://login.example.org/realms/h/protocol/openid-connect/certs",
			"https://login.example.org",
		},
		{
			"https://Login.example.org:8443/realms/h/",
			"",
			"https://Login.example.org:8443/realms/h/protocol/openid-connect/certs",
			"https://login.example.org:8443",
		},
		{
			"https://login.example.org/realms/h",
			"http://keycloak:8080/keys",
			"http://keycloak:8080/keys",
			"https://login.example.org",
		},
		{"", "", "", ""},
	} {
		got, err := load(t, with(whole(), "OIDC_ISSUER", c.issuer, "OIDC_KEYS_URL", c.keys))
		if err != nil {
			t.Fatalf("%s: %v", c.issuer, err)
		}
		if got.Issuer != c.issuer || got.KeysURL != c.wantKeys ||
			got.IssuerOrigin() != c.wantOrigin {
			t.Errorf("%s: keys %s, origin %s", got.Issuer, got.KeysURL, got.IssuerOrigin())
		}
		if err := got.Check(); err != nil || got.KeysURL != c.wantKeys {
			t.Errorf("a second check gives %s: %v", got.KeysURL, err)
		}
	}
}

func TestStaffSignInOverHTTPSExceptOnThisMachine(t *testing.T) {
	for issuer, ok := range map[string]bool{
		"https://login.example.org/realms/h":   true,
		"http://login.localhost:8180/realms/h": true,
		"http://localhost:8180/realms/h":       true,
		"http://127.0.0.1:8180":                true,
		"http://[::1]:8180/x":                  true,
		"http://login.example.org/realms/h":    false,
		"http://localhost.example.org":         false,
		"login.example.org":                    false,
		"ftp://login.example.org":              false,
		"https://u:geheim@login.example.org":   false,
		"https://login.example.org/?x=1":       false,
		"https://login.example.org/#x":         false,
		"https://":                             false,
		"://":                                  false,
	} {
		if _, err := load(t, with(whole(), "OIDC_ISSUER", issuer)); (err == nil) != ok ||
			err != nil &&
				(!strings.Contains(err.Error(), "OIDC_ISSUER") ||
					strings.Contains(err.Error(), "geheim")) {
			t.Errorf("%q: %v", issuer, err)
		}
	}
}

func TestStaffSignInOnTheSiteItselfUnlessDomainsAreNamed(t *testing.T) {
	for given, want := range map[string][]string{
		"":                          {"www.example.org"},
		" , ":                       {"www.example.org"},
		"example.org":               {"example.org"},
		" example.org , 192.0.2.7,": {"example.org", "192.0.2.7"},
	} {
		c, err := load(
			t,
			with(whole(), "SITE_URL", "https://www.example.org:8443", "AUTH_DOMAINS", given),
		)
		if err != nil || !slices.Equal(c.AuthDomains, want) {
			t.Errorf("%q gives %q: %v", given, c.AuthDomains, err)
		}
	}
}

func TestANumberThatIsNoAmountIsRefused(t *testing.T) {
	for name, values := range map[string][]string{
		"SEND_LIMIT_FACTOR":    {"-0.1", "NaN", "Inf", "-Inf", "1e30", "x"},
		"DATABASE_CONNECTIONS": {"0", "-1", "1.5", "99999999999"},
		"SMTP_PORT":            {"0", "65536", "-1", "smtp"},
	} {
		for _, v := range values {
			if _, err := load(
				t,
				with(whole(), name, v),
			); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s=%s: %v", name, v, err)
			}
		}
	}
	if c, err := load(
		t,
		with(whole(), "SEND_LIMIT_FACTOR", "0"),
	); err != nil || c.LimitFactor != 0 {
		t.Error("0 switches the limits off:", err)
	}
}

func TestNoDumpShowsASecret(t *testing.T) {
	c, err := load(t, whole())
	if err != nil {
		t.Fatal(err)
	}
	var dumps []string
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		dumps = append(
			dumps,
			fmt.Sprintf(verb, c),
			fmt.Sprintf(verb, *c),
			fmt.Sprintf(verb, c.SealKey),
			fmt.Sprintf(verb, []Secret{c.SealKey}),
		)
	}
	var text, lines bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info(
		"start",
		"config",
		c,
		"value",
		*c,
		"key",
		c.SealKey,
	)
	slog.New(slog.NewJSONHandler(&lines, nil)).Info(
		"start",
		"config",
		c,
		"value",
		*c,
		"key",
		c.SealKey,
	)
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range append(dumps, text.String(), lines.String(), string(raw)) {
		if strings.Contains(d, "geheim") || strings.Contains(d, fmt.Sprintf("%x", "geheim")) {
			t.Errorf("a secret shows: %s", d)
		}
	}
	if !strings.Contains(dumps[0], "(secret)") || !strings.Contains(lines.String(), "(secret)") ||
		c.SMTPPass.String() != "(secret)" ||
		Secret("").String() != "" {
		t.Error("a dump should tell that a secret is set:", dumps[0])
	}
}

func TestTheTokenIsBroughtToAPathOfOurOwn(t *testing.T) {
	for given, good := range map[string]bool{
		"/api/session":                  true,
		"/inloggen/sessie":              true,
		"off":                           true, // nowhere
		"//elders.nl/api/session":       false,
		"https://elders.nl/api/session": false,
		"api/session":                   false,
		"/a b":                          false,
		"/a?b":                          false,
		"/../a":                         false,
		"/a/":                           false,
	} {
		c, err := load(t, with(whole(), "SESSION_SYNC_PATH", given))
		if (err == nil) != good {
			t.Errorf("%q: %v", given, err)
		}
		want := given
		if given == "off" {
			want = ""
		}
		if good && c.SessionSyncPath != want {
			t.Errorf("%q gives %q", given, c.SessionSyncPath)
		}
	}
}

func TestAPasswordAloneIsEnoughOnlyWhenItIsSaid(t *testing.T) {
	for given, want := range map[string]bool{"": false, "on": false, "off": true} {
		c, err := load(t, with(whole(), "OIDC_SECOND_STEP", given))
		if err != nil || c.PasswordAlone() != want {
			t.Errorf("OIDC_SECOND_STEP=%q: got %v, %v, want %v", given, c.PasswordAlone(), err, want)
		}
	}
	c, err := load(t, whole())
	if err != nil || c.PasswordAlone() {
		t.Errorf("not set: got %v, %v, want a second step", c.PasswordAlone(), err)
	}
}

func TestNamesUnderOursKeepToHTTPSOnlyWhenItIsSaid(t *testing.T) {
	for _, c := range []struct{ site, subdomains, want string }{
		{"https://www.example.org", "", "max-age=31536000"},
		{"https://www.example.org", "off", "max-age=31536000"},
		{"https://www.example.org", "on", "max-age=31536000; includeSubDomains"},
		{"http://localhost:8080", "on", ""},
	} {
		cfg, err := load(t, with(whole(), "SITE_URL", c.site, "HSTS_SUBDOMAINS", c.subdomains))
		if err != nil || cfg.HSTS() != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if _, err := load(t, with(whole(), "HSTS_SUBDOMAINS", "ja")); err == nil {
		t.Error("HSTS_SUBDOMAINS=ja is taken")
	}
}

func TestTheMailboxOfReturnedMailIsAllOrNothing(t *testing.T) {
	for name, c := range map[string]struct {
		change map[string]string
		fault  string
	}{
		"off":       {nil, ""},
		"no path":   {map[string]string{"IMAP_HOST": "imap.post.nl"}, "IMAP_HOST is gezet"},
		"long path": {map[string]string{"MAIL_BOUNCES": "teruggekomen-post@a.nl"}, "hooguit 14"},
		"two *":     {map[string]string{"MAIL_BOUNCES": "*a*@a.nl"}, "MAIL_BOUNCES moet"},
		"a name":    {map[string]string{"MAIL_BOUNCES": "Terug <terug@a.nl>"}, "MAIL_BOUNCES moet"},
		"whole": {map[string]string{
			"MAIL_BOUNCES": "*@terug.post.nl", "IMAP_HOST": "imap.post.nl",
			"IMAP_USER": "terug", "IMAP_PASSWORD": "geheim",
		}, ""},
		"tls": {map[string]string{
			"MAIL_BOUNCES": "terug@post.nl", "IMAP_HOST": "imap.post.nl",
			"IMAP_USER": "terug", "IMAP_PASSWORD": "geheim", "IMAP_TLS": "ja", "IMAP_PORT": "0",
		}, "IMAP_TLS moet"},
	} {
		t.Run(name, func(t *testing.T) {
			env := whole()
			maps.Copy(env, c.change)
			_, err := load(t, env)
			if (err == nil) != (c.fault == "") ||
				err != nil && !strings.Contains(err.Error(), c.fault) {
				t.Error(err)
			}
		})
	}
}
