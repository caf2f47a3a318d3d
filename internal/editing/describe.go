package editing

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Each kind has its own form of these.
const (
	refs      = "#/components/schemas/"
	ofDrafts  = "Draft"
	ofHistory = "Revision"
	ofSending = "Saving"
	ofPreview = "Preview"
)

// Schema refers to the forms that the kinds give a draft.
func (Draft) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Ref: refs + ofDrafts} }

// Schema refers to the forms that the kinds give a revision.
func (Revision) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Ref: refs + ofHistory} }

// Schema refers to the forms that the kinds give what is saved.
func (*Sending) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Ref: refs + ofSending} }

// Preview is what visitors would read instead of a draft: the public answer of its kind.
type Preview struct{ answer any }

// MarshalJSON is that of the answer.
func (p Preview) MarshalJSON() ([]byte, error) { return json.Marshal(p.answer) }

// Schema refers to the answers that the kinds give.
func (Preview) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Ref: refs + ofPreview} }

// describe writes down what drafts, revisions, savings and previews of each kind look like, and
// what can stand in their place. Drafts and revisions say in the word kind which one they are; of
// the others the address says it.
func (e *Editing) describe(r huma.Registry) {
	drafts, revisions := byKind(), byKind()
	savings := &huma.Schema{Description: "which one, the address says"}
	previews := &huma.Schema{Description: "which one, the address says"}
	for _, k := range e.all() {
		if k.Plural == "" {
			continue
		}
		doc := r.Schema(k.doc, true, "")
		drafts.OneOf = append(drafts.OneOf, k.schemaOf(r, drafts, form{
			ofDrafts, reflect.TypeFor[DraftHead](), doc,
		}))
		revisions.OneOf = append(revisions.OneOf, k.schemaOf(r, revisions, form{
			ofHistory, reflect.TypeFor[RevisionHead](), doc,
		}))
		savings.AnyOf = append(savings.AnyOf, k.schemaOf(r, savings, form{
			ofSending, reflect.TypeFor[sentState](), sentForm(r, doc),
		}))
		for _, answer := range k.PreviewOf {
			of := r.Schema(reflect.TypeOf(answer), true, "")
			previews.AnyOf = append(previews.AnyOf, unfinished(r, of))
		}
	}
	r.Map()[ofDrafts], r.Map()[ofHistory] = drafts, revisions
	r.Map()[ofSending], r.Map()[ofPreview] = savings, previews
}

func byKind() *huma.Schema {
	return &huma.Schema{Discriminator: &huma.Discriminator{
		PropertyName: "kind",
		Mapping:      map[string]string{},
	}}
}

// form is what one word means for a kind: what stands beside its document, and the document.
type form struct {
	name string
	head reflect.Type
	doc  *huma.Schema
}

// schemaOf writes a form of a kind down and gives a reference to it.
func (k *kind) schemaOf(r huma.Registry, union *huma.Schema, f form) *huma.Schema {
	name := f.name + "Of" + strings.ToUpper(k.Name[:1]) + k.Name[1:]
	s := huma.SchemaFromType(r, f.head)
	s.Properties["doc"] = f.doc
	s.Required = append(s.Required, "doc")
	if kinds := union.Discriminator; kinds != nil {
		s.Properties["kind"].Enum = []any{k.Name}
		kinds.Mapping[k.Name] = refs + name
	}
	s.PrecomputeMessages()
	r.Map()[name] = s
	return &huma.Schema{Ref: refs + name}
}

// unfinished is the form of a public answer whose choices and moments nobody made yet.
func unfinished(r huma.Registry, s *huma.Schema) *huma.Schema {
	of := r.Map()[strings.TrimPrefix(s.Ref, refs)]
	if of == nil {
		return s
	}
	out := *of
	out.Extensions, out.Properties = nil, map[string]*huma.Schema{}
	for name, field := range of.Properties {
		loose := *field
		if loose.Enum, loose.Format = nil, ""; field.Items != nil {
			item := *field.Items
			item.Enum = nil
			item.PrecomputeMessages()
			loose.Items = &item
		}
		loose.PrecomputeMessages()
		out.Properties[name] = &loose
	}
	out.PrecomputeMessages()
	name := strings.TrimPrefix(s.Ref, refs) + "Preview"
	r.Map()[name] = &out
	return &huma.Schema{Ref: refs + name}
}

// sentForm is the form of what somebody sends of a document: any field may still be missing. Texts
// with form are sent whole.
func sentForm(r huma.Registry, s *huma.Schema) *huma.Schema {
	out := *s
	if s.Items != nil {
		out.Items = sentForm(r, s.Items)
	}
	of := r.Map()[strings.TrimPrefix(s.Ref, refs)]
	if of == nil || of.Type != huma.TypeObject || r.TypeFromRef(s.Ref) == richDoc {
		return &out
	}
	out.Ref = s.Ref + "Sent"
	name := strings.TrimPrefix(out.Ref, refs)
	if r.Map()[name] == nil {
		part := *of
		part.Required, part.Extensions, part.Properties = nil, nil, map[string]*huma.Schema{}
		for field, s := range of.Properties {
			part.Properties[field] = sentForm(r, s)
		}
		part.PrecomputeMessages()
		r.Map()[name] = &part
	}
	return &out
}
