package identity

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-jose/go-jose/v4"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity/identitytest"
	"herstelruimte/internal/problem"
)

func (r *room) fetched(n int64) {
	r.t.Helper()
	if got := r.issuer.Fetches.Load(); got != n {
		r.t.Fatalf("the keys were fetched %d times, want %d", got, n)
	}
}

func (r *room) fresh() string { return r.token(r.issuer.Claims("anja")) }

// unknown is a token whose key id nobody knows.
func (r *room) unknown(id string) string {
	key, _ := r.issuer.Key()
	return identitytest.SignWith(r.t, r.issuer.Claims("anja"), jose.RS256, key, header{"kid": id})
}

func TestTheKeysAreFetchedWhenATokenFirstNeedsThem(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.fetched(0)
	together(60, func(int) { want(t, r.post(r.fresh(), ""), http.StatusNoContent, "") })
	r.fetched(1)
}

// Tokens that could never be good cost no fetch: whoever sends them knows neither algorithm nor
// issuer.
func TestNonsenseFetchesNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for _, token := range []string{
		"a.b.c",
		r.changed("iss", "https://evil.example"),
		joined(encoded(`{"alg":"none"}`), encoded(`{}`), ""),
	} {
		want(t, r.post(token, ""), http.StatusUnauthorized, "auth/invalid-token")
	}
	r.fetched(0)
}

func TestUnknownKeysCauseNoFetchStorm(t *testing.T) {
	t.Parallel()
	r := setup(t)
	// whoever waited for the fetch hears that the key is none; whoever comes too soon after it, to
	// come back
	storm := func(round int) {
		t.Helper()
		together(60, func(n int) {
			a := r.post(r.unknown(fmt.Sprint("key-", round, "-", n)), "")
			if a.Code == http.StatusServiceUnavailable {
				want(t, a, http.StatusServiceUnavailable, "auth/keys-unavailable")
				return
			}
			want(t, a, http.StatusUnauthorized, "auth/invalid-token")
		})
	}
	storm(1)
	r.fetched(1)
	r.clock.Advance(29 * time.Second)
	storm(2)
	r.fetched(1)
	r.clock.Advance(time.Second)
	storm(3)
	r.fetched(2)
}

// The control of the storm: as soon as nothing is remembered of the last fetch, each token causes
// its own.
func TestWithoutTheMemoryOfTheLastFetchThereIsAStorm(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for n := range 10 {
		want(
			t,
			r.post(r.unknown(fmt.Sprint("key-", n)), ""),
			http.StatusUnauthorized,
			"auth/invalid-token",
		)
		r.verifier.keys.triedAt = time.Time{}
	}
	r.fetched(10)
}

func TestARotatedKeyIsFoundAtItsFirstToken(t *testing.T) {
	t.Parallel()
	r := setup(t)
	old := r.fresh()
	want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
	r.clock.Advance(31 * time.Second)
	r.issuer.Rotate()
	want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
	r.fetched(2)
	// the new set does not have its key, and
	want(t, r.post(old, ""), http.StatusServiceUnavailable, "auth/keys-unavailable")
	r.clock.Advance(30 * time.Second)
	want(t, r.post(old, ""), http.StatusUnauthorized, "auth/invalid-token") // nor does the next
}

func TestTheKeysAreFetchedAnewOnceADay(t *testing.T) {
	t.Parallel()
	r := setup(t)
	want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
	r.clock.Advance(24*time.Hour - time.Second)
	want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
	r.fetched(1)
	taken := r.issuer.Claims("anja")
	taken["iat"], taken["exp"] = r.clock.Now().Unix(), r.clock.Now().Unix()+900
	token := r.token(taken)
	r.issuer.Rotate() // the service takes the key away
	r.clock.Advance(time.Second)
	want(t, r.post(token, ""), http.StatusUnauthorized, "auth/invalid-token")
	r.fetched(2)
}

func TestAKnownKeyWorksWhileTheServiceIsDown(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for name, mode := range map[string]int{
		"500":     identitytest.Failed,
		"HTML":    identitytest.HTML,
		"no keys": identitytest.Empty,
		"cut":     identitytest.Cut,
	} {
		r := setupOn(t, pool, true, 0)
		want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
		r.issuer.Answers(mode)
		r.clock.Advance(time.Hour)
		want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
		r.fetched(1)
		r.clock.Advance(24 * time.Hour) // too old now, but the only ones there are
		want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
		r.fetched(2)
		t.Log(name)
		want(
			t,
			r.post(r.unknown("key-x"), ""),
			http.StatusServiceUnavailable,
			"auth/keys-unavailable",
		)
		r.fetched(2)
	}
}

func TestAColdStartWithoutTheServiceSaysWhenToComeBackAndHealsByItself(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for name, mode := range map[string]int{
		"500":     identitytest.Failed,
		"HTML":    identitytest.HTML,
		"no keys": identitytest.Empty,
		"cut":     identitytest.Cut,
	} {
		r := setupOn(t, pool, true, 0)
		r.issuer.Answers(mode)
		token := r.fresh()
		unavailable := func(wait int) {
			t.Helper()
			t.Log(name)
			w := want(t, r.post(token, ""), http.StatusServiceUnavailable, "auth/keys-unavailable")
			if got := w.Header().Get("Retry-After"); got != strconv.Itoa(wait) {
				t.Fatalf("Retry-After %q, want %d", got, wait)
			}
		}
		unavailable(30)
		r.issuer.Answers(identitytest.Up)
		r.clock.Advance(20 * time.Second)
		unavailable(10)
		r.fetched(1)
		r.clock.Advance(10 * time.Second)
		want(t, r.post(token, ""), http.StatusNoContent, "")
		r.fetched(2)
	}
}

func TestAClockThatWasPutBackDoesNotLockTheKeys(t *testing.T) {
	t.Parallel()
	r := setup(t)
	want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
	r.clock.Advance(-time.Hour)
	r.issuer.Rotate()
	want(t, r.post(r.fresh(), ""), http.StatusNoContent, "")
}

// asleep is a service that never answers.
type asleep struct{}

func (asleep) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestASlowServiceIsWaitedForTenSecondsByEverybodyTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeySet("http://keycloak.invalid/certs", clock.System())
		k.client = &http.Client{Transport: asleep{}}
		start := time.Now()
		together(60, func(int) {
			_, err := k.key(t.Context(), "key-a")
			var p *problem.Problem
			if took := time.Since(start); took != 10*time.Second || !errors.As(err, &p) ||
				p.Code != problem.AuthKeysUnavailable ||
				p.RetryAfter != 20 {
				t.Errorf("after %v: %v, %+v", took, err, p)
			}
		})
		if k.failed == nil {
			t.Error("the failure is not remembered")
		}
	})
}

func TestAVisitorWhoLeavesDoesNotEndTheFetchOfOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKeySet("http://keycloak.invalid/certs", clock.System())
		k.client = &http.Client{Transport: asleep{}}
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { _, err := k.key(ctx, "key-a"); done <- err }()
		synctest.Wait()
		leave()
		if err := <-done; !errors.Is(err, problem.New(problem.AuthKeysUnavailable)) {
			t.Error(err)
		}
		start := time.Now()
		_, err := k.key(t.Context(), "key-a") // joins the fetch that still runs
		if time.Since(start) != 10*time.Second || err == nil {
			t.Errorf("waited %v: %v", time.Since(start), err)
		}
	})
}

func TestOnlyRSAKeysToSignWithAreTaken(t *testing.T) {
	t.Parallel()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	// beside each: it takes nothing away, and is none itself
	const unheardOf = `{"kty":"LATER","kid":"z","use":"sig","alg":"XY512"}`
	for name, c := range map[string]struct {
		key  jose.JSONWebKey
		good bool
	}{
		"plain": {
			jose.JSONWebKey{Key: &key.PublicKey, KeyID: "a", Use: "sig", Algorithm: "RS256"},
			true,
		},
		"says no more": {jose.JSONWebKey{Key: &key.PublicKey, KeyID: "a"}, true},
		"to encrypt":   {jose.JSONWebKey{Key: &key.PublicKey, KeyID: "a", Use: "enc"}, false},
		"RSA-OAEP": {
			jose.JSONWebKey{Key: &key.PublicKey, KeyID: "a", Algorithm: "RSA-OAEP"},
			false,
		},
		"without an id":   {jose.JSONWebKey{Key: &key.PublicKey}, false},
		"a shared secret": {jose.JSONWebKey{Key: []byte("geheim"), KeyID: "a"}, false},
	} {
		if keys, err := signingKeys([]json.RawMessage{
			json.RawMessage(unheardOf),
			db.JSON(c.key),
		}); (err == nil) != c.good || (len(keys) == 1) != c.good {
			t.Errorf("%s: %d keys, %v", name, len(keys), err)
		}
	}
}
