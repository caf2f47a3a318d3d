package requests

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

type (
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
	inbox.Form(api, g, inbox.At{ID: "askRights", Path: all, Form: httpkit.Form{
		Kind:  Kind,
		Rate:  g.Limits.Rate(asksInFifteenMins, 15*time.Minute),
		Decoy: httpkit.ReceivedDecoy(Kind),
	}}, inbox.Valid[AskRights], r.receive)
	op := r.Desk(api, who, all, "rightsRequest", "undoRightsRequest")
	huma.Register(api, op("rightsRequests", http.MethodGet, all), r.list)
	desk := op("rightsRequestAtDesk", http.MethodPost, all+"/desk")
	finish := op("finishRightsRequest", http.MethodPut, one+"/outcome", http.StatusConflict)
	desk.MaxBodyBytes, finish.MaxBodyBytes = httpkit.MaxBody, httpkit.MaxBody
	huma.Register(api, desk, r.atDesk)
	inbox.Press(api, r.Box, finish, "finished", r.finish)
}
