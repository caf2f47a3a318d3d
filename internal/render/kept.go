package render

import (
	"bytes"
	"context"
	"crypto/sha256"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
)

// Kept answers the reads of the API that pages are made from with kept bytes, for as long as a page
// made of them would stand.
type Kept struct {
	front *Front
	cache cache
	route func(path string) string // the pattern at which an address stands
	words map[string][]string      // query words that such a read knows, by its pattern
}

// Kept takes the pattern at which an address of the API stands, and the query words that the read
// at a pattern knows.
func (f *Front) Kept(route func(path string) string, words func(pattern string) []string) *Kept {
	k := &Kept{
		front: f,
		cache: cache{
			now: f.cache.now, revision: f.cache.revision, exact: true, limit: maxReadBytes,
		},
		route: route,
		words: map[string][]string{layoutRead: nil},
	}
	for _, l := range f.lines {
		for _, r := range l.reads {
			if !l.Key && !l.Staff {
				k.words[r.path] = words(r.path)
			}
		}
	}
	return k
}

// Serve answers a request, or says that it did not: it is no such read, or it was not to build
// what is not kept yet, nor on its way.
func (k *Kept) Serve(w http.ResponseWriter, r *http.Request, build bool) bool {
	key, ok := k.key(r)
	if !ok || !build && !k.cache.has(key) {
		return false
	}
	a := k.cache.get(r.Context(), key, false, func(old *answer) *answer {
		return k.build(r, key, old)
	})
	if a == nil { // the visitor left
		return true
	}
	w.Header()["Date"] = []string{k.cache.now().UTC().Format(http.TimeFormat)}
	if a.refusal != nil {
		a.refusal.replay(w, r)
	} else {
		a.copies.serve(w, r, a.status)
	}
	return true
}

// key is the one spelling of an address that answers everybody alike; no: it may not.
func (k *Kept) key(r *http.Request) (key string, ok bool) {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	if !reads || !strings.HasPrefix(r.URL.Path, "/api/") || len(r.Header["Authorization"]) > 0 ||
		k.front.staff(r) {
		return "", false
	}
	key = r.URL.EscapedPath()
	known, ok := k.words[key]
	if !ok {
		known, ok = k.words[k.route(key)]
	}
	if !ok || r.URL.RawQuery == "" {
		return key, ok
	}
	got, _ := url.ParseQuery(r.URL.RawQuery) // what cannot be read counts as absent
	for _, w := range known {
		if v := got.Get(w); cut(v) != v {
			return "", false
		}
	}
	if asked := words(r.URL.RawQuery, known); asked != "" {
		key += "?" + asked
	}
	return key, true
}

// build asks the API once for all who want to know the same. It is not cut short when a visitor
// leaves.
func (k *Kept) build(r *http.Request, key string, old *answer) *answer {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), readTime)
	defer cancel()
	// the API's router starts its own
	req := r.Clone(context.WithValue(ctx, chi.RouteCtxKey, (*chi.Context)(nil)))
	req.Method, req.Header, req.Body = http.MethodGet, http.Header{}, http.NoBody
	_, req.URL.RawQuery, _ = strings.Cut(key, "?")
	rec := &recorder{header: http.Header{}}
	k.front.api.ServeHTTP(rec, req)
	rec.WriteHeader(http.StatusOK)
	a := &answer{status: rec.status, good: true}
	control := rec.header.Get("Cache-Control")
	if rec.status != http.StatusOK || control == noStore[0] {
		a.refusal = rec
		return a
	}
	body := bytes.Clone(rec.body.Bytes()) // without the room that it grew
	a.until, a.boot = firstMoment(body), sha256.Sum256(body)
	if old != nil && old.boot == a.boot {
		a.copies = old.copies
		return a
	}
	a.copies = encode(body, nil, rec.header.Get("Content-Type"), control, true)
	return a
}

var freshUntil = []byte(`"freshUntil":"`)

// firstMoment is the first of the moments that a JSON text gives as freshUntil; zero without one.
func firstMoment(body []byte) (first time.Time) {
	for {
		_, after, ok := bytes.Cut(body, freshUntil)
		if !ok {
			return first
		}
		value, rest, _ := bytes.Cut(after, []byte{'"'})
		var t time.Time
		if t.UnmarshalText(value) == nil && (first.IsZero() || t.Before(first)) {
			first = t
		}
		body = rest
	}
}

// replay answers as the API did.
func (r *recorder) replay(w http.ResponseWriter, req *http.Request) {
	for name, value := range r.header {
		w.Header()[name] = value
	}
	w.WriteHeader(r.status)
	if req.Method != http.MethodHead {
		w.Write(r.body.Bytes())
	}
}
