package editing

import (
	"strings"

	"herstelruimte/internal/files"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// Faults collects field mistakes, also those of rich texts and pictures.
type Faults struct{ problem.Faults }

// Line tidies a one-line text that must be there, of least characters up to what its field of v
// states.
func (f *Faults) Line(v any, name string, value *string, least int) {
	*value = httpkit.Line(*value)
	f.Filled(name, *value, least, problem.Most(v, name))
}

// Text is Line for a text that may have several lines.
func (f *Faults) Text(v any, name string, value *string, least int) {
	*value = httpkit.Text(*value)
	f.Filled(name, *value, least, problem.Most(v, name))
}

// Rich checks a rich text that must say something, of at most so many characters (0: as many as a
// Text can have). It stands under the title of a page.
func (f *Faults) Rich(name string, d richtext.Doc, most int) { f.RichUnder(name, d, most, 1) }

// RichUnder is Rich for a text that stands under a heading of that level.
func (f *Faults) RichUnder(name string, d richtext.Doc, most, level int) {
	if d.IsZero() || strings.TrimSpace(d.Plain()) == "" {
		f.Add(name, problem.Required)
		return
	}
	f.Faults = append(append(f.Faults, d.Faults(name)...), d.PublishFaults(name, level)...)
	if most > 0 {
		f.Length(name, d.Plain(), 0, most)
	}
}

// Picture checks a picture, which may be absent.
func (f *Faults) Picture(name string, p *files.Picture) {
	if p != nil {
		f.Faults = append(f.Faults, richtext.ImageFaults(name, attrs(*p))...)
	}
}

func attrs(p files.Picture) richtext.Attrs {
	return richtext.Attrs{
		FileID:     p.FileID,
		Alt:        p.Alt,
		Decorative: p.Decorative,
		Caption:    p.Caption,
	}
}
