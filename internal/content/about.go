package content

import (
	"herstelruimte/internal/house"
	r "herstelruimte/internal/richtext"
)

// about is the built-in text of `/about`: that of the invented Herstelruimte (sample-data.md
// section 8).
func about() Page {
	return Page{Key: keyAbout, Title: "Over ons", Blocks: []Section{
		{"wie-zijn-wij", "Wie zijn wij?", r.Paragraphs(
			"Herstelruimte is een plek voor mensen die het moeilijk hebben of hebben gehad. Je hoeft er niets te bewijzen. Niemand vraagt naar je diagnose. We beginnen met een andere vraag: wat heb jij nodig, en wat wil je geven?",
			"Iedereen die hier werkt, kent het leven van binnenuit. Tegenslag, vastlopen en weer verder gaan. Dat heet ervaringsdeskundigheid. We luisteren, doen dingen samen en leren van elkaar. Soms is dat een training, soms een bord soep.",
			"Herstel betekent: zoeken naar een leven dat bij je past. Dat gaat bij iedereen anders.",
		)},
		{"voor-wie", "Voor wie?", r.Of(
			r.P(
				r.Text(
					"Voor alle volwassenen uit Veldermeer en omgeving, en voor hun naasten. Een naaste is iemand die dicht bij je staat. Dat kan je zus zijn, of je buurman. Een verwijzing is niet nodig.",
				),
			),
			r.H(3, "En voor wie niet?"),
			r.P(
				r.Text(
					"Zoek je behandeling of is er haast bij? Dat doen wij zelf niet. We helpen je graag de juiste weg te vinden.",
				),
			),
			r.P(
				r.Text(
					"Wij geven geen behandeling en zijn geen crisisdienst. Heb je nu hulp nodig? Onderaan elke pagina staat wie je kunt bellen.",
				),
			),
		)},
		{"waar-geloven-we-in", "Waar geloven we in?", beliefs()},
		{"team", "Wie kom je tegen?", r.Paragraphs(
			"Fatima, Jan, Loes, Bram, Noor en Henk ontvangen je of begeleiden een groep. Sanne is de coördinator. Zij zorgt dat alles goed loopt.",
			"Een foto zie je hier alleen van wie dat goed vindt. Nu staan er nog geen foto's.",
		)},
		rules().part(keyRules),
		{"partners", "Met wie werken we samen?", partners()},
		{"geld", "Wie betaalt dit?", r.Of(r.P(
			r.Text(
				"Wij zijn een stichting. De gemeente betaalt het grootste deel. Fondsen en giften vullen aan. Wat we doen en wat het oplevert, lees je bij ",
			),
			r.Link("Impact", "/impact"), r.Text("."),
		))},
		anbi(house.Default()),
		{"toegankelijkheid", "Toegankelijkheid van deze site", accessibility()},
	}}
}

func beliefs() r.Doc {
	point := func(name, text string) r.Node { return r.P(r.Bold(name), r.Text(" "+text)) }
	return r.Of(r.Bullets(
		point(
			"Open voor iedereen en naasten.",
			"Je komt zoals je bent. Wie bij jou hoort, mag mee.",
		),
		point("Leren en groeien.", "Je ontdekt wat jou goed doet. Dat gaat in je eigen tempo."),
		point(
			"Iedereen neemt en geeft.",
			"De een schenkt koffie, de ander luistert. Allebei telt.",
		),
		point(
			"Bezoekers bepalen mee.",
			"Wat we doen, kiezen we samen. Heb je een idee? Vertel het ons.",
		),
		point("Mensen, geen rollen.", "Aan tafel zie je niet wie hier werkt en wie op bezoek is."),
		point(
			"Gelijkwaardig.",
			"We praten met je, niet over je. Jij weet het meest van jouw leven.",
		),
		point("Wat past bij jou.", "Jij kiest wat je doet. Nee zeggen mag altijd."),
		point(
			"Ervaring delen.",
			"Wat jij hebt meegemaakt, kan een ander verder brengen. Vertellen mag, het hoeft niet.",
		),
		point(
			"Ervaringsdeskundigen voorop.",
			"Een ervaringsdeskundige steunt anderen met wat hij zelf heeft meegemaakt. Zulke mensen leiden onze groepen.",
		),
		point("Meer dan koffie.", "We eten, wandelen, maken en leren samen. En ja, er is koffie."),
	))
}

func partners() r.Doc {
	return r.Of(r.P(r.Text("Alleen kunnen we het niet. We werken samen met:")), list(
		"de gemeente",
		"de ggz-instelling (geestelijke gezondheidszorg)",
		"begeleid wonen",
		"huisartsen",
		"welzijnswerk",
		"het mantelzorgsteunpunt", "de bibliotheek", "de woningcorporatie", "de verslavingszorg",
	))
}

func accessibility() r.Doc {
	return r.Of(
		r.P(
			r.Text(
				"Iedereen moet deze site kunnen gebruiken. Daarvoor volgen we WCAG 2.2, niveau AA. Dat zijn afspraken over websites die voor iedereen werken.",
			),
		),
		r.H(3, "Wat is getest?"),
		r.P(
			r.Text(
				"Bij elke nieuwe versie kijkt een computer alle pagina's na. Dat gebeurt met het programma axe, in Chromium en in Firefox. We proberen de site ook met alleen het toetsenbord. En op een smal scherm, en zonder JavaScript.",
			),
		),
		r.H(3, "Wat is nog niet getest?"),
		r.P(
			r.Text(
				"Bezoekers hebben de site nog niet voor ons getest. Met een schermlezer is de site ook nog niet getest. Een schermlezer leest hardop voor wat er staat. Er kunnen dus nog fouten in zitten. Dit schreven we op 22 november 2026.",
			),
		),
		r.H(3, "Lukt er iets niet?"),
		r.P(
			r.Text("Bel ons op "),
			r.Link("0123 45 67 89", "tel:+31123456789"),
			r.Text(" of mail naar "),
			r.Link("info@herstelruimte.example", "mailto:info@herstelruimte.example"),
			r.Text(". Je hoort binnen 5 werkdagen van ons."),
		),
	)
}

func list(items ...string) r.Node {
	var nodes []r.Node
	for _, i := range items {
		nodes = append(nodes, r.P(r.Text(i)))
	}
	return r.Bullets(nodes...)
}
