package volunteers

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
)

type applicationInput struct {
	httpkit.VisitorHeaders
	Body Application
}

// Routes mounts POST /api/volunteers.
func (v *Volunteers) Routes(api huma.API, g *httpkit.Guard) {
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID: "volunteer", Method: http.MethodPost, Path: "/api/volunteers", DefaultStatus: http.StatusCreated,
	}, httpkit.Form{Kind: Kind, Decoy: httpkit.ReceivedDecoy(Kind)}),
		func(ctx context.Context, in *applicationInput) (*httpkit.Reply[httpkit.Received], error) {
			open, err := v.OpenRoles(ctx)
			if err != nil {
				return nil, err
			}
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate(open)); err != nil {
				return nil, err
			}
			return v.receive(ctx, in.Body)
		})
}
