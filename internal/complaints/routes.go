package complaints

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type (
	complainInput struct {
		httpkit.VisitorHeaders
		Body Complain
	}
	byCodeInput struct {
		httpkit.VisitorHeaders
		Body ComplaintByCode
	}
	messageInput struct {
		httpkit.VisitorHeaders
		Body ComplaintReply
	}
	listInput struct {
		List  string `query:"lijst" enum:"open,closed" default:"open"`
		After string `query:"na"`
	}
)

// How often one network may complain, and try a code.
const (
	complaintsAnHour   = 5
	codesInFifteenMins = 5
)

// Routes mounts the operations on complaints. Who tries codes to read or to write on is counted
// together.
func (c *Complaints) Routes(api huma.API, g *httpkit.Guard, who *identity.Identity) {
	c.staff(api, who)
	huma.Register(api, huma.Operation{
		OperationID: "complaintFigures",
		Method:      http.MethodGet,
		Path:        "/api/complaints",
	},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[ComplaintFigures], error) {
			return httpkit.Open(c.figures(ctx))
		})
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "complain",
		Method:        http.MethodPost,
		Path:          "/api/complaints",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{
		Kind:   Kind,
		Rate:   g.Limits.Rate(complaintsAnHour, time.Hour),
		NoTrap: true,
	}),
		func(ctx context.Context, in *complainInput) (*httpkit.Reply[ComplaintReceived], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return c.receive(ctx, in.Body)
		})
	codes := g.Limits.Rate(codesInFifteenMins, 15*time.Minute)
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID: "complaintByCode",
		Method:      http.MethodPost,
		Path:        "/api/complaints/by-code",
	},
		httpkit.Form{Kind: "complaint code", Rate: codes, NoTrap: true}),
		func(ctx context.Context, in *byCodeInput) (*httpkit.Private[ComplaintHandled], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			out, _, err := c.byCode(ctx, c.Pool, in.Body.Code)
			return httpkit.Listed(out, err)
		})
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "writeOnComplaint",
		Method:        http.MethodPost,
		Path:          "/api/complaints/by-code/messages",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{
		Kind:   "complaint message",
		Rate:   codes,
		NoTrap: true,
	}),
		func(ctx context.Context, in *messageInput) (*httpkit.Reply[ComplaintHandled], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return c.write(ctx, in.Body)
		})
}

// staff mounts what handlers do. What everybody may know of complaints has the shorter address.
func (c *Complaints) staff(api huma.API, who *identity.Identity) {
	const all, one = "/api/complaints/cases", "/api/complaints/cases/{id}"
	op := func(id, method, path string, roles ...identity.Role) huma.Operation {
		return who.For(huma.Operation{OperationID: id, Method: method, Path: path}, roles...)
	}
	huma.Register(api, op("complaints", http.MethodGet, all, handlers...), c.list)
	huma.Register(api, op("complaint", http.MethodGet, one, handlers...), c.look)
	huma.Register(api, op("answerComplaint", http.MethodPost, one+"/messages", handlers...), c.say)
	huma.Register(api, op("giveComplaint", http.MethodPut, one+"/assignee",
		identity.Vertrouwenspersoon), c.give)
	extend := op("extendComplaint", http.MethodPost, one+"/extend", handlers...)
	huma.Register(api, httpkit.Refuses(extend, http.StatusConflict), c.extend)
	huma.Register(api, op("learnFromComplaint", http.MethodPut, one+"/learning",
		handlers...), c.learn)
}
