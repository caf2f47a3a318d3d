package volunteers

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

type listInput struct {
	State string `query:"staat" enum:"new,called,meeting,trial,started,notNow" default:"new"`
	After string `query:"na"`
}

// Routes mounts POST /api/volunteers for visitors, and what a coordinator does with applications.
func (v *Volunteers) Routes(api huma.API, g *httpkit.Guard, who *identity.Identity) {
	const all, one = "/api/volunteers", "/api/volunteers/{id}"
	inbox.Form(
		api, g, inbox.At{
			ID:   "volunteer",
			Path: all,
			Form: httpkit.Form{Kind: Kind, Decoy: httpkit.ReceivedDecoy(Kind)},
		},
		v.check, v.receive,
	)
	op := v.Desk(api, who, all, "application", "undoVolunteer")
	huma.Register(api, op("volunteers", http.MethodGet, all), v.list)
	huma.Register(api, op("volunteerCounts", http.MethodGet, all+"/counts"), v.counts)
	inbox.Press(api, v.Box, op("moveVolunteer", http.MethodPut, one+"/state"), "moved", v.move)
	inbox.Press(api, v.Box, op("noteOnVolunteer", http.MethodPut, one+"/note"), "noted", v.annotate)
	inbox.Press(api, v.Box, op("sawVog", http.MethodPut, one+"/vog"), "vog", v.vog)
}
