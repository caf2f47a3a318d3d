package content

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"herstelruimte/internal/problem"
	r "herstelruimte/internal/richtext"
)

// shape is what a page has to be like where the site shows it in a form of its own.
type shape struct {
	most    int  // parts; 0: as many as any page
	headed  bool // every part has a heading
	bare    bool // no part has one: the title is
	plain   bool // texts are paragraphs of plain words
	letters int  // of a plain text
	words   bool // no pictures
	lead    bool // a sentence or three stand under the title
}

var shapes = map[string]shape{
	// as many parts as there are drawings
	keyHome:    {most: 4, headed: true, plain: true, letters: 200, lead: true},
	keySequel:  {most: 1, bare: true, plain: true, letters: 600},
	keyRules:   {most: 1, bare: true},
	keyPrivacy: {words: true}, // older versions of it stay readable, pictures might not
}

// shapeFaults are the mistakes that this page alone can have.
func (p Page) shapeFaults() (out problem.Faults) {
	want, special := shapes[p.Key]
	if !special {
		return nil
	}
	if want.most > 0 && len(p.Blocks) > want.most {
		out.Add("blocks", problem.TooLong)
	}
	for i, s := range p.Blocks {
		want.faults(&out, fmt.Sprintf("blocks.%d.", i), s)
	}
	return out
}

func (want shape) faults(out *problem.Faults, at string, s Section) {
	if want.headed && strings.TrimSpace(s.Heading) == "" {
		out.Add(at+"heading", problem.Required)
	}
	if want.bare && s.Heading != "" {
		out.Add(at+"heading", problem.Invalid)
	}
	if want.words && len(s.Body.Images()) > 0 {
		out.Add(at+"body", problem.Invalid)
	}
	text := strings.TrimSpace(s.Body.Plain())
	switch {
	case !want.plain:
	case text == "":
		out.Add(at+"body", problem.Required)
	case !plainWords(s.Body):
		out.Add(at+"body", problem.Invalid)
	case utf8.RuneCountInString(text) > want.letters:
		out.Add(at+"body", problem.TooLong)
	}
}

// plainWords: nothing but paragraphs of text without marks.
func plainWords(d r.Doc) bool {
	return !slices.ContainsFunc(d.Content, func(n r.Node) bool {
		return n.Type != "paragraph" ||
			slices.ContainsFunc(n.Content, func(t r.Node) bool {
				return t.Type != "text" || len(t.Marks) > 0
			})
	})
}
