package richtext

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// FromMarkdown reads a text that stands in a file of the program. It knows a small part of
// Markdown: paragraphs with an empty line between them, headings (## and ###), lists (lines that
// start with "- " or "1. "), **bold** and [words](address). Lines of one paragraph may be broken
// anywhere; a list item goes on in lines that start with a space. Whether links may lead where they
// do is for Validate to say.
func FromMarkdown(text string) (Doc, error) {
	d := Of()
	for block := range strings.SplitSeq(emptyLines.ReplaceAllString(text, "\n\n"), "\n\n") {
		if block = strings.Trim(block, "\n"); block == "" {
			continue
		}
		n, err := blockOf(strings.Split(block, "\n"))
		if err != nil {
			return Doc{}, fmt.Errorf("%.60q: %w", block, err)
		}
		d.Content = append(d.Content, n)
	}
	return d, nil
}

var (
	emptyLines  = regexp.MustCompile(`\n(?:[ \t]*\n)+`)
	headingLine = regexp.MustCompile(`^(##|###) (\S.*)$`)
	bulletLine  = regexp.MustCompile(`^- (\S.*)$`)
	numberLine  = regexp.MustCompile(`^[0-9]+\. (\S.*)$`)
)

func blockOf(lines []string) (Node, error) {
	if m := headingLine.FindStringSubmatch(lines[0]); m != nil && len(lines) == 1 {
		return H(len(m[1]), m[2]), nil
	}
	switch {
	case strings.HasPrefix(lines[0], "#"):
		return Node{}, errors.New("a heading starts with ## or ### and stands alone")
	case bulletLine.MatchString(lines[0]):
		return listOf(Bullets, bulletLine, lines)
	case numberLine.MatchString(lines[0]):
		return listOf(Numbers, numberLine, lines)
	}
	return paragraphOf(strings.Join(lines, " "))
}

func listOf(list func(...Node) Node, start *regexp.Regexp, lines []string) (Node, error) {
	var items []string
	for _, line := range lines {
		switch m := start.FindStringSubmatch(line); {
		case m != nil:
			items = append(items, m[1])
		case strings.HasPrefix(line, " "):
			items[len(items)-1] += " " + strings.TrimSpace(line)
		default:
			return Node{}, fmt.Errorf("%.40q is no item of the list above it", line)
		}
	}
	var nodes []Node
	for _, item := range items {
		p, err := paragraphOf(item)
		if err != nil {
			return Node{}, err
		}
		nodes = append(nodes, p)
	}
	return list(nodes...), nil
}

// marked is a piece that stands out or leads somewhere.
var marked = regexp.MustCompile(`\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)`)

func paragraphOf(text string) (Node, error) {
	p, from := P(), 0
	add := func(n Node) {
		if n.Text != "" {
			p.Content = append(p.Content, n)
		}
	}
	for _, m := range marked.FindAllStringSubmatchIndex(text, -1) {
		add(Text(text[from:m[0]]))
		if from = m[1]; m[2] >= 0 {
			add(Bold(text[m[2]:m[3]]))
		} else {
			add(Link(text[m[4]:m[5]], text[m[6]:m[7]]))
		}
	}
	add(Text(text[from:]))
	for _, n := range p.Content {
		if strings.Contains(n.Text, "**") || strings.Contains(n.Text, "](") {
			return p, errors.New("a ** or a link is not closed")
		}
	}
	return p, nil
}
