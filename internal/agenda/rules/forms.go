package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

type Diet struct {
	Choices []string `json:"choices,omitempty" doc:"vegetarian, noPork, other"`
	Other   string   `json:"other,omitempty"`
}

// The bodies of forms. Every field may be absent in JSON: Validate tidies a body and says what is
// wrong, in the order of the form.

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

// ChangeEntry is the same of who waits, without the number of people: a place is sought for that
// many.
type ChangeEntry struct {
	Person
	PreferredWay string `json:"preferredWay,omitempty" doc:"mail or phone"`
	ShortNotice  *bool  `json:"shortNotice,omitempty"`
}

type AskLink struct {
	Email string `json:"email,omitempty"`
	httpkit.FormFields
}

type OpenByCode struct {
	Code string `json:"code,omitempty" doc:"XXXXX-XXXXX, in any spelling"`
	httpkit.FormFields
}

// DeskCodeLength is of the code without its dash.
const DeskCodeLength = 10

// Person is a name and one or two ways to reach it; tidied, the phone is E.164.
type Person struct {
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

const (
	maxSupport = 300
	maxDiet    = 100
)

var dietChoices = []string{"vegetarian", "noPork", "other"}

func (s *SignUp) Validate() []problem.Field {
	var f problem.Faults
	s.Person.validate(&f)
	f.When(s.ForOther && !s.OtherKnows, "otherKnows", problem.Required)
	validAnswers(&f, s.Guests, &s.Support, &s.Diet)
	f.When(!s.Consent, "consent", problem.Required)
	s.IfFull = cmp.Or(s.IfFull, "tell")
	f.OneOf("ifFull", []string{"tell", "waitlist"}, s.IfFull)
	s.NoMail = s.NoMail && s.Email != ""
	return f
}

func (j *JoinWaitlist) Validate() []problem.Field {
	var f problem.Faults
	j.validWaiter(&f, j.PreferredWay, j.ShortNotice)
	validGuests(&f, j.Guests)
	f.When(!j.Consent, "consent", problem.Required)
	return f
}

func (c *ChangeEntry) Validate() []problem.Field {
	var f problem.Faults
	c.validWaiter(&f, c.PreferredWay, c.ShortNotice)
	return f
}

func (c *Change) Validate() []problem.Field { return c.ValidateFor("site") }

// ValidateFor is Validate for a source: who came by phone or at the desk need not say how to be
// reached.
func (c *Change) ValidateFor(source string) []problem.Field {
	var f problem.Faults
	if source == "site" || c.Email != "" || c.Phone != "" {
		c.Person.validate(&f)
	} else {
		c.Person.validName(&f)
	}
	validAnswers(&f, c.Guests, &c.Support, &c.Diet)
	return f
}

func (a *AskLink) Validate() []problem.Field { return privacy.OnlyEmail(&a.Email) }

// Validate tidies the code: the form under which it is looked up.
func (o *OpenByCode) Validate() []problem.Field {
	return privacy.TypedCode(&o.Code, "", DeskCodeLength)
}

func (p *Person) validName(f *problem.Faults) {
	p.Name = httpkit.Line(p.Name)
	f.When(!privacy.Readable(p.Name), "name", problem.Required)
	f.Length("name", p.Name, 0, privacy.MaxName)
}

func (p *Person) validate(f *problem.Faults) {
	p.validName(f)
	contact := privacy.Contact{Email: p.Email, Phone: p.Phone}
	*f = append(*f, contact.Validate()...)
	p.Email, p.Phone = contact.Email, contact.Phone
}

// validWaiter also holds the preferred way against the ways there are.
func (p *Person) validWaiter(f *problem.Faults, way string, short *bool) {
	p.validate(f)
	switch {
	case way != "mail" && way != "phone":
		f.Add("preferredWay", problem.Choice)
	case way == "mail" && p.Email == "" && p.Phone != "",
		way == "phone" && p.Phone == "" && p.Email != "":
		f.Add("preferredWay", problem.Invalid)
	}
	f.When(short == nil, "shortNotice", problem.Choice)
}

func validGuests(f *problem.Faults, n int) { f.When(n < 0 || n > 3, "guests", problem.Choice) }

func validAnswers(f *problem.Faults, guests int, support *string, diet **Diet) {
	validGuests(f, guests)
	*support = httpkit.Text(*support)
	f.Length("support", *support, 0, maxSupport)
	*diet = validDiet(f, *diet)
}

func validDiet(f *problem.Faults, d *Diet) *Diet {
	if d == nil {
		return nil
	}
	out := Diet{Choices: slices.Clone(d.Choices), Other: httpkit.Line(d.Other)}
	f.Length("dietOther", out.Other, 0, maxDiet)
	for _, c := range out.Choices {
		f.OneOf("diet", dietChoices, c)
	}
	said := slices.Contains(out.Choices, "other")
	switch {
	case said && out.Other == "":
		f.Add("dietOther", problem.Required)
	case !said && out.Other != "":
		out.Choices = append(out.Choices, "other")
	case len(out.Choices) == 0:
		return nil
	}
	out.Choices = sorted(out.Choices)
	return &out
}

// AsWaiting is the waitlist form that a sign-up form amounts to; its consent covers it.
func (in SignUp) AsWaiting(way string) JoinWaitlist {
	if way != "mail" {
		way = "phone"
	}
	return JoinWaitlist{
		Person:         in.Person,
		PreferredWay:   way,
		ShortNotice:    new(true),
		Guests:         in.Guests,
		Consent:        true,
		ConsentVersion: in.ConsentVersion,
	}
}

// The sentences that people agree with. A version names the sentence and its number of days, so
// that the exact text can be told later: "aanmelding-1-30".
var consentTexts = map[string]string{
	"aanmelding-1": "Ik vind het goed dat Herstelruimte mijn aanmelding bewaart tot %s na de activiteit.",
	// read aloud by staff
	"balie-1":            "We bewaren je naam en hoe we je bereiken tot %s na de activiteit. Vind je dat goed?",
	"balie-wachtlijst-1": "We bewaren je naam en hoe we je bereiken tot %s na de activiteit. Vind je dat goed?",
	"wachtlijst-1":       "Ik vind het goed dat Herstelruimte mijn gegevens bewaart tot %s na de activiteit.",
}

func SignUpConsent(h house.House) Consent {
	return consent("aanmelding-1", h.Keep.RegistrationDays)
}

func WaitConsent(h house.House) Consent { return consent("wachtlijst-1", h.Keep.WaitlistDays) }

// DeskConsent and DeskWaitConsent are read aloud by staff.
func DeskConsent(h house.House) Consent { return consent("balie-1", h.Keep.RegistrationDays) }

func DeskWaitConsent(h house.House) Consent {
	return consent("balie-wachtlijst-1", h.Keep.WaitlistDays)
}

func consent(sentence string, days int) Consent {
	v := sentence + "-" + strconv.Itoa(days)
	return Consent{Version: v, Text: ConsentText(v)}
}

// Agreed adds a mistake when it is not the sentence of the form that was agreed with.
func Agreed(f []problem.Field, version string, shown Consent) []problem.Field {
	if version != shown.Version {
		f = append(f, problem.Field{Name: "consentVersion", Code: problem.Invalid})
	}
	return f
}

// ConsentText is the sentence of a version, "" when there is no such version.
func ConsentText(version string) string {
	i := strings.LastIndex(version, "-")
	if i < 0 || consentTexts[version[:i]] == "" {
		return ""
	}
	days, err := strconv.Atoi(version[i+1:])
	if err != nil || days < 0 {
		return ""
	}
	return fmt.Sprintf(consentTexts[version[:i]], dagen(days))
}

func dagen(n int) string {
	if n == 1 {
		return "1 dag"
	}
	return strconv.Itoa(n) + " dagen"
}

type Consent struct {
	Version string `json:"version"`
	Text    string `json:"text"`
}
