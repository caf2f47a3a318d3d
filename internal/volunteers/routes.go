package volunteers

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type (
	applicationInput struct {
		httpkit.VisitorHeaders
		Body Application
	}
	listInput struct {
		State string `query:"staat" enum:"new,called,meeting,trial,started,notNow" default:"new"`
		After string `query:"na"`
	}
)

// Routes mounts POST /api/volunteers for visitors, and what a coordinator does with applications.
func (v *Volunteers) Routes(api huma.API, g *httpkit.Guard, who *identity.Identity) {
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "volunteer",
		Method:        http.MethodPost,
		Path:          "/api/volunteers",
		DefaultStatus: http.StatusCreated,
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
	v.staff(api, who)
}

// staff mounts what a coordinator does with applications.
func (v *Volunteers) staff(api huma.API, who *identity.Identity) {
	const all, one = "/api/volunteers", "/api/volunteers/{id}"
	op := func(id, method, path string, refuses ...int) huma.Operation {
		return who.For(httpkit.Refuses(huma.Operation{
			OperationID: id,
			Method:      method,
			Path:        path,
		}, refuses...),
			identity.Coordinator)
	}
	huma.Register(api, op("volunteers", http.MethodGet, all), v.list)
	huma.Register(api, op("volunteerCounts", http.MethodGet, all+"/counts"), v.counts)
	huma.Register(api, op("application", http.MethodGet, one), v.look)
	huma.Register(api, op("moveVolunteer", http.MethodPut, one+"/state"), v.move)
	huma.Register(api, op("noteOnVolunteer", http.MethodPut, one+"/note"), v.annotate)
	huma.Register(api, op("sawVog", http.MethodPut, one+"/vog"), v.vog)
	huma.Register(
		api,
		op("undoVolunteer", http.MethodPost, one+"/undo", http.StatusGone),
		v.undo,
	)
}
