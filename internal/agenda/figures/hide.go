package figures

// What stands in the place of a number that may not be read.
const (
	few   = "few"   // 1 to 4
	other = "other" // it would give away one of those
)

const mostHidden = 4 // people that are few

// cell is a number in a table.
type cell struct {
	n      int
	hidden string // empty: it may be read
	bare   bool   // it is 0 by its nature, and hides nothing: a week in which the house was closed
}

func small(n int) bool { return n > 0 && n <= mostHidden }

// hide takes out the small numbers of parts and of their total, and as many others as it needs so
// that none of them can be computed from what is left: first the smallest other parts, then the
// total.
func hide(total *cell, parts []*cell) {
	for _, c := range append([]*cell{total}, parts...) {
		if small(c.n) {
			c.hidden = few
		}
	}
	for !covered(total, parts) {
		next := total
		for _, c := range parts {
			if c.hidden == "" && !c.bare && (next == total || better(c, next)) {
				next = c
			}
		}
		if next == total && total.hidden == other {
			return
		}
		next.hidden = other
	}
}

// better says that c hides more than d, for less: the smaller one, but 0 last.
func better(c, d *cell) bool {
	if (c.n == 0) != (d.n == 0) {
		return d.n == 0
	}
	return c.n < d.n
}

// covered says whether every hidden number could be at least two different ones, for who knows that
// few are 1 to 4 and that another is not.
func covered(total *cell, parts []*cell) bool {
	shown, n := 0, map[string]int{}
	for _, c := range parts {
		if c.hidden == "" {
			shown += c.n
		}
		n[c.hidden]++
	}
	sums := could(total, shown+mostHidden*n[few]+2*mostHidden+2)
	if total.hidden != "" && distinct(sums, func(sum int) bool {
		return reaches(sum-shown, n[few], n[other])
	}) < 2 {
		return false
	}
	for _, c := range parts {
		if c.hidden == "" {
			continue
		}
		fews, others := n[few], n[other]
		if c.hidden == few {
			fews--
		} else {
			others--
		}
		if distinct(could(c, sums[len(sums)-1]), func(v int) bool {
			for _, sum := range sums {
				if reaches(sum-shown-v, fews, others) {
					return true
				}
			}
			return false
		}) < 2 {
			return false
		}
	}
	return true
}

// could are the numbers that a cell can be for who reads the table; those above most are as good as
// the last one.
func could(c *cell, most int) (out []int) {
	switch c.hidden {
	case "":
		return []int{c.n}
	case few:
		return []int{1, 2, 3, 4}
	}
	out = []int{0}
	for v := mostHidden + 1; v <= most; v++ {
		out = append(out, v)
	}
	return out
}

func distinct(of []int, is func(int) bool) (n int) {
	for _, v := range of {
		if is(v) {
			n++
		}
	}
	return n
}

// reaches says whether so many small numbers and so many others can be sum together.
func reaches(sum, fews, others int) bool {
	if fews <= sum && sum <= mostHidden*fews {
		return true
	}
	return others > 0 && sum-fews > mostHidden
}
