package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
)

// Ticket is what each opened form carries. Cached bytes hold a placeholder as
// long as the real thing for both parts; every answer gets a pair of its own.
type Ticket struct {
	IdempotencyKey string `json:"idempotencyKey"`
	FormTime       string `json:"formTime"`
}

var safeTicket = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// placeholderLike gives a pair that no real ticket equals, as long as this one.
func placeholderLike(t Ticket) (Ticket, error) {
	if !safeTicket.MatchString(t.IdempotencyKey) || !safeTicket.MatchString(t.FormTime) {
		return t, fmt.Errorf(
			"render: a ticket may hold letters, digits, dots, dashes and low lines only",
		)
	}
	long := func(name, like string) string {
		if len(name) >= len(like) {
			return name
		}
		return name + strings.Repeat("-", len(like)-len(name))
	}
	return Ticket{
		long("hr.placeholder.key.", t.IdempotencyKey),
		long("hr.placeholder.time.", t.FormTime),
	}, nil
}

// own is what one visitor's answer has that the kept page has not: a ticket, and after a form the
// name that was given.
type own struct {
	Ticket
	name string
}

// namePlaceholder stands for the name in a kept page; it needs no escaping anywhere.
const namePlaceholder = "hr.placeholder.name"

// gap is what belongs in one hole of a kept page.
type gap int

const (
	gapKey gap = iota
	gapTime
	gapName     // within HTML
	gapBootName // within the boot JSON
)

// pieces is a page cut at its placeholders.
type pieces struct {
	text  [][]byte // one more than holes
	holes []gap
	bytes int
}

// cutHoles takes a page apart where one of its placeholders stands.
func cutHoles(body []byte, blank Ticket) *pieces {
	p := &pieces{bytes: len(body)}
	marks := map[gap][]byte{
		gapKey:  []byte(blank.IdempotencyKey),
		gapTime: []byte(blank.FormTime),
		gapName: []byte(namePlaceholder),
	}
	boot := bytes.Index(body, []byte(bootOpens))
	from := 0
	for {
		next, what := -1, gapKey
		for g, mark := range marks {
			at := bytes.Index(body[from:], mark)
			if at >= 0 && (next < 0 || at < next) {
				next, what = at, g
			}
		}
		if next < 0 {
			p.text = append(p.text, body[from:])
			return p
		}
		p.text = append(p.text, body[from:from+next])
		from += next + len(marks[what])
		if what == gapName && boot >= 0 && from > boot {
			what = gapBootName
		}
		p.holes = append(p.holes, what)
	}
}

// with gives the page with what is this visitor's in it.
func (p *pieces) with(o own) []byte {
	quoted, _ := json.Marshal(o.name) // a text: cannot fail
	fill := map[gap]string{
		gapKey:      o.IdempotencyKey,
		gapTime:     o.FormTime,
		gapName:     html.EscapeString(o.name),
		gapBootName: string(quoted[1 : len(quoted)-1]),
	}
	out := make([]byte, 0, p.bytes+64)
	for i, g := range p.holes {
		out = append(out, p.text[i]...)
		out = append(out, fill[g]...)
	}
	return append(out, p.text[len(p.text)-1]...)
}
