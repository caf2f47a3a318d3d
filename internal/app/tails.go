package app

import (
	"net/http"
	"regexp"

	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/privacy"
)

// Addresses that hold a secret link, with whatever a mail program, a keyboard or a counter of
// clicks hung behind it. A link has a fixed length; that of an overview may name a row behind it.
var (
	tailOfPath = regexp.MustCompile(
		`^(/(?:registrationdetails|waitlist)/(?:` +
			waitlist.RegistrationToken + `|` + waitlist.EntryToken + `|` +
			waitlist.WayBackToken + `|` + visitors.OverviewToken + `)` + privacy.TokenPattern +
			`(?:\.[a-z]+_[a-z2-7]{26})?)[^/]*$`)
	tailOfQuery = regexp.MustCompile(
		`^((?:afmelden|bevestig)=` + newsletter.TokenPrefix + privacy.TokenPattern + `)[^&]+`)
)

// withoutTail sends whoever opens a secret link with something behind it to the link itself.
func withoutTail(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := tailOfPath.ReplaceAllString(r.URL.Path, "$1")
		query := tailOfQuery.ReplaceAllString(r.URL.RawQuery, "$1")
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		if !reads || path == r.URL.Path && query == r.URL.RawQuery {
			next.ServeHTTP(w, r)
			return
		}
		to := *r.URL
		to.Path, to.RawPath, to.RawQuery = path, "", query
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, to.RequestURI(), http.StatusPermanentRedirect)
	})
}
