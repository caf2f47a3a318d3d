package app

import (
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/agenda/evening"
	"herstelruimte/internal/agenda/figures"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/problem"
)

// schemaOf tells the form bridge the JSON type of each body field of an operation.
func schemaOf(api huma.API) func(method, path string) map[string]string {
	return func(method, path string) map[string]string {
		out := map[string]string{}
		body := operation(api, method, path)
		if body == nil {
			return out
		}
		for name, p := range resolve(api, body).Properties {
			p = resolve(api, p)
			out[name] = p.Type
		}
		return out
	}
}

func resolve(api huma.API, s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		return api.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

// operation gives the schema of an operation's JSON body, nil when it has none.
func operation(api huma.API, method, path string) *huma.Schema {
	item := api.OpenAPI().Paths[path]
	if item == nil {
		return nil
	}
	op := map[string]*huma.Operation{
		http.MethodPost:   item.Post,
		http.MethodPatch:  item.Patch,
		http.MethodDelete: item.Delete,
		http.MethodPut:    item.Put,
	}[method]
	if op == nil || op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
		return nil
	}
	return op.RequestBody.Content["application/json"].Schema
}

// described is the API without a database behind it: what its operations say of themselves.
func described() *huma.OpenAPI {
	c := clock.System()
	staff := identity.New(nil, c, identity.Config{})
	a := &App{
		Documents: &content.Documents{Clock: c},
		Library:   &files.Library{Clock: c},
		Clock:     c,
		Agenda:    &agenda.Agenda{Places: places.New(&waitlist.Waitlist{Clock: c})},
		Evening:   &evening.Evening{},
		Figures:   &figures.Figures{},
		House:     house.NewStore(c, func() uint64 { return 0 }, nil),
		Editing:   &editing.Editing{Clock: c, Staff: staff},
		Identity:  staff,
		guard:     &httpkit.Guard{Tickets: httpkit.NewTickets(nil, c)},
	}
	a.inboxes(inbox.Ground{})
	out := a.api(chi.NewRouter()).OpenAPI()
	for name, s := range out.Components.Schemas.Map() {
		of := out.Components.Schemas.TypeFromRef("#/components/schemas/" + name)
		if of != nil && of.Kind() == reflect.Struct {
			tellLimits(of, s)
		}
	}
	return out
}

// tellLimits writes down what the tags of a type allow in its fields. Rooms hold what staff write
// against it when it is published, or after it was tidied: it is told, and promised of no answer.
func tellLimits(of reflect.Type, s *huma.Schema) {
	for _, f := range reflect.VisibleFields(of) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		limits := problem.Limits(f)
		if field := s.Properties[name]; field != nil && limits != nil {
			field.Extensions = map[string]any{"x-limits": limits}
		}
	}
}

// WriteOpenAPI describes the API as OpenAPI 3.0, for web/src/api/openapi.json.
func WriteOpenAPI(w io.Writer) error {
	raw, err := described().Downgrade()
	if err != nil {
		return err
	}
	var doc any
	if err := json.Unmarshal(raw, &doc); err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(doc)
}
