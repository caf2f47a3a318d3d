package evening

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type todayInput struct {
	httpkit.Asked
	Day string `query:"day" doc:"empty: the day it is now"`
}

type tapsInput struct{ Body Taps }

type tapperInput struct {
	UID string `path:"uid"`
}

// Routes mounts what the screen of the evening asks.
func (e *Evening) Routes(api huma.API, who *identity.Identity) {
	huma.Register(api, who.For(huma.Operation{
		OperationID: "today",
		Method:      http.MethodGet,
		Path:        "/api/today",
		Responses:   map[string]*huma.Response{"304": {Description: "nothing is new"}},
	}, door...),
		func(ctx context.Context, in *todayInput) (*httpkit.Fresh[Today], error) {
			a, err := e.ask(ctx, identity.ActorOf(ctx), in.Day)
			if err != nil {
				return nil, err
			}
			tag, err := e.tag(ctx, a)
			if err != nil {
				return nil, err
			}
			return httpkit.SinceTag(in.Asked, tag, func() (Today, error) {
				return e.today(ctx, a)
			})
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "taps",
		Method:      http.MethodPost,
		Path:        "/api/taps",
	}, door...),
		func(ctx context.Context, in *tapsInput) (*httpkit.Private[TapAnswers], error) {
			out, err := e.tapAll(ctx, identity.ActorOf(ctx), in.Body.Taps)
			return httpkit.Versioned(out, 0, err)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "tapper",
		Method:      http.MethodGet,
		Path:        "/api/tappers/{uid}",
	}, door...),
		func(ctx context.Context, in *tapperInput) (*httpkit.Private[NameOf], error) {
			out, err := e.nameOf(ctx, in.UID)
			return httpkit.Versioned(out, 0, err)
		})
}
