package contact

import (
	"strings"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// SendMessage is the body of the contact form. Every field may be absent in JSON;
// Validate says what is missing.
type SendMessage struct {
	Subject string `json:"subject,omitempty" doc:"activity, firstVisit, story, cooperation, press or other"`
	Form
	httpkit.FormFields
}

// Form is the part of it that only the application key can read.
type Form struct {
	privacy.Named
	Message string `json:"message,omitempty"`
}

// The limits of a message, in Unicode code points after tidying.
const (
	minMessage = 5
	maxMessage = 2000
)

var subjects = map[string]string{
	"activity":    "vraag over een activiteit",
	"firstVisit":  "eerste bezoek",
	"story":       "mijn verhaal delen",
	"cooperation": "samenwerken",
	"press":       "pers",
	"other":       "iets anders",
}

// Validate tidies the body and gives its mistakes in the order of the form.
func (m *SendMessage) Validate() (f problem.Faults) {
	m.Subject = strings.TrimSpace(m.Subject)
	f.When(subjects[m.Subject] == "", "subject", problem.Choice)
	f = append(f, m.Named.Validate(false)...)
	m.Message = httpkit.Text(m.Message)
	f.Length("message", m.Message, minMessage, maxMessage)
	return f
}
