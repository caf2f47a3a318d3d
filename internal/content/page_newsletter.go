package content

import r "herstelruimte/internal/richtext"

// newsletter is the built-in text of `/nieuwsbrief` above its form.
func newsletter() Page {
	return Page{Key: "nieuwsbrief", Title: "Nieuwsbrief", Blocks: []Section{
		{"wat", "", r.Paragraphs(
			"Ongeveer 6 keer per jaar sturen we een nieuwsbrief. Je leest wat er komt, een verhaal en nieuws uit het huis.",
			"We vragen alleen je e-mailadres. In elke nieuwsbrief staat hoe je stopt.",
		)},
	}}
}
