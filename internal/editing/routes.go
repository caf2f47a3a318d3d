package editing

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// maxBody is the most that one saving may send, in bytes.
const maxBody = 1 << 20

type (
	listInput struct {
		Zoek   string `query:"zoek" doc:"free text in the title"`
		Status string `query:"status" doc:"only those that stand like this; the trash shows only then; pinned: what stands on top"`
		Op     string `query:"op" doc:"newest (change first) or title; left out: the order that staff chose where there is one, else newest"`
		Na     string `query:"na" doc:"next of the page before"`
	}
	idInput struct {
		ID string `path:"id"`
	}
	// ActInput names a draft and its version. Only what is exported is read through an embedding.
	ActInput struct {
		ID    string `path:"id"`
		Match string `header:"If-Match" doc:"the version, as in the ETag" required:"false"`
	}
	publishInput struct {
		ActInput
		Body *Note
	}
	restoreInput struct {
		ActInput
		N int `path:"n"`
	}
	revisionInput struct {
		ID string `path:"id"`
		N  int    `path:"n"`
	}
	revisionsInput struct {
		ID string `path:"id"`
		Na string `query:"na" doc:"next of the page before"`
	}
	saveInput struct {
		ActInput
		Auto string `query:"auto" doc:"1: saved while somebody types"`
		Body Sending
	}
	orderInput struct {
		Body struct {
			IDs []string `json:"ids" maxItems:"1000" doc:"in the order in which they are to stand"`
		}
	}
	undoInput struct {
		ID string `path:"undo"`
	}
)

type (
	// sending is what is saved: the words, and what stands beside them.
	sending struct {
		Doc json.RawMessage `json:"doc"`
		sentState
	}
	sentState struct {
		From   string `json:"from,omitempty" format:"date-time"`
		Until  string `json:"until,omitempty" format:"date-time"`
		Pinned *bool  `json:"pinned,omitempty" doc:"left out: as it is, which a colleague may have changed"`
	}
)

// Sending is a document that somebody saves. It is read here and not by the schema: a draft may
// miss anything.
type Sending struct{ raw []byte }

// UnmarshalJSON only takes the text.
func (s *Sending) UnmarshalJSON(raw []byte) error {
	s.raw = append([]byte{}, raw...)
	return nil
}

// read gives what was sent.
func (s *Sending) read(k *kind, auto bool) (in sent, err error) {
	var body sending
	if err := strict(s.raw, &body); err != nil {
		return in, err
	}
	if len(body.Doc) == 0 {
		return in, problem.WithFields(problem.Field{Name: "doc", Code: problem.Required})
	}
	doc, err := k.parse(body.Doc)
	if err != nil {
		return in, err
	}
	in = sent{doc: written(doc), pinned: body.Pinned, auto: auto}
	var f problem.Faults
	in.from = readMoment(&f, "from", body.From)
	in.until = readMoment(&f, "until", body.Until)
	return in, f.Err()
}

// readMoment reads one that PostgreSQL can keep and a calendar can show.
func readMoment(f *problem.Faults, name, value string) *time.Time {
	if value == "" {
		return nil
	}
	t, err := time.Parse(time.RFC3339, value)
	if err != nil || t.Year() < 2000 || t.Year() > 2199 {
		f.Add(name, problem.Invalid)
		return nil
	}
	t = t.Truncate(time.Microsecond).In(clock.Amsterdam)
	return &t
}

// Routes mounts the operations on drafts of every kind that was added before: each once, by the
// word for the kind in its address.
func (e *Editing) Routes(api huma.API) {
	e.describe(api.OpenAPI().Components.Schemas)
	e.reading(api)
	e.writing(api)
	e.trashing(api)
	e.history(api)
	e.anyKind(api)
}

// may gives the roles that may do something with drafts of a kind; none: there is no such act.
type may func(k *kind) []identity.Role

func mayRead(k *kind) []identity.Role  { return k.read }
func mayWrite(k *kind) []identity.Role { return k.write }

// mayWriteIf is mayWrite for an act that only some kinds have.
func mayWriteIf(has func(k *kind) bool) may {
	return func(k *kind) []identity.Role {
		if !has(k) {
			return nil
		}
		return k.write
	}
}

type kindKey struct{}

// on registers an operation on drafts. An address that names a kind without it answers as one that
// does not exist.
func on[I, O any](
	e *Editing,
	api huma.API,
	op huma.Operation,
	who may,
	f func(ctx context.Context, k *kind, in *I) (*O, error),
) {
	op.Path, op.MaxBodyBytes = "/api/drafts/{kind}"+op.Path, maxBody
	roles, byPlural := map[string][]identity.Role{}, map[string]*kind{}
	for _, k := range e.all() {
		if may := who(k); k.plural != "" && len(may) > 0 {
			roles[k.plural], byPlural[k.plural] = may, k
		}
	}
	op.Middlewares = huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		next(huma.WithValue(ctx, kindKey{}, byPlural[ctx.Param("kind")]))
	}}
	op = e.Staff.ForEach(op, "kind", roles)
	huma.Register(api, op, func(ctx context.Context, in *I) (*O, error) {
		return f(ctx, ctx.Value(kindKey{}).(*kind), in)
	})
}

func (e *Editing) reading(api huma.API) {
	on(e, api, huma.Operation{OperationID: "drafts", Method: http.MethodGet}, mayRead,
		func(ctx context.Context, k *kind, in *listInput) (*httpkit.Private[DraftList], error) {
			return e.page(ctx, k, wanted{in.Zoek, in.Status, in.Op, in.Na})
		})
	on(e, api, huma.Operation{
		OperationID: "orderDrafts",
		Method:      http.MethodPut,
		Path:        "/order",
	}, mayWriteIf(func(k *kind) bool { return k.ordered }),
		func(ctx context.Context, k *kind, in *orderInput) (*httpkit.Private[DraftList], error) {
			if err := e.order(ctx, k, in.Body.IDs); err != nil {
				return nil, err
			}
			return e.page(ctx, k, wanted{})
		})
	on(e, api, huma.Operation{
		OperationID: "draft",
		Method:      http.MethodGet,
		Path:        "/{id}",
	}, mayRead,
		func(ctx context.Context, k *kind, in *idInput) (*httpkit.Private[Draft], error) {
			r, err := e.readable(ctx, k, in.ID)
			return e.answer(ctx, k, r, err)
		})
	on(e, api, huma.Operation{
		OperationID: "draftPlaces",
		Method:      http.MethodGet,
		Path:        "/{id}/places",
	}, mayRead,
		func(ctx context.Context, k *kind, in *idInput) (*httpkit.Private[PlaceList], error) {
			if _, err := e.readable(ctx, k, in.ID); err != nil {
				return nil, err
			}
			items, err := e.Places(ctx, e.Pool, in.ID)
			return httpkit.Listed(PlaceList{items}, err)
		})
	on(e, api, huma.Operation{
		OperationID: "draftPreview",
		Method:      http.MethodGet,
		Path:        "/{id}/preview",
	},
		func(k *kind) []identity.Role {
			if k.preview == nil {
				return nil
			}
			return k.read
		},
		func(ctx context.Context, k *kind, in *idInput) (*httpkit.Private[any], error) {
			return httpkit.Listed(e.preview(ctx, k, in.ID))
		})
}

// page is a page of the list of a kind.
func (e *Editing) page(
	ctx context.Context,
	k *kind,
	w wanted,
) (*httpkit.Private[DraftList], error) {
	items, next, err := e.list(ctx, k, w)
	if err != nil {
		return nil, err
	}
	rows, err := e.rowsOf(ctx, items)
	return httpkit.Listed(DraftList{rows, next}, err)
}

// answer is a draft with its version as ETag.
func (e *Editing) answer(
	ctx context.Context,
	k *kind,
	r row,
	err error,
) (*httpkit.Private[Draft], error) {
	if err != nil {
		return nil, err
	}
	d, err := e.draft(ctx, k, r)
	if err != nil {
		return nil, err
	}
	return &httpkit.Private[Draft]{
		CacheControl: httpkit.NoStore,
		ETag:         strconv.Quote(strconv.Itoa(d.Version)), // a fixed id begins at version 0
		Body:         d,
	}, nil
}

// acted registers an act on a draft of a version.
func (e *Editing) acted(
	api huma.API,
	act string,
	who may,
	f func(ctx context.Context, k *kind, id string, at int) (row, error),
) {
	op := huma.Operation{
		OperationID: act + "Draft",
		Method:      http.MethodPost,
		Path:        "/{id}/" + act,
	}
	on(e, api, op, who,
		func(ctx context.Context, k *kind, in *ActInput) (*httpkit.Private[Draft], error) {
			at, err := httpkit.ReadIfMatch(in.Match)
			if err != nil {
				return nil, err
			}
			r, err := f(ctx, k, in.ID, at)
			return e.answer(ctx, k, r, err)
		})
}

func (e *Editing) writing(api huma.API) {
	on(e, api, huma.Operation{
		OperationID:      "saveDraft",
		Method:           http.MethodPut,
		Path:             "/{id}",
		SkipValidateBody: true,
	}, mayWrite,
		func(ctx context.Context, k *kind, in *saveInput) (*httpkit.Private[Draft], error) {
			at, err := httpkit.ReadIfMatch(in.Match)
			if err != nil {
				return nil, err
			}
			s, err := in.Body.read(k, in.Auto == "1")
			if err != nil {
				return nil, err
			}
			r, err := e.save(ctx, k, in.ID, at, s)
			return e.answer(ctx, k, r, err)
		})
	on(e, api, huma.Operation{
		OperationID: "publishDraft",
		Method:      http.MethodPost,
		Path:        "/{id}/publish",
	}, mayWrite,
		func(ctx context.Context, k *kind, in *publishInput) (*httpkit.Private[Draft], error) {
			at, err := httpkit.ReadIfMatch(in.Match)
			if err != nil {
				return nil, err
			}
			var n Note
			if in.Body != nil {
				n = *in.Body
			}
			r, err := e.publish(ctx, k, in.ID, at, n)
			return e.answer(ctx, k, r, err)
		})
	e.acted(api, "hide", mayWriteIf(func(k *kind) bool { return k.hide != nil }), e.hide)
	on(e, api, huma.Operation{
		OperationID: "draftPresence",
		Method:      http.MethodPost,
		Path:        "/{id}/presence",
	}, mayWrite,
		func(ctx context.Context, k *kind, in *idInput) (*httpkit.Private[Others], error) {
			if _, err := e.readable(ctx, k, in.ID); err != nil {
				return nil, err
			}
			return e.others(ctx, in.ID)
		})
}

func (e *Editing) trashing(api huma.API) {
	who := mayWriteIf(func(k *kind) bool { return len(k.fixed) == 0 })
	e.acted(api, "trash", who, e.trash)
	e.acted(api, "untrash", who, e.untrash)
	on(e, api, huma.Operation{
		OperationID:   "deleteDraft",
		Method:        http.MethodDelete,
		Path:          "/{id}",
		DefaultStatus: http.StatusNoContent,
	}, who,
		func(ctx context.Context, k *kind, in *idInput) (*httpkit.Done, error) {
			if err := e.remove(ctx, k, in.ID); err != nil {
				return nil, err
			}
			return &httpkit.Done{Status: http.StatusNoContent, CacheControl: httpkit.NoStore}, nil
		})
}

func (e *Editing) history(api huma.API) {
	on(
		e,
		api,
		huma.Operation{
			OperationID: "draftRevisions",
			Method:      http.MethodGet,
			Path:        "/{id}/revisions",
		},
		mayRead,
		func(
			ctx context.Context,
			k *kind,
			in *revisionsInput,
		) (*httpkit.Private[RevisionList], error) {
			if _, err := e.readable(ctx, k, in.ID); err != nil {
				return nil, err
			}
			return httpkit.Listed(e.revisionList(ctx, in.ID, in.Na))
		},
	)
	on(e, api, huma.Operation{
		OperationID: "draftRevision",
		Method:      http.MethodGet,
		Path:        "/{id}/revisions/{n}",
	}, mayRead,
		func(ctx context.Context, k *kind, in *revisionInput) (*httpkit.Private[Revision], error) {
			if _, err := e.readable(ctx, k, in.ID); err != nil {
				return nil, err
			}
			return httpkit.Listed(e.revisionOf(ctx, k, in.ID, in.N))
		})
	on(e, api, huma.Operation{
		OperationID: "restoreDraft",
		Method:      http.MethodPost,
		Path:        "/{id}/revisions/{n}/restore",
	}, mayWrite,
		func(ctx context.Context, k *kind, in *restoreInput) (*httpkit.Private[Draft], error) {
			at, err := httpkit.ReadIfMatch(in.Match)
			if err != nil {
				return nil, err
			}
			r, err := e.restore(ctx, k, in.ID, at, in.N)
			return e.answer(ctx, k, r, err)
		})
}

// anyKind mounts what names no kind: undo, and what is due.
func (e *Editing) anyKind(api huma.API) {
	huma.Register(api, e.Staff.For(huma.Operation{
		OperationID: "undo",
		Method:      http.MethodPost,
		Path:        "/api/undo/{undo}",
	}, writersOf...),
		func(ctx context.Context, in *undoInput) (*httpkit.Private[Draft], error) {
			k, r, err := e.undo(ctx, in.ID)
			return e.answer(ctx, k, r, err)
		})
	huma.Register(api, e.Staff.For(huma.Operation{
		OperationID: "reviews",
		Method:      http.MethodGet,
		Path:        "/api/reviews",
	}, writersOf...),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[ReviewList], error) {
			items, err := e.reviews(ctx)
			return httpkit.Listed(ReviewList{items}, err)
		})
}

// writersOf are the roles that may write something; each kind narrows it.
var writersOf = []identity.Role{
	identity.Begeleider,
	identity.Redactie,
	identity.Coordinator,
	identity.Beheerder,
}

// others notes that whoever calls is there too.
func (e *Editing) others(ctx context.Context, id string) (*httpkit.Private[Others], error) {
	uids, err := e.present(ctx, id)
	if err != nil {
		return nil, err
	}
	who, err := e.people(ctx, append([]string{}, uids...)...)
	out := make([]identity.Member, len(uids))
	for i, uid := range uids {
		out[i] = who(uid)
	}
	return httpkit.Listed(Others{out}, err)
}

// Each kind has its own form of these; the word kind tells which.
const (
	refs      = "#/components/schemas/"
	ofDrafts  = "Draft"
	ofHistory = "Revision"
	ofSending = "Saving"
)

// Schema refers to the forms that the kinds give a draft.
func (Draft) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Ref: refs + ofDrafts} }

// Schema refers to the forms that the kinds give a revision.
func (Revision) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Ref: refs + ofHistory} }

// Schema refers to the forms that the kinds give what is saved.
func (*Sending) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Ref: refs + ofSending} }

// describe writes down what drafts, revisions and savings of each kind look like, and what can
// stand in their place: one of these.
func (e *Editing) describe(r huma.Registry) {
	byKind := func() *huma.Schema {
		return &huma.Schema{Discriminator: &huma.Discriminator{
			PropertyName: "kind",
			Mapping:      map[string]string{},
		}}
	}
	drafts, revisions := byKind(), byKind()
	savings := &huma.Schema{Description: "which one, the address says"}
	for _, k := range e.all() {
		if k.plural == "" {
			continue
		}
		name := strings.ToUpper(k.name[:1]) + k.name[1:]
		form := func(union *huma.Schema, of string, head reflect.Type) {
			s := huma.SchemaFromType(r, head)
			s.Properties["doc"] = r.Schema(k.doc, true, "")
			s.Required = append(s.Required, "doc")
			ref := refs + of + "Of" + name
			if told := union.Discriminator; told != nil {
				s.Properties["kind"].Enum = []any{k.name}
				told.Mapping[k.name] = ref
			}
			s.PrecomputeMessages()
			r.Map()[of+"Of"+name] = s
			union.OneOf = append(union.OneOf, &huma.Schema{Ref: ref})
		}
		form(drafts, ofDrafts, reflect.TypeFor[DraftHead]())
		form(revisions, ofHistory, reflect.TypeFor[RevisionHead]())
		form(savings, ofSending, reflect.TypeFor[sentState]())
	}
	r.Map()[ofDrafts], r.Map()[ofHistory], r.Map()[ofSending] = drafts, revisions, savings
}
