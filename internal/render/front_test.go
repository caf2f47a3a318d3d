package render

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTheStatusOfAPageIsThatOfItsWorstRead(t *testing.T) {
	for _, c := range []struct{ read, page int }{
		{200, 200},
		{404, 404},
		{410, 410},
		{422, 404},
		{400, 404},
		{429, 429},
		{500, 500},
		{503, 503},
		{302, 500},
	} {
		m := newRoom(t)
		m.says(c.read, `{"secret":"s"}`)
		w := m.get("/detail/act_1/occ_1")
		wantStatus(t, w, c.page)
		b := bootOf(t, w.Body.String())
		if b.Status != c.page || b.Data["layout"] == nil ||
			(c.read == 200) != (b.Data["page"] != nil) {
			t.Fatalf("read %d: boot %+v", c.read, b)
		}
		if c.page >= 400 {
			wantText(t, w, `<meta name="robots" content="noindex">`)
			wantNoText(t, w, "canonical", "secret")
		}
		if c.page >= 500 {
			wantHead(t, w, "Cache-Control", "no-store")
		}
	}
}

func TestBrokenJSONOfAReadIsAnErrorPage(t *testing.T) {
	m := newRoom(t)
	m.says(200, `{"half":`)
	wantStatus(t, m.get("/"), 500)
	m.answers(func(http.ResponseWriter, *http.Request) { panic("boem") })
	wantStatus(t, m.get("/"), 500)
}

func TestRetryAfterOfAReadReachesTheVisitor(t *testing.T) {
	m := newRoom(t)
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "7")
		reply(w, 503, `{}`)
	})
	wantHead(t, m.get("/"), "Retry-After", "7")
}

func TestReadsGetParamsFixedValuesAndKnownQueryWordsOnly(t *testing.T) {
	m := newRoom(t)
	for target, want := range map[string]string{
		"/detail/act_1/occ_2":    "/api/activities/act_1/occurrences/occ_2",
		"/detail/a%2Fb/occ%20_2": "/api/activities/a%2Fb/occurrences/occ%20_2",
		"/about":                 "/api/pages/about",
		"/agenda":                "/api/agenda?limit=3",
		"/agenda?zoek=kof+fie&utm=1&week=2026-W50&zoek=": "/api/agenda?limit=3&week=2026-W50&zoek=kof+fie",
		"/agenda?zoek=" +
			strings.Repeat(
				"%C3%A9",
				300,
			): "/api/agenda?limit=3&zoek=" + strings.Repeat("%C3%A9", 200),
	} {
		w := m.get(target)
		wantStatus(t, w, 200)
		calls := m.saw()
		if len(calls) != 1 || calls[0].target != want {
			t.Fatalf("%s asked %v", target, calls)
		}
	}
	b := bootOf(t, m.get("/agenda?x=y&zoek=b&week=a").Body.String())
	if b.URL != "/agenda?week=a&zoek=b" || b.Origin != "https://herstel.example" {
		t.Fatalf("%+v", b)
	}
	m.saw()
	m.get("/agenda?week=a&zoek=b&fbclid=1")
	if calls := m.saw(); len(calls) != 0 {
		t.Fatalf("other words and another order are the same page, but it was built: %v", calls)
	}
}

func TestTheFirstLineWhosePrefixFitsAnswers(t *testing.T) {
	m := newRoom(t)
	m.get("/waitlist/occ_1")
	if c := m.saw(); c[0].target != "/api/occurrences/occ_1" ||
		c[0].head.Get("Authorization") != "" {
		t.Fatalf("%+v", c)
	}
	m.get("/waitlist/wl_geheim")
	if c := m.saw(); c[0].target != "/api/entry" {
		t.Fatalf("%+v", c)
	}
	w := m.get("/waitlist/iets")
	wantStatus(t, w, 404)
	if b := bootOf(t, w.Body.String()); b.URL != "/404" {
		t.Fatalf("%+v", b)
	}
}

func TestAKeyGoesAsAuthorizationAndItsPageIsNeverKept(t *testing.T) {
	m := newRoom(t)
	for range 2 {
		w := m.get(
			"/waitlist/wl_geheim?stap=afmelden",
			"X-Forwarded-For",
			"192.0.2.7",
			"If-None-Match",
			"*",
		)
		wantStatus(t, w, 200)
		wantHead(t, w, "Cache-Control", "no-store")
		wantHead(t, w, "Etag", "")
		wantText(
			t,
			w,
			`<meta name="robots" content="noindex">`,
			`<meta property="og:title" content="Herstelruimte">`,
		)
		wantNoText(t, w, "canonical", "og:url", "og:description")
		c := m.saw()
		if len(c) != 1 || c[0].target != "/api/entry?stap=afmelden" ||
			c[0].head.Get("Authorization") != "Aanmelding wl_geheim" ||
			c[0].head.Get("X-Forwarded-For") != "192.0.2.7" || c[0].remote != "192.0.2.1:1234" {
			t.Fatalf("%+v", c)
		}
	}
	m.get("/waitlist/wl_a%0d%0ab")
	if c := m.saw(); c[0].head.Get("Authorization") != "Aanmelding wl_a%0D%0Ab" {
		t.Fatalf("%+v", c)
	}
}

func TestASecretAddressIsNotLogged(t *testing.T) {
	m := newRoom(t)
	m.says(200, `{"do":"tell","what":"geheim"}`)
	m.get("/waitlist/wl_geheim")
	m.get("/detail/act_1/occ_1")
	m.get("/agenda?zoek=geheim")
	if log := m.log.String(); strings.Contains(log, "geheim") ||
		!strings.Contains(log, "page=/waitlist/:token ") ||
		!strings.Contains(log, "page=/detail/:a/:o ") || !strings.Contains(log, "page=/agenda ") {
		t.Fatal(log)
	}
}

func TestTheLogNamesWhyAPageCouldNotBeDrawn(t *testing.T) {
	for do, why := range map[string]string{
		"throw":  "thrown: Error at render",
		"tell":   "thrown: TypeError at render",
		"bare":   "thrown:",
		"loop":   "InternalError: interrupted",
		"memory": "InternalError: ", // out of it, or of time
		"number": "ssr.render gave",
		"empty":  "gave no HTML",
	} {
		m := newRoom(t)
		m.says(200, `{"do":"`+do+`","what":"geheim"}`)
		m.get("/detail/act_1/occ_1")
		if log := m.log.String(); !strings.Contains(log, why) || strings.Contains(log, "geheim") {
			t.Errorf("%s: %s", do, log)
		}
	}
}

func TestAVisitorWhoLeftIsNoPageThatCouldNotBeDrawn(t *testing.T) {
	m := newRoom(t)
	ctx, leave := context.WithCancel(t.Context())
	leave()
	a, b := <-m.front.pool.free, <-m.front.pool.free
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/waitlist/wl_1", nil)
	m.ServeHTTP(httptest.NewRecorder(), r)
	m.front.pool.free <- a
	m.front.pool.free <- b
	if log := m.log.String(); log != "" {
		t.Error(log)
	}
}

func TestWhenRenderingFailsTheShellIsSentAndCounted(t *testing.T) {
	m := newRoom(t)
	m.says(200, `{"do":"throw","x":"</script>"}`)
	w := m.get("/")
	wantStatus(t, w, 200)
	wantHead(t, w, "Cache-Control", "no-store")
	wantText(t, w, `<div id="root"></div><noscript><div role="main"`, "030 123 45 67", `\u003c/script\u003e`)
	if b := bootOf(t, w.Body.String()); b.Data["page"] == nil {
		t.Fatalf("%+v", b)
	}
	if s := m.front.Stats(); s.Shells != 1 || s.Failures != 1 {
		t.Fatalf("%+v", s)
	}
	m.says(200, `{}`)
	w = m.get("/")
	wantHead(t, w, "Cache-Control", "no-cache")
	wantNoText(t, w, "<noscript>")
}

func TestTheHeadIsWrittenFromWords(t *testing.T) {
	m := newRoom(t)
	m.says(
		200,
		`{"head":{"title":"A & B","description":"Een \"zin\"","canonical":"/","image":"/foto.jpg","jsonLd":{"name":"</script>","url":"/"}},
		"hoist":"<link rel=\"preload\" href=\"/foto.jpg\"/>"}`,
	)
	w := m.get("/agenda?week=1")
	wantText(
		t,
		w,
		"<title>A &amp; B</title>",
		`<meta name="description" content="Een &#34;zin&#34;">`,
		`<link rel="canonical" href="https://herstel.example/">`,
		`<meta property="og:url" content="https://herstel.example/">`,
		`<meta property="og:title" content="A &amp; B">`,
		`<meta property="og:image" content="https://herstel.example/foto.jpg">`,
		`<script type="application/ld+json">{"name":"\u003c/script\u003e","url":"https://herstel.example/"}</script>`,
		`<link rel="stylesheet" href="/assets/field.css">`+"\n"+
			`<link rel="stylesheet" href="/assets/home.css">`,
		`<link rel="" crossorigin href="/assets/home.js">`+"\n"+
			`<link rel="" crossorigin href="/assets/field.js">`,
		`<div id="root"><main`,
	)
	wantNoText(t, w, "assets/main.js")
	if before, _, _ := strings.Cut(
		w.Body.String(),
		"</head>",
	); !strings.Contains(before, `rel="preload"`) {
		t.Fatal("the preload of React is not in the head")
	}
	m.says(200, `{"head":{"title":"Aanmelden","description":"Neutraal.","neutral":true}}`)
	w = m.get("/register/act_1/occ_1")
	wantText(
		t,
		w,
		`<meta property="og:title" content="Herstelruimte">`,
		`content="Neutraal."`,
		`href="https://herstel.example/register/act_1/occ_1"`,
		`<meta property="og:image" content="https://herstel.example/preview.png">`,
	)
	wantNoText(t, w, "og:description")
	m.says(200, `{"head":{"title":"Gefilterd","robots":"noindex"}}`)
	wantNoText(t, m.get("/agenda?week=2"), "canonical", "og:url")
}

func TestAStaffLineSendsNoData(t *testing.T) {
	m := newRoom(t)
	for _, target := range []string{
		"/waitlist/reg_geheim",
		"/waitlist/reg_ander?stap=x",
		"/addStory",
	} {
		w := m.get(target)
		wantStatus(t, w, 200)
		wantText(t, w, `content="noindex"`)
		wantNoText(t, w, "geheim", "ander")
		if b := bootOf(t, w.Body.String()); len(b.Data) != 1 || b.Data["layout"] == nil {
			t.Fatalf("%+v", b)
		}
	}
	if c := m.saw(); len(c) != 0 {
		t.Fatalf("%+v", c)
	}
	if n := m.front.Stats().Renders; n != 3 { // the site map and two pages
		t.Fatalf("%d renders", n)
	}
	w := m.post("/waitlist/reg_1", "form=leave")
	wantStatus(t, w, 405)
	wantHead(t, w, "Allow", "GET, HEAD")
}

func flashCookieOf(text string) string {
	return "a=b; hr_flash=" + base64.RawURLEncoding.EncodeToString([]byte(text))
}

func TestAFlashIsShownOnceAndPastTheCache(t *testing.T) {
	m := newRoom(t)
	m.get("/detail/act_1/occ_1")
	w := m.get(
		"/detail/act_1/occ_1",
		"Cookie",
		flashCookieOf(`{"name":"Zoë","kind":"registered","way":"mail"}`),
	)
	wantHead(t, w, "Cache-Control", "no-store")
	wantHead(t, w, "Set-Cookie", "hr_flash=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax")
	if b := bootOf(
		t,
		w.Body.String(),
	); b.Flash == nil || *b.Flash != (Flash{Name: "Zoë", Kind: "registered", Way: "mail"}) {
		t.Fatalf("%+v", b.Flash)
	}
	w = m.get("/detail/act_1/occ_1")
	wantHead(t, w, "Cache-Control", "no-cache")
	if b := bootOf(t, w.Body.String()); b.Flash != nil {
		t.Fatal("the flash was kept")
	}
	for _, bad := range []string{
		"hr_flash=%%%",
		flashCookieOf("nee"),
		flashCookieOf("null"),
		flashCookieOf(`{"kind":""}`),
		flashCookieOf(`{"kind":"<b>"}`),
		flashCookieOf(`{"kind":"left","name":"` + strings.Repeat("é", 61) + `"}`),
	} {
		w := m.get("/detail/act_1/occ_1", "Cookie", bad)
		wantStatus(t, w, 200)
		if b := bootOf(
			t,
			w.Body.String(),
		); b.Flash != nil || !strings.HasPrefix(w.Header().Get("Set-Cookie"), "hr_flash=;") {
			t.Fatalf("%q: %+v", bad, b.Flash)
		}
	}
}

func TestAPageOutlivesItsReadForTheNamedFlashOnly(t *testing.T) {
	m := newRoom(t)
	m.says(404, `{"code":"not_found"}`)
	w := m.get(
		"/waitlist/wl_1",
		"Cookie",
		flashCookieOf(`{"name":"Zoë","kind":"erased","way":"none"}`),
	)
	wantStatus(t, w, 200)
	if b := bootOf(
		t,
		w.Body.String(),
	); b.Flash == nil || b.Status != 200 || len(b.Data) != 1 || b.Data["layout"] == nil {
		t.Fatalf("%+v", b)
	}
	wantStatus(
		t,
		m.get(
			"/waitlist/wl_1",
			"Cookie",
			flashCookieOf(`{"name":"Zoë","kind":"left","way":"none"}`),
		),
		404,
	)
	wantStatus(t, m.get("/waitlist/wl_1"), 404)
}

func TestOtherSpellingsRedirectAndIdsStay(t *testing.T) {
	m := newRoom(t)
	for target, want := range map[string]string{
		"/agenda/":                      "/agenda",
		"/AGENDA///?week=1&x=%20":       "/agenda?week=1&x=%20",
		"/addstory":                     "/addStory",
		"/Detail/Act_A/oCC_b/":          "/detail/Act_A/oCC_b",
		"/DETAIL/a%2Fb/%C3%A9":          "/detail/a%2Fb/%C3%A9",
		"/A/Wrap":                       "/a/Wrap",
		"/Waitlist/WL_1":                "/waitlist/WL_1",
		"/nergens/":                     "",
		"/nergens":                      "",
		"//evil.example/":               "",
		"//":                            "",
		"/detail//occ_1/":               "",
		"/waitlist/":                    "",
		"/agenda/WRAP.ics/":             "",
		"/agenda/%2e%2e/%2f%2fevil.com": "",
	} {
		for _, method := range []string{"GET", "HEAD", "POST"} {
			w := m.do(method, "http://herstel.example"+target)
			if want == "" {
				wantStatus(t, w, 404)
				continue
			}
			wantStatus(t, w, 308)
			wantHead(t, w, "Location", want)
		}
	}
}

func TestHeadAnswersLikeGetWithoutABody(t *testing.T) {
	m := newRoom(t)
	for _, target := range []string{
		"/",
		"/register/act_1/occ_1",
		"/nergens",
		"/assets/main.js",
		"/favicon.svg",
		"/addStory",
		"/assets/oud.js",
	} {
		g, h := m.get(
			target,
			"Accept-Encoding",
			"gzip",
		), m.do("HEAD", target, "Accept-Encoding", "gzip")
		wantStatus(t, h, g.Code)
		if h.Body.Len() != 0 {
			t.Fatalf("%s has a body", target)
		}
		for _, name := range []string{
			"Content-Type",
			"Cache-Control",
			"Etag",
			"Content-Encoding",
			"Vary",
		} {
			wantHead(t, h, name, g.Header().Get(name))
		}
	}
	wantStatus(t, m.do("HEAD", "/waitlist/wl_1"), 200)
}

func TestUnknownAddressesShareOnePage(t *testing.T) {
	m := newRoom(t)
	first := m.get("/nergens")
	wantStatus(t, first, 404)
	before := m.front.Stats().Renders
	other := m.get("/ergens/anders?x=1")
	wantStatus(t, other, 404)
	if m.front.Stats().Renders != before || first.Body.String() != other.Body.String() {
		t.Fatal("a second unknown address was built again")
	}
	wantHead(t, other, "Cache-Control", "no-cache")
	wantText(t, other, `content="noindex"`)
}

func TestWithoutItsLayoutAPageIsAnErrorWithoutData(t *testing.T) {
	m := newRoom(t)
	m.down.Store(true)
	for target, status := range map[string]int{
		"/":              503,
		"/waitlist/wl_1": 503,
		"/nergens":       404,
		"/addStory":      503,
	} {
		w := m.get(target)
		wantStatus(t, w, status)
		if b := bootOf(t, w.Body.String()); b.Data != nil {
			t.Fatalf("%s: %+v", target, b)
		}
	}
	m.down.Store(false)
	wantHead(t, m.get("/nergens"), "Cache-Control", "no-cache")
	m.down.Store(true)
	m.revision.Add(1)
	if b := bootOf(t, m.get("/anders").Body.String()); b.Data["layout"] == nil {
		t.Fatal("the older not-found page was thrown away")
	}
}

func TestAssetsAreForEverAndOtherFilesForAnHour(t *testing.T) {
	m := newRoom(t)
	w := m.get("/assets/main.js", "Accept-Encoding", "gzip, br")
	wantHead(t, w, "Cache-Control", "public, max-age=31536000, immutable")
	wantHead(t, w, "Content-Encoding", "br")
	wantHead(t, w, "Content-Type", "text/javascript; charset=utf-8")
	w = m.get("/favicon.svg")
	wantHead(t, w, "Cache-Control", "public, max-age=3600")
	wantHead(t, w, "Content-Type", "image/svg+xml")
	for _, hidden := range []string{
		"/assets/oud.js",
		"/.gitkeep",
		"/index.html",
		"/.vite/manifest.json",
	} {
		wantStatus(t, m.get(hidden), 404)
	}
	wantHead(t, m.get("/assets/oud.js"), "Cache-Control", "no-store")
}
