package app

import (
	"fmt"
	"slices"
)

func (y *year) nothingOpen() {
	y.t.Helper()
	for what, where := range y.inTheOpen() {
		if y.typed[what] == nil { // other tests log, too, and some id looks like a word
			continue
		}
		y.t.Errorf("on %v somebody without a key reads %s in %s", y.Clock.Now(), what, where)
	}
}

// leftovers are what is there longer than it may, and lost what is gone too early.
func (y *year) leftovers() (left, lost []string) {
	y.t.Helper()
	now, there := y.Clock.Now(), y.withTheKeys()
	for what, l := range y.typed {
		where := there[what]
		if where != "" && now.After(l.may.AddDate(0, 0, 2)) {
			left = append(left, fmt.Sprintf("%s in %s, which had to go by %v", what, where, l.may))
		}
		if where == "" && now.Before(l.must) {
			lost = append(lost, fmt.Sprintf("%s, which stays until %v", what, l.must))
		}
	}
	slices.Sort(left)
	return left, lost
}

func (y *year) asTheTermsSay() {
	y.t.Helper()
	y.nothingOpen()
	left, lost := y.leftovers()
	for _, what := range left {
		y.t.Errorf("on %v there is %s", y.Clock.Now(), what)
	}
	for _, what := range lost {
		y.t.Errorf("on %v there is no %s", y.Clock.Now(), what)
	}
}
