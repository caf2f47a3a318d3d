package content

import (
	"strings"

	"herstelruimte/internal/files"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// faults collects field mistakes, also those of rich texts and pictures.
type faults struct{ problem.Faults }

// line tidies a one-line text that must be there, of least characters up to what its field of v
// states.
func (f *faults) line(v any, name string, value *string, least int) {
	*value = httpkit.Line(*value)
	f.Filled(name, *value, least, problem.Most(v, name))
}

// text is line for a text that may have several lines.
func (f *faults) text(v any, name string, value *string, least int) {
	*value = httpkit.Text(*value)
	f.Filled(name, *value, least, problem.Most(v, name))
}

// rich checks a rich text that must say something, of at most so many characters (0: as many as a
// text can have). It stands under the title of a page.
func (f *faults) rich(name string, d richtext.Doc, most int) { f.richUnder(name, d, most, 1) }

// richUnder is rich for a text that stands under a heading of that level.
func (f *faults) richUnder(name string, d richtext.Doc, most, level int) {
	if d.IsZero() || strings.TrimSpace(d.Plain()) == "" {
		f.Add(name, problem.Required)
		return
	}
	f.Faults = append(append(f.Faults, d.Faults(name)...), d.PublishFaults(name, level)...)
	if most > 0 {
		f.Length(name, d.Plain(), 0, most)
	}
}

// picture checks a picture, which may be absent.
func (f *faults) picture(name string, p *files.Picture) {
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
