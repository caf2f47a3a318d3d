package counts

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Consent is the cookie with the choice: "true" or "false".
const Consent = "cookieConsent"

const consentTerm = 365 * 24 * time.Hour

// cookie holds a choice. The page reads it too, so scripts may see it.
func (c *Counts) cookie(choice string) string {
	return (&http.Cookie{
		Name:     Consent,
		Value:    choice,
		Path:     "/",
		MaxAge:   int(consentTerm / time.Second),
		SameSite: http.SameSiteLaxMode,
		Secure:   c.Secure,
	}).String()
}

// wayBack is where somebody goes after choosing without JavaScript: the page of ours that the
// browser says it came from, else the one that the form names, else the first page. It never leads
// to another host.
func wayBack(host, referer, named string) string {
	if u, err := url.Parse(referer); err == nil && u.Host == host {
		if own := ownPath(u.EscapedPath(), u.RawQuery); own != "" {
			return own
		}
	}
	if u, err := url.Parse(named); err == nil && u.Scheme == "" && u.Host == "" && u.Opaque == "" {
		if own := ownPath(u.EscapedPath(), u.RawQuery); own != "" {
			return own
		}
	}
	return "/"
}

// ownPath is an address that every browser takes for one of this site; empty when it cannot be, or
// is no page.
func ownPath(path, query string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") ||
		strings.HasPrefix(path, "/api/") ||
		strings.ContainsFunc(path+
			query, func(r rune) bool { return r <= ' ' || r == '\\' || r >= 0x7f }) {
		return ""
	}
	if query != "" {
		return path + "?" + query
	}
	return path
}
