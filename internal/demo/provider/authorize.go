package provider

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// cookieName is that of this provider: on localhost all ports share their cookies.
const cookieName = "demo_provider_sso"

// asked reads what the site asks for. It stays in the address, also of the forms: nothing is kept
// of somebody who only looks.
func asked(q url.Values) *oidc.AuthRequest {
	r := &oidc.AuthRequest{
		ClientID:            q.Get("client_id"),
		RedirectURI:         q.Get("redirect_uri"),
		ResponseType:        oidc.ResponseType(q.Get("response_type")),
		ResponseMode:        oidc.ResponseMode(q.Get("response_mode")),
		State:               q.Get("state"),
		Nonce:               q.Get("nonce"),
		Scopes:              strings.Fields(q.Get("scope")),
		Prompt:              strings.Fields(q.Get("prompt")),
		CodeChallenge:       q.Get("code_challenge"),
		CodeChallengeMethod: oidc.CodeChallengeMethod(q.Get("code_challenge_method")),
		RequestParam:        q.Get("request"),
	}
	if n, err := strconv.ParseUint(q.Get("max_age"), 10, 31); err == nil {
		age := uint(n)
		r.MaxAge = &age
	}
	return r
}

// mayReturn says whether the question comes from the site, and its answer may go there.
func (p *Provider) mayReturn(r *oidc.AuthRequest) bool {
	return r.ClientID == ClientID &&
		op.ValidateAuthReqRedirectURI(client{p.Site}, r.RedirectURI, r.ResponseType) == nil
}

// check says what is wrong with the rest of the question.
func check(r *oidc.AuthRequest) error {
	if r.RequestParam != "" {
		return oidc.ErrRequestNotSupported()
	}
	if err := op.ValidateAuthReqResponseType(client{}, r.ResponseType); err != nil {
		return err
	}
	if r.ResponseMode != "" && r.ResponseMode != oidc.ResponseModeQuery {
		return oidc.ErrInvalidRequest().WithDescription("Invalid parameter: response_mode")
	}
	if !slices.Contains(r.Scopes, oidc.ScopeOpenID) {
		return oidc.ErrInvalidScope().WithDescription("Missing scope: openid")
	}
	if r.CodeChallengeMethod != oidc.CodeChallengeMethodS256 {
		return oidc.ErrInvalidRequest().WithDescription("Missing parameter: code_challenge_method")
	}
	if len(r.CodeChallenge) != 43 { // SHA-256 in base64url
		return oidc.ErrInvalidRequest().WithDescription("Invalid parameter: code_challenge")
	}
	_, err := op.ValidateAuthReqPrompt(r.Prompt, r.MaxAge)
	return err
}

// authorize answers the site's question: with a code for who is signed in already, else with the
// page to sign in.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	q := asked(r.URL.Query())
	if !p.mayReturn(q) {
		p.say(w, http.StatusBadRequest, message{
			Title: "Er ging iets mis",
			Text:  "Dit adres hoort niet bij onze website. Ga terug naar de website en log opnieuw in.",
		})
		return
	}
	if err := check(q); err != nil {
		p.refuse(w, r, q, err)
		return
	}
	if r.Method == http.MethodPost {
		p.signIn(w, r, q)
		return
	}
	s, there := p.current(r)
	switch {
	case there && recent(q, s, p.Clock.Now()):
		p.giveCode(w, r, q, s)
	case slices.Contains(q.Prompt, oidc.PromptNone):
		p.refuse(w, r, q, oidc.ErrLoginRequired())
	default:
		p.loginPage(w, r, login{Again: there})
	}
}

// recent says whether a session is new enough for what is asked.
func recent(q *oidc.AuthRequest, s session, now time.Time) bool {
	if slices.Contains(q.Prompt, oidc.PromptLogin) {
		return false
	}
	return q.MaxAge == nil || now.Sub(s.AuthTime) <= time.Duration(*q.MaxAge)*time.Second
}

// current is the living session of a browser, of somebody who may sign in.
func (p *Provider) current(r *http.Request) (session, bool) {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return session{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s, there := p.desk.sessions[hash(c.Value)]
	if !there || !s.alive(p.Clock.Now()) {
		return session{}, false
	}
	who := p.bySubject(s.Subject)
	return s, who != nil && !who.Disabled
}

// signIn handles the forms of the page: name and password, one press as a demo account, or another
// password.
func (p *Provider) signIn(w http.ResponseWriter, r *http.Request, q *oidc.AuthRequest) {
	if ticket := r.PostFormValue("ticket"); ticket != "" {
		p.changePassword(w, r, q, ticket)
		return
	}
	name, password := r.PostFormValue("username"), r.PostFormValue("password")
	account := r.PostFormValue("account")
	p.mu.Lock()
	who := find(p.people, name+account)
	if who == nil || account == "" && !same(password, who.Password) {
		p.mu.Unlock()
		p.loginPage(w, r, login{Error: wrongText, Username: name})
		return
	}
	if who.Disabled {
		p.mu.Unlock()
		p.loginPage(w, r, login{Error: disabledText, Username: name})
		return
	}
	if who.mustChange {
		ticket := random(32)
		p.desk.changes[hash(ticket)] = change{subject: who.ID, made: p.Clock.Now()}
		p.mu.Unlock()
		p.changePage(w, r, choice{Ticket: ticket})
		return
	}
	p.mu.Unlock()
	p.enter(w, r, q, who.ID)
}

// changePassword takes another password from somebody who has just proved to be who they are.
func (p *Provider) changePassword(w http.ResponseWriter, r *http.Request, q *oidc.AuthRequest, ticket string) {
	password, again := r.PostFormValue("password-new"), r.PostFormValue("password-confirm")
	p.mu.Lock()
	begun, there := p.desk.changes[hash(ticket)]
	if !there || p.Clock.Now().Sub(begun.made) > life {
		p.mu.Unlock()
		p.loginPage(w, r, login{Error: expiredText})
		return
	}
	who := p.bySubject(begun.subject)
	if refusal := who.refusal(password, again, p.MinLength); refusal != "" {
		p.mu.Unlock()
		p.changePage(w, r, choice{Ticket: ticket, Error: refusal})
		return
	}
	delete(p.desk.changes, hash(ticket))
	who.Password, who.mustChange = password, false
	p.mu.Unlock()
	p.enter(w, r, q, who.ID)
}

// enter signs somebody in. The same person keeps the session and gets a new time of signing in;
// another person gets a new one, and the old one is over. The cookie is new each time.
func (p *Provider) enter(w http.ResponseWriter, r *http.Request, q *oidc.AuthRequest, subject string) {
	now, cookie := p.Clock.Now(), random(44)
	s := session{ID: random(24), Subject: subject, Created: now}
	p.mu.Lock()
	p.desk.sweep(now)
	if c, err := r.Cookie(cookieName); err == nil {
		old, there := p.desk.sessions[hash(c.Value)]
		switch {
		case there && old.Subject == subject:
			s = old
			delete(p.desk.sessions, hash(c.Value))
		case there:
			p.desk.end(func(s session) bool { return s.ID == old.ID })
		}
	}
	s.AuthTime, s.Seen, s.OneStep = now, now, p.bySubject(subject).oneStep
	p.desk.sessions[hash(cookie)] = s
	p.mu.Unlock()
	setCookie(w, cookie, 0)
	p.giveCode(w, r, q, s)
}

func setCookie(w http.ResponseWriter, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name:     cookieName,
		Value:    value,
		Path:     "/",
		MaxAge:   maxAge,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}

// giveCode sends the browser back to the site with a code.
func (p *Provider) giveCode(w http.ResponseWriter, r *http.Request, q *oidc.AuthRequest, s session) {
	secret, now := random(44), p.Clock.Now()
	kept := slices.DeleteFunc(slices.Clone(
		[]string(q.Scopes),
	), func(s string) bool { return !slices.Contains(scopes, s) })
	p.mu.Lock()
	p.desk.touch(s.ID, now)
	p.desk.codes[hash(secret)] = &code{
		sid:       s.ID,
		redirect:  q.RedirectURI,
		challenge: q.CodeChallenge,
		nonce:     q.Nonce,
		scope:     strings.Join(kept, " "),
		made:      now,
	}
	p.mu.Unlock()
	p.sendBack(w, r, q, url.Values{"code": {secret}, "session_state": {s.ID}})
}

// refuse sends the browser back to the site with an error.
func (p *Provider) refuse(w http.ResponseWriter, r *http.Request, q *oidc.AuthRequest, err error) {
	e := oidc.DefaultToServerError(err, "")
	answer := url.Values{"error": {string(e.ErrorType)}}
	if e.Description != "" {
		answer.Set("error_description", e.Description)
	}
	p.sendBack(w, r, q, answer)
}

func (p *Provider) sendBack(w http.ResponseWriter, r *http.Request, q *oidc.AuthRequest, answer url.Values) {
	answer.Set("iss", p.issuer)
	if q.State != "" {
		answer.Set("state", q.State)
	}
	// the address is one of three, without a query
	http.Redirect(w, r, q.RedirectURI+"?"+answer.Encode(), http.StatusFound)
}
