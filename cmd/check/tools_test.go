package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAHoleIsAFaultAndAListThatCannotBeReachedIsNot(t *testing.T) {
	t.Parallel()
	failed := exec.Command("false").Run()
	for name, c := range map[string]struct {
		err     error
		fault   bool
		missing bool
	}{
		"no holes in Go": {goVerdict(nil, "No vulnerabilities found.\n"), false, false},
		"a hole in Go": {
			goVerdict(failed, "Vulnerability #1: GO-2026-1\nexit status 3\n"),
			true,
			false,
		},
		"no list for Go": {
			goVerdict(failed, "govulncheck: fetching: no such host\nexit status 1\n"),
			true,
			true,
		},
		"no holes in npm": {
			npmVerdict([]byte(`{"vulnerabilities":{},"metadata":{}}`)),
			false,
			false,
		},
		"a hole in npm": {
			npmVerdict([]byte(`{"vulnerabilities":{"x":{"severity":"low"}},"metadata":{}}`)),
			true,
			false,
		},
		"no list for npm": {npmVerdict([]byte(`{"message":"405","error":{}}`)), true, true},
		"nothing of npm":  {npmVerdict(nil), true, true},
	} {
		var m missing
		if (c.err != nil) != c.fault || errors.As(c.err, &m) != c.missing {
			t.Errorf("%s: %v", name, c.err)
		}
	}
}

// A hole is worse than a list that could not be reached: one does not hide the other.
func TestWhatOthersKeepFromUsIsToldAndFailsNothing(t *testing.T) {
	t.Parallel()
	absent := missing{"no list", "later"}
	out := func(err error) result {
		return result{word: "advisories", took: time.Second, err: err, outside: true}
	}
	good := result{word: "go", took: time.Second}
	for _, c := range []struct {
		results []result
		last    string
		ok      bool
	}{
		{
			[]result{good, out(absent)},
			"not run: advisories: no list (later)\npassed: go 1.0 s (2.0 s in all)",
			true,
		},
		{
			[]result{good, out(errors.Join(absent, errors.New("a hole")))},
			"failed: advisories",
			false,
		},
		{
			[]result{{word: "e2e", err: absent}, out(absent)},
			"not run: e2e: no list (later); advisories: no list (later)",
			false,
		},
	} {
		if line, ok := outcome(c.results); line != c.last || ok != c.ok {
			t.Errorf("got %q, %v; want %q, %v", line, ok, c.last, c.ok)
		}
	}
}

func TestTheFilesOfPackagesAreRead(t *testing.T) {
	t.Parallel()
	const said = `Reading package lists...
The following NEW packages will be installed:
  postfix
'http://debian.example/p/postfix_3.7_amd64.deb' postfix_3.7_amd64.deb 1510172 MD5Sum:1
'http://debian.example/l/liblua_5.4_amd64.deb' liblua_5.4_amd64.deb 137064 SHA256:2
`
	want := []string{"liblua_5.4_amd64.deb", "postfix_3.7_amd64.deb"}
	if got := packageFiles(said); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTheVersitygwThatIsTestedIsTheOneOfTheImage(t *testing.T) {
	t.Parallel()
	module, version, err := sourceOfGateway(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if module != "github.com/versity/versitygw/cmd/versitygw" || !strings.HasPrefix(version, "v") {
		t.Errorf("got %s at %s, want a version of versitygw", module, version)
	}
	if _, _, err := sourceOfGateway(t.TempDir()); err == nil {
		t.Error("a tree without the image gives a source")
	}
}
