package contact

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

type listInput struct {
	List    string `query:"lijst" enum:"open,done" default:"open"`
	Subject string `query:"soort" enum:"activity,firstVisit,story,cooperation,press,other"`
	After   string `query:"na"`
}

// Routes mounts POST /api/messages for visitors, and what staff do with messages.
func (c *Contact) Routes(api huma.API, g *httpkit.Guard, who *identity.Identity) {
	const all, one = "/api/messages", "/api/messages/{id}"
	inbox.Form(
		api, g, inbox.At{
			ID:   "sendMessage",
			Path: all,
			Form: httpkit.Form{Kind: Kind, Decoy: httpkit.ReceivedDecoy(Kind)},
		},
		inbox.Valid[SendMessage], c.receive,
	)
	op := c.Desk(api, who, all, "message", "undoMessage")
	huma.Register(api, op("messages", http.MethodGet, all), c.list)
	huma.Register(api, op("messageCounts", http.MethodGet, all+"/counts"), c.counts)
	assign := op("assignMessage", http.MethodPut, one+"/assignee", http.StatusConflict)
	huma.Register(api, assign, c.assign)
	inbox.Press(api, c.Box, op("noteOnMessage", http.MethodPut, one+"/note"), "noted", c.annotate)
	answer := op("answerMessage", http.MethodPost, one+"/answer", http.StatusConflict)
	inbox.Press(api, c.Box, answer, "answered", c.answer)
	reopen := op("reopenMessage", http.MethodPost, one+"/reopen", http.StatusConflict)
	huma.Register(api, reopen, c.reopen)
}
