package identity

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"herstelruimte/internal/identity/identitytest"
)

// send posts a form to the door of the identity service, from this address.
func (r *room) send(from, form string, head ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(http.MethodPost, "/oidc/backchannel-logout", strings.NewReader(form))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for n := 0; n+1 < len(head); n += 2 {
		req.Header.Set(head[n], head[n+1])
	}
	req.RemoteAddr = from
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req)
	return w
}

const keycloak = "172.18.0.5:41234"

func form(token string) string { return url.Values{"logout_token": {token}}.Encode() }

func (r *room) logout(claims map[string]any) *httptest.ResponseRecorder {
	r.t.Helper()
	return r.send(keycloak, form(r.token(claims)))
}

func TestSigningOutAtTheIdentityServiceEndsEverySessionOfThePerson(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for name, change := range map[string][]any{
		"sub and sid":        {},
		"sub only":           {"sid", nil},
		"sid only":           {"sub", nil},
		"another sid":        {"sid", "sid-elsewhere"},
		"no typ":             {"typ", nil},
		"several audiences":  {"aud", []string{"x", identitytest.ClientID}},
		"two minutes old":    {"iat", ago(2 * time.Minute)},
		"three minutes":      {"iat", ago(3 * time.Minute)},
		"a minute ahead":     {"iat", ago(-time.Minute)},
		"expired 30 seconds": {"exp", ago(30 * time.Second)},
	} {
		who := "anja " + name
		one, two, bo := r.signedIn(who), r.signedIn(who), r.signedIn("bo")
		t.Log(name)
		if w := want(
			t,
			r.logout(identitytest.With(r.issuer.Logout(who), change...)),
			http.StatusOK,
			"",
		); w.Body.Len() != 0 {
			t.Error(w.Body)
		}
		if r.in(one) || r.in(two) || !r.in(bo) {
			t.Errorf("%s: the wrong sessions ended", name)
		}
	}
}

func TestALogoutTokenIsBelievedOnlyWhenEverythingFits(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja")
	const event = "http://schemas.openid.net/event/backchannel-logout"
	key, id := r.issuer.Key()
	used := r.token(r.issuer.Logout("dirk"))
	want(t, r.send(keycloak, form(used)), http.StatusOK, "")
	changed := func(pairs ...any) string {
		return r.token(identitytest.With(r.issuer.Logout("anja"), pairs...))
	}
	for name, token := range map[string]string{
		"none":        "",
		"nonsense":    "x",
		"an ID token": r.token(r.issuer.Claims("anja")),
		"an ID token with the event": r.token(
			identitytest.With(r.issuer.Claims(
				"anja",
			), "nonce", "n", "events", map[string]any{event: map[string]any{}}),
		),
		"with a nonce":               changed("nonce", "n"),
		"with an empty nonce":        changed("nonce", ""),
		"without the event":          changed("events", nil),
		"with another event":         changed("events", map[string]any{"x": map[string]any{}}),
		"an event without content":   changed("events", map[string]any{event: nil}),
		"an event that is no object": changed("events", map[string]any{event: "logout"}),
		"events in a list":           changed("events", []string{event}),
		"without jti":                changed("jti", nil),
		"without exp":                changed("exp", nil),
		"expired":                    changed("exp", ago(31*time.Second)),
		"without iat":                changed("iat", nil),
		"too old":                    changed("iat", ago(181*time.Second)),
		"from later":                 changed("iat", ago(-61*time.Second)),
		"nobody":                     changed("sub", nil, "sid", nil),
		"other issuer":               changed("iss", "https://evil.example"),
		"other audience":             changed("aud", "other"),
		"no audience":                changed("aud", nil),
		"endless sub":                changed("sub", strings.Repeat("a", 256)),
		"endless sid":                changed("sid", strings.Repeat("a", 256)),
		"used before":                used,
		"RS512": identitytest.SignWith(
			t,
			r.issuer.Logout("anja"),
			jose.RS512,
			key,
			header{"kid": id},
		),
		"none signed": joined(
			encoded(`{"alg":"none","kid":"`+id+`"}`),
			encoded(`{"iss":"`+identitytest.URL+`"}`),
			"",
		),
	} {
		t.Log(name)
		want(t, r.send(keycloak, form(token)), http.StatusBadRequest, "bad_request")
	}
	unknown := identitytest.SignWith(t, r.issuer.Logout(
		"anja",
	), jose.RS256, key, header{"kid": "key-x"})
	// so shortly after the last fetch
	want(t, r.send(keycloak, form(unknown)), http.StatusServiceUnavailable, "auth/keys-unavailable")
	r.clock.Advance(30 * time.Second)
	want(t, r.send(keycloak, form(unknown)), http.StatusBadRequest, "bad_request")
	good := r.token(r.issuer.Logout("anja"))
	for name, body := range map[string]string{
		"twice":         form(good) + "&" + form(good),
		"another field": "token=" + good,
		"JSON":          `{"logout_token":"` + good + `"}`,
		"broken":        "logout_token=%zz",
		"endless":       form(good) + "&x=" + strings.Repeat("x", 20<<10),
	} {
		t.Log(name)
		want(t, r.send(keycloak, body), http.StatusBadRequest, "bad_request")
	}
	want(
		t,
		r.send(keycloak, form(good), "Content-Type", "text/plain"),
		http.StatusBadRequest,
		"bad_request",
	)
	if !r.in(cookie) {
		t.Fatal("a bad token ended a session")
	}
	want(t, r.send(keycloak, form(good)), http.StatusOK, "") // the control
	if r.in(cookie) {
		t.Fatal("a good one did not")
	}
}

// A token that could be sent again would end what was signed in after it.
func TestALogoutTokenWorksOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	token := r.token(r.issuer.Logout("anja"))
	want(t, r.send(keycloak, form(token)), http.StatusOK, "")
	cookie := cookieOf(
		want(
			t,
			r.post(r.token(identitytest.With(r.issuer.Claims("anja"), "sid", "sid-new")), ""),
			http.StatusNoContent,
			"",
		),
	)
	want(t, r.send(keycloak, form(token)), http.StatusBadRequest, "bad_request")
	if !r.in(cookie) {
		t.Error("the session made after it is gone")
	}
}

// The next person at a shared computer must not find the cookie there, whatever became of the row.
func TestSigningOutTakesTheCookieAwayEvenWhenTheDatabaseFails(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja")
	gone := want(
		t,
		r.call(http.MethodDelete, "/api/session", ""),
		http.StatusNoContent,
		"",
	).Header().Get("Set-Cookie")
	if _, err := r.pool.Exec(
		t.Context(),
		`alter table staff_session rename to staff_away`,
	); err != nil {
		t.Fatal(err)
	}
	if w := want(
		t,
		r.call(http.MethodDelete, "/api/session", cookie),
		http.StatusInternalServerError,
		"internal",
	); w.Header().Get("Set-Cookie") != gone {
		t.Errorf("the cookie stays: %v", w.Header())
	}
	// nothing to ask the database
	want(t, r.call(http.MethodDelete, "/api/session", "nonsense"), http.StatusNoContent, "")
}

func TestTheLastTokensOfAnEndedSignInMakeNoSession(t *testing.T) {
	t.Parallel()
	r := setup(t)
	late := r.fresh()
	want(t, r.logout(r.issuer.Logout("anja")), http.StatusOK, "")
	want(t, r.post(late, ""), http.StatusForbidden, "auth/requires-recent-login")
}

func TestTheDoorOfTheIdentityServiceOpensInsideOnly(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja")
	token := form(r.token(r.issuer.Logout("anja")))
	for _, from := range []string{
		"203.0.113.7:1",
		"8.8.8.8:1",
		"[2001:db8::1]:1",
		"100.64.0.1:1",
		"172.32.0.1:1",
		"nonsense",
		"",
	} {
		t.Log(from)
		want(t, r.send(from, token), http.StatusNotFound, "not_found")
	}
	for _, head := range []string{
		"X-Forwarded-For",
		"Forwarded",
		"X-Forwarded-Host",
		"X-Forwarded-Proto",
		"X-Real-IP",
		"Via",
	} {
		// empty: the line of the caller, before that of the proxy
		for _, value := range []string{"10.0.0.1", ""} {
			want(t, r.send("127.0.0.1:1", token, head, value), http.StatusNotFound, "not_found")
		}
	}
	if !r.in(cookie) {
		t.Fatal("ended from outside")
	}
	for _, from := range []string{
		"127.0.0.1:1",
		"[::1]:1",
		"10.1.2.3:1",
		"192.168.1.1:1",
		"[fd00::1]:1",
		"[::ffff:10.0.0.1]:1",
	} {
		want(t, r.send(from, form(r.token(r.issuer.Logout("anja")))), http.StatusOK, "")
	}
	if r.in(cookie) {
		t.Error("not ended from inside")
	}
}

func TestALogoutThatCouldNotBeDoneMayBeSentAgain(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja")
	token := form(r.token(r.issuer.Logout("anja")))
	// While another transaction holds the person, the logout waits; it gives up, and nothing of it
	// stays.
	tx, err := r.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	if _, err := tx.Exec(t.Context(), `
		select from staff_cutoff where sub = 'anja' for update`); err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequest(
		http.MethodPost,
		"/oidc/backchannel-logout",
		strings.NewReader(token),
	)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.RemoteAddr = keycloak
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, req.WithContext(ctx))
	if w.Code < 500 || !r.in(cookie) {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	want(t, r.send(keycloak, token), http.StatusOK, "")
	if r.in(cookie) {
		t.Error("still signed in")
	}
}
