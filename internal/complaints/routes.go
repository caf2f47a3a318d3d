package complaints

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/privacy"
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
		Shelf string `query:"lijst" enum:"open,closed" default:"open"`
		After string `query:"na"`
	}
)

// Rates of forms.md section 11, for each network.
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
			f, err := c.figures(ctx)
			return &httpkit.Body[ComplaintFigures]{Body: f}, err
		})
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "complain",
		Method:        http.MethodPost,
		Path:          "/api/complaints",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{
		Kind:  Kind,
		Rate:  g.Limits.Rate(complaintsAnHour, time.Hour),
		Decoy: decoyReceived,
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
		httpkit.Form{Kind: "complaint code", Rate: codes, Decoy: decoyHandled(http.StatusOK)}),
		func(ctx context.Context, in *byCodeInput) (*httpkit.Private[ComplaintHandled], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			out, _, err := c.byCode(ctx, c.Pool, in.Body.Code)
			return &httpkit.Private[ComplaintHandled]{CacheControl: httpkit.NoStore, Body: out}, err
		})
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "writeOnComplaint",
		Method:        http.MethodPost,
		Path:          "/api/complaints/by-code/messages",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{
		Kind:  "complaint message",
		Rate:  codes,
		Decoy: decoyHandled(http.StatusCreated),
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
	huma.Register(api, who.For(huma.Operation{
		OperationID: "complaints",
		Method:      http.MethodGet,
		Path:        all,
	}, handlers...),
		func(ctx context.Context, in *listInput) (*httpkit.Private[ComplaintList], error) {
			return httpkit.Listed(c.list(ctx, identity.ActorOf(ctx), in.Shelf, in.After))
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "complaint",
		Method:      http.MethodGet,
		Path:        one,
	}, handlers...),
		func(ctx context.Context, in *inbox.OneInput) (*httpkit.Private[ComplaintFile], error) {
			return httpkit.Versioned(c.look(ctx, identity.ActorOf(ctx), in.ID))
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "answerComplaint",
		Method:      http.MethodPost,
		Path:        one + "/messages",
	}, handlers...),
		func(
			ctx context.Context,
			in *inbox.ActInput[AnswerComplaint],
		) (*httpkit.Private[ComplaintFile], error) {
			return c.say(ctx, in.ID, in.IfMatch, in.Body)
		})
	huma.Register(api, who.For(
		huma.Operation{
			OperationID: "giveComplaint",
			Method:      http.MethodPut,
			Path:        one + "/assignee",
		},
		identity.Vertrouwenspersoon,
	),
		func(
			ctx context.Context,
			in *inbox.ActInput[GiveComplaint],
		) (*httpkit.Private[ComplaintFile], error) {
			return c.give(ctx, in.ID, in.IfMatch, in.Body)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "extendComplaint",
		Method:      http.MethodPost,
		Path:        one + "/extend",
	}, handlers...),
		func(
			ctx context.Context,
			in *inbox.ActInput[ExtendComplaint],
		) (*httpkit.Private[ComplaintFile], error) {
			return c.extend(ctx, in.ID, in.IfMatch, in.Body)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "learnFromComplaint",
		Method:      http.MethodPut,
		Path:        one + "/learning",
	}, handlers...),
		func(
			ctx context.Context,
			in *inbox.ActInput[LearnedFrom],
		) (*httpkit.Private[ComplaintFile], error) {
			return c.learn(ctx, in.ID, in.IfMatch, in.Body)
		})
}

// What a robot gets looks like any other answer; nothing is stored.
func decoyReceived(body map[string]any) (int, any, httpkit.Flash) {
	reachable, _ := body["contactWish"].(bool)
	return http.StatusCreated, ComplaintReceived{
		"received",
		showCode(privacy.NewCode(codeLength)),
		reachable,
	}, httpkit.Flash{}
}

func decoyHandled(status int) func(map[string]any) (int, any, httpkit.Flash) {
	return func(map[string]any) (int, any, httpkit.Flash) {
		return status, ComplaintHandled{
			Code:     showCode(privacy.NewCode(codeLength)),
			State:    "received",
			Messages: []ComplaintMessage{},
		}, httpkit.Flash{}
	}
}
