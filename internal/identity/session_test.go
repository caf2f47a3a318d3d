package identity

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity/identitytest"
)

// later is a refreshed token of the same sign-in: the clock has gone on, auth_time has not.
func (r *room) later(sub string, roles ...string) map[string]any {
	return identitytest.With(r.issuer.Claims(sub, roles...), "auth_time", monday.Unix())
}

func TestTheCookieIsForThisHostAndForNoScript(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for _, c := range []struct {
		secure       bool
		query, begin string
		end          string
	}{
		{
			true,
			"",
			"__Host-hr_session=",
			"; Path=/; Max-Age=36000; HttpOnly; Secure; SameSite=Strict",
		},
		{true, "?shared=1", "__Host-hr_session=", "; Path=/; HttpOnly; Secure; SameSite=Strict"},
		{
			true,
			"?shared=0",
			"__Host-hr_session=",
			"; Path=/; Max-Age=36000; HttpOnly; Secure; SameSite=Strict",
		},
		{false, "", "dev_hr_session=", "; Path=/; Max-Age=36000; HttpOnly; SameSite=Strict"},
		{false, "?shared=1", "dev_hr_session=", "; Path=/; HttpOnly; SameSite=Strict"},
	} {
		r := setupOn(t, pool, c.secure, 0)
		w := want(
			t,
			r.call(
				http.MethodPost,
				"/api/session"+c.query,
				"",
				"Authorization",
				"Bearer "+r.fresh(),
			),
			http.StatusNoContent,
			"",
		)
		cookie := cookieOf(w)
		if got := w.Header().Get(
			"Set-Cookie",
		); got != c.begin+cookie+c.end || len(cookie) != 43 || w.Body.Len() != 0 {
			t.Errorf("%q, body %q", got, w.Body)
		}
		gone := want(
			t,
			r.call(http.MethodDelete, "/api/session", cookie),
			http.StatusNoContent,
			"",
		).Header().Get("Set-Cookie")
		if want := c.begin +
			strings.Replace(
				strings.Replace(c.end, "; Max-Age=36000", "", 1),
				"Path=/",
				"Path=/; Max-Age=0",
				1,
			); gone != want {
			t.Errorf("signing out sets %q, want %q", gone, want)
		}
	}
}

func TestWhoeverIsSignedInIsToldWhoTheyAre(t *testing.T) {
	t.Parallel()
	r := setup(t)
	me := r.me(r.signedIn("anja", "redactie"))
	if me.UID != "anja" || me.Name != "Naam van anja" ||
		!slices.Equal(me.Roles, []Role{Redactie}) ||
		me.ExpiresAt != "2026-11-16T18:00:00+01:00" {
		t.Errorf("%+v", me)
	}
}

func TestSomebodyWithoutARoleIsSignedInAndMayNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("bo")
	if w := want(
		t,
		r.call(http.MethodGet, "/api/session", cookie),
		http.StatusOK,
		"",
	); !strings.Contains(w.Body.String(), `"roles":[]`) {
		t.Error(w.Body)
	}
	want(t, r.call(http.MethodGet, "/api/accounts", cookie), http.StatusForbidden, "forbidden")
}

func TestARoleAsksForASecondStep(t *testing.T) {
	t.Parallel()
	r := setup(t)
	as := func(steps any, roles ...string) string {
		return r.token(identitytest.With(r.issuer.Claims("anja", roles...), "amr", steps))
	}
	for _, role := range Roles {
		for name, steps := range map[string]any{
			"no word of it": nil, "no step": []string{}, "a password": []string{"pwd", "MFA"},
		} {
			w := want(t, r.post(as(steps, string(role)), ""), http.StatusForbidden,
				"auth/requires-second-step")
			if got := cookieOf(w); got != "" {
				t.Errorf("%s, %s: got a cookie, want none", role, name)
			}
		}
	}
	r.mustCount(0, `select count(*) from staff_session`)
	r.mustCount(0, `select count(*) from staff_token`)
	cookie := cookieOf(want(t, r.post(as([]string{"mfa"}, "redactie"), ""), http.StatusNoContent, ""))
	// a session made with two steps is not carried on without
	want(t, r.post(as(nil, "redactie"), cookie), http.StatusForbidden, "auth/requires-second-step")
	if !r.in(cookie) {
		t.Error("a refused token ended the session it came with")
	}
	r.cfg.PasswordAlone = true
	want(t, r.post(as(nil, "redactie"), ""), http.StatusNoContent, "")
}

// A role that comes later must not open what a password alone began.
func TestASessionOfAPasswordAloneGetsNoRoleFromAnotherBrowser(t *testing.T) {
	t.Parallel()
	r := setup(t)
	alone := func(roles ...string) string {
		return r.token(identitytest.With(
			r.issuer.Claims("anja", roles...), "amr", nil, "sid", "sid-stranger",
		))
	}
	before := cookieOf(want(t, r.post(alone(), ""), http.StatusNoContent, ""))
	late := alone() // from before the role, too
	r.clock.Advance(time.Second)
	owner := r.signedIn("anja", "coordinator")
	if r.in(before) {
		t.Errorf("the session of a password: got roles %v, want it ended", r.me(before).Roles)
	}
	if got := r.me(owner).Roles; !slices.Equal(got, []Role{Coordinator}) {
		t.Errorf("the owner: got %v, want coordinator", got)
	}
	for _, cookie := range []string{"", before} {
		want(t, r.post(late, cookie), http.StatusForbidden, "auth/requires-second-step")
	}
	want(t, r.post(alone("coordinator"), ""), http.StatusForbidden, "auth/requires-second-step")
	r.mustCount(1, `select count(*) from staff_session`)
	// the owner's own browser, signed in before the role came, comes back by itself
	r.clock.Advance(time.Second)
	want(t, r.post(r.token(r.later("anja")), owner), http.StatusNoContent, "")
	next := cookieOf(want(t, r.post(r.token(r.later("anja", "gastheer")), owner),
		http.StatusNoContent, ""))
	if got := r.me(next).Roles; !slices.Equal(got, []Role{Gastheer}) {
		t.Errorf("the owner, after a role came back: got %v, want gastheer", got)
	}
}

func TestARoleIsAskedBeforeTheBodyIsRead(t *testing.T) {
	t.Parallel()
	r := setup(t)
	send := func(cookie, kind, body string) *httptest.ResponseRecorder {
		req := httptest.NewRequest(http.MethodPost, "/api/agree", strings.NewReader(body))
		req.Header.Set("Content-Type", kind)
		if cookie != "" {
			req.AddCookie(&http.Cookie{Name: r.cookieName(), Value: cookie})
		}
		w := httptest.NewRecorder()
		r.http.ServeHTTP(w, req)
		return w
	}
	const worst = `{"nonsense"`
	want(t, send("", "text/plain", worst), http.StatusUnauthorized, "unauthorized")
	want(
		t,
		send(r.signedIn("host", "gastheer", "beheerder"), "text/plain", worst),
		http.StatusForbidden,
		"forbidden",
	)
	for _, role := range []string{"coordinator", "redactie"} {
		cookie := r.signedIn(role, role)
		if w := send(cookie, "application/json", worst); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d %s", role, w.Code, w.Body)
		}
		if w := send(cookie, "application/json", `{"yes":true}`); w.Code != http.StatusNoContent {
			t.Errorf("%s: %d %s", role, w.Code, w.Body)
		}
	}
}

func TestACookieThatIsNoSessionIsNobody(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja")
	other := strings.Repeat("A", 43)
	for name, header := range map[string]string{
		"none":                   "",
		"unknown":                r.cookieName() + "=" + other,
		"empty":                  r.cookieName() + "=",
		"cut":                    r.cookieName() + "=" + cookie[:42],
		"longer":                 r.cookieName() + "=" + cookie + "x",
		"nonsense":               r.cookieName() + `="%00' or 1=1"`,
		"another name":           "hr_session=" + cookie,
		"the name without https": "dev_hr_session=" + cookie,
		"two values": r.cookieName() + "=" + cookie + "; " + r.cookieName() + "=" +
			other,
		"the other order": r.cookieName() + "=" + other + "; " + r.cookieName() + "=" +
			cookie,
		"an empty second": r.cookieName() + "=" + cookie + "; " + r.cookieName() + "=",
		"the hash":        r.cookieName() + "=" + encoded(string(hashOf(cookie))),
	} {
		t.Log(name)
		want(
			t,
			r.call(http.MethodGet, "/api/session", "", "Cookie", header),
			http.StatusUnauthorized,
			"unauthorized",
		)
	}
	twice := r.cookieName() + "=" + cookie
	// the same value twice is one
	want(
		t,
		r.call(http.MethodGet, "/api/session", "", "Cookie", twice+"; x=y; "+twice),
		http.StatusOK,
		"",
	)
}

func TestASessionEndsAfterEightHoursWithoutUseAndAfterTenInAll(t *testing.T) {
	t.Parallel()
	r := setup(t)
	idleCookie, used := r.signedIn("anja"), r.signedIn("bo")
	r.issuer.Answers(identitytest.Failed) // so that nobody is asked for a new token
	for range 4 {                         // 2, 4, 6 and 7.59.59 hours
		r.clock.Advance(2 * time.Hour)
		if r.clock.Now().Sub(monday) == 8*time.Hour {
			r.clock.Advance(-time.Second)
		}
		r.me(used)
	}
	if me := r.me(used); me.ExpiresAt != "2026-11-16T20:00:00+01:00" {
		t.Error("ten hours come first now:", me.ExpiresAt)
	}
	r.clock.Advance(time.Second)
	if r.in(idleCookie) {
		t.Error("eight hours without use")
	}
	r.clock.Set(monday.Add(10*time.Hour - time.Second))
	r.me(used)
	r.clock.Advance(time.Second)
	if r.in(used) {
		t.Error("ten hours")
	}
}

func TestUseIsNotedOnceAMinute(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja")
	noted := func(want time.Duration) {
		t.Helper()
		r.me(cookie)
		var at time.Time
		if err := r.pool.QueryRow(t.Context(), `
			select last_seen_at from staff_session`).Scan(
			&at,
		); err != nil || at.Sub(monday) != want {
			t.Errorf("noted at %v, want %v: %v", at.Sub(monday), want, err)
		}
	}
	r.clock.Advance(59 * time.Second)
	noted(0)
	r.clock.Advance(time.Second)
	noted(time.Minute)
	r.clock.Advance(30 * time.Second)
	noted(time.Minute)
}

func TestARefreshedTokenKeepsTheSessionAndBringsItsRoles(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja", "redactie")
	id := r.sessions(cookie)[0].ID
	r.clock.Advance(7 * time.Hour)
	next := identitytest.With(r.later("anja", "coordinator", "gastheer"), "name", "Anja de Vries")
	w := want(t, r.post(r.token(next), cookie), http.StatusNoContent, "")
	if cookieOf(w) != cookie {
		t.Error("the value changed")
	}
	me := r.me(cookie)
	if me.Name != "Anja de Vries" || !slices.Equal(me.Roles, []Role{Gastheer, Coordinator}) ||
		me.ExpiresAt != "2026-11-16T20:00:00+01:00" {
		t.Errorf("%+v", me)
	}
	if s := r.sessions(cookie); len(s) != 1 || s[0].ID != id {
		t.Errorf("%+v", s)
	}
}

func TestRolesOfTheNewestTokenHoldInEveryBrowser(t *testing.T) {
	t.Parallel()
	r := setup(t)
	phone := r.signedIn("anja", "coordinator", "beheerder")
	other := r.signedIn("bo", "coordinator")
	r.clock.Advance(10 * time.Minute)
	desk := r.signedIn("anja", "redactie")
	for name, cookie := range map[string]string{"phone": phone, "desk": desk} {
		if got := r.me(cookie).Roles; !slices.Equal(got, []Role{Redactie}) {
			t.Errorf("%s: %v, want redactie alone", name, got)
		}
	}
	if got := r.me(other).Roles; !slices.Equal(got, []Role{Coordinator}) {
		t.Errorf("somebody else: %v", got)
	}
	// an older token of the phone, posted late, brings the old roles back nowhere
	late := identitytest.With(
		r.issuer.Claims("anja", "coordinator"), "iat", monday.Add(5*time.Minute).Unix(),
		"auth_time", monday.Unix(),
	)
	want(t, r.post(r.token(late), phone), http.StatusNoContent, "")
	third := cookieOf(want(t, r.post(r.token(identitytest.With(late,
		"sid", "sid-3", "jti", "jti-3")), ""), http.StatusNoContent, ""))
	for name, cookie := range map[string]string{"phone": phone, "desk": desk, "third": third} {
		if got := r.me(cookie).Roles; !slices.Equal(got, []Role{Redactie}) {
			t.Errorf("%s, after an older token: %v, want redactie alone", name, got)
		}
	}
	// nobody has a role left: every browser may nothing
	r.clock.Advance(time.Minute)
	want(t, r.post(r.token(r.later("anja")), desk), http.StatusNoContent, "")
	for name, cookie := range map[string]string{"phone": phone, "desk": desk, "third": third} {
		if a := r.call(http.MethodPost, "/api/agree", cookie); a.Code != http.StatusForbidden {
			t.Errorf("%s, without a role: %d, want 403", name, a.Code)
		}
	}
}

func TestASessionWithoutANewTokenForTwoHoursWaitsForOne(t *testing.T) {
	t.Parallel()
	r := setup(t)
	left := r.signedIn("anja", "redactie")
	used := r.signedIn("anja", "redactie")
	for range 2 {
		r.clock.Advance(time.Hour)
		want(t, r.post(r.token(r.later("anja", "redactie")), used), http.StatusNoContent, "")
	}
	if !r.in(left) {
		t.Error("two hours and no more: the session is good")
	}
	r.clock.Advance(time.Second)
	if r.in(left) || !r.in(used) {
		t.Errorf("left %v, want false; used %v, want true", r.in(left), r.in(used))
	}
	want(t, r.call(http.MethodPost, "/api/agree", left), http.StatusUnauthorized, "unauthorized")
	w := want(t, r.post(r.token(r.later("anja", "redactie")), left), http.StatusNoContent, "")
	if cookieOf(w) != left || !r.in(left) {
		t.Error("a new token does not bring the session back")
	}
}

func TestStaffGoOnWhileTheIdentityServiceIsAway(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja", "redactie")
	r.issuer.Answers(identitytest.Failed)
	r.clock.Advance(3 * time.Hour)
	if !r.in(cookie) {
		t.Error("the service is away, so nobody can have a newer token")
	}
	r.issuer.Answers(identitytest.Up)
	if r.clock.Advance(time.Minute); !r.in(cookie) {
		t.Error("its last word is a minute old")
	}
	if r.clock.Advance(time.Second); r.in(cookie) {
		t.Error("the service is there again")
	}
}

func TestAnOlderTokenOfAnotherTabBringsNothingBack(t *testing.T) {
	t.Parallel()
	r := setup(t)
	old := r.token(
		identitytest.With(
			r.issuer.Claims("anja", "beheerder"),
			"auth_time",
			monday.Add(-time.Hour).Unix(),
			"iat",
			monday.Add(-time.Minute).Unix(),
		),
	)
	cookie := r.signedIn("anja", "redactie")
	w := want(t, r.post(old, cookie), http.StatusNoContent, "")
	if cookieOf(w) != cookie || !slices.Equal(r.me(cookie).Roles, []Role{Redactie}) {
		t.Errorf("%+v", r.me(cookie))
	}
	r.clock.Advance(time.Hour) // auth_time is still that of the newer sign-in
	other := r.signedIn("bo")
	r.makeBeheerder("anja")
	want(
		t,
		r.call(http.MethodDelete, "/api/sessions/"+r.sessions(other)[0].ID, cookie),
		http.StatusNoContent,
		"",
	)
}

func TestEverySignInGetsAValueOfItsOwn(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for name, c := range map[string]struct {
		claims  []any
		sameRow bool
	}{
		"the password given again": {[]any{"auth_time", monday.Add(time.Minute).Unix()}, true},
		"another sign-in":          {[]any{"sid", "sid-2"}, false},
		"another person":           {[]any{"sub", "bo", "sid", "sid-bo"}, false},
		"another person, same sid": {[]any{"sub", "bo"}, false},
	} {
		r := setupOn(t, pool, true, 0)
		cookie := r.signedIn("anja", "redactie")
		id := r.sessions(cookie)[0].ID
		r.clock.Advance(time.Minute)
		claims := identitytest.With(r.later("anja", "gastheer"), c.claims...)
		next := cookieOf(want(t, r.post(r.token(claims), cookie), http.StatusNoContent, ""))
		if next == cookie || r.in(cookie) || !slices.Equal(r.me(next).Roles, []Role{Gastheer}) {
			t.Errorf("%s: the old value serves on", name)
		}
		if s := r.sessions(
			next,
		); r.me(next).UID != claims["sub"] || (s[0].ID == id) != c.sameRow || len(s) != 1 {
			t.Errorf("%s: %+v", name, s)
		}
		r.mustCount(1, `select count(*) from staff_session`)
		want(t, r.call(http.MethodDelete, "/api/session", next), http.StatusNoContent, "")
	}
}

// Two browsers of one person, or two tabs that post before either has a cookie: nobody ends what
// they do not hold.
func TestABrowserWithoutTheCookieGetsASessionOfItsOwn(t *testing.T) {
	t.Parallel()
	r := setup(t)
	first, second := r.signedIn("anja"), r.signedIn("anja")
	if first == second || !r.in(first) || !r.in(second) || len(r.sessions(first)) != 2 {
		t.Error("the first session is gone")
	}
}

// Several cookies are no cookie: the sign-in makes a session of its own and ends none of those.
func TestSigningInWithSeveralCookiesEndsNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	anja, bo := r.signedIn("anja"), r.signedIn("bo")
	several := r.cookieName() + "=" + anja + "; " + r.cookieName() + "=" + bo
	w := want(
		t,
		r.call(
			http.MethodPost,
			"/api/session",
			"",
			"Authorization",
			"Bearer "+r.fresh(),
			"Cookie",
			several,
		),
		http.StatusNoContent,
		"",
	)
	if next := cookieOf(w); next == anja || next == bo || !r.in(next) || !r.in(anja) || !r.in(bo) {
		t.Error("a session that only one of several cookies names was touched")
	}
}

func TestATokenMakesOneSession(t *testing.T) {
	t.Parallel()
	r := setup(t)
	token := r.fresh()
	cookie := cookieOf(want(t, r.post(token, ""), http.StatusNoContent, ""))
	replayed := func(with string) {
		t.Helper()
		if w := want(
			t,
			r.post(token, with),
			http.StatusUnauthorized,
			"auth/token-replayed",
		); cookieOf(w) != "" {
			t.Error("a cookie")
		}
	}
	replayed("")
	replayed(strings.Repeat("A", 43))
	other := r.signedIn("bo")
	replayed(other)
	if !r.in(other) {
		t.Error("a refused token ended the session it came with")
	}
	same := r.signedIn("anja") // the same person and sign-in in another browser
	replayed(same)
	want(t, r.post(token, cookie), http.StatusNoContent, "") // each tab posts the same token
	want(t, r.post(token, cookie), http.StatusNoContent, "")
	want(t, r.call(http.MethodDelete, "/api/session", cookie), http.StatusNoContent, "")
	replayed("")
	replayed(cookie)
	r.mustCount(2, `select count(*) from staff_session`)
}

func TestATokenThatRefreshedASessionMakesNoOther(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja")
	next := r.token(r.later("anja"))
	want(t, r.post(next, cookie), http.StatusNoContent, "")
	want(t, r.post(next, ""), http.StatusUnauthorized, "auth/token-replayed")
}

func TestSigningOutWorksAlwaysAndTwice(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie, kept := r.signedIn("anja"), r.signedIn("anja")
	for range 2 {
		want(t, r.call(http.MethodDelete, "/api/session", cookie), http.StatusNoContent, "")
		if r.in(cookie) || !r.in(kept) {
			t.Fatal("the wrong session ended")
		}
	}
	want(t, r.call(http.MethodDelete, "/api/session", ""), http.StatusNoContent, "")
	want(t, r.call(http.MethodDelete, "/api/session", "nonsense"), http.StatusNoContent, "")
	several := r.cookieName() + "=" + kept + "; " + r.cookieName() + "=" + strings.Repeat("A", 43)
	want(
		t,
		r.call(http.MethodDelete, "/api/session", "", "Cookie", several),
		http.StatusNoContent,
		"",
	)
	r.mustCount(0, `select count(*) from staff_session`)
}

func TestASweepForgetsWhatIsOver(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.signedIn("anja")
	bo := r.signedIn("bo", "beheerder")
	r.issuer.Answers(identitytest.Failed) // so that nobody is asked for a new token
	want(t, r.call(http.MethodDelete, "/api/users/carla/sessions", bo), http.StatusNoContent, "")
	want(t, r.logout(r.issuer.Logout("dirk")), http.StatusOK, "")
	rows := func(sessions, tokens, cutoffs, ended int) {
		t.Helper()
		if err := r.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for table, n := range map[string]int{
			"staff_session": sessions,
			"staff_token":   tokens,
			"staff_cutoff":  cutoffs,
			"staff_ended":   ended,
		} {
			r.mustCount(n, `select count(*) from `+table)
		}
	}
	rows(2, 3, 1, 1)
	r.clock.Advance(7 * time.Hour)
	r.me(bo)
	rows(2, 0, 1, 1)
	r.clock.Advance(time.Hour)
	rows(1, 0, 1, 1)
	r.clock.Advance(2 * time.Hour)
	rows(0, 0, 1, 1)
	r.clock.Advance(14 * time.Hour)
	rows(0, 0, 0, 0)
}

func TestTooManyTokensOfOneNetworkAreRefusedForAMinute(t *testing.T) {
	t.Parallel()
	r := setupOn(t, dbtest.New(t), true, 0.1) // 6 a minute
	for n := range 6 {
		want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
		// no token: nothing to count
		want(
			t,
			r.call(http.MethodPost, "/api/session", ""),
			http.StatusBadRequest,
			"auth/invalid-header",
		)
		t.Log(n)
	}
	if w := want(
		t,
		r.post(r.fresh(), ""),
		http.StatusTooManyRequests,
		"auth/too-many-requests",
	); w.Header().Get("Retry-After") != "60" {
		t.Error(w.Header())
	}
	other := httptest.NewRequest(http.MethodPost, "/api/session", nil)
	other.RemoteAddr = "198.51.100.7:4711"
	other.Header.Set("Authorization", "Bearer "+r.fresh())
	w := httptest.NewRecorder()
	r.http.ServeHTTP(w, other)
	want(t, w, http.StatusNoContent, "")
}

func TestTheDomainsAreForEverybodyWhoKnowsTheClient(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for _, query := range []string{"", "?key=", "?key=" + identitytest.ClientID, "?other=1"} {
		w := r.call(http.MethodGet, "/v1/projects"+query, "")
		if w.Code != http.StatusOK ||
			strings.TrimSpace(
				w.Body.String(),
			) != `{"authorizedDomains":["herstelruimte.example"]}` ||
			w.Header().Get("Cache-Control") != "max-age=300" {
			t.Errorf("%q: %d %s %v", query, w.Code, w.Body, w.Header())
		}
	}
	for _, key := range []string{"other", "herstelruimte-web2", "HERSTELRUIMTE-WEB", "%00"} {
		want(
			t,
			r.call(http.MethodGet, "/v1/projects?key="+key, ""),
			http.StatusBadRequest,
			"auth/invalid-api-key",
		)
	}
}

func TestTheConfigurationTellsWhereToSignInAndWhatTimeItIs(t *testing.T) {
	t.Parallel()
	r := setup(t)
	w := want(t, r.call(http.MethodGet, "/config.json", ""), http.StatusOK, "")
	expected := fmt.Sprintf(
		`{"clientId":%q,"issuer":%q,"sessionSyncPath":"/inloggen/sessie"}`,
		identitytest.ClientID,
		identitytest.URL,
	)
	if strings.TrimSpace(w.Body.String()) != expected ||
		w.Header().Get("Date") != "Mon, 16 Nov 2026 09:00:00 GMT" ||
		w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%s %v", w.Body, w.Header())
	}
}

func TestASessionIsKnownByTwoWordsAboutItsBrowser(t *testing.T) {
	t.Parallel()
	const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) "
	const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) "
	for agent, want := range map[string]string{
		windows +
			"AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36": "Chrome op Windows",
		windows +
			"AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0": "Edge op Windows",
		windows +
			"Gecko/20100101 Firefox/142.0": "Firefox op Windows",
		mac +
			"AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15": "Safari op Mac",
		"Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, " +
			"like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36": "Chrome op Android",
		"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, " +
			"like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/": "Samsung Internet op Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, " +
			"like Gecko) CriOS/140.0 Mobile/15E148": "Chrome op iPhone",
		"Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, " +
			"like Gecko) Version/18.0 Mobile/15E148 Safari/": "Safari op iPad",
		"Mozilla/5.0 (X11; Linux x86_64; rv:142.0) " +
			"Gecko/20100101 Firefox/142.0": "Firefox op Linux",
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, " +
			"like Gecko) Chrome/140.0.0.0 Safari/537.36": "Chrome op Chromebook",
		"curl/8.5.0": "Onbekend apparaat",
		"":           "Onbekend apparaat",
		"<script>":   "Onbekend apparaat",
		"Firefox":    "Onbekend apparaat",
	} {
		if got := device(agent); got != want {
			t.Errorf("%s: %q, want %q", agent, got, want)
		}
	}
}
