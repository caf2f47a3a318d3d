package identity

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/identity/identitytest"
)

func (r *room) sessions(cookie string) []StaffSession {
	r.t.Helper()
	var out StaffSessions
	decode(r.t, want(r.t, r.call(http.MethodGet, "/api/sessions", cookie), http.StatusOK, ""), &out)
	return out.Items
}

func (r *room) makeBeheerder(sub string) {
	r.t.Helper()
	if _, err := r.pool.Exec(r.t.Context(), `
		update staff_session set roles = '{beheerder}' where sub = $1`, sub); err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) end(path, cookie string, status int, code string) {
	r.t.Helper()
	want(r.t, r.call(http.MethodDelete, path, cookie), status, code)
}

func TestEverybodySeesTheirOwnSignInsNewestFirst(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.signedIn("bo")
	first := r.signedIn("anja")
	r.clock.Advance(time.Minute)
	w := r.call(
		http.MethodPost,
		"/api/session",
		"",
		"Authorization",
		"Bearer "+r.fresh(),
		"User-Agent",
		"Mozilla/5.0 (Windows NT 10.0) Firefox/142.0",
	)
	second := cookieOf(want(t, w, http.StatusNoContent, ""))
	list := r.sessions(first)
	if len(list) != 2 || list[0].Current || !list[1].Current ||
		list[0].Device != "Firefox op Windows" ||
		list[1].Device != "Onbekend apparaat" ||
		list[0].CreatedAt != "2026-11-16T10:01:00+01:00" ||
		list[0].LastSeenAt != "2026-11-16T10:01:00+01:00" ||
		list[0].ExpiresAt != "2026-11-16T18:01:00+01:00" {
		t.Errorf("%+v", list)
	}
	if list := r.sessions(second); !list[0].Current || list[1].Current {
		t.Errorf("%+v", list)
	}
}

func TestOnesOwnSessionIsEndedFromAnywhere(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.clock.Advance(2 * time.Hour) // also long after signing in
	here, there := r.signedIn(
		"anja",
	), r.post(r.token(identitytest.With(r.issuer.Claims("anja"), "sid", "sid-there")), "")
	r.clock.Advance(2 * time.Hour)
	other := r.sessions(here)[0]
	if other.Current {
		other = r.sessions(here)[1]
	}
	r.end("/api/sessions/"+other.ID, here, http.StatusNoContent, "")
	if r.in(cookieOf(there)) || !r.in(here) {
		t.Error("the wrong session ended")
	}
	r.end("/api/sessions/"+other.ID, here, http.StatusNotFound, "not_found")
	// The browser there still has its sign-in at the identity service: that makes no session any
	// more, a password does.
	claims := identitytest.With(
		r.issuer.Claims("anja"),
		"sid",
		"sid-there",
		"auth_time",
		monday.Add(2*time.Hour).Unix(),
	)
	want(t, r.post(r.token(claims), ""), http.StatusForbidden, "auth/requires-recent-login")
	r.clock.Advance(time.Second)
	want(
		t,
		r.post(r.token(identitytest.With(r.issuer.Claims("anja"), "sid", "sid-there")), ""),
		http.StatusNoContent,
		"",
	)
	// The browser here goes on with its own.
	want(
		t,
		r.post(
			r.token(
				identitytest.With(
					r.issuer.Claims("anja"),
					"auth_time",
					monday.Add(2*time.Hour).Unix(),
				),
			),
			here,
		),
		http.StatusNoContent,
		"",
	)
}

// Accounts and the sessions of others: beheerder only, with a password of the last hour.
func TestOnlyABeheerderEndsTheSessionsOfOthers(t *testing.T) {
	t.Parallel()
	r := setup(t)
	id := func(cookie string) string { return r.sessions(cookie)[0].ID }
	for _, role := range append([]Role{""}, Roles...) {
		who, other := "lid-"+string(role), "anja-"+string(role)
		cookie := r.signedIn(who, string(role))
		victim := r.signedIn(other)
		switch role {
		case Beheerder:
			r.end("/api/sessions/sgn_unknown", cookie, http.StatusNotFound, "not_found")
			r.end("/api/sessions/"+id(victim), cookie, http.StatusNoContent, "")
			r.end("/api/users/"+other+"/sessions", cookie, http.StatusNoContent, "")
			r.end("/api/users/nobody/sessions", cookie, http.StatusNoContent, "")
			r.end(
				"/api/users/"+strings.Repeat("a", 3000)+"/sessions",
				cookie,
				http.StatusNotFound,
				"not_found",
			)
			r.end("/api/users/%00/sessions", cookie, http.StatusBadRequest, "bad_request")
			want(t, r.call(http.MethodGet, "/api/accounts", cookie), http.StatusOK, "")
		default:
			r.end("/api/sessions/"+id(victim), cookie, http.StatusNotFound, "not_found")
			r.end("/api/users/"+other+"/sessions", cookie, http.StatusForbidden, "forbidden")
			want(
				t,
				r.call(http.MethodGet, "/api/accounts", cookie),
				http.StatusForbidden,
				"forbidden",
			)
			if !r.in(victim) {
				t.Errorf("%s ended somebody's session", role)
			}
		}
	}
	for _, path := range []string{"/api/sessions/sgn_unknown", "/api/users/anja/sessions"} {
		r.end(path, "", http.StatusUnauthorized, "unauthorized")
	}
}

func TestAfterAnHourABeheerderSignsInAgainForTheSessionsOfOthers(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie, anja := r.signedIn("ben", "beheerder"), r.signedIn("anja")
	id := r.sessions(anja)[0].ID
	r.clock.Advance(time.Hour)
	// a refresh gives no password
	want(t, r.post(r.token(r.later("ben", "beheerder")), cookie), http.StatusNoContent, "")
	r.clock.Advance(time.Second)
	r.end("/api/sessions/"+id, cookie, http.StatusForbidden, "auth/requires-recent-login")
	r.end("/api/users/anja/sessions", cookie, http.StatusForbidden, "auth/requires-recent-login")
	if !r.in(anja) {
		t.Fatal("ended all the same")
	}
	again := cookieOf(
		want(
			t,
			r.post(r.token(r.issuer.Claims("ben", "beheerder")), cookie),
			http.StatusNoContent,
			"",
		),
	)
	r.clock.Advance(time.Hour)
	r.end("/api/sessions/"+id, again, http.StatusNoContent, "")
	r.clock.Advance(time.Second)
	r.end("/api/users/ben/sessions", again, http.StatusNoContent, "") // one's own: always
	if r.in(again) || r.in(anja) {
		t.Error("still signed in")
	}
}

func TestOverallSignedOutStaysOutUntilThePasswordIsGiven(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.clock.Advance(time.Second)
	ben, one, two, bo := r.signedIn(
		"ben",
		"beheerder",
	), r.signedIn("anja"), r.signedIn("anja"), r.signedIn("bo")
	r.clock.Advance(time.Minute)
	r.end("/api/users/anja/sessions", ben, http.StatusNoContent, "")
	if r.in(one) || r.in(two) || !r.in(bo) || !r.in(ben) {
		t.Error("the wrong sessions ended")
	}
	for _, c := range []struct {
		sid, cookie string
	}{
		{"sid-anja", ""},
		{"sid-anja", one},
		{"sid-other", ""},
	} { // whichever sign-in, with or without the old cookie
		claims := identitytest.With(
			r.issuer.Claims("anja"),
			"sid",
			c.sid,
			"auth_time",
			monday.Add(time.Second).Unix(),
		)
		want(
			t,
			r.post(r.token(claims), c.cookie),
			http.StatusForbidden,
			"auth/requires-recent-login",
		)
	}
	// the very moment
	want(
		t,
		r.post(r.token(r.issuer.Claims("anja")), ""),
		http.StatusForbidden,
		"auth/requires-recent-login",
	)
	r.clock.Advance(time.Second)
	r.signedIn("anja")
	want(t, r.post(r.token(r.later("bo")), bo), http.StatusNoContent, "") // nobody else is cut off
}

func TestABeheerderSeesWhoIsSignedInByName(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.signedIn("gone")
	r.clock.Advance(8 * time.Hour)
	r.signedIn("zoë", "gastheer")
	r.clock.Advance(time.Minute)
	ben := r.signedIn("ben", "beheerder")
	r.signedIn("zoë", "redactie")
	var out Accounts
	decode(t, want(t, r.call(http.MethodGet, "/api/accounts", ben), http.StatusOK, ""), &out)
	if len(out.Items) != 2 || out.Items[0].UID != "ben" || out.Items[0].Name != "Naam van ben" ||
		!out.Items[0].Sessions[0].Current {
		t.Fatalf("%+v", out)
	}
	if zoe := out.Items[1]; len(zoe.Sessions) != 2 || len(zoe.Roles) != 1 ||
		zoe.Roles[0] != Redactie ||
		zoe.Sessions[0].Current ||
		zoe.Sessions[0].CreatedAt < zoe.Sessions[1].CreatedAt {
		t.Errorf("%+v", zoe)
	}
	if log := r.log.String(); !strings.Contains(log, `"msg":"accounts read"`) ||
		!strings.Contains(log, `"by":"ben"`) {
		t.Error("reading the list of names is not logged")
	}
}

func TestANameWhoseKeyIsLostLeavesTheSessionAsItIs(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja", "gastheer")
	if _, err := r.pool.Exec(t.Context(), `update staff_session set sealed = 'x'`); err != nil {
		t.Fatal(err)
	}
	if me := r.me(cookie); me.UID != "anja" || me.Name != "" || me.Roles[0] != Gastheer {
		t.Errorf("%+v", me)
	}
}
