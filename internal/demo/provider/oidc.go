package provider

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// endpoints answers the programs: what the site and its server call. What people see is in
// authorize.go and logout.go, because the library answers them with JSON.
type endpoints struct {
	op.UnimplementedServer
	*Provider
}

func (p *Provider) endpoints() http.Handler {
	return op.RegisterServer(
		endpoints{Provider: p},
		op.Endpoints{Token: op.NewEndpoint("token"), JwksURI: op.NewEndpoint("keys")},
		// refusals are part of the game
		op.WithServerCORSOptions(nil), op.WithFallbackLogger(slog.New(slog.DiscardHandler)),
	)
}

// Discovery describes the provider.
func (e endpoints) Discovery(context.Context, *op.Request[struct{}]) (*op.Response, error) {
	return op.NewResponse(&oidc.DiscoveryConfiguration{
		Issuer:                            e.issuer,
		AuthorizationEndpoint:             e.issuer + "/authorize",
		TokenEndpoint:                     e.issuer + "/token",
		JwksURI:                           e.issuer + "/keys",
		EndSessionEndpoint:                e.issuer + "/end_session",
		ScopesSupported:                   scopes,
		ResponseTypesSupported:            []string{"code"},
		ResponseModesSupported:            []string{"query"},
		GrantTypesSupported:               grants,
		SubjectTypesSupported:             []string{"public"},
		IDTokenSigningAlgValuesSupported:  []string{"RS256"},
		TokenEndpointAuthMethodsSupported: []oidc.AuthMethod{oidc.AuthMethodNone},
		CodeChallengeMethodsSupported:     []oidc.CodeChallengeMethod{oidc.CodeChallengeMethodS256},
		BackChannelLogoutSupported:        true,
		BackChannelLogoutSessionSupported: true,
	}), nil
}

// Keys are the public halves of all keys.
func (e endpoints) Keys(context.Context, *op.Request[struct{}]) (*op.Response, error) {
	return op.NewResponse(e.public()), nil
}

// VerifyClient knows the site only.
func (e endpoints) VerifyClient(_ context.Context, r *op.Request[op.ClientCredentials]) (op.Client, error) {
	if r.Data.ClientID != ClientID {
		return nil, oidc.ErrInvalidClient().WithDescription(
			"Invalid client or Invalid client credentials",
		)
	}
	return client{e.Site}, nil
}

// CodeExchange gives the tokens for a code, once. A code that comes back ends what was given for
// it: two hold it.
func (e endpoints) CodeExchange(_ context.Context, r *op.ClientRequest[oidc.AccessTokenRequest]) (*op.Response, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	c, there := e.desk.codes[hash(r.Data.Code)]
	switch {
	case there && c.used:
		e.desk.revoke(c.sid)
		fallthrough
	case !there, e.Clock.Now().Sub(c.made) > codeLife:
		return nil, oidc.ErrInvalidGrant().WithDescription("Code not valid")
	}
	c.used = true
	if c.redirect != r.Data.RedirectURI {
		return nil, oidc.ErrInvalidGrant().WithDescription("Incorrect redirect_uri")
	}
	if r.Data.CodeVerifier == "" ||
		!oidc.VerifyCodeChallenge(
			&oidc.CodeChallenge{Challenge: c.challenge, Method: oidc.CodeChallengeMethodS256},
			r.Data.CodeVerifier,
		) {
		return nil, oidc.ErrInvalidGrant().WithDescription(
			"PKCE verification failed: Code mismatch",
		)
	}
	return e.grant(c.sid, c.scope, c.nonce)
}

// RefreshToken gives new tokens for a refresh token, which is used up with it.
func (e endpoints) RefreshToken(
	_ context.Context,
	r *op.ClientRequest[oidc.RefreshTokenRequest],
) (*op.Response, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	old, there := e.desk.renewals[hash(r.Data.RefreshToken)]
	if !there {
		return nil, oidc.ErrInvalidGrant().WithDescription("Invalid refresh token")
	}
	delete(e.desk.renewals, hash(r.Data.RefreshToken))
	return e.grant(old.Session, old.Scope, "")
}

// grant makes the answer for a session that is alive, of a person who may sign in. It needs the
// lock.
func (e endpoints) grant(sid, scope, nonce string) (*op.Response, error) {
	s, there := e.desk.touch(sid, e.Clock.Now())
	if !there {
		return nil, oidc.ErrInvalidGrant().WithDescription("Session not active")
	}
	who := e.bySubject(s.Subject)
	if who == nil || who.Disabled {
		// the site reads this text
		return nil, oidc.ErrInvalidGrant().WithDescription("User disabled")
	}
	t, err := e.issue(s, who.Account, scope, nonce)
	if err != nil {
		return nil, err
	}
	return op.NewResponse(t), nil
}

var (
	scopes = []string{oidc.ScopeOpenID, oidc.ScopeProfile, oidc.ScopeEmail}
	grants = []oidc.GrantType{oidc.GrantTypeCode, oidc.GrantTypeRefreshToken}
)

// client is the site, as the library wants to know it.
type client struct{ site string }

func (c client) GetID() string { return ClientID }
func (c client) RedirectURIs() []string {
	return []string{c.site + "/auth-callback", c.site + "/auth-popup", c.site + "/auth-silent"}
}
func (c client) PostLogoutRedirectURIs() []string {
	return []string{c.site + "/", c.site + "/login"}
}
func (c client) ApplicationType() op.ApplicationType { return op.ApplicationTypeUserAgent }
func (c client) AuthMethod() oidc.AuthMethod         { return oidc.AuthMethodNone }
func (c client) ResponseTypes() []oidc.ResponseType {
	return []oidc.ResponseType{oidc.ResponseTypeCode}
}
func (c client) GrantTypes() []oidc.GrantType        { return grants }
func (c client) LoginURL(string) string              { return "" }
func (c client) AccessTokenType() op.AccessTokenType { return op.AccessTokenTypeJWT }
func (c client) IDTokenLifetime() time.Duration      { return life }

// the site may be http on localhost
func (c client) DevMode() bool { return true }
func (c client) RestrictAdditionalIdTokenScopes() func([]string) []string {
	return slices.Clone
}
func (c client) RestrictAdditionalAccessTokenScopes() func([]string) []string {
	return slices.Clone
}
func (c client) IsScopeAllowed(string) bool           { return false }
func (c client) IDTokenUserinfoClaimsAssertion() bool { return true }
func (c client) ClockSkew() time.Duration             { return 0 }
