package content

import (
	"herstelruimte/internal/house"
	r "herstelruimte/internal/richtext"
)

// The parts of the privacy statement that follow from how the site works (privacy.md section 8).

func who(h house.House) Section {
	return Section{"wie-zijn-wij", "Wie zijn wij?", r.Of(
		r.P(r.Text("Wij zijn "+h.LegalName()+". Wij zijn verantwoordelijk voor je gegevens.")),
		r.P(
			r.Text("Heb je een vraag over privacy? Bel "),
			r.Link(h.PhoneShown(), h.PhoneLink()),
			r.Text(" of mail naar "),
			r.Link(h.Email, "mailto:"+h.Email),
			r.Text("."),
		),
	)}
}

func forms() Section {
	return Section{"formulieren", "Wat vragen we, en hoe lang bewaren we het?", r.Paragraphs(
		"Bij de inloop schrijven we geen namen op. Vul je een formulier in? Dan zie je hier wat we bewaren. Je ziet ook waarom, hoe lang en voor wie.",
		"Is de tijd om? Dan wist de site het vanzelf. Dat gebeurt zonder dat iemand eraan hoeft te denken.",
	)}
}

func interest() Section {
	return Section{"belang", "Wat is ons gerechtvaardigd belang?", r.Paragraphs(
		"Soms bewaren we iets omdat wij dat nodig hebben. We wegen dan jouw privacy mee. We willen berichten kunnen beantwoorden. We willen de site veilig houden. En we willen laten zien hoeveel mensen er komen. Daarvoor tellen we alleen, zonder namen.",
	)}
}

func mustI() Section {
	return Section{"invullen", "Moet je iets invullen?", r.Paragraphs(
		"Nee. Zonder naam en contact kunnen we alleen geen plek voor je bewaren. Een voornaam of bijnaam is genoeg. Liever geen formulier? Bel ons of loop binnen.",
		"Vragen over je gezondheid stellen we niet. Zet die gegevens ook niet in een bericht.",
	)}
}

func readers() Section {
	return Section{"wie-ziet-het", "Wie ziet je gegevens?", r.Of(
		r.P(
			r.Text(
				"Alleen mensen die het voor hun taak nodig hebben. Hierboven staat per formulier wie dat zijn. De site houdt bij wie wat bekijkt.",
			),
		),
		r.P(
			r.Text(
				"Twee bedrijven helpen ons: een voor de server en een voor e-mail. Met allebei hebben we afspraken op papier. We verkopen nooit iets aan anderen. We geven niets door aan je huisarts, de ggz of de gemeente.",
			),
		),
	)}
}

func outside() Section {
	return Section{
		"buiten-de-eu",
		"Gaan er gegevens buiten de Europese Unie?",
		r.Paragraphs(
			"Nee. Onze server staat in Europa. Op deze site staat niets van Google, Facebook of andere bedrijven.",
		),
	}
}

func rights() Section {
	point := func(name, text string) r.Node { return r.P(r.Bold(name), r.Text(" "+text)) }
	return Section{"rechten", "Welke rechten heb je?", r.Of(
		r.Bullets(
			point("Inzien.", "Je mag zien wat we van je hebben."),
			point("Verbeteren.", "Klopt er iets niet? Dan passen we het aan."),
			point("Wissen.", "We halen weg wat bij jou hoort."),
			point("Beperken.", "We laten je gegevens even met rust."),
			point("Meenemen.", "Je krijgt een bestand met je gegevens."),
			point("Bezwaar maken.", "Je mag zeggen dat je iets niet wilt."),
			point("Intrekken.", "Gaf je toestemming? Die neem je terug wanneer je wilt."),
		),
		r.P(r.Text("Je hoort binnen een maand van ons. Het kost niets.")),
	)}
}

func requests(h house.House) Section {
	return Section{"verzoek", "Hoe zie of wis je je gegevens?", r.Of(
		r.P(
			r.Text(
				"Wil je weten wat we van je bewaren, of wil je dat we het wissen? Open dan de link in de e-mail over je aanmelding. Daar zie je alles. Je kunt het ook downloaden en wissen.",
			),
		),
		r.P(
			r.Text("Geen e-mail gekregen, of de link kwijt? Bel "),
			r.Link(h.PhoneShown(), h.PhoneLink()),
			r.Text(", mail naar "),
			r.Link(h.Email, "mailto:"+h.Email),
			r.Text(" of kom langs. We vragen nooit om een kopie van je identiteitsbewijs."),
		),
	)}
}

func decisions() Section {
	return Section{"besluiten", "Beslist een computer over jou?", r.Paragraphs(
		"Nee. De wachtlijst gaat op volgorde. De computer houdt die volgorde bij, verder niets. Bij twijfel kijkt altijd een mens.",
	)}
}

func complaint() Section {
	return Section{"klacht", "Ben je het niet met ons eens?", r.Of(
		r.P(
			r.Text("Vertel het ons. Dat kan bij "),
			r.Link("Klachten", "/klachten"),
			r.Text(
				". Je kunt ook naar de Autoriteit Persoonsgegevens. Die let op de privacy van iedereen in Nederland. Kijk op ",
			),
			r.Link("autoriteitpersoonsgegevens.nl", "https://www.autoriteitpersoonsgegevens.nl/"),
			r.Text("."),
		),
	)}
}

func cookies() Section {
	return Section{"mijn-keuzes", "Cookies en je keuzes", r.Of(
		r.P(r.Text("Een cookie is een klein bestand op jouw apparaat. Wij gebruiken er weinig:")),
		list(
			"Jouw keuze over tellen. Die bewaren we 365 dagen.",
			"Dat je een melding hebt weggeklikt. Dat blijft 30 dagen staan.",
			"Na een formulier: je voornaam, 60 seconden lang. Dat is alleen nodig zonder JavaScript.",
			"Je leesinstelling, zoals grotere letters. Die blijft op je apparaat tot je hem wist.",
			"Wat je typt in een formulier. Dat is weg als je het verstuurt, of na 30 minuten.",
		),
		r.P(
			r.Text(
				"Zeg je ja tegen tellen? Dan tellen we hoe vaak een pagina is bekeken. We weten niet door wie. Zeg je nee? Dan werkt de site precies hetzelfde.",
			),
		),
	)}
}

func exit() Section {
	return Section{"snel-weg", "Wat doet 'Snel weg'?", r.Of(
		r.P(
			r.Text(
				"Met 'Snel weg' ga je meteen naar een andere website. De pagina kan nog in je geschiedenis staan. Zo wis je die:",
			),
		),
		list(
			"Chrome of Edge: open het menu met de drie puntjes. Kies Geschiedenis en dan Browsegegevens verwijderen.",
			"Safari op iPhone: open Instellingen en kies Safari. Kies dan Wis geschiedenis en websitedata.",
			"Firefox: open het menu met de drie streepjes. Kies Geschiedenis en dan Recente geschiedenis wissen.",
		),
		r.P(r.Text("Wil je niet dat de browser iets onthoudt? Gebruik dan een privévenster.")),
	)}
}
