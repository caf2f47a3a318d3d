package richtext

// Of makes a text of blocks.
func Of(blocks ...Node) Doc { return Doc{Type: "doc", Content: append([]Node{}, blocks...)} }

// Paragraphs makes a text of paragraphs without marks.
func Paragraphs(texts ...string) Doc {
	d := Of()
	for _, t := range texts {
		d.Content = append(d.Content, P(Text(t)))
	}
	return d
}

// P is a paragraph of pieces of text.
func P(pieces ...Node) Node { return Node{Type: "paragraph", Content: pieces} }

// H is a heading of level 2 or 3.
func H(level int, text string) Node {
	return Node{Type: "heading", Attrs: &Attrs{Level: level}, Content: []Node{Text(text)}}
}

// Bullets is a list of single paragraphs.
func Bullets(items ...Node) Node {
	list := Node{Type: "bulletList"}
	for _, i := range items {
		list.Content = append(list.Content, Node{Type: "listItem", Content: []Node{i}})
	}
	return list
}

// Numbers is a list whose items follow each other.
func Numbers(items ...Node) Node {
	list := Node{Type: "orderedList"}
	for _, i := range items {
		list.Content = append(list.Content, Node{Type: "listItem", Content: []Node{i}})
	}
	return list
}

// Text is a piece of text without marks.
func Text(s string) Node { return Node{Type: "text", Text: s} }

// Bold is a piece of text that stands out.
func Bold(s string) Node { return Node{Type: "text", Text: s, Marks: []Mark{{Type: "bold"}}} }

// Link is a piece of text that leads somewhere: https, mailto:, tel: or a path of this site.
func Link(s, href string) Node {
	return Node{Type: "text", Text: s, Marks: []Mark{{Type: "link", Attrs: &LinkAttrs{Href: href}}}}
}
