package identity

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity/identitytest"
)

type header = map[jose.HeaderKey]any

func encoded(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// changed is a good token with other claims, given as name and value in turn.
func (r *room) changed(pairs ...any) string {
	return r.token(identitytest.With(r.issuer.Claims("anja", "redactie"), pairs...))
}

func ago(d time.Duration) int64 { return monday.Add(-d).Unix() }

func TestAnIDTokenIsBelievedOnlyWhenEverythingFits(t *testing.T) {
	t.Parallel()
	r := setup(t)
	other := "other-client"
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		token string
		code  string // empty: good
	}{
		"good": {r.changed(), ""},
		"several audiences": {
			r.changed("aud", []string{other, identitytest.ClientID, identitytest.ClientID}),
			"",
		},
		"no azp":                  {r.changed("azp", nil), ""},
		"without roles":           {r.changed("roles", nil), ""},
		"several steps":           {r.changed("amr", []string{"pwd", "otp", "mfa"}), ""},
		"one word for the steps":  {r.changed("amr", "mfa"), "auth/invalid-token"},
		"expired 20 seconds":      {r.changed("exp", ago(20*time.Second)), ""},
		"expired 30 seconds":      {r.changed("exp", ago(30*time.Second)), ""},
		"expired 31 seconds":      {r.changed("exp", ago(31*time.Second)), "auth/invalid-token"},
		"expired 40 seconds":      {r.changed("exp", ago(40*time.Second)), "auth/invalid-token"},
		"without exp":             {r.changed("exp", nil), "auth/invalid-token"},
		"valid in a minute":       {r.changed("nbf", ago(-60*time.Second)), ""},
		"valid later":             {r.changed("nbf", ago(-61*time.Second)), "auth/invalid-token"},
		"five and a half minutes": {r.changed("iat", ago(330*time.Second)), ""},
		"six minutes":             {r.changed("iat", ago(360*time.Second)), ""},
		"six minutes, one second": {r.changed("iat", ago(361*time.Second)), "auth/token-too-old"},
		"6.1 minutes":             {r.changed("iat", ago(366*time.Second)), "auth/token-too-old"},
		"a minute ahead":          {r.changed("iat", ago(-60*time.Second)), ""},
		"more than a minute ahead": {
			r.changed("iat", ago(-61*time.Second)),
			"auth/token-from-future",
		},
		"signed in tomorrow": {r.changed("auth_time", ago(-day)), "auth/token-from-future"},
		"without iat":        {r.changed("iat", nil), "auth/invalid-token"},
		"without auth_time":  {r.changed("auth_time", nil), "auth/invalid-token"},
		"without jti":        {r.changed("jti", nil), "auth/invalid-token"},
		"without sub":        {r.changed("sub", nil), "auth/invalid-token"},
		"empty sub":          {r.changed("sub", ""), "auth/invalid-token"},
		"endless sub": {
			r.changed("sub", strings.Repeat("a", 256)),
			"auth/invalid-token",
		},
		"endless sid": {
			r.changed("sid", strings.Repeat("a", 256)),
			"auth/invalid-token",
		},
		"other audience": {r.changed("aud", other), "auth/invalid-token"},
		"other audiences": {
			r.changed("aud", []string{other, "account"}),
			"auth/invalid-token",
		},
		"no audience":    {r.changed("aud", nil), "auth/invalid-token"},
		"empty audience": {r.changed("aud", []string{}), "auth/invalid-token"},
		"other issuer": {
			r.changed("iss", "https://login.evil.example/realms/herstelruimte"),
			"auth/invalid-token",
		},
		"issuer with a slash":   {r.changed("iss", identitytest.URL+"/"), "auth/invalid-token"},
		"no issuer":             {r.changed("iss", nil), "auth/invalid-token"},
		"other azp":             {r.changed("azp", other), "auth/invalid-token"},
		"access token":          {r.changed("typ", "Bearer"), "auth/invalid-token"},
		"refresh token":         {r.changed("typ", "Refresh"), "auth/invalid-token"},
		"no typ":                {r.changed("typ", nil), "auth/invalid-token"},
		"logout token":          {r.token(r.issuer.Logout("anja")), "auth/invalid-token"},
		"roles of another kind": {r.changed("roles", "beheerder"), "auth/invalid-token"},
		// faults in their order: type before age
		"old, other type": {
			r.changed("iat", ago(day), "typ", "Bearer"),
			"auth/invalid-token",
		},
		"old and replayed": {
			r.changed("iat", ago(366*time.Second), "jti", "again"),
			"auth/token-too-old",
		},
		"NUL in the subject": {r.changed("sub", "an\x00ja"), "bad_request"},
		"a payload that is no JSON": {
			joined(encoded(`{"alg":"RS256","kid":"key-a"}`), encoded("hallo"), encoded("x")),
			"auth/invalid-token",
		},
		"three empty parts": {"..", "auth/invalid-token"},
		"no base64":         {"!.!.!", "auth/invalid-token"},
	} {
		w := r.post(c.token, "")
		if c.code == "" {
			want(t, w, http.StatusNoContent, "")
			continue
		}
		status := http.StatusUnauthorized
		if c.code == "bad_request" {
			status = http.StatusBadRequest
		}
		t.Log(name)
		if want(t, w, status, c.code); cookieOf(w) != "" {
			t.Errorf("%s: a cookie", name)
		}
	}
	r.mustCount(0, `select count(*) from staff_token where jti = $1`, hashOf("again"))
}

func TestOnlyTheKeyOfTheIssuerSigns(t *testing.T) {
	t.Parallel()
	r := setup(t)
	key, id := r.issuer.Key()
	foreign, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	claims := func() map[string]any { return r.issuer.Claims("anja", "beheerder") }
	sign := func(alg jose.SignatureAlgorithm, key any, h header) string {
		return identitytest.SignWith(t, claims(), alg, key, h)
	}
	good := sign(jose.RS256, key, header{"kid": id})
	parts := strings.Split(good, ".")
	payload := string(db.JSON(claims()))
	public := r.publicPEM()
	for name, token := range map[string]string{
		"a foreign key with our id": sign(jose.RS256, foreign, header{"kid": id}),
		"its own key in the header": sign(jose.RS256, foreign, header{
			"kid": id,
			"jwk": jose.JSONWebKey{Key: &foreign.PublicKey},
		}),
		"an address of keys": sign(jose.RS256, foreign, header{
			"kid": id,
			"jku": "https://evil.example/keys",
		}),
		"RS512":                     sign(jose.RS512, key, header{"kid": id}),
		"PS256":                     sign(jose.PS256, key, header{"kid": id}),
		"HS256 with the public key": sign(jose.HS256, public, header{"kid": id}),
		"none": joined(
			encoded(`{"alg":"none","kid":"`+id+`"}`),
			encoded(payload),
			"",
		),
		"none, once more": joined(
			encoded(`{"alg":"None","kid":"`+id+`"}`),
			encoded(payload),
			parts[2],
		),
		"no algorithm": joined(
			encoded(`{"kid":"`+id+`"}`),
			encoded(payload),
			parts[2],
		),
		"two algorithms": joined(
			encoded(`{"alg":"none","alg":"RS256","kid":"`+id+`"}`),
			encoded(payload),
			parts[2],
		),
		"other claims":    joined(parts[0], encoded(payload), parts[2]),
		"no signature":    joined(parts[0], parts[1], ""),
		"a cut signature": good[:len(good)-8],
		"no key id":       sign(jose.RS256, key, nil),
		"a number for an id": joined(
			encoded(`{"alg":"RS256","kid":7}`),
			parts[1],
			parts[2],
		),
		"something we must heed": sign(jose.RS256, key, header{
			"kid":  id,
			"crit": []string{"b64x"},
			"b64x": true,
		}),
		"a compressed or sealed token": joined(
			encoded(`{"alg":"RSA-OAEP","enc":"A256GCM","kid":"`+id+`"}`),
			parts[1],
			parts[2],
		),
	} {
		t.Log(name)
		want(t, r.post(token, ""), http.StatusUnauthorized, "auth/invalid-token")
	}
	want(t, r.post(good, ""), http.StatusNoContent, "") // the control
	fetches := int64(1)
	r.fetched(fetches)
	for name, token := range map[string]string{
		"the key to encrypt with": sign(jose.RS256, key, header{"kid": "key-to-encrypt"}),
		"an unknown key":          sign(jose.RS256, foreign, header{"kid": "key-x"}),
		"a path for an id":        sign(jose.RS256, foreign, header{"kid": "../../../../dev/null"}),
		"an address for an id": sign(jose.RS256, foreign, header{
			"kid": "https://evil.example/keys",
		}),
		"SQL for an id": sign(jose.RS256, foreign, header{"kid": "x' union select 'y"}),
	} {
		t.Log(name)
		// may be new: nobody asks so soon
		want(t, r.post(token, ""), http.StatusServiceUnavailable, "auth/keys-unavailable")
		r.clock.Advance(30 * time.Second)
		want(t, r.post(token, ""), http.StatusUnauthorized, "auth/invalid-token")
		fetches++
		r.fetched(fetches)
		r.clock.Advance(-30 * time.Second)
		r.verifier.keys.triedAt = r.clock.Now()
	}
	r.mustCount(1, `select count(*) from staff_session`)
}

func TestAHeaderThatHoldsNoTokenIsMalformed(t *testing.T) {
	t.Parallel()
	r := setup(t)
	good := r.changed()
	long := r.changed("groups", strings.Repeat("g", 9<<10)) // 9 KiB
	for name, head := range map[string][]string{
		"none":         {},
		"empty":        {"Authorization", ""},
		"scheme only":  {"Authorization", "Bearer"},
		"no token":     {"Authorization", "Bearer "},
		"Basic":        {"Authorization", "Basic " + good},
		"our visitors": {"Authorization", "Aanmelding " + good},
		"no scheme":    {"Authorization", good},
		"two parts":    {"Authorization", "Bearer " + good[:strings.LastIndex(good, ".")]},
		"four parts":   {"Authorization", "Bearer " + good + ".x"},
		"five parts":   {"Authorization", "Bearer a.b.c.d.e"},
		"9 KiB":        {"Authorization", "Bearer " + long},
		"twice":        {"Authorization", "Bearer " + good, "Authorization", "Bearer " + good},
	} {
		t.Log(name)
		want(
			t,
			r.call(http.MethodPost, "/api/session", "", head...),
			http.StatusBadRequest,
			"auth/invalid-header",
		)
	}
	if r.issuer.Fetches.Load() != 0 {
		t.Error("keys were fetched for a header without a token")
	}
	fits := r.changed("groups", strings.Repeat("g", 4<<10))
	if len(fits) < 5<<10 || len(fits) > 8<<10 {
		t.Fatal("the large token should still fit:", len(fits))
	}
	want(t, r.post(fits, ""), http.StatusNoContent, "")
	want(
		t,
		r.call(http.MethodPost, "/api/session", "", "Authorization", "bearer "+good),
		http.StatusNoContent,
		"",
	)
}

func TestOnlyTheSixRolesAreKept(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn(
		"anja",
		"beheerder",
		"offline_access",
		"gastheer",
		"admin",
		"gastheer",
		"Coordinator",
		"",
	)
	if me := r.me(
		cookie,
	); len(me.Roles) != 2 || me.Roles[0] != Gastheer || me.Roles[1] != Beheerder {
		t.Error(me.Roles)
	}
}

func TestWithoutAnIssuerNobodySignsIn(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.verifier.issuer = ""
	for _, token := range []string{r.changed(), r.changed("iss", nil), r.changed("iss", "")} {
		w := want(t, r.post(token, ""), http.StatusServiceUnavailable, "auth/keys-unavailable")
		if w.Header().Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	if r.issuer.Fetches.Load() != 0 {
		t.Error("keys were fetched")
	}
}

// A name is whatever somebody typed.
func TestANameIsOneShortLine(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		" Anja  de\tVries\n":     "Anja de Vries",
		"":                       "",
		strings.Repeat("é", 200): strings.Repeat("é", 100),
		"An\xffja":               "Anja",
		"An\u202eja\u200b":       "Anja",
	} {
		if got := shortName(given); got != want {
			t.Errorf("%q gives %q", given, got)
		}
	}
}

func FuzzHeader(f *testing.F) {
	for _, s := range []string{"Bearer a.b.c", "Bearer ..", "", "bearer  x.y.z", "Bearer\ta.b.c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		r := &http.Request{Header: http.Header{"Authorization": {header}}}
		if raw, err := bearer(r); err == nil && (strings.Count(raw, ".") != 2 || len(raw) > 8<<10) {
			t.Errorf("%q gives %q", header, raw)
		}
	})
}

// publicPEM is the issuer's public key as everybody can read it: the secret of whoever mistakes
// RS256 for HS256.
func (r *room) publicPEM() []byte {
	r.t.Helper()
	key, _ := r.issuer.Key()
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		r.t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
}
