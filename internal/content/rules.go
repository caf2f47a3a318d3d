package content

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"herstelruimte/internal/files"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

var idForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,59}$`)

// faults collects field mistakes.
type faults []problem.Field

func (f *faults) add(name, code string) { *f = append(*f, problem.Field{Name: name, Code: code}) }

// line tidies a one-line text that must be there, of least to most characters.
func (f *faults) line(name string, value *string, least, most int) {
	*value = httpkit.Line(*value)
	f.between(name, *value, least, most)
}

// text is line for a text that may have several lines.
func (f *faults) text(name string, value *string, least, most int) {
	*value = httpkit.Text(*value)
	f.between(name, *value, least, most)
}

// between counts characters; least 0 says that the text may be absent.
func (f *faults) between(name, value string, least, most int) {
	switch n := utf8.RuneCountInString(value); {
	case n == 0 && least > 0:
		f.add(name, problem.Required)
	case n < least:
		f.add(name, problem.TooShort)
	case n > most:
		f.add(name, problem.TooLong)
	}
}

func (f *faults) oneOf(name string, choices []string, values ...string) {
	for _, v := range values {
		if !slices.Contains(choices, v) {
			f.add(name, problem.Choice)
			return
		}
	}
}

// rich checks a rich text that must say something, of at most so many characters (0: as many as a
// text can have). It stands under the title of a page.
func (f *faults) rich(name string, d richtext.Doc, most int) { f.richUnder(name, d, most, 1) }

// richUnder is rich for a text that stands under a heading of that level.
func (f *faults) richUnder(name string, d richtext.Doc, most, level int) {
	if d.IsZero() || strings.TrimSpace(d.Plain()) == "" {
		f.add(name, problem.Required)
		return
	}
	*f = append(append(*f, d.Faults(name)...), d.PublishFaults(name, level)...)
	if most > 0 {
		f.between(name, d.Plain(), 0, most)
	}
}

// picture checks a picture, which may be absent.
func (f *faults) picture(name string, p *files.Picture) {
	if p != nil {
		*f = append(*f, richtext.ImageFaults(name, attrs(*p))...)
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

// day checks a day such as 2026-11-24.
func (f *faults) day(name, value string) {
	if _, err := time.Parse(time.DateOnly, value); value == "" {
		f.add(name, problem.Required)
	} else if err != nil {
		f.add(name, problem.Wrong)
	}
}
