package content

import (
	"fmt"
	"strings"
	"unicode"

	"herstelruimte/internal/files"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// NewsItem is the stored document of a piece of news.
type NewsItem struct {
	Title   string         `json:"title" letters:"90"`
	Summary string         `json:"summary" letters:"160"`
	Body    richtext.Doc   `json:"body"`
	Image   *files.Picture `json:"image,omitempty"`
	Author  string         `json:"author" letters:"40" doc:"a role, such as Redactie"`
}

// Validate implements Document.
func (n *NewsItem) Validate() []problem.Field {
	var f faults
	if n.Author == "" {
		n.Author = "Redactie"
	}
	f.line(n, "title", &n.Title, 1)
	f.text(n, "summary", &n.Summary, 1)
	f.rich("body", n.Body, 0)
	f.picture("image", n.Image)
	f.line(n, "author", &n.Author, 1)
	return f.Faults
}

// FAQItem is the stored document of a question with its answer. State.Position orders questions,
// and with them the categories: that of the first question comes first.
type FAQItem struct {
	Category    string       `json:"category" letters:"40"`
	Question    string       `json:"question" letters:"120"`
	Answer      richtext.Doc `json:"answer" letters:"2000"`
	LastChecked string       `json:"lastChecked" doc:"a day"`
}

// Validate implements Document.
func (q *FAQItem) Validate() []problem.Field {
	var f faults
	f.line(q, "category", &q.Category, 1)
	f.line(q, "question", &q.Question, 1)
	f.richUnder("answer", q.Answer, problem.Most(q, "answer"), 3)
	f.Day("lastChecked", q.LastChecked)
	return f.Faults
}

// Role is the stored document of something volunteers can do. State.Position orders roles.
type Role struct {
	Title   string `json:"title" letters:"80"`
	Text    string `json:"text" letters:"600"`
	PerWeek string `json:"perWeek,omitempty" letters:"60" doc:"time in a week, in words"`
	Open    bool   `json:"open"`
	VOG     bool   `json:"vog" doc:"a certificate of conduct is needed"`
}

// Validate implements Document.
func (r *Role) Validate() []problem.Field {
	var f faults
	f.line(r, "title", &r.Title, 1)
	f.text(r, "text", &r.Text, 1)
	f.line(r, "perWeek", &r.PerWeek, 0)
	return f.Faults
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

// Validate implements Document.
func (i *Issue) Validate() []problem.Field {
	var f faults
	if strings.ContainsFunc(i.Subject, unicode.IsControl) { // it could forge a header
		f.Add("subject", problem.Invalid)
	} else {
		f.line(i, "subject", &i.Subject, 1)
	}
	f.line(i, "preheader", &i.Preheader, 0)
	f.text(i, "greeting", &i.Greeting, 0)
	f.text(i, "call", &i.Call, 0)
	if s := i.Story; s != nil {
		f.line(s, "story.title", &s.Title, 1)
		f.text(s, "story.text", &s.Text, 1)
		s.Withdrawn = false
	}
	for n := range i.Dates {
		f.line(i.Dates[n], fmt.Sprintf("dates.%d.title", n), &i.Dates[n].Title, 1)
	}
	for n := range i.News {
		f.line(i.News[n], fmt.Sprintf("news.%d.title", n), &i.News[n].Title, 1)
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
