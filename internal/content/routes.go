package content

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

type keyInput struct {
	Key string `path:"key" doc:"about, contact, vrijwilligers"`
}

// Routes mounts GET /api/pages/{key}.
func Routes(api huma.API, p *Pages, q db.Querier) {
	huma.Register(api, huma.Operation{OperationID: "page", Method: http.MethodGet, Path: "/api/pages/{key}"},
		func(ctx context.Context, in *keyInput) (*httpkit.Body[Page], error) {
			page, err := p.Get(ctx, q, in.Key)
			if err != nil {
				return nil, err
			}
			return &httpkit.Body[Page]{Body: page}, nil
		})
}
