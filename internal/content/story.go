package content

import (
	"fmt"
	"strings"
	"unicode"

	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// Story is the stored document of a recovery story.
type Story struct {
	Title           string         `json:"title" letters:"80"`
	DisplayName     string         `json:"displayName" letters:"40" doc:"a pseudonym or a first name"`
	Intro           string         `json:"intro" letters:"200"`
	Body            richtext.Doc   `json:"body"`
	InShort         string         `json:"inShort,omitempty" letters:"300"`
	Helped          []string       `json:"helped" items:"5" letters:"160" doc:"what helped: 1 to 5 lines"`
	Themes          []string       `json:"themes" items:"4" choices:"eerste stap,eenzaamheid,verslaving,werk,naasten,terugval,creatief,bewegen,vrijwilliger worden,herstel"`
	ContentNote     string         `json:"contentNote,omitempty" letters:"120" doc:"shown before the text"`
	Quote           string         `json:"quote,omitempty" letters:"160"`
	Image           *files.Picture `json:"image,omitempty"`
	RelatedActivity string         `json:"relatedActivity,omitempty" doc:"id of an activity; in answers see related"`
	Findable        bool           `json:"findable" doc:"search engines may index it"`
	Minutes         int            `json:"minutes" doc:"reading time, at least 1; filled in when it is stored"`
}

var themes = problem.Choices(Story{}, "themes")

// Validate implements Document.
func (s *Story) Validate() []problem.Field {
	var f editing.Faults
	f.Line(s, "title", &s.Title, 3)
	f.Line(s, "displayName", &s.DisplayName, 1)
	f.Text(s, "intro", &s.Intro, 1)
	f.Rich("body", s.Body, 0)
	f.Text(s, "inShort", &s.InShort, 0)
	if len(s.Helped) == 0 {
		f.Add("helped", problem.Required)
	} else if len(s.Helped) > problem.Most(s, "helped") {
		f.Add("helped", problem.TooLong)
	}
	for i := range s.Helped {
		s.Helped[i] = httpkit.Line(s.Helped[i])
		f.Filled(fmt.Sprintf("helped.%d", i), s.Helped[i], 1, problem.MostOfEach(s, "helped"))
	}
	f.OneOf("themes", themes, s.Themes...)
	if len(s.Themes) == 0 {
		f.Add("themes", problem.Required)
	} else if len(s.Themes) > problem.Most(s, "themes") {
		f.Add("themes", problem.TooLong)
	}
	f.Line(s, "contentNote", &s.ContentNote, 0)
	f.Text(s, "quote", &s.Quote, 0)
	f.Picture("image", s.Image)
	s.Helped, s.Themes = append([]string{}, s.Helped...), append([]string{}, s.Themes...)
	s.Minutes = minutes(s.Body)
	return f.Faults
}

// wordsAMinute is how fast people read who take their time.
const wordsAMinute = 180

// minutes is how long a text takes to read, rounded up, at least 1.
func minutes(d richtext.Doc) int {
	words := 0
	for _, w := range strings.Fields(d.Plain()) {
		if strings.IndexFunc(w, func(r rune) bool {
			return unicode.IsLetter(r) || unicode.IsDigit(r)
		}) >= 0 {
			words++
		}
	}
	return max(1, (words+wordsAMinute-1)/wordsAMinute)
}
