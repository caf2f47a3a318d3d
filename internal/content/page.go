package content

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// Page is one editable page: stored, checked and sent in this form.
type Page struct {
	Key       string      `json:"key"`
	Title     string      `json:"title" letters:"80" doc:"the h1"`
	Lead      string      `json:"lead,omitempty" letters:"200" doc:"under the h1, of the first page alone; left out it is the built-in one"`
	Blocks    []Section   `json:"blocks" items:"40"`
	UpdatedAt string      `json:"updatedAt,omitempty" format:"date-time" doc:"filled in on reading"`
	Media     shown.Media `json:"media,omitempty" doc:"of the images, by fileId; filled in on reading"`
}

// Section is a part of a page that can be linked to by its id.
type Section struct {
	ID      string       `json:"id"`
	Heading string       `json:"heading,omitempty" letters:"120" doc:"a level 2 heading; those in the body are level 3"`
	Body    richtext.Doc `json:"body"`
}

// level is that of the heading above the body: its own, else the title of the page. The title of
// the rules is one inside a page.
func (p Page) level(s Section) int {
	if s.Heading == "" && p.Key != keyRules {
		return 1
	}
	return 2
}

var sectionID = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Validate gives problem `invalid` with every field that is wrong, or nil. Pages.Save calls it.
func (p Page) Validate() error {
	faults := p.faults()
	if _, known := builtIn[p.Key]; !known {
		faults = append([]problem.Field{{Name: "key", Code: problem.Choice}}, faults...)
	}
	if len(faults) > 0 {
		return problem.WithFields(faults...)
	}
	return nil
}

// faults are the mistakes of the page, whichever it is.
func (p Page) faults() (faults problem.Faults) {
	faults.When(strings.TrimSpace(p.Title) == "", "title", problem.Required)
	faults.When(utf8.RuneCountInString(p.Title) > problem.Most(p, "title"), "title", problem.TooLong)
	faults.When(!plain(p.Title), "title", problem.Invalid)
	faults.When(p.Lead != "" && !shapes[p.Key].lead, "lead", problem.Invalid)
	faults.When(utf8.RuneCountInString(p.Lead) > problem.Most(p, "lead"), "lead", problem.TooLong)
	faults.When(!plain(strings.ReplaceAll(p.Lead, "\n", " ")), "lead", problem.Invalid)
	faults.When(len(p.Blocks) == 0, "blocks", problem.Required)
	faults.When(len(p.Blocks) > problem.Most(p, "blocks"), "blocks", problem.TooLong)
	seen := map[string]bool{}
	for i, s := range p.Blocks {
		at := fmt.Sprintf("blocks.%d", i)
		id := sectionID.MatchString(s.ID) && len(s.ID) <= 40 && !seen[s.ID]
		faults.When(!id, at+".id", problem.Invalid)
		long := utf8.RuneCountInString(s.Heading) > problem.Most(s, "heading")
		faults.When(long, at+".heading", problem.TooLong)
		faults.When(!plain(s.Heading), at+".heading", problem.Invalid)
		faults = append(append(faults, s.Body.Faults(
			at+".body",
		)...), s.Body.PublishFaults(at+".body", p.level(s))...)
		seen[s.ID] = true
	}
	return append(faults, p.shapeFaults()...)
}

// plain: one line without control characters.
func plain(s string) bool {
	return utf8.ValidString(s) &&
		strings.IndexFunc(s, func(r rune) bool { return r < 0x20 || r == 0x7f }) < 0
}
