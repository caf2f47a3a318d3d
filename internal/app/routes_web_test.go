//go:build web

package app

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/render"
	"herstelruimte/web"
)

// param is one hole of a pattern, with the prefix that a page asks of it.
var param = regexp.MustCompile(`[a-z]*_?\{\w+\}`)

// bare is a pattern without names and prefixes: what two routers can be compared by.
func bare(method, pattern string) string {
	return method + " " + param.ReplaceAllString(pattern, "{}")
}

func TestGoldenTableOfThePages(t *testing.T) {
	t.Parallel()
	s := newSite(t, web.Dist())
	p := newProber(s)
	var lines []string
	told := map[string]bool{}
	for _, r := range s.front.Routes() {
		lines = append(lines, row(r))
		told[bare(r.Method, r.Path)] = true
		if r.Method == http.MethodGet {
			p.checkPage(t, r)
		}
	}
	api := map[string]bool{}
	for _, route := range mounted(newSite(t, nil).routes) {
		api[route] = true
	}
	for _, route := range mounted(s.routes) {
		method, pattern, _ := strings.Cut(route, " ")
		if !api[route] && method != http.MethodHead && !told[bare(method, pattern)] {
			t.Errorf("%s is served and stands in no table", route)
		}
	}
	golden(t, "testdata/routes_pages.txt", lines)
}

// fill gives an address that fits the pattern of a page.
func (p *prober) fill(r render.Route) string {
	p.t.Helper()
	return param.ReplaceAllStringFunc(r.Path, func(h string) string {
		switch prefix, _, _ := strings.Cut(h, "{"); {
		case prefix == "aan_":
			return p.registered()
		case prefix == "terug_":
			return p.wayBack(p.registered())
		case prefix == "wl_":
			return p.waits()
		case prefix == "reg_":
			return "reg_x"
		case prefix == "occ_" && strings.HasPrefix(r.Path, "/waitlist"):
			return p.full
		case h == "{a}":
			return p.activity
		case h == "{s}":
			return storyID
		case h == "{n}":
			return newsID
		case h == "{slug}": // that of a living activity leads to a date
			return "s" +
				p.site.activity(func(a *rules.Activity) {
					a.Status, a.WasPublished = "archived", true
				})[4:16]
		case r.Role == render.Holder:
			return "oude-link"
		}
		return p.open
	})
}

// checkPage asks for a page and holds the answer against what the table says of it.
func (p *prober) checkPage(t *testing.T, r render.Route) {
	t.Helper()
	path := p.fill(r)
	if path == "/assets/*" {
		path = regexp.MustCompile(`/assets/[^"]+\.js`).FindString(
			p.call(http.MethodGet, "/", nil).body,
		)
	}
	a := p.call(http.MethodGet, path, nil)
	status := http.StatusOK
	if strings.Contains(path, "oude-link") {
		status = http.StatusNotFound
	}
	if strings.HasPrefix(path, "/a/") {
		status = http.StatusGone
	}
	staff := strings.Contains(a.body, "Deze pagina is voor medewerkers.")
	if a.status != status || a.head.Get("Cache-Control") != r.Cache ||
		staff != (r.Role == render.Staff) {
		t.Errorf(
			"%s: status %d, Cache-Control %q, for staff %v; the table says %v",
			path,
			a.status,
			a.head.Get("Cache-Control"),
			staff,
			r,
		)
	}
}

// A session cookie of any worth turns every page into its shell, and leaves what visitors get as it
// is.
func TestEveryPageIsAShellForSomebodyWithASession(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), web.Dist())
	p := newProber(s)
	pages := 0
	for _, r := range append(s.front.Routes(), render.Route{
		Method: http.MethodGet,
		Path:   "/nergens",
	}) {
		if r.Method != http.MethodGet || r.Path == "/assets/*" || strings.Contains(r.Path, ".") {
			continue
		}
		pages++
		path := p.fill(r)
		for _, cookie := range []string{
			"dev_hr_session=x",
			"cookieConsent=yes; dev_hr_session=a; dev_hr_session=b",
		} {
			a := s.call(http.MethodGet, path, nil, "Cookie", cookie)
			if a.head.Get("Cache-Control") != "no-store" ||
				!strings.Contains(a.body, `"shell":true`) ||
				!strings.Contains(a.body, `<div id="root"></div>`) ||
				!strings.Contains(a.body, `content="noindex"`) {
				t.Errorf("%s with a session: %v %.300s", path, a.head, a.body)
			}
		}
		for _, cookie := range []string{
			"",
			"cookieConsent=yes",
			"x_dev_hr_session=x",
			"x=dev_hr_session",
		} {
			if a := s.call(
				http.MethodGet,
				path,
				nil,
				"Cookie",
				cookie,
			); strings.Contains(a.body, `"shell":true`) ||
				strings.Contains(a.body, `<div id="root"></div>`) {
				t.Errorf("%s with cookie %q is a shell", path, cookie)
			}
		}
	}
	if pages < 15 {
		t.Fatalf("only %d pages seen", pages)
	}
}

func TestPagesOfTheSignInHaveTheirOwnRules(t *testing.T) {
	t.Parallel()
	s := newSite(t, web.Dist())
	seen := 0
	for _, page := range s.front.Pages() {
		if !page.Signin {
			continue
		}
		seen++
		a := s.want(
			s.call(http.MethodGet, page.Path+"?code=geheim&state=geheim", nil),
			http.StatusOK,
		)
		if strings.Contains(a.body, "geheim") ||
			!strings.Contains(a.body, `<meta name="robots" content="noindex">`) {
			t.Errorf("%s: %.600s", page.Path, a.body)
		}
		if plain := !strings.Contains(a.body, "<header") &&
			!strings.Contains(a.body, "<footer"); plain != page.Plain {
			t.Errorf("%s stands alone: %v, the site map says %v", page.Path, plain, page.Plain)
		}
		want := map[string]string{
			"Referrer-Policy":            "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin-allow-popups",
		}
		ancestors := "frame-ancestors 'none'"
		switch page.Path {
		case "/auth-popup":
			want["Cross-Origin-Opener-Policy"] = "unsafe-none"
		case "/auth-silent":
			ancestors = "frame-ancestors 'self'"
		}
		if page.Path != "/login" {
			want["Referrer-Policy"] = "no-referrer"
		}
		for name, value := range want {
			if a.head.Get(name) != value {
				t.Errorf("%s: %s %q, want %q", page.Path, name, a.head.Get(name), value)
			}
		}
		if policy := a.head.Get("Content-Security-Policy"); !strings.Contains(policy, ancestors) ||
			!strings.Contains(policy, "connect-src 'self' "+s.cfg.IssuerOrigin()+";") {
			t.Errorf("%s: %s", page.Path, policy)
		}
	}
	if seen != 4 {
		t.Errorf("%d pages of the sign-in, want 4", seen)
	}
}

func TestEveryReadAndFormOfTheSiteMapIsAnOperation(t *testing.T) {
	t.Parallel()
	s := newSite(t, web.Dist())
	all := s.api(chi.NewRouter()).OpenAPI().Paths
	has := func(method, path string) bool {
		item := all[path]
		if item == nil {
			return false
		}
		return map[string]*huma.Operation{
			"GET":    item.Get,
			"POST":   item.Post,
			"PATCH":  item.Patch,
			"DELETE": item.Delete,
		}[method] != nil
	}
	reads, forms := 0, 0
	for _, page := range s.front.Pages() {
		for name, read := range page.Data {
			path, _, _ := strings.Cut(read, "?")
			if reads++; !has(http.MethodGet, path) {
				t.Errorf("%s reads %s from GET %s, which does not exist", page.Path, name, path)
			}
		}
		for name, form := range page.Forms {
			method, path := form.Operation()
			if forms++; !has(method, strings.SplitN(path, "?", 2)[0]) {
				t.Errorf("form %s of %s calls %s, which does not exist", name, page.Path, form.Call)
			}
		}
	}
	if reads < 10 || forms < 10 {
		t.Errorf("%d reads and %d forms", reads, forms)
	}
	var served []string
	for path := range all {
		served = append(served, path)
	}
	if !slices.Contains(served, "/api/site") {
		t.Error("the layout has no read")
	}
}

// Paper and posters too: whatever shows a link to them shows what it is.
func TestEveryPageThatAnybodyCanOpenSaysWhatItIs(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	seen := 0
	for _, page := range s.front.Pages() {
		if page.Staff || strings.ContainsAny(page.Path, ":*") {
			continue
		}
		seen++
		if a := s.page(page.Path); !strings.Contains(a.body, `<meta name="description" content="`) {
			t.Errorf("%s (%d) has no description", page.Path, a.status)
		}
	}
	if seen < 15 {
		t.Errorf("only %d pages seen", seen)
	}
}
