package provider

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestTheIDTokenIsLikeThatOfTheRealOne(t *testing.T) {
	t.Parallel()
	r := start(t)
	got := r.browser().enterAs("sanne")
	c := r.read(got.ID)
	now := float64(began.Unix())
	for name, want := range map[string]any{
		"typ":                "ID",
		"iss":                r.Issuer(),
		"aud":                ClientID,
		"azp":                ClientID,
		"sub":                "sub-sanne",
		"nonce":              "n1",
		"iat":                now,
		"auth_time":          now,
		"exp":                now + 900,
		"roles":              []any{"coordinator", "beheerder"},
		"name":               "Sanne Visser",
		"preferred_username": "sanne",
		"given_name":         "Sanne",
		"family_name":        "Visser",
		"email":              "sanne@x.example",
		"email_verified":     true,
		"acr":                "1",
		"amr":                []any{"mfa"},
		"sid":                got.Session,
	} {
		if !reflect.DeepEqual(c[name], want) {
			t.Errorf("%s is %v, want %v", name, c[name], want)
		}
		delete(c, name)
	}
	for _, name := range []string{"jti", "at_hash"} {
		if text, _ := c[name].(string); len(text) < 20 {
			t.Errorf("%s is %v", name, c[name])
		}
		delete(c, name)
	}
	if len(c) > 0 || len(got.Session) != 24 {
		t.Errorf(
			"more claims: %v; sid of %d characters",
			slices.Collect(maps.Keys(c)),
			len(got.Session),
		)
	}
	if got.Expires != 900 || got.Kind != "Bearer" || got.Refresh == "" ||
		got.Scope != "openid profile email" {
		t.Errorf("answer: %d %s %q", got.Expires, got.Kind, got.Scope)
	}
	if access := r.read(
		got.Access,
	); access["typ"] != "Bearer" || access["aud"] != nil || access["nonce"] != nil {
		t.Errorf("access token: %v", access)
	}
	if c := r.read(r.browser().enterAs("wim").ID); c["roles"] != nil || c["sub"] != "sub-wim" {
		t.Errorf("somebody without a role: %v", c)
	}
}

func TestDiscoveryNamesWhatTheClientNeeds(t *testing.T) {
	t.Parallel()
	r := start(t)
	var d map[string]any
	if err := json.Unmarshal(
		[]byte(r.browser().get("/.well-known/openid-configuration").body),
		&d,
	); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"issuer":                           r.Issuer(),
		"authorization_endpoint":           r.Issuer() + "/authorize",
		"token_endpoint":                   r.Issuer() + "/token",
		"jwks_uri":                         r.Issuer() + "/keys",
		"end_session_endpoint":             r.Issuer() + "/end_session",
		"backchannel_logout_supported":     true,
		"code_challenge_methods_supported": []any{"S256"},
		"response_types_supported":         []any{"code"},
		"userinfo_endpoint":                nil,
		"device_authorization_endpoint":    nil,
		"introspection_endpoint":           nil,
	} {
		if !reflect.DeepEqual(d[name], want) {
			t.Errorf("%s is %v", name, d[name])
		}
	}
}

func TestAQuestionThatIsNotOfTheSiteGetsAPageAndNoRedirect(t *testing.T) {
	t.Parallel()
	r := start(t)
	for _, changes := range [][]string{
		{"redirect_uri", "https://elders.example/auth-callback"},
		{"redirect_uri", r.Site + "/auth-callback/"},
		{"redirect_uri", r.Site + "/auth-callback?x=1"},
		{"redirect_uri", r.Site + "/Auth-callback"},
		{"redirect_uri", r.Site + "/"},
		{"redirect_uri", r.Site + ".elders.example/auth-callback"},
		{"redirect_uri", ""},
		{"redirect_uri", "javascript:alert(1)"},
		{"client_id", "iemand"},
		{"client_id", ""},
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			a := r.browser().do(method, r.question(changes...), url.Values{
				"username": {"jan"},
				"password": {password},
			})
			if a.StatusCode != http.StatusBadRequest || a.Header.Get("Location") != "" ||
				!strings.Contains(a.body, "Dit adres hoort niet bij onze website.") {
				t.Errorf("%s %v: %d %s", method, changes, a.StatusCode, a.Header.Get("Location"))
			}
		}
	}
	for _, path := range []string{"/auth-callback", "/auth-popup", "/auth-silent"} {
		if a := r.browser().get(
			r.question("redirect_uri", r.Site+path),
		); a.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, a.StatusCode)
		}
	}
}

func TestAWrongQuestionOfTheSiteGoesBackWithItsError(t *testing.T) {
	t.Parallel()
	r := start(t)
	for _, c := range []struct{ name, value, want string }{
		{"code_challenge_method", "", "invalid_request"},
		{"code_challenge_method", "plain", "invalid_request"},
		{"code_challenge", "", "invalid_request"},
		{"code_challenge", "kort", "invalid_request"},
		{"response_type", "id_token", "unauthorized_client"},
		{"response_type", "", "invalid_request"},
		{"response_mode", "fragment", "invalid_request"},
		{"scope", "profile", "invalid_scope"},
		{"prompt", "none login", "invalid_request"},
		{"request", "x.y.z", "request_not_supported"},
		{"prompt", "none", "login_required"},
	} {
		a := r.browser().get(r.question(c.name, c.value))
		if a.StatusCode != http.StatusFound || a.to.Get("error") != c.want ||
			a.to.Get("state") != "s1" ||
			a.to.Get("iss") != r.Issuer() ||
			a.to.Get("code") != "" {
			t.Errorf("%s=%s: %d %v", c.name, c.value, a.StatusCode, a.to)
		}
		if !strings.HasPrefix(a.Header.Get("Location"), r.Site+"/auth-callback?") {
			t.Errorf("sent to %s", a.Header.Get("Location"))
		}
	}
}

func TestACodeWorksOnceForWhoStarted(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	for _, c := range []struct {
		what, want string
		form       func(code string) url.Values
	}{
		{
			"another verifier",
			"PKCE verification failed: Code mismatch",
			func(code string) url.Values { return r.exchange(code, "code_verifier", verifier+"x") },
		},
		{
			"no verifier",
			"PKCE verification failed: Code mismatch",
			func(code string) url.Values { return r.exchange(code, "code_verifier", "") },
		},
		{
			"another of our addresses",
			"Incorrect redirect_uri",
			func(code string) url.Values {
				return r.exchange(code, "redirect_uri", r.Site+"/auth-popup")
			},
		},
		{
			"an invented code",
			"Code not valid",
			func(string) url.Values { return r.exchange("verzonnen") },
		},
		{
			"after a minute",
			"Code not valid",
			func(code string) url.Values {
				r.clock.Advance(61 * time.Second)
				return r.exchange(code)
			},
		},
	} {
		if _, no, status := b.token(
			c.form(b.code("jan")),
		); status != http.StatusBadRequest || no.Error != "invalid_grant" ||
			no.Description != c.want {
			t.Errorf("%s: %d %v", c.what, status, no)
		}
	}
	if _, no, status := b.token(
		r.exchange(b.code("jan"), "client_id", "iemand"),
	); status == http.StatusOK || no.Error != "invalid_client" {
		t.Errorf("another client: %d %v", status, no)
	}
	if a := b.get(
		"/token?" + r.exchange(b.code("jan")).Encode(),
	); a.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a code in an address: %d", a.StatusCode)
	}
}

func TestACodeThatComesBackEndsWhatWasGivenForIt(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	code := b.code("jan")
	first, _, _ := b.token(r.exchange(code))
	if _, no, _ := b.token(
		r.exchange(code),
	); no.Error != "invalid_grant" || no.Description != "Code not valid" {
		t.Errorf("a code used twice: %v", no)
	}
	if _, no, _ := b.token(renew(first.Refresh)); no.Error != "invalid_grant" {
		t.Errorf("the refresh token of a stolen code: %v", no)
	}
}

func TestPromptNoneGivesACodeOnlyToWhoIsSignedIn(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	silent := r.question("prompt", "none", "redirect_uri", r.Site+"/auth-silent")
	if a := b.get(silent); a.to.Get("error") != "login_required" {
		t.Errorf("a stranger: %v", a.to)
	}
	first := b.enterAs("jan")
	a := b.get(silent)
	if a.to.Get("code") == "" || a.to.Get("session_state") != first.Session {
		t.Errorf("somebody signed in: %v", a.to)
	}
	second, _, _ := b.token(r.exchange(a.to.Get("code"), "redirect_uri", r.Site+"/auth-silent"))
	if r.read(second.ID)["sid"] != first.Session {
		t.Error("another session")
	}
	b.post("/demo/users/jan/disable", nil)
	if a := b.get(silent); a.to.Get("error") != "login_required" {
		t.Errorf("somebody whose account is off: %v", a.to)
	}
	b.post("/demo/users/jan/enable", nil)
	r.clock.Advance(8 * time.Hour)
	if a := b.get(silent); a.to.Get("error") != "login_required" {
		t.Errorf("after eight idle hours: %v", a.to)
	}
}

func TestPromptLoginAndMaxAgeAskAgainAndKeepTheSession(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	first := b.enterAs("jan")
	r.clock.Advance(time.Hour)
	if a := b.get(r.question("max_age", "3600")); a.to.Get("code") == "" {
		t.Errorf("an hour ago is recent enough: %d", a.StatusCode)
	}
	for _, changes := range [][]string{{"prompt", "login"}, {"max_age", "3599"}} {
		if a := b.get(r.question(changes...)); a.StatusCode != http.StatusOK ||
			!strings.Contains(a.body, "Log nog een keer in om verder te gaan.") {
			t.Errorf("%v: %d", changes, a.StatusCode)
		}
	}
	again, _, _ := b.token(
		r.exchange(
			b.post(r.question(
				"prompt",
				"login",
			), url.Values{"username": {"jan"}, "password": {password}}).to.Get("code"),
		),
	)
	if c := r.read(
		again.ID,
	); c["sid"] != first.Session || c["auth_time"] != float64(began.Add(time.Hour).Unix()) {
		t.Errorf("signed in again: %v %v", c["sid"], c["auth_time"])
	}
}

func TestAnotherPersonInTheSameBrowserEndsTheFirstSession(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	first := b.enterAs("jan")
	second := b.enterAs("sanne")
	if first.Session == second.Session {
		t.Error("the session went over to somebody else")
	}
	if _, no, _ := b.token(renew(first.Refresh)); no.Error != "invalid_grant" {
		t.Errorf("the first one refreshes: %v", no)
	}
}

func TestARefreshKeepsTheSignInAndGivesANewToken(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	first := b.enterAs("sanne")
	r.clock.Advance(10 * time.Minute)
	second, _, status := b.token(renew(first.Refresh))
	if status != http.StatusOK {
		t.Fatal(status)
	}
	was, is := r.read(first.ID), r.read(second.ID)
	for _, name := range []string{"auth_time", "sid", "sub", "roles", "amr", "typ", "azp"} {
		if !reflect.DeepEqual(was[name], is[name]) || is[name] == nil {
			t.Errorf("%s went from %v to %v", name, was[name], is[name])
		}
	}
	if was["jti"] == is["jti"] || is["iat"] != float64(began.Add(10*time.Minute).Unix()) ||
		is["nonce"] != nil ||
		second.Refresh == first.Refresh {
		t.Errorf("jti %v, iat %v, nonce %v", is["jti"], is["iat"], is["nonce"])
	}
	if _, no, status := b.token(
		renew(first.Refresh),
	); status != http.StatusBadRequest || no.Error != "invalid_grant" {
		t.Errorf("a used refresh token: %d %v", status, no)
	}
	if _, no, status := b.token(renew(second.Refresh)); status != http.StatusOK {
		t.Errorf("the new refresh token: %d %v", status, no)
	}
}

func TestOneRefreshTokenServesOneOfManyAtOnce(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	first := b.enterAs("jan")
	var mu sync.Mutex
	counts := map[int]int{}
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			_, _, status := b.token(renew(first.Refresh))
			mu.Lock()
			counts[status]++
			mu.Unlock()
		})
	}
	wait.Wait()
	if counts[http.StatusOK] != 1 || counts[http.StatusBadRequest] != 19 {
		t.Errorf("%v", counts)
	}
}

func TestSessionsEndIdleAndInTheEnd(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	idler, worker := b.enterAs("jan"), r.browser().enterAs("sanne")
	r.clock.Advance(7 * time.Hour)
	worker, _, status := b.token(renew(worker.Refresh))
	if status != http.StatusOK || worker.RefreshExpires != 3*3600 {
		t.Fatalf("after seven hours: %d, %d s left", status, worker.RefreshExpires)
	}
	r.clock.Advance(time.Hour)
	if _, no, _ := b.token(renew(idler.Refresh)); no.Description != "Session not active" {
		t.Errorf("after eight idle hours: %v", no)
	}
	worker, _, _ = b.token(renew(worker.Refresh))
	r.clock.Advance(2 * time.Hour)
	if _, no, _ := b.token(
		renew(worker.Refresh),
	); no.Error != "invalid_grant" || no.Description != "Session not active" {
		t.Errorf("after ten hours: %v", no)
	}
}

func TestADisabledAccountCannotRefreshAndReadsWhy(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	got := b.enterAs("jan")
	if a := b.post("/demo/users/jan/disable", nil); a.StatusCode != http.StatusSeeOther {
		t.Fatal(a.StatusCode)
	}
	if _, no, status := b.token(
		renew(got.Refresh),
	); status != http.StatusBadRequest || no.Error != "invalid_grant" ||
		no.Description != "User disabled" {
		t.Errorf("%d %v", status, no)
	}
	for _, form := range []url.Values{
		{"username": {"jan"}, "password": {password}},
		{"account": {"jan"}},
		{"account": {"puck"}},
	} {
		if a := b.post(
			r.question(),
			form,
		); a.StatusCode != http.StatusOK || !strings.Contains(a.body, disabledText) {
			t.Errorf("%v: %d", form, a.StatusCode)
		}
	}
	if a := b.post(r.question(), url.Values{
		"username": {"jan"},
		"password": {"fout"},
	}); strings.Contains(a.body, disabledText) {
		t.Error("a stranger learns that the account is off")
	}
	b.post("/demo/users/jan/enable", nil)
	b.enterAs("jan")
}
