package content

import (
	"herstelruimte/internal/editing"
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
	var f editing.Faults
	if n.Author == "" {
		n.Author = "Redactie"
	}
	f.Line(n, "title", &n.Title, 1)
	f.Text(n, "summary", &n.Summary, 1)
	f.Rich("body", n.Body, 0)
	f.Picture("image", n.Image)
	f.Line(n, "author", &n.Author, 1)
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
	var f editing.Faults
	f.Line(q, "category", &q.Category, 1)
	f.Line(q, "question", &q.Question, 1)
	f.RichUnder("answer", q.Answer, problem.Most(q, "answer"), 3)
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
	var f editing.Faults
	f.Line(r, "title", &r.Title, 1)
	f.Text(r, "text", &r.Text, 1)
	f.Line(r, "perWeek", &r.PerWeek, 0)
	return f.Faults
}
