package content

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

type (
	versionInput struct {
		Versie string `query:"versie" doc:"number of an older version"`
	}
	keyInput struct {
		Key string `path:"key" doc:"about, contact, vrijwilligers, klachten or nieuwsbrief"`
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
		Zoek string `query:"zoek" doc:"free text; every word must fit"`
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
)

// Routes mounts GET /api/pages/{key}.
func Routes(api huma.API, p *Pages, q db.Querier) {
	huma.Register(api, huma.Operation{OperationID: "page", Method: http.MethodGet, Path: "/api/pages/{key}"},
		func(ctx context.Context, in *keyInput) (*httpkit.Body[Page], error) {
			return open(p.Get(ctx, q, in.Key))
		})
}

// Routes mounts GET /api/privacy.
func (p *Privacy) Routes(api huma.API) {
	huma.Register(api, huma.Operation{OperationID: "privacy", Method: http.MethodGet, Path: "/api/privacy"},
		func(ctx context.Context, in *versionInput) (*httpkit.Body[Shown], error) {
			return open(p.Get(ctx, in.Versie))
		})
}

// Routes mounts what visitors read of documents.
func (d *Documents) Routes(api huma.API) {
	get := func(id, path string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodGet, Path: path}
	}
	huma.Register(api, get("latest", "/api/latest"), func(ctx context.Context, _ *struct{}) (*httpkit.Body[Latest], error) { return open(d.latest(ctx)) })
	huma.Register(api, get("stories", "/api/stories"),
		func(ctx context.Context, in *storiesInput) (*httpkit.Body[StoryList], error) {
			return open(d.stories(ctx, in.Thema, in.Na))
		})
	huma.Register(api, get("story", "/api/stories/{s}"),
		func(ctx context.Context, in *storyInput) (*httpkit.Body[StoryText], error) {
			return open(d.story(ctx, in.Story))
		})
	huma.Register(api, get("news", "/api/news"),
		func(ctx context.Context, in *newsInput) (*httpkit.Body[NewsList], error) {
			return open(d.news(ctx, in.Jaar, in.Na))
		})
	huma.Register(api, get("newsItem", "/api/news/{n}"),
		func(ctx context.Context, in *newsItemInput) (*httpkit.Body[NewsText], error) {
			return open(d.newsItem(ctx, in.Item))
		})
	huma.Register(api, get("faq", "/api/faq"), func(ctx context.Context, in *faqInput) (*httpkit.Body[FAQ], error) { return open(d.faq(ctx, in.Zoek)) })
	huma.Register(api, get("impact", "/api/impact"), func(ctx context.Context, in *impactInput) (*httpkit.Body[Impact], error) {
		return open(d.impact(ctx, in.Jaar))
	})
	huma.Register(api, get("volunteerRoles", "/api/volunteer-roles"), func(ctx context.Context, _ *struct{}) (*httpkit.Body[Roles], error) { return open(d.roles(ctx)) })
	huma.Register(api, get("newsletters", "/api/newsletters"),
		func(ctx context.Context, in *newslettersInput) (*httpkit.Body[Newsletters], error) {
			return open(d.newsletters(ctx, *in))
		})
	huma.Register(api, get("newsletter", "/api/newsletters/{iss}"),
		func(ctx context.Context, in *newsletterInput) (*httpkit.Body[Newsletter], error) {
			return open(d.newsletter(ctx, in.Issue))
		})
}

func open[T any](v T, err error) (*httpkit.Body[T], error) {
	if err != nil {
		return nil, err
	}
	return &httpkit.Body[T]{Body: v}, nil
}
