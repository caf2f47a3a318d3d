package provider

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	jose "github.com/go-jose/go-jose/v4"

	"herstelruimte/internal/clock"
)

func TestLogoutEverywhereTellsTheSiteOfEachSession(t *testing.T) {
	t.Parallel()
	r := start(t)
	one, two, other := r.browser(), r.browser(), r.browser()
	first, second, sanne := one.enterAs("jan"), two.enterAs("jan"), other.enterAs("sanne")
	if a := r.browser().post("/demo/users/jan/logout", nil); a.StatusCode != http.StatusSeeOther {
		t.Fatal(a.StatusCode)
	}
	sids := map[any]bool{}
	for _, token := range r.tellings() {
		c := r.read(token)
		sids[c["sid"]] = c["sub"] == "sub-jan"
	}
	if len(sids) != 2 || !sids[first.Session] || !sids[second.Session] {
		t.Errorf("told of %v", sids)
	}
	if _, no, _ := one.token(renew(first.Refresh)); no.Error != "invalid_grant" {
		t.Errorf("%v", no)
	}
	if _, _, status := other.token(renew(sanne.Refresh)); status != http.StatusOK {
		t.Error("somebody else was signed out")
	}
}

func TestExpiringAllSessionsTellsNobody(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	got := b.enterAs("jan")
	b.post("/demo/sessions/expire", nil)
	if _, no, _ := b.token(
		renew(got.Refresh),
	); no.Error != "invalid_grant" || len(r.tellings()) != 0 {
		t.Errorf("%v, %d logout tokens", no, len(r.tellings()))
	}
}

func TestAPersonWithoutASecondStepGetsTokensThatTellOfNone(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	steps := func(got tokens) any { return r.read(got.ID)["amr"] }
	two := b.enterAs("jan")
	b.post("/demo/users/jan/one-step", nil)
	if page := b.get("/").body; strings.Count(page, "Heeft geen tweede stap.") != 1 {
		t.Error("the first page does not tell who has no second step")
	}
	if renewed, _, _ := b.token(renew(two.Refresh)); steps(renewed) == nil {
		t.Error("the sign-in of before: got no amr, want that of its own moment")
	}
	one := b.enterAs("jan")
	if got := steps(one); got != nil {
		t.Errorf("a password alone: got amr %v, want none", got)
	}
	if renewed, _, _ := b.token(renew(one.Refresh)); steps(renewed) != nil {
		t.Errorf("renewed: got amr %v, want none", steps(renewed))
	}
	if got := steps(r.browser().enterAs("sanne")); got == nil {
		t.Error("somebody else lost the second step")
	}
	b.post("/demo/users/jan/two-steps", nil)
	if got := steps(b.enterAs("jan")); !reflect.DeepEqual(got, []any{"mfa"}) {
		t.Errorf("with a second step again: got amr %v, want mfa", got)
	}
}

func (r *room) keyIDs() (ids []string) {
	var set jose.JSONWebKeySet
	if err := json.Unmarshal([]byte(r.browser().get("/keys").body), &set); err != nil {
		r.t.Fatal(err)
	}
	for _, k := range set.Keys {
		if !k.IsPublic() || k.Use != "sig" || k.Algorithm != "RS256" {
			r.t.Errorf(
				"key %s: use %s, algorithm %s, public %v",
				k.KeyID,
				k.Use,
				k.Algorithm,
				k.IsPublic(),
			)
		}
		ids = append(ids, k.KeyID)
	}
	return ids
}

func signer(t *testing.T, token string) string {
	t.Helper()
	jws, err := jose.ParseSignedCompact(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		t.Fatal(err)
	}
	return jws.Signatures[0].Header.KeyID
}

func TestARotatedKeySignsAndTheOldOneVerifiesUntilItIsDropped(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	first := b.enterAs("jan")
	b.post("/demo/keys/rotate", nil)
	second := b.enterAs("jan")
	old, young := signer(t, first.ID), signer(t, second.ID)
	if ids := r.keyIDs(); old == young || len(ids) != 2 || ids[0] != young || ids[1] != old {
		t.Errorf("%s, then %s; published %v", old, young, ids)
	}
	b.post("/demo/keys/rotate", url.Values{"drop": {"1"}})
	if ids := r.keyIDs(); len(ids) != 1 || ids[0] == old || ids[0] == young {
		t.Errorf("published %v", ids)
	}
}

func TestButtonsAreNotForOtherSitesNorForReading(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	got := b.enterAs("jan")
	actions := []string{
		"/demo/users/jan/disable",
		"/demo/users/jan/logout",
		"/demo/users/jan/password",
		"/demo/users/jan/one-step",
		"/demo/keys/rotate",
		"/demo/sessions/expire",
		"/demo/trouble",
		"/end_session",
	}
	form := url.Values{"kind": {"down"}, "seconds": {"60"}}
	for _, path := range actions {
		for _, headers := range [][]string{
			{"Sec-Fetch-Site", "cross-site"},
			{"Sec-Fetch-Site", "same-site"},
			{"Origin", r.Site},
			{"Origin", "https://elders.example"},
			{"Origin", "null"},
		} {
			if a := b.post(path, form, headers...); a.StatusCode != http.StatusForbidden {
				t.Errorf("%s %v: %d", path, headers, a.StatusCode)
			}
		}
		if a := b.post(
			path,
			form,
			"Host",
			"elders.example:80",
		); a.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s by another name: %d", path, a.StatusCode)
		}
		if a := b.get(
			path + "?" + form.Encode(),
		); path != "/end_session" && a.StatusCode != http.StatusNotFound &&
			a.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("GET %s: %d", path, a.StatusCode)
		}
	}
	if a := b.post(
		r.question(),
		url.Values{"account": {"jan"}},
		"Sec-Fetch-Site",
		"cross-site",
	); a.StatusCode != http.StatusForbidden {
		t.Errorf("another site signs somebody in: %d", a.StatusCode)
	}
	if _, no, status := b.token(
		renew(got.Refresh),
	); status != http.StatusOK || len(r.tellings()) != 0 || len(r.keyIDs()) != 1 {
		t.Errorf("something was done: %d %v", status, no)
	}
}

func TestWrongButtonsSaySo(t *testing.T) {
	t.Parallel()
	r := start(t)
	for path, form := range map[string]url.Values{
		"/demo/users/niemand/disable": nil,
		"/demo/trouble":               {"kind": {"vuur"}, "seconds": {"1"}},
		"/demo/trouble?a":             {"kind": {"down"}, "seconds": {"601"}},
		"/demo/trouble?b":             {"kind": {"down"}},
	} {
		if a := r.browser().post(path, form); a.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", path, a.StatusCode)
		}
	}
}

func TestTroubleIsSeenByTheSiteAndEndsByAButton(t *testing.T) {
	t.Parallel()
	r := start(t)
	b := r.browser()
	got := b.enterAs("jan")
	for _, c := range []struct {
		kind, media string
		status      int
	}{{"down", "text/plain", http.StatusServiceUnavailable}, {"html", "text/html", http.StatusOK}} {
		b.post("/demo/trouble", url.Values{"kind": {c.kind}, "seconds": {"60"}})
		for _, a := range []answer{
			b.get("/.well-known/openid-configuration", "Origin", r.Site),
			b.get("/keys", "Origin", r.Site),
			b.get(r.question()),
			b.post("/token", renew(got.Refresh), "Origin", r.Site),
		} {
			if a.StatusCode != c.status ||
				!strings.HasPrefix(a.Header.Get("Content-Type"), c.media) {
				t.Errorf(
					"%s: %s gives %d %s",
					c.kind,
					a.Request.URL.Path,
					a.StatusCode,
					a.Header.Get("Content-Type"),
				)
			}
			if a.Request.Header.Get("Origin") != "" &&
				a.Header.Get("Access-Control-Allow-Origin") == "" {
				t.Errorf("%s: the site cannot read the answer of %s", c.kind, a.Request.URL.Path)
			}
		}
		if a := b.get(
			"/",
		); a.StatusCode != http.StatusOK || !strings.Contains(a.body, "Weer gewoon antwoorden") {
			t.Errorf("%s: the first page cannot end it", c.kind)
		}
	}
	b.post("/demo/trouble", url.Values{"kind": {"none"}, "seconds": {"0"}})
	if _, no, status := b.token(renew(got.Refresh)); status != http.StatusOK {
		t.Errorf("after trouble: %d %v", status, no)
	}
}

func TestASlowAnswerComesWhenTheTroubleIsOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, err := build(
			Options{Clock: clock.System(), Site: "http://localhost:8080", Accounts: people()},
			kept{},
			20180,
		)
		if err != nil {
			t.Fatal(err)
		}
		ask := func() time.Duration {
			began := time.Now()
			q := httptest.NewRequestWithContext(
				t.Context(),
				http.MethodGet,
				p.Issuer()+"/keys",
				nil,
			)
			w := httptest.NewRecorder()
			if p.handler.ServeHTTP(w, q); w.Code != http.StatusOK {
				t.Errorf("%d", w.Code)
			}
			return time.Since(began)
		}
		if err := p.begin("slow", 60*time.Second); err != nil {
			t.Fatal(err)
		}
		if took := ask(); took != 60*time.Second {
			t.Errorf("answered after %v", took)
		}
		if took := ask(); took != 0 {
			t.Errorf("trouble is over, answered after %v", took)
		}
		_ = p.begin("slow", time.Minute)
		time.AfterFunc(5*time.Second, func() { _ = p.begin("none", 0) })
		if took := ask(); took != 5*time.Second {
			t.Errorf("ended by the button, answered after %v", took)
		}
		time.Sleep(time.Minute) // the timer of the ended trouble rings and does no harm
	})
}
