package places

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

type signUpInput struct {
	httpkit.VisitorHeaders
	Occurrence string `path:"o"`
	Activity   string `query:"activity" doc:"when given, the occurrence must be one of this activity"`
	Body       rules.SignUp
}

type joinInput struct {
	httpkit.VisitorHeaders
	Occurrence string `path:"o"`
	Body       rules.JoinWaitlist
}

type askLinkInput struct {
	httpkit.VisitorHeaders
	Body rules.AskLink
}

type openByCodeInput struct {
	httpkit.VisitorHeaders
	Body rules.OpenByCode
}

// PlaceRoutes mounts what visitors do about a place: sign up, wait, answer, change, erase.
func (p *Places) PlaceRoutes(api huma.API, g *httpkit.Guard) {
	p.visitorForms(api, g)
	p.waysIn(api, g)
	p.holderReads(api)
	p.holderForms(api, g)
	p.holderChanges(api, g)
}

func (p *Places) visitorForms(api huma.API, g *httpkit.Guard) {
	form := func(id, kind, path, status string) huma.Operation {
		return g.Visitor(httpkit.Refuses(huma.Operation{
			OperationID:   id,
			Method:        http.MethodPost,
			Path:          "/api/occurrences/{o}/" + path,
			DefaultStatus: http.StatusCreated,
		}, http.StatusGone), httpkit.Form{
			Kind:     kind,
			Activity: p.activityOf,
			Decoy: func(body map[string]any) (int, any, httpkit.Flash) {
				name, _ := body["name"].(string)
				flash := httpkit.Flash{Name: httpkit.Line(name), Kind: status, Way: "mail"}
				return http.StatusCreated, visitors.Outcome{Status: status}, flash
			},
		})
	}
	huma.Register(api, form("register", "registration", "registrations", "registered"),
		func(ctx context.Context, in *signUpInput) (*httpkit.Reply[visitors.Outcome], error) {
			consent := rules.SignUpConsent(p.House(ctx))
			if err := httpkit.SendOf(ctx).Check(
				rules.Agreed(in.Body.Validate(), in.Body.ConsentVersion, consent),
			); err != nil {
				return nil, err
			}
			return p.Register(ctx, in.Activity, in.Occurrence, in.Body)
		})
	huma.Register(api, form("joinWaitlist", "waitlist", "waitlist", "waiting"),
		func(ctx context.Context, in *joinInput) (*httpkit.Reply[visitors.Outcome], error) {
			consent := rules.WaitConsent(p.House(ctx))
			if err := httpkit.SendOf(ctx).Check(
				rules.Agreed(in.Body.Validate(), in.Body.ConsentVersion, consent),
			); err != nil {
				return nil, err
			}
			return p.Join(ctx, in.Occurrence, in.Body)
		})
}

// How often one network may ask for a link, and try a code.
const waysInFifteenMins = 5

// waysIn are for whoever has no link at hand.
func (p *Places) waysIn(api huma.API, g *httpkit.Guard) {
	rate := func() *httpkit.Rate { return g.Limits.Rate(waysInFifteenMins, 15*time.Minute) }
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID:   "askLink",
		Method:        http.MethodPost,
		Path:          "/api/links",
		DefaultStatus: http.StatusCreated,
	}, httpkit.Form{Kind: "link", Rate: rate(), Decoy: httpkit.ReceivedDecoy("link")}),
		func(ctx context.Context, in *askLinkInput) (*httpkit.Reply[httpkit.Received], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return p.AskLink(ctx, in.Body.Email)
		})
	huma.Register(
		api,
		g.Visitor(huma.Operation{
			OperationID: "openByCode",
			Method:      http.MethodPost,
			Path:        "/api/desk-code",
		}, httpkit.Form{Kind: "desk code", Rate: rate(), Decoy: p.decoyOpened}),
		func(
			ctx context.Context,
			in *openByCodeInput,
		) (*httpkit.Reply[visitors.OpenedByCode], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return p.OpenByCode(ctx, in.Body.Code)
		},
	)
}

// activityOf names the activity of the occurrence in the address, for the rate per activity.
func (p *Places) activityOf(r *http.Request) string {
	id := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/occurrences/"), "/")[0]
	var activity string
	if p.Pool.QueryRow(r.Context(), `
		select activity_id from occurrence where id = $1`, id).Scan(&activity) != nil {
		return ""
	}
	return activity
}

// decoyOpened leads to a link that nobody has.
func (p *Places) decoyOpened(map[string]any) (int, any, httpkit.Flash) {
	return http.StatusOK, visitors.OpenedByCode{
		Status: "registration",
		Link:   p.Keys.Token(waitlist.RegistrationToken, db.NewID("lnk"), 1),
	}, httpkit.Flash{}
}
