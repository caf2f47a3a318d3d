package contact

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

type (
	messageInput struct {
		httpkit.VisitorHeaders
		Body SendMessage
	}
	listInput struct {
		Shelf   string `query:"lijst" enum:"open,done" default:"open"`
		Subject string `query:"soort" enum:"activity,firstVisit,story,cooperation,press,other"`
		After   string `query:"na"`
	}
)

// Routes mounts POST /api/messages for visitors, and what staff do with messages.
func (c *Contact) Routes(api huma.API, g *httpkit.Guard, who *identity.Identity) {
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "sendMessage",
		Method:        http.MethodPost,
		Path:          "/api/messages",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{Kind: Kind, Decoy: httpkit.ReceivedDecoy(Kind)}),
		func(ctx context.Context, in *messageInput) (*httpkit.Reply[httpkit.Received], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return c.receive(ctx, in.Body)
		})
	c.reads(api, who)
	c.acts(api, who)
}

func (c *Contact) reads(api huma.API, who *identity.Identity) {
	huma.Register(api, who.For(huma.Operation{
		OperationID: "messages",
		Method:      http.MethodGet,
		Path:        "/api/messages",
	}, handlers...),
		func(ctx context.Context, in *listInput) (*httpkit.Private[MessageList], error) {
			return httpkit.Listed(
				c.list(ctx, identity.ActorOf(ctx), in.Shelf, in.Subject, in.After),
			)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "messageCounts",
		Method:      http.MethodGet,
		Path:        "/api/messages/counts",
	}, handlers...),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[MessageCounts], error) {
			return httpkit.Listed(c.counts(ctx, identity.ActorOf(ctx)))
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "message",
		Method:      http.MethodGet,
		Path:        "/api/messages/{id}",
	}, handlers...),
		func(ctx context.Context, in *inbox.OneInput) (*httpkit.Private[Message], error) {
			return httpkit.Versioned(c.look(ctx, identity.ActorOf(ctx), in.ID))
		})
}

func (c *Contact) acts(api huma.API, who *identity.Identity) {
	const one = "/api/messages/{id}"
	huma.Register(api, who.For(huma.Operation{
		OperationID: "assignMessage",
		Method:      http.MethodPut,
		Path:        one + "/assignee",
	}, handlers...),
		func(ctx context.Context, in *inbox.ActInput[TakeOn]) (*httpkit.Private[Message], error) {
			return c.assign(ctx, in.ID, in.IfMatch, in.Body)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "noteOnMessage",
		Method:      http.MethodPut,
		Path:        one + "/note",
	}, handlers...),
		func(
			ctx context.Context,
			in *inbox.ActInput[StaffNote],
		) (*httpkit.Private[Message], error) {
			return c.annotate(ctx, in.ID, in.IfMatch, in.Body)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "answerMessage",
		Method:      http.MethodPost,
		Path:        one + "/answer",
	}, handlers...),
		func(
			ctx context.Context,
			in *inbox.ActInput[AnswerMessage],
		) (*httpkit.Private[Message], error) {
			return c.answer(ctx, in.ID, in.IfMatch, in.Body)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "reopenMessage",
		Method:      http.MethodPost,
		Path:        one + "/reopen",
	}, handlers...),
		func(ctx context.Context, in *inbox.PressInput) (*httpkit.Private[Message], error) {
			return c.reopen(ctx, in.ID, in.IfMatch)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "undoMessage",
		Method:      http.MethodPost,
		Path:        one + "/undo",
	}, handlers...),
		func(ctx context.Context, in *inbox.PressInput) (*httpkit.Private[Message], error) {
			return c.undo(ctx, in.ID, in.IfMatch)
		})
}
