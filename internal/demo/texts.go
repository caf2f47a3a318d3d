package demo

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/richtext"
)

// The texts of the sample data. A file of a folder is one text: its fields as JSON, an empty line,
// and what it says in Markdown. The names of the files give the order. What is read is its caller's
// alone.
//
//go:embed texts
var textFiles embed.FS

// must is for the files that the program carries; the tests read all of them.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// text is one of a folder: its fields and what it says.
type text[T any] struct {
	fields T
	body   richtext.Doc
}

// readFolder reads every text of a folder. A field that T does not know is an error, and so is one
// of the required that is missing.
func readFolder[T any](files fs.FS, folder string, required ...string) ([]text[T], error) {
	names, err := fs.Glob(files, "texts/"+folder+"/*")
	if err != nil {
		return nil, err
	}
	var all []text[T]
	for _, name := range names {
		var one text[T]
		rest, err := readFields(files, name, &one.fields, required...)
		if err == nil {
			one.body, err = richtext.FromMarkdown(withIDs(string(rest)))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// readList reads a file that is one JSON list.
func readList[T any](files fs.FS, file string, required ...string) (all []T, err error) {
	var raw []json.RawMessage
	rest, err := readFields(files, "texts/"+file, &raw)
	if err == nil && len(bytes.TrimSpace(rest)) > 0 {
		err = fmt.Errorf("there is something behind the list: %.20q", rest)
	}
	for i := 0; i < len(raw) && err == nil; i++ {
		var one T
		err = fieldsOf(raw[i], &one, required...)
		all = append(all, one)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

// readFields reads the JSON at the start of a file and gives what stands behind it.
func readFields(files fs.FS, name string, into any, required ...string) ([]byte, error) {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	var fields json.RawMessage
	if err := d.Decode(&fields); err != nil {
		return nil, err
	}
	return raw[d.InputOffset():], fieldsOf(fields, into, required...)
}

func fieldsOf(raw []byte, into any, required ...string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil || len(required) == 0 {
		return err
	}
	var there map[string]json.RawMessage
	if err := json.Unmarshal(raw, &there); err != nil {
		return err
	}
	for _, name := range required {
		if v := string(there[name]); v == "" || v == "null" || v == `""` {
			return fmt.Errorf("%s is missing", name)
		}
	}
	return nil
}

// idOf is a place in a text for the id of a role or a story, by its title, such as
// {rol Kok op dinsdag}.
var idOf = regexp.MustCompile(`\{(rol|sty) ([^{}]+)\}`)

func withIDs(text string) string {
	return idOf.ReplaceAllStringFunc(text, func(place string) string {
		m := idOf.FindStringSubmatch(place)
		return id(m[1], m[2])
	})
}

// activities are those of the sample data, in its order. Where and when they happen stands in
// dates.go.
func activities() (all []rules.Activity) {
	for _, t := range must(readFolder[rules.Activity](textFiles, "activities", "title", "summary",
		"category", "audience", "mode", "cost", "location", "facts", "slug")) {
		a := t.fields
		if len(t.body.Content) > 0 {
			a.Body = t.body
		}
		if login := rules.HostUID(a.Host); login != "" {
			a.Host = rules.AccountHost(accountOf(login))
		}
		for i, login := range a.Staff {
			a.Staff[i] = accountOf(login)
		}
		all = append(all, a)
	}
	return all
}

// story is a recovery story with what stands beside it. All of them are invented.
type story struct {
	content.Story
	About   string `json:"about"`   // slug of the activity that it speaks of
	DaysAgo int    `json:"daysAgo"` // since it was published
	Status  string `json:"status"`
}

// stories are eight that visitors read, and three that they never see: at work, looked over by one
// editor, and taken back by its teller. The third is a year old: it is to be looked at again this
// month.
func stories() (all []story) {
	for _, t := range must(readFolder[story](textFiles, "stories", "title", "displayName", "intro",
		"helped", "themes", "findable", "status")) {
		s := t.fields
		s.Body = t.body
		all = append(all, s)
	}
	return all
}

// published are the stories that visitors read.
func published() []story {
	return slices.DeleteFunc(
		stories(),
		func(s story) bool { return s.Status != editing.StatusPublished },
	)
}

// withdrawnTitle is that of the story that its teller took back.
func withdrawnTitle() string {
	all := stories()
	return all[slices.IndexFunc(all, func(s story) bool {
		return s.Status == editing.StatusWithdrawn
	})].Title
}

// bulletin is a news item with the days, counted from today, on which it comes up and goes out.
type bulletin struct {
	content.NewsItem
	From   int  `json:"from"`
	Until  int  `json:"until"` // 0: it stays
	Pinned bool `json:"pinned"`
}

func news() (all []bulletin) {
	for _, t := range must(readFolder[bulletin](textFiles, "news", "title", "summary", "from")) {
		n := t.fields
		n.Body = t.body
		all = append(all, n)
	}
	return all
}

// inquiry is a question with the number of months since somebody looked whether its answer still
// holds. One waits to be looked at.
type inquiry struct {
	Category string `json:"category"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Months   int    `json:"months"`
}

func faq() []inquiry {
	return must(readList[inquiry](
		textFiles, "faq.json", "category", "question", "answer", "months"))
}

// roles are what volunteers can do.
func roles() []content.Role {
	return must(readList[content.Role](textFiles, "roles.json", "title", "text", "open", "vog"))
}

// figures are the impact years.
func figures() (years []content.ImpactYear) {
	for _, t := range must(readFolder[content.ImpactYear](textFiles, "years", "year", "figures",
		"found", "foundSource", "foundN", "method", "quotes")) {
		years = append(years, t.fields)
	}
	return years
}

// over says whether a year lies behind us: only then are its figures known.
func over(year int, now time.Time) bool { return now.In(clock.Amsterdam).Year() > year }

// letter is a newsletter as its file tells it: it names a story and news by their titles, and dates
// by where they lie in the sample programme.
type letter struct {
	Status    string     `json:"status"`
	Day       int        `json:"day"` // counted from today, on which it was or will be sent
	Subject   string     `json:"subject"`
	Preheader string     `json:"preheader"`
	Greeting  string     `json:"greeting"`
	Story     string     `json:"story"`
	Dates     []dateText `json:"dates"`
	News      []string   `json:"news"`
	Call      string     `json:"call"`
}

// dateText is a date of the sample programme; the time is written as plan.at reads it.
type dateText struct {
	Activity string `json:"activity"`
	Week     int    `json:"week"`
	Weekday  int    `json:"weekday"`
	Time     int    `json:"time"`
}

// issue is a newsletter with its state.
type issue struct {
	newsletter.Issue
	status string
	day    int
}

// letters are the newsletters. The second one was sent with a story that its teller took back
// later.
func (p *plan) letters() (all []issue) {
	for _, t := range must(readFolder[letter](textFiles, "newsletters", "status", "subject",
		"preheader", "greeting", "story", "dates", "call")) {
		l := t.fields
		one := issue{status: l.Status, day: l.Day, Issue: newsletter.Issue{
			Subject:   l.Subject,
			Preheader: l.Preheader,
			Greeting:  l.Greeting,
			Story:     storyInLetter(l.Story),
			Call:      l.Call,
		}}
		for _, d := range l.Dates {
			one.Dates = append(one.Dates, p.dateInLetter(d))
		}
		for _, title := range l.News {
			one.News = append(one.News, newsInLetter(title))
		}
		if len(t.body.Content) > 0 {
			one.Text = t.body
		}
		all = append(all, one)
	}
	return all
}

// storyInLetter is what a newsletter says of a story.
func storyInLetter(title string) *newsletter.IssueStory {
	for _, s := range stories() {
		if s.Title == title {
			return &newsletter.IssueStory{
				ID:          id("sty", title),
				Title:       title,
				DisplayName: s.DisplayName,
				Text:        s.Intro,
			}
		}
	}
	return nil
}

func newsInLetter(title string) newsletter.IssueNews {
	for _, n := range news() {
		if n.Title == title {
			return newsletter.IssueNews{ID: id("nws", title), Title: title, Summary: n.Summary}
		}
	}
	return newsletter.IssueNews{}
}

func (p *plan) dateAt(t dateText) string {
	return p.date(t.Activity, p.at(t.Week, t.Weekday, t.Time))
}

// dateInLetter is what a newsletter says of a date of the sample programme.
func (p *plan) dateInLetter(t dateText) (out newsletter.IssueDate) {
	found := p.dateAt(t)
	for _, d := range p.dates {
		if d.ID != found {
			continue
		}
		s := d.Sessions[0]
		out = newsletter.IssueDate{
			ActivityID:   d.ActivityID,
			OccurrenceID: d.ID,
			Start:        clock.Moment(s.Start),
			End:          clock.Moment(s.End),
			Room:         s.Room,
		}
	}
	for _, a := range p.activities {
		if a.Slug == t.Activity {
			out.Title = a.Title
		}
	}
	return out
}
