package web_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"strings"

	"github.com/andybalholm/brotli"
	"modernc.org/quickjs"

	"herstelruimte/internal/render"
)

// What the first load of a public page may weigh, brotli quality 11, in KB of 1024 bytes.
const (
	kb            = 1024
	readingScript = 84 * kb // of which 0.6 lets a browser translate the page
	formScript    = 92 * kb // a page with a form also brings the form's code
	// a page of the sign-in also brings what it loads later: the sign-in itself
	signInScript = 112 * kb
	styles       = 10 * kb
)

// siteMap reads the pages out of the server bundle, as the site itself does.
func siteMap(dist fs.FS) ([]render.Page, error) {
	bundle, err := fs.ReadFile(dist, "server/server.js")
	if err != nil {
		return nil, err
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	defer func() { _ = vm.Close() }()
	if _, err := vm.Eval(string(bundle), quickjs.EvalGlobal); err != nil {
		return nil, fmt.Errorf("server bundle: %w", err)
	}
	text, err := vm.Call("ssr.pages")
	if err != nil {
		return nil, fmt.Errorf("site map: %w", err)
	}
	var pages []render.Page
	return pages, json.Unmarshal([]byte(fmt.Sprint(text)), &pages)
}

// build is Vite's manifest of the browser build with the files it names.
type build struct {
	files  fs.FS
	chunks map[string]chunk
	sizes  map[string]int
}

type chunk struct {
	File    string   `json:"file"`
	IsEntry bool     `json:"isEntry"`
	Imports []string `json:"imports"` // without the chunks that are loaded later
	CSS     []string `json:"css"`
}

func readBuild(dist fs.FS) (*build, error) {
	b := &build{files: dist, sizes: map[string]int{}}
	text, err := fs.ReadFile(dist, "client/.vite/manifest.json")
	if err != nil {
		return nil, err
	}
	return b, json.Unmarshal(text, &b.chunks)
}

// weight is what a browser fetches for the first load of one page.
type weight struct {
	path          string
	script, style float64 // bytes
	scriptLimit   int
}

func (b *build) weigh(p render.Page) (weight, error) {
	w := weight{path: p.Path, scriptLimit: readingScript}
	if p.Prefix != "" {
		w.path += " (" + p.Prefix + "…)"
	}
	if len(p.Forms) > 0 {
		w.scriptLimit = formScript
	}
	roots := b.roots(p)
	if p.Signin {
		w.scriptLimit = signInScript
		roots = append(roots, "src/"+signIn)
	}
	scripts, sheets, err := b.follow(roots)
	if err != nil {
		return w, fmt.Errorf("%s: %w", p.Path, err)
	}
	if w.script, err = b.sum(scripts); err != nil {
		return w, err
	}
	w.style, err = b.sum(sheets)
	return w, err
}

// roots are the chunks that a page asks for by itself.
func (b *build) roots(p render.Page) []string {
	if p.Module == "" {
		return b.entries()
	}
	return append(b.entries(), "src/features/"+p.Module+".tsx")
}

// firstScript is the script that asks for the others once the page is seen (web/src/start.ts).
const firstScript = "start-"

func (b *build) entries() (keys []string) {
	for key, c := range b.chunks {
		if c.IsEntry || strings.HasPrefix(key, "_"+firstScript) {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	return keys
}

// follow gives the files of some chunks and of all they import, each once.
func (b *build) follow(keys []string) (scripts, sheets map[string]bool, err error) {
	scripts, sheets = map[string]bool{}, map[string]bool{}
	for len(keys) > 0 {
		key := keys[0]
		c, ok := b.chunks[key]
		if !ok {
			return nil, nil, fmt.Errorf("the build has no %s", key)
		}
		if keys = keys[1:]; scripts[c.File] {
			continue
		}
		scripts[c.File] = true
		keys = append(keys, c.Imports...)
		for _, sheet := range c.CSS {
			sheets[sheet] = true
		}
	}
	return scripts, sheets, nil
}

func (b *build) sum(files map[string]bool) (total float64, err error) {
	for file := range files {
		n, err := b.size(file)
		if err != nil {
			return 0, err
		}
		total += float64(n)
	}
	return total, nil
}

func (b *build) size(file string) (int, error) {
	if n, ok := b.sizes[file]; ok {
		return n, nil
	}
	text, err := fs.ReadFile(b.files, "client/"+file)
	if err != nil {
		return 0, err
	}
	var small bytes.Buffer
	w := brotli.NewWriterLevel(&small, brotli.BestCompression)
	if _, err := w.Write(text); err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	b.sizes[file] = small.Len()
	return small.Len(), nil
}

// tooHeavy is nil when the page stays within its budgets.
func (w weight) tooHeavy() error {
	var errs []error
	if w.script > float64(w.scriptLimit) {
		errs = append(
			errs,
			fmt.Errorf(
				"%s loads %.1f KB of script, %d allowed",
				w.path,
				w.script/kb,
				w.scriptLimit/kb,
			),
		)
	}
	if w.style > styles {
		errs = append(
			errs,
			fmt.Errorf("%s loads %.1f KB of style, %d allowed", w.path, w.style/kb, styles/kb),
		)
	}
	return errors.Join(errs...)
}
