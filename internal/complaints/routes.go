package complaints

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

type listInput struct {
	List  string `query:"lijst" enum:"open,closed" default:"open"`
	After string `query:"na"`
}

// How often one network may complain, and try a code.
const (
	complaintsAnHour   = 5
	codesInFifteenMins = 5
)

// Routes mounts the operations on complaints. Who tries codes to read or to write on is counted
// together. What everybody may know of complaints has the shorter address.
func (c *Complaints) Routes(api huma.API, g *httpkit.Guard, who *identity.Identity) {
	const all, byCode = "/api/complaints", "/api/complaints/by-code"
	codes := g.Limits.Rate(codesInFifteenMins, 15*time.Minute)
	c.staff(api, who)
	huma.Register(api, huma.Operation{
		OperationID: "complaintFigures",
		Method:      http.MethodGet,
		Path:        all,
	},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[ComplaintFigures], error) {
			return httpkit.Open(c.figures(ctx))
		})
	inbox.Form(api, g, inbox.At{ID: "complain", Path: all, Form: httpkit.Form{
		Kind:   Kind,
		Rate:   g.Limits.Rate(complaintsAnHour, time.Hour),
		NoTrap: true,
	}}, inbox.Valid[Complain], c.receive)
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID: "complaintByCode",
		Method:      http.MethodPost,
		Path:        byCode,
	}, httpkit.Form{Kind: "complaint code", Rate: codes, NoTrap: true}),
		func(
			ctx context.Context, in *inbox.Sent[ComplaintByCode],
		) (*httpkit.Private[ComplaintHandled], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			out, _, err := c.handled(ctx, c.Pool, in.Body.Code)
			return httpkit.Listed(out, err)
		})
	inbox.Form(
		api, g, inbox.At{
			ID:   "writeOnComplaint",
			Path: byCode + "/messages",
			Form: httpkit.Form{Kind: "complaint message", Rate: codes, NoTrap: true},
		},
		inbox.Valid[ComplaintReply], c.write,
	)
}

func (c *Complaints) staff(api huma.API, who *identity.Identity) {
	const all, one = "/api/complaints/cases", "/api/complaints/cases/{id}"
	op := c.Desk(api, who, all, "complaint", "")
	huma.Register(api, op("complaints", http.MethodGet, all), c.list)
	say := op("answerComplaint", http.MethodPost, one+"/messages")
	inbox.Press(api, c.Box, say, "answered", c.say)
	huma.Register(api, who.For(huma.Operation{
		OperationID: "giveComplaint",
		Method:      http.MethodPut,
		Path:        one + "/assignee",
	}, identity.Vertrouwenspersoon), c.give)
	extend := op("extendComplaint", http.MethodPost, one+"/extend", http.StatusConflict)
	inbox.Press(api, c.Box, extend, "extended", c.extend)
	learn := op("learnFromComplaint", http.MethodPut, one+"/learning")
	inbox.Press(api, c.Box, learn, "learned", c.learn)
}
