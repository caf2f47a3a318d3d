package richtext

import (
	"strconv"
	"strings"
)

// Plain is the text without its form, a block a line, for mails, feeds, search and descriptions.
func (d Doc) Plain() string {
	var lines []string
	for _, n := range d.Content {
		lines = append(lines, n.lines()...)
	}
	return strings.Join(lines, "\n")
}

// Headings are the headings of the text, in order.
func (d Doc) Headings() (out []string) {
	for _, n := range d.Content {
		if n.Type == "heading" {
			out = append(out, n.inline())
		}
	}
	return out
}

func (n Node) lines() []string {
	switch n.Type {
	case "paragraph", "heading":
		return strings.Split(n.inline(), "\n")
	case "image":
		if n.Attrs != nil && n.Attrs.Caption != "" {
			return []string{n.Attrs.Caption}
		}
		return nil
	case "bulletList", "orderedList":
		return n.items()
	}
	var out []string
	for _, child := range n.Content {
		out = append(out, child.lines()...)
	}
	return out
}

func (n Node) items() (out []string) {
	for i, item := range n.Content {
		sign := "- "
		if n.Type == "orderedList" {
			sign = strconv.Itoa(i+1) + ". "
		}
		for j, line := range item.lines() {
			if j > 0 {
				sign = strings.Repeat(" ", len(sign))
			}
			out = append(out, sign+line)
		}
	}
	return out
}

func (n Node) inline() string {
	var b strings.Builder
	for _, child := range n.Content {
		if child.Type == "hardBreak" {
			b.WriteByte('\n')
		}
		b.WriteString(child.Text)
	}
	return b.String()
}
