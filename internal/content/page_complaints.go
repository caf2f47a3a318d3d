package content

import r "herstelruimte/internal/richtext"

// complaints is the built-in text of `/klachten` above its form: the steps, and who is independent.
func complaints() Page {
	return Page{Key: "klachten", Title: "Klachten", Blocks: []Section{
		{"zo-gaat-het", "Zo gaat het", r.Of(r.Numbers(
			r.P(
				r.Text(
					"Praat erover, als dat lukt, met een gastvrouw, gastheer of de coördinator.",
				),
			),
			r.P(r.Text("Schrijf of bel ons. Je krijgt binnen 5 werkdagen bericht.")),
			r.P(r.Text("We praten met je. Neem gerust iemand mee die je vertrouwt.")),
			r.P(
				r.Text(
					"Je krijgt binnen 6 weken antwoord. Lukt dat niet, dan zeggen we waarom. Het duurt dan hooguit 4 weken langer.",
				),
			),
			r.P(
				r.Text(
					"Niet tevreden? Ga naar de onafhankelijke klachtencommissie of de gemeente. Gaat het over privacy? Dan kun je ook naar de Autoriteit Persoonsgegevens.",
				),
			),
		))},
	}}
}
