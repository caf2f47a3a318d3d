package privacy

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
)

// Routes mounts GET /api/audit, behind what puts the question who calls in front of it: everybody
// of the staff reads their own entries.
func (a *Audit) Routes(api huma.API, staff func(op huma.Operation) huma.Operation) {
	huma.Register(api, staff(huma.Operation{
		OperationID: "audit",
		Method:      http.MethodGet,
		Path:        "/api/audit",
	}),
		func(ctx context.Context, in *AuditQuery) (*httpkit.Private[AuditList], error) {
			return httpkit.Listed(a.List(ctx, *in))
		})
}

// Routes mounts GET /api/consents, behind what puts the question who calls in front of it.
func (c *Consents) Routes(api huma.API, staff func(op huma.Operation) huma.Operation) {
	huma.Register(api, staff(huma.Operation{
		OperationID: "consents",
		Method:      http.MethodGet,
		Path:        "/api/consents",
	}),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[ConsentList], error) {
			return httpkit.Listed(c.List(ctx))
		})
}
