package httpkit

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"herstelruimte/internal/problem"
)

type requestKey struct{}

type request struct {
	id  string
	log *slog.Logger
}

// RequestID names one request in the log and in a fault report.
func RequestID(ctx context.Context) string {
	r, _ := ctx.Value(requestKey{}).(request)
	return r.id
}

func logger(ctx context.Context) *slog.Logger {
	if r, ok := ctx.Value(requestKey{}).(request); ok {
		return r.log
	}
	return slog.Default()
}

var (
	// secretPath matches the pages whose address holds a secret link, also when slashes doubled on
	// the way.
	secretPath = regexp.MustCompile(`(?is)^/+(registrationdetails|waitlist)/.*`)
	// secretLink matches a secret link anywhere: an address that broke in somebody's mail is still
	// a secret. So is which complaint was opened: who reads this log may not know of it.
	secretLink = regexp.MustCompile(`(?i)(aan|wl|abo|com)_[A-Za-z0-9_-]{8,}`)
)

// LoggedPath is the path as the log may hold it: no secret link, never a query.
func LoggedPath(path string) string {
	return secretLink.ReplaceAllString(secretPath.ReplaceAllString(path, "/$1/…"), "${1}_…")
}

// Log writes one line a request, without addresses, queries or headers, and turns a panic into a
// blank 500. When the answer had begun it cuts the connection, so that nobody keeps half an answer
// as a whole one.
func Log(log *slog.Logger) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			id := rand.Text()[:12]
			r = r.WithContext(context.WithValue(r.Context(), requestKey{}, request{id, log}))
			ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
			start := time.Now()
			defer func() {
				v := recover()
				if v != nil && v != http.ErrAbortHandler { //nolint:errorlint // the exact sentinel
					log.Error(
						"panic",
						"request",
						id,
						"path",
						LoggedPath(r.URL.Path),
						"panic",
						v,
						"stack",
						string(debug.Stack()),
					)
					if ww.Status() == 0 {
						v = nil
						WriteProblem(ww, r, problem.New(problem.Internal))
					}
				}
				log.Info(
					"request",
					"request",
					id,
					"method",
					r.Method,
					"path",
					LoggedPath(r.URL.Path),
					"status",
					ww.Status(),
					"bytes",
					ww.BytesWritten(),
					"ms",
					time.Since(start).Milliseconds(),
				)
				if v != nil {
					panic(http.ErrAbortHandler)
				}
			}()
			next.ServeHTTP(ww, r)
		})
	}
}
