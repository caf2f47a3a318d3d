package identity

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

type (
	postInput struct {
		Auth   string `header:"Authorization" doc:"Bearer <ID token>" required:"false"`
		Shared string `query:"shared" doc:"1: a shared computer, the cookie goes when the browser closes"`
	}
	sessionInput struct {
		ID string `path:"id"`
	}
	userInput struct {
		UID string `path:"uid"`
	}
	switchInput struct {
		Body TopicSwitch
	}
	siteNameInput struct {
		Body NewSiteName
	}
	projectsInput struct {
		Key string `query:"key" doc:"the client id"`
	}
	projectsOutput struct {
		CacheControl string `header:"Cache-Control"`
		Body         Projects
	}
)

const staffMailPath = "/api/staff-mail"

// Me is the person who is signed in.
type Me struct {
	UID       string `json:"uid"`
	Name      string `json:"name"`
	Roles     []Role `json:"roles"`
	ExpiresAt string `json:"expiresAt" format:"date-time" doc:"when nobody calls any more"`
}

// StaffSessions is a list of them.
type StaffSessions struct {
	Items []StaffSession `json:"items"`
}

// Accounts is a list of them.
type Accounts struct {
	Items []Account `json:"items"`
}

// Projects tells where staff may sign in.
type Projects struct {
	AuthorizedDomains []string `json:"authorizedDomains"`
}

// For puts the question who calls in front of an operation, before its body is read: unauthorized
// without a session, forbidden without one of the roles. No roles: anybody who is signed in. It
// writes them down for the table of routes.
func (i *Identity) For(op huma.Operation, roles ...Role) huma.Operation {
	return i.guarded(op, httpkit.MetaRoles, namesOf(roles), func(huma.Context) ([]Role, error) {
		return roles, nil
	})
}

// ForEach is For of an operation whose roles depend on a part of its path: each value that part can
// have, with its roles. Any other value is an address that does not exist: not_found, whoever asks.
func (i *Identity) ForEach(op huma.Operation, part string, roles map[string][]Role) huma.Operation {
	names, values := map[string][]string{}, []any{}
	for _, value := range slices.Sorted(maps.Keys(roles)) {
		names[value], values = namesOf(roles[value]), append(values, value)
	}
	op.Parameters = append(op.Parameters, &huma.Param{
		Name:     part,
		In:       "path",
		Required: true,
		Schema:   &huma.Schema{Type: huma.TypeString, Enum: values},
	})
	return i.guarded(op, httpkit.MetaRolesBy, names, func(ctx huma.Context) ([]Role, error) {
		if may, there := roles[ctx.Param(part)]; there {
			return may, nil
		}
		return nil, problem.New(problem.NotFound)
	})
}

func (i *Identity) guarded(
	op huma.Operation,
	meta string,
	written any,
	rolesOf func(huma.Context) ([]Role, error),
) huma.Operation {
	if op.Metadata == nil {
		op.Metadata = map[string]any{}
	}
	op.Metadata[meta] = written
	// under the server's own limit: one of huma's would cancel an operation that waits for a lock
	op.BodyReadTimeout = -1
	op.Middlewares = append(huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(ctx)
		var a Actor
		roles, err := rolesOf(ctx)
		if err == nil {
			a, err = i.actorOf(r)
		}
		if err == nil && len(roles) > 0 && !a.Has(roles...) {
			err = problem.New(problem.Forbidden)
		}
		if err != nil {
			httpkit.Fail(w, r, err)
			return
		}
		next(huma.WithValue(ctx, actorKey{}, a))
	}}, op.Middlewares...)
	return op
}

func namesOf(roles []Role) []string {
	names := make([]string, len(roles))
	for n, r := range roles {
		names[n] = string(r)
	}
	return names
}

type requestKey struct{}

// raw hands the request itself to an operation: the session API reads cookies and headers as they
// came.
func raw(op huma.Operation) huma.Operation {
	op.BodyReadTimeout = -1
	op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		r, _ := humachi.Unwrap(ctx)
		next(huma.WithValue(ctx, requestKey{}, r))
	})
	return op
}

// requestOf gives the request with the operation's context.
func requestOf(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r.WithContext(ctx)
}

// Routes mounts signing in and out, who is asking, and the lists of sessions and accounts.
func (i *Identity) Routes(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "projects",
		Method:      http.MethodGet,
		Path:        "/v1/projects",
		Errors:      []int{http.StatusBadRequest}, // another client's key
	},
		func(_ context.Context, in *projectsInput) (*projectsOutput, error) {
			if in.Key != "" && in.Key != i.cfg.ClientID {
				return nil, problem.New(problem.AuthInvalidAPIKey)
			}
			return &projectsOutput{CacheControl: "max-age=300", Body: Projects{i.cfg.Domains}}, nil
		})
	huma.Register(api, raw(huma.Operation{
		OperationID:   "postSession",
		Method:        http.MethodPost,
		Path:          SessionPath,
		DefaultStatus: http.StatusNoContent,
		Security:      []map[string][]string{{httpkit.ByIDToken: {}}},
	}),
		func(ctx context.Context, in *postInput) (*httpkit.Done, error) {
			cookie, err := i.post(requestOf(ctx), in.Shared == "1")
			return done(cookie, err)
		})
	huma.Register(api, raw(huma.Operation{
		OperationID:   "deleteSession",
		Method:        http.MethodDelete,
		Path:          SessionPath,
		DefaultStatus: http.StatusNoContent,
	}),
		func(ctx context.Context, _ *struct{}) (*httpkit.Done, error) {
			// the browser forgets it all the same: the next person may sit there
			if err := i.signOut(requestOf(ctx)); err != nil {
				return nil, huma.ErrorWithHeaders(err, http.Header{"Set-Cookie": {i.noCookie()}})
			}
			return done(i.noCookie(), nil)
		})
	huma.Register(api, i.For(huma.Operation{
		OperationID: "session",
		Method:      http.MethodGet,
		Path:        SessionPath,
	}),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[Me], error) {
			a := ActorOf(ctx)
			return httpkit.Listed(
				Me{UID: a.ID, Name: a.Name, Roles: a.Roles, ExpiresAt: clock.Moment(a.expires)},
				nil,
			)
		})
	i.lists(api)
}

func (i *Identity) lists(api huma.API) {
	op := func(id, method, path string, roles ...Role) huma.Operation {
		return i.For(huma.Operation{OperationID: id, Method: method, Path: path}, roles...)
	}
	huma.Register(api, op("sessions", http.MethodGet, "/api/sessions"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[StaffSessions], error) {
			items, err := i.own(ctx)
			return httpkit.Listed(StaffSessions{items}, err)
		})
	ends := op("endSession", http.MethodDelete, "/api/sessions/{id}")
	ends.DefaultStatus = http.StatusNoContent
	huma.Register(api, ends, func(ctx context.Context, in *sessionInput) (*httpkit.Done, error) {
		return done("", i.endOne(ctx, in.ID))
	})
	ends = op("endSessions", http.MethodDelete, "/api/users/{uid}/sessions")
	ends.DefaultStatus = http.StatusNoContent
	huma.Register(api, ends, func(ctx context.Context, in *userInput) (*httpkit.Done, error) {
		return done("", i.endAll(ctx, in.UID))
	})
	huma.Register(api, op("staffMail", http.MethodGet, staffMailPath),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[StaffMail], error) {
			return httpkit.Listed(i.ownMail(ctx))
		})
	huma.Register(api, op("switchStaffMail", http.MethodPut, staffMailPath),
		func(ctx context.Context, in *switchInput) (*httpkit.Private[StaffMail], error) {
			return httpkit.Listed(i.switchMail(ctx, in.Body))
		})
	const name = "/api/site-name"
	huma.Register(api, op("siteName", http.MethodGet, name, Receiving...),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[SiteName], error) {
			return httpkit.Listed(i.siteName(ctx))
		})
	huma.Register(api, op("setSiteName", http.MethodPut, name, Receiving...),
		func(ctx context.Context, in *siteNameInput) (*httpkit.Private[SiteName], error) {
			return httpkit.Listed(i.setSiteName(ctx, in.Body.Name))
		})
	huma.Register(api, op("dropSiteName", http.MethodDelete, name, Receiving...),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[SiteName], error) {
			return httpkit.Listed(i.setSiteName(ctx, ""))
		})
	huma.Register(api, op("accounts", http.MethodGet, "/api/accounts", Beheerder),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[Accounts], error) {
			items, err := i.accounts(ctx)
			return httpkit.Listed(Accounts{items}, err)
		})
}

func done(cookie string, err error) (*httpkit.Done, error) {
	if err != nil {
		return nil, err
	}
	return &httpkit.Done{
		Status:       http.StatusNoContent,
		CacheControl: httpkit.NoStore,
		Cookie:       cookie,
	}, nil
}

// Schema describes a role as one of the six.
func (Role) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, r := range Roles {
		s.Enum = append(s.Enum, string(r))
	}
	return s
}
