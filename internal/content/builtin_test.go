package content

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
	"herstelruimte/internal/wording"
)

func TestBuiltInPagesAreValidAndEasyToRead(t *testing.T) {
	t.Parallel()
	for key := range builtIn {
		p := builtInPage(key)
		if fault, _ := p.Validate().(*problem.Problem); fault != nil || p.Key != key {
			t.Errorf("%s: %+v", key, fault)
		}
		all := p.Lead + "\n"
		if bad := wording.Avoided(p.Lead); bad != nil {
			t.Errorf("%s: the lead has words to avoid: %v", key, bad)
		}
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
	page := builtInPage(keyAbout)
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

func TestTheProgramCarriesThePagesThatTheHouseHas(t *testing.T) {
	t.Parallel()
	want := []string{
		"about",
		"contact",
		"home",
		"huisregels",
		"klachten",
		"nieuwsbrief",
		"privacy",
		"registrationsequel",
		"verwijzers",
		"vrijwilligers",
	}
	if got := slices.Sorted(maps.Keys(builtIn)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What the statement leaves open is filled in: no place of a setting is left over.
func TestThePrivacyStatementIsEasyToReadAndHasNoOpenPlaces(t *testing.T) {
	t.Parallel()
	s := statement(house.Default(), builtInPage(keyPrivacy))
	texts := []string{s.Short}
	for _, b := range s.Blocks {
		texts = append(texts, b.Heading, b.Body.Plain())
		if b.ID == "wie-zijn-wij" && !strings.Contains(string(db.JSON(b)), `"tel:+31123456789"`) {
			t.Errorf("no link to ring us: %s", db.JSON(b))
		}
	}
	for _, k := range s.Kept {
		texts = append(texts, k.What, k.About, k.Why, k.Basis, k.Term, k.Who)
	}
	all := strings.Join(texts, "\n")
	if open := regexp.MustCompile(`\{[a-zA-Z]+\}`).FindString(string(db.JSON(s))); open != "" {
		t.Errorf("%s is left over", open)
	}
	if strings.Contains(all, "!") || strings.Contains(all, "  ") {
		t.Errorf("there is a shout or a double space in:\n%s", all)
	}
	if bad := wording.Avoided(all); bad != nil {
		t.Errorf("words to avoid: %q", bad)
	}
	if average, long := wording.Measure(all); average > wording.Average || long != nil {
		t.Errorf("%.1f words a sentence, too long: %q", average, long)
	}
}

func TestAFileOfABuiltInTextIsReadStrictly(t *testing.T) {
	t.Parallel()
	good := fstest.MapFS{
		"pages/a.md":           {Data: []byte("# Titel\n\n## Kop {#een}\n\nJa.\n\n## {#twee}\n")},
		"privacy/statement.md": {Data: []byte("## Kop {#een}\n\nTekst.\n")},
		"privacy/kept.json":    {Data: []byte(kept)},
	}
	if err := readAll(good); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string][2]string{
		"a page without a title":     {"pages/a.md", "## Kop {#een}\n\nTekst.\n"},
		"a part without an id":       {"pages/a.md", "# Titel\n\n## Kop\n\nTekst.\n"},
		"text before the first part": {"pages/a.md", "# Titel\n\nLos.\n\n## Kop {#een}\n"},
		"a mark that is not closed":  {"pages/a.md", "# Titel\n\n## Kop {#een}\n\n**Vet\n"},
		"an unknown field":           {"privacy/kept.json", strings.Replace(kept, "why", "reason", 1)},
		"a field that is not there":  {"privacy/kept.json", strings.Replace(kept, "Nut", "", 1)},
		"a link that is not closed":  {"privacy/statement.md", "## Kop {#een}\n\n[a](b\n"},
	} {
		bad := maps.Clone(good)
		bad[c[0]] = &fstest.MapFile{Data: []byte(c[1])}
		if err := readAll(bad); err == nil || !strings.Contains(err.Error(), c[0]) {
			t.Errorf("%s: got %v, want an error that names %s", what, err, c[0])
		}
	}
}

const kept = `[{"what": "Je naam", "why": "Nut", "basis": "Wet", "term": "1 dag", "who": "Wij"}]`

func readAll(files fs.FS) error {
	if _, err := readPages(files); err != nil {
		return err
	}
	_, err := readStatement(files)
	return err
}
