package editing

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// peopleFault ends the name of a fault: it is to be said who can be recognised on the picture.
const peopleFault = ".people"

// faults are what keeps a document from being published, those of its pictures among them. doc is
// tidied.
func (e *Editing) faults(ctx context.Context, q db.Querier, k *kind, doc any, s State) ([]problem.Field, error) {
	out := k.faults(doc, s)
	if e.Unsettled == nil {
		return out, nil
	}
	shown, fields := picturesOf(db.JSON(doc))
	if len(shown) == 0 {
		return out, nil
	}
	ids := make([]string, len(shown))
	for i, p := range shown {
		ids[i] = p.file
	}
	open, err := e.Unsettled(ctx, q, ids)
	for _, p := range shown {
		if slices.Contains(open, p.file) {
			out = amid(fields, out, problem.Field{
				Name: p.place + peopleFault,
				Code: problem.Required,
			})
		}
	}
	return out, err
}

// amid puts a fault behind those of the same field of the document and of the fields before it.
func amid(fields []string, all []problem.Field, f problem.Field) []problem.Field {
	place := func(f problem.Field) int {
		top, _, _ := strings.Cut(f.Name, ".")
		if i := slices.Index(fields, top); i >= 0 {
			return i
		}
		return len(fields)
	}
	at := len(all)
	for at > 0 && place(all[at-1]) > place(f) {
		at--
	}
	return slices.Insert(all, at, f)
}

// pictured is a file that a document shows, and where: "image", or "body.content.3" in a text with
// form.
type pictured struct{ file, place string }

// picturesOf finds what a stored document shows, in its order, and the names of its fields.
func picturesOf(doc []byte) (out []pictured, fields []string) {
	if !bytes.Contains(doc, []byte(`"fileId"`)) {
		return nil, nil
	}
	w := walk{json.NewDecoder(bytes.NewReader(doc)), nil, nil}
	w.value("", "")
	return w.found, w.fields
}

// walk goes through a document that was just written: it can be read.
type walk struct {
	*json.Decoder
	found  []pictured
	fields []string
}

// value reads what stands under key in the thing at place.
func (w *walk) value(place, key string) {
	t, _ := w.Token()
	switch t := t.(type) {
	case string:
		if key == "fileId" && t != "" {
			w.found = append(w.found, pictured{t, place})
		}
	case json.Delim:
		inside := below(place, key)
		for i := 0; w.More(); i++ {
			if t == '[' {
				w.value(inside, strconv.Itoa(i))
				continue
			}
			name, _ := w.Token()
			field, _ := name.(string)
			if inside == "" {
				w.fields = append(w.fields, field)
			}
			w.value(inside, field)
		}
		_, _ = w.Token() // its end
	}
}

// below is how faults name a part: the attributes of a node are the node's own.
func below(place, key string) string {
	switch {
	case key == "" || key == "attrs":
		return place
	case place == "":
		return key
	}
	return place + "." + key
}
