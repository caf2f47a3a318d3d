package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"herstelruimte/cmd/check/steps"
)

func TestTheBillOfMaterialsListsWhatIsCarriedAndNoTools(t *testing.T) {
	t.Parallel()
	modules := modulesOf("b.org/b v1.2.3\na.org/a v0.1.0\n\nb.org/b v1.2.3\n", "go1.26.1")
	packages, err := npmParts([]byte(`{"packages": {"": {"version": ""},
		"node_modules/react": {"version": "19.0.0", "license": "MIT", "integrity": "sha512-AQI="},
		"node_modules/@tiptap/pm": {"version": "3.0.0"},
		"node_modules/vite": {"version": "8.0.0", "dev": true}}}`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := billOf("abc", append(modules, packages...))
	if err != nil {
		t.Fatal(err)
	}
	again, err := billOf("abc", append(modules, packages...))
	if err != nil || string(again) != string(text) {
		t.Error("the same parts give another document")
	}
	var bill struct {
		BomFormat, SpecVersion, SerialNumber string
		Components                           []component
	}
	if err := json.Unmarshal(text, &bill); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range bill.Components {
		got = append(got, c.Address)
	}
	const want = "pkg:golang/stdlib@1.26.1 pkg:golang/a.org/a@v0.1.0 pkg:golang/b.org/b@v1.2.3 " +
		"pkg:npm/%40tiptap/pm@3.0.0 pkg:npm/react@19.0.0"
	if strings.Join(got, " ") != want || bill.BomFormat != "CycloneDX" ||
		!strings.HasPrefix(bill.SerialNumber, "urn:uuid:") {
		t.Errorf("got %q in\n%s", got, text)
	}
	react := bill.Components[4]
	if react.Hashes[0].Content != "0102" || react.Licenses[0].Expression != "MIT" {
		t.Errorf("%+v", react)
	}
}

func TestTheLockFileOfTheWebPartCanBeListed(t *testing.T) {
	t.Parallel()
	lock, err := os.ReadFile("../../web/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	if all, err := npmParts(lock); err != nil || len(all) < 5 {
		t.Errorf("%d packages, %v", len(all), err)
	}
}

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
		var m steps.Missing
		if (c.err != nil) != c.fault || errors.As(c.err, &m) != c.missing {
			t.Errorf("%s: %v", name, c.err)
		}
	}
}

// A hole is worse than a list that could not be reached: one does not hide the other.
func TestWhatOthersKeepFromUsIsToldAndFailsNothing(t *testing.T) {
	t.Parallel()
	absent := steps.CannotRun("no list", "later")
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
