package content

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// words that visitors should not meet (content.md section 9), as whole words.
var avoided = regexp.MustCompile(`(?i)\b(pati[ëe]nt\w*|cli[ëe]nt\w*|doelgroep\w*|verwarde|psychiatrisch\w*|schizofre\w*|borderline\w*|verslaafde\w*|alcoholist\w*|lijdt aan|slachtoffer\w*|kampt|` +
	`zelfmoord|zwak|kwetsbare|probleemgeval\w*|therapietrouw|ziekte-inzicht|weigert|wij helpen hen|normaal|genezen|opgelost|dapper\w*|no-show|wegblijver\w*|intake|traject\w*|aanbod|voorziening\w*|` +
	`participer\w*|faciliter\w*|middels|indien|teneinde|betreffende|reeds|echter|dient te|gedurende|inzake|derhalve|klik hier|lees meer|u|uw)\b`)

var end = regexp.MustCompile(`[.?!:](\s|$)|\n`)

func sentences(text string) (out []int) {
	for _, s := range end.Split(text, -1) {
		if n := len(strings.Fields(s)); n > 0 {
			out = append(out, n)
		}
	}
	return out
}

func TestBuiltInPagesAreValidAndEasyToRead(t *testing.T) {
	t.Parallel()
	for key, page := range builtIn {
		p := page()
		if fault, _ := p.Validate().(*problem.Problem); fault != nil || p.Key != key {
			t.Errorf("%s: %+v", key, fault)
		}
		total, count := 0, 0
		for _, s := range p.Blocks {
			text := s.Heading + "\n" + s.Body.Plain()
			if bad := avoided.FindAllString(text, -1); bad != nil {
				t.Errorf("%s#%s has words to avoid: %v", key, s.ID, bad)
			}
			if strings.Contains(text, "!") || strings.Contains(text, "  ") {
				t.Errorf("%s#%s shouts or has double spaces", key, s.ID)
			}
			for _, n := range sentences(text) {
				if n > 20 {
					t.Errorf("%s#%s has a sentence of %d words", key, s.ID, n)
				}
				if n > 3 { // names and labels of a list would make the average look good
					total, count = total+n, count+1
				}
			}
		}
		if average := float64(total) / float64(count); average > 10 || count == 0 {
			t.Errorf("%s: %.1f words a sentence", key, average)
		}
	}
}

func TestTheSentenceCounterCounts(t *testing.T) {
	t.Parallel()
	if got := sentences("Een twee drie. Vier 7.385 zes?\nzeven: acht"); !slices.Equal(got, []int{3, 3, 1, 1}) {
		t.Error(got)
	}
	if avoided.FindString("Een Cliënt") == "" || avoided.FindString("intakes") != "" {
		t.Error("the list of words does not work")
	}
}

func TestAboutHasEveryPartThatOthersLinkTo(t *testing.T) {
	t.Parallel()
	page := about()
	ids := map[string]richtext.Doc{}
	for _, s := range page.Blocks {
		if ids[s.ID] = s.Body; s.Heading == "" {
			t.Errorf("%s has no heading", s.ID)
		}
	}
	for id, says := range map[string][]string{
		"huisregels":         {"uitpraten", "blijft hier", "alcohol", "foto's", "altijd weg", "Grenzen"},
		"partners":           {"gemeente", "ggz", "begeleid wonen", "huisartsen", "welzijn", "mantelzorg", "bibliotheek", "woningcorporatie", "verslavingszorg"},
		"anbi":               {"Stichting Herstelruimte Veldermeer", "RSIN", "KvK", "Adres", "Telefoon", "E-mail", "doel", "voorzitter", "secretaris", "penningmeester", "loon", "dagdelen", "€"},
		"toegankelijkheid":   {"WCAG 2.2", "axe", "nog niet", "schermlezer", "21 november 2026", "5 werkdagen"},
		"team":               {"Fatima", "Jan", "Loes", "Bram", "Noor", "Henk", "Sanne"},
		"voor-wie":           {"volwassenen", "naaste is iemand", "behandeling", "crisisdienst"},
		"wie-zijn-wij":       {"ervaringsdeskundigheid", "Herstel betekent"},
		"geld":               {"stichting", "gemeente"},
		"waar-geloven-we-in": {"Open voor iedereen en naasten", "Meer dan koffie"},
	} {
		for _, word := range says {
			if !strings.Contains(ids[id].Plain(), word) {
				t.Errorf("%s does not speak of %q", id, word)
			}
		}
	}
	if list := ids["waar-geloven-we-in"].Content[0]; len(list.Content) != 10 || page.Title != "Over ons" {
		t.Errorf("%d points", len(list.Content))
	}
}
