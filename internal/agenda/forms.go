package agenda

import (
	"slices"
	"unicode/utf8"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// SignUp is the body of the sign-up form (forms.md section 2). Every field may be absent in JSON;
// Validate says what is missing.
type SignUp struct {
	Person
	NoMail         bool   `json:"noMail,omitempty"`
	ForOther       bool   `json:"forOther,omitempty"`
	OtherKnows     bool   `json:"otherKnows,omitempty" doc:"must be true with forOther"`
	Guests         int    `json:"guests,omitempty"`
	FirstTime      *bool  `json:"firstTime,omitempty"`
	Support        string `json:"support,omitempty"`
	Diet           *Diet  `json:"diet,omitempty"`
	Reminder       bool   `json:"reminder,omitempty"`
	Consent        bool   `json:"consent,omitempty"`
	ConsentVersion string `json:"consentVersion,omitempty"`
	IfFull         string `json:"ifFull,omitempty" doc:"tell (default) or waitlist"`
	httpkit.FormFields
}

// JoinWaitlist is the body of the waitlist form (forms.md section 3).
type JoinWaitlist struct {
	Person
	PreferredWay   string `json:"preferredWay,omitempty" doc:"mail or phone"`
	ShortNotice    *bool  `json:"shortNotice,omitempty"`
	Guests         int    `json:"guests,omitempty"`
	Consent        bool   `json:"consent,omitempty"`
	ConsentVersion string `json:"consentVersion,omitempty"`
	httpkit.FormFields
}

// Change is the whole changeable set of a sign-up: what is absent is emptied or set to no.
type Change struct {
	Person
	Guests   int    `json:"guests,omitempty"`
	Support  string `json:"support,omitempty"`
	Diet     *Diet  `json:"diet,omitempty"`
	Reminder bool   `json:"reminder,omitempty"`
}

// Person is a name and one or two ways to reach it. Validate tidies it: the phone becomes E.164.
type Person struct {
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// The limits of forms.md, in Unicode code points after tidying.
const (
	maxSupport = 300
	maxDiet    = 100
)

var dietChoices = []string{"vegetarian", "noPork", "other"}

// faults collects field mistakes.
type faults []problem.Field

func (f *faults) add(name, code string) { *f = append(*f, problem.Field{Name: name, Code: code}) }

func (f *faults) length(name, value string, most int) {
	if utf8.RuneCountInString(value) > most {
		f.add(name, problem.TooLong)
	}
}

// Validate tidies the body and gives its mistakes in the order of the form.
func (s *SignUp) Validate() []problem.Field {
	var f faults
	s.Person.validate(&f)
	if s.ForOther && !s.OtherKnows {
		f.add("otherKnows", problem.Required)
	}
	validGuests(&f, s.Guests)
	s.Support = httpkit.Text(s.Support)
	f.length("support", s.Support, maxSupport)
	s.Diet = validDiet(&f, s.Diet)
	if !s.Consent {
		f.add("consent", problem.Required)
	}
	if s.IfFull == "" {
		s.IfFull = "tell"
	}
	if s.IfFull != "tell" && s.IfFull != "waitlist" {
		f.add("ifFull", problem.Choice)
	}
	s.NoMail = s.NoMail && s.Email != ""
	return f
}

// Validate tidies the body and gives its mistakes in the order of the form.
func (j *JoinWaitlist) Validate() []problem.Field {
	var f faults
	j.Person.validate(&f)
	switch {
	case j.PreferredWay != "mail" && j.PreferredWay != "phone":
		f.add("preferredWay", problem.Choice)
	case j.PreferredWay == "mail" && j.Email == "" && j.Phone != "":
		f.add("preferredWay", problem.Wrong)
	case j.PreferredWay == "phone" && j.Phone == "" && j.Email != "":
		f.add("preferredWay", problem.Wrong)
	}
	if j.ShortNotice == nil {
		f.add("shortNotice", problem.Choice)
	}
	validGuests(&f, j.Guests)
	if !j.Consent {
		f.add("consent", problem.Required)
	}
	return f
}

// Validate tidies the body and gives its mistakes in the order of the form.
func (c *Change) Validate() []problem.Field {
	var f faults
	c.Person.validate(&f)
	validGuests(&f, c.Guests)
	c.Support = httpkit.Text(c.Support)
	f.length("support", c.Support, maxSupport)
	c.Diet = validDiet(&f, c.Diet)
	return f
}

func (p *Person) validate(f *faults) {
	p.Name = httpkit.Line(p.Name)
	if !privacy.Readable(p.Name) {
		f.add("name", problem.Required)
	}
	f.length("name", p.Name, privacy.MaxName)
	contact := privacy.Contact{Email: p.Email, Phone: p.Phone}
	*f = append(*f, contact.Validate()...)
	p.Email, p.Phone = contact.Email, contact.Phone
}

func validGuests(f *faults, n int) {
	if n < 0 || n > 3 {
		f.add("guests", problem.Choice)
	}
}

// validDiet tidies what somebody does not eat; nil when nothing was said.
func validDiet(f *faults, d *Diet) *Diet {
	if d == nil {
		return nil
	}
	out := Diet{Choices: slices.Clone(d.Choices), Other: httpkit.Line(d.Other)}
	f.length("dietOther", out.Other, maxDiet)
	for _, c := range out.Choices {
		if !slices.Contains(dietChoices, c) {
			f.add("diet", problem.Choice)
		}
	}
	said := slices.Contains(out.Choices, "other")
	switch {
	case said && out.Other == "":
		f.add("dietOther", problem.Required)
	case !said && out.Other != "":
		out.Choices = append(out.Choices, "other")
	case len(out.Choices) == 0:
		return nil
	}
	slices.Sort(out.Choices)
	out.Choices = slices.Compact(out.Choices)
	return &out
}
