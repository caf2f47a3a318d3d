package volunteers

import (
	"regexp"
	"slices"
	"strings"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Application is the body of the form for volunteers. Every field may be absent in JSON; Validate
// says what is missing.
type Application struct {
	Name string `json:"name,omitempty"`
	privacy.Contact
	Roles        []string `json:"roles,omitempty" doc:"ids of open roles, or unknown"`
	Availability []string `json:"availability,omitempty" doc:"weekday and part of the day, such as 1-morning (Monday), 7-evening; or talk"`
	Answers
	Keep bool `json:"keep,omitempty" doc:"keep it for a year when there is no place now"`
	httpkit.FormFields
}

// Answers are what somebody tells of themselves: the same in the form, sealed in the row, and as
// staff read it. A new question is a field here, with its rule in tidy.
type Answers struct {
	About string `json:"about,omitempty"`
}

func (a *Answers) tidy(f *problem.Faults) {
	a.About = httpkit.Text(a.About)
	f.Length("about", a.About, 0, maxAbout)
}

// words are all that somebody told, for their own copy of what we keep.
func (a *Answers) words() string {
	return strings.TrimSpace(strings.Join([]string{a.About}, "\n"))
}

// What stands for no choice yet.
const (
	unknownRole = "unknown"
	ratherTalk  = "talk"
	maxAbout    = 1000
)

var timeForm = regexp.MustCompile(`^[1-7]-(morning|afternoon|evening)$`)

// Validate tidies the body and gives its mistakes in the order of the form. open are the ids of the
// roles that are open.
func (a *Application) Validate(open []string) problem.Faults {
	var f problem.Faults
	f = append(f, tidyName(&a.Name)...)
	f = append(f, a.Contact.Validate()...)
	a.Roles = chosen(a.Roles)
	if len(a.Roles) == 0 ||
		slices.ContainsFunc(a.Roles, func(r string) bool {
			return r != unknownRole && !slices.Contains(open, r)
		}) {
		f.Add("roles", problem.Choice)
	}
	a.Availability = chosen(a.Availability)
	if len(a.Availability) == 0 ||
		slices.ContainsFunc(a.Availability, func(w string) bool {
			return w != ratherTalk && !timeForm.MatchString(w)
		}) {
		f.Add("availability", problem.Choice)
	}
	a.Answers.tidy(&f)
	return f
}

func tidyName(name *string) (f problem.Faults) {
	*name = httpkit.Line(*name)
	if !privacy.Readable(*name) {
		f.Add("name", problem.Required)
	}
	f.Length("name", *name, 0, privacy.MaxName)
	return f
}

// chosen are the answers, each once and in one order.
func chosen(ticked []string) []string {
	out := slices.Clone(ticked)
	slices.Sort(out)
	return slices.Compact(out)
}

// sealed is what only the application key can read of an application.
type sealed struct {
	Name         string   `json:"name"`
	Email        string   `json:"email,omitempty"`
	Phone        string   `json:"phone,omitempty"` // E.164
	Roles        []string `json:"roles"`
	Availability []string `json:"availability"`
	Answers
}
