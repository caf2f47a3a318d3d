package httpkit

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
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

// left is the status in the log of a request whose visitor did not wait for the answer: nobody's
// fault.
const left = 499

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
				fault := v != nil && !cut(v)
				if fault {
					logPanic(r, v)
				}
				if fault && ww.Status() == 0 {
					v = nil
					WriteProblem(ww, r, problem.New(problem.Internal))
				}
				status := ww.Status()
				if !fault && status >= http.StatusInternalServerError && r.Context().Err() != nil {
					status = left
				}
				log.LogAttrs(r.Context(), slog.LevelInfo, "request",
					slog.String("request", id),
					slog.String("method", r.Method),
					slog.String("path", LoggedPath(r.URL.Path)),
					slog.Int("status", status),
					slog.Int("bytes", ww.BytesWritten()),
					slog.Int64("ms", time.Since(start).Milliseconds()))
				if v != nil {
					panic(http.ErrAbortHandler)
				}
			}()
			next.ServeHTTP(ww, r)
		})
	}
}

// cut says whether a panic only tells that the connection is gone, or is to go.
func cut(v any) bool {
	err, ok := v.(error)
	var gone *net.OpError
	return ok && (errors.Is(err, http.ErrAbortHandler) || errors.As(err, &gone))
}

func logPanic(r *http.Request, v any) {
	ctx := r.Context()
	logger(ctx).ErrorContext(
		ctx,
		"panic",
		"request",
		RequestID(ctx),
		"path",
		LoggedPath(r.URL.Path),
		"panic",
		v,
		"stack",
		string(debug.Stack()),
	)
}
