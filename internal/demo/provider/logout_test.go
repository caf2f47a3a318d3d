package provider

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func signOut(hint string, more ...string) string {
	q := url.Values{"id_token_hint": {hint}}
	for i := 0; i < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return "/end_session?" + q.Encode()
}

func TestSigningOutEndsTheSessionAndTellsTheSite(t *testing.T) {
	t.Parallel()
	r := start(t)
	b, elsewhere := r.browser(), r.browser()
	got, other := b.enterAs("jan"), elsewhere.enterAs("jan")
	a := b.get(signOut(got.ID, "post_logout_redirect_uri", r.Site+"/login", "state", "s2"))
	if a.StatusCode != http.StatusFound || a.Header.Get("Location") != r.Site+"/login?state=s2" {
		t.Errorf("%d to %s", a.StatusCode, a.Header.Get("Location"))
	}
	if set := a.Header.Get(
		"Set-Cookie",
	); !strings.HasPrefix(set, cookieName+"=;") || !strings.Contains(set, "Max-Age=0") {
		t.Errorf("the cookie stays: %q", set)
	}
	if _, no, _ := b.token(renew(got.Refresh)); no.Error != "invalid_grant" {
		t.Errorf("refresh after signing out: %v", no)
	}
	if a := b.get(r.question("prompt", "none")); a.to.Get("error") != "login_required" {
		t.Errorf("still signed in: %v", a.to)
	}
	if _, _, status := elsewhere.token(renew(other.Refresh)); status != http.StatusOK {
		t.Error("the session in another browser ended too")
	}
	told := r.tellings()
	if len(told) != 1 {
		t.Fatalf("%d logout tokens", len(told))
	}
	c := r.read(told[0])
	events, _ := c["events"].(map[string]any)
	_, event := events["http://schemas.openid.net/event/backchannel-logout"].(map[string]any)
	now := float64(began.Unix())
	if c["iss"] != r.Issuer() || c["aud"] != ClientID || c["sub"] != "sub-jan" ||
		c["sid"] != got.Session ||
		c["iat"] != now ||
		c["exp"] != now+120 ||
		c["jti"] == nil ||
		c["nonce"] != nil ||
		c["typ"] != "Logout" || c["email"] != nil || c["name"] != nil || !event ||
		len(events) != 1 {
		t.Errorf("%v", c)
	}
}

func TestAnOldTokenStillSignsOut(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	got := b.enterAs("jan")
	r.clock.Advance(time.Hour)
	if a := b.get(
		signOut(got.ID, "post_logout_redirect_uri", r.Site+"/"),
	); a.StatusCode != http.StatusFound || len(r.tellings()) != 1 {
		t.Errorf("%d, %d logout tokens", a.StatusCode, len(r.tellings()))
	}
	if a := b.get(
		signOut(got.ID, "post_logout_redirect_uri", r.Site+"/"),
	); a.StatusCode != http.StatusFound || len(r.tellings()) != 1 {
		t.Errorf("a second time: %d, %d logout tokens", a.StatusCode, len(r.tellings()))
	}
}

func TestAForgedSignOutEndsNothing(t *testing.T) {
	t.Parallel()
	r, foreign := start(t), start(t)
	b := r.browser()
	got := b.enterAs("jan")
	parts := strings.Split(got.ID, ".")
	for what, address := range map[string]string{
		"an access token":   signOut(got.Access),
		"of another issuer": signOut(foreign.browser().enterAs("jan").ID),
		"without signature": signOut("eyJhbGciOiJub25lIn0." + parts[1] + "."),
		"with another body": signOut(
			parts[0] + "." + strings.Split(got.Access, ".")[1] + "." + parts[2],
		),
		"no token at all":  signOut("x"),
		"another address":  signOut(got.ID, "post_logout_redirect_uri", "https://elders.example/"),
		"a longer address": signOut(got.ID, "post_logout_redirect_uri", r.Site+"/login/x"),
	} {
		if a := b.get(
			address,
		); a.StatusCode != http.StatusBadRequest || a.Header.Get("Location") != "" {
			t.Errorf("%s: %d", what, a.StatusCode)
		}
	}
	if _, _, status := b.token(
		renew(got.Refresh),
	); status != http.StatusOK || len(r.tellings()) != 0 {
		t.Errorf("the session ended: %d, %d logout tokens", status, len(r.tellings()))
	}
}

func TestWithoutATokenSigningOutIsAsked(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	b.enterAs("jan")
	if a := b.get(
		"/end_session",
	); !strings.Contains(a.body, "Wil je uitloggen?") || len(r.tellings()) != 0 {
		t.Errorf("%d logout tokens after reading a page: %s", len(r.tellings()), a.body)
	}
	if a := b.post(
		"/end_session",
		nil,
	); !strings.Contains(a.body, "Je bent uitgelogd") || len(r.tellings()) != 1 {
		t.Errorf("%d logout tokens after the button", len(r.tellings()))
	}
}

func TestSigningOutWorksWhenTheSiteIsDown(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	got := b.enterAs("jan")
	r.site.Close()
	if a := b.get(
		signOut(got.ID, "post_logout_redirect_uri", r.Site+"/"),
	); a.StatusCode != http.StatusFound {
		t.Errorf("%d", a.StatusCode)
	}
}
