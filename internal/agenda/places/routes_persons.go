package places

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type (
	soughtInput  struct{ Body PersonSought }
	releaseInput struct{ Body PersonRelease }
	askedInput   struct{ Body PersonAsked }
	eraseInput   struct{ Body PersonErase }
	ofInput      struct{ Body PersonAskedOf }
	holdInput    struct{ Body PersonHold }
	mendInput    struct{ Body PersonMend }
	rowInput     struct{ Body PersonRowMend }
)

// PersonRoutes mounts what the coordinator does for somebody who asks what is kept of them. What
// they are looked up by stands in the body: an address of a page is written down in many places.
func (p *Places) PersonRoutes(api huma.API, who *identity.Identity) {
	post := func(id, path string, refuses ...int) huma.Operation {
		return httpkit.Refuses(who.For(huma.Operation{
			OperationID:  id,
			Method:       http.MethodPost,
			Path:         path,
			MaxBodyBytes: httpkit.MaxBody,
		}, identity.Coordinator), refuses...)
	}
	huma.Register(api, post("findPerson", "/api/persons/search"),
		func(ctx context.Context, in *soughtInput) (*httpkit.Private[PersonFound], error) {
			return httpkit.Listed(p.findPerson(ctx, identity.ActorOf(ctx), in.Body.What))
		})
	huma.Register(api, post("showPerson", "/api/persons/view", http.StatusNotFound),
		func(ctx context.Context, in *askedInput) (*httpkit.Private[PersonAll], error) {
			by := identity.ActorOf(ctx)
			asked := PersonAskedOf{PersonAsked: in.Body}
			return httpkit.Listed(p.showPerson(ctx, by, asked, "viewed"))
		})
	huma.Register(api, post("exportPerson", "/api/persons/export", http.StatusNotFound),
		func(ctx context.Context, in *ofInput) (*httpkit.Private[PersonAll], error) {
			by := identity.ActorOf(ctx)
			if err := who.RequireRecent(by); err != nil {
				return nil, err
			}
			return httpkit.Listed(p.showPerson(ctx, by, in.Body, "exported"))
		})
	huma.Register(api, post("personGoes", "/api/persons/goes", http.StatusNotFound),
		func(ctx context.Context, in *ofInput) (*httpkit.Private[PersonGoes], error) {
			return httpkit.Listed(p.personGoes(ctx, identity.ActorOf(ctx), in.Body))
		})
	p.personActs(api, who, post)
}

// personActs mounts what changes what is kept of somebody.
func (p *Places) personActs(
	api huma.API,
	who *identity.Identity,
	post func(id, path string, refuses ...int) huma.Operation,
) {
	huma.Register(
		api,
		post("erasePerson", "/api/persons/erase", http.StatusNotFound, http.StatusConflict),
		func(ctx context.Context, in *eraseInput) (*httpkit.Private[PersonErased], error) {
			by := identity.ActorOf(ctx)
			if err := who.RequireRecent(by); err != nil {
				return nil, err
			}
			return httpkit.Listed(p.erasePerson(ctx, by, in.Body))
		},
	)
	huma.Register(api, post("holdPerson", "/api/persons/hold", http.StatusNotFound),
		func(ctx context.Context, in *holdInput) (*httpkit.Private[PersonHeld], error) {
			return httpkit.Listed(p.holdPerson(ctx, identity.ActorOf(ctx), in.Body))
		})
	release := post("releasePerson", "/api/persons/release", http.StatusNotFound)
	release.DefaultStatus = http.StatusNoContent
	huma.Register(api, release,
		func(ctx context.Context, in *releaseInput) (*httpkit.Done, error) {
			return httpkit.NoContent(p.releasePerson(ctx, identity.ActorOf(ctx), in.Body))
		})
	mend := post("mendPerson", "/api/persons/mend", http.StatusNotFound)
	mend.DefaultStatus = http.StatusNoContent
	huma.Register(api, mend,
		func(ctx context.Context, in *mendInput) (*httpkit.Done, error) {
			return httpkit.NoContent(p.mendPerson(ctx, identity.ActorOf(ctx), in.Body))
		})
	huma.Register(
		api,
		post(
			"mendPersonRow", "/api/persons/mend-row",
			http.StatusNotFound, http.StatusConflict, http.StatusPreconditionFailed,
		),
		func(ctx context.Context, in *rowInput) (*httpkit.Private[PersonRow], error) {
			return httpkit.Listed(p.mendRow(ctx, identity.ActorOf(ctx), in.Body))
		},
	)
}
