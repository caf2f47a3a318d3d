package problem

import (
	"errors"
	"fmt"
	"testing"
)

func TestFaultsAreCollectedInTheOrderOfTheForm(t *testing.T) {
	t.Parallel()
	choices, big := []string{"a", "b"}, 11
	for want, collect := range map[string]func(*Faults){
		"[]": func(f *Faults) {
			f.When(false, "x", Invalid)
			f.Length("x", "één", 3, 3)
			f.Length("x", "", 0, 3)
			f.Filled("x", "", 0, 3)
			f.Filled("x", "  één ", 3, 3)
			f.OneOf("x", choices, "a", "b")
			f.OneOf("x", choices)
			f.Number("x", nil, 1, 2)
			f.Number("x", &big, 11, 11)
			f.Day("x", "2028-02-29")
		},
		"[{x too_short}]":              func(f *Faults) { f.Length("x", "", 1, 3) },
		"[{x too_long}]":               func(f *Faults) { f.Length("x", "vier", 0, 3) },
		"[{x required}]":               func(f *Faults) { f.Filled("x", " \n", 2, 3) },
		"[{y too_short} {x too_long}]": func(f *Faults) { f.Filled("y", "é", 2, 3); f.Filled("x", "vier", 2, 3) },
		"[{x choice}]":                 func(f *Faults) { f.OneOf("x", choices, "c", "d") },
		"[{x invalid} {y invalid}]":    func(f *Faults) { f.Number("x", &big, 12, 20); f.Number("y", &big, 1, 10) },
		"[{x order}]":                  func(f *Faults) { f.When(true, "x", Order) },
		"[{x required} {y invalid}]":   func(f *Faults) { f.Day("x", ""); f.Day("y", "2027-02-29") },
		"[{b required} {a unknown}]":   func(f *Faults) { f.Add("b", Required); f.Add("a", Unknown) },
	} {
		var f Faults
		collect(&f)
		if got := fmt.Sprint([]Field(f)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestFaultsAreAnInvalidProblemOrNone(t *testing.T) {
	t.Parallel()
	var f Faults
	if err := f.Err(); err != nil || f.Has("x") {
		t.Errorf("no mistakes: got %v", err)
	}
	f.Add("x", Required)
	var p *Problem
	if err := f.Err(); !errors.As(err, &p) || p.Code != Invalid || len(p.Fields) != 1 {
		t.Errorf("got %v, want invalid with one field", err)
	}
	if !f.Has("x") || f.Has("y") {
		t.Errorf("Has: x %v, y %v", f.Has("x"), f.Has("y"))
	}
}
