package places

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

type listInput struct {
	httpkit.Asked
	Occurrence string `path:"o"`
}

type skipInput struct {
	booking.Press
	Entry string `path:"e"`
	Body  struct {
		Reason string `json:"reason" enum:"notSoon,notThere,notThisGroup,double,ownWish"`
	}
}

type entryInput struct {
	booking.Press
	Entry string `path:"e"`
}

type reasonBody struct {
	Reason string `json:"reason,omitempty" letters:"200" doc:"for the log book; about nobody"`
}

type putBackInput struct {
	booking.Press
	Entry string `path:"e"`
	Body  reasonBody
}

type mailOfferInput struct {
	booking.Press
	Entry string `path:"e"`
	Body  struct {
		Until time.Time `json:"until"`
	}
}

type openInput struct {
	booking.Press
	Occurrence string `path:"o"`
	Body       reasonBody
}

type stopInput struct {
	booking.Press
	Occurrence string `path:"o"`
	Body       struct {
		Stopped bool   `json:"stopped"`
		Reason  string `json:"reason,omitempty" letters:"200" doc:"for the log book; about nobody"`
	}
}

// listRoutes mounts what staff do about the list of one date.
func (p *Places) listRoutes(
	api huma.API,
	who *identity.Identity,
	get func(id, path string) huma.Operation,
	door []identity.Role,
) {
	op := func(id, method, path string, roles ...identity.Role) huma.Operation {
		return who.For(huma.Operation{OperationID: id, Method: method, Path: path}, roles...)
	}
	const post, put = http.MethodPost, http.MethodPut
	huma.Register(api, get("waitlist", "/api/occurrences/{o}/waitlist"),
		func(ctx context.Context, in *listInput) (*httpkit.Fresh[calls.Waitlist], error) {
			actor := identity.ActorOf(ctx)
			out, err := p.WaitlistOf(ctx, actor, in.Occurrence)
			if err == nil && in.Known == "" {
				err = p.NoteOpened(ctx, actor, privacy.Entry{
					Action: "viewed", Kind: waitlist.AuditKind, ObjectID: in.Occurrence,
				})
			}
			return httpkit.Since(in.Asked, out, err)
		})
	huma.Register(api, op("skip", post, "/api/waitlist/{e}/skip", identity.Coordinator),
		func(ctx context.Context, in *skipInput) (*httpkit.Private[booking.Done], error) {
			return acts(p.Skip(ctx, in.By(ctx), in.Entry, in.Body.Reason))
		})
	huma.Register(api, op("removeEntry", post, "/api/waitlist/{e}/remove", door...),
		func(ctx context.Context, in *entryInput) (*httpkit.Private[booking.Done], error) {
			return acts(p.Remove(ctx, in.By(ctx), in.Entry))
		})
	huma.Register(api, op("putBackEntry", post, "/api/waitlist/{e}/put-back", door...),
		func(ctx context.Context, in *putBackInput) (*httpkit.Private[booking.Done], error) {
			return acts(p.PutBack(ctx, in.By(ctx), in.Entry, in.Body.Reason))
		})
	huma.Register(api, op("mailOffer", post, "/api/waitlist/{e}/mail-offer", door...),
		func(ctx context.Context, in *mailOfferInput) (*httpkit.Private[booking.Done], error) {
			return acts(p.MailOffer(ctx, in.By(ctx), in.Entry, in.Body.Until))
		})
	huma.Register(api, op("openToAll", post, "/api/occurrences/{o}/open-to-all", door...),
		func(ctx context.Context, in *openInput) (*httpkit.Private[booking.Done], error) {
			return acts(p.OpenToAll(ctx, in.By(ctx), in.Occurrence, in.Body.Reason))
		})
	huma.Register(api, op("stopOffers", put, "/api/occurrences/{o}/offers", door...),
		func(ctx context.Context, in *stopInput) (*httpkit.Private[booking.Done], error) {
			return acts(p.StopOffers(
				ctx, in.By(ctx), in.Occurrence, in.Body.Stopped, in.Body.Reason,
			))
		})
}
