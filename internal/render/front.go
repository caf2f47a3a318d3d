package render

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
)

// Options say what the pages are made from. All but Staff, Reads, Engines, Limits and Log are
// required.
type Options struct {
	Files fs.FS        // a build of web/: client/ and server/
	API   http.Handler // called in memory
	// changes whenever any page may have changed
	Revision func() uint64
	Now      func() time.Time                         // the clock of the house
	Origin   string                                   // scheme and host, for absolute addresses
	Ticket   func() (idempotencyKey, formTime string) // a fresh pair for an opened form
	// body field -> string, boolean, integer, number, array (of texts) or object {choices, other}
	Schema func(method, path string) map[string]string
	Phone  func() string // as people write it
	// whether it carries a session: such a request gets the shell
	Staff func(*http.Request) bool
	// Flash opens the cookie of a form that was sent; nil of one that the API did not make
	Flash func(cookie string) []byte
	// Reads counts an answer that the cache does not hold, and gives the seconds to wait when it is
	// one too many
	Reads func(*http.Request) int
	// Engines that get ready for Files; nil: they are made by Load, with these Limits
	Engines *Engines
	Limits  Limits
	Log     *slog.Logger
}

// Front serves the pages and the files of one build of web/.
type Front struct {
	api     http.Handler
	ticket  func() Ticket
	schema  func(method, path string) map[string]string
	phone   func() string
	staff   func(*http.Request) bool
	reads   func(*http.Request) int
	flash   func(cookie string) []byte
	origin  string
	log     *slog.Logger
	pool    *pool
	doc     template
	lines   []*line
	files   map[string]file // by path
	cache   cache
	blank   Ticket // placeholders
	shells  atomic.Int64
	nowhere *line
	moved   func() []spelling
}

// Load reads a build. It gives fs.ErrNotExist when there is none, and an error when the bundle or
// its site map is broken.
func Load(o Options) (*Front, error) {
	index, err := fs.ReadFile(o.Files, "client/index.html")
	if err != nil {
		return nil, err
	}
	if o.Limits == (Limits{}) {
		o.Limits = DefaultLimits(runtime.NumCPU())
	}
	if o.Engines == nil {
		o.Engines = Ready(o.Files, o.Limits)
	}
	f := &Front{
		api:     o.API,
		schema:  o.Schema,
		phone:   o.Phone,
		staff:   o.Staff,
		reads:   o.Reads,
		flash:   o.Flash,
		origin:  strings.TrimRight(o.Origin, "/"),
		log:     o.Log,
		cache:   cache{now: o.Now, revision: o.Revision, limit: maxBytes},
		nowhere: &line{},
		ticket: func() Ticket {
			key, at := o.Ticket()
			return Ticket{key, at}
		},
	}
	if f.log == nil {
		f.log = slog.Default()
	}
	if f.staff == nil {
		f.staff = func(*http.Request) bool { return false }
	}
	if f.reads == nil {
		f.reads = func(*http.Request) int { return 0 }
	}
	if f.blank, err = placeholderLike(f.ticket()); err != nil {
		return nil, err
	}
	if f.doc, err = parseTemplate(index); err != nil {
		return nil, err
	}
	if f.files, err = loadFiles(o.Files); err != nil {
		return nil, err
	}
	if f.pool, err = o.Engines.wait(); err != nil {
		return nil, err
	}
	if err = f.readSiteMap(o.Files); err != nil {
		f.pool.close()
		return nil, err
	}
	return f, nil
}

func (f *Front) readSiteMap(files fs.FS) error {
	pages, err := f.pool.pages()
	if err != nil {
		return err
	}
	raw, err := fs.ReadFile(files, "client/.vite/manifest.json")
	if err != nil {
		return err
	}
	var m manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return fmt.Errorf("render: manifest: %w", err)
	}
	for _, p := range pages {
		l, err := newLine(p)
		if err != nil {
			return err
		}
		if !p.Staff {
			if l.assets, err = m.assetsOf(p.Module); err != nil {
				return err
			}
		}
		f.lines = append(f.lines, l)
	}
	return nil
}

// Close waits for running renders and frees the engines.
func (f *Front) Close() { f.pool.close() }

// Pages is the site map of the build.
func (f *Front) Pages() []Page {
	pages := make([]Page, len(f.lines))
	for i, l := range f.lines {
		pages[i] = l.Page
	}
	return pages
}

// groups puts the lines of one address together, in the order of the site map.
func (f *Front) groups() []group {
	var out []group
	at := map[string]int{}
	for _, l := range f.lines {
		i, ok := at[l.shape()]
		if !ok {
			i = len(out)
			at[l.shape()] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], l)
	}
	return out
}

// Mount adds GET and HEAD (and POST where there is a form) for every page, the files of the build,
// and the not-found page, which also redirects other spellings of any GET route of r.
func (f *Front) Mount(r chi.Router) {
	for _, g := range f.groups() {
		pattern := g[0].pattern()
		r.Get(pattern, f.get(g))
		r.Head(pattern, f.get(g))
		if slices.ContainsFunc(g, func(l *line) bool { return len(l.Forms) > 0 }) {
			r.Post(pattern, f.post(g))
		}
	}
	f.mountFiles(r)
	f.moved = sync.OnceValue(func() []spelling { return spellings(r) })
	r.NotFound(f.notFound)
}

func (f *Front) get(g group) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, ok := g.visit(r)
		if !ok {
			f.unknown(w, r)
			return
		}
		flash, carried := f.flashOf(r)
		staff := f.staff(r)
		kept := !staff && (v.l.Staff || !v.l.Key && !v.secret)
		if v.l.Staff && !staff {
			flash = nil // one page for everybody, and not the one that a form leads to
		}
		if !(kept && f.cache.has(v.entry(flash))) && f.tooMany(w, r) {
			return
		}
		if carried && (staff || !v.l.Staff) {
			clearFlash(w, f.origin)
		}
		switch {
		case staff:
			f.shell(w, &v, flash)
		case kept:
			f.cached(w, &v, flash, false)
		default:
			f.personal(w, &v, flash)
		}
	}
}

func (f *Front) post(g group) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, ok := g.visit(r)
		switch {
		case !ok:
			f.unknown(w, r)
		case len(v.l.Forms) == 0:
			w.Header()["Allow"] = []string{"GET, HEAD"}
			w.WriteHeader(http.StatusMethodNotAllowed)
		default:
			f.form(w, &v)
		}
	}
}

func (f *Front) notFound(w http.ResponseWriter, r *http.Request) {
	if to := respell(f.moved(), r); to != "" {
		w.Header()["Cache-Control"] = noStore // the address may hold a token
		w.Header()["Location"] = []string{to}
		w.WriteHeader(http.StatusPermanentRedirect)
		return
	}
	f.unknown(w, r)
}

// unknown answers every address without a page with one and the same page.
func (f *Front) unknown(w http.ResponseWriter, r *http.Request) {
	v := visit{l: f.nowhere, r: r, url: "/404"}
	if f.staff(r) {
		f.shell(w, &v, nil)
		return
	}
	f.cached(w, &v, nil, true)
}

// cached answers with kept bytes, or builds them. The page after a form is kept by the kind of its
// flash: in a rush everybody gets the same one, with another name.
func (f *Front) cached(w http.ResponseWriter, v *visit, flash *Flash, shared bool) {
	key, mine := v.entry(flash), own{}
	if flash != nil {
		mine.name = flash.Name
		flash = flash.nameless()
	}
	a := f.cache.get(v.r.Context(), key, shared, func(old *answer) *answer {
		return f.build(v, flash, old)
	})
	switch {
	case a == nil: // the visitor left
		return
	case a.retry != "":
		w.Header()["Retry-After"] = []string{a.retry}
	}
	if a.pieces != nil {
		mine.Ticket = f.ticket()
		once(w, v.r, a.status, a.pieces.with(mine))
		return
	}
	a.copies.serve(w, v.r, a.status)
}
