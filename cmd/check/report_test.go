package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestGoTestsAreShownAsGoTestShowsThem(t *testing.T) {
	t.Parallel()
	const events = `go: downloading something
{"ImportPath":"herstelruimte/c","Action":"build-output","Output":"c.go:1:1: wrong\n"}
{"Action":"start","Package":"herstelruimte/a"}
{"Action":"output","Package":"herstelruimte/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"herstelruimte/a","Test":"TestGood","Output":"    a_test.go:1: quiet\n"}
{"Action":"pass","Package":"herstelruimte/a","Test":"TestGood","Elapsed":1.5}
{"Action":"output","Package":"herstelruimte/b","Test":"TestBad/part","Output":"    b_test.go:2: got 1\n"}
{"Action":"output","Package":"herstelruimte/b","Test":"TestGood","Output":"    b_test.go:3: quiet\n"}
{"Action":"output","Package":"herstelruimte/a","Output":"PASS\n"}
{"Action":"output","Package":"herstelruimte/a","Output":"ok  \therstelruimte/a\t1.6s\n"}
{"Action":"pass","Package":"herstelruimte/a","Elapsed":1.6}
{"Action":"pass","Package":"herstelruimte/b","Test":"TestGood","Elapsed":0}
{"Action":"fail","Package":"herstelruimte/b","Test":"TestBad/part","Elapsed":2}
{"Action":"fail","Package":"herstelruimte/b","Test":"TestBad","Elapsed":2}
{"Action":"output","Package":"herstelruimte/b","Test":"TestAside","Output":"    b_test.go:4: no disk\n"}
{"Action":"skip","Package":"herstelruimte/b","Test":"TestAside","Elapsed":0}
{"Action":"output","Package":"herstelruimte/b","Output":"FAIL\n"}
{"Action":"output","Package":"herstelruimte/b","Output":"FAIL\therstelruimte/b\t2.1s\n"}
{"Action":"fail","Package":"herstelruimte/b","Elapsed":2.1}
{"Action":"output","Package":"herstelruimte/d","Test":"TestEnds","Output":"panic: gone\n"}
`
	var out bytes.Buffer
	failed := readTests(strings.NewReader(events), &out)
	const want = `go: downloading something
c.go:1:1: wrong
` + "ok  \therstelruimte/a\t1.6s\n" + `    b_test.go:2: got 1
herstelruimte/b     b_test.go:4: no disk
FAIL
` + "FAIL\therstelruimte/b\t2.1s\n" + `panic: gone
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if want := []failure{
		{"b TestBad", "failed\n    b_test.go:2: got 1\n"},
		{"d TestEnds", "the process ended in this test\nfailed\npanic: gone\n"},
	}; !slices.Equal(failed, want) {
		t.Errorf("got %q, want %q", failed, want)
	}
}

func TestTestsThatFailedAreToldOnceMoreAtTheEnd(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	c := &checker{runner: &runner{out: &out}}
	c.note([]failure{{"b TestBad", "\x1b[31mgot 1\x1b[0m\nwant 2"}})
	c.note([]failure{{"c TestLong", strings.Repeat("é", faultLetters)}})
	c.tellFailed()
	want := "--- tests that failed: 2\nb TestBad\n    got 1\n    want 2\nc TestLong\n    " +
		strings.Repeat("é", faultLetters/2) + " ...\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestReportsOfBrowserTestsAreRead(t *testing.T) {
	t.Parallel()
	failed, notes, err := readPlaywright([]byte(`{"suites": [{"specs": [
		{"title": "a", "file": "x.spec.ts", "tests": [
			{"projectName": "p", "status": "expected", "results": [{"duration": 1200}]},
			{"projectName": "q", "status": "skipped", "results": []},
			{"projectName": "r", "status": "unexpected", "results": [
				{"duration": 5, "errors": [{"message": "no button"}]}]}]}],
		"suites": [{"specs": [{"title": "b", "file": "x.spec.ts", "tests": [
			{"projectName": "p", "status": "flaky", "results": [{"duration": 10}, {"duration": 20}]}
		]}]}]}]}`))
	if want := []failure{{"x.spec.ts a [r]", "failed\nno button"}}; err != nil ||
		!slices.Equal(failed, want) {
		t.Errorf("got %v, %v, want %v", failed, err, want)
	}
	if want := []string{
		"skipped: x.spec.ts a [q]",
		"passed at a second try: x.spec.ts b [p]",
	}; !slices.Equal(notes, want) {
		t.Errorf("got %q, want %q", notes, want)
	}
}

func TestReportsOfUnitTestsAreRead(t *testing.T) {
	t.Parallel()
	failed, notes, err := readVitest([]byte(`{"testResults": [{"name": "/x/web/src/a.test.ts",
		"assertionResults": [{"fullName": "adds", "status": "passed", "duration": 12.5},
			{"fullName": "fails", "status": "failed", "failureMessages": ["got 2"]},
			{"fullName": "waits", "status": "pending"}]}]}`))
	if want := []failure{{"src/a.test.ts fails", "got 2"}}; err != nil ||
		!slices.Equal(failed, want) {
		t.Errorf("got %v, %v, want %v", failed, err, want)
	}
	if want := []string{"pending: src/a.test.ts waits"}; !slices.Equal(notes, want) {
		t.Errorf("got %q, want %q", notes, want)
	}
}

func TestAPartThatGrewOutOfItsTimeIsTold(t *testing.T) {
	t.Parallel()
	for _, a := range minutes {
		if _, err := choose(strings.Fields(a.parts)); err != nil {
			t.Error(err)
		}
	}
	results := []result{
		{word: "e2e", took: 8*time.Minute + time.Second},
		{word: "firefox", took: 91 * time.Second},
		{word: "keycloak", took: 90 * time.Second, err: errors.New("broken")},
		{word: "contract", took: time.Minute},
		{word: "long-go", took: time.Hour},
		{word: "long-e2e", took: 31 * time.Minute},
	}
	if got, want := grown(results), []string{
		"TOO SLOW: e2e took 481.0 s, at most 8 minutes (main.go)",
		"TOO SLOW: firefox keycloak took 181.0 s, at most 3 minutes (main.go)",
		"TOO SLOW: long took 5460.0 s, at most 90 minutes (main.go)",
	}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCodeThatNothingReachesNeedsAReason(t *testing.T) {
	t.Parallel()
	const found = "herstelruimte/internal/a One\nherstelruimte/internal/a T.Two\n"
	for known, fault := range map[string]string{
		"# why\ninternal/a One: comes later\ninternal/a T.Two: comes later\n": "",
		"internal/a One: comes later\n":                                       "reaches internal/a T.Two",
		"internal/a One: later\ninternal/a T.Two\n":                           "T.Two has no reason",
		"internal/a One: b\ninternal/a T.Two: b\ninternal/c Three: b\n":       "Three is reached, or gone",
	} {
		err := unexpected(found, known)
		if (fault == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), fault) {
			t.Errorf("%q: got %v, want %q", known, err, fault)
		}
	}
	if err := unexpected("", ""); err != nil {
		t.Errorf("nothing found: got %v", err)
	}
}

func TestWhatImportsAChangedPackageIsTestedWhenItIsLittle(t *testing.T) {
	t.Parallel()
	list := []goPackage{
		{"cmd/x", []string{"internal/a", "internal/b"}},
		{"internal/a", []string{"internal/leaf"}},
		{"internal/b", []string{"internal/leaf"}},
		{"internal/c", []string{"internal/leaf"}},
		{"internal/d", []string{"internal/leaf"}},
		{"internal/leaf", nil},
		{"web", nil},
	}
	for _, c := range []struct {
		files          []string
		packages, left string
	}{
		{[]string{"internal/a/a.go", "README.md", "web/src/x.ts"}, "./internal/a ./cmd/x", ""},
		{[]string{"internal/b/testdata/deep/x.json"}, "./internal/b ./cmd/x", ""},
		{
			[]string{"internal/leaf/leaf.go"},
			"./internal/leaf",
			"./internal/a ./internal/b ./internal/c ./internal/d",
		},
		{[]string{"web/src/x.ts", "gone/y.go"}, "", ""},
	} {
		packages, left := toTest(list, c.files)
		if got := strings.Join(packages, " "); got != c.packages {
			t.Errorf("%v: got %s, want %s", c.files, got, c.packages)
		}
		if got := strings.Join(left, " "); got != c.left {
			t.Errorf("%v: left %s, want %s", c.files, got, c.left)
		}
	}
}

func TestFuzzTargetsAreFound(t *testing.T) {
	t.Parallel()
	targets, err := fuzzTargets("../..")
	if err != nil || len(targets) < 10 {
		t.Fatalf("got %v, %v, want more than ten", targets, err)
	}
}

func TestATargetWhoseTimeIsOverHasNotFailed(t *testing.T) {
	t.Parallel()
	const over = "fuzz: elapsed: 30s, execs: 9 (0/sec), new interesting: 0 (total: 4)\n" +
		"--- FAIL: FuzzPdf (30.02s)\n    context deadline exceeded\nFAIL\nexit status 1\n"
	const found = "--- FAIL: FuzzPdf (3.02s)\n    --- FAIL: FuzzPdf (0.00s)\n" +
		"        pdf_test.go:9: context deadline exceeded\n" +
		"    Failing input written to testdata/fuzz/FuzzPdf/1\nFAIL\n"
	if !ranOut(over) || ranOut(found) || ranOut("--- FAIL: FuzzPdf (0.1s)\nFAIL\n") ||
		ranOut(over+"Failing input written to testdata") {
		t.Error("taken for each other")
	}
}

func TestTheLongCheckHasALineForEachPart(t *testing.T) {
	t.Parallel()
	chosen, err := choose([]string{"long"})
	if err != nil || len(chosen) < 2 || chosen[0].word != "long-go" {
		t.Fatalf("got %v, %v", chosen, err)
	}
	text := noted("", "long-race", "2026-01-02 03:04 abc")
	text = noted(text, "long-go", "2026-01-03 03:04 def")
	text = noted(text, "long-race", "2026-01-04 03:04 fed")
	const want = "long-go 2026-01-03 03:04 def\nlong-race 2026-01-04 03:04 fed\n"
	if text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	c := &checker{}
	if got := c.lastPassed(text, "long-e2e"); got != "long-e2e: not yet" {
		t.Errorf("got %q", got)
	}
}

// What the proofs of the stack stand on changed: the check says so until they passed again.
func TestTheCheckSaysWhenComposeIsOld(t *testing.T) {
	t.Parallel()
	c := &checker{runner: &runner{ctx: t.Context(), root: t.TempDir(), out: io.Discard}}
	commit := func(file string) string {
		t.Helper()
		at := filepath.Join(c.root, file)
		if err := errors.Join(
			os.MkdirAll(filepath.Dir(at), 0o700),
			os.WriteFile(at, fmt.Append(nil, time.Now()), 0o600),
		); err != nil {
			t.Fatal(err)
		}
		for _, words := range [][]string{
			{"init", "-q"}, {"add", "."},
			{"-c", "user.name=a", "-c", "user.email=a@b.nl", "commit", "-q", "-m", file},
		} {
			if _, err := c.git(words...); err != nil {
				t.Fatal(err)
			}
		}
		id, err := c.git("rev-parse", "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	old := func(text string) bool { return c.olderThanWhatItProves(text) != "" }
	passed := func(id string) string { return noted("", composePart, "2026-01-02 03:04 "+id) }
	first := commit("docker-compose.yml")
	if !old("") || !old(noted("", "long-go", "2026-01-02 03:04 "+first)) {
		t.Error("it never passed, and nothing says so")
	}
	commit("web/src/other.ts")
	if said := c.olderThanWhatItProves(passed(first)); said != "" {
		t.Errorf("nothing that it proves has changed: %s", said)
	}
	for _, path := range provenByCompose {
		if _, err := os.Stat(filepath.Join("..", "..", path)); err != nil {
			t.Errorf("%s is not in this tree", path)
		}
		file := path
		if filepath.Ext(path) == "" {
			file += "/one"
		}
		next := commit(file)
		if !old(passed(first)) || old(passed(next)) {
			t.Errorf("%s: %v, %v", path, old(passed(first)), old(passed(next)))
		}
		first = next
	}
	if !old(passed("0000000000000000000000000000000000000000")) {
		t.Error("of a commit that nobody knows, it is old")
	}
}
