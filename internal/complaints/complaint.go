package complaints

import (
	"slices"
	"strings"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Complain is the body of the complaint form. Every field may be absent in JSON;
// Validate says what is missing.
type Complain struct {
	Form
	ContactWish *bool `json:"contactWish,omitempty" doc:"false: name and contact are not kept, also when sent"`
	httpkit.FormFields
}

// Form is the part of it that only the application key can read.
type Form struct {
	About            string `json:"about,omitempty" doc:"treatment, activity, safety, privacy, building or other"`
	AboutCoordinator bool   `json:"aboutCoordinator,omitempty"` // then never given to a coordinator
	What             string `json:"what,omitempty"`
	When             string `json:"when,omitempty" doc:"as the person says it"`
	Wish             string `json:"wish,omitempty"`
	privacy.Named
}

// The limits of a complaint and of a message about it, in Unicode code points after tidying.
const (
	minText = 10
	maxText = 4000
	maxWhen = 100
	maxWish = 1000
)

var subjects = []string{"treatment", "activity", "safety", "privacy", "building", "other"}

// Validate tidies the body and gives its mistakes in the order of the form. Of somebody who wants
// no contact nothing is left that names a person.
func (c *Complain) Validate() (f problem.Faults) {
	c.About = strings.TrimSpace(c.About)
	f.When(!slices.Contains(subjects, c.About), "about", problem.Choice)
	c.What, c.When, c.Wish = httpkit.Text(c.What), httpkit.Line(c.When), httpkit.Text(c.Wish)
	f.Length("what", c.What, minText, maxText)
	f.Length("when", c.When, 0, maxWhen)
	f.Length("wish", c.Wish, 0, maxWish)
	f.When(c.ContactWish == nil, "contactWish", problem.Choice)
	if !c.reachable() {
		c.Named = privacy.Named{}
		return f
	}
	return append(f, c.Named.Validate(true)...)
}

func (c *Complain) reachable() bool { return c.ContactWish != nil && *c.ContactWish }

// ComplaintByCode is the body of who reads a complaint by its number.
type ComplaintByCode struct {
	Code string `json:"code,omitempty" doc:"K-XXXX-XXXX-XXXX, in any spelling"`
	httpkit.FormFields
}

// ComplaintReply is the body of who writes on.
type ComplaintReply struct {
	Code  string `json:"code,omitempty"`
	Reply string `json:"reply,omitempty"`
	httpkit.FormFields
}

// Validate tidies the code: the form under which it is looked up.
func (b *ComplaintByCode) Validate() problem.Faults { return readCode(&b.Code) }

// Validate tidies both and gives their mistakes in the order of the form.
func (m *ComplaintReply) Validate() problem.Faults {
	f := readCode(&m.Code)
	m.Reply = httpkit.Text(m.Reply)
	f.Length("reply", m.Reply, minText, maxText)
	return f
}

func readCode(code *string) problem.Faults {
	return privacy.TypedCode(code, codePrefix, codeLength)
}

// ComplaintReceived answers a complaint: the number is told this once.
type ComplaintReceived struct {
	Status string `json:"status" enum:"received"`
	Code   string `json:"code" doc:"K-XXXX-XXXX-XXXX"`
	// Reachable: the person hears from the confidant; else the number is the only way.
	Reachable bool `json:"reachable"`
}

// ComplaintHandled is what a number shows: how far it is and what was written, without anybody's
// name.
type ComplaintHandled struct {
	Code     string             `json:"code"`
	State    string             `json:"state" enum:"received,handling,asking,answered,closed"`
	Messages []ComplaintMessage `json:"messages" doc:"oldest first"`
}

// ComplaintMessage is one text after the complaint itself.
type ComplaintMessage struct {
	Ours bool   `json:"ours" doc:"from the house"`
	Day  string `json:"day" format:"date"`
	Text string `json:"text"`
}

// shown is what the person is told of a state that staff see.
var shown = map[string]string{
	"received":  "received",
	"confirmed": "handling",
	"talk":      "handling",
	"asked":     "asking",
	"answered":  "answered",
	"closed":    "closed",
}
