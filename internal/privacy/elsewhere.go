package privacy

import (
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// KeptElsewhere is one thing that a room keeps of an address, as the owner of the address sees it.
type KeptElsewhere struct {
	ID   string `json:"-"` // of the row
	Kind string `json:"kind" enum:"message,application,newsletter,newsletterPending,request"`
	Named
	Day  string `json:"day" format:"date" doc:"since when"`
	Text string `json:"text,omitempty" doc:"what was written"`

	Roles   []string     `json:"roles,omitempty"   doc:"of an application: the titles of what was chosen; unknown: said not to know yet"`
	Times   []string     `json:"times,omitempty"   doc:"of an application: when they can: morning-often, evening-sometimes, never-1 (Monday), talk"`
	Keep    bool         `json:"keep,omitempty"    doc:"of an application: it may be kept longer when there is no place now"`
	Consent *KeptConsent `json:"consent,omitempty" doc:"of the newsletter: that they asked for it"`
}

// KeptConsent is the proof that somebody agreed: with which text, when, and how they said so.
type KeptConsent struct {
	Version string `json:"version"`
	Text    string `json:"text"`
	At      string `json:"at"      format:"date-time"`
	Source  string `json:"source"  enum:"site,telefoon,balie"`
}

// By is how a room finds what is somebody's: the condition of its rows on $1.
type By string

// By the keyed hash of an address or a number, or by the ids of rows.
const (
	ByEmail By = `email_key = $1`
	ByPhone By = `phone_key = $1`
	ByIDs   By = `id = any($1)`
)

// Named is who somebody is to the house: a name, when one was asked, and how to reach them. A
// number is E.164.
type Named struct {
	Name string `json:"name,omitempty"`
	Contact
}

// Validate tidies all of it and gives the mistakes in the order of the forms.
func (n *Named) Validate(needed bool) (f problem.Faults) {
	n.Name = httpkit.Line(n.Name)
	f.When(needed && !Readable(n.Name), "name", problem.Required)
	f.Length("name", n.Name, 0, MaxName)
	return append(f, n.Contact.Validate()...)
}
