package rules

import (
	"fmt"
	"strconv"
	"strings"

	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
)

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

// DeskConsent is what staff read aloud to whom they sign up.
func DeskConsent(h house.House) Consent { return consent("balie-1", h.Keep.RegistrationDays) }

// DeskWaitConsent is what staff read aloud to whom they put on the waitlist.
func DeskWaitConsent(h house.House) Consent {
	return consent("balie-wachtlijst-1", h.Keep.WaitlistDays)
}

func consent(sentence string, days int) Consent {
	v := sentence + "-" + strconv.Itoa(days)
	return Consent{Version: v, Text: ConsentText(v)}
}

// Agreed adds what is wrong with the consent of a form: only the sentence that the form shows can
// be agreed with.
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

// Consent is one version of a sentence to agree with.
type Consent struct {
	Version string `json:"version"`
	Text    string `json:"text"`
}
