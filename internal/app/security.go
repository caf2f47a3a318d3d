package app

import (
	"fmt"
	"net/http"
	"time"
)

// securityText tells where to report a hole in the site (RFC 9116): the public address of the
// house, or a page as long as the house and its address are made up. The day on which it goes stale
// lies half a year ahead and moves once a month.
func (a *App) securityText(w http.ResponseWriter, r *http.Request) {
	h := a.settings(r.Context())
	contact := "mailto:" + h.Email
	if h.Sample {
		contact = a.cfg.Origin() + "/contact"
	}
	y, m, _ := a.Clock.Now().UTC().Date()
	stale := time.Date(y, m+6, 1, 0, 0, 0, 0, time.UTC)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = fmt.Fprintf(
		w,
		"Contact: %s\nExpires: %s\nPreferred-Languages: nl, en\nCanonical: %s/.well-known/security.txt\n",
		contact, stale.Format(time.RFC3339), a.cfg.Origin(),
	)
}
