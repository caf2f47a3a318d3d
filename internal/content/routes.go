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
	yearInput struct {
		Jaar string `query:"jaar" doc:"a year"`
	}
	// Match is the version that somebody read. Only what is exported is read through an embedding.
	Match struct {
		Version string `header:"If-Match" required:"false" doc:"the version that is meant"`
	}
	matchInput struct {
		Story string `path:"s"`
		Match
	}
	approveInput struct {
		Story string `path:"id"`
		Match
	}
	consentInput struct {
		Story string `path:"s"`
		Match
		Body StoryConsentForm
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

// version reads it. Problems: precondition_required, bad_request.
func (m Match) version() (int, error) { return httpkit.ReadIfMatch(m.Version) }

// Routes mounts GET /api/pages/{key}.
func Routes(api huma.API, p *Pages, q db.Querier) {
	open(api, "page", "/api/pages/{key}", func(ctx context.Context, in *keyInput) (Page, error) {
		return p.Get(ctx, q, in.Key)
	})
}

// Routes mounts GET /api/privacy.
func (p *Privacy) Routes(api huma.API) {
	open(
		api,
		"privacy",
		"/api/privacy",
		func(ctx context.Context, in *versionInput) (Shown, error) {
			return p.Get(ctx, in.Versie)
		},
	)
}

// Routes mounts what visitors read of documents.
func (d *Documents) Routes(api huma.API) {
	open(api, "latest", "/api/latest", func(ctx context.Context, _ *struct{}) (Latest, error) {
		return d.latest(ctx)
	})
	open(api, "stories", "/api/stories",
		func(ctx context.Context, in *storiesInput) (StoryList, error) {
			return d.stories(ctx, in.Thema, in.Na)
		})
	open(api, "story", "/api/stories/{s}",
		func(ctx context.Context, in *storyInput) (StoryText, error) {
			return d.story(ctx, in.Story)
		}, http.StatusGone)
	open(api, "news", "/api/news", func(ctx context.Context, in *newsInput) (NewsList, error) {
		return d.news(ctx, in.Jaar, in.Na)
	})
	open(api, "newsItem", "/api/news/{n}",
		func(ctx context.Context, in *newsItemInput) (NewsText, error) {
			return d.newsItem(ctx, in.Item)
		}, http.StatusGone)
	open(api, "faq", "/api/faq", func(ctx context.Context, in *faqInput) (FAQ, error) {
		return d.faq(ctx, in.Zoek)
	})
	open(api, "impact", "/api/impact", func(ctx context.Context, in *yearInput) (Impact, error) {
		return d.impact(ctx, in.Jaar)
	})
	open(api, "volunteerRoles", "/api/volunteer-roles",
		func(ctx context.Context, _ *struct{}) (Roles, error) { return d.roles(ctx) })
}

// open registers what anybody may read, and with which statuses it can be refused.
func open[I, O any](api huma.API, id, path string, f func(ctx context.Context, in *I) (O, error), refuses ...int) {
	op := huma.Operation{OperationID: id, Method: http.MethodGet, Path: path}
	if len(refuses) > 0 {
		op = httpkit.Refuses(op, refuses...)
	}
	huma.Register(api, op, func(ctx context.Context, in *I) (*httpkit.Body[O], error) {
		return httpkit.Open(f(ctx, in))
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
	huma.Register(api, op("storyConsent", http.MethodGet, "/api/stories/{s}/consent"),
		func(ctx context.Context, in *storyInput) (*httpkit.Private[StoryConsent], error) {
			c, err := d.consent(ctx, in.Story)
			if err == nil {
				err = d.note(ctx, d.Pool, "viewed", in.Story, "")
			}
			return consented(c, err)
		})
	atVersion(api, op("keepStoryConsent", http.MethodPut, "/api/stories/{s}/consent",
		http.StatusGone),
		func(ctx context.Context, at int, in *consentInput) (StoryConsent, error) {
			return d.keepConsent(ctx, in.Story, at, in.Body)
		})
	atVersion(api, op("storyCode", http.MethodPost, "/api/stories/{s}/consent/code",
		http.StatusGone),
		func(ctx context.Context, at int, in *matchInput) (StoryConsent, error) {
			return d.newCode(ctx, in.Story, at)
		})
	atVersion(api, op("tellerApproves", http.MethodPost, "/api/stories/{s}/consent/approve",
		http.StatusConflict, http.StatusGone),
		func(ctx context.Context, at int, in *matchInput) (StoryConsent, error) {
			return d.tellerApproves(ctx, in.Story, at)
		})
	atVersion(api, op("editorApproves", http.MethodPost, "/api/drafts/stories/{id}/approve",
		http.StatusConflict, http.StatusGone),
		func(ctx context.Context, at int, in *approveInput) (StoryConsent, error) {
			return d.editorApproves(ctx, in.Story, at)
		})
	huma.Register(api, op("yearCounts", http.MethodGet, "/api/year-counts"),
		func(ctx context.Context, in *yearInput) (*httpkit.Private[YearCounts], error) {
			return httpkit.Listed(d.yearCounts(ctx, in.Jaar))
		})
	huma.Register(api, op("withdrawStory", http.MethodPost, "/api/stories/{s}/withdraw",
		http.StatusGone),
		func(ctx context.Context, in *withdrawInput) (*httpkit.Private[StoryConsent], error) {
			return consented(d.withdraw(ctx, in.Story, in.Body))
		})
}

// atVersion registers an act on the version of a consent that If-Match names.
func atVersion[I any, P interface {
	*I
	version() (int, error)
}](
	api huma.API,
	op huma.Operation,
	f func(ctx context.Context, at int, in *I) (StoryConsent, error),
) {
	huma.Register(
		api,
		op,
		func(ctx context.Context, in *I) (*httpkit.Private[StoryConsent], error) {
			at, err := P(in).version()
			if err != nil {
				return nil, err
			}
			return consented(f(ctx, at, in))
		},
	)
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
