//go:build web

package demo

import (
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/render"
	"herstelruimte/web"
)

var (
	control   = regexp.MustCompile(`<(?:input|select|textarea)\b[^>]*>`)
	attribute = regexp.MustCompile(`\b(name|value|type)="([^"]*)"`)
)

// complaintNumber is drawn by chance: its letters are no words.
var complaintNumber = regexp.MustCompile(`K(-[0-9A-Z]{4}){3}`)

// What visitors read after sending a form without JavaScript: nothing filled in, nonsense, far too
// much, and what fits.
func TestEveryAnswerToAFormIsEasyToRead(t *testing.T) {
	t.Parallel()
	h, used := furnished(t, tuesday, web.Dist()), map[string]bool{}
	answers := h.answers(siteMap(t), func(path, form, typed, said string) {
		for _, fault := range faults(readable(t, path, said), used) {
			t.Errorf("%s, form %s with %.30q: %s", path, form, typed, fault)
		}
	})
	if answers < 30 {
		t.Errorf("only %d answers", answers)
	}
}

// answers sends every form of these pages and hands over what is said then, without what was typed.
func (h *home) answers(pages []render.Page, read func(path, form, typed, said string)) (n int) {
	h.t.Helper()
	for _, page := range pages {
		for _, form := range slices.Sorted(maps.Keys(page.Forms)) {
			found := ""
			for _, typed := range []string{
				"",
				"xqx",
				strings.Repeat("woord ", 600),
				"anna@voorbeeld.example",
			} {
				paths := h.addresses(page)
				if at := slices.Index(paths, found); at > 0 {
					paths = paths[at:] // those before it have no such form
				}
				path, fields := h.opened(paths, form, typed)
				if found = path; path == "" {
					continue // another form before it took away what it was about
				}
				n++
				said := strings.ReplaceAll(h.send(path, fields), typed, "")
				read(path, form, typed, complaintNumber.ReplaceAllString(said, ""))
			}
		}
	}
	return n
}

// opened finds a form on one of the pages, and fills its boxes.
func (h *home) opened(paths []string, form, typed string) (string, url.Values) {
	h.t.Helper()
	for _, path := range paths {
		for _, text := range strings.Split(h.page(path), "<form")[1:] {
			text, _, _ = strings.Cut(text, "</form>")
			if fields := filled(text, typed); fields.Get("form") == form {
				return path, fields
			}
		}
	}
	return "", nil
}

func filled(form, typed string) url.Values {
	fields := url.Values{}
	for _, tag := range control.FindAllString(form, -1) {
		a := map[string]string{}
		for _, m := range attribute.FindAllStringSubmatch(tag, -1) {
			a[m[1]] = html.UnescapeString(m[2])
		}
		switch {
		case a["name"] == "":
		case a["type"] == "hidden":
			fields.Add(a["name"], a["value"])
		case a["type"] == "checkbox" || a["type"] == "radio":
			if typed != "" && !fields.Has(a["name"]) {
				fields.Set(a["name"], a["value"])
			}
		case a["name"] == "phone" && strings.Contains(typed, "@"):
			fields.Set("phone", "06 12 34 56 78")
		case typed != "":
			fields.Set(a["name"], typed)
		}
	}
	return fields
}

// send posts a form as a browser without JavaScript does, and goes where it is sent.
func (h *home) send(path string, fields url.Values) string {
	h.t.Helper()
	h.Clock.Advance(10 * time.Second)
	path, _, _ = strings.Cut(path, "?")
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	h.Handler().ServeHTTP(w, r)
	if w.Code == http.StatusSeeOther {
		r = httptest.NewRequest(http.MethodGet, w.Header().Get("Location"), nil)
		for _, c := range w.Result().Cookies() { //nolint:bodyclose // a recorder
			r.AddCookie(c)
		}
		w = httptest.NewRecorder()
		h.Handler().ServeHTTP(w, r)
	}
	if w.Code >= 500 {
		h.t.Errorf("%s: status %d", path, w.Code)
	}
	return w.Body.String()
}
