package editing

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"

	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// strict reads a document as somebody sent it, into doc: what has no place in it is refused by
// name, what is missing is not.
func strict(raw []byte, doc any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(doc); err != nil {
		return refused(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return problem.New(problem.BadRequest)
	}
	w := walker{}
	w.walk(reflect.ValueOf(doc).Elem(), "")
	if len(w.faults) > 0 {
		return problem.WithFields(w.faults...)
	}
	return nil
}

// refused names the field that JSON could not be read into.
func refused(err error) error {
	var p *problem.Problem
	if errors.As(err, &p) {
		return p
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return problem.WithFields(
			problem.Field{Name: kind.Field, Code: problem.Invalid},
		).Because(err)
	}
	if _, name, ok := strings.Cut(err.Error(), "unknown field "); ok {
		return problem.WithFields(problem.Field{
			Name: strings.Trim(name, `"`),
			Code: problem.Unknown,
		}).Because(err)
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return problem.New(problem.BadRequest).Because(err)
	}
	return problem.WithFields(problem.Field{Name: "doc", Code: problem.Invalid}).Because(err)
}

// walker goes through a document: it takes NUL out of texts, which PostgreSQL cannot keep, and
// notes what a rich text may not even hold as a draft.
type walker struct{ faults []problem.Field }

var richDoc = reflect.TypeFor[richtext.Doc]()

func (w *walker) walk(v reflect.Value, name string) {
	if v.Type() == richDoc {
		w.rich(v.Addr().Interface().(*richtext.Doc), name)
		return
	}
	switch v.Kind() {
	case reflect.String:
		if v.CanSet() && strings.ContainsRune(v.String(), 0) {
			v.SetString(strings.ReplaceAll(v.String(), "\x00", ""))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			w.walk(v.Elem(), name)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return // JSON that is read later
		}
		for i := range v.Len() {
			w.walk(v.Index(i), under(name, strconv.Itoa(i)))
		}
	case reflect.Struct:
		w.fields(v, name)
	}
}

func (w *walker) fields(v reflect.Value, name string) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		json, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() && !f.Anonymous || json == "-":
		case f.Anonymous && json == "":
			w.walk(v.Field(i), name)
		default:
			w.walk(v.Field(i), under(name, json))
		}
	}
}

func under(name, field string) string {
	if name == "" {
		return field
	}
	return name + "." + field
}

// rich keeps the faults that no draft may have. A missing description, an empty heading and a
// caption that is too long are still to be mended by whoever writes.
func (w *walker) rich(d *richtext.Doc, name string) {
	if d.IsZero() {
		return
	}
	for _, f := range d.Faults(name) {
		if f.Code == problem.Required || strings.HasSuffix(f.Name, ".alt") ||
			strings.HasSuffix(f.Name, ".caption") {
			continue
		}
		w.faults = append(w.faults, f)
	}
}

// fill makes empty what the description says is always there: lists, and texts with form. Nobody
// has to write them in a draft.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fill(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				fillField(v.Field(i), f.Tag.Get("json"))
			}
		}
	}
}

func fillField(v reflect.Value, json string) {
	switch {
	case strings.Contains(json, ",omit"):
	case v.Type() == richDoc:
		if d := v.Addr().Interface().(*richtext.Doc); d.IsZero() {
			*d = richtext.Of()
		}
		return
	case v.Kind() == reflect.Slice && v.IsNil():
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	fill(v)
}
