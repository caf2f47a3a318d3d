package prove

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// closed tries every door that must be shut.
func (s *stack) closed() error {
	var faults []error
	for _, door := range []struct {
		name string
		shut func() error
	}{
		{"the role app", s.rights},
		{"the site's container", s.unwritable},
		{"keys", s.hidden},
		{"headers", s.headers},
		{"the login host", s.loginPaths},
		{"ports", s.ports},
	} {
		if err := door.shut(); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", door.name, err))
		} else {
			say("    %s: shut", door.name)
		}
	}
	return errors.Join(faults...)
}

// forbidden is what the site's role may not do. Each is rolled back.
var forbidden = []string{
	"create table proof (n int)",
	"create temp table proof (n int)",
	"create schema proof",
	"create view proof as select 1",
	"create extension pgcrypto",
	"create role proof",
	"create function proof() returns int language sql as 'select 1'",
	"create index on registration (created_at)",
	"alter table registration add column proof int",
	"alter role app superuser",
	"grant migrator to app",
	"set role migrator",
	"drop table registration",
	"drop table setting",
	"drop function refuse_change() cascade",
	"truncate mail",
	"truncate erasure_journal",
	"delete from erasure_journal",
	"update goose_db_version set is_applied = false",
	"copy setting to program 'true'",
	"select pg_read_file('/etc/passwd')",
}

// forbiddenAlone cannot stand in a transaction.
var forbiddenAlone = []string{"create database proof", "alter system set fsync = off"}

// rights lets the role try, and its better, to see that the trying works.
func (s *stack) rights() error {
	tries := slices.Clone(forbiddenAlone)
	for _, statement := range forbidden {
		tries = append(tries, inTurn(statement))
	}
	var faults []error
	for _, try := range tries {
		if state, err := s.as("app", try); err != nil || state != "42501" {
			faults = append(faults, errors.Join(err, fmt.Errorf("app may: %s (%s)", try, state)))
		}
	}
	for _, may := range [][2]string{
		{"app", "update setting set doc = doc"},
		{"app", "select count(*) from registration"},
		{"migrator", "create table proof (n int)"},
	} {
		if state, err := s.as(may[0], inTurn(may[1])); err != nil || state != "" {
			faults = append(
				faults,
				errors.Join(err, fmt.Errorf("%s may not: %s (%s)", may[0], may[1], state)),
			)
		}
	}
	return errors.Join(faults...)
}

// inTurn changes nothing.
func inTurn(statement string) string { return "begin; " + statement + "; rollback" }

// as runs statements as a role and gives the SQLSTATE of the first failure, "" when all worked.
func (s *stack) as(role, statements string) (string, error) {
	const line = `PGPASSWORD=$(cat /run/secrets/db_$1) exec psql -XqAt -h 127.0.0.1 -U "$1" -d herstelruimte -v VERBOSITY=sqlstate`
	cmd := s.compose("exec", "-T", "db", "bash", "-c", line, "bash", role)
	cmd.Stdin = strings.NewReader(statements + ";")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("psql as %s: %w: %s", role, err, out)
	}
	return sqlState(string(out)), nil
}

// sqlState finds the first error in what psql said.
func sqlState(out string) string {
	for _, line := range strings.Split(out, "\n") {
		if _, state, found := strings.Cut(line, "ERROR:  "); found {
			return strings.TrimSpace(state)
		}
	}
	return ""
}

// unwritable runs a prober in a container with the site's own settings.
func (s *stack) unwritable() error {
	prober := filepath.Join(s.dir, "writable")
	build := s.command(s.root, []string{"CGO_ENABLED=0"},
		"go", "build", "-o", prober, "./deploy/prove/writable")
	if _, err := says(build); err != nil {
		return err
	}
	out, err := says(
		s.compose("run", "--rm", "--no-deps", "-T", "-v", prober+":/writable:ro",
			"--entrypoint", "/writable", "site"),
	)
	if err != nil {
		return err
	}
	if out != "/tmp" {
		return fmt.Errorf("it can write: %s", strings.ReplaceAll(out, "\n", " "))
	}
	return nil
}

// secrets gives the value of each key file that is not empty, by its name.
func (s *stack) secrets() (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(s.tree(), ".secrets", "*"))
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if value := strings.TrimSpace(string(text)); value != "" {
			all[filepath.Base(file)] = value
		}
	}
	if len(all) < 10 {
		return nil, fmt.Errorf("only %d keys in .secrets", len(all))
	}
	return all, nil
}

// hidden looks for every key where somebody may look who holds none.
func (s *stack) hidden() error {
	keys, err := s.secrets()
	if err != nil {
		return err
	}
	ids, err := says(s.compose("ps", "--all", "-q"))
	if err != nil {
		return err
	}
	images, err := says(s.compose("config", "--images"))
	if err != nil {
		return err
	}
	var faults []error
	for _, look := range [][]string{
		append([]string{"docker", "inspect"}, strings.Fields(ids)...),
		append([]string{"docker", "image", "inspect"}, strings.Fields(images)...),
		{"docker", "compose", "config"},
		{"docker", "compose", "logs", "--no-color"},
		{"cat", ".env"},
	} {
		out, err := says(s.process(look...))
		if err != nil {
			return err
		}
		for _, name := range shown(out, keys) {
			faults = append(faults, fmt.Errorf("%s shows %s", strings.Join(look[:2], " "), name))
		}
	}
	return errors.Join(faults...)
}

// shown gives the names of the keys that a text holds, as they are or dressed up.
func shown(text string, keys map[string]string) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		value := keys[name]
		for _, form := range []string{
			value,
			url.QueryEscape(value),
			url.PathEscape(value),
			base64.StdEncoding.EncodeToString([]byte(value)),
		} {
			if strings.Contains(text, form) {
				names = append(names, name)
				break
			}
		}
	}
	return names
}

// wanted are the security headers of each host, with a part that each must hold; "-" is for one
// that must not be there.
var wanted = map[string]map[string]string{
	siteHost: {
		"Content-Security-Policy":      "default-src 'none'",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "same-origin",
		"Cross-Origin-Opener-Policy":   "same-origin-allow-popups",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":           "camera=()",
		"Strict-Transport-Security":    "max-age=",
		"Server":                       "-",
		"Via":                          "-",
		"X-Powered-By":                 "-",
	},
	loginHost: {
		"Content-Security-Policy":    "frame-ancestors",
		"X-Content-Type-Options":     "nosniff",
		"Referrer-Policy":            "no-referrer",
		"Strict-Transport-Security":  "max-age=",
		"Cross-Origin-Opener-Policy": "-",
		"Server":                     "-",
		"Via":                        "-",
		"X-Powered-By":               "-",
	},
}

func (s *stack) headers() error {
	var faults []error
	for host, path := range map[string]string{siteHost: "/", loginHost: s.signInPath()} {
		a, err := s.web.do(http.MethodGet, s.web.at(host, path), nil, nil)
		if err != nil {
			return err
		}
		if a.status != http.StatusOK {
			faults = append(faults, fmt.Errorf("%s answers %d", host, a.status))
		}
		faults = append(faults, lackingHeaders(host, a.header, wanted[host])...)
	}
	return errors.Join(append(faults, s.plainHTTP(), s.web.opens("/.well-known/security.txt"))...)
}

func lackingHeaders(host string, have http.Header, want map[string]string) (faults []error) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		value := have.Get(name)
		switch part := want[name]; {
		case part == "-" && value != "":
			faults = append(faults, fmt.Errorf("%s sends %s: %s", host, name, value))
		case part != "-" && !strings.Contains(value, part):
			faults = append(
				faults,
				fmt.Errorf("%s: %s is %q, it should hold %q", host, name, value, part),
			)
		}
	}
	return faults
}

// plainHTTP only leads to HTTPS.
func (s *stack) plainHTTP() error {
	a, err := s.web.do(
		http.MethodGet,
		fmt.Sprintf("http://%s:%d/agenda", siteHost, s.http),
		nil,
		nil,
	)
	if err != nil {
		return err
	}
	if to := a.header.Get(
		"Location",
	); a.status < 301 || a.status > 308 || !strings.HasPrefix(to, "https://"+siteHost) {
		return fmt.Errorf("http answers %d and leads to %q", a.status, to)
	}
	return nil
}

func (s *stack) signInPath() string {
	return "/realms/herstelruimte/protocol/openid-connect/auth?" + url.Values{
		"client_id":             {"herstelruimte-web"},
		"response_type":         {"code"},
		"scope":                 {"openid"},
		"redirect_uri":          {s.web.at(siteHost, "/auth-callback")},
		"code_challenge":        {"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"},
		"code_challenge_method": {"S256"},
		"state":                 {"proof"},
	}.Encode()
}

// loginPaths: of Keycloak only the realm of the staff and what its pages need is there.
func (s *stack) loginPaths() error {
	var faults []error
	for _, path := range []string{
		"/admin",
		"/admin/",
		"/admin/master/console/",
		"/admin/realms/herstelruimte",
		"/metrics",
		"/health",
		"/health/ready",
		"/realms/master",
		"/realms/master/.well-known/openid-configuration",
		"/realms/herstelruimte/../master",
		"/realms/herstelruimte/%2e%2e/master",
		"//admin/",
		"/js/../admin/",
		"/management",
		"/",
	} {
		a, err := s.web.do(http.MethodGet, s.web.at(loginHost, path), nil, nil)
		if err != nil {
			return err
		}
		if a.status == http.StatusOK {
			faults = append(faults, fmt.Errorf("%s opens", path))
		}
	}
	a, err := s.web.do(http.MethodPost, s.web.at(siteHost, "/oidc/backchannel-logout"), nil, nil)
	if err != nil {
		return err
	}
	if a.status != http.StatusNotFound && a.status != http.StatusForbidden {
		faults = append(faults, fmt.Errorf("the back channel answers %d from outside", a.status))
	}
	return errors.Join(faults...)
}
