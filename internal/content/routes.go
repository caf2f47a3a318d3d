package content

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

type (
	versionInput struct {
		Versie string `query:"versie" doc:"number of an older version"`
	}
	keyInput struct {
		Key string `path:"key" doc:"such as about, contact or registrationsequel"`
	}
	storiesInput struct {
		Thema string `query:"thema" doc:"a theme"`
		Na    string `query:"na" doc:"next of the page before"`
	}
	storyInput struct {
		Story string `path:"s"`
	}
	newsInput struct {
		Jaar string `query:"jaar" doc:"a year"`
		Na   string `query:"na" doc:"next of the page before"`
	}
	newsItemInput struct {
		Item string `path:"n"`
	}
	faqInput struct {
		Zoek string `query:"zoek" doc:"free text"`
	}
	impactInput struct {
		Jaar string `query:"jaar" doc:"a year"`
	}
	newslettersInput struct {
		Na     string `query:"na" doc:"next of the page before"`
		Nummer string `query:"nummer" doc:"id of a newsletter: only that one"`
	}
	newsletterInput struct {
		Issue string `path:"iss"`
	}
	matchInput struct {
		Story string `path:"s"`
		Match string `header:"If-Match" required:"false" doc:"the version that is meant"`
	}
	approveInput struct {
		Story string `path:"id"`
		Match string `header:"If-Match" required:"false" doc:"the version that is meant"`
	}
	consentInput struct {
		Story string `path:"s"`
		Match string `header:"If-Match" required:"false" doc:"the version that is meant"`
		Body  StoryConsentForm
	}
	withdrawInput struct {
		Story string `path:"s"`
		Body  StoryWithdrawal
	}
	takeBackInput struct {
		httpkit.VisitorHeaders
		Body TakeStoryBack
	}
)

// Routes mounts GET /api/pages/{key}.
func Routes(api huma.API, p *Pages, q db.Querier) {
	huma.Register(api, huma.Operation{
		OperationID: "page",
		Method:      http.MethodGet,
		Path:        "/api/pages/{key}",
	},
		func(ctx context.Context, in *keyInput) (*httpkit.Body[Page], error) {
			return httpkit.Open(p.Get(ctx, q, in.Key))
		})
}

// Routes mounts GET /api/privacy.
func (p *Privacy) Routes(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "privacy",
		Method:      http.MethodGet,
		Path:        "/api/privacy",
	},
		func(ctx context.Context, in *versionInput) (*httpkit.Body[Shown], error) {
			return httpkit.Open(p.Get(ctx, in.Versie))
		})
}

// Routes mounts what visitors read of documents.
func (d *Documents) Routes(api huma.API) {
	get := func(id, path string, refuses ...int) huma.Operation {
		return httpkit.Refuses(huma.Operation{
			OperationID: id,
			Method:      http.MethodGet,
			Path:        path,
		}, refuses...)
	}
	huma.Register(api, get(
		"latest",
		"/api/latest",
	), func(ctx context.Context, _ *struct{}) (*httpkit.Body[Latest], error) {
		return httpkit.Open(d.latest(ctx))
	})
	huma.Register(api, get("stories", "/api/stories"),
		func(ctx context.Context, in *storiesInput) (*httpkit.Body[StoryList], error) {
			return httpkit.Open(d.stories(ctx, in.Thema, in.Na))
		})
	huma.Register(api, get("story", "/api/stories/{s}", http.StatusGone),
		func(ctx context.Context, in *storyInput) (*httpkit.Body[StoryText], error) {
			return httpkit.Open(d.story(ctx, in.Story))
		})
	huma.Register(api, get("news", "/api/news"),
		func(ctx context.Context, in *newsInput) (*httpkit.Body[NewsList], error) {
			return httpkit.Open(d.news(ctx, in.Jaar, in.Na))
		})
	huma.Register(api, get("newsItem", "/api/news/{n}", http.StatusGone),
		func(ctx context.Context, in *newsItemInput) (*httpkit.Body[NewsText], error) {
			return httpkit.Open(d.newsItem(ctx, in.Item))
		})
	huma.Register(api, get(
		"faq",
		"/api/faq",
	), func(ctx context.Context, in *faqInput) (*httpkit.Body[FAQ], error) {
		return httpkit.Open(d.faq(ctx, in.Zoek))
	})
	huma.Register(
		api,
		get("impact", "/api/impact"),
		func(ctx context.Context, in *impactInput) (*httpkit.Body[Impact], error) {
			return httpkit.Open(d.impact(ctx, in.Jaar))
		},
	)
	huma.Register(api, get(
		"volunteerRoles",
		"/api/volunteer-roles",
	), func(ctx context.Context, _ *struct{}) (*httpkit.Body[Roles], error) {
		return httpkit.Open(d.roles(ctx))
	})
	// of the number in the address
	letters := get("newsletters", "/api/newsletters", http.StatusNotFound, http.StatusGone)
	huma.Register(api, letters,
		func(ctx context.Context, in *newslettersInput) (*httpkit.Body[Newsletters], error) {
			return httpkit.Open(d.newsletters(ctx, *in))
		})
	huma.Register(api, get("newsletter", "/api/newsletters/{iss}", http.StatusGone),
		func(ctx context.Context, in *newsletterInput) (*httpkit.Body[Newsletter], error) {
			return httpkit.Open(d.newsletter(ctx, in.Issue))
		})
}

// StaffRoutes mounts the consent of tellers and what the site counted, for those who write stories
// and figures.
func (d *Documents) StaffRoutes(api huma.API, who *identity.Identity) {
	op := func(id, method, path string, refuses ...int) huma.Operation {
		return who.For(httpkit.Refuses(huma.Operation{
			OperationID:  id,
			Method:       method,
			Path:         path,
			MaxBodyBytes: httpkit.MaxBody,
		}, refuses...), editors...)
	}
	huma.Register(api, op("issueChoices", http.MethodGet, "/api/newsletter/choices"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[IssueChoices], error) {
			return httpkit.Listed(d.IssueChoices(ctx))
		})
	huma.Register(api, op("storyConsent", http.MethodGet, "/api/stories/{s}/consent"),
		func(ctx context.Context, in *storyInput) (*httpkit.Private[StoryConsent], error) {
			c, err := d.consent(ctx, in.Story)
			if err == nil {
				err = d.note(ctx, d.Pool, "viewed", in.Story, "")
			}
			return consented(c, err)
		})
	huma.Register(
		api,
		op("keepStoryConsent", http.MethodPut, "/api/stories/{s}/consent", http.StatusGone),
		func(ctx context.Context, in *consentInput) (*httpkit.Private[StoryConsent], error) {
			return atVersion(in.Match, func(at int) (StoryConsent, error) {
				return d.keepConsent(ctx, in.Story, at, in.Body)
			})
		})
	huma.Register(
		api,
		op("storyCode", http.MethodPost, "/api/stories/{s}/consent/code", http.StatusGone),
		func(ctx context.Context, in *matchInput) (*httpkit.Private[StoryConsent], error) {
			return atVersion(in.Match, func(at int) (StoryConsent, error) {
				return d.newCode(ctx, in.Story, at)
			})
		})
	huma.Register(
		api,
		op("tellerApproves", http.MethodPost, "/api/stories/{s}/consent/approve",
			http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *matchInput) (*httpkit.Private[StoryConsent], error) {
			return atVersion(in.Match, func(at int) (StoryConsent, error) {
				return d.tellerApproves(ctx, in.Story, at)
			})
		})
	huma.Register(
		api,
		op("editorApproves", http.MethodPost, "/api/drafts/stories/{id}/approve",
			http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *approveInput) (*httpkit.Private[StoryConsent], error) {
			return atVersion(in.Match, func(at int) (StoryConsent, error) {
				return d.editorApproves(ctx, in.Story, at)
			})
		})
	huma.Register(api, op("yearCounts", http.MethodGet, "/api/year-counts"),
		func(ctx context.Context, in *impactInput) (*httpkit.Private[YearCounts], error) {
			return httpkit.Listed(d.yearCounts(ctx, in.Jaar))
		})
	huma.Register(
		api,
		op("withdrawStory", http.MethodPost, "/api/stories/{s}/withdraw", http.StatusGone),
		func(ctx context.Context, in *withdrawInput) (*httpkit.Private[StoryConsent], error) {
			return consented(d.withdraw(ctx, in.Story, in.Body))
		})
}

// atVersion does something to the version that If-Match names.
func atVersion(
	match string,
	f func(at int) (StoryConsent, error),
) (*httpkit.Private[StoryConsent], error) {
	at, err := httpkit.ReadIfMatch(match)
	if err != nil {
		return nil, err
	}
	return consented(f(at))
}

func consented(c StoryConsent, err error) (*httpkit.Private[StoryConsent], error) {
	out, err := httpkit.Listed(c, err)
	if err == nil { // a story without a consent has version 0
		out.ETag = strconv.Quote(strconv.Itoa(c.Version))
	}
	return out, err
}

// codesInFifteenMins is how often one network may try a code of a teller in fifteen minutes.
const codesInFifteenMins = 5

// Withdrawals mounts what tellers do with the code that they got on paper.
func (d *Documents) Withdrawals(api huma.API, g *httpkit.Guard) {
	decoy := func(body map[string]any) (int, any, httpkit.Flash) {
		if yes, _ := body["confirm"].(bool); yes {
			return http.StatusOK, StoryTakenBack{State: editing.StatusWithdrawn}, httpkit.Flash{}
		}
		return http.StatusOK, StoryTakenBack{
			State: "ask",
			Code:  shownCode(privacy.NewCode(codeLength)),
		}, httpkit.Flash{}
	}
	huma.Register(api, g.Visitor(huma.Operation{
		OperationID: "takeStoryBack",
		Method:      http.MethodPost,
		Path:        "/api/story-withdrawals",
	},
		httpkit.Form{
			Kind:  "story code",
			Rate:  g.Limits.Rate(codesInFifteenMins, 15*time.Minute),
			Decoy: decoy,
		}),
		func(ctx context.Context, in *takeBackInput) (*httpkit.Private[StoryTakenBack], error) {
			if err := httpkit.SendOf(ctx).Check(in.Body.Validate()); err != nil {
				return nil, err
			}
			return httpkit.Listed(d.takeBack(ctx, in.Body))
		})
}

// TransformSchema tells of the shapes what no tag can: each is of one page.
func (Page) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	told := map[string]any{}
	for key, want := range shapes {
		limits := map[string]any{}
		if want.most > 0 {
			limits["blocks"] = map[string]int{"maxItems": want.most}
		}
		if want.letters > 0 {
			limits["body"] = map[string]int{"maxLength": want.letters}
		}
		if len(limits) > 0 {
			told[key] = limits
		}
	}
	s.Extensions = map[string]any{"x-shapes": told}
	return s
}
