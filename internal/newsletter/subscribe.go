package newsletter

import (
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Subscribe is the body of the newsletter form.
type Subscribe struct {
	Email          string `json:"email,omitempty"`
	Consent        bool   `json:"consent,omitempty"`
	ConsentVersion string `json:"consentVersion,omitempty"`
	httpkit.FormFields
}

// newestText is the version of the sentence that people agree with. The form shows it
// (web/src/features/newsletter), and a test there holds the two together:
// "Ja, stuur mij ongeveer 6 keer per jaar de nieuwsbrief."
const newestText = "nieuwsbrief-1"

// Validate tidies the address and gives the mistakes in the order of the form.
func (s *Subscribe) Validate() problem.Faults {
	f := privacy.OnlyEmail(&s.Email)
	switch {
	case !s.Consent:
		f.Add("consent", problem.Required)
	case s.ConsentVersion != newestText:
		f.Add("consentVersion", problem.Invalid)
	}
	return f
}

// Confirmation is the body of the button behind a mailed link.
type Confirmation struct {
	Token string `json:"token,omitempty"`
}

// Unsubscribe is the body of who wants no newsletter (any more).
type Unsubscribe struct {
	Token string `json:"token,omitempty"`
	NotMe bool   `json:"notMe,omitempty" doc:"somebody else filled in this address"`
}

// SubscriptionDone answers both.
type SubscriptionDone struct {
	Status string `json:"status" enum:"confirmed,unsubscribed"`
}
