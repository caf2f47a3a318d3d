package problem

import (
	"reflect"
	"strconv"
	"strings"
)

// What a field may hold stands in its struct tag: maxLength of a text, maxItems of a list, enum of
// a choice. The description of the API takes it from there, and the screens of staff from the
// description, so that it is written once. The functions below panic for a field without it.

// Most is how long a text or a list of v may be. The last part of name is the JSON name of the
// field: "figures.2.label" is the label of a figure.
func Most(v any, name string) int {
	tag := tagsOf(v, name)
	for _, key := range []string{"maxLength", "maxItems"} {
		if n, err := strconv.Atoi(tag.Get(key)); err == nil {
			return n
		}
	}
	panic("no length of " + name)
}

// Choices are the values that a field of v may have.
func Choices(v any, name string) []string {
	choices, known := tagsOf(v, name).Lookup("enum")
	if !known {
		panic("no choices of " + name)
	}
	return strings.Split(choices, ",")
}

func tagsOf(v any, name string) reflect.StructTag {
	of := reflect.TypeOf(v)
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	name = name[strings.LastIndex(name, ".")+1:]
	for _, f := range reflect.VisibleFields(of) {
		if called, _, _ := strings.Cut(f.Tag.Get("json"), ","); called == name {
			return f.Tag
		}
	}
	panic("no field " + name + " in " + of.String())
}
