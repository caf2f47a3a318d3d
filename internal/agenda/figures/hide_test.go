package figures

import (
	"fmt"
	"testing"
)

// guess are all numbers that each hidden cell can be, for who reads the others: by trying them all.
func guess(total *cell, parts []*cell) []map[int]bool {
	const most = 24
	all := append([]*cell{total}, parts...)
	found := make([]map[int]bool, len(all))
	for i := range found {
		found[i] = map[int]bool{}
	}
	values := make([]int, len(all))
	var try func(i, sum int)
	try = func(i, sum int) {
		if i == len(all) {
			if sum == values[0] {
				for j, v := range values {
					found[j][v] = true
				}
			}
			return
		}
		for v := range most {
			switch all[i].hidden {
			case "":
				v = all[i].n
			case few:
				if v < 1 || v > 4 {
					continue
				}
			case other:
				if v >= 1 && v <= 4 {
					continue
				}
			}
			values[i] = v
			if i == 0 {
				try(1, 0)
			} else if sum+v <= values[0] {
				try(i+1, sum+v)
			}
			if all[i].hidden == "" {
				return
			}
		}
	}
	try(0, 0)
	return found
}

// given are the cells that who reads the table can compute.
func given(total *cell, parts []*cell) (out []string) {
	found := guess(total, parts)
	for i, c := range append([]*cell{total}, parts...) {
		if c.hidden != "" && len(found[i]) < 2 {
			out = append(out, fmt.Sprintf("cell %d is %v", i, found[i]))
		}
	}
	return out
}

func table(values ...int) (*cell, []*cell) {
	total, parts := &cell{}, []*cell{}
	for _, v := range values {
		total.n += v
		parts = append(parts, &cell{n: v})
	}
	return total, parts
}

func said(total *cell, parts []*cell) (out string) {
	for i, c := range append([]*cell{total}, parts...) {
		if i > 0 {
			out += " "
		}
		if c.hidden != "" {
			out += c.hidden
		} else {
			out += fmt.Sprint(c.n)
		}
	}
	return out
}

func TestAHiddenNumberCannotBeComputedFromThoseThatAreShown(t *testing.T) {
	t.Parallel()
	steps := []int{0, 1, 2, 3, 4, 5, 6, 9}
	var each func(values []int)
	tried := 0
	each = func(values []int) {
		if len(values) > 0 {
			total, parts := table(values...)
			hide(total, parts)
			for i, c := range append([]*cell{total}, parts...) {
				if small(c.n) && c.hidden == "" {
					t.Errorf("%v: got cell %d shown in %q, want it hidden", values, i, said(total, parts))
				}
			}
			if got := given(total, parts); got != nil {
				t.Errorf("%v is shown as %q: got %v, want none", values, said(total, parts), got)
			}
			tried++
		}
		if len(values) < 4 {
			for _, v := range steps {
				each(append(append([]int{}, values...), v))
			}
		}
	}
	each(nil)
	if tried < 4000 {
		t.Errorf("got %d tables, want thousands", tried)
	}
}

// The reader above must find what hiding the small number alone gives away.
func TestOneHiddenNumberAloneIsComputed(t *testing.T) {
	t.Parallel()
	for _, values := range [][]int{{3, 8, 9}, {1, 1}, {4, 4, 7}} {
		total, parts := table(values...)
		for _, c := range parts {
			if small(c.n) {
				c.hidden = few
			}
		}
		if got := given(total, parts); got == nil {
			t.Errorf("%v is shown as %q: got no cell, want the small ones", values, said(total, parts))
		}
	}
}

func TestHidingTakesTheSmallestOtherNumberAndNoWeekInWhichWeWereClosed(t *testing.T) {
	t.Parallel()
	for want, values := range map[string][]int{
		"60 20 30 10":                {20, 30, 10},
		"62 20 few 30 other":         {20, 2, 30, 10},
		"30 14 few few 10":           {14, 3, 3, 10},
		"few few few 0":              {1, 2, 0},
		"few few 0":                  {3, 0},
		"0 0 0":                      {0, 0},
		"107 20 few other 50 30 0 0": {20, 1, 6, 50, 30, 0, 0},
	} {
		total, parts := table(values...)
		for _, c := range parts {
			c.bare = c.n == 0
		}
		hide(total, parts)
		if got := said(total, parts); got != want {
			t.Errorf("%v: got %q, want %q", values, got, want)
		}
	}
}
