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

const auditCalls = "calls"

type claimInput struct {
	Call string `path:"c"`
	Body struct {
		Anyway bool `json:"anyway,omitempty" doc:"also while a colleague rings"`
	}
}

type outcomeInput struct {
	booking.Press
	Call string `path:"c"`
	Body calls.CallOutcome
}

type (
	skipInputBody struct {
		Reason string `json:"reason" enum:"notSoon,notThere,notThisGroup,double,ownWish"`
	}
	reasonBody struct {
		Reason string `json:"reason,omitempty" letters:"200" doc:"for the log book; about nobody"`
	}
	mailOfferInputBody struct {
		Until time.Time `json:"until"`
	}
	stopInputBody struct {
		Stopped bool   `json:"stopped"`
		Reason  string `json:"reason,omitempty" letters:"200" doc:"for the log book; about nobody"`
	}
)

// CallRoutes mounts whom staff call, and what they do about who waits.
func (p *Places) CallRoutes(api huma.API, who *identity.Identity) {
	// noted writes in the log book that a list was opened: once an opening, not at each look
	noted := func(ctx context.Context, in httpkit.Asked, err error, e privacy.Entry) error {
		if err == nil && in.Known == "" {
			err = p.NoteOpened(ctx, identity.ActorOf(ctx), e)
		}
		return err
	}
	huma.Register(api, OpOnce(who, "calls", "GET /api/calls", door...),
		func(ctx context.Context, in *httpkit.Asked) (*httpkit.Fresh[calls.CallList], error) {
			out, err := p.CallList(ctx, identity.ActorOf(ctx))
			err = noted(ctx, *in, err, privacy.Entry{Action: "listed", Kind: auditCalls})
			return httpkit.Since(*in, out, err)
		})
	type listInput struct {
		httpkit.Asked
		ID string `path:"o"`
	}
	huma.Register(api, OpOnce(who, "waitlist", "GET /api/occurrences/{o}/waitlist", door...),
		func(ctx context.Context, in *listInput) (*httpkit.Fresh[calls.Waitlist], error) {
			out, err := p.WaitlistOf(ctx, identity.ActorOf(ctx), in.ID)
			err = noted(ctx, in.Asked, err, privacy.Entry{
				Action: "viewed", Kind: waitlist.AuditKind, ObjectID: in.ID,
			})
			return httpkit.Since(in.Asked, out, err)
		})
	done(api, Op(who, "callsPrinted", "POST /api/calls/printed", door...),
		func(ctx context.Context, _ *struct{}) error {
			e := privacy.Entry{Action: "printed", Kind: auditCalls}
			return p.NoteOpened(ctx, identity.ActorOf(ctx), e)
		})
	claim := Op(who, "claimCall", "POST /api/calls/{c}/claim", door...)
	Answers(api, httpkit.Refuses(claim, http.StatusConflict),
		func(ctx context.Context, in *claimInput) (booking.Calling, error) {
			return p.ClaimCall(ctx, identity.ActorOf(ctx), in.Call, in.Body.Anyway)
		})
	Answers(api, Op(who, "called", "POST /api/calls/{c}/outcome", door...),
		func(ctx context.Context, in *outcomeInput) (booking.Done, error) {
			return p.Called(ctx, in.By(ctx), in.Call, in.Body)
		})
	p.listRoutes(api, who)
}

func (p *Places) listRoutes(api huma.API, who *identity.Identity) {
	Answers(api, Op(who, "skip", "POST /api/waitlist/{e}/skip", identity.Coordinator),
		func(ctx context.Context, in *onEntry[skipInputBody]) (booking.Done, error) {
			return p.Skip(ctx, in.By(ctx), in.ID, in.Body.Reason)
		})
	Answers(api, Op(who, "removeEntry", "POST /api/waitlist/{e}/remove", door...),
		func(ctx context.Context, in *Entry) (booking.Done, error) {
			return p.Remove(ctx, in.By(ctx), in.ID)
		})
	Answers(api, Op(who, "putBackEntry", "POST /api/waitlist/{e}/put-back", door...),
		func(ctx context.Context, in *onEntry[reasonBody]) (booking.Done, error) {
			return p.PutBack(ctx, in.By(ctx), in.ID, in.Body.Reason)
		})
	Answers(api, Op(who, "mailOffer", "POST /api/waitlist/{e}/mail-offer", door...),
		func(ctx context.Context, in *onEntry[mailOfferInputBody]) (booking.Done, error) {
			return p.MailOffer(ctx, in.By(ctx), in.ID, in.Body.Until)
		})
	Answers(api, Op(who, "openToAll", "POST /api/occurrences/{o}/open-to-all", door...),
		func(ctx context.Context, in *onDate[reasonBody]) (booking.Done, error) {
			return p.OpenToAll(ctx, in.By(ctx), in.ID, in.Body.Reason)
		})
	Answers(api, Op(who, "stopOffers", "PUT /api/occurrences/{o}/offers", door...),
		func(ctx context.Context, in *onDate[stopInputBody]) (booking.Done, error) {
			return p.StopOffers(ctx, in.By(ctx), in.ID, in.Body.Stopped, in.Body.Reason)
		})
}
