package identity

import (
	"context"
	"crypto"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

const (
	expiryLeeway = 30 * time.Second
	skew         = 60 * time.Second  // between the clock of the service and ours
	maxAge       = 300 * time.Second // of a token that makes or refreshes a session
	logoutAge    = 2 * time.Minute
	notSetUpWait = 300 // seconds: somebody has to set OIDC_ISSUER and start again
)

// token is what a good ID token tells.
type token struct {
	sub, sid, jti, name string
	roles               []Role
	authTime, issuedAt  time.Time
	secondStep          bool   // more than a password was given
	address             string // where they read mail, proven; empty: not known
}

// multipleFactors is the word of RFC 8176 for a sign-in that more than a password proved. The realm
// says it of a passkey and of a code from the app.
const multipleFactors = "mfa"

// verifier checks what the identity service signed, without asking it more than for its keys.
type verifier struct {
	issuer, client string
	keys           *keySet
	clock          *clock.Clock
}

func newVerifier(issuer, client string, keys *keySet, c *clock.Clock) *verifier {
	return &verifier{issuer, client, keys, c}
}

// refused is a problem of a token. Why is for the log: it never holds anything of the token itself.
func refused(code problem.Code, why string) error {
	return problem.New(code).Because(errors.New(why))
}

var algorithms = []jose.SignatureAlgorithm{jose.RS256}

// library gives the checker of go-oidc with the one key that may have signed raw. Algorithm and
// issuer are looked at first, so that nobody makes us fetch keys with a token that could never be
// good.
func (v *verifier) library(ctx context.Context, raw string) (*oidc.IDTokenVerifier, error) {
	if v.issuer == "" {
		p := problem.New(problem.AuthKeysUnavailable).Because(errors.New("OIDC_ISSUER is not set"))
		p.RetryAfter = notSetUpWait
		return nil, p
	}
	jws, err := jose.ParseSignedCompact(raw, algorithms)
	if err != nil || len(jws.Signatures) != 1 {
		return nil, refused(problem.AuthInvalidToken, "form or algorithm")
	}
	var says struct {
		Issuer string `json:"iss"`
	}
	if json.Unmarshal(jws.UnsafePayloadWithoutVerification(), &says) != nil ||
		says.Issuer != v.issuer {
		return nil, refused(problem.AuthInvalidToken, "issuer")
	}
	id := jws.Signatures[0].Protected.KeyID
	if id == "" {
		return nil, refused(problem.AuthInvalidToken, "no key id")
	}
	key, err := v.keys.key(ctx, id)
	if err != nil {
		return nil, err
	}
	now := func() time.Time { return v.clock.Now().Add(-expiryLeeway) }
	return oidc.NewVerifier(v.issuer, &oidc.StaticKeySet{
		PublicKeys: []crypto.PublicKey{key},
	}, &oidc.Config{
		ClientID: v.client, SupportedSigningAlgs: []string{oidc.RS256}, Now: now,
	}), nil
}

// claims are those that the library leaves to us. Moments are seconds since 1970; 0 is absent.
type claims struct {
	Type      string   `json:"typ"`
	Party     string   `json:"azp"`
	ID        string   `json:"jti"`
	Session   string   `json:"sid"`
	Name      string   `json:"name"`
	Email     string   `json:"email"`
	Verified  any      `json:"email_verified"` // of another kind than a bool: not proven
	Roles     []string `json:"roles"`
	Methods   []string `json:"amr"`
	IssuedAt  float64  `json:"iat"`
	NotBefore float64  `json:"nbf"`
	AuthTime  float64  `json:"auth_time"`
}

func moment(seconds float64) time.Time { return time.Unix(int64(seconds), 0) }

// idToken makes the checks of the package comment in their order. It gives auth/invalid-token,
// auth/token-too-old, auth/token-from-future or auth/keys-unavailable.
func (v *verifier) idToken(ctx context.Context, raw string) (token, error) {
	library, err := v.library(ctx, raw)
	if err != nil {
		return token{}, err
	}
	good, err := library.Verify(ctx, raw)
	if err != nil {
		return token{}, refused(problem.AuthInvalidToken, "signature, issuer, audience or expiry")
	}
	var c claims
	if good.Claims(&c) != nil {
		return token{}, refused(problem.AuthInvalidToken, "a claim of another kind")
	}
	now := v.clock.Now()
	if why := c.fault(v.client, good.Subject, now); why != "" {
		return token{}, refused(problem.AuthInvalidToken, why)
	}
	if now.Sub(moment(c.IssuedAt)) > maxAge+skew {
		return token{}, refused(problem.AuthTokenTooOld, "issued too long ago")
	}
	if moment(c.IssuedAt).After(now.Add(skew)) || moment(c.AuthTime).After(now.Add(skew)) {
		return token{}, refused(problem.AuthTokenFromFuture, "issued later than now")
	}
	return token{
		sub:        good.Subject,
		sid:        c.Session,
		jti:        c.ID,
		name:       shortName(c.Name),
		roles:      onlyRoles(c.Roles),
		authTime:   moment(c.AuthTime),
		issuedAt:   moment(c.IssuedAt),
		secondStep: slices.Contains(c.Methods, multipleFactors),
		address:    c.address(),
	}, nil
}

func (c claims) fault(client, subject string, now time.Time) string {
	switch {
	case c.NotBefore != 0 && moment(c.NotBefore).After(now.Add(skew)):
		return "not valid yet"
	case c.Type != "ID":
		return "no ID token"
	case c.Party != "" && c.Party != client:
		return "made for another client"
	case subject == "" || len(subject) > maxID || len(c.Session) > maxID:
		return "nobody's"
	case c.ID == "" || c.IssuedAt == 0 || c.AuthTime == 0:
		return "without jti, iat or auth_time"
	}
	return ""
}

// address is where somebody reads mail, when the identity service says that they proved it.
func (c claims) address() string {
	if proven, _ := c.Verified.(bool); !proven || !mail.ValidAddress(c.Email) {
		return ""
	}
	return c.Email
}

const (
	maxID   = 255 // bytes of what the identity service calls a person or a session
	maxName = 100 // characters
)

// shortName is a name fit to be shown in a list: one line, nothing that is not seen or turns the
// line around.
func shortName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(strings.Join(strings.Fields(name), " "), ""))
	if r := []rune(name); len(r) > maxName {
		name = string(r[:maxName])
	}
	return name
}

// onlyRoles keeps the six, each once.
func onlyRoles(names []string) []Role {
	out := []Role{}
	for _, r := range Roles {
		if slices.Contains(names, string(r)) {
			out = append(out, r)
		}
	}
	return out
}

// logoutToken makes the checks of the package comment for a logout. Every fault of the token is
// auth/invalid-token.
func (v *verifier) logoutToken(ctx context.Context, raw string) (*oidc.LogoutToken, error) {
	library, err := v.library(ctx, raw)
	if err != nil {
		return nil, err
	}
	good, err := library.VerifyLogout(ctx, raw)
	if err != nil {
		return nil, refused(
			problem.AuthInvalidToken,
			"signature, issuer, audience, expiry or no logout",
		)
	}
	var c struct {
		Events map[string]map[string]any `json:"events"`
	}
	if good.Claims(&c) != nil || c.Events[logoutEvent] == nil {
		return nil, refused(problem.AuthInvalidToken, "the event is no object")
	}
	if len(good.Subject) > maxID || len(good.SessionID) > maxID {
		return nil, refused(problem.AuthInvalidToken, "nobody's")
	}
	now := v.clock.Now()
	if age := now.Sub(good.IssuedAt); age > logoutAge+skew || age < -skew {
		return nil, refused(problem.AuthInvalidToken, "issued at another time")
	}
	return good, nil
}

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"
