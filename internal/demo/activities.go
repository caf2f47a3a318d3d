package demo

import (
	"slices"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/richtext"
)

func places(n int) *int { return &n }

const comeIn = "Bel aan bij de voordeur. Neem de lift of de trap naar de tweede. "

// activities are those of the sample data, in its order. Where and when they happen stands in dates.go.
func activities() []agenda.Activity { return slices.Concat(regular(), special()) }

// regular are the activities that visitors come for week after week.
func regular() []agenda.Activity {
	return []agenda.Activity{
		{Slug: "inloop", Title: "Inloop", Summary: "Koffie, thee en gezelschap. Praten mag, stil zijn ook.", Category: "ontmoeting", Audience: []string{"everyone", "firstTimers"}, Mode: agenda.Walkin,
			Location: "Huiskamer", Facts: []string{"lift", "wheelchair", "adaptedToilet"}, Host: "Fatima",
			InShort: "Loop binnen wanneer je wilt. Er is altijd iemand.",
			Body: richtext.Paragraphs("De huiskamer is open voor iedereen die even ergens wil zijn.", "Er is koffie en thee. Vaak ligt er een spel of een puzzel op tafel. Je kunt meedoen of gewoon zitten.",
				"Niemand vraagt waarom je komt. Wil je wel praten? Dan is er iemand met tijd."),
			Bring:         "Niets. Een boek of handwerk mag.",
			FirstTimeText: comeIn + "Fatima of Jan doet open. Je krijgt koffie of thee. Je mag gaan zitten waar je wilt. Weg mag ook, altijd."},
		{Slug: "avondinloop", Title: "Avondinloop", Summary: "Voor wie overdag niet kan. Spelletjes, soep en een praatje.", Category: "ontmoeting", Audience: []string{"everyone"}, Mode: agenda.Walkin,
			Location: "Huiskamer", Facts: []string{"lift", "wheelchair"}, Host: "Jan",
			Body:          richtext.Paragraphs("De avond is voor wie overdag werkt, slaapt of zorgt.", "Om half zeven staat er soep op tafel. Daarna kiezen we een spel of praten we wat. Je mag later komen en eerder gaan."),
			Bring:         "Niets. Een spel van thuis mag.",
			FirstTimeText: comeIn + "Jan staat bij de deur. De soep is voor iedereen, ook als je net binnen bent."},
		{Slug: "herstelwerkgroep", Title: "Herstelwerkgroep", Summary: "We kiezen samen een thema, zoals steun of grenzen. Je vertelt wat je kwijt wilt, niet meer.", Category: "praten-en-delen", Audience: []string{"everyone"}, Mode: agenda.Single,
			Capacity: places(8), Waitlist: true, MeetFirst: true, Location: "Stille kamer", Facts: []string{"lift", "lowStimulus"}, Host: "Loes", Staff: []string{loes},
			Body: richtext.Paragraphs("We zijn met een kleine groep en twee begeleiders. Zij doen zelf ook mee en vertellen uit eigen ervaring.", "We zitten twee uur bij elkaar, met een pauze halverwege. Eerst kiezen we het thema. Daarna vertelt wie wil.",
				"Wat hier gezegd wordt, blijft hier."),
			Bring:         "Niets. Een schrift mag.",
			FirstTimeText: "We bellen je vooraf voor een kort gesprek. Loes wacht op je bij de lift. Luisteren is de eerste keer genoeg."},
		{Slug: "wrap", Title: "WRAP: jouw plan voor goede en lastige dagen", Summary: "Je ontdekt wat jou goed doet en schrijft dat op in een eigen plan.", Category: "leren", Audience: []string{"everyone"}, Mode: agenda.Series,
			Capacity: places(10), Waitlist: true, Location: "Grote tafel", Facts: []string{"lift", "wheelchair"}, Host: "Loes", Staff: []string{loes},
			InShort: "Acht middagen. Aan het eind heb je een eigen plan.",
			Body: richtext.Of(richtext.P(richtext.Text("WRAP is Engels. De letters staan voor Wellness Recovery Action Plan. Dat is een plan dat je zelf maakt, voor goede dagen en voor lastige dagen.")),
				richtext.P(richtext.Text("Twee mensen begeleiden de groep. Zij maakten eerder hun eigen plan.")),
				richtext.H(2, "Wat doen we?"),
				richtext.Bullets(richtext.P(richtext.Text("Je zoekt uit wat je elke dag nodig hebt.")), richtext.P(richtext.Text("Je leert waaraan je merkt dat het minder gaat.")), richtext.P(richtext.Text("Je kiest wie je dan wilt bellen.")))),
			Bring:         "Een pen. Een map krijg je van ons.",
			FirstTimeText: comeIn + "Loes wijst je een stoel aan de grote tafel. We beginnen met koffie en een rondje namen. Je naam zeggen is genoeg."},
		{Slug: "herstellen-doe-je-zelf", Title: "Training Herstellen doe je zelf", Summary: "Met een werkboek en elkaars ervaringen zoek je uit wat herstel voor jou betekent.", Category: "leren", Audience: []string{"everyone"}, Mode: agenda.Series,
			Capacity: places(10), Waitlist: true, Location: "Grote tafel", Facts: []string{"lift", "wheelchair"}, Host: "Bram",
			Body:          richtext.Paragraphs("Herstel betekent: onderweg zijn naar een leven dat bij je past.", "We werken twaalf keer uit een werkboek. Twee mensen met eigen ervaring begeleiden de groep. Zij volgden daar een opleiding voor.", "Je doet thuis soms een kleine opdracht. Lukt dat een keer niet, dan kom je gewoon."),
			Bring:         "Je werkboek, als je het al hebt.",
			FirstTimeText: comeIn + "Bram geeft je het werkboek. De eerste keer maken we vooral kennis."},
		{Slug: "atelier", Title: "Creatief atelier", Summary: "Verf, klei of papier. Talent is niet nodig, nieuwsgierig zijn wel.", Category: "creatief", Audience: []string{"everyone"}, Mode: agenda.Single,
			Capacity: places(12), Waitlist: true, Cost: 100, CostNote: "voor materiaal", Location: "Atelier", Facts: []string{"lift", "adaptedToilet", "assistanceDog"}, Host: "Noor",
			Body:          richtext.Paragraphs("Je werkt aan iets van jezelf. We zetten verf, klei, papier en lijm klaar.", "Noor laat zien hoe iets moet, als je dat wilt. Zoek je het liever zelf uit? Dat kan ook.", "Aan het eind ruimen we samen op."),
			Bring:         "Een oud shirt. Schorten hebben we ook.",
			FirstTimeText: comeIn + "Noor staat om 13.20 uur bij de lift. Ze geeft je een plek aan tafel. Je hoeft je niet voor te stellen aan de groep."},
		{Slug: "wandelen", Title: "Wandelgroep", Summary: "Rustig tempo, vlakke route, verzamelen bij de voordeur. Honden mogen mee.", Category: "bewegen", Audience: []string{"everyone"}, Mode: agenda.Walkin,
			Location: "Voordeur", Facts: []string{"assistanceDog"}, Host: "Henk",
			Body:          richtext.Paragraphs("We lopen een uur door het park en langs het water.", "Iemand loopt voorop en iemand achteraan. Zo raakt niemand achter.", "Regent het hard? Dan lopen we korter."),
			Bring:         "Schoenen die lekker lopen.",
			FirstTimeText: "Henk staat bij de voordeur met een gele muts. Je hoeft niet naar boven."},
		{Slug: "samen-eten", Title: "Samen eten", Summary: "We koken samen en schuiven aan. Geen geld? Laat het weten, dan lossen we het op.", Category: "samen-eten", Audience: []string{"everyone"}, Mode: agenda.Single,
			Capacity: places(16), Waitlist: true, Cost: 400, AskDiet: true, MaxGuests: 1, Location: "Keuken", Facts: []string{"lift", "wheelchair", "adaptedToilet"}, Host: "Henk",
			Body:          richtext.Paragraphs("Om vijf uur beginnen we met snijden en roeren. Om zes uur eten we.", "Je helpt mee zoals het jou past. Alleen aanschuiven mag ook.", "Na het eten doen we samen de afwas."),
			Bring:         "Niets. Trek is genoeg.",
			FirstTimeText: comeIn + "Henk geeft je een schort of een stoel, wat je wilt. We zitten met hooguit zestien mensen aan tafel."},
	}
}

// special are the others: once a month, for some, once, or not to be seen yet or any more.
func special() []agenda.Activity {
	return []agenda.Activity{
		{Slug: "naasten", Title: "Avond voor naasten", Summary: "Zorg je voor iemand die het zwaar heeft? Hier gaat het over jou.", Category: "naasten", Audience: []string{"relatives"}, Mode: agenda.Single,
			Capacity: places(10), Waitlist: true, MaxGuests: 1, Location: "Huiskamer", Facts: []string{"lift", "wheelchair"}, Host: "Fatima",
			Body:          richtext.Paragraphs("We praten over wat jullie bezighoudt. Er is geen vast onderwerp.", "Je hoeft niets over de ander te vertellen. Het gaat over jou."),
			Bring:         "Niets. Iets lekkers mag.",
			FirstTimeText: comeIn + "Fatima doet open. Vaak is er taart. Je mag een avond alleen luisteren."},
		{Slug: "schrijfcafe", Title: "Schrijfcafé", Summary: "Korte oefeningen om woorden te vinden. Voorlezen hoeft niet.", Category: "creatief", Audience: []string{"everyone"}, Mode: agenda.Single,
			Capacity: places(8), Waitlist: true, Location: "Stille kamer", Facts: []string{"lift", "lowStimulus"}, Host: "Noor",
			Body:          richtext.Paragraphs("We schrijven korte stukjes, van tien minuten.", "Noor geeft een begin: een zin, een foto of een geur. Jij maakt het af.", "Spelling telt niet."),
			Bring:         "Pen en papier, als je iets fijns hebt.",
			FirstTimeText: comeIn + "Noor wacht in de stille kamer. We beginnen rustig, met thee."},
		{Slug: "stoel", Title: "Rustig bewegen op de stoel", Summary: "Zacht rekken en ademen. Gewone kleren zijn prima.", Category: "bewegen", Audience: []string{"everyone"}, Mode: agenda.Single,
			Capacity: places(12), Min: places(4), Waitlist: true, AskSupport: true, Location: "Huiskamer", Facts: []string{"lift", "wheelchair", "adaptedToilet"}, Host: "Loes",
			Body:          richtext.Paragraphs("We zitten in een kring op gewone stoelen.", "Loes doet de oefeningen voor. Je doet mee zover het fijn is.", "Na een half uur drinken we thee."),
			Bring:         "Niets. Schoenen mogen uit.",
			FirstTimeText: comeIn + "Loes staat klaar met een stoel. Je mag ook eerst kijken."},
		{Slug: "jong", Title: "Jong en onderweg (18 t/m 30)", Summary: "Pizza, spel en gesprekken over studie, werk en druk.", Category: "ontmoeting", Audience: []string{"youngAdults"}, Mode: agenda.Single,
			Capacity: places(12), Waitlist: true, Location: "Huiskamer", Facts: []string{"lift", "wheelchair"}, Host: "Bram",
			Body:          richtext.Paragraphs("Een avond voor mensen van 18 tot en met 30 jaar.", "We bestellen pizza en leggen een spel op tafel. Soms wordt het een gesprek, soms niet.", "Bram is er elke keer bij."),
			Bring:         "Niets. Een spel mag.",
			FirstTimeText: comeIn + "Bram doet open en kent ieders naam. De eerste pizza is van ons."},
		{Slug: "vragenuur", Title: "Vragenuur formulieren en geld", Summary: "Een vrijwilliger kijkt met je mee naar brieven en formulieren.", Category: "praktisch", Audience: []string{"everyone"}, Mode: agenda.Walkin,
			Location: "Grote tafel", Facts: []string{"lift", "wheelchair"}, Host: "partner",
			Body:          richtext.Paragraphs("Heb je een brief die je niet begrijpt? Neem hem mee.", "Een vrijwilliger van een andere organisatie leest mee en legt uit wat er staat. Jij beslist wat je doet.", "Je hoeft geen afspraak te maken."),
			Bring:         "Je brieven, ook de dichte.",
			FirstTimeText: comeIn + "Vraag naar de grote tafel. Er zijn hooguit twee mensen voor je."},
		{Slug: "uitstapje", Title: "Uitstapje: museum aan het water", Summary: "Samen met de trein, rustig programma, genoeg pauzes.", Category: "uitstapje", Audience: []string{"everyone"}, Mode: agenda.Single,
			Capacity: places(12), Waitlist: true, CallsFirst: true, Cost: 500, Location: "Voordeur", Facts: []string{"assistanceDog"}, Host: "Henk",
			Body:          richtext.Paragraphs("We gaan met de trein naar het museum aan het water.", "Het programma is rustig. Er zijn genoeg pauzes en een plek om even alleen te zitten.", "Om half vier zijn we terug."),
			Bring:         "Lunch en een jas tegen de wind.",
			FirstTimeText: "Henk staat bij de voordeur met de kaartjes. We lopen samen naar het station."},
		{Slug: "lezing-slapen", Title: "Lezing: slapen", Summary: "Waarom slapen soms niet lukt en wat anderen helpt.", Category: "leren", Audience: []string{"everyone", "relatives"}, Mode: agenda.Single,
			Location: "Huiskamer", Facts: []string{"lift", "wheelchair", "hearingLoop"}, Host: "Fatima",
			Body:          richtext.Paragraphs("Drie bezoekers vertellen over hun nachten. Daarna is er tijd voor vragen.", "We geven geen advies over medicijnen. Daarvoor ga je naar je huisarts.", "Na afloop is er thee."),
			Bring:         "Niets. Pen en papier mag.",
			FirstTimeText: comeIn + "Kies een stoel bij de deur als je dat prettig vindt."},
		{Slug: "nachtwandeling", Title: "Nachtwandeling", Summary: "Stil lopen als de stad slaapt, met warme chocolademelk.", Category: "bewegen", Audience: []string{"everyone"}, Mode: agenda.Single,
			Capacity: places(10), Waitlist: true, Location: "Voordeur", Facts: []string{"assistanceDog"}, Host: "Jan",
			Body:          richtext.Paragraphs("Ben je vaak wakker in de nacht? Loop dan een keer met ons mee.", "We lopen twee uur, zonder haast. Halverwege is er warme chocolademelk.", "Jan brengt wie dat wil naar huis."),
			Bring:         "Een warme jas.",
			FirstTimeText: "Jan staat bij de voordeur met een lantaarn."},
		{Slug: "muziek", Title: "Muziek maken", Summary: "Samen spelen, ook als je nog niets kunt.", Category: "creatief", Audience: []string{"everyone"}, Mode: agenda.Single, Capacity: places(8), Location: "Atelier", Facts: []string{}, Status: "draft"},
		{Slug: "kerstlunch", Title: "Kerstlunch", Summary: "Samen eten op de middag voor kerst.", Category: "samen-eten", Audience: []string{"everyone"}, Mode: agenda.Single, Capacity: places(16), Waitlist: true, AskDiet: true,
			Location: "Keuken", Facts: []string{"lift", "wheelchair"}, Host: "Henk", Status: "scheduled",
			Body: richtext.Paragraphs("We eten samen aan één lange tafel. Iedereen maakt iets kleins. Wie niet kookt, dekt de tafel.")},
		{Slug: "zomertuin", Title: "Zomertuin", Summary: "Schoffelen, plukken en in de schaduw zitten.", Category: "bewegen", Audience: []string{"everyone"}, Mode: agenda.Walkin, Location: "Voordeur", Facts: []string{}, Host: "Henk", Status: "archived", WasPublished: true,
			Body: richtext.Paragraphs("In de zomer werkten we samen in de tuin van de buurt. De tuin rust nu.")},
	}
}
