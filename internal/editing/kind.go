package editing

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/search"
)

// kind is a KindOf without its type: documents are JSON here, and *T where they go through.
type kind struct {
	Kind
	doc reflect.Type // T

	decode  func(raw []byte) (any, error) // as stored
	parse   func(raw []byte) (any, error) // as sent: strict
	check   func(doc any) []problem.Field
	title   func(doc any) string
	current func(ctx context.Context, q db.Querier, id string) (any, error)
	publish func(ctx context.Context, tx pgx.Tx, id string, doc any, s State) error
	limit   func(ctx context.Context, q db.Querier, id string, doc any) (any, error)
	themes  func(doc any) []string
	found   func(id string, doc any) search.Text
	tell    func(ctx context.Context, q db.Querier, id string, doc any) (Told, error)
	without func(doc any, id string) bool
	hide    func(ctx context.Context, tx pgx.Tx, id string, doc any) error
	ready   func(ctx context.Context, tx pgx.Tx, a identity.Actor, w working) error
	allowed func(ctx context.Context, q db.Querier, a identity.Actor, id string, doc any) error
	preview func(ctx context.Context, id string, doc any) (any, error)
	unmake  func(ctx context.Context, tx pgx.Tx, id string, published, draft any) error
	revert  func(doc any, noted []byte, public bool) (bool, error)
}

// working is a Working without its type.
type working struct {
	Publishing
	doc, before any // *T
}

// sensitive says whether publishing this one needs a fresh sign-in.
func (k Kind) sensitive(id string) bool {
	return k.Sensitive || k.SensitiveID != nil && k.SensitiveID(id)
}

func (k KindOf[T]) untyped() *kind {
	out := &kind{Kind: k.Kind, doc: reflect.TypeFor[T]()}
	out.Read = both(k.Read, k.Write)
	out.decode = func(raw []byte) (any, error) {
		doc := new(T)
		err := json.Unmarshal(raw, doc)
		fill(reflect.ValueOf(doc).Elem())
		return doc, err
	}
	out.parse = func(raw []byte) (any, error) {
		doc := new(T)
		return doc, strict(raw, doc)
	}
	out.check = func(doc any) []problem.Field { return k.Check(doc.(*T)) }
	out.revert = func(doc any, noted []byte, public bool) (bool, error) {
		return k.Revert(doc.(*T), noted, public)
	}
	out.title = func(doc any) string { return k.Title(doc.(*T)) }
	optional(out, k)
	return out
}

// optional are the functions that a kind may leave out.
func optional[T any](out *kind, k KindOf[T]) {
	publishing(out, k)
	if k.Current != nil {
		out.current = func(ctx context.Context, q db.Querier, id string) (any, error) {
			return k.Current(ctx, q, id)
		}
	}
	if k.Limit != nil {
		out.limit = func(ctx context.Context, q db.Querier, id string, doc any) (any, error) {
			return k.Limit(ctx, q, id, doc.(*T))
		}
	}
	if k.Themes != nil {
		out.themes = func(doc any) []string { return k.Themes(doc.(*T)) }
	}
	if k.Found != nil {
		out.found = func(id string, doc any) search.Text { return k.Found(id, doc.(*T)) }
	}
	if k.Tell != nil {
		out.tell = func(ctx context.Context, q db.Querier, id string, doc any) (Told, error) {
			return k.Tell(ctx, q, id, doc.(*T))
		}
	}
	if k.Without != nil {
		out.without = func(doc any, id string) bool { return k.Without(doc.(*T), id) }
	}
	if k.Preview != nil {
		out.preview = func(ctx context.Context, id string, doc any) (any, error) {
			return k.Preview(ctx, id, doc.(*T))
		}
	}
}

// publishing are those of optional that stand before and behind an act.
func publishing[T any](out *kind, k KindOf[T]) {
	if k.Publish != nil {
		out.publish = func(ctx context.Context, tx pgx.Tx, id string, doc any, s State) error {
			return k.Publish(ctx, tx, id, doc.(*T), s)
		}
	}
	if k.Hide != nil {
		out.hide = func(ctx context.Context, tx pgx.Tx, id string, doc any) error {
			return k.Hide(ctx, tx, id, doc.(*T))
		}
	}
	if k.Unmake != nil {
		out.unmake = func(ctx context.Context, tx pgx.Tx, id string, was, draft any) error {
			return k.Unmake(ctx, tx, id, was.(*T), draft.(*T))
		}
	}
	if k.Allowed != nil {
		out.allowed = func(
			ctx context.Context, q db.Querier, a identity.Actor, id string, doc any,
		) error {
			t, _ := doc.(*T)
			return k.Allowed(ctx, q, a, id, t)
		}
	}
	if k.Ready != nil {
		out.ready = func(ctx context.Context, tx pgx.Tx, a identity.Actor, w working) error {
			out := Working[T]{Publishing: w.Publishing, Doc: w.doc.(*T)}
			out.Before, _ = w.before.(*T)
			return k.Ready(ctx, tx, a, out)
		}
	}
}

func both(read, write []identity.Role) []identity.Role {
	out := slices.Clone(write)
	for _, r := range read {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b identity.Role) int {
		return slices.Index(identity.Roles, a) - slices.Index(identity.Roles, b)
	})
	return out
}

var idForm = regexp.MustCompile(`^[a-z0-9]{20}$`)

// mayBe says whether something of this kind can have this id.
func (k *kind) mayBe(id string) bool {
	if len(k.Fixed) > 0 {
		return slices.Contains(k.Fixed, id)
	}
	rest, ok := strings.CutPrefix(id, k.Prefix)
	return ok && idForm.MatchString(rest)
}

// maySee is forbidden for whoever may not see a document of a kind that their role sees. A question
// that got no answer is no such refusal.
func (k *kind) maySee(ctx context.Context, q db.Querier, a identity.Actor, id string) error {
	if k.Shown == nil {
		return nil
	}
	sees, err := k.Shown(ctx, q, a, id)
	if err == nil && !sees {
		err = problem.New(problem.Forbidden)
	}
	return db.Problem(err)
}

// mayChange is the answer to whether somebody may change a document; nil for a new one.
func (k *kind) mayChange(ctx context.Context, q db.Querier, a identity.Actor, id string, doc any) error {
	if !a.Has(k.Write...) {
		return problem.New(problem.Forbidden)
	}
	if err := k.maySee(ctx, q, a, id); err != nil {
		return err
	}
	if k.allowed == nil {
		return nil
	}
	return k.allowed(ctx, q, a, id, doc)
}

// faults are what keeps a document from being published. doc is tidied.
func (k *kind) faults(doc any, s State) []problem.Field {
	out := k.check(doc)
	if s.From != nil && s.Until != nil && !s.Until.After(*s.From) {
		out = append(out, problem.Field{Name: "until", Code: problem.Invalid})
	}
	return out
}

// same says whether two documents mean the same: tidied, as they are when they are public.
func (k *kind) same(a, b *text) bool {
	if a == nil || b == nil {
		return a == b
	}
	one, err1 := k.tidied(a)
	other, err2 := k.tidied(b)
	return err1 == nil && err2 == nil && bytes.Equal(one, other)
}

// changed are the names of the fields in which two documents differ.
func (k *kind) changed(a, b *text) []string {
	was, is := k.fields(a), k.fields(b)
	out := []string{}
	for name, v := range is {
		if !bytes.Equal(was[name], v) {
			out = append(out, name)
		}
	}
	for name := range was {
		if _, there := is[name]; !there {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (k *kind) fields(t *text) (out map[string]json.RawMessage) {
	if doc, err := k.open(t); err == nil {
		_ = json.Unmarshal(db.JSON(doc), &out) // of a document that was just written
	}
	return out
}
