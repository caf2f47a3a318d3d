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
	"herstelruimte/internal/db"
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
	// ActInput names a draft and its version.
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
	saveInput[T any] struct {
		ActInput
		Auto string `query:"auto" doc:"1: saved while somebody types"`
		Body Sending[T]
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

// sending is the shape of what is saved.
type sending[T any] struct {
	Doc      T      `json:"doc"`
	From     string `json:"from,omitempty" format:"date-time"`
	Until    string `json:"until,omitempty" format:"date-time"`
	Pinned   bool   `json:"pinned,omitempty"`
	Position int    `json:"position,omitempty"`
}

// Sending is a document that somebody saves. It is read here and not by the schema: a draft may
// miss anything.
type Sending[T any] struct{ raw []byte }

// UnmarshalJSON only takes the text.
func (s *Sending[T]) UnmarshalJSON(raw []byte) error {
	s.raw = append([]byte{}, raw...)
	return nil
}

// Schema tells the shape for the typed API.
func (*Sending[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[sending[T]](), true, "")
}

// read gives what was sent.
func (s *Sending[T]) read(k *kind, auto bool) (in sent, err error) {
	var body sending[json.RawMessage]
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
	in = sent{
		doc:   db.JSON(doc),
		State: State{Pinned: body.Pinned, Position: body.Position},
		auto:  auto,
	}
	var f problem.Faults
	in.From = readMoment(&f, "from", body.From)
	in.Until = readMoment(&f, "until", body.Until)
	if body.Position < 0 || body.Position > 1e6 {
		f.Add("position", problem.Wrong)
	}
	return in, f.Err()
}

// readMoment reads one that PostgreSQL can keep and a calendar can show.
func readMoment(f *problem.Faults, name, value string) *time.Time {
	if value == "" {
		return nil
	}
	t, err := time.Parse(time.RFC3339, value)
	if err != nil || t.Year() < 2000 || t.Year() > 2199 {
		f.Add(name, problem.Wrong)
		return nil
	}
	t = t.Truncate(time.Microsecond).In(clock.Amsterdam)
	return &t
}

// Mount makes the kind known and registers its operations. A nil e only describes them.
func (k KindOf[T]) Mount(api huma.API, e *Editing) {
	p := plain(k)
	if e != nil {
		e.add(p)
	}
	m := mounting[T]{
		api:  api,
		e:    e,
		k:    p,
		name: strings.ToUpper(k.Name[:1]) + k.Name[1:],
		path: "/api/drafts/" + k.Plural,
	}
	m.reading()
	m.writing()
	m.history()
	if p.ordered {
		m.order()
	}
	if len(p.fixed) == 0 {
		m.trash()
	}
}

// mounting registers the operations of one kind.
type mounting[T any] struct {
	api  huma.API
	e    *Editing
	k    *kind
	name string
	path string
}

func (m mounting[T]) op(id, method, path string, roles []identity.Role) huma.Operation {
	op := huma.Operation{
		OperationID:  id + m.name,
		Method:       method,
		Path:         m.path + path,
		MaxBodyBytes: maxBody,
	}
	return m.e.staff().For(op, roles...)
}

// staff is who asks for roles; that of a nil desk only writes them down.
func (e *Editing) staff() *identity.Identity {
	if e == nil {
		return nil
	}
	return e.Staff
}

func (m mounting[T]) reading() {
	huma.Register(
		m.api,
		m.op("drafts", http.MethodGet, "", m.k.read),
		func(ctx context.Context, in *listInput) (*httpkit.Private[DraftList], error) {
			items, next, err := m.e.list(ctx, m.k, wanted{in.Zoek, in.Status, in.Op, in.Na})
			if err != nil {
				return nil, err
			}
			rows, err := m.e.rowsOf(ctx, items)
			return private(DraftList{rows, next}, err)
		},
	)
	huma.Register(
		m.api,
		m.op("draft", http.MethodGet, "/{id}", m.k.read),
		func(ctx context.Context, in *idInput) (*httpkit.Private[DraftOf[T]], error) {
			r, err := m.e.readable(ctx, m.k, in.ID)
			return m.answer(ctx, r, err)
		},
	)
	huma.Register(
		m.api,
		m.op("draftPlaces", http.MethodGet, "/{id}/places", m.k.read),
		func(ctx context.Context, in *idInput) (*httpkit.Private[PlaceList], error) {
			if _, err := m.e.readable(ctx, m.k, in.ID); err != nil {
				return nil, err
			}
			items, err := m.e.Places(ctx, m.e.Pool, in.ID)
			return private(PlaceList{items}, err)
		},
	)
	if m.k.canPreview {
		huma.Register(
			m.api,
			m.op("draftPreview", http.MethodGet, "/{id}/preview", m.k.read),
			func(ctx context.Context, in *idInput) (*httpkit.Private[any], error) {
				out, err := m.e.preview(ctx, m.k, in.ID)
				return private(out, err)
			},
		)
	}
}

// answer is a draft with its version as ETag.
func (m mounting[T]) answer(
	ctx context.Context,
	r row,
	err error,
) (*httpkit.Private[DraftOf[T]], error) {
	if err != nil {
		return nil, err
	}
	d, err := draftOf[T](ctx, m.e, m.k, r)
	if err != nil {
		return nil, err
	}
	return &httpkit.Private[DraftOf[T]]{
		CacheControl: httpkit.NoStore,
		ETag:         etag(d.Version),
		Body:         d,
	}, nil
}

func etag(version int) string { return `"` + strconv.Itoa(version) + `"` }

// acted registers an act on a draft of a version.
func (m mounting[T]) acted(
	id, path string,
	f func(ctx context.Context, k *kind, id string, at int) (row, error),
) {
	huma.Register(
		m.api,
		m.op(id, http.MethodPost, path, m.k.write),
		func(ctx context.Context, in *ActInput) (*httpkit.Private[DraftOf[T]], error) {
			at, err := httpkit.ReadIfMatch(in.Match)
			if err != nil {
				return nil, err
			}
			r, err := f(ctx, m.k, in.ID, at)
			return m.answer(ctx, r, err)
		},
	)
}

func (m mounting[T]) writing() {
	save := m.op("saveDraft", http.MethodPut, "/{id}", m.k.write)
	save.SkipValidateBody = true
	huma.Register(
		m.api,
		save,
		func(ctx context.Context, in *saveInput[T]) (*httpkit.Private[DraftOf[T]], error) {
			at, err := httpkit.ReadIfMatch(in.Match)
			if err != nil {
				return nil, err
			}
			s, err := in.Body.read(m.k, in.Auto == "1")
			if err != nil {
				return nil, err
			}
			r, err := m.e.save(ctx, m.k, in.ID, at, s)
			return m.answer(ctx, r, err)
		},
	)
	huma.Register(
		m.api,
		m.op("publishDraft", http.MethodPost, "/{id}/publish", m.k.write),
		func(ctx context.Context, in *publishInput) (*httpkit.Private[DraftOf[T]], error) {
			at, err := httpkit.ReadIfMatch(in.Match)
			if err != nil {
				return nil, err
			}
			var n Note
			if in.Body != nil {
				n = *in.Body
			}
			r, err := m.e.publish(ctx, m.k, in.ID, at, n)
			return m.answer(ctx, r, err)
		},
	)
	if m.k.canHide {
		m.acted("hideDraft", "/{id}/hide", m.e.hide)
	}
	huma.Register(
		m.api,
		m.op("draftPresence", http.MethodPost, "/{id}/presence", m.k.write),
		func(ctx context.Context, in *idInput) (*httpkit.Private[Others], error) {
			if _, err := m.e.readable(ctx, m.k, in.ID); err != nil {
				return nil, err
			}
			return m.e.others(ctx, in.ID)
		},
	)
}

func (m mounting[T]) trash() {
	m.acted("trashDraft", "/{id}/trash", m.e.trash)
	m.acted("untrashDraft", "/{id}/untrash", m.e.untrash)
	remove := m.op("deleteDraft", http.MethodDelete, "/{id}", m.k.write)
	remove.DefaultStatus = http.StatusNoContent
	huma.Register(m.api, remove, func(ctx context.Context, in *idInput) (*httpkit.Done, error) {
		if err := m.e.remove(ctx, m.k, in.ID); err != nil {
			return nil, err
		}
		return &httpkit.Done{Status: http.StatusNoContent, CacheControl: httpkit.NoStore}, nil
	})
}

func (m mounting[T]) history() {
	huma.Register(
		m.api,
		m.op("draftRevisions", http.MethodGet, "/{id}/revisions", m.k.read),
		func(ctx context.Context, in *revisionsInput) (*httpkit.Private[RevisionList], error) {
			if _, err := m.e.readable(ctx, m.k, in.ID); err != nil {
				return nil, err
			}
			return private(m.e.history(ctx, in.ID, in.Na))
		},
	)
	huma.Register(
		m.api,
		m.op("draftRevision", http.MethodGet, "/{id}/revisions/{n}", m.k.read),
		func(ctx context.Context, in *revisionInput) (*httpkit.Private[RevisionOf[T]], error) {
			if _, err := m.e.readable(ctx, m.k, in.ID); err != nil {
				return nil, err
			}
			return private(revisionOf[T](ctx, m.e, m.k, in.ID, in.N))
		},
	)
	huma.Register(
		m.api,
		m.op("restoreDraft", http.MethodPost, "/{id}/revisions/{n}/restore", m.k.write),
		func(ctx context.Context, in *restoreInput) (*httpkit.Private[DraftOf[T]], error) {
			at, err := httpkit.ReadIfMatch(in.Match)
			if err != nil {
				return nil, err
			}
			r, err := m.e.restore(ctx, m.k, in.ID, at, in.N)
			return m.answer(ctx, r, err)
		},
	)
}

func (m mounting[T]) order() {
	op := m.op("orderDrafts", http.MethodPut, "/order", m.k.write)
	huma.Register(
		m.api,
		op,
		func(ctx context.Context, in *orderInput) (*httpkit.Private[DraftList], error) {
			if err := m.e.order(ctx, m.k, in.Body.IDs); err != nil {
				return nil, err
			}
			items, next, err := m.e.list(ctx, m.k, wanted{})
			if err != nil {
				return nil, err
			}
			rows, err := m.e.rowsOf(ctx, items)
			return private(DraftList{rows, next}, err)
		},
	)
}

// Routes mounts what is not of one kind: undo, and what is due.
func (e *Editing) Routes(api huma.API) {
	undo := e.staff().For(huma.Operation{
		OperationID: "undo",
		Method:      http.MethodPost,
		Path:        "/api/undo/{undo}",
	}, writersOf...)
	huma.Register(
		api,
		undo,
		func(ctx context.Context, in *undoInput) (*httpkit.Private[DraftOf[any]], error) {
			k, r, err := e.undo(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			return e.untyped(ctx, k, r)
		},
	)
	huma.Register(api, e.staff().For(huma.Operation{
		OperationID: "reviews",
		Method:      http.MethodGet,
		Path:        "/api/reviews",
	}, writersOf...),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[ReviewList], error) {
			items, err := e.reviews(ctx)
			return private(ReviewList{items}, err)
		})
}

// writersOf are the roles that may write something; each kind narrows it.
var writersOf = []identity.Role{
	identity.Begeleider,
	identity.Redactie,
	identity.Coordinator,
	identity.Beheerder,
}

func private[T any](v T, err error) (*httpkit.Private[T], error) {
	if err != nil {
		return nil, err
	}
	return &httpkit.Private[T]{CacheControl: httpkit.NoStore, Body: v}, nil
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
	return private(Others{out}, err)
}

// untyped answers for a kind that only its row tells.
func (e *Editing) untyped(
	ctx context.Context,
	k *kind,
	r row,
) (*httpkit.Private[DraftOf[any]], error) {
	doc, err := k.decode(r.doc)
	if err != nil {
		return nil, err
	}
	head, err := e.head(ctx, k, r)
	if err != nil {
		return nil, err
	}
	return &httpkit.Private[DraftOf[any]]{
		CacheControl: httpkit.NoStore,
		ETag:         etag(head.Version),
		Body:         DraftOf[any]{head, doc},
	}, nil
}

// revisionOf is one revision with its words.
func revisionOf[T any](
	ctx context.Context,
	e *Editing,
	k *kind,
	id string,
	n int,
) (out RevisionOf[T], err error) {
	v, err := e.revision(ctx, e.Pool, id, n)
	if err != nil {
		return out, err
	}
	doc, err := k.decode(v.doc)
	if err != nil {
		return out, err
	}
	who, err := e.people(ctx, v.by)
	return RevisionOf[T]{
		Version: v.n,
		At:      clock.Moment(v.at),
		By:      who(v.by),
		Act:     v.act,
		Doc:     *doc.(*T),
	}, err
}
