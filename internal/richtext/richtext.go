// Package richtext is the one form in which written texts are stored and sent: a tree of a few
// kinds of nodes, never HTML.
package richtext

import (
	"bytes"
	"encoding/json"
	"fmt"

	"herstelruimte/internal/problem"
)

// Limits of one text.
const (
	MaxDepth = 8          // the doc itself is level 1
	MaxNodes = 2000       // the doc included
	MaxBytes = 200 * 1024 // as JSON
)

// Doc is a whole text. Its zero value is no text at all, which `omitzero` leaves out.
type Doc struct {
	Type    string `json:"type" enum:"doc"`
	Content []Node `json:"content" nullable:"false"`
}

// Node is a block, a list item or a piece of text inside a Doc.
type Node struct {
	Type    string `json:"type" enum:"paragraph,heading,bulletList,orderedList,listItem,blockquote,image,horizontalRule,hardBreak,text"`
	Text    string `json:"text,omitempty"`
	Marks   []Mark `json:"marks,omitempty" nullable:"false"`
	Attrs   *Attrs `json:"attrs,omitempty"`
	Content []Node `json:"content,omitempty" nullable:"false"`
}

// Attrs belong to a heading (level) or an image (the others).
type Attrs struct {
	Level      int    `json:"level,omitempty"`
	FileID     string `json:"fileId,omitempty"`
	Alt        string `json:"alt,omitempty" letters:"200"`
	Decorative bool   `json:"decorative,omitempty"`
	Caption    string `json:"caption,omitempty" letters:"200"`
}

// Mark is how a piece of text stands out, or where it leads.
type Mark struct {
	Type  string     `json:"type" enum:"bold,italic,link"`
	Attrs *LinkAttrs `json:"attrs,omitempty"`
}

// LinkAttrs belong to a link.
type LinkAttrs struct {
	Href string `json:"href"`
}

// IsZero says that there is no text.
func (d Doc) IsZero() bool { return d.Type == "" && len(d.Content) == 0 }

// UnmarshalJSON refuses anything that is no member of the tree (attributes such as class or target)
// and texts over MaxBytes. Validate does the rest.
func (d *Doc) UnmarshalJSON(raw []byte) error {
	if len(raw) > MaxBytes {
		return problem.WithFields(problem.Field{Name: "doc", Code: problem.TooLong})
	}
	type plain Doc
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	var p plain
	if err := dec.Decode(&p); err != nil {
		return fmt.Errorf("rich text: %w", err)
	}
	if p.Content == nil {
		p.Content = []Node{}
	}
	*d = Doc(p)
	return nil
}
