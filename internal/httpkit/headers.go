package httpkit

import "net/http"

// csp allows nothing inline and nothing from elsewhere, but for the identity service: the browser
// asks it for tokens and shows it in the hidden frame of a silent sign-in. Its origin may be empty.
func csp(issuer, ancestors string) string {
	own := "'self'"
	if issuer != "" {
		own += " " + issuer
	}
	return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
		"font-src 'self'; manifest-src 'self'; worker-src 'self'; " +
		"connect-src " + own + "; frame-src " + own +
		"; form-action 'self'; base-uri 'none'; frame-ancestors " +
		ancestors +
		"; require-trusted-types-for 'script'"
}

type header struct {
	name  string
	value []string
}

const (
	policy   = "Content-Security-Policy"
	referrer = "Referrer-Policy"
	opener   = "Cross-Origin-Opener-Policy"
)

// SecurityHeaders sets what every answer of this origin carries. Without a value for HSTS there is
// no such header. The addresses where a sign-in comes back have rules of their own. All of it is
// made here, once.
func SecurityHeaders(hsts, issuerOrigin string) func(http.Handler) http.Handler {
	with := func(changes map[string]string) (all []header) {
		for _, h := range [][2]string{
			{policy, csp(issuerOrigin, "'none'")},
			{"X-Content-Type-Options", "nosniff"},
			{referrer, "same-origin"},
			{opener, "same-origin-allow-popups"},
			{"Cross-Origin-Resource-Policy", "same-origin"},
			{"Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()"},
			{"Strict-Transport-Security", hsts},
		} {
			if own, ok := changes[h[0]]; ok {
				h[1] = own
			}
			if h[1] != "" {
				all = append(all, header{h[0], []string{h[1]}})
			}
		}
		return all
	}
	usual := with(nil)
	own := map[string][]header{ // their address holds a code that no other site may see
		"/auth-callback": with(map[string]string{referrer: "no-referrer"}),
		// else it is cut from its opener
		"/auth-popup": with(map[string]string{referrer: "no-referrer", opener: "unsafe-none"}),
		"/auth-silent": with(map[string]string{
			referrer: "no-referrer",
			policy:   csp(issuerOrigin, "'self'"),
		}),
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			all, ok := own[r.URL.Path]
			if !ok {
				all = usual
			}
			h := w.Header()
			for i := range all {
				h[all[i].name] = all[i].value
			}
			next.ServeHTTP(w, r)
		})
	}
}
