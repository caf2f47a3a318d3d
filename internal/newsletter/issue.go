package newsletter

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// IssueKind is the word for a newsletter on the desk and in the log book.
const IssueKind = "issue"

// writers are who writes newsletters and sends them.
var writers = []identity.Role{identity.Redactie, identity.Coordinator}

// OnDesk is the kind of newsletters on the desk. Visitors read one when it is sent, and from then
// on nobody changes it: what was mailed stays as it was.
func (n *Room) OnDesk() editing.KindOf[Issue] {
	return editing.KindOf[Issue]{
		Kind: editing.Kind{
			Name:      IssueKind,
			Plural:    "issues",
			Prefix:    "iss_",
			Read:      writers,
			Write:     writers,
			Elsewhere: true,
			Kept: func(ctx context.Context, q db.Querier, id string) error {
				at, err := n.Planned(ctx, q, id)
				if err == nil && at != nil {
					err = problem.New(problem.Conflict)
				}
				return err
			},
		},
		Check: (*Issue).Validate,
		Title: func(i *Issue) string { return i.Subject },
		Without: func(i *Issue, story string) bool {
			if i.Story == nil || i.Story.ID != story {
				return false
			}
			i.Story = &IssueStory{Text: gone}
			return true
		},
		Allowed: func(
			ctx context.Context, q db.Querier, _ identity.Actor, id string, doc *Issue,
		) error {
			if doc == nil {
				return nil
			}
			s, err := readSending(ctx, q, id, "")
			if err == nil && s.StartedAt != nil {
				err = problem.New(problem.Closed)
			}
			return err
		},
	}
}

// Issue is the stored document of a newsletter. What it says of a story, of dates and of news is a
// copy from the moment of making it.
type Issue struct {
	Subject   string       `json:"subject" letters:"70"`
	Preheader string       `json:"preheader,omitempty" letters:"90"`
	Greeting  string       `json:"greeting,omitempty" letters:"300"`
	Story     *IssueStory  `json:"story,omitempty"`
	Dates     []IssueDate  `json:"dates"`
	News      []IssueNews  `json:"news"`
	Call      string       `json:"call,omitempty" letters:"600"`
	Text      richtext.Doc `json:"text,omitzero" doc:"free text"`
}

// IssueStory is a story in a newsletter. When it may not be seen any more, only text is there and
// says so.
type IssueStory struct {
	ID          string `json:"id,omitempty"`
	Title       string `json:"title,omitempty" letters:"80"`
	DisplayName string `json:"displayName,omitempty"`
	Text        string `json:"text" letters:"600"`
	Withdrawn   bool   `json:"withdrawn,omitempty" doc:"never stored"`
}

// IssueDate is a date in a newsletter.
type IssueDate struct {
	ActivityID   string `json:"activityId"`
	OccurrenceID string `json:"occurrenceId"`
	Title        string `json:"title" letters:"80"`
	Start        string `json:"start" format:"date-time"`
	End          string `json:"end" format:"date-time"`
	Room         string `json:"room,omitempty"`
}

// IssueNews is a piece of news in a newsletter.
type IssueNews struct {
	ID      string `json:"id"`
	Title   string `json:"title" letters:"90"`
	Summary string `json:"summary"`
}

func (i *Issue) empty() bool {
	return i.Greeting == "" && i.Story == nil && len(i.Dates)+len(i.News) == 0 && i.Call == "" &&
		i.Text.IsZero()
}

// Validate tidies it and gives its mistakes in the order of the form.
func (i *Issue) Validate() []problem.Field {
	var f editing.Faults
	if strings.ContainsFunc(i.Subject, unicode.IsControl) { // it could forge a header
		f.Add("subject", problem.Invalid)
	} else {
		f.Line(i, "subject", &i.Subject, 1)
	}
	f.Line(i, "preheader", &i.Preheader, 0)
	f.Text(i, "greeting", &i.Greeting, 0)
	f.Text(i, "call", &i.Call, 0)
	if s := i.Story; s != nil {
		f.Line(s, "story.title", &s.Title, 1)
		f.Text(s, "story.text", &s.Text, 1)
		s.Withdrawn = false
	}
	for n := range i.Dates {
		f.Line(i.Dates[n], fmt.Sprintf("dates.%d.title", n), &i.Dates[n].Title, 1)
	}
	for n := range i.News {
		f.Line(i.News[n], fmt.Sprintf("news.%d.title", n), &i.News[n].Title, 1)
	}
	if !i.Text.IsZero() {
		f.Faults = append(f.Faults, i.Text.Faults("text")...)
	}
	if i.empty() {
		f.Add("blocks", problem.Required)
	}
	i.Dates, i.News = append([]IssueDate{}, i.Dates...), append([]IssueNews{}, i.News...)
	return f.Faults
}

// parts are the ids of what a newsletter tells of.
func (i *Issue) parts() (ids []string) {
	if i.Story != nil {
		ids = append(ids, i.Story.ID)
	}
	for _, d := range i.Dates {
		ids = append(ids, d.OccurrenceID)
	}
	for _, n := range i.News {
		ids = append(ids, n.ID)
	}
	return ids
}

// without are the ids of what a newsletter tells of and the other does not.
func (i *Issue) without(other Issue) []string {
	out, there := []string{}, other.parts()
	for _, id := range i.parts() {
		if !slices.Contains(there, id) {
			out = append(out, id)
		}
	}
	return out
}
