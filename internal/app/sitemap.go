package app

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/render"
)

// Entry is a page that search engines may find.
type Entry struct {
	Path    string
	Changed time.Time // zero: not known
}

// mostEntries is what the protocol lets one file hold (sitemaps.org). A house has some hundreds of
// pages: one file, cut there, is simpler than an index of files, and what would be cut stands last.
const mostEntries = 50_000

// mapLife is the longest that a kept map of the site lags behind what changes by the clock alone:
// what goes online or ends at a set time does so within a minute.
const mapLife = time.Minute

// siteMap is /sitemap.xml. It is built once for all who ask, as long as no page changed.
type siteMap struct {
	origin   string
	revision func() uint64
	now      func() time.Time
	sources  []func(context.Context) ([]Entry, error)

	mu    sync.Mutex
	body  []byte
	built uint64
	at    time.Time
}

// entries are what the rooms offer to search engines, in this order: every room hands over its own.
func (a *App) entries() []func(context.Context) ([]Entry, error) {
	return []func(context.Context) ([]Entry, error){
		a.pageEntries,
		entriesOf(a.Documents.Addresses),
		entriesOf(a.Agenda.Addresses),
	}
}

// pageEntries are the lines of the site map of the web part that are one page for everybody.
func (a *App) pageEntries(context.Context) (out []Entry, err error) {
	if a.front == nil {
		return nil, nil
	}
	for _, p := range a.front.Pages() {
		if public(p) {
			out = append(out, Entry{Path: p.Path})
		}
	}
	return out, nil
}

func public(p render.Page) bool {
	twin := p.Path == "/home" // of "/", which is the canonical one
	return !strings.Contains(p.Path, ":") && !p.Staff && !p.Key && !p.Signin && !p.Plain && !twin
}

// entriesOf are the lines of a room.
func entriesOf[T ~struct {
	Path    string
	Changed time.Time
}](of func(context.Context) ([]T, error)) func(context.Context) ([]Entry, error) {
	return func(ctx context.Context) ([]Entry, error) {
		all, err := of(ctx)
		out := make([]Entry, len(all))
		for i, one := range all {
			out[i] = Entry(one)
		}
		return out, err
	}
}

func (s *siteMap) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := s.get(r.Context())
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(body)
}

func (s *siteMap) get(ctx context.Context) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	revision, now := s.revision(), s.now()
	if s.body != nil && s.built == revision && !now.Before(s.at) && now.Sub(s.at) < mapLife {
		return s.body, nil
	}
	var all []Entry
	for _, source := range s.sources {
		some, err := source(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	s.body, s.built, s.at = writeMap(s.origin, all[:min(len(all), mostEntries)]), revision, now
	return s.body, nil
}

func writeMap(origin string, all []Entry) []byte {
	var b bytes.Buffer
	b.WriteString(
		xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n",
	)
	for _, e := range all {
		b.WriteString("<url><loc>")
		_ = xml.EscapeText(&b, []byte(origin+e.Path))
		b.WriteString("</loc>")
		if !e.Changed.IsZero() {
			b.WriteString("<lastmod>" + e.Changed.UTC().Format(time.RFC3339) + "</lastmod>")
		}
		b.WriteString("</url>\n")
	}
	b.WriteString("</urlset>\n")
	return b.Bytes()
}

// robots keeps crawlers out of what is no page. Private pages say noindex themselves, which a
// crawler must be able to read.
func (a *App) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = fmt.Fprintf(
		w,
		"User-agent: *\nDisallow: /beheer\nDisallow: /api\n\nSitemap: %s/sitemap.xml\n",
		a.cfg.Origin(),
	)
}
