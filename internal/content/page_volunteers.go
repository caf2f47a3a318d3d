package content

import r "herstelruimte/internal/richtext"

// volunteers is the built-in text of `/vrijwilligers` around its form.
func volunteers() Page {
	return Page{Key: "vrijwilligers", Title: "Vrijwilliger worden", Blocks: []Section{
		{"waarom", "Waarom zou je dit doen?", r.Paragraphs(
			"Herstelruimte draait op vrijwilligers. Je schenkt koffie, je luistert of je kookt mee. Zo maak jij het verschil voor iemand anders.",
			"Je leert veel, ook over jezelf. Wat jij hebt meegemaakt, mag je gebruiken. Het hoeft niet.",
		)},
		{"bieden", "Wat bieden wij?", r.Of(list(
			"We werken je rustig in.",
			"Je kunt een training volgen.",
			"Intervisie: samen praten over wat je meemaakt.",
			"We betalen je reiskosten.",
			"Je eet mee als je er bent.",
			"Je bent via ons verzekerd.",
		))},
		{"vragen", "Wat vragen wij?", r.Of(list(
			"Je komt je afspraken na.",
			"Je houdt voor je wat je hoort.",
			"Je kent onze gedragscode.",
			"Soms vragen we een VOG. Dat is een verklaring over je gedrag. Wij betalen die.",
		))},
		{"zo-gaat-het", "Zo gaat het", r.Of(r.Numbers(
			r.P(
				r.Bold("Kennismaking."),
				r.Text(" We drinken samen koffie. Jij vraagt, wij vragen."),
			),
			r.P(r.Bold("Meedraaien."), r.Text(" Je loopt een keer mee. Zo zie je of het past.")),
			r.P(r.Bold("Proeftijd."), r.Text(" Een maand lang kijken we hoe het gaat.")),
			r.P(r.Bold("Afspraak."), r.Text(" We schrijven op wat je doet en wanneer.")),
		))},
		{"pauze", "Even een zware tijd?", r.Paragraphs("Dan neem je pauze. Een reden hoeft niet.")},
	}}
}
