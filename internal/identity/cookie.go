package identity

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
)

func newValue() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: the program stops when the system has no randomness
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// isValue says whether text could be a value of ours.
func isValue(text string) bool { return privacy.LooksLikeToken("", text) }

// hashOf is what the database keeps of a cookie's value, or of the id of a token.
func hashOf(value string) []byte { return privacy.TokenHash(value) }

// A browser keeps a __Host- cookie only over https; a local try over plain http has another name.
func (i *Identity) cookieName() string {
	if i.cfg.Secure {
		return httpkit.SessionCookie
	}
	return "dev_hr_session"
}

// HasCookie says whether r carries a session cookie, whatever it is worth. Every page asks:
// visitors carry other cookies, and reading those one by one would cost more than the kept page
// itself.
func (i *Identity) HasCookie(r *http.Request) bool {
	name := i.cookieName()
	for _, line := range r.Header["Cookie"] {
		if strings.Contains(line, name) {
			return len(r.CookiesNamed(name)) > 0
		}
	}
	return false
}

// presented is the value of the session cookie; empty when there is none, when it cannot be one of
// ours, or when there are several: somebody else may have put one there.
func (i *Identity) presented(r *http.Request) string {
	value := ""
	for _, c := range r.CookiesNamed(i.cookieName()) {
		if value != "" && c.Value != value || !isValue(c.Value) {
			return ""
		}
		value = c.Value
	}
	return value
}

// cookie sets the value; on a shared computer the browser forgets it when it closes.
func (i *Identity) cookie(value string, shared bool) string {
	c := i.bare()
	c.Value = value
	if !shared {
		c.MaxAge = int(absolute.Seconds())
	}
	return c.String()
}

func (i *Identity) noCookie() string {
	c := i.bare()
	c.MaxAge = -1 // written as Max-Age=0
	return c.String()
}

func (i *Identity) bare() *http.Cookie {
	return &http.Cookie{
		Name:     i.cookieName(),
		Path:     "/",
		Secure:   i.cfg.Secure,
		HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
	}
}
