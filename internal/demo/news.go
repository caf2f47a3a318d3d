package demo

import (
	"time"

	"herstelruimte/internal/content"
	r "herstelruimte/internal/richtext"
)

// bulletin is a news item with the days, counted from today, on which it comes up and goes out.
type bulletin struct {
	content.NewsItem
	from, until int // until 0: it stays
	pinned      bool
}

// news are the ten items of sample-data.md section 4, in its order.
func news() []bulletin {
	link := func(text, href string) r.Node { return r.Link(text, href) }
	return []bulletin{
		{from: -16, pinned: true, NewsItem: content.NewsItem{
			Title:   "Donderdagavond tijdelijk gesloten",
			Summary: "De avond is even dicht. De middag is gewoon open.",
			Body: r.Of(
				r.P(
					r.Text(
						"Op donderdagavond zijn we voorlopig dicht. We hebben te weinig mensen voor de avond. De middag gaat gewoon door, van 13.00 tot 17.00 uur. Zodra het kan zijn we er weer.",
					),
				),
				r.P(
					r.Text("Wil je helpen? Kijk bij "),
					link("Vrijwilligers", "/vrijwilligers"),
					r.Text("."),
				),
			),
		}},
		{from: -5, NewsItem: content.NewsItem{
			Title:   "Nieuwe WRAP-groep, nog vier plekken",
			Summary: "Maak een eigen plan voor goede en lastige dagen.",
			Body: r.Of(
				r.P(
					r.Text(
						"Er begint een nieuwe WRAP-groep. Met WRAP maak je een plan dat past bij jouw leven. Acht woensdagen lang werk je aan je eigen plan. Je doet dat met negen anderen.",
					),
				),
				r.P(
					r.Text("Twijfel je? Bel "),
					link("0123 45 67 89", "tel:+31123456789"),
					r.Text(" voor een kort gesprek."),
				),
			),
		}},
		{from: -9, NewsItem: content.NewsItem{
			Title:   "De lift doet het weer",
			Summary: "Je hoeft de trap niet meer op.",
			Body: r.Paragraphs(
				"De lift is gemaakt. Na twee weken trappenlopen kun je weer gewoon naar boven. Kon je daardoor niet komen? Je bent weer van harte welkom. Dank voor je geduld.",
			),
		}},
		{from: -40, NewsItem: content.NewsItem{
			Title:   "Zestig mensen op de open middag",
			Summary: "Veel soep, veel vragen en drie nieuwe vrijwilligers.",
			Body: r.Paragraphs(
				"Zestig mensen kwamen naar onze open middag. Er waren buren, raadsleden en nieuwe bezoekers. Ze proefden soep en stelden vragen. De meeste vragen gingen over de eerste keer.",
				"Drie mensen werden vrijwilliger. De pompoensoep was als eerste op.",
			),
		}},
		{from: -25, NewsItem: content.NewsItem{
			Title:   "Gezocht: koks voor de dinsdag",
			Summary: "Kom je mee snijden, roeren en proeven?",
			Body: r.Of(
				r.P(
					r.Text(
						"Op dinsdag koken we voor zestien mensen. Daar zoeken we koks voor. Je hoeft geen chef te zijn. Samen snijden en proeven is al genoeg.",
					),
				),
				r.P(
					r.Text("Heb je zin? Meld je bij "),
					link("Vrijwilligers", "/vrijwilligers?rol="+id("rol", "Kok op dinsdag")),
					r.Text("."),
				),
			),
		}},
		{from: -380, NewsItem: content.NewsItem{
			Title:   "Gemeente steunt ons twee jaar langer",
			Summary: "We blijven open, en er komt een groep bij.",
			Body: r.Paragraphs(
				"De gemeente steunt ons twee jaar langer. Daarmee kunnen we open blijven. Ook kunnen we een extra groep beginnen. Welke groep dat wordt, kiezen bezoekers en vrijwilligers samen.",
			),
		}},
		{from: -120, until: -90, NewsItem: content.NewsItem{
			Title:   "Atelier exposeert in de bibliotheek",
			Summary: "Kom kijken naar schilderijen en beelden.",
			Body: r.Paragraphs(
				"Ons atelier exposeert in de bibliotheek. Twaalf makers laten hun werk zien. Er hangen schilderijen en er staan beelden van klei. De opening is op een vrijdagmiddag. Kijken is gratis.",
			),
		}},
		{from: -285, NewsItem: content.NewsItem{
			Title:   "Onze cijfers van vorig jaar",
			Summary: "Hoe vaak waren we open? En hoe vaak kwam er iemand?",
			Body: r.Of(
				r.P(
					r.Text(
						"We hebben onze cijfers van vorig jaar op een rij gezet. Er waren meer bezoeken, en we waren vaak open. Een infographic laat de cijfers in plaatjes zien. ",
					),
					link("Bekijk de infographic", "/impact"),
					r.Text(" of "),
					link("print hem uit", "/printinfographic"),
					r.Text("."),
				),
			),
		}},
		{from: 7, NewsItem: content.NewsItem{
			Title:   "Open rond de feestdagen",
			Summary: "Ook met de feestdagen ben je welkom.",
			Body: r.Of(
				r.P(
					r.Text(
						"Feestdagen kunnen lang duren. Juist dan zijn we er. Op twee dagen eten we samen. De dagen en tijden staan in het ",
					),
					link("programma", "/agenda"),
					r.Text(". Je mag ook alleen voor het toetje komen."),
				),
			),
		}},
		{from: -430, NewsItem: content.NewsItem{
			Title:   "Folder in eenvoudige taal",
			Summary: "Handig voor jezelf, of voor iemand die je kent.",
			Body: r.Paragraphs(
				"We hebben een nieuwe folder in eenvoudige taal. Hij is gemaakt met bezoekers. Zij kozen de woorden en de foto's. De folder ligt bij de deur. Neem er een mee voor je huisarts of buurvrouw.",
			),
		}},
	}
}

// weekday is a moment days from now; one in the past falls on a working day.
func weekday(now time.Time, days int) time.Time {
	t := now.AddDate(0, 0, days)
	for days < 0 && (t.Weekday() == time.Saturday || t.Weekday() == time.Sunday) {
		t = t.AddDate(0, 0, -1)
	}
	return t
}
