package content

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/house"
)

type privacyRoom struct {
	*Privacy
	t      *testing.T
	house  house.House
	raised int
}

func privacyRoomOf(t *testing.T) *privacyRoom {
	docs := setup(t)
	p := &privacyRoom{t: t, house: house.Default()}
	p.Privacy = &Privacy{
		Pool:  docs.Pool,
		Clock: docs.Clock,
		Pages: &Pages{Clock: docs.Clock, Raise: docs.Desk.Raise},
		House: func(context.Context) house.House { return p.house },
		Raise: func(context.Context, pgx.Tx) error { p.raised++; return nil },
	}
	return p
}

func (p *privacyRoom) get(asked string) Shown {
	p.t.Helper()
	s, err := p.Get(p.t.Context(), asked)
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

func (p *privacyRoom) keep() {
	p.t.Helper()
	if err := p.Keep(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
}

func TestEveryTermOfTheSettingsStandsInTheStatement(t *testing.T) {
	t.Parallel()
	h := house.Default()
	h.Keep = house.Terms{
		RegistrationDays:  31,
		WaitlistDays:      8,
		SupportDays:       9,
		MessageDays:       33,
		UnansweredDays:    34,
		VolunteerDays:     36,
		VolunteerKeepDays: 37,
		ComplaintDays:     38,
		SubscriberDays:    39,
		AuditDays:         40,

		VolunteerIdleMonths: 11,
	}
	h.Announcement = &house.Announcement{ExpiresDays: 45}
	s := statement(h, builtInPage(keyPrivacy))
	all := s.Short + fmt.Sprint(s.Kept)
	for _, b := range s.Blocks {
		all += b.Body.Plain()
	}
	if !strings.Contains(all, "Anders 11 maanden nadat we er voor het laatst iets mee deden.") {
		t.Error("how long an application rests does not follow the settings")
	}
	if !strings.Contains(all, "Dat blijft 45 dagen staan.") {
		t.Error("how long a dismissed announcement is remembered does not follow the settings")
	}
	for _, n := range []int{31, 8, 9, 33, 34, 36, 37, 38, 39, 40} {
		if !strings.Contains(all, fmt.Sprint(n, " dagen")) {
			t.Errorf("%d days stand nowhere", n)
		}
	}
	if !strings.Contains(s.Short, "31 dagen na de activiteit wissen we je aanmelding.") {
		t.Error(s.Short)
	}
}

func TestATermIsSaidAsPeopleDo(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]string{
		0:   "dezelfde nacht",
		1:   "1 dag",
		7:   "7 dagen",
		13:  "13 dagen",
		14:  "2 weken",
		28:  "4 weken",
		30:  "30 dagen",
		89:  "89 dagen",
		90:  "3 maanden",
		92:  "3 maanden",
		93:  "93 dagen",
		183: "een half jaar",
		365: "1 jaar",
		730: "2 jaar",
		400: "400 dagen",
	} {
		if got := Term(days); got != want {
			t.Errorf("%d: %s, want %s", days, got, want)
		}
	}
}

func TestTheStatementHasEveryLayer(t *testing.T) {
	t.Parallel()
	s := statement(house.Default(), builtInPage(keyPrivacy))
	var ids []string
	for _, b := range s.Blocks {
		ids = append(ids, b.ID)
		if b.Heading == "" || b.Body.Plain() == "" || len(b.Body.Faults("body")) > 0 {
			t.Errorf("%s: %v", b.ID, b.Body.Faults("body"))
		}
	}
	want := []string{
		"wie-zijn-wij",
		"formulieren",
		"belang",
		"invullen",
		"wie-ziet-het",
		"buiten-de-eu",
		"beveiliging",
		"rechten",
		"verzoek",
		"besluiten",
		"klacht",
		"mijn-keuzes", "fotos-en-verhalen", "jonger-dan-16", "snel-weg",
	}
	if !slices.Equal(ids, want) {
		t.Errorf("%v", ids)
	}
}

func TestWhatPeopleWroteTakesItsPlaceAndWhatTheyAddedComesLast(t *testing.T) {
	t.Parallel()
	page := builtInPage(keyPrivacy)
	page.Blocks = append(
		page.Blocks[1:],
		Section{ID: "extra", Heading: "Extra", Body: page.Blocks[0].Body},
		Section{ID: "belang", Heading: "Van ons", Body: page.Blocks[0].Body},
	)
	s := statement(house.Default(), page)
	if last := s.Blocks[len(s.Blocks)-1]; last.ID != "extra" {
		t.Errorf("last is %s", last.ID)
	}
	for _, b := range s.Blocks {
		if b.ID == "fotos-en-verhalen" || b.Heading == "Van ons" {
			t.Errorf(
				"%s: a part that was taken out stays out, and a generated part cannot be written over",
				b.ID,
			)
		}
	}
}

func TestAChangedTermShowsAtOnceAndMakesADatedVersion(t *testing.T) {
	t.Parallel()
	p := privacyRoomOf(t)
	if s := p.get(""); s.Version != 1 || s.Since != "2026-11-24" || len(s.Versions) != 1 || s.Old {
		t.Fatalf("before the first was written down: %+v", s.Versions)
	}
	p.keep()
	p.keep()
	if s := p.get(""); s.Version != 1 || p.raised != 1 {
		t.Fatalf(
			"version %d, raised %d: the same text makes no second version",
			s.Version,
			p.raised,
		)
	}
	p.Clock.Advance(48 * time.Hour)
	p.house.Keep.RegistrationDays = 14
	for range 2 { // before and after it is written down
		s := p.get("")
		if s.Version != 2 || s.Since != "2026-11-26" ||
			!strings.Contains(s.Short, "2 weken na de activiteit") {
			t.Fatalf("%d %s %s", s.Version, s.Since, s.Short)
		}
		p.keep()
	}
	old := p.get("1")
	if !old.Old || old.Version != 1 || old.Since != "2026-11-24" ||
		!strings.Contains(old.Short, "30 dagen na de activiteit") ||
		len(old.Versions) != 2 {
		t.Errorf("%+v", old)
	}
	p.house.Keep.RegistrationDays = 30
	p.keep()
	if s := p.get("2"); p.get("").Version != 3 || !s.Old {
		t.Error("a text that comes back is a version of its own")
	}
	for _, wrong := range []string{"0", "-1", "4", "x", "99999999999999999999", "1.5", "'"} {
		if s := p.get(wrong); s.Old || s.Version != 3 {
			t.Errorf("%q gives version %d", wrong, s.Version)
		}
	}
}

// What is said of companies and of the server follows the settings, and nobody is forgotten.
func TestTheStatementNamesWhoWorksWithTheData(t *testing.T) {
	t.Parallel()
	post := house.Processor{
		Name: "Voorbeeldpost", Purpose: "e-mail", Country: "België", Since: "2025-03-01",
	}
	far := house.Processor{
		Name: "Farpost", Purpose: "back-up", Country: "Verenigde Staten", Since: "2026-12-31",
	}
	many := func(n int) (out []house.Processor) {
		for range n {
			out = append(out, post)
		}
		return out
	}
	for name, c := range map[string]struct {
		processing *house.Processing
		says       []string
		never      []string
	}{
		"nobody wrote it down": {nil, []string{
			"Welke bedrijven ons helpen, staat hier nog niet.",
			"Waar onze server staat, staat hier nog niet.",
		}, []string{"helpen ons", "We doen alles zelf", "Nee. Onze server"}},
		"alone": {
			&house.Processing{ServerCountry: "Nederland"},
			[]string{"We doen alles zelf.", "Nee. Onze server staat in Nederland."},
			[]string{"helpt ons", "helpen ons"},
		},
		"one": {
			&house.Processing{ServerCountry: "nederland", Processors: many(1)},
			[]string{
				"Eén bedrijf helpt ons:",
				"Voorbeeldpost: e-mail. Land: België. Afspraak op papier sinds 1 maart 2025.",
				"Nee. Onze server staat in nederland.",
			}, nil,
		},
		"twelve": {
			&house.Processing{ServerCountry: "Nederland", Processors: many(12)},
			[]string{"Twaalf bedrijven helpen ons:"}, nil,
		},
		"one far away": {
			&house.Processing{ServerCountry: "Nederland", Processors: append(many(1), far)},
			[]string{
				"Twee bedrijven helpen ons:",
				"Ja. Onze server staat in Nederland. Farpost werkt in dit land: Verenigde Staten.",
			}, []string{"Nee. Onze"},
		},
		"the server far away": {
			&house.Processing{ServerCountry: "Noorwegen"},
			[]string{"Ja. Onze server staat in Noorwegen."}, []string{"Nee. Onze"},
		},
	} {
		h := house.Default()
		h.Processing = c.processing
		said := ""
		for _, b := range statement(h, builtInPage(keyPrivacy)).Blocks {
			if len(b.Body.Faults("body")) > 0 {
				t.Errorf("%s: %s: %v", name, b.ID, b.Body.Faults("body"))
			}
			said += b.Body.Plain() + "\n"
		}
		for _, s := range c.says {
			if !strings.Contains(said, s) {
				t.Errorf("%s: does not say %q", name, s)
			}
		}
		for _, s := range append(c.never, "{processors}", "{outside}") {
			if strings.Contains(said, s) {
				t.Errorf("%s: says %q", name, s)
			}
		}
	}
}

// Sentences that have to stand there letter by letter.
func TestTheStatementSaysItsFixedSentences(t *testing.T) {
	t.Parallel()
	s := statement(house.Default(), builtInPage(keyPrivacy))
	const short = "Je hebt geen account nodig. We vragen alleen hoe we je noemen en hoe we je " +
		"bereiken. Bijna alle andere vragen mag je overslaan. Alleen wie ontvangt, de begeleider " +
		"en de coördinator zien dat. Op de dag zelf ook onze andere gastvrouwen en gastheren. " +
		"30 dagen na de activiteit wissen we je aanmelding. Je kunt alles bekijken en laten wissen."
	if s.Short != short {
		t.Error(s.Short)
	}
	said := fmt.Sprint(s.Kept)
	for _, b := range s.Blocks {
		said += b.Body.Plain() + "\n"
	}
	for _, sentence := range []string{
		"of je er was",
		"De begeleider en de coördinator zien het vooraf, om het klaar te zetten.",
		"Wie ontvangt en onze gastvrouwen en gastheren zien het alleen op de dag zelf.",
		"Je naam, hoe we je bereiken en wat je schrijft, slaan we versleuteld op.",
		"De server schrijft op welke pagina's gevraagd worden en wat er fout ging.",
		"Daar staat niet bij wie je bent.",
		"Laat mijn gegevens even met rust",
	} {
		if !strings.Contains(said, sentence) {
			t.Errorf("does not say %q", sentence)
		}
	}
}
