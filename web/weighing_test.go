package web_test

import (
	"bytes"
	"testing"
	"testing/fstest"

	"herstelruimte/internal/render"
)

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
		got.Error() != "/a loads 86.0 KB of script, 84 allowed\n/a loads 16.0 KB of style, 10 allowed" {
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
