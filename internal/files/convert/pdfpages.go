package convert

import "github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

// readable refuses a document without pages, or one whose pages are not what it shows.
func (c *cleaning) readable(root types.Dict) error {
	form, _ := c.at(root["AcroForm"]).(types.Dict)
	fields, _ := c.at(form["Fields"]).(types.Array)
	waits, _ := c.at(root["NeedsRendering"]).(types.Boolean)
	switch {
	case root["Collection"] != nil: // a cover for the files in it
		return Stuck
	case bool(waits), form["XFA"] != nil && len(fields) == 0: // pages that a script would make
		return Stuck
	}
	c.shown = map[int]bool{}
	pages, err := c.pages(root["Pages"], c.shown, 0)
	if err == nil && pages == 0 {
		err = Damaged
	}
	return err
}

// pages counts those under a node.
func (c *cleaning) pages(o types.Object, seen map[int]bool, depth int) (n int, err error) {
	if ref, ok := o.(types.IndirectRef); ok {
		if seen[int(ref.ObjectNumber)] {
			return 0, Damaged
		}
		seen[int(ref.ObjectNumber)] = true
	}
	d, ok := c.at(o).(types.Dict)
	if !ok || depth > deepest {
		return 0, Damaged
	}
	if c.unwanted(d) { // a page that is an attachment as well
		return 0, Stuck
	}
	kids, ok := c.at(d["Kids"]).(types.Array)
	if !ok && depth == 0 {
		return 0, Damaged
	}
	if !ok {
		return 1, nil
	}
	for _, kid := range kids {
		more, err := c.pages(kid, seen, depth+1)
		if err != nil {
			return 0, err
		}
		n += more
	}
	return n, nil
}
