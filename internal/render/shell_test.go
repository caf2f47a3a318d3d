package render

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

const session = "session=x"

// carries is whether a request has the cookie `session`.
func carries(r *http.Request) bool {
	for _, all := range r.Header["Cookie"] {
		if strings.Contains(all, "session=") {
			return true
		}
	}
	return false
}

// everywhere is an address of every kind of line, with the script its shell preloads.
var everywhere = map[string]string{
	"/":                                    "home",
	"/agenda?week=2026-W50":                "home",
	"/detail/act_1/occ_1":                  "detail",
	"/about":                               "home",
	"/register/act_1/occ_1":                "detail",
	"/waitlist/occ_1":                      "home",
	"/waitlist/wl_geheim":                  "detail",
	"/login?terug=%2Fbeheer":               "home",
	"/auth-popup?code=geheim&state=geheim": "detail",
	"/waitlist/reg_1":                      "",
	"/addStory":                            "",
	"/nergens":                             "",
}

func TestARequestWithASessionGetsTheShellOfAnyPage(t *testing.T) {
	m := newRoomFor(t, carries)
	renders := m.front.Stats().Renders
	for target, script := range everywhere {
		w := m.get(target, "Cookie", session)
		status := http.StatusOK
		if target == "/nergens" {
			status = http.StatusNotFound
		}
		wantStatus(t, w, status)
		wantHead(t, w, "Cache-Control", "no-store")
		wantHead(t, w, "Etag", "")
		wantText(
			t,
			w,
			`<div id="root"></div><noscript><p>`,
			"030 123 45 67",
			"<title>Herstelruimte</title>",
			`<meta name="robots" content="noindex">`,
			`<meta property="og:title" content="Herstelruimte">`,
		)
		wantNoText(t, w, "canonical", "og:url", "<main", "hr.placeholder")
		if got := strings.Contains(
			w.Body.String(),
			`<link rel="" crossorigin href="/assets/`+script+`.js">`,
		); got != (script != "") ||
			script == "" && strings.Contains(w.Body.String(), `<link rel="" `) {
			t.Errorf("%s does not preload just the script of %q: %s", target, script, w.Body)
		}
		b := bootOf(t, w.Body.String())
		if !b.Shell || b.Status != status || b.Origin != "https://herstel.example" ||
			len(b.Data) != 1 ||
			b.Data["layout"] == nil {
			t.Errorf("%s: %+v", target, b)
		}
	}
	if c := m.saw(); len(c) != 0 || m.front.Stats().Renders != renders ||
		len(m.front.cache.slots) != 0 {
		t.Errorf(
			"reads %v, %d renders, %d kept: a shell needs none",
			c,
			m.front.Stats().Renders-renders,
			len(m.front.cache.slots),
		)
	}
}

func TestTheBootStateOfAShellIsExactlyThis(t *testing.T) {
	m := newRoomFor(t, carries)
	_, rest, _ := strings.Cut(
		m.get("/agenda?zoek=b&x=y&week=a", "Cookie", session).Body.String(),
		`id="boot">`,
	)
	text, _, _ := strings.Cut(rest, "</script>")
	var boot map[string]any
	if err := json.Unmarshal([]byte(text), &boot); err != nil {
		t.Fatal(err)
	}
	if keys := slices.Sorted(
		maps.Keys(boot),
	); !slices.Equal(keys, []string{"ask", "data", "origin", "shell", "status", "url"}) ||
		boot["url"] != "/agenda?week=a&zoek=b" {
		t.Fatalf("%v", boot)
	}
	if c := m.calls; len(c) != 1 || c[0].target != layoutRead || c[0].head.Get("Cookie") != "" ||
		c[0].head.Get("Authorization") != "" {
		t.Fatalf("the layout of a shell is read with %v", c)
	}
}

func TestAShellIsNeitherOlderNorSparedToABrowserThatHasThePage(t *testing.T) {
	m := newRoomFor(t, carries)
	tag := m.get("/").Header().Get("Etag")
	wantStatus(t, m.get("/", "If-None-Match", tag), 304)
	wantStatus(t, m.get("/", "If-None-Match", tag, "Cookie", session), 200)
	h := m.do("HEAD", "/", "Cookie", session)
	wantStatus(t, h, 200)
	wantHead(t, h, "Cache-Control", "no-store")
	if h.Body.Len() != 0 {
		t.Fatal("HEAD has a body")
	}
	w := m.get("/", "Cookie", session, "Accept-Encoding", "br")
	wantHead(t, w, "Content-Encoding", "br")
	if b, err := io.ReadAll(brotli.NewReader(w.Body)); err != nil || !bootOf(t, string(b)).Shell {
		t.Fatal(err)
	}
}

func TestVisitorsGetTheSameBytesWhetherOrNotTheSiteKnowsStaff(t *testing.T) {
	without, with := newRoom(t), newRoomFor(t, carries)
	for _, target := range slices.Sorted(maps.Keys(everywhere)) {
		for _, cookie := range []string{"", "cookieConsent=yes; other=1"} { // built, then kept
			want, got := without.get(target, "Cookie", cookie), with.get(target, "Cookie", cookie)
			if got.Code != want.Code || got.Body.String() != want.Body.String() ||
				!maps.EqualFunc(got.Header(), want.Header(), slices.Equal) {
				t.Errorf(
					"%s: %d %v %s\nwant %d %v %s",
					target,
					got.Code,
					got.Header(),
					got.Body,
					want.Code,
					want.Header(),
					want.Body,
				)
			}
			if bootOf(t, got.Body.String()).Shell {
				t.Errorf("%s: a visitor got the shell", target)
			}
		}
	}
}

func TestARequestWithASessionNeverFillsTheCache(t *testing.T) {
	for _, target := range slices.Sorted(maps.Keys(everywhere)) {
		m, control := newRoomFor(t, carries), newRoom(t)
		m.says(200, `{"for":"staff"}`)
		m.get(target, "Cookie", session)
		if n := len(m.front.cache.slots); n != 0 {
			t.Errorf("%s: %d addresses kept", target, n)
		}
		m.says(200, `{"for":"visitors"}`)
		control.says(200, `{"for":"visitors"}`)
		if got, want := m.get(target), control.get(
			target,
		); got.Body.String() != want.Body.String() ||
			got.Header().Get("Etag") != want.Header().Get("Etag") {
			t.Errorf(
				"%s: after somebody with a session visitors get %s, want %s",
				target,
				got.Body,
				want.Body,
			)
		}
	}
}

func TestARequestWithASessionNeverReadsTheCache(t *testing.T) {
	m := newRoomFor(t, carries)
	for _, target := range slices.Sorted(maps.Keys(everywhere)) {
		before := m.get(target)
		m.saw()
		if w := m.get(
			target,
			"Cookie",
			session,
		); !bootOf(t, w.Body.String()).Shell || strings.Contains(w.Body.String(), "<main") {
			t.Errorf("%s: kept bytes for somebody with a session: %s", target, w.Body)
		}
		m.down.Store(true) // also not when kept bytes would be better than what there is
		w := m.get(target, "Cookie", session)
		if b := bootOf(t, w.Body.String()); !b.Shell || b.Data != nil ||
			w.Code != http.StatusServiceUnavailable && target != "/nergens" {
			t.Errorf("%s: without the layout: %d %+v", target, w.Code, b)
		}
		m.down.Store(false)
		if after := m.get(target); before.Header().Get("Etag") != after.Header().Get("Etag") {
			t.Errorf("%s: somebody with a session changed the kept page", target)
		}
	}
}

func TestOtherSpellingsRedirectWithASessionToo(t *testing.T) {
	m := newRoomFor(t, carries)
	for target, want := range map[string]string{
		"/AGENDA/?week=1": "/agenda?week=1",
		"/addstory":       "/addStory",
		"/Login":          "/login",
	} {
		w := m.get(target, "Cookie", session)
		wantStatus(t, w, 308)
		wantHead(t, w, "Location", want)
	}
}

func TestPlainFormsWorkWithASessionAsWithout(t *testing.T) {
	m := newRoomFor(t, carries)
	m.says(201, `{"status":"registered"}`)
	w := m.post("/register/act_1/occ_1", "form=register&name=Zo", "Cookie", session)
	wantStatus(t, w, 303)
	wantHead(t, w, "Location", "/sequel/act_1/occ_1")
	if c := m.saw(); len(c) != 1 || c[0].head.Get("Cookie") != "" {
		t.Fatalf("%+v", c)
	}
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			reply(w, 422, `{"code":"invalid"}`)
			return
		}
		reply(w, 200, `{}`)
	})
	w = m.post("/register/act_1/occ_1", "form=register&name=Zo", "Cookie", session)
	wantStatus(t, w, 422)
	wantText(t, w, "<main")
	if b := bootOf(t, w.Body.String()); b.Shell || b.Form == nil || b.Form.Values["name"] != "Zo" {
		t.Fatalf("%+v", b)
	}
}

func TestAFlashOfSomebodyWithASessionIsToldOnceByTheBrowser(t *testing.T) {
	m := newRoomFor(t, carries)
	for _, target := range []string{"/detail/act_1/occ_1", "/addStory"} {
		w := m.get(
			target,
			"Cookie",
			session+"; "+flashCookieOf(`{"name":"Zoë","kind":"registered","way":"mail"}`),
		)
		wantHead(t, w, "Set-Cookie", "hr_flash=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax")
		if b := bootOf(t, w.Body.String()); !b.Shell || b.Flash == nil || b.Flash.Name != "Zoë" {
			t.Fatalf("%+v", b)
		}
	}
}

func TestFilesAreTheSameForEverybody(t *testing.T) {
	m := newRoomFor(t, carries)
	for _, target := range []string{"/assets/main.js", "/favicon.svg"} {
		if a, b := m.get(target), m.get(
			target,
			"Cookie",
			session,
		); a.Body.String() != b.Body.String() ||
			a.Header().Get("Cache-Control") != b.Header().Get("Cache-Control") {
			t.Errorf("%s: %v", target, b.Header())
		}
	}
}

func TestPagesOfTheSignInAreNotForSearchEngines(t *testing.T) {
	m := newRoom(t)
	for _, target := range []string{"/login", "/auth-popup"} {
		w := m.get(target)
		wantStatus(t, w, 200)
		wantText(
			t,
			w,
			`<meta name="robots" content="noindex">`,
			`<meta property="og:title" content="Herstelruimte">`,
			"<main",
		)
		wantNoText(t, w, "canonical", "og:url")
	}
	wantNoText(t, m.get("/about"), "noindex")
}

// The address of a callback holds a code that signs somebody in.
func TestNothingOfACallbackAddressIsRenderedKeptOrLogged(t *testing.T) {
	for _, cookie := range []string{"", session} {
		m := newRoomFor(t, carries)
		a, b := <-m.front.pool.free, <-m.front.pool.free // no engine is free: the failure is logged
		for _, code := range []string{"geheim1", "geheim2"} {
			w := m.get(
				"/auth-popup?code="+code+"&state="+code+"&session_state="+code,
				"Cookie",
				cookie,
			)
			wantNoText(t, w, "geheim")
			if boot := bootOf(t, w.Body.String()); boot.URL != "/auth-popup" {
				t.Errorf("rendered address %q", boot.URL)
			}
		}
		if strings.Contains(m.log.String(), "geheim") ||
			(cookie == "") != strings.Contains(m.log.String(), "/auth-popup") {
			t.Errorf("log: %s", &m.log)
		}
		for key := range m.front.cache.slots {
			t.Errorf("kept under %q", key)
		}
		m.front.pool.free <- a
		m.front.pool.free <- b
	}
	m := newRoom(t)
	m.get("/auth-popup?code=geheim1")
	m.get("/auth-popup?code=geheim2")
	if n := len(m.front.cache.slots); n != 1 {
		t.Errorf("%d pages kept for one", n)
	}
}

// What staff cost the visitors.
func TestTheSessionCheckAllocatesNothingOnAKeptPage(t *testing.T) {
	allocs := func(staff func(*http.Request) bool, heads ...string) float64 {
		visit := keptPage(t, staff, heads...)
		return testing.AllocsPerRun(200, visit)
	}
	cookie := []string{"Cookie", "cookieConsent=yes; other=1"}
	if without, with := allocs(nil), allocs(carries); with > without {
		t.Errorf("%v allocations, %v without the check", with, without)
	}
	if without, with := allocs(nil, cookie...), allocs(carries, cookie...); with > without {
		t.Errorf("with a cookie: %v allocations, %v without the check", with, without)
	}
}
