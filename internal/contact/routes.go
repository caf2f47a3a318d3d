package contact

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type (
	messageInput struct {
		httpkit.VisitorHeaders
		Body SendMessage
	}
	listInput struct {
		List    string `query:"lijst" enum:"open,done" default:"open"`
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
	c.staff(api, who)
}

// staff mounts what handlers do with messages.
func (c *Contact) staff(api huma.API, who *identity.Identity) {
	const all, one = "/api/messages", "/api/messages/{id}"
	op := func(id, method, path string, refuses ...int) huma.Operation {
		return who.For(httpkit.Refuses(huma.Operation{
			OperationID: id,
			Method:      method,
			Path:        path,
		}, refuses...), handlers...)
	}
	huma.Register(api, op("messages", http.MethodGet, all), c.list)
	huma.Register(api, op("messageCounts", http.MethodGet, all+"/counts"), c.counts)
	huma.Register(api, op("message", http.MethodGet, one), c.look)
	huma.Register(
		api,
		op("assignMessage", http.MethodPut, one+"/assignee", http.StatusConflict),
		c.assign,
	)
	huma.Register(api, op("noteOnMessage", http.MethodPut, one+"/note"), c.annotate)
	huma.Register(
		api,
		op("answerMessage", http.MethodPost, one+"/answer", http.StatusConflict),
		c.answer,
	)
	huma.Register(
		api,
		op("reopenMessage", http.MethodPost, one+"/reopen", http.StatusConflict),
		c.reopen,
	)
	huma.Register(
		api,
		op("undoMessage", http.MethodPost, one+"/undo", http.StatusGone),
		c.undo,
	)
}
