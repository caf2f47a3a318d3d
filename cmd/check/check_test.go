package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"herstelruimte/cmd/check/steps"
	"herstelruimte/internal/render"
)

func TestAnUnknownPartIsRefusedWithTheKnownOnes(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if run(t.Context(), []string{"go", "moon"}, &out) {
		t.Fatal("passed")
	}
	if got := out.String(); !strings.Contains(got, `"moon"`) ||
		!strings.Contains(got, "lint, web, go, contract, e2e, firefox, keycloak") {
		t.Fatal(got)
	}
}

func TestPartsRunInTheirOwnOrder(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"": "lint web go contract e2e firefox keycloak advisories",
		"long quick": "quick long-go long-race long-web long-files long-mail long-fuzz " +
			"long-contract long-e2e long-firefox long-keycloak",
		"e2e go":       "go e2e",
		"keycloak web": "web keycloak",
	} {
		chosen, err := choose(strings.Fields(words))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range chosen {
			got = append(got, p.word)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v", words, got)
		}
	}
}

func TestTheStackRunsOnlyWhenItIsNamed(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]bool{
		"":              false,
		"go":            false,
		"compose":       true,
		"compose-kills": true,
	} {
		chosen, err := choose(strings.Fields(words))
		if err != nil {
			t.Fatal(err)
		}
		has := slices.ContainsFunc(chosen, func(p part) bool {
			return strings.HasPrefix(p.word, "compose")
		})
		if has != want {
			t.Errorf("%q: %v", words, has)
		}
	}
}

func TestTheLastLineTellsTheOutcome(t *testing.T) {
	t.Parallel()
	good := result{word: "go", took: 1200 * time.Millisecond}
	bad := result{word: "web", took: time.Second, err: errors.New("broken")}
	absent := result{
		word: "e2e",
		err:  errors.Join(steps.CannotRun("no browser", "install one")),
	}
	for _, c := range []struct {
		results []result
		last    string
		ok      bool
	}{
		{[]result{good}, "passed: go 1.2 s (1.2 s in all)", true},
		{[]result{good, bad}, "failed: web", false},
		{[]result{good, absent}, "not run: e2e: no browser (install one)", false},
		{[]result{bad, absent}, "failed: web\nnot run: e2e: no browser (install one)", false},
	} {
		if line, ok := outcome(c.results); line != c.last || ok != c.ok {
			t.Errorf("got %q, %v; want %q", line, ok, c.last)
		}
	}
}

func TestAStaleFileNamesItsRemedy(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "openapi.json")
	for _, have := range []string{"", "{ }"} { // not there, and different
		if have != "" {
			if err := os.WriteFile(file, []byte(have), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := sameAs(
			file,
			[]byte("{}"),
			"make it",
		); err == nil || err.Error() != "openapi.json is stale: make it" {
			t.Error(err)
		}
	}
	if err := sameAs(file, []byte("{ }"), ""); err != nil {
		t.Error(err)
	}
}

func TestAPageWeighsItsEntryAndWhatItImportsOnce(t *testing.T) {
	t.Parallel()
	b, err := readBuild(fstest.MapFS{
		"client/.vite/manifest.json": {Data: []byte(`{
			"index.html": {"file": "entry.js", "isEntry": true, "css": ["base.css"], "imports": ["_shared.js"], "dynamicImports": ["src/features/a/Page.tsx"]},
			"src/features/a/Page.tsx": {"file": "page.js", "css": ["page.css"], "imports": ["index.html", "_shared.js"], "dynamicImports": ["late.ts"]},
			"late.ts": {"file": "late.js"},
			"_shared.js": {"file": "shared.js"}}`)},
		"client/entry.js":  {},
		"client/shared.js": {},
		"client/page.js":   {},
		"client/base.css":  {},
		"client/page.css":  {},
	})
	if err != nil {
		t.Fatal(err)
	}
	for file, size := range map[string]int{
		"entry.js":  70 * kb,
		"shared.js": 10 * kb,
		"page.js":   6 * kb,
		"late.js":   500 * kb,
		"base.css":  9 * kb,
		"page.css":  7 * kb,
	} {
		b.sizes[file] = size
	}
	page := render.Page{Path: "/a", Module: "a/Page"}
	w, err := b.weigh(page)
	if err != nil || w.script != 86*kb || w.style != 16*kb {
		t.Fatalf("%+v, %v", w, err)
	}
	if got := w.tooHeavy(); got == nil ||
		got.Error() != "/a loads 86.0 KB of script, 85 allowed\n/a loads 16.0 KB of style, 15 allowed" {
		t.Error(got)
	}
	page.Forms = map[string]render.Form{"send": {}}
	b.sizes["page.css"] = 0
	if w, err = b.weigh(page); err != nil || w.tooHeavy() != nil {
		t.Errorf("86 KB with a form: %v, %v", w.tooHeavy(), err)
	}
	if _, err := b.weigh(render.Page{Path: "/b", Module: "b/Gone"}); err == nil {
		t.Error("a page that is not in the build weighs nothing")
	}
}

func TestAPageOfTheSignInWeighsWhatItLoadsForItLater(t *testing.T) {
	t.Parallel()
	b, err := readBuild(fstest.MapFS{"client/.vite/manifest.json": {Data: []byte(`{
		"index.html": {"file": "entry.js", "isEntry": true, "dynamicImports": ["src/auth/index.ts", "src/features/login/LoginPage.tsx"]},
		"src/features/login/LoginPage.tsx": {"file": "login.js", "imports": ["index.html"], "dynamicImports": ["src/auth/index.ts"]},
		"src/auth/index.ts": {"file": "auth.js", "isDynamicEntry": true, "imports": ["_library.js"]},
		"_library.js": {"file": "library.js"}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	b.sizes = map[string]int{
		"entry.js":   76 * kb,
		"login.js":   4 * kb,
		"auth.js":    16 * kb,
		"library.js": 16 * kb,
	}
	page := render.Page{Path: "/login", Module: "login/LoginPage", Signin: true}
	if w, err := b.weigh(page); err != nil || w.script != 112*kb || w.tooHeavy() != nil {
		t.Errorf("%+v, %v, %v", w, err, w.tooHeavy())
	}
	b.sizes["library.js"]++
	if w, err := b.weigh(page); err != nil || w.tooHeavy() == nil {
		t.Errorf("a byte more: %+v, %v", w, err)
	}
	page.Signin = false
	if w, err := b.weigh(page); err != nil || w.script != 80*kb || w.scriptLimit != readingScript {
		t.Errorf("another page: %+v, %v", w, err)
	}
	delete(b.chunks, "src/auth/index.ts")
	if _, err := b.weigh(render.Page{Path: "/login", Signin: true}); err == nil {
		t.Error("a sign-in that is not in the build weighs nothing")
	}
}

func TestSizesAreThoseOfBrotli(t *testing.T) {
	t.Parallel()
	b := &build{
		files: fstest.MapFS{"client/a.js": {Data: bytes.Repeat([]byte("abc"), 10000)}},
		sizes: map[string]int{},
	}
	if n, err := b.size("a.js"); err != nil || n < 5 || n > 100 {
		t.Fatal(n, err)
	}
}

func TestTheSiteMapComesOutOfTheServerBundle(t *testing.T) {
	t.Parallel()
	pages, err := siteMap(fstest.MapFS{"server/server.js": {Data: []byte(
		`var ssr = { pages: () => JSON.stringify([{ path: '/a', module: 'a/Page', forms: { send: { call: 'POST /api/a', then: '/b' } } }]) }`,
	)}})
	if err != nil || len(pages) != 1 || pages[0].Module != "a/Page" || len(pages[0].Forms) != 1 {
		t.Fatal(pages, err)
	}
}

func TestEveryPackageIsTestedAndThoseThatShareMemoryUnderTheRaceDetector(t *testing.T) {
	const house = "herstelruimte/internal/"
	plain, shared := split([]string{
		"herstelruimte/cmd/check",
		house + "agenda",
		house + "agenda/places",
		house + "agenda/rules",
		house + "app",
		house + "demo/provider",
		house + "jobs",
	}, raced)
	if !slices.Equal(plain, []string{
		house + "agenda/places",
		house + "app",
		"herstelruimte/cmd/check",
		house + "agenda",
		house + "agenda/rules",
	}) {
		t.Errorf("without: %v", plain)
	}
	if !slices.Equal(shared, []string{house + "demo/provider", house + "jobs"}) {
		t.Errorf("with: %v", shared)
	}
}

// A room that is renamed would be raced no more, and its tests would not be either.
func TestRacedRoomsAreThere(t *testing.T) {
	t.Parallel()
	for _, room := range slices.Concat(raced, racedInLong) {
		files, err := filepath.Glob(filepath.Join("../../internal", room, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s has no tests: %v", room, err)
		}
	}
	for _, dir := range slowest {
		if _, err := os.Stat(filepath.Join("../..", dir)); err != nil {
			t.Error(err)
		}
	}
}
