package provider

import (
	"strings"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/zitadel/oidc/v3/pkg/oidc"
)

// claims are those of the real provider, for all three kinds of token. Its library has a struct for
// them too, but fills in the machine's time: the demo's clock may stand elsewhere.
type claims struct {
	Expires    int64          `json:"exp"`
	Issued     int64          `json:"iat"`
	AuthTime   int64          `json:"auth_time,omitempty"`
	ID         string         `json:"jti"`
	Issuer     string         `json:"iss"`
	Audience   string         `json:"aud,omitempty"`
	Subject    string         `json:"sub"`
	Kind       string         `json:"typ"`
	Authorized string         `json:"azp,omitempty"`
	Nonce      string         `json:"nonce,omitempty"`
	Session    string         `json:"sid"`
	AccessHash string         `json:"at_hash,omitempty"`
	Context    string         `json:"acr,omitempty"`
	Methods    []string       `json:"amr,omitempty"`
	Scope      string         `json:"scope,omitempty"`
	Roles      []string       `json:"roles,omitempty"`
	Events     map[string]any `json:"events,omitempty"`
	profile
}

// profile says who somebody is; a logout token has none.
type profile struct {
	Verified *bool  `json:"email_verified,omitempty"`
	Name     string `json:"name,omitempty"`
	Login    string `json:"preferred_username,omitempty"`
	Given    string `json:"given_name,omitempty"`
	Family   string `json:"family_name,omitempty"`
	Email    string `json:"email,omitempty"`
}

func profileOf(a Account) profile {
	verified := true
	_, family, _ := strings.Cut(a.Name, " ")
	return profile{
		Verified: &verified,
		Name:     a.Name,
		Login:    a.Login,
		Given:    a.First(),
		Family:   family,
		Email:    a.Email,
	}
}

// tokens is the answer of the token endpoint.
type tokens struct {
	Access         string `json:"access_token"`
	Expires        int    `json:"expires_in"`
	RefreshExpires int    `json:"refresh_expires_in"`
	Refresh        string `json:"refresh_token"`
	Kind           string `json:"token_type"`
	ID             string `json:"id_token"`
	NotBefore      int    `json:"not-before-policy"`
	Session        string `json:"session_state"`
	Scope          string `json:"scope"`
}

// issue makes all tokens for a living session; nonce is empty at a refresh. The caller holds the
// lock.
func (p *Provider) issue(s session, a Account, scope, nonce string) (*tokens, error) {
	now := p.Clock.Now()
	c := claims{
		Expires:    now.Add(life).Unix(),
		Issued:     now.Unix(),
		AuthTime:   s.AuthTime.Unix(),
		ID:         random(32),
		Issuer:     p.issuer,
		Subject:    a.ID,
		Kind:       "Bearer",
		Authorized: ClientID,
		Session:    s.ID,
		Context:    "1",
		Scope:      scope,
		Roles:      a.Roles,
		profile:    profileOf(a),
	}
	access, err := p.sign(c)
	if err != nil {
		return nil, err
	}
	c.Kind, c.Audience, c.ID, c.Nonce, c.Scope = "ID", ClientID, random(32), nonce, ""
	if !s.OneStep {
		c.Methods = []string{"mfa"}
	}
	if c.AccessHash, err = oidc.ClaimHash(access, jose.RS256); err != nil {
		return nil, err
	}
	id, err := p.sign(c)
	if err != nil {
		return nil, err
	}
	refresh := random(64)
	p.desk.renewals[hash(refresh)] = &renewal{Session: s.ID, Scope: scope}
	left := min(idle, absolute-now.Sub(s.Created))
	return &tokens{
		Access:         access,
		Expires:        seconds(life),
		RefreshExpires: seconds(left),
		Refresh:        refresh,
		Kind:           oidc.BearerToken,
		ID:             id,
		Session:        s.ID,
		Scope:          scope,
	}, nil
}

// logoutToken tells the site that a session is over.
func (p *Provider) logoutToken(s session) (string, error) {
	now := p.Clock.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sign(claims{
		Expires:  now.Add(2 * time.Minute).Unix(),
		Issued:   now.Unix(),
		ID:       random(32),
		Issuer:   p.issuer,
		Audience: ClientID,
		Subject:  s.Subject,
		Kind:     "Logout",
		Session:  s.ID,
		Events: map[string]any{
			"http://schemas.openid.net/event/backchannel-logout": map[string]any{},
		},
	})
}

// sign needs the lock.
func (p *Provider) sign(c claims) (string, error) {
	signer, err := jose.NewSigner(
		jose.SigningKey{Algorithm: jose.RS256, Key: p.keys[0]},
		(&jose.SignerOptions{}).WithType("JWT"),
	)
	if err != nil {
		return "", err
	}
	return jwt.Signed(signer).Claims(c).Serialize()
}

func seconds(d time.Duration) int { return int(d / time.Second) }
