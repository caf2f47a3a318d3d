package content

import (
	"strings"
	"testing"

	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
	"herstelruimte/internal/wording"
)

func TestBuiltInPagesAreValidAndEasyToRead(t *testing.T) {
	t.Parallel()
	for key, page := range builtIn {
		p := page()
		if fault, _ := p.Validate().(*problem.Problem); fault != nil || p.Key != key {
			t.Errorf("%s: %+v", key, fault)
		}
		var all string
		for _, s := range p.Blocks {
			text := s.Heading + "\n" + s.Body.Plain()
			if bad := wording.Avoided(text); bad != nil {
				t.Errorf("%s#%s has words to avoid: %v", key, s.ID, bad)
			}
			if strings.Contains(text, "!") || strings.Contains(text, "  ") {
				t.Errorf("%s#%s shouts or has double spaces", key, s.ID)
			}
			all += text + "\n"
		}
		if average, long := wording.Measure(
			all,
		); average > wording.Average || average == 0 || long != nil {
			t.Errorf("%s: %.1f words a sentence, too long: %q", key, average, long)
		}
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
		"huisregels": {
			"uitpraten",
			"blijft hier",
			"alcohol",
			"foto's",
			"altijd weg",
			"Grenzen",
		},
		"partners": {
			"gemeente",
			"ggz",
			"begeleid wonen",
			"huisartsen",
			"welzijn",
			"mantelzorg",
			"bibliotheek",
			"woningcorporatie",
			"verslavingszorg",
		},
		"anbi": {
			"Stichting Herstelruimte Veldermeer",
			"RSIN",
			"KvK",
			"Adres",
			"Telefoon",
			"E-mail",
			"doel",
			"voorzitter",
			"secretaris",
			"penningmeester",
			"loon",
			"dagdelen",
			"€",
		},
		"toegankelijkheid": {
			"WCAG 2.2",
			"axe",
			"nog niet",
			"schermlezer",
			"22 november 2026",
			"5 werkdagen",
		},
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
	if list := ids["waar-geloven-we-in"].Content[0]; len(list.Content) != 10 ||
		page.Title != "Over ons" {
		t.Errorf("%d points", len(list.Content))
	}
}
