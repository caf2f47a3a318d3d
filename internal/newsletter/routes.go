package newsletter

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
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
)

// Routes mounts the operations of forms.md section 9.
func (n *Newsletter) Routes(api huma.API, g *httpkit.Guard) {
	const path = "/api/newsletter/subscriptions"
	huma.Register(api, g.Visitor(huma.Operation{OperationID: "subscribe", Method: http.MethodPost, Path: path, DefaultStatus: http.StatusCreated},
		httpkit.Form{Kind: "newsletter", Decoy: httpkit.ReceivedDecoy("newsletter")}),
		func(ctx context.Context, in *subscribeInput) (*httpkit.Reply[httpkit.Received], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return n.subscribe(ctx, in.Body)
		})
	huma.Register(api, g.Press(huma.Operation{OperationID: "confirmSubscription", Method: http.MethodPost, Path: path + "/confirm"}),
		func(ctx context.Context, in *confirmInput) (*httpkit.Reply[SubscriptionDone], error) {
			return n.confirm(ctx, in.Body.Token)
		})
	huma.Register(api, g.Press(huma.Operation{OperationID: "unsubscribe", Method: http.MethodPost, Path: path + "/unsubscribe"}),
		func(ctx context.Context, in *unsubscribeInput) (*httpkit.Reply[SubscriptionDone], error) {
			return n.unsubscribe(ctx, in.Body)
		})
}
