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
	Name    string `json:"name,omitempty"`
	privacy.Contact
	Message string `json:"message,omitempty"`
	httpkit.FormFields
}

// The limits of a message, in Unicode code points after tidying.
const (
	minMessage = 5
	maxMessage = 2000
)

// subjects are what a message can be about, as staff read them.
var subjects = map[string]string{
	"activity":    "vraag over een activiteit",
	"firstVisit":  "eerste bezoek",
	"story":       "mijn verhaal delen",
	"cooperation": "samenwerken",
	"press":       "pers",
	"other":       "iets anders",
}

// Validate tidies the body and gives its mistakes in the order of the form.
func (m *SendMessage) Validate() problem.Faults {
	var f problem.Faults
	m.Subject = strings.TrimSpace(m.Subject)
	if subjects[m.Subject] == "" {
		f.Add("subject", problem.Choice)
	}
	m.Name = httpkit.Line(m.Name)
	f.Length("name", m.Name, 0, privacy.MaxName)
	f = append(f, m.Contact.Validate()...)
	m.Message = httpkit.Text(m.Message)
	f.Length("message", m.Message, minMessage, maxMessage)
	return f
}

// sealed is what only the application key can read of a message.
type sealed struct {
	Name    string `json:"name,omitempty"`
	Email   string `json:"email,omitempty"`
	Phone   string `json:"phone,omitempty"` // E.164
	Message string `json:"message"`
}
