package evening

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type todayInput struct {
	httpkit.Asked
	Day string `query:"day" doc:"empty: the day it is now"`
}

// Routes mounts what the screen of the evening asks.
func (e *Evening) Routes(api huma.API, who *identity.Identity) {
	huma.Register(api, places.OpOnce(who, "today", "GET /api/today", door...),
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
	places.Answers(api, places.Op(who, "taps", "POST /api/taps", door...),
		func(ctx context.Context, in *struct{ Body Taps }) (TapAnswers, error) {
			return e.tapAll(ctx, identity.ActorOf(ctx), in.Body.Taps)
		})
	places.Answers(api, places.Op(who, "tapper", "GET /api/tappers/{uid}", door...),
		func(ctx context.Context, in *struct {
			UID string `path:"uid"`
		}) (NameOf, error) {
			return e.nameOf(ctx, in.UID)
		})
}
