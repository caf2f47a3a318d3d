package httpkit

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/problem"
)

// TicketRoute mounts GET /api/form-ticket: a form opened in the browser asks for its own key and
// time. Nothing is kept.
func TicketRoute(api huma.API, t *Tickets) {
	huma.Register(api, huma.Operation{
		OperationID: "formTicket",
		Method:      http.MethodGet,
		Path:        "/api/form-ticket",
	},
		func(context.Context, *struct{}) (*Private[Ticket], error) {
			return &Private[Ticket]{CacheControl: NoStore, Body: t.New()}, nil
		})
}

// CrossOrigin refuses what another site lets a visitor's browser send: any
// method but GET, HEAD and OPTIONS must come from our own origin, or from a program that is no
// browser. Code names the refusal at a path; page writes it where a person reads the answer.
func CrossOrigin(code func(path string) problem.Code, page http.HandlerFunc) func(http.Handler) http.Handler {
	p := http.NewCrossOriginProtection()
	p.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept"), "text/html") {
			page(w, r)
			return
		}
		WriteProblem(w, r, problem.New(code(r.URL.Path)))
	}))
	return p.Handler
}
