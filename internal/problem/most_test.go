package problem_test

import (
	"slices"
	"testing"

	"herstelruimte/internal/problem"
)

func TestTheLimitsOfAFieldStandInItsTag(t *testing.T) {
	t.Parallel()
	type shared struct {
		Title string `json:"title" maxLength:"80"`
	}
	type doc struct {
		shared
		Lines []string `json:"lines,omitempty" maxItems:"5" enum:"een,twee"`
	}
	if n := problem.Most(&doc{}, "news.2.title"); n != 80 {
		t.Errorf("got %d characters, want 80", n)
	}
	if n := problem.Most(doc{}, "lines"); n != 5 {
		t.Errorf("got %d lines, want 5", n)
	}
	if got := problem.Choices(doc{}, "lines"); !slices.Equal(got, []string{"een", "twee"}) {
		t.Errorf("got choices %v", got)
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
