package richtext

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"herstelruimte/internal/problem"
)

// What may stand directly in what. Nodes without a line hold nothing.
var holds = map[string]string{
	"doc":         " paragraph heading bulletList orderedList blockquote image horizontalRule ",
	"paragraph":   " text hardBreak ",
	"heading":     " text hardBreak ",
	"bulletList":  " listItem ",
	"orderedList": " listItem ",
	"listItem":    " paragraph bulletList orderedList ",
	"blockquote":  " paragraph bulletList orderedList ",
}

var mustHold = map[string]bool{
	"heading":     true,
	"bulletList":  true,
	"orderedList": true,
	"listItem":    true,
	"blockquote":  true,
}

const (
	maxFaults = 20
	maxHref   = 2000
)

// Validate gives problem `invalid` with the places of the first faults, such as
// `doc.content.2.marks.0`, or nil.
func (d Doc) Validate() error {
	if f := d.Faults("doc"); len(f) > 0 {
		return problem.WithFields(f...)
	}
	return nil
}

// Faults is what Validate finds, for a text that is the field `name` of something larger.
func (d Doc) Faults(name string) []problem.Field {
	c := checker{}
	if d.Type != "doc" {
		c.fault(name+".type", problem.Unknown)
	}
	c.nodes = 1
	c.children(name, "doc", d.Content, 2)
	if len(c.faults) == 0 { // a deep or endless tree has been refused before it is written out
		if raw, err := json.Marshal(d); err != nil || len(raw) > MaxBytes {
			c.fault(name, problem.TooLong)
		}
	}
	return c.faults
}

type checker struct {
	nodes  int
	faults problem.Faults
}

func (c *checker) fault(place, code string) {
	if len(c.faults) < maxFaults {
		c.faults.Add(place, code)
	}
}

func (c *checker) children(place, parent string, nodes []Node, depth int) {
	if len(nodes) == 0 {
		if mustHold[parent] {
			c.fault(place, problem.Required)
		}
		return
	}
	if depth > MaxDepth {
		c.fault(place, problem.TooLong)
		return
	}
	for i, n := range nodes {
		if c.nodes++; c.nodes > MaxNodes {
			c.fault(place, problem.TooLong)
			return
		}
		c.node(fmt.Sprintf("%s.content.%d", place, i), parent, n, depth)
	}
	if parent == "listItem" && nodes[0].Type != "paragraph" {
		c.fault(place+".content.0", problem.Invalid)
	}
}

func (c *checker) node(place, parent string, n Node, depth int) {
	if n.Type == "" || !strings.Contains(holds[parent], " "+n.Type+" ") {
		c.fault(place+".type", problem.Unknown)
		return
	}
	if (n.Type == "text") != (n.Text != "") {
		c.fault(place+".text", problem.Invalid)
	}
	if !clean(n.Text) {
		c.fault(place+".text", problem.Invalid)
	}
	if len(n.Marks) > 0 && n.Type != "text" {
		c.fault(place+".marks", problem.Unknown)
	}
	c.marks(place, n.Marks)
	c.attrs(place+".attrs", n)
	if len(n.Content) > 0 && holds[n.Type] == "" {
		c.fault(place+".content", problem.Unknown)
		return
	}
	c.children(place, n.Type, n.Content, depth+1)
}

func (c *checker) marks(place string, marks []Mark) {
	seen := map[string]bool{}
	for i, m := range marks {
		at := fmt.Sprintf("%s.marks.%d", place, i)
		switch {
		case m.Type != "bold" && m.Type != "italic" && m.Type != "link":
			c.fault(at+".type", problem.Unknown)
		case seen[m.Type]:
			c.fault(at, problem.Invalid)
		case m.Type == "link" && (m.Attrs == nil || !goodLink(m.Attrs.Href)):
			c.fault(at+".attrs.href", problem.Invalid)
		case m.Type != "link" && m.Attrs != nil:
			c.fault(at+".attrs", problem.Unknown)
		}
		seen[m.Type] = true
		if len(c.faults) == maxFaults {
			return
		}
	}
}

var fileID = regexp.MustCompile(`^fil_[A-Za-z0-9_-]{1,60}$`)

func (c *checker) attrs(place string, n Node) {
	a := Attrs{}
	if n.Attrs != nil {
		a = *n.Attrs
	}
	switch n.Type {
	case "heading":
		if a.Level != 2 && a.Level != 3 {
			c.fault(place+".level", problem.Invalid)
		}
		if a.Level = 0; a != (Attrs{}) {
			c.fault(place, problem.Unknown)
		}
	case "image":
		for _, f := range ImageFaults(place, a) {
			c.fault(f.Name, f.Code)
		}
	default:
		if n.Attrs != nil {
			c.fault(place, problem.Unknown)
		}
	}
}

// ImageFaults are the mistakes of the attributes of an image. An image says what is to be seen, or
// that there is nothing to say: not both, and not neither.
func ImageFaults(place string, a Attrs) (out []problem.Field) {
	when := func(wrong bool, name, code string) {
		if wrong {
			out = append(out, problem.Field{Name: place + name, Code: code})
		}
	}
	words := strings.TrimSpace(a.Alt) != ""
	when(a.Level != 0, ".level", problem.Unknown)
	when(!fileID.MatchString(a.FileID), ".fileId", problem.Invalid)
	when(!a.Decorative && !words, ".alt", problem.Alt)
	when(a.Decorative && words, ".alt", problem.Invalid)
	longAlt := utf8.RuneCountInString(a.Alt) > problem.Most(a, "alt")
	when(longAlt || !clean(a.Alt), ".alt", problem.Invalid)
	when(
		utf8.RuneCountInString(a.Caption) > problem.Most(a, "caption") || !clean(a.Caption),
		".caption",
		problem.Invalid,
	)
	return out
}

// clean refuses broken UTF-8 and control characters: PostgreSQL cannot keep NUL, and line ends are
// nodes of their own.
func clean(s string) bool {
	return utf8.ValidString(s) &&
		strings.IndexFunc(s, func(r rune) bool { return r < 0x20 || r == 0x7f }) < 0
}

var telephone = regexp.MustCompile(`^tel:\+?[0-9]{3,15}$`)

// goodLink accepts another website over https, a mail address, a telephone number and a path on
// this site. Characters that a browser drops or turns (white space, control characters, backslash)
// are refused before anything is read.
func goodLink(href string) bool {
	if len(href) > maxHref || !clean(href) || strings.ContainsAny(href, " \\\u00a0\u2028\u2029") {
		return false
	}
	u, err := url.Parse(href)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "":
		return strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "//")
	case "https":
		return u.Hostname() != "" && u.User == nil && u.Opaque == ""
	case "mailto":
		at := strings.Index(u.Opaque, "@")
		return at > 0 && at < len(u.Opaque)-1
	case "tel":
		return telephone.MatchString(href)
	}
	return false
}
