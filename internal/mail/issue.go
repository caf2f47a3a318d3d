package mail

import (
	"html"
	"strings"
)

// Issue is a newsletter as it is mailed.
type Issue struct {
	Subject, Preheader, Greeting string
	Story                        *IssueStory
	Dates                        []IssueDate
	News                         []IssueNews
	Call, CallLink, Text         string
}

// IssueStory is a story in it. Without a link it says only Text: the story may not be seen any
// more.
type IssueStory struct{ Title, By, Text, Link string }

// IssueDate is a date in it; When is in words.
type IssueDate struct{ Title, When, Link string }

// IssueNews is a piece of news in it.
type IssueNews struct{ Title, Summary, Link string }

// Bulk is what a mail to many has besides: its second body, and how to be left out.
type Bulk struct {
	HTML   string
	Leave  string // link that takes the reader off the list; empty: of a test mail
	ListID string // such as nieuwsbrief.herstelruimte.example
}

// issueLines are the parts of a newsletter: both bodies are made of them.
type issuePart struct {
	heading string
	lines   []issueLine
}

// issueLine is a sentence, with a link when it has one.
type issueLine struct {
	text, link, says string
	strong           bool
}

// IssueLetter is a newsletter to one reader: leave is the link that takes them off the list. A test
// mail has none, and says in its place where it will be.
func IssueLetter(i Issue, leave, list, phone string) Letter {
	parts := i.parts()
	last := issuePart{lines: []issueLine{
		{text: askLine(phone)},
		{text: "Geen nieuwsbrief meer? Meld je hier af:", link: leave, says: "Meld mij af"},
	}}
	if leave == "" {
		last.lines[1] = issueLine{text: "Geen nieuwsbrief meer? Meld je hier af: (link)"}
	}
	parts = append(parts, last)
	return Letter{
		Subject: i.Subject,
		Body:    issueText(parts),
		Bulk:    &Bulk{HTML: issueHTML(i, parts), Leave: leave, ListID: list},
	}
}

func (i Issue) parts() (all []issuePart) {
	add := func(heading string, lines ...issueLine) {
		if len(lines) > 0 {
			all = append(all, issuePart{heading, lines})
		}
	}
	add("", typed(i.Greeting)...)
	if s := i.Story; s != nil {
		lines := []issueLine{}
		if s.Title != "" {
			lines = append(lines, issueLine{text: s.Title, strong: true})
		}
		lines = append(lines, typed(s.Text)...)
		if s.Link != "" {
			lines = append(lines, issueLine{
				text: "Lees het verhaal van " + s.By + ":",
				link: s.Link,
				says: "Lees het verhaal van " + s.By,
			})
		}
		add("Een verhaal", lines...)
	}
	lines := []issueLine{}
	for _, d := range i.Dates {
		says := d.Title + ", " + d.When
		lines = append(lines, issueLine{text: says + ":", link: d.Link, says: says})
	}
	add("Komende tijd", lines...)
	lines = []issueLine{}
	for _, n := range i.News {
		lines = append(
			lines,
			issueLine{text: n.Title, strong: true},
			issueLine{text: n.Summary, link: n.Link, says: "Lees verder"},
		)
	}
	add("Nieuws", lines...)
	add("", typed(i.Text)...)
	if i.Call != "" {
		lines = typed(i.Call)
		if i.CallLink != "" {
			lines = append(lines, issueLine{text: "Doe je mee?", link: i.CallLink, says: "Doe je mee?"})
		}
		add("Oproep", lines...)
	}
	return all
}

// typed is what staff wrote, a line for each paragraph.
func typed(s string) (lines []issueLine) {
	for p := range strings.SplitSeq(s, "\n") {
		if p = strings.TrimSpace(p); p != "" {
			lines = append(lines, issueLine{text: p})
		}
	}
	return lines
}

func issueText(parts []issuePart) string {
	var out []string
	for _, p := range parts {
		if p.heading != "" {
			out = append(out, strings.ToUpper(p.heading))
		}
		for _, l := range p.lines {
			if l.link == "" {
				out = append(out, paragraph(l.text))
			} else {
				out = append(out, paragraph(l.text, l.link))
			}
		}
	}
	return strings.Join(out, "\n\n")
}

// issueHTML has no pictures, no looks and nothing that is fetched.
func issueHTML(i Issue, parts []issuePart) string {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="nl"><head><meta charset="utf-8"><title>`)
	b.WriteString(html.EscapeString(i.Subject))
	b.WriteString("</title></head><body>\n")
	if i.Preheader != "" {
		b.WriteString("<p><i>" + html.EscapeString(i.Preheader) + "</i></p>\n")
	}
	for _, p := range parts {
		if p.heading != "" {
			b.WriteString("<h2>" + html.EscapeString(p.heading) + "</h2>\n")
		}
		for _, l := range p.lines {
			b.WriteString("<p>" + l.html() + "</p>\n")
		}
	}
	b.WriteString("</body></html>\n")
	return b.String()
}

func (l issueLine) html() string {
	said := html.EscapeString(l.text)
	if l.strong {
		said = "<b>" + said + "</b>"
	}
	if l.link == "" {
		return said
	}
	link := `<a href="` + html.EscapeString(l.link) + `">` + html.EscapeString(l.says) + "</a>"
	if strings.TrimSuffix(l.text, ":") == l.says || l.text == l.says {
		return link
	}
	return said + " " + link
}
