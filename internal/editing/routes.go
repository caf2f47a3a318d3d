package editing

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

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

func mayRead(k *kind) []identity.Role  { return k.Read }
func mayWrite(k *kind) []identity.Role { return k.Write }

// mayWriteIf is mayWrite for an act that only some kinds have.
func mayWriteIf(has func(k *kind) bool) may {
	return func(k *kind) []identity.Role {
		if !has(k) {
			return nil
		}
		return k.Write
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
		if may := who(k); k.Plural != "" && len(may) > 0 {
			roles[k.Plural], byPlural[k.Plural] = may, k
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

// op is an operation on drafts, under the address of their kind.
func op(id, method, path string) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: path}
}

// look registers what somebody who may read a draft can ask of it.
func look[I, O any, P interface {
	*I
	draftID() string
}](
	e *Editing,
	api huma.API,
	op huma.Operation,
	who may,
	f func(ctx context.Context, k *kind, r row, in *I) (O, error),
) {
	on(e, api, op, who,
		func(ctx context.Context, k *kind, in *I) (*httpkit.Private[O], error) {
			r, err := e.readable(ctx, k, P(in).draftID())
			if err != nil {
				return nil, err
			}
			return httpkit.Listed(f(ctx, k, r, in))
		})
}

// act registers what somebody does to the version of a draft that they read.
func act[I any, P interface {
	*I
	version() (int, error)
}](
	e *Editing,
	api huma.API,
	op huma.Operation,
	who may,
	f func(ctx context.Context, k *kind, at int, in *I) (row, error),
) {
	on(e, api, httpkit.Refuses(op, http.StatusConflict, http.StatusGone), who,
		func(ctx context.Context, k *kind, in *I) (*httpkit.Private[Draft], error) {
			at, err := P(in).version()
			if err != nil {
				return nil, err
			}
			r, err := f(ctx, k, at, in)
			return e.answer(ctx, k, r, err)
		})
}

// acted registers an act that says nothing but its name.
func (e *Editing) acted(
	api huma.API,
	name string,
	who may,
	f func(ctx context.Context, k *kind, id string, at int) (row, error),
) {
	act(e, api, op(name+"Draft", http.MethodPost, "/{id}/"+name), who,
		func(ctx context.Context, k *kind, at int, in *ActInput) (row, error) {
			return f(ctx, k, in.ID, at)
		})
}

func (e *Editing) reading(api huma.API) {
	on(e, api, op("drafts", http.MethodGet, ""), mayRead,
		func(ctx context.Context, k *kind, in *listInput) (*httpkit.Private[DraftList], error) {
			return e.page(ctx, k, wanted{in.Zoek, in.Status, in.Op, in.Na})
		})
	on(e, api, op("draft", http.MethodGet, "/{id}"), mayRead,
		func(ctx context.Context, k *kind, in *IDInput) (*httpkit.Private[Draft], error) {
			r, err := e.readable(ctx, k, in.ID)
			return e.answer(ctx, k, r, err)
		})
	look(e, api, op("draftPlaces", http.MethodGet, "/{id}/places"), mayRead,
		func(ctx context.Context, _ *kind, r row, _ *IDInput) (PlaceList, error) {
			items, err := e.Places(ctx, e.Pool, r.id)
			return PlaceList{items}, err
		})
	look(e, api, op("draftPreview", http.MethodGet, "/{id}/preview"),
		func(k *kind) []identity.Role {
			if k.preview == nil {
				return nil
			}
			return k.Read
		},
		func(ctx context.Context, k *kind, r row, _ *IDInput) (Preview, error) {
			return e.preview(ctx, k, r)
		})
}

// page is a page of the list of a kind.
func (e *Editing) page(ctx context.Context, k *kind, w wanted) (*httpkit.Private[DraftList], error) {
	items, next, err := e.list(ctx, k, w)
	if err != nil {
		return nil, err
	}
	rows, err := e.rowsOf(ctx, items)
	return httpkit.Listed(DraftList{rows, next}, err)
}

// answer is a draft with its version as ETag.
func (e *Editing) answer(ctx context.Context, k *kind, r row, err error) (*httpkit.Private[Draft], error) {
	if err != nil {
		return nil, err
	}
	d, err := e.draft(ctx, k, r)
	out, err := httpkit.Listed(d, err)
	if err == nil { // a fixed id begins at version 0
		out.ETag = strconv.Quote(strconv.Itoa(d.Version))
	}
	return out, err
}

func (e *Editing) writing(api huma.API) {
	save := op("saveDraft", http.MethodPut, "/{id}")
	save.SkipValidateBody = true
	act(e, api, save, mayWrite,
		func(ctx context.Context, k *kind, at int, in *saveInput) (row, error) {
			s, err := in.Body.read(k, in.Auto == "1")
			if err != nil {
				return row{}, err
			}
			return e.save(ctx, k, in.ID, at, s)
		})
	act(e, api, op("publishDraft", http.MethodPost, "/{id}/publish"),
		mayWriteIf(func(k *kind) bool { return !k.Elsewhere }),
		func(ctx context.Context, k *kind, at int, in *publishInput) (row, error) {
			var n Note
			if in.Body != nil {
				n = *in.Body
			}
			return e.publish(ctx, k, in.ID, at, n)
		})
	e.acted(api, "hide", mayWriteIf((*kind).hides), e.hide)
	look(e, api, op("draftPresence", http.MethodPost, "/{id}/presence"), mayWrite,
		func(ctx context.Context, _ *kind, r row, _ *IDInput) (Others, error) {
			return e.others(ctx, r.id)
		})
	order := httpkit.Refuses(op("orderDrafts", http.MethodPut, "/order"),
		http.StatusConflict, http.StatusGone)
	on(e, api, order,
		mayWriteIf(func(k *kind) bool { return k.Ordered }),
		func(ctx context.Context, k *kind, in *orderInput) (*httpkit.Private[DraftList], error) {
			if err := e.order(ctx, k, in.Body.IDs); err != nil {
				return nil, err
			}
			return e.page(ctx, k, wanted{})
		})
}

func (e *Editing) trashing(api huma.API) {
	who := mayWriteIf(func(k *kind) bool { return len(k.Fixed) == 0 })
	e.acted(api, "trash", who, e.trash)
	e.acted(api, "untrash", who, e.untrash)
	gone := op("deleteDraft", http.MethodDelete, "/{id}")
	gone.DefaultStatus = http.StatusNoContent
	on(e, api, httpkit.Refuses(gone, http.StatusConflict, http.StatusGone), who,
		func(ctx context.Context, k *kind, in *IDInput) (*httpkit.Done, error) {
			return httpkit.NoContent(e.remove(ctx, k, in.ID))
		})
}

func (e *Editing) history(api huma.API) {
	const all, one = "/{id}/revisions", "/{id}/revisions/{n}"
	look(e, api, op("draftRevisions", http.MethodGet, all), mayRead,
		func(ctx context.Context, _ *kind, r row, in *revisionsInput) (RevisionList, error) {
			return e.revisionList(ctx, r.id, in.Na)
		})
	look(e, api, op("draftRevision", http.MethodGet, one), mayRead,
		func(ctx context.Context, k *kind, r row, in *revisionInput) (Revision, error) {
			return e.revisionOf(ctx, k, r.id, in.N)
		})
	act(e, api, op("restoreDraft", http.MethodPost, one+"/restore"), mayWrite,
		func(ctx context.Context, k *kind, at int, in *restoreInput) (row, error) {
			return e.restore(ctx, k, in.ID, at, in.N)
		})
}

// anyKind mounts what names no kind: undo, and what is due.
func (e *Editing) anyKind(api huma.API) {
	huma.Register(api, e.Staff.For(httpkit.Refuses(huma.Operation{
		OperationID: "undo",
		Method:      http.MethodPost,
		Path:        "/api/undo/{undo}",
	}, http.StatusConflict, http.StatusGone), writersOf...),
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
func (e *Editing) others(ctx context.Context, id string) (Others, error) {
	uids, err := e.present(ctx, id)
	if err != nil {
		return Others{}, err
	}
	who, err := e.people(ctx, append([]string{}, uids...)...)
	out := make([]identity.Member, len(uids))
	for i, uid := range uids {
		out[i] = who(uid)
	}
	return Others{out}, err
}
