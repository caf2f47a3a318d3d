package editing

import (
	"encoding/json"
	"reflect"

	"herstelruimte/internal/db"
)

// text is a document as JSON, with what was read out of it: that is done once, however many ask.
type text struct {
	raw  []byte // as it is stored or will be
	doc  any    // *T, as it was written: nobody changes it; nil: not read yet
	err  error  // why it could not be read
	tidy []byte // JSON of the tidied document; nil: not made yet
}

// stored is a text that comes out of the database; nil for a document that is not there.
func stored(raw []byte) *text {
	if raw == nil {
		return nil
	}
	return &text{raw: raw}
}

// written is a text that was just read; doc is no longer changed.
func written(doc any) *text {
	t := &text{raw: db.JSON(doc), doc: doc}
	fill(reflect.ValueOf(doc).Elem())
	return t
}

// json is what is stored of a text; nil for one that is not there.
func (t *text) json() []byte {
	if t == nil {
		return nil
	}
	return t.raw
}

// MarshalJSON keeps the document, for an undo.
func (t *text) MarshalJSON() ([]byte, error) { return json.Marshal(t.raw) }

// UnmarshalJSON is its opposite.
func (t *text) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, &t.raw) }

// open gives the document as it was written, to look at only.
func (k *kind) open(t *text) (any, error) {
	if t.doc == nil {
		t.doc, t.err = k.decode(t.raw)
	}
	return t.doc, t.err
}

// own gives a copy of the document for whoever tidies or changes it.
func (k *kind) own(t *text) (any, error) {
	doc, err := k.open(t)
	return copied(reflect.ValueOf(doc)).Interface(), err
}

// tidied gives the document as it would be public, in the order of fields of its type: PostgreSQL
// orders those of jsonb in its own way.
func (k *kind) tidied(t *text) ([]byte, error) {
	if t.tidy != nil {
		return t.tidy, nil
	}
	doc, err := k.own(t)
	if err != nil {
		return nil, err
	}
	k.check(doc)
	t.tidy = db.JSON(doc)
	return t.tidy, nil
}

// copied is a value that shares nothing with v that can be changed.
func copied(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(copied(v.Elem()))
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				out.Index(i).Set(copied(v.Index(i)))
			}
		}
	case reflect.Map:
		if !v.IsNil() {
			out.Set(reflect.MakeMap(v.Type()))
			for key, value := range v.Seq2() {
				out.SetMapIndex(key, copied(value))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(copied(v.Field(i)))
			}
		}
	}
	return out
}
