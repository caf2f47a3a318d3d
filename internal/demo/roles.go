package demo

import "herstelruimte/internal/content"

// roles are what volunteers can do (sample-data.md section 7), in its order; the texts are those of
// the spec.
func roles() []content.Role {
	return []content.Role{
		{
			Title:   "Gastvrouw of gastheer",
			Text:    "Je begroet mensen, schenkt koffie en ziet wie een praatje wil. Eén dagdeel per week.",
			PerWeek: "één dagdeel per week",
			Open:    true,
		},
		{
			Title:   "Kok op dinsdag",
			Text:    "Je bedenkt met twee anderen een maaltijd voor zestien. Je kookt samen met bezoekers.",
			PerWeek: "dinsdag van 16.00 tot 19.00 uur",
			Open:    true,
		},
		{
			Title:   "Begeleider atelier",
			Text:    "Je zet materiaal klaar en moedigt aan. Een opleiding is niet nodig.",
			PerWeek: "dinsdag van 13.00 tot 16.30 uur",
			Open:    true,
		},
		{
			Title:   "Wandelmaatje",
			Text:    "Je loopt voorop of juist achteraan. Zo loopt niemand alleen.",
			PerWeek: "vrijdag van 10.00 tot 11.30 uur",
			Open:    true,
		},
		{
			Title:   "Formulierenhulp",
			Text:    "Je leest brieven mee en legt uit wat er staat. Je neemt niets over.",
			PerWeek: "donderdag van 14.00 tot 16.00 uur",
			Open:    true,
			VOG:     true,
		},
		{
			Title:   "Begeleider herstelwerkgroep",
			Text:    "Je hebt eigen ervaring met herstel en wilt die inzetten. Wij betalen de training.",
			PerWeek: "twee ochtenden per maand",
			VOG:     true,
		},
	}
}
