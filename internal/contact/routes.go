package contact

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
)

type messageInput struct {
	httpkit.VisitorHeaders
	Body SendMessage
}

// Routes mounts POST /api/messages.
func (c *Contact) Routes(api huma.API, g *httpkit.Guard) {
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID: "sendMessage", Method: http.MethodPost, Path: "/api/messages", DefaultStatus: http.StatusCreated,
	}, httpkit.Form{Kind: Kind, Decoy: httpkit.ReceivedDecoy(Kind)}),
		func(ctx context.Context, in *messageInput) (*httpkit.Reply[httpkit.Received], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return c.receive(ctx, in.Body)
		})
}
