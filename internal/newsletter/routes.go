package newsletter

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type (
	subscribeInput struct {
		httpkit.VisitorHeaders
		Body Subscribe
	}
	confirmInput struct {
		httpkit.VisitorHeaders
		Body Confirmation
	}
	unsubscribeInput struct {
		httpkit.VisitorHeaders
		Body Unsubscribe
	}
	listInput struct {
		State string `query:"staat" enum:"pending,confirmed"`
		After string `query:"na"`
	}
)

// Routes mounts what visitors do with their subscription, and what staff see of it.
func (n *Newsletter) Routes(api huma.API, g *httpkit.Guard, who *identity.Identity) {
	n.staff(api, who)
	n.issueRoutes(api, who)
	const path = "/api/newsletter/subscriptions"
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "subscribe",
		Method:        http.MethodPost,
		Path:          path,
		DefaultStatus: http.StatusCreated,
	},
		httpkit.Form{Kind: "newsletter", Decoy: httpkit.ReceivedDecoy("newsletter")}),
		func(ctx context.Context, in *subscribeInput) (*httpkit.Reply[httpkit.Received], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return n.subscribe(ctx, in.Body)
		})
	huma.Register(api, g.Press(huma.Operation{
		OperationID: "confirmSubscription",
		Method:      http.MethodPost,
		Path:        path + "/confirm",
	}),
		func(ctx context.Context, in *confirmInput) (*httpkit.Reply[SubscriptionDone], error) {
			return n.confirm(ctx, in.Body.Token)
		})
	huma.Register(api, g.Press(huma.Operation{
		OperationID: "unsubscribe",
		Method:      http.MethodPost,
		Path:        path + "/unsubscribe",
	}),
		func(ctx context.Context, in *unsubscribeInput) (*httpkit.Reply[SubscriptionDone], error) {
			return n.unsubscribe(ctx, in.Body)
		})
}

// staff mounts what staff see: redactie numbers, a coordinator the addresses too.
func (n *Newsletter) staff(api huma.API, who *identity.Identity) {
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
