package problem

import (
	"reflect"
	"strconv"
	"strings"
)

// What a field may hold stands in its struct tag, and nowhere else: letters of a text, of a text
// with form or of each line of a list; items of a list; choices. The description of the API tells
// it as x-limits, and the screens of staff read it there. A draft may hold more, so it is no part
// of what the description promises of an answer. Where whoever sends more is refused, the tags of
// the description do the same: maxLength, maxItems, enum. The functions below panic for a field
// without one.

// Most is how long a text or a list of v may be. The last part of name is the JSON name of the
// field: "figures.2.label" is the label of a figure.
func Most(v any, name string) int {
	field := fieldOf(v, name)
	if field.Type.Kind() == reflect.Slice {
		return number(field, "items", "maxItems")
	}
	return number(field, "letters", "maxLength")
}

// MostOfEach is how long each line of a list of v may be.
func MostOfEach(v any, name string) int { return number(fieldOf(v, name), "letters") }

// Bounds are the least and the most that a number of v may be.
func Bounds(v any, name string) (least, most int) {
	f := fieldOf(v, name)
	return number(f, "least"), number(f, "most")
}

// Choices are the values that a field of v may have.
func Choices(v any, name string) []string {
	field := fieldOf(v, name)
	for _, key := range []string{"choices", "enum"} {
		if choices, known := field.Tag.Lookup(key); known {
			return strings.Split(choices, ",")
		}
	}
	panic("no choices of " + name)
}

// Limits are what the tags of a field allow, in the words of a schema; nil for a field without.
func Limits(f reflect.StructField) map[string]any {
	out := map[string]any{}
	of := out
	if f.Type.Kind() == reflect.Slice {
		of = map[string]any{}
		set(out, "maxItems", f.Tag.Get("items"))
	}
	set(of, "maxLength", f.Tag.Get("letters"))
	set(of, "minimum", f.Tag.Get("least"))
	set(of, "maximum", f.Tag.Get("most"))
	if choices, known := f.Tag.Lookup("choices"); known {
		of["enum"] = strings.Split(choices, ",")
	}
	if f.Type.Kind() == reflect.Slice && len(of) > 0 {
		out["items"] = of
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func set(limits map[string]any, name, value string) {
	if n, err := strconv.Atoi(value); err == nil {
		limits[name] = n
	}
}

func number(f reflect.StructField, keys ...string) int {
	for _, key := range keys {
		if n, err := strconv.Atoi(f.Tag.Get(key)); err == nil {
			return n
		}
	}
	panic("no length of " + f.Name)
}

func fieldOf(v any, name string) reflect.StructField {
	of := reflect.TypeOf(v)
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	name = name[strings.LastIndex(name, ".")+1:]
	for _, f := range reflect.VisibleFields(of) {
		if called, _, _ := strings.Cut(f.Tag.Get("json"), ","); called == name {
			return f
		}
	}
	panic("no field " + name + " in " + of.String())
}
