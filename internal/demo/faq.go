package demo

import (
	"herstelruimte/internal/content"
	r "herstelruimte/internal/richtext"
)

// inquiry is a question with the number of months since somebody looked whether its answer still
// holds.
type inquiry struct {
	content.FAQItem
	months int
}

// faq are the fifteen questions of sample-data.md section 6, in its order; the texts are those of
// the spec.
func faq() (all []inquiry) {
	for _, c := range []struct {
		name  string
		items [][2]string
	}{
		{"Eerste keer", [][2]string{
			{
				"Heb ik een verwijzing nodig?",
				"Nee. Je kunt zo binnenlopen. Ook als je nergens in behandeling bent.",
			},
			{
				"Wat gebeurt er als ik binnenkom?",
				"Iemand groet je en geeft je koffie of thee. Je ziet de ruimte. Daarna kies je zelf.",
			},
			{
				"Mag ik iemand meenemen?",
				"Ja, graag zelfs, als dat helpt. Bij een activiteit met weinig plekken meld je die persoon ook aan.",
			},
			{"Moet ik mijn verhaal vertellen?", "Nee. Luisteren of stil zijn is net zo goed."},
		}},
		{"Aanmelden", [][2]string{
			{
				"Moet ik me aanmelden?",
				"Voor de inloop niet. Bij andere activiteiten staat het erbij.",
			},
			{
				"Hoe meld ik me af?",
				"Met de link in je mail of met een telefoontje. Je hoeft niet te zeggen waarom.",
			},
			{
				"Wat is de wachtlijst?",
				"Is een groep vol, dan kun je je naam achterlaten. Komt er plek, dan laten we het je weten, op volgorde.",
			},
			{"Ik heb geen e-mail. Kan ik meedoen?", "Ja. Bel of loop binnen, wij schrijven je in."},
		}},
		{"Kosten en gebouw", [][2]string{
			{
				"Kost het geld?",
				"De meeste activiteiten zijn gratis. Soms vragen we iets voor eten of materiaal. Lukt dat niet, zeg het ons.",
			},
			{
				"Kan ik met een rolstoel naar binnen?",
				"Ja. Er is een lift. Op de 2e verdieping is een aangepast toilet.",
			},
			{"Mag mijn hond mee?", "Een hulphond altijd. Andere honden alleen bij de wandelgroep."},
		}},
		{"Privacy", [][2]string{
			{
				"Wie ziet dat ik kom?",
				"Bij de inloop schrijven we geen namen op. Bij een activiteit zien wie je ontvangt, de begeleider en de coördinator je naam. Ook zien zij hoe we je bereiken.",
			},
			{
				"Wat bewaren jullie van mij?",
				"Alleen wat nodig is, en kort. Een aanmelding wissen we dertig dagen na de activiteit.",
			},
		}},
		{"Steun en naasten", [][2]string{
			{
				"Zijn jullie hulpverleners?",
				"Wij geven geen behandeling. Wij zijn mensen met eigen ervaring en tijd.",
			},
			{
				"Het gaat nu heel slecht met mij. Wat kan ik doen?",
				"Wacht niet op ons. Kijk hieronder wie je nu meteen kunt bellen.",
			},
		}},
	} {
		for _, i := range c.items {
			all = append(all, inquiry{
				content.FAQItem{Category: c.name, Question: i[0], Answer: r.Paragraphs(i[1])},
				len(all) % 6,
			})
		}
	}
	all[10].months = 14 // "Mag mijn hond mee?" waits to be looked at
	return all
}
