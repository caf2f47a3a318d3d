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
	Form
	Keep bool `json:"keep,omitempty" doc:"keep it for a year when there is no place now"`
	httpkit.FormFields
}

// Form is the part of it that only the application key can read.
type Form struct {
	privacy.Named
	Roles []string `json:"roles,omitempty" doc:"ids of open roles, or unknown"`
	Parts
	Availability []string `json:"availability,omitempty" doc:"never-1 (Monday) to never-7: days that never can; or talk"`
	Answers
}

// Parts of the day, each with how often somebody can.
type Parts struct {
	Morning   string `json:"morning,omitempty"   doc:"often, sometimes or never"`
	Afternoon string `json:"afternoon,omitempty" doc:"often, sometimes or never"`
	Evening   string `json:"evening,omitempty"   doc:"often, sometimes or never"`
}

const (
	often     = "often"
	sometimes = "sometimes"
	never     = "never"
)

// each part with its name, in the order of the day.
func (p *Parts) each(do func(name string, part *string)) {
	do("morning", &p.Morning)
	do("afternoon", &p.Afternoon)
	do("evening", &p.Evening)
}

// When is when somebody can, in one list: morning-often, evening-sometimes, never-1, talk. An
// application of before these questions ticked days by parts of the day: three ticks of a part or
// more are often, fewer sometimes.
func (f Form) When() []string {
	out := []string{}
	f.each(func(name string, part *string) {
		ticks := 0
		for _, a := range f.Availability {
			if strings.HasSuffix(a, "-"+name) {
				ticks++
			}
		}
		switch {
		case *part == often || ticks >= 3:
			out = append(out, name+"-"+often)
		case *part == sometimes || ticks > 0:
			out = append(out, name+"-"+sometimes)
		}
	})
	for _, a := range f.Availability {
		if timeForm.MatchString(a) {
			out = append(out, a)
		}
	}
	return out
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

var timeForm = regexp.MustCompile(`^(` + never + `-[1-7]|` + ratherTalk + `)$`)

// Validate tidies the body and gives its mistakes in the order of the form. open are the ids of the
// roles that are open.
func (a *Application) Validate(open []string) problem.Faults {
	f := a.Named.Validate(true)
	f = append(f, choose("roles", &a.Roles, func(r string) bool {
		return r == unknownRole || slices.Contains(open, r)
	})...)
	can := slices.Contains(a.Availability, ratherTalk)
	a.each(func(name string, part *string) {
		can = can || *part == often || *part == sometimes
		f.When(!slices.Contains([]string{"", often, sometimes, never}, *part), name, problem.Choice)
	})
	f.When(!can, "availability", problem.Choice)
	if len(a.Availability) > 0 && can {
		f = append(f, choose("availability", &a.Availability, timeForm.MatchString)...)
	}
	a.Answers.tidy(&f)
	return f
}

// choose leaves each answer once, in one order; at least one must be there, and all may be chosen.
func choose(field string, ticked *[]string, may func(string) bool) (f problem.Faults) {
	*ticked = slices.Clone(*ticked)
	slices.Sort(*ticked)
	*ticked = slices.Compact(*ticked)
	wrong := func(one string) bool { return !may(one) }
	f.When(len(*ticked) == 0 || slices.ContainsFunc(*ticked, wrong), field, problem.Choice)
	return f
}
