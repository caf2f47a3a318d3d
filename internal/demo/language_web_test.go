//go:build web

package demo

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/render"
	"herstelruimte/internal/wording"
	"herstelruimte/web"
)

// exceptions are sentences that stay as they are, each with the reason.
var exceptions = map[string]*regexp.Regexp{
	"one sentence lists all days and times of a week": regexp.MustCompile(
		`De inloop is open op [^\n]* uur\.`,
	),
	"who reads what somebody needs: all of them, in one breath": regexp.MustCompile(
		`Alleen de begeleider en de coördinator zien dat, en op de dag zelf wie ontvangt en ` +
			`onze gastvrouwen en gastheren\.`,
	),
	"a rule of the house, as people say it": regexp.MustCompile(
		`Wat hier verteld wordt, blijft hier\.`,
	),
	"whoever asks: the server does not know": regexp.MustCompile(
		`De server schrijft op welke pagina's gevraagd worden en wat er fout ging\.`,
	),
}

var anyParam = regexp.MustCompile(`:\w+`)

// announced is a moment at which the announcement of the house stands on the pages, and the figures
// of the year are drafts.
var announced = time.Date(2025, 11, 11, 10, 0, 0, 0, clock.Amsterdam)

// framed are pages that together show all that stands around a page: header, menu, notices, footer.
var framed = []string{"/", "/agenda", "/login", "/stories", "/?forceAnnouncement=1"}

func TestEveryPageThatVisitorsReadIsEasyToRead(t *testing.T) {
	t.Parallel()
	pages, used, seen, frames := siteMap(t), map[string]bool{}, 0, 0
	for _, now := range []time.Time{tuesday, sunday, announced} {
		h := furnished(t, now, web.Dist())
		for _, page := range pages {
			if !now.Equal(tuesday) && strings.Contains(page.Path, ":") {
				continue // of dates, sign-ups and documents one moment tells enough
			}
			for _, path := range h.addresses(page) {
				seen++
				body := h.page(path)
				h.looksClean(path, body)
				found := faults(readable(t, path, body), used)
				if slices.Contains(framed, path) {
					frames++
					found = append(found, faults(around(t, path, body), map[string]bool{})...)
				}
				for _, fault := range found {
					t.Errorf("%s, %s: %s", now.Format(time.DateOnly), path, fault)
				}
			}
		}
	}
	if seen < 250 {
		t.Errorf("only %d pages", seen)
	}
	if want := 3 * len(framed); frames != want {
		t.Errorf("what is around was read on %d pages, want %d", frames, want)
	}
	if len(used) != len(exceptions) {
		t.Errorf("exceptions that pages need: %v", used)
	}
}

// around reads a page without its main part.
func around(t *testing.T, path, page string) reading {
	t.Helper()
	before, rest, _ := strings.Cut(page[strings.Index(page, "<body"):], "<main")
	_, after, found := strings.Cut(rest, "</main>")
	r := read(t, path, before+after)
	if !found || len(r.text) < 100 {
		t.Fatalf("%s: only %q around it", path, r.text)
	}
	return r
}

// drawn is what visitors get. A machine that is too busy to draw a page in time gives an empty one:
// then once more.
func (h *home) drawn(path string) (w *httptest.ResponseRecorder) {
	for range 5 {
		if w = h.get(path); !strings.Contains(w.Body.String(), `<div id="root"></div>`) {
			break
		}
	}
	return w
}

// page is what visitors get, found or not.
func (h *home) page(path string) string {
	h.t.Helper()
	w := h.drawn(path)
	if w.Code != http.StatusOK && w.Code != http.StatusNotFound && w.Code != http.StatusGone {
		h.t.Errorf("%s: status %d", path, w.Code)
	}
	return w.Body.String()
}

func TestTheMeasureOfPagesFindsFaults(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("woord ", wording.Most+1)
	for html, want := range map[string]int{
		`<main><h1>Nieuws</h1><p>Dat is kort. En <strong>dit</strong> ook.</p></main>`: 0,
		`<main><p>` + long + `</p></main>`:                                             1,
		// a block ends a sentence
		`<main><p>` + long[:66] + `</p><p>` + long[:60] + `</p></main>`: 0,
		// 14 on average
		`<main><p>Dit zijn <em>` + long[:60] +
			`</em>twaalf woorden.</p></main>`: 1,
		`<main><p>Voor patiënten en cliënten.</p></main>`:           2,
		`<main><p>Ga <a href="/x">klik hier</a> verder.</p></main>`: 2,
		`<main><nav><p>` + long + `</p></nav><table><td>` + long +
			`</td></table><select><option>patiënt</option></select></main>`: 0,
		`<main><p aria-hidden="true">patiënt</p><svg><title>intake</title></svg><p>De <br/>bus stopt. Loop door de deur.</p></main>`: 0,
		`<main><button type="submit">` + long[:72] + `</button><a class="button" href="/">` +
			long[:60] +
			`</a></main>`: 0,
		`<main><p>Een zin met <!-- -->7<!-- --> woorden erin, meer niet.</p><label>Naam<input type="text" disabled=""/></label></main>`: 0,
	} {
		if got := faults(readable(t, "test", html), map[string]bool{}); len(got) != want {
			t.Errorf("%s: %q", html, got)
		}
	}
}

// faults holds what one page says against the rules of language.
func faults(r reading, used map[string]bool) (found []string) {
	text, excused := r.text, ""
	for reason, literal := range exceptions {
		if found := literal.FindString(text); found != "" {
			used[reason] = true
			excused += found
			text = literal.ReplaceAllString(text, "")
		}
	}
	for _, word := range wording.Avoided(text) {
		found = append(found, "word to avoid: "+word)
	}
	for _, s := range wording.Passive(text) {
		found = append(found, "does not say who: "+s)
	}
	average, long := wording.Measure(text)
	for _, s := range long {
		found = append(found, "too long: "+s)
	}
	if average > wording.Average {
		found = append(found, "long sentences on average:\n"+text)
	}
	for _, link := range r.links {
		if empty := []string{
			"klik hier",
			"lees meer",
			"hier",
			"meer",
			"lees verder",
		}; slices.Contains(empty, strings.ToLower(strings.Trim(link, " .…→"))) &&
			!strings.Contains(excused, link) {
			found = append(found, "link says nothing: "+link)
		}
	}
	return found
}

// siteMap is the list of pages of the build.
func siteMap(t *testing.T) []render.Page {
	t.Helper()
	f, err := render.Load(render.Options{
		Files:    web.Dist(),
		API:      http.NotFoundHandler(),
		Revision: func() uint64 { return 0 },
		Now:      time.Now,
		Ticket:   func() (string, string) { return "key", "time" },
		Schema:   func(string, string) map[string]string { return nil },
		Phone:    func() string { return "" },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f.Pages()
}

// addresses are those at which a line of the site map is read: with sample ids, and with the query
// words that change what it says. A page with an id that is not known here is an error: give it
// one.
func (h *home) addresses(page render.Page) (all []string) {
	h.t.Helper()
	switch _, param, _ := strings.Cut(page.Path, ":"); {
	case param == "":
		all = []string{page.Path}
		for _, q := range queries[page.Path] {
			all = append(all, page.Path+"?"+q)
		}
	case param == "a/:o":
		for _, pair := range h.kinds() {
			all = append(all, strings.Replace(page.Path, ":a/:o", pair, 1))
		}
	case page.Prefix == "aan_":
		all = h.steps(
			"/registrationdetails/",
			h.keys("registration", "aan_"),
			"",
			"?stap=afmelden",
			"?stap=wissen",
			"?stap=niet-ik",
		)
	case page.Prefix == "mij_":
		all = h.steps("/registrationdetails/", h.overviews(), "", "?stap=wissen")
	case page.Prefix == "terug_":
		all = h.steps("/registrationdetails/", []string{h.wayBack()}, "")
	case page.Prefix == "wl_":
		all = h.steps(
			"/waitlist/",
			h.keys("waitlist_entry", "wl_"),
			"",
			"?stap=afmelden",
			"?stap=wissen",
			"?stap=niet-ik",
		)
	case page.Path == "/waitlist/:o" && page.Prefix == "occ_":
		for _, pair := range h.kinds() {
			all = append(all, "/waitlist/"+pair[strings.Index(pair, "/")+1:])
		}
	case param == "slug": // of others there is a next date, and its page
		all = []string{
			strings.Replace(page.Path, ":slug", "zomertuin", 1),
			strings.Replace(page.Path, ":slug", "bestaatniet", 1),
		}
	case param == "s":
		for _, s := range stories() {
			all = append(all, strings.Replace(page.Path, ":s", id("sty", s.Title), 1))
		}
	case param == "n":
		for _, n := range news() {
			all = append(all, strings.Replace(page.Path, ":n", id("nws", n.Title), 1))
		}
	// staff, or a link that no longer works
	case page.Path == "/waitlist/:o", page.Path == "/registrationdetails/:r":
		all = []string{strings.Replace(page.Path, ":"+param, page.Prefix+"oud", 1)}
	case page.Staff: // who is not signed in sees the same notice on each
		all = []string{anyParam.ReplaceAllString(page.Path, "x")}
	default:
		h.t.Errorf("no sample address for %s", page.Path)
	}
	return all
}

// queries are the words with which a page says something else.
var queries = map[string][]string{
	"/agenda": {
		"week=2027-W30",
		"soort=creatief&naasten=1&vrij=1",
		"zoek=bestaatniet",
	},
	"/stories":                  {"thema=terugval", "thema=bestaatniet"},
	"/news":                     {"jaar=2025", "jaar=1999"},
	"/requentlysaskedquestions": {"zoek=hond", "zoek=bestaatniet"},
	"/impact":                   {"jaar=2023", "jaar=1999"},
	"/contact":                  {"onderwerp=verhaal"},
	"/vrijwilligers":            {"rol=" + id("rol", "Kok op dinsdag")},
	"/nieuwsbrief": {
		"bevestig=oud",
		"afmelden=oud",
		"nummer=" + id("iss", "Winter: we zijn er met de feestdagen"),
	},
	"/": {"forceAnnouncement=1"},
}

func (h *home) steps(path string, keys []string, queries ...string) (all []string) {
	for _, key := range keys {
		for _, q := range queries {
			all = append(all, path+key+q)
		}
	}
	return all
}

// kinds are one date, as activity/occurrence, of each activity and each status that it shows when
// this is first asked.
func (h *home) kinds() []string {
	if h.pairs != nil {
		return h.pairs
	}
	done := map[string]bool{}
	for _, d := range h.dates {
		v := h.dateOf(slugOf(d.ActivityID), d.ID)
		if kind := v.Status + d.ActivityID; v.code == http.StatusOK && !done[kind] {
			done[kind] = true
			h.pairs = append(h.pairs, d.ActivityID+"/"+d.ID)
		}
	}
	return h.pairs
}

// scripts are no text; a page that came as the shell has all its data in one.
var scripts = regexp.MustCompile(`(?s)<script\b.*?</script>`)

// readable reads the main part of a page.
func readable(t *testing.T, path, page string) reading {
	t.Helper()
	_, rest, ok := strings.Cut(page, "<main")
	rest, _, end := strings.Cut(rest, "</main>")
	if !ok || !end {
		if strings.Contains(page, "<body") { // a page that stands alone
			return read(t, path, scripts.ReplaceAllString(page[strings.Index(page, "<body"):], ""))
		}
		t.Errorf("%s has no main part: %.300s", path, page)
	}
	return read(t, path, "<main"+rest+"</main>")
}
