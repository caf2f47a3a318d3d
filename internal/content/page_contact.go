package content

import r "herstelruimte/internal/richtext"

// contact is the built-in text of `/contact`: how to get to the invented Herstelruimte.
func contact() Page {
	return Page{Key: "contact", Title: "Contact", Blocks: []Section{
		{
			"te-voet",
			"Te voet",
			r.Paragraphs(
				"Vanaf het station loop je er in acht minuten heen. Loop rechtdoor de Stationsstraat uit. Dan kom je op het Kerkplein.",
			),
		},
		{
			"fiets",
			"Met de fiets",
			r.Paragraphs("Je fiets kan in het rek naast de deur. Dat is gratis."),
		},
		{
			"bus",
			"Met de bus",
			r.Paragraphs(
				"Bus 4 stopt bij halte Kerkplein. Je ziet onze deur aan de overkant van het plein.",
			),
		},
		{
			"auto",
			"Met de auto",
			r.Paragraphs(
				"Op het plein zijn twee plekken voor mensen met een parkeerkaart. Andere plekken zijn achter de kerk.",
			),
		},
	}}
}
