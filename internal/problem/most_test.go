package problem_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"herstelruimte/internal/problem"
)

func TestTheLimitsOfAFieldStandInItsTag(t *testing.T) {
	t.Parallel()
	type shared struct {
		Title string `json:"title" letters:"80"`
		Why   string `json:"why" maxLength:"500"`
	}
	type doc struct {
		shared
		Lines []string `json:"lines,omitempty" items:"5" letters:"160" choices:"een,twee"`
	}
	if n := problem.Most(&doc{}, "news.2.title"); n != 80 {
		t.Errorf("got %d characters, want 80", n)
	}
	if n := problem.Most(doc{}, "lines"); n != 5 {
		t.Errorf("got %d lines, want 5", n)
	}
	if n := problem.MostOfEach(doc{}, "lines"); n != 160 {
		t.Errorf("got %d characters a line, want 160", n)
	}
	if n := problem.Most(doc{}, "why"); n != 500 {
		t.Errorf("got %d characters of what is refused, want 500", n)
	}
	lines, _ := reflect.TypeFor[doc]().FieldByName("Lines")
	want := `map[items:map[enum:[een twee] maxLength:160] maxItems:5]`
	if got := fmt.Sprint(problem.Limits(lines)); got != want {
		t.Errorf("got limits %s, want %s", got, want)
	}
	why, _ := reflect.TypeFor[doc]().FieldByName("Why")
	if got := problem.Limits(why); got != nil {
		t.Errorf("got limits %v of what its schema says, want none", got)
	}
	if got := problem.Choices(doc{}, "lines"); !slices.Equal(got, []string{"een", "twee"}) {
		t.Errorf("got choices %v, want een and twee", got)
	}
	for what, read := range map[string]func(){
		"unknown field":   func() { problem.Most(doc{}, "body") },
		"without choices": func() { problem.Choices(doc{}, "title") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", what)
				}
			}()
			read()
		}()
	}
}
