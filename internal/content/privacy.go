package content

import (
	"fmt"

	"herstelruimte/internal/house"
	r "herstelruimte/internal/richtext"
)

// keyPrivacy is the privacy statement: its blocks stand between the parts that are made.
const keyPrivacy = "privacy"

// privacyPage is the built-in text of the parts of `/privacy` that people write; the others are
// made from the settings.
func privacyPage() Page {
	return Page{Key: keyPrivacy, Title: "Privacybeleid", Blocks: []Section{
		{"beveiliging", "Hoe beveiligen we je gegevens?", r.Of(
			r.P(
				r.Text(
					"Deze site draait op onze eigen server. Alles gaat versleuteld over internet. Wat jij invult, slaan we ook versleuteld op.",
				),
			),
			r.P(
				r.Text(
					"Medewerkers loggen in met een eigen account. Wie meer mag zien, heeft een extra code nodig. Onze reservekopieën zijn versleuteld. Na 30 dagen zijn ze weg.",
				),
			),
			r.P(
				r.Text(
					"In het logboek van de server staat geen naam. Een internetadres korten we in. Na 14 dagen wissen we die regels.",
				),
			),
		)},
		{"fotos-en-verhalen", "En foto's en verhalen?", r.Paragraphs(
			"Een verhaal of foto staat er alleen als de verteller dat wil. We vragen dat vooraf, op papier. De verteller leest de laatste versie zelf na.",
			"Van gedachten veranderd? Bel of mail ons. Dan halen we het verhaal of de foto weg. Een reden hoeft niet.",
		)},
		{"jonger-dan-16", "Ben je jonger dan 16?", r.Paragraphs(
			"Onze activiteiten zijn voor volwassenen. Ben je jonger dan 16? Laat een ouder of verzorger ons dan bellen.",
		)},
	}}
}

// Statement is the privacy statement at one moment: what `/privacy` shows.
type Statement struct {
	Title  string    `json:"title"`
	Short  string    `json:"short" doc:"five sentences"`
	Blocks []Section `json:"blocks"`
	Kept   []Kept    `json:"kept" doc:"what is asked, form by form; belongs in the block with id formulieren"`
}

// Kept tells of one kind of data why it is asked and when it goes.
type Kept struct {
	What  string `json:"what"`
	About string `json:"about,omitempty" doc:"what exactly"`
	Why   string `json:"why"`
	Basis string `json:"basis"`
	Term  string `json:"term"`
	Who   string `json:"who"`
}

// statement is made from the settings that the jobs work with and from the parts that people wrote
// (free).
func statement(h house.House, free Page) Statement {
	written := map[string]Section{}
	for _, b := range free.Blocks {
		written[b.ID] = b
	}
	s := Statement{
		Title: free.Title,
		Short: fmt.Sprintf(
			"Je hebt geen account nodig. We vragen alleen hoe we je noemen en hoe we je bereiken. "+
				"Alleen wie je ontvangt, de begeleider en de coördinator zien dat. %s na de activiteit wissen we je aanmelding. Je kunt alles zelf bekijken en wissen.",
			capital(Term(h.Keep.RegistrationDays)),
		),
	}
	for _, b := range []Section{
		who(h),
		forms(),
		interest(),
		mustI(),
		readers(),
		outside(),
		written["beveiliging"],
		rights(),
		requests(h),
		decisions(),
		complaint(),
		cookies(), written["fotos-en-verhalen"], written["jonger-dan-16"], exit(),
	} {
		if b.ID != "" {
			s.Blocks = append(s.Blocks, b)
		}
		delete(written, b.ID)
	}
	for _, b := range free.Blocks { // what somebody added
		if _, left := written[b.ID]; left {
			s.Blocks = append(s.Blocks, b)
		}
	}
	s.Kept = kept(h.Keep)
	return s
}

// kept is privacy.md section 1 in words, for what visitors leave with us.
func kept(t house.Terms) []Kept {
	const agreed, consent, interest = "Afspraak met jou, en jouw toestemming", "Jouw toestemming", "Ons gerechtvaardigd belang"
	return []Kept{
		{
			"Je aanmelding",
			"Je naam en hoe we je bereiken. Met hoeveel je komt. Of het je eerste keer is.",
			"Je plek vasthouden. Laten weten als er iets verandert.",
			agreed,
			Term(t.RegistrationDays) + " na de laatste keer. Daarna houden we alleen aantallen.",
			"Wie je die dag ontvangt, de begeleider en de coördinator",
		},
		{
			"Wat je nodig hebt",
			"Ook wat je wel of niet eet.",
			"Je goed ontvangen. Je hoeft dit niet in te vullen.",
			consent,
			Term(t.SupportDays) + " na de activiteit",
			"Dezelfde mensen, alleen die dag",
		},
		{
			"Je plek op de wachtlijst",
			"Je naam en hoe we je bereiken.",
			"Je een plek aanbieden als er een vrijkomt.",
			agreed,
			Term(t.WaitlistDays) + " na de activiteit",
			"Wie je die dag ontvangt, de begeleider en de coördinator",
		},
		{
			"Je bericht via Contact",
			"",
			"Je antwoord geven.",
			interest,
			fmt.Sprintf(
				"%s na ons antwoord. Zonder antwoord %s na ontvangst.",
				Term(t.MessageDays),
				Term(t.UnansweredDays),
			),
			"Wie je bericht oppakt en de coördinator",
		},
		{
			"Je klacht",
			"",
			"Je klacht oplossen en ervan leren.",
			"Wet, of ons gerechtvaardigd belang",
			Term(t.ComplaintDays) + " na het afsluiten. Daarna houden we alleen aantallen.",
			"De vertrouwenspersoon, en soms de coördinator",
		},
		{
			"Je aanmelding als vrijwilliger",
			"",
			"Kennismaken.",
			"Wat nodig is vóór een afspraak",
			fmt.Sprintf(
				"%s na 'nu niet'. Met jouw vinkje %s.",
				Term(t.VolunteerDays),
				Term(t.VolunteerKeepDays),
			),
			"De coördinator",
		},
		{
			"Je e-mailadres voor de nieuwsbrief",
			"",
			"De nieuwsbrief sturen.",
			consent,
			fmt.Sprintf("Zolang je hem wilt. Niet bevestigd? Dan %s.", Term(t.SubscriberDays)),
			"De coördinator",
		},
		{
			"Je verhaal",
			"Ook een foto, en het bewijs van je toestemming.",
			"Je verhaal laten lezen.",
			consent,
			"Zolang jij het wilt. Het bewijs van je toestemming bewaren we daarna nog 1 jaar.",
			"Redactie en coördinator",
		},
		{
			"E-mail die wij sturen",
			"Dat we iets stuurden en wanneer. De tekst bewaren we niet.",
			"Nagaan of een mail is aangekomen.",
			"Hetzelfde als waar de mail bij hoort",
			"30 dagen",
			"De coördinator en de beheerder",
		},
		{
			"Ons eigen logboek",
			"Wie van ons wat bekeek of veranderde. Zonder jouw naam.",
			"Nagaan of we goed met je gegevens omgaan.",
			interest,
			Term(t.AuditDays),
			"De coördinator en de beheerder",
		},
		{
			"Het logboek van de server",
			"Zonder namen, met een ingekort internetadres.",
			"De site veilig houden.",
			interest,
			"14 dagen",
			"De beheerder",
		},
		{
			"Reservekopieën",
			"Versleuteld.",
			"De site herstellen na een storing.",
			interest,
			"30 dagen",
			"De beheerder",
		},
	}
}

// Term says a number of days as people do. Round numbers of months and years are so to a day or
// two.
func Term(days int) string {
	switch {
	case days == 0:
		return "dezelfde nacht"
	case days%365 == 0:
		return fmt.Sprintf("%d jaar", days/365)
	case days == 182 || days == 183:
		return "een half jaar"
	case days >= 60 && days%30 <= 2 && days < 360:
		return fmt.Sprintf("%d maanden", days/30)
	case days >= 14 && days%7 == 0:
		return fmt.Sprintf("%d weken", days/7)
	case days == 1:
		return "1 dag"
	}
	return fmt.Sprintf("%d dagen", days)
}

// capital gives a text with its first letter as a capital, for the start of a sentence.
func capital(s string) string {
	if s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}
