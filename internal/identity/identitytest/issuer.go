// Package identitytest is an identity service for tests: it signs tokens and serves its keys, well
// or badly.
package identitytest

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"herstelruimte/internal/clock"
)

// What every Issuer is called in its tokens. Nothing answers there.
const (
	URL      = "https://login.herstelruimte.example/realms/herstelruimte"
	ClientID = "herstelruimte-web"
)

// Ways in which the key address answers.
const (
	Up     = iota // with the keys
	Failed        // 500
	HTML          // a page, with status 200
	Empty         // a key set without a key
	Cut           // the connection breaks
)

// keys are made once for all tests of a process: making one takes long.
var keys = sync.OnceValue(func() (out [3]*rsa.PrivateKey) {
	for n := range out {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err)
		}
		out[n] = key
	}
	return out
})

// Issuer is one identity service with its key address at KeysURL.
type Issuer struct {
	KeysURL string
	Fetches atomic.Int64 // of the keys
	clock   *clock.Clock
	mode    atomic.Int64
	turn    atomic.Int64
}

// New starts an issuer whose clock is c; it ends with the test.
func New(t testing.TB, c *clock.Clock) *Issuer {
	t.Helper()
	i := &Issuer{clock: c}
	srv := httptest.NewServer(i)
	t.Cleanup(srv.Close)
	i.KeysURL = srv.URL + "/certs"
	return i
}

// Answers chooses how the key address answers from now on.
func (i *Issuer) Answers(mode int) { i.mode.Store(int64(mode)) }

// Rotate takes the key away that signs and signs with a new one from now on. There are three, one
// after another.
func (i *Issuer) Rotate() { i.turn.Add(1) }

// Key is the key that signs, and its id.
func (i *Issuer) Key() (*rsa.PrivateKey, string) {
	n := i.turn.Load() % 3
	return keys()[n], "key-" + string(rune('a'+n))
}

// ServeHTTP answers with the keys, in the way that was chosen. Beside the key that signs there is
// one to encrypt with, as Keycloak has it.
func (i *Issuer) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	i.Fetches.Add(1)
	key, id := i.Key()
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{
		{Key: &keys()[2].PublicKey, KeyID: "key-to-encrypt", Algorithm: "RSA-OAEP", Use: "enc"},
		{Key: &key.PublicKey, KeyID: id, Algorithm: "RS256", Use: "sig"},
	}}
	w.Header().Set("Content-Type", "application/json")
	switch i.mode.Load() {
	case Failed:
		w.WriteHeader(http.StatusInternalServerError)
	case HTML:
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><title>Even geduld</title>"))
	case Empty:
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: set.Keys[:1]})
	case Cut:
		panic(http.ErrAbortHandler)
	default:
		_ = json.NewEncoder(w).Encode(set)
	}
}

// Claims are those of a fresh ID token: signed in and issued at this moment, by two steps, with a
// jti of its own.
// The sign-in at the issuer (sid) is one a person.
func (i *Issuer) Claims(sub string, roles ...string) map[string]any {
	now := i.clock.Now().Unix()
	if roles == nil {
		roles = []string{}
	}
	return map[string]any{
		"iss":       URL,
		"aud":       ClientID,
		"azp":       ClientID,
		"typ":       "ID",
		"sub":       sub,
		"sid":       "sid-" + sub,
		"jti":       rand.Text(),
		"iat":       now,
		"exp":       now + 900,
		"auth_time": now,
		"name":      "Naam van " + sub,
		"roles":     roles,
		"amr":       []string{"mfa"},
	}
}

// Logout are the claims of a logout token of this person.
func (i *Issuer) Logout(sub string) map[string]any {
	now := i.clock.Now().Unix()
	return map[string]any{
		"iss": URL,
		"aud": ClientID,
		"typ": "Logout",
		"sub": sub,
		"sid": "sid-" + sub,
		"jti": rand.Text(),
		"iat": now,
		"exp": now + 120,
		"events": map[string]any{
			"http://schemas.openid.net/event/backchannel-logout": map[string]any{},
		},
	}
}

// With changes claims: name and value in turn, nil takes one away.
func With(claims map[string]any, pairs ...any) map[string]any {
	out := maps.Clone(claims)
	for n := 0; n+1 < len(pairs); n += 2 {
		if out[pairs[n].(string)] = pairs[n+1]; pairs[n+1] == nil {
			delete(out, pairs[n].(string))
		}
	}
	return out
}

// Sign makes a token of claims with the issuer's own key.
func (i *Issuer) Sign(t testing.TB, claims map[string]any) string {
	t.Helper()
	key, id := i.Key()
	return SignWith(t, claims, jose.RS256, key, map[jose.HeaderKey]any{"kid": id, "typ": "JWT"})
}

// SignWith makes a token with any algorithm, key and header.
func SignWith(
	t testing.TB,
	claims map[string]any,
	alg jose.SignatureAlgorithm,
	key any,
	header map[jose.HeaderKey]any,
) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{
		Algorithm: alg,
		Key:       key,
	}, &jose.SignerOptions{ExtraHeaders: header})
	if err != nil {
		t.Fatal(err)
	}
	jws, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jws.CompactSerialize()
	if err != nil || strings.Count(text, ".") != 2 {
		t.Fatal(text, err)
	}
	return text
}
