package render

import (
	"slices"
	"testing"
)

func TestAPageIsKeptOnceForThoseWhoChoseAndOnceForTheOthers(t *testing.T) {
	m := newRoom(t)
	before := m.front.Stats().Renders
	ask := func(cookie string) bool {
		w := m.get("/", "Cookie", cookie)
		wantStatus(t, w, 200)
		return bootOf(t, w.Body.String()).Ask
	}
	for cookie, want := range map[string]bool{
		"":                              true,
		"x=1; cookieConsentOld=true":    true,
		"a=cookieConsent=true":          true,
		"cookieConsent=true":            false,
		"x=1; cookieConsent=false; y=2": false,
		"cookieConsent=anders":          false,
		"cookieConsent=":                false,
	} {
		if got := ask(cookie); got != want {
			t.Errorf("cookie %q: the page asks is %v", cookie, got)
		}
	}
	if n := m.front.Stats().Renders - before; n != 2 {
		t.Errorf("%d renders, want one for each of the two", n)
	}
	asked, chosen := m.get("/").Header().Get(
		"Etag",
	), m.get("/", "Cookie", "cookieConsent=true").Header().Get("Etag")
	if asked == "" || asked == chosen {
		t.Errorf("etags %q and %q", asked, chosen)
	}
	wantStatus(t, m.get("/", "Cookie", "cookieConsent=true", "If-None-Match", asked), 200)
}

func TestPagesWithoutALayoutNeverAsk(t *testing.T) {
	m := newRoom(t)
	if b := bootOf(t, m.get("/auth-popup").Body.String()); b.Ask {
		t.Error("a page that stands alone asks")
	}
	if b := bootOf(t, m.get("/nergens").Body.String()); !b.Ask {
		t.Error("the not-found page has a layout")
	}
}

func TestOnlyPagesWithoutPersonalAddressesAreCountable(t *testing.T) {
	got := newRoom(t).front.Countable()
	want := []string{
		"/",
		"/agenda",
		"/detail/:a/:o",
		"/about",
		"/register/:a/:o",
		"/waitlist/:id",
		"/letter",
		"/login",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
