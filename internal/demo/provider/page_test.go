package provider

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`

func TestNothingThatIsTypedOrAskedBecomesMarkup(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	question := r.question("state", evil, "nonce", evil, "ui_locales", evil)
	b.post("/demo/users/wim/password", nil)
	for what, a := range map[string]answer{
		"the page":         b.get(question),
		"a typed name":     b.post(question, url.Values{"username": {evil}, "password": {evil}}),
		"a password page":  b.post(question, url.Values{"account": {"wim"}}),
		"a ticket":         b.post(question, url.Values{"ticket": {evil}}),
		"a wrong address":  b.get(r.question("redirect_uri", evil)),
		"signing out":      b.get("/end_session?state=" + url.QueryEscape(evil)),
		"no such address":  b.get("/" + url.PathEscape(evil)),
		"a wrong button":   b.post("/demo/users/"+url.PathEscape(evil)+"/disable", nil),
		"a wrong question": b.get("/authorize?" + evil),
	} {
		if strings.Contains(a.body, "<script") || strings.Contains(a.body, "<img") {
			t.Errorf("%s:\n%s", what, a.body)
		}
	}
	if a := b.post(question, url.Values{
		"username": {evil},
		"password": {"x"},
	}); !strings.Contains(a.body, "&lt;script&gt;") {
		t.Error("the typed name is not there any more")
	}
	if a := b.post(question, url.Values{
		"account": {"jan"},
	}); a.to.Get("state") != evil || strings.ContainsAny(a.Header.Get("Location"), `"<>`) {
		t.Errorf("the state comes back as %q", a.Header.Get("Location"))
	}
}

func TestEveryPageForbidsWhatItDoesNotNeed(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	b.post("/demo/users/wim/password", nil)
	inline := regexp.MustCompile(
		`(?i)<script|<style| style=| on[a-z]+=|https?://[^"<]*\.(css|js|woff2|png)`,
	)
	for what, a := range map[string]answer{
		"first page":     b.get("/"),
		"sign in":        b.get(r.question()),
		"wrong password": b.post(r.question(), url.Values{"username": {"jan"}, "password": {"x"}}),
		"other password": b.post(r.question(), url.Values{"account": {"wim"}}),
		"error":          b.get("/authorize"),
		"sign out":       b.get("/end_session"),
	} {
		want := "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' " +
			r.Site +
			"; base-uri 'none'; frame-ancestors 'none'"
		if got := a.Header.Get("Content-Security-Policy"); got != want {
			t.Errorf("%s: %q", what, got)
		}
		if a.Header.Get("Cache-Control") != "no-store" ||
			a.Header.Get("X-Content-Type-Options") != "nosniff" ||
			a.Header.Get("Referrer-Policy") != "same-origin" ||
			a.Header.Get("Cross-Origin-Opener-Policy") != "" {
			t.Errorf("%s: %v", what, a.Header)
		}
		if found := inline.FindString(a.body); found != "" {
			t.Errorf("%s holds %q", what, found)
		}
		if strings.Count(a.body, "<h1") != 1 || !strings.Contains(a.body, `<html lang="nl">`) ||
			strings.Count(a.body, "<title>") != 1 {
			t.Errorf("%s has no single h1, title and language", what)
		}
	}
	if a := b.get("/provider.css"); a.StatusCode != http.StatusOK ||
		!strings.HasPrefix(a.Header.Get("Content-Type"), "text/css") ||
		strings.Contains(a.body, "url(") {
		t.Errorf("style sheet: %d %s", a.StatusCode, a.Header.Get("Content-Type"))
	}
}

func TestTheLoginPageOffersEachAccountAndHasTheIdsOfTheRealOne(t *testing.T) {
	t.Parallel()
	r := start(t)
	a := r.browser().get(r.question())
	for _, want := range []string{
		`id="username"`,
		`id="password"`,
		`id="kc-login"`,
		"Inloggen als Sanne, coördinator",
		"Inloggen als Puck, uitgezet account",
		"Dit is een demo",
		`<label for="username">`,
		`<label for="password">`,
	} {
		if strings.Count(a.body, want) != 1 {
			t.Errorf("%q stands there %d times", want, strings.Count(a.body, want))
		}
	}
	if got := r.browser().post(r.question(), url.Values{
		"account": {"sanne"},
	}); got.to.Get("code") == "" {
		t.Errorf("the button gives %d", got.StatusCode)
	}
}

func TestUnknownAndWrongAreToldTheSame(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	pages := map[string]bool{}
	for _, login := range []string{"jan", "bestaatniet", "jan@x.example", "puck"} {
		a := b.post(r.question(), url.Values{"username": {login}, "password": {"fout"}})
		if !strings.Contains(a.body, wrongText) || !strings.Contains(a.body, `role="alert"`) ||
			a.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d %s", login, a.StatusCode, a.Header.Get("Set-Cookie"))
		}
		pages[strings.Replace(a.body, `value="`+login+`" autocomplete`, "", 1)] = true
	}
	if len(pages) != 1 {
		t.Error("the pages differ")
	}
	for _, form := range []url.Values{
		{"username": {""}, "password": {""}},
		{"username": {" JAN@X.example "}, "password": {"fout"}},
		{},
	} {
		if a := b.post(r.question(), form); !strings.Contains(a.body, wrongText) {
			t.Errorf("%v", form)
		}
	}
	if a := b.post(r.question(), url.Values{
		"username": {" JAN@X.example "},
		"password": {password},
	}); a.to.Get("code") == "" {
		t.Error("an e-mail address in capitals is refused")
	}
}

func TestTheCookieIsForThisProviderOnlyAndNewAtEachSignIn(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	seen := map[string]bool{}
	for range 2 {
		a := b.post(r.question("prompt", "login"), url.Values{"account": {"jan"}})
		c := a.Cookies()
		if len(c) != 1 || c[0].Name != cookieName || !c[0].HttpOnly ||
			c[0].SameSite != http.SameSiteLaxMode ||
			c[0].Path != "/" ||
			c[0].MaxAge != 0 ||
			c[0].Domain != "" ||
			len(c[0].Value) < 43 {
			t.Fatalf("%v", c)
		}
		seen[c[0].Value] = true
	}
	if len(seen) != 2 {
		t.Error("the value stayed the same")
	}
}

func TestOnlyTheSiteGetsTokensFromItsPages(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	for _, path := range []string{"/.well-known/openid-configuration", "/keys"} {
		for _, origin := range []string{r.Site, "https://elders.example"} {
			a := b.get(path, "Origin", origin)
			if a.StatusCode != http.StatusOK ||
				a.Header.Get("Access-Control-Allow-Origin") != "*" ||
				a.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s from %s: %d %v", path, origin, a.StatusCode, a.Header)
			}
		}
	}
	for origin, want := range map[string]string{
		r.Site:                     r.Site,
		"https://elders.example":   "",
		r.Site + ".elders.example": "",
		"null":                     "",
	} {
		a := b.do(
			http.MethodOptions,
			"/token",
			nil,
			"Origin",
			origin,
			"Access-Control-Request-Method",
			"POST",
			"Access-Control-Request-Headers",
			"content-type",
		)
		if a.StatusCode >= 300 || a.Header.Get("Access-Control-Allow-Origin") != want {
			t.Errorf("may %s post: %d %v", origin, a.StatusCode, a.Header)
		}
	}
	for _, path := range []string{"/", r.question(), "/end_session"} {
		if a := b.get(path, "Origin", r.Site); a.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("the site may read %s", path)
		}
	}
}
