package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// auditCalls is the word for the list of calls in the log book.
const auditCalls = "calls"

type claimInput struct {
	Call string `path:"c"`
	Body struct {
		Anyway bool `json:"anyway,omitempty" doc:"also while a colleague rings"`
	}
}

type outcomeInput struct {
	booking.Press
	Call string `path:"c"`
	Body calls.CallOutcome
}

// CallRoutes mounts whom staff call, and what they do about who waits. Which dates are theirs is
// for MayMeet to say.
func (p *Places) CallRoutes(api huma.API, who *identity.Identity) {
	door := []identity.Role{identity.Gastheer, identity.Begeleider, identity.Coordinator}
	get := func(id, path string) huma.Operation {
		return who.For(huma.Operation{
			OperationID: id,
			Method:      http.MethodGet,
			Path:        path,
			Responses:   map[string]*huma.Response{"304": {Description: "nothing is new"}},
		}, door...)
	}
	post := func(id, path string) huma.Operation {
		op := huma.Operation{OperationID: id, Method: http.MethodPost, Path: path}
		return who.For(op, door...)
	}
	huma.Register(api, get("calls", "/api/calls"),
		func(ctx context.Context, in *httpkit.Asked) (*httpkit.Fresh[calls.CallList], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.CallList(ctx, actor)
			if err == nil && in.Known == "" { // once an opening, not at each look
				err = p.NoteOpened(ctx, actor, privacy.Entry{Action: "listed", Kind: auditCalls})
			}
			return httpkit.Since(*in, out, err)
		})
	printed := post("callsPrinted", "/api/calls/printed")
	printed.DefaultStatus = http.StatusNoContent
	huma.Register(api, printed,
		func(ctx context.Context, _ *struct{}) (*httpkit.Done, error) {
			e := privacy.Entry{Action: "printed", Kind: auditCalls}
			return httpkit.NoContent(p.NoteOpened(ctx, identity.ActorOf(ctx), e))
		})
	claim := httpkit.Refuses(post("claimCall", "/api/calls/{c}/claim"), http.StatusConflict)
	huma.Register(api, claim,
		func(ctx context.Context, in *claimInput) (*httpkit.Private[booking.Calling], error) {
			actor := identity.ActorOf(ctx)
			return httpkit.Listed(p.ClaimCall(ctx, actor, in.Call, in.Body.Anyway))
		})
	huma.Register(api, post("called", "/api/calls/{c}/outcome"),
		func(ctx context.Context, in *outcomeInput) (*httpkit.Private[booking.Done], error) {
			return acts(p.Called(ctx, in.By(ctx), in.Call, in.Body))
		})
	p.listRoutes(api, who, get, door)
}
