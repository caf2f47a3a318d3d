package newsletter

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

type listInput struct {
	State string `query:"staat" enum:"pending,confirmed"`
	After string `query:"na"`
}

// Routes mounts what visitors do with their subscription, and what staff see of it.
func (n *Room) Routes(api huma.API, g *httpkit.Guard, who *identity.Identity) {
	n.staff(api, who)
	n.visitors(api)
	n.issueRoutes(api, who)
	const path = "/api/newsletter/subscriptions"
	visitors := httpkit.Form{Kind: "newsletter", Decoy: httpkit.ReceivedDecoy("newsletter")}
	at := inbox.At{ID: "subscribe", Path: path, Form: visitors}
	inbox.Form(api, g, at, inbox.Valid[Subscribe], n.subscribe)
	at = inbox.At{ID: "confirmSubscription", Path: path + "/confirm"}
	inbox.Form(api, g, at, nil, n.confirm)
	at = inbox.At{ID: "unsubscribe", Path: path + "/unsubscribe"}
	inbox.Form(api, g, at, nil, n.unsubscribe)
}

// visitors mounts the archive.
func (n *Room) visitors(api huma.API) {
	op := func(id, path string, refuses ...int) huma.Operation {
		return httpkit.Refuses(huma.Operation{
			OperationID: id, Method: http.MethodGet, Path: "/api/newsletters" + path,
		}, refuses...)
	}
	huma.Register(api, op("newsletters", "",
		http.StatusNotFound, http.StatusGone), // of the number in the address
		func(ctx context.Context, in *archiveInput) (*httpkit.Body[Newsletters], error) {
			return httpkit.Open(n.newsletters(ctx, in.Na, in.Nummer))
		})
	huma.Register(api, op("newsletter", "/{iss}", http.StatusGone),
		func(ctx context.Context, in *issueInput) (*httpkit.Body[Newsletter], error) {
			return httpkit.Open(n.newsletter(ctx, in.ID))
		})
}

// staff mounts what staff see: redactie numbers, a coordinator the addresses too.
func (n *Room) staff(api huma.API, who *identity.Identity) {
	op := func(id, path string, roles ...identity.Role) huma.Operation {
		return who.For(
			huma.Operation{OperationID: id, Method: http.MethodGet, Path: path},
			roles...)
	}
	huma.Register(api, op("subscriberCounts", "/api/newsletter/counts",
		identity.Redactie, identity.Coordinator), n.counts)
	huma.Register(api, op("subscribers", "/api/newsletter/subscribers",
		identity.Coordinator), n.list)
}

type (
	archiveInput struct {
		Na     string `query:"na" doc:"next of the page before"`
		Nummer string `query:"nummer" doc:"id of a newsletter: only that one"`
	}
	issueInput struct {
		ID string `path:"iss"`
	}
	planInput struct {
		ID   string `path:"iss"`
		Body IssuePlan
	}
	whenInput struct {
		Day  string `query:"dag"`
		Time string `query:"tijd"`
	}
)

// issueRoutes mounts what staff do with newsletters: redactie writes and sends them, and only a
// coordinator reads an address.
func (n *Room) issueRoutes(api huma.API, who *identity.Identity) {
	const path = "/api/newsletter/issues"
	op := func(id, method, path string, refuses ...int) huma.Operation {
		return who.For(httpkit.Refuses(huma.Operation{
			OperationID:  id,
			Method:       method,
			Path:         path,
			MaxBodyBytes: httpkit.MaxBody,
		}, refuses...), identity.Redactie, identity.Coordinator)
	}
	huma.Register(api, op("issues", http.MethodGet, path), n.issues)
	huma.Register(api, op("issueCheck", http.MethodGet, "/api/newsletter/check"),
		func(ctx context.Context, in *whenInput) (*httpkit.Private[IssueCheck], error) {
			return httpkit.Listed(n.check(ctx, IssuePlan{Day: in.Day, Time: in.Time}))
		})
	huma.Register(api, op("issueChoices", http.MethodGet, "/api/newsletter/choices"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[IssueChoices], error) {
			return httpkit.Listed(n.choices(ctx))
		})
	huma.Register(api, op("issue", http.MethodGet, path+"/{iss}"), byID(n.progress))
	huma.Register(
		api,
		op("planIssue", http.MethodPost, path+"/{iss}/plan",
			http.StatusConflict, http.StatusGone, http.StatusPreconditionFailed),
		func(ctx context.Context, in *planInput) (*httpkit.Private[IssueProgress], error) {
			return httpkit.Listed(n.plan(ctx, in.ID, in.Body))
		})
	huma.Register(api, op("testIssue", http.MethodPost, path+"/{iss}/test", http.StatusConflict,
		http.StatusGone, http.StatusUnprocessableEntity, http.StatusTooManyRequests), byID(n.test))
	huma.Register(api, op("unplanIssue", http.MethodPost, path+"/{iss}/unplan",
		http.StatusConflict), byID(n.unplan))
	huma.Register(api, who.For(huma.Operation{
		OperationID: "issueFailed",
		Method:      http.MethodGet,
		Path:        path + "/{iss}/failed",
	}, identity.Coordinator), byID(n.failed))
}

// byID hands the id of a newsletter to what is asked of it.
func byID[T any](
	do func(context.Context, string) (T, error),
) func(context.Context, *issueInput) (*httpkit.Private[T], error) {
	return func(ctx context.Context, in *issueInput) (*httpkit.Private[T], error) {
		return httpkit.Listed(do(ctx, in.ID))
	}
}
