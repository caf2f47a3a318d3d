package richtext

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"herstelruimte/internal/problem"
)

// emptyWords are texts of links that say nothing about where they lead.
var emptyWords = []string{"klik hier", "lees meer"}

// PublishFaults are what keeps a text, the field `name` of something larger, from being published
// though it may be kept: a heading level that is skipped below the heading of level `under`, and
// links that do not say where they lead. Faults finds images without words.
func (d Doc) PublishFaults(name string, under int) (out []problem.Field) {
	for i, n := range d.Content {
		place := fmt.Sprintf("%s.content.%d", name, i)
		if n.Type == "heading" && n.Attrs != nil {
			if n.Attrs.Level > under+1 {
				out = append(out, problem.Field{Name: place, Code: problem.HeadingSkipped})
			}
			under = n.Attrs.Level
		}
		out = append(out, n.linkFaults(place)...)
	}
	return out
}

// linkFaults walks to the links below a node. Neighbours that lead to the same place are one link.
func (n Node) linkFaults(place string) (out []problem.Field) {
	for i := 0; i < len(n.Content); i++ {
		at, child := fmt.Sprintf("%s.content.%d", place, i), n.Content[i]
		href := child.href()
		if href == "" {
			out = append(out, child.linkFaults(at)...)
			continue
		}
		words := child.Text
		for i+1 < len(n.Content) && n.Content[i+1].href() == href {
			i++
			words += n.Content[i].Text
		}
		if slices.Contains(emptyWords, bare(words)) {
			out = append(out, problem.Field{Name: at, Code: problem.LinkText})
		}
	}
	return out
}

func (n Node) href() string {
	for _, m := range n.Marks {
		if m.Type == "link" && m.Attrs != nil {
			return m.Attrs.Href
		}
	}
	return ""
}

// bare are the words alone: lower case, one space between them, no signs around them.
func bare(s string) string {
	s = strings.Join(strings.Fields(strings.ToLower(s)), " ")
	return strings.TrimFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Images are the ids of the files that a text shows.
func (d Doc) Images() (ids []string) {
	for _, n := range d.Content {
		if n.Type == "image" && n.Attrs != nil {
			ids = append(ids, n.Attrs.FileID)
		}
	}
	return ids
}

// WithoutImages is the text without its images.
func (d Doc) WithoutImages() Doc {
	return Doc{
		Type: d.Type,
		Content: slices.DeleteFunc(slices.Clone(
			d.Content,
		), func(n Node) bool { return n.Type == "image" }),
	}
}
