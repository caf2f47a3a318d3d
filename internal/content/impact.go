package content

import (
	"fmt"
	"math"
	"regexp"

	"herstelruimte/internal/editing"
	"herstelruimte/internal/problem"
)

// ImpactYear is the stored document of the figures of one year, which is published as a whole.
type ImpactYear struct {
	Year        int      `json:"year"`
	Figures     []Figure `json:"figures"`
	Found       []Share  `json:"found" doc:"how people found us; together 100"`
	FoundSource string   `json:"foundSource,omitempty" letters:"120"`
	FoundN      int      `json:"foundN,omitempty" doc:"how many people answered"`
	Method      string   `json:"method,omitempty" letters:"600" doc:"how the figures were made"`
	Quotes      []Quote  `json:"quotes"`
}

// Figure is one number of a year. A count of 1 to 4, or a percentage that is so many people, may be
// kept and is never sent: then small is true and value absent. One that was taken over from the
// counts of the site is kept without its value too.
type Figure struct {
	Key        string   `json:"key"`
	Label      string   `json:"label" letters:"80"`
	Value      *float64 `json:"value,omitempty"`
	Small      bool     `json:"small,omitempty" doc:"1 to 4: shown as 'minder dan 5'"`
	Decimals   int      `json:"decimals"`
	Unit       string   `json:"unit,omitempty" letters:"20"`
	Definition string   `json:"definition,omitempty" letters:"300"`
	Source     string   `json:"source" letters:"120"`
	N          int      `json:"n,omitempty" doc:"how many people answered"`
	Estimate   bool     `json:"estimate"`
	Note       string   `json:"note,omitempty" letters:"200"`
}

// Share is a part of all people who answered. A small one, and the next one up, which it could be
// computed from, are not sent.
type Share struct {
	Label   string `json:"label" letters:"60"`
	Percent *int   `json:"percent,omitempty"`
	Small   bool   `json:"small,omitempty" doc:"not shown"`
}

// Quote is what somebody said, with consent.
type Quote struct {
	Text string `json:"text" letters:"200"`
	By   string `json:"by" letters:"40"`
}

// The keys of figures that pages look for; a year may have others.
const (
	OpenDayParts  = "openDayParts" // dagdelen open
	Visits        = "visits"       // bezoeken
	Visitors      = "visitors"     // verschillende bezoekers
	Meetings      = "meetings"     // bijeenkomsten naast de inloop
	Trainees      = "trainees"     // deelnemers training
	Finished      = "trainingFinished"
	Volunteers    = "volunteers"
	VolunteerTime = "volunteerHours"
	Grade         = "grade"   // rapportcijfer
	Welcome       = "welcome" // "Ik voel me hier welkom"
)

var keyForm = regexp.MustCompile(`^[a-z][a-zA-Z0-9]{1,39}$`)

// Validate implements Document.
func (y *ImpactYear) Validate() []problem.Field {
	var f editing.Faults
	if y.Year < 2000 || y.Year > 2199 {
		f.Add("year", problem.Invalid)
	}
	if len(y.Figures) == 0 {
		f.Add("figures", problem.Required)
	}
	seen := map[string]bool{}
	for i := range y.Figures {
		y.Figures[i].validate(&f, fmt.Sprintf("figures.%d.", i))
		if seen[y.Figures[i].Key] {
			f.Add(fmt.Sprintf("figures.%d.key", i), problem.Invalid)
		}
		seen[y.Figures[i].Key] = true
	}
	y.validateFound(&f)
	f.Text(y, "method", &y.Method, 0)
	for i := range y.Quotes {
		f.Text(y.Quotes[i], fmt.Sprintf("quotes.%d.text", i), &y.Quotes[i].Text, 1)
		f.Line(y.Quotes[i], fmt.Sprintf("quotes.%d.by", i), &y.Quotes[i].By, 1)
	}
	y.Figures, y.Found, y.Quotes = append([]Figure{}, y.Figures...), append(
		[]Share{},
		y.Found...), append([]Quote{}, y.Quotes...)
	return f.Faults
}

func (y *ImpactYear) validateFound(f *editing.Faults) {
	total := 0
	for i := range y.Found {
		s, at := &y.Found[i], fmt.Sprintf("found.%d.", i)
		f.Line(s, at+"label", &s.Label, 1)
		switch {
		case s.Percent == nil:
			f.Add(at+"percent", problem.Required)
		case *s.Percent < 0 || *s.Percent > 100:
			f.Add(at+"percent", problem.Invalid)
		default:
			total += *s.Percent
		}
		s.Small = false
	}
	if len(y.Found) == 0 {
		return
	}
	if total < 98 || total > 102 { // rounded parts
		f.Add("found", problem.Invalid)
	}
	f.Line(y, "foundSource", &y.FoundSource, 1)
	if y.FoundN < 1 {
		f.Add("foundN", problem.Required)
	}
}

func (g *Figure) validate(f *editing.Faults, at string) {
	if !keyForm.MatchString(g.Key) {
		f.Add(at+"key", problem.Invalid)
	}
	f.Line(g, at+"label", &g.Label, 1)
	scale := math.Pow10(g.Decimals)
	switch {
	case g.Decimals < 0 || g.Decimals > 2:
		f.Add(at+"decimals", problem.Invalid)
	case g.Value == nil && g.Small: // counted, and so few that nobody keeps the number
	case g.Value == nil:
		f.Add(at+"value", problem.Required)
	case !(*g.Value >= 0 && *g.Value <= 1e9) ||
		math.Abs(math.Round(*g.Value*scale)-*g.Value*scale) > 1e-6:
		f.Add(at+"value", problem.Invalid)
	}
	f.Line(g, at+"unit", &g.Unit, 0)
	f.Text(g, at+"definition", &g.Definition, 0)
	f.Line(g, at+"source", &g.Source, 1)
	if g.N < 0 {
		f.Add(at+"n", problem.Invalid)
	} else if g.N == 0 && (g.Unit == "%" || g.Key == Grade) {
		f.Add(at+"n", problem.Required)
	}
	f.Text(g, at+"note", &g.Note, 0)
	g.Small = g.Small && g.Value == nil
}
