package rules

import (
	"slices"
	"strings"
	"testing"

	"herstelruimte/internal/problem"
)

func TestAnOwnSentenceIsOneLineWithoutALink(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Neem een schort mee.":               "",
		"Neem een\nschort mee.":              "",
		"Kom om 13.30. Neem niets mee.":      "",
		"Kijk op www.voorbeeld.example":      problem.LinkText,
		"Kom op tijd.Be welkom.":             "",
		"Kijk op VOORBEELD.NL.":              problem.LinkText,
		"Kijk op voorbeeld.nl.":              problem.LinkText,
		"Open HTTPS://voorbeeld.example/":    problem.LinkText,
		strings.Repeat("a", 300):             "",
		strings.Repeat("a", 301):             problem.TooLong,
		"Bel je netwerk.  Neem een trui mee": "",
	} {
		d := ActivityDraft{Activity: Activity{OwnSentence: text}}
		faults := d.Check()
		at := slices.IndexFunc(faults, func(f problem.Field) bool { return f.Name == "ownSentence" })
		if got := at >= 0; got != (want != "") || got && faults[at].Code != want {
			t.Errorf("%q: %v, want %q", text, faults, want)
		}
		if strings.ContainsAny(d.OwnSentence, "\n") {
			t.Errorf("%q is two lines", d.OwnSentence)
		}
	}
}
