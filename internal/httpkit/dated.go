package httpkit

import (
	"net/http"
	"time"
)

// Dated tells browsers the house's time in the Date header, by which they learn how far their own
// clock is off: for a clock that does not run with the machine's.
func Dated(now func() time.Time) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", now().UTC().Format(http.TimeFormat))
			next.ServeHTTP(w, r)
		})
	}
}
