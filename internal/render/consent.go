package render

import (
	"net/http"
	"strings"
)

// consentCookie holds what a visitor chose about statistics. Pages know of it
// only whether it exists.
const consentCookie = "cookieConsent"

// chose says whether a request carries the cookie, whatever its value.
func chose(r *http.Request) bool {
	for _, all := range r.Header["Cookie"] {
		for all != "" {
			var one string
			one, all, _ = strings.Cut(all, ";")
			if name, _, ok := strings.Cut(
				strings.TrimSpace(one),
				"=",
			); ok && name == consentCookie {
				return true
			}
		}
	}
	return false
}

// key of the cache: the address, in two entries. The second is for those who chose: their page does
// not ask.
func (v *visit) key() string {
	if !v.l.Plain && chose(v.r) {
		return v.url + " chose"
	}
	return v.url
}

// entry is the key of the page, or of the page after a form that led to this flash.
func (v *visit) entry(flash *Flash) string {
	if flash == nil {
		return v.key()
	}
	return v.key() + flash.entry()
}

// Countable are the patterns of the site map whose visits may be counted: nothing personal stands
// in them, and they are neither for staff nor on the way of a sign-in.
func (f *Front) Countable() []string {
	var out []string
	for _, l := range f.lines {
		if !l.Key && !l.Staff && !(l.Signin && l.Plain) {
			out = append(out, l.Path)
		}
	}
	return out
}
