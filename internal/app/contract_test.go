package app

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
)

// contract is the description of the API, and finds the operation behind an address.
var contract = sync.OnceValue(func() (c struct {
	*huma.OpenAPI
	routes chi.Router
}) {
	c.OpenAPI, c.routes = described(), chi.NewRouter()
	for route := range operations() {
		method, pattern, _ := strings.Cut(route, " ")
		c.routes.MethodFunc(method, pattern, func(http.ResponseWriter, *http.Request) {})
	}
	return c
})

// asDescribed holds an answer of the API against its description: every test of this package that
// calls it is one of the contract too.
func asDescribed(t testing.TB, req *http.Request, a answer) {
	t.Helper()
	c, found := contract(), chi.NewRouteContext()
	if !c.routes.Match(found, req.Method, req.URL.Path) {
		return // no operation
	}
	route := req.Method + " " + found.RoutePattern()
	said := operations()[route].Responses[strconv.Itoa(a.status)]
	if said == nil {
		// an address of a kind that has no such operation does not exist
		t.Errorf("%s answers %d, which its description does not name: %.300s",
			route, a.status, a.body)
		return
	}
	if said.Ref != "" {
		said = c.Components.Responses[said.Ref[strings.LastIndex(said.Ref, "/")+1:]]
	}
	media := said.Content[a.head.Get("Content-Type")]
	if media == nil {
		if len(said.Content) > 0 || a.body != "" {
			t.Errorf("%s answers %d as %q, which its description does not name",
				route, a.status, a.head.Get("Content-Type"))
		}
		return
	}
	if media.Schema == nil {
		return // a file
	}
	var body any
	if err := json.Unmarshal([]byte(a.body), &body); err != nil {
		t.Errorf("%s answers %d with no JSON: %v", route, a.status, err)
		return
	}
	var faults huma.ValidateResult
	huma.Validate(
		c.Components.Schemas,
		media.Schema,
		huma.NewPathBuffer(nil, 0),
		huma.ModeReadFromServer,
		body,
		&faults,
	)
	for _, err := range faults.Errors {
		t.Errorf("%s answers %d otherwise than described: %v", route, a.status, err)
	}
}

// faultsUnder gives the faults of a value under a schema of the description.
func faultsUnder(schema string, mode huma.ValidateMode, v any) []error {
	var faults huma.ValidateResult
	c, path := contract(), huma.NewPathBuffer(nil, 0)
	huma.Validate(c.Components.Schemas,
		&huma.Schema{Ref: "#/components/schemas/" + schema}, path, mode, v, &faults)
	return faults.Errors
}

// tooMuch is a document of a schema in which every text and list holds more than can be published,
// and every choice is none of those there are.
func tooMuch(s *huma.Schema) any {
	limits, _ := s.Extensions["x-limits"].(map[string]any)
	if s.Ref != "" {
		s = contract().Components.Schemas.SchemaFromRef(s.Ref)
	}
	switch most, _ := limits["maxItems"].(int); {
	case s.Type == huma.TypeArray && most > 0:
		item := tooMuch(s.Items)
		if each, _ := limits["items"].(map[string]any); each != nil {
			letters, _ := each["maxLength"].(int)
			item = strings.Repeat("a", letters+1)
		}
		few := slices.Repeat([]any{item}, most+1)
		for i := range few[1:] { // one full one is enough of those with lists of their own
			if _, whole := item.(map[string]any); whole {
				few[i] = map[string]any{}
			}
		}
		return few
	case s.Type == huma.TypeString:
		letters, _ := limits["maxLength"].(int)
		return strings.Repeat("a", letters+1)
	case s.Type == huma.TypeObject:
		out := map[string]any{}
		for name, field := range s.Properties {
			if field.Extensions["x-limits"] != nil && field.Ref == "" {
				out[name] = tooMuch(field)
			}
		}
		return out
	}
	return nil
}

// A draft may miss anything and hold too much of everything: what is sent, and all that is answered
// of it, is still as the description says.
func TestADraftThatIsNotFinishedIsAsDescribed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	chief := d.signIn(t, "coordinator")
	for _, k := range d.Editing.Kinds() {
		if k.Plural == "" {
			continue
		}
		id := idWith(k.Prefix)
		if len(k.Fixed) > 0 {
			id = k.Fixed[0]
		}
		form := strings.ToUpper(k.Name[:1]) + k.Name[1:]
		doc := contract().Components.Schemas.Map()["DraftOf"+form].Properties["doc"]
		full := tooMuch(doc).(map[string]any)
		if len(full) == 0 && k.Name != "settings" {
			t.Errorf("%s has no field with a limit, so that this test sees nothing", k.Name)
		}
		version := 0
		for _, doc := range []map[string]any{{}, full} {
			body := map[string]any{"doc": doc}
			for _, err := range faultsUnder("Saving", huma.ModeWriteToServer, body) {
				t.Errorf("%s: what is saved is not as described: %v", k.Name, err)
			}
			at := "/api/drafts/" + k.Plural + "/" + id
			a := d.want(d.as(chief, http.MethodPut, at, version, body), http.StatusOK)
			version = d.versionOf(a)
			d.want(d.as(chief, http.MethodGet, at, 0, nil), http.StatusOK)
			all := d.want(d.as(chief, http.MethodGet, at+"/revisions", 0, nil), http.StatusOK)
			for _, v := range all.json(t)["items"].([]any) {
				n := strconv.Itoa(int(v.(map[string]any)["version"].(float64)))
				d.want(d.as(chief, http.MethodGet, at+"/revisions/"+n, 0, nil), http.StatusOK)
			}
			d.as(chief, http.MethodGet, at+"/preview", 0, nil)
		}
	}
}

// What a stranger who tests the API by its description has to know of every operation: who may call
// it and how it refuses.
func TestEveryOperationSaysWhoMayCallItAndHowItRefuses(t *testing.T) {
	t.Parallel()
	for route, op := range operations() {
		_, forStaff := rolesOf(op, "/api/drafts/news")
		if strings.Contains(route, "{kind}") {
			forStaff = true
		}
		says := func(status int) bool { return op.Responses[strconv.Itoa(status)] != nil }
		var want []int
		switch {
		case forStaff && (len(op.Security) != 1 || op.Security[0]["session"] == nil):
			t.Errorf("%s has roles and does not say that it asks for a session", route)
		case len(op.Security) > 0:
			want = append(want, http.StatusUnauthorized)
		}
		if op.Method != http.MethodGet {
			want = append(want, http.StatusForbidden)
		}
		if strings.Contains(route, "{") {
			want = append(want, http.StatusNotFound)
		}
		for _, p := range op.Parameters {
			switch {
			case p.Name == "If-Match":
				want = append(want, http.StatusPreconditionFailed, http.StatusPreconditionRequired)
			case p.Name == "Idempotency-Key":
				want = append(want, http.StatusConflict, http.StatusTooManyRequests)
			}
		}
		if op.RequestBody != nil {
			want = append(want, http.StatusBadRequest, http.StatusRequestEntityTooLarge,
				http.StatusUnprocessableEntity)
		}
		for _, status := range append(want, http.StatusInternalServerError) {
			if !says(status) {
				t.Errorf("%s does not say that it can answer %d", route, status)
			}
		}
		if says(0) || op.Responses["default"] != nil {
			t.Errorf("%s says of some answer only that it is another", route)
		}
	}
}
