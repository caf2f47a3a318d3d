package provider

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// endSession signs out: at once with the token of who signs out, else after a question.
func (p *Provider) endSession(w http.ResponseWriter, r *http.Request) {
	back, hint := r.FormValue("post_logout_redirect_uri"), r.FormValue("id_token_hint")
	if back != "" && op.ValidateEndSessionPostLogoutRedirectURI(back, client{p.Site}) != nil {
		p.say(w, http.StatusBadRequest, message{
			Title: "Er ging iets mis",
			Text:  "Dit adres hoort niet bij onze website. Ga terug naar de website en log opnieuw in.",
		})
		return
	}
	sid, err := p.sidOf(r.Context(), hint)
	if err != nil {
		p.say(w, http.StatusBadRequest, message{
			Title: "Er ging iets mis",
			Text:  "Dit verzoek klopt niet. Ga terug naar de website en log opnieuw in.",
		})
		return
	}
	s, there := p.current(r)
	switch {
	case sid != "":
	case r.Method == http.MethodPost && there:
		sid = s.ID
	case there:
		p.say(w, http.StatusOK, message{
			Title:  "Uitloggen",
			Text:   "Wil je uitloggen?",
			Button: "Uitloggen",
			Action: r.URL.RequestURI(),
		})
		return
	}
	if there && s.ID == sid {
		setCookie(w, "", -1)
	}
	p.end(func(s session) bool { return s.ID == sid })
	if back == "" {
		p.say(w, http.StatusOK, message{Title: "Je bent uitgelogd"})
		return
	}
	if state := r.FormValue("state"); state != "" {
		back += "?" + url.Values{"state": {state}}.Encode()
	}
	http.Redirect(w, r, back, http.StatusFound)
}

var errHint = errors.New("id_token_hint is not an ID token of ours")

// sidOf is the session that a token of ours names, also when it has expired; "" without one.
func (p *Provider) sidOf(ctx context.Context, hint string) (string, error) {
	if hint == "" {
		return "", nil
	}
	c, err := op.VerifyIDTokenHint[*oidc.IDTokenClaims](
		ctx,
		hint,
		op.NewIDTokenHintVerifier(p.issuer, p),
	)
	if err != nil && !errors.As(err, &op.IDTokenHintExpiredError{}) {
		return "", err
	}
	if kind, _ := c.Claims["typ"].(string); kind != "ID" || c.SessionID == "" ||
		c.AuthorizedParty != ClientID {
		return "", errHint
	}
	return c.SessionID, nil
}

// VerifySignature checks a token against all keys, for the library.
func (p *Provider) VerifySignature(_ context.Context, jws *jose.JSONWebSignature) ([]byte, error) {
	id, alg := oidc.GetKeyIDAndAlg(jws)
	k, err := oidc.FindMatchingKey(id, oidc.KeyUseSignature, alg, p.public().Keys...)
	if err != nil {
		return nil, err
	}
	return jws.Verify(&k)
}

// end ends the sessions for which gone is true and tells the site, with one token for each.
func (p *Provider) end(gone func(session) bool) {
	p.mu.Lock()
	ended := p.desk.end(gone)
	p.mu.Unlock()
	slices.SortFunc(ended, func(a, b session) int { return a.Created.Compare(b.Created) })
	for _, s := range ended {
		if err := p.tell(s); err != nil {
			slog.Warn("demo provider: the site was not told of a logout", "err", err)
		}
	}
}

func (p *Provider) tell(s session) error {
	token, err := p.logoutToken(s)
	if err != nil {
		return err
	}
	answer, err := p.caller.Post(
		p.Site+"/oidc/backchannel-logout",
		"application/x-www-form-urlencoded",
		strings.NewReader(url.Values{"logout_token": {token}}.Encode()),
	)
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // nothing is read
	if answer.StatusCode >= 300 {
		return errors.New(answer.Status)
	}
	return nil
}
