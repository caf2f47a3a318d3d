package content

import (
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
)

func paperOf(t *testing.T, name string, h house.House) string {
	t.Helper()
	text, err := Paper(name, PaperInput{
		House:  h,
		At:     time.Date(2026, 11, 23, 12, 0, 0, 0, clock.Amsterdam),
		SignUp: Aloud{"balie-1-30", "Vind je dat goed?"},
		Wait:   Aloud{"balie-wachtlijst-1-7", "En dit?"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestARegisterFollowsTheTermsOfTheSettings(t *testing.T) {
	t.Parallel()
	h := house.Default()
	before := paperOf(t, "register", h)
	h.Keep.RegistrationDays, h.Keep.ComplaintDays = 41, 43
	after := paperOf(t, "register", h)
	for _, want := range []string{"41 dagen na de laatste keer", "43 dagen na het afsluiten"} {
		if strings.Contains(before, want) || !strings.Contains(after, want) {
			t.Errorf("%q: before %v, after %v",
				want, strings.Contains(before, want), strings.Contains(after, want))
		}
	}
	for _, k := range ownStatement.kept {
		if !strings.Contains(after, "**"+k.What+"**") {
			t.Errorf("%s stands in the statement, and not in the register", k.What)
		}
	}
}

// What is kept beside the forms: it stands in no statement for visitors.
func TestTheRegisterNamesWhatIsKeptBesideTheForms(t *testing.T) {
	t.Parallel()
	register := paperOf(t, "register", house.Default())
	for _, k := range moreKept {
		if k.What == "" || k.Why == "" || k.Basis == "" || k.Term == "" || k.Who == "" {
			t.Errorf("something is not said of %q", k.What)
		}
	}
	for _, what := range []string{
		"Mail die terugkomt", "Langer bewaren", "Dagen dat we dicht zijn", "Uren van vrijwilligers",
	} {
		if !strings.Contains(register, "| **"+what+"**") {
			t.Errorf("the register does not tell of %q", what)
		}
	}
}

func TestNoPaperHasAPlaceThatNothingFills(t *testing.T) {
	t.Parallel()
	for _, name := range Papers {
		text := paperOf(t, name, house.Default())
		if !strings.Contains(text, "23-11-2026") || strings.ContainsAny(text, "{}") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
	aloud := paperOf(t, "voorlezen", house.Default())
	for _, want := range []string{"balie-1-30", "> Vind je dat goed?", "> En dit?"} {
		if !strings.Contains(aloud, want) {
			t.Errorf("%q is not read aloud", want)
		}
	}
	if got := paperOf(t, "gedicht", house.Default()); got != "" {
		t.Errorf("there is no such paper: %q", got)
	}
}
