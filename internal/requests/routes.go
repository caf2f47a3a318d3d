package requests

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type (
	askInput struct {
		httpkit.VisitorHeaders
		Body AskRights
	}
	listInput struct {
		State string `query:"staat" enum:"open,done" default:"open"`
		After string `query:"na"`
	}
	atDeskInput struct{ Body AskedAtDesk }
)

// asksInFifteenMins is how often one network may ask: as for a link.
const asksInFifteenMins = 5

// Routes mounts POST /api/rights-requests for visitors, and what a coordinator does with questions.
func (r *Requests) Routes(api huma.API, g *httpkit.Guard, who *identity.Identity) {
	const all, one = "/api/rights-requests", "/api/rights-requests/{id}"
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "askRights",
		Method:        http.MethodPost,
		Path:          all,
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{
		Kind:  Kind,
		Rate:  g.Limits.Rate(asksInFifteenMins, 15*time.Minute),
		Decoy: httpkit.ReceivedDecoy(Kind),
	}),
		func(ctx context.Context, in *askInput) (*httpkit.Reply[httpkit.Received], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return r.receive(ctx, in.Body)
		})
	op := func(id, method, path string, refuses ...int) huma.Operation {
		return who.For(httpkit.Refuses(huma.Operation{
			OperationID:  id,
			Method:       method,
			Path:         path,
			MaxBodyBytes: httpkit.MaxBody,
		}, refuses...), identity.Coordinator)
	}
	huma.Register(api, op("rightsRequests", http.MethodGet, all), r.list)
	huma.Register(api, op("rightsRequestAtDesk", http.MethodPost, all+"/desk"), r.atDesk)
	huma.Register(api, op("rightsRequest", http.MethodGet, one), r.look)
	huma.Register(
		api,
		op("finishRightsRequest", http.MethodPut, one+"/outcome", http.StatusConflict),
		r.finish,
	)
	huma.Register(
		api,
		op("undoRightsRequest", http.MethodPost, one+"/undo", http.StatusGone),
		r.undo,
	)
}
