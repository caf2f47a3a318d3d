package volunteers

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
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
	v.reads(api, who)
	v.acts(api, who)
}

func (v *Volunteers) reads(api huma.API, who *identity.Identity) {
	huma.Register(api, who.For(
		huma.Operation{OperationID: "volunteers", Method: http.MethodGet, Path: "/api/volunteers"},
		identity.Coordinator,
	),
		func(ctx context.Context, in *listInput) (*httpkit.Private[VolunteerList], error) {
			return httpkit.Listed(v.list(ctx, identity.ActorOf(ctx), in.State, in.After))
		})
	huma.Register(api, who.For(
		huma.Operation{
			OperationID: "volunteerCounts",
			Method:      http.MethodGet,
			Path:        "/api/volunteers/counts",
		},
		identity.Coordinator,
	),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[VolunteerCounts], error) {
			return httpkit.Listed(v.counts(ctx))
		})
	huma.Register(api, who.For(
		huma.Operation{
			OperationID: "application",
			Method:      http.MethodGet,
			Path:        "/api/volunteers/{id}",
		},
		identity.Coordinator,
	),
		func(ctx context.Context, in *inbox.OneInput) (*httpkit.Private[Volunteer], error) {
			return httpkit.Versioned(v.look(ctx, identity.ActorOf(ctx), in.ID))
		})
}

func (v *Volunteers) acts(api huma.API, who *identity.Identity) {
	const one = "/api/volunteers/{id}"
	huma.Register(api, who.For(
		huma.Operation{OperationID: "moveVolunteer", Method: http.MethodPut, Path: one + "/state"},
		identity.Coordinator,
	),
		func(
			ctx context.Context,
			in *inbox.ActInput[MoveVolunteer],
		) (*httpkit.Private[Volunteer], error) {
			return v.move(ctx, in.ID, in.IfMatch, in.Body)
		})
	huma.Register(api, who.For(
		huma.Operation{OperationID: "noteOnVolunteer", Method: http.MethodPut, Path: one + "/note"},
		identity.Coordinator,
	),
		func(
			ctx context.Context,
			in *inbox.ActInput[VolunteerNote],
		) (*httpkit.Private[Volunteer], error) {
			return v.annotate(ctx, in.ID, in.IfMatch, in.Body)
		})
	huma.Register(api, who.For(
		huma.Operation{OperationID: "sawVog", Method: http.MethodPut, Path: one + "/vog"},
		identity.Coordinator,
	),
		func(
			ctx context.Context,
			in *inbox.ActInput[VogSeen],
		) (*httpkit.Private[Volunteer], error) {
			return v.vog(ctx, in.ID, in.IfMatch, in.Body)
		})
	huma.Register(api, who.For(
		huma.Operation{OperationID: "undoVolunteer", Method: http.MethodPost, Path: one + "/undo"},
		identity.Coordinator,
	),
		func(ctx context.Context, in *inbox.PressInput) (*httpkit.Private[Volunteer], error) {
			return v.undo(ctx, in.ID, in.IfMatch)
		})
}
