package httpkit

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/problem"
)

// What an operation says of itself, for the description of the API and the table of routes.
const (
	MetaRoles   = "roles"   // []string: for staff with one of these roles; none: whoever is signed in
	MetaRolesBy = "rolesBy" // map[string][]string: the same, by the part of the path that varies first
	metaGuarded = "guarded" // it stands behind the guard of visitors' forms
	metaOr      = "or"      // another good status
	metaRefuses = "refuses" // []int: statuses of problems that nothing else tells of
)

// Or says that an operation can also answer with another good status: the same body, or none with
// 204.
func Or(op huma.Operation, status int) huma.Operation {
	op.Metadata = with(op.Metadata, metaOr, status)
	return op
}

func with(meta map[string]any, name string, value any) map[string]any {
	if meta == nil {
		meta = map[string]any{}
	}
	meta[name] = value
	return meta
}

// Ways in, as the description names them. An operation without one is for everybody.
const (
	BySession = "session" // cookie of staff who are signed in
	ByLink    = "link"    // secret link of who signed up
	ByIDToken = "idToken" // proof of the identity service, to get a session
)

// SessionCookie is the name of the cookie of a session, where the site is served over https.
const SessionCookie = "__Host-hr_session"

// described prepares a description for what all operations share.
func described(o *huma.OpenAPI) {
	o.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		BySession: {
			Type:        "apiKey",
			In:          "cookie",
			Name:        SessionCookie,
			Description: "dev_hr_session where the site is not served over https",
		},
		ByLink: {
			Type:        "apiKey",
			In:          "header",
			Name:        "Authorization",
			Description: "Aanmelding <token>",
		},
		ByIDToken: {Type: "http", Scheme: "bearer"},
	}
	o.OnAddOperation = append(o.OnAddOperation, tell)
}

// tell writes down what follows from how an operation was registered: who may call it, and how it
// can refuse.
func tell(o *huma.OpenAPI, op *huma.Operation) {
	switch {
	case op.Security != nil:
	case forStaff(op):
		op.Security = []map[string][]string{{BySession: {}}}
	case param(op, "header", "Authorization"):
		op.Security = []map[string][]string{{ByLink: {}}}
	}
	delete(op.Responses, "default")
	if status, ok := op.Metadata[metaOr].(int); ok {
		other := *op.Responses[strconv.Itoa(op.DefaultStatus)]
		if other.Description = http.StatusText(status); status == http.StatusNoContent {
			other.Content = nil
		}
		op.Responses[strconv.Itoa(status)] = &other
	}
	for _, status := range refusals(op) {
		op.Responses[strconv.Itoa(status)] = refusal(o, status)
	}
}

// refusal is the one description of all answers with a status.
func refusal(o *huma.OpenAPI, status int) *huma.Response {
	name := strings.ReplaceAll(http.StatusText(status), " ", "")
	if o.Components.Responses == nil {
		o.Components.Responses = map[string]*huma.Response{}
	}
	if o.Components.Responses[name] == nil {
		p := problem.New(problem.Internal)
		o.Components.Responses[name] = &huma.Response{
			Description: http.StatusText(status),
			Content: map[string]*huma.MediaType{
				p.ContentType(""): {Schema: &huma.Schema{Ref: "#/components/schemas/Problem"}},
			},
		}
	}
	return &huma.Response{Ref: "#/components/responses/" + name}
}

func forStaff(op *huma.Operation) bool {
	return op.Metadata[MetaRoles] != nil || op.Metadata[MetaRolesBy] != nil
}

// asks says whether this is the way into an operation.
func asks(op *huma.Operation, way string) bool {
	return slices.ContainsFunc(op.Security, func(ways map[string][]string) bool {
		_, ok := ways[way]
		return ok
	})
}

// param says whether an operation has a parameter there; no name: any.
func param(op *huma.Operation, in, name string) bool {
	return slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool {
		return p.In == in && (name == "" || p.Name == name)
	})
}

// Refuses says that an operation can also refuse with these statuses, beyond those that follow from
// what it is sent.
func Refuses(op huma.Operation, statuses ...int) huma.Operation {
	op.Metadata = with(op.Metadata, metaRefuses, statuses)
	return op
}

// refusals are the statuses of the problems that an operation can answer. Only an act on a date, by
// press, and a form whose key may be at work elsewhere can always meet something that stands in its
// way; of any other operation the operation itself says so.
func refusals(op *huma.Operation) []int {
	sends, named := op.Method != http.MethodGet, param(op, "path", "")
	link, proof := asks(op, ByLink), asks(op, ByIDToken)
	guarded := op.Metadata[metaGuarded] != nil
	// those that it says itself
	said, _ := op.Metadata[metaRefuses].([]int)
	out := append(
		slices.Concat(op.Errors, said),
		http.StatusInternalServerError,
		http.StatusServiceUnavailable,
	)
	when := func(yes bool, statuses ...int) {
		if yes {
			out = append(out, statuses...)
		}
	}
	when(op.Security != nil, http.StatusUnauthorized)
	when(sends || len(rolesOf(op)) > 0, http.StatusForbidden) // or sent by another site
	when(named || link, http.StatusNotFound)
	when(proof, http.StatusBadRequest, http.StatusTooManyRequests)
	when(param(op, "header", "If-Match"),
		http.StatusBadRequest, http.StatusPreconditionFailed, http.StatusPreconditionRequired)
	when(!sends, http.StatusTooManyRequests)
	when(op.RequestBody != nil || guarded,
		http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity)
	// an id longer than one may be; another act was first, or what it is about is over
	when(param(op, "header", "Press-Id"),
		http.StatusUnprocessableEntity, http.StatusConflict, http.StatusGone)
	when(param(op, "query", "na"), http.StatusBadRequest) // where a list goes on: not ours
	when(param(op, "query", "") || slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool {
		return p.Schema != nil && p.Schema.Type != huma.TypeString
	}), http.StatusUnprocessableEntity)
	when(guarded, http.StatusTooManyRequests, http.StatusConflict)
	slices.Sort(out)
	return slices.Compact(out)
}

// rolesOf are the roles of an operation; of one whose roles depend on its address any of them.
func rolesOf(op *huma.Operation) []string {
	roles, _ := op.Metadata[MetaRoles].([]string)
	by, _ := op.Metadata[MetaRolesBy].(map[string][]string)
	for _, some := range by {
		roles = append(roles, some...)
	}
	return roles
}
