package httpkit

import "net/http"

// CSP allows nothing inline and nothing from elsewhere.
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; " +
	"connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// SecurityHeaders sets what every answer of this origin carries. HSTS only over https: a local try must stay reachable.
func SecurityHeaders(https bool) func(http.Handler) http.Handler {
	type header struct {
		name  string
		value []string
	}
	fixed := []header{
		{"Content-Security-Policy", []string{CSP}},
		{"X-Content-Type-Options", []string{"nosniff"}},
		{"Referrer-Policy", []string{"same-origin"}},
		{"Cross-Origin-Opener-Policy", []string{"same-origin-allow-popups"}},
		{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
		{"Permissions-Policy", []string{"camera=(), microphone=(), geolocation=(), browsing-topics=()"}},
	}
	if https {
		fixed = append(fixed, header{"Strict-Transport-Security", []string{"max-age=31536000; includeSubDomains"}})
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			for i := range fixed {
				h[fixed[i].name] = fixed[i].value
			}
			next.ServeHTTP(w, r)
		})
	}
}
