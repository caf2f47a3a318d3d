package demo

import (
	"herstelruimte/internal/content"
	r "herstelruimte/internal/richtext"
)

// stories1 are the first four stories of sample-data.md section 3. All of them are invented.
func stories1() []story {
	return []story{
		{about: "inloop", Story: content.Story{
			Title:       "De deur was het moeilijkst",
			DisplayName: "Marieke",
			Themes:      []string{"eerste stap", "eenzaamheid"},
			Findable:    true,
			Intro:       "Drie keer fietste Marieke langs. De vierde keer stond er iemand buiten, en die zei maar één woord.",
			InShort:     "Marieke durfde drie keer niet naar binnen. De vierde keer vroeg Jan: koffie? Een uur zwijgen was goed. Nu zet zij de koffie en kijkt ze naar de deur.",
			Helped: []string{
				"Iemand die maar één woord zei.",
				"Een puzzel op tafel, zodat ik niet hoefde te praten.",
				"Terug mogen komen wanneer ik wilde.",
			},
			Quote: "Niemand vroeg waarom ik kwam. Ik legde vier stukjes blauw. Dat uur was goed.",
			Body: r.Paragraphs(
				`Ik ben drie keer langsgefietst. De eerste keer was op een maandag. Ik keek naar de deur en trapte door. De tweede keer remde ik wel. Ik deed of ik op mijn telefoon keek. De derde keer stapte ik af. Ik zette mijn fiets zelfs op slot. Toen ging er boven een raam open. Ik schrok en reed naar huis.`,
				`Thuis was het stil. Dat was het al bijna een jaar. Ik werkte niet meer en belde niemand. Soms praatte ik een hele dag alleen tegen de kat. Mijn huisarts gaf me een folder van Herstelruimte. Die hing weken op de koelkast, onder een magneet van een aardbei.`,
				`Ik had van alles bedacht over die deur. Erachter zat vast een kring met stoelen. Iemand had een map op schoot. Ik moest vertellen wat er mis was met mij. Daarna zouden ze knikken, en iets opschrijven. Of ze kenden elkaar allemaal al. Dan viel het stil als ik binnenkwam.`,
				`De vierde keer stond er een man buiten te roken. Later hoorde ik dat hij Jan heette. Hij keek naar mijn fiets en toen naar mij. "Koffie?" vroeg hij. Meer zei hij niet. Op dat ene woord kon ik antwoorden. Ik knikte. Samen gingen we met de lift naar de tweede.`,
				`Er was geen kring. Er stond een lange tafel met een puzzel van een haven. Twee mensen zochten stukjes van de lucht. Een vrouw schoof een stoel voor me naar achteren. Fatima zette koffie neer, met een schaaltje koekjes. Niemand vroeg waarom ik kwam. Ik heb een uur lang niets gezegd. Ik legde vier stukjes blauw. Dat uur was goed. Bij de deur zei Jan: "Tot ziens, of tot een andere keer."`,
				`De week erna ging ik weer. En de week daarna ook. Soms fietste ik toch nog door. Dan probeerde ik het op donderdag. Na een week of zes vertelde ik iets. Het was iets kleins. Ik zei dat ik de avonden lang vond. De vrouw naast me keek niet op van de puzzel. "Ik ook," zei ze. "Vooral de zondag." Ik heet Marieke, zei ik toen. Dat wist ze al, maar ze deed of het nieuw was.`,
				`Nu kom ik twee middagen per week. De avonden zijn nog steeds lang. Wel weet ik wie er maandag aan tafel zit. Sinds het voorjaar zet ik de koffie. Ik weet wie er melk wil, en welk kopje een barst heeft. Ook kijk ik naar de deur. Als ik beneden de post haal, staat daar soms iemand. Iemand die op zijn telefoon kijkt, maar niet leest. Dan blijf ik even hangen. Ik vraag maar één ding. "Koffie?"`,
			),
		}},
		{about: "herstelwerkgroep", Story: content.Story{
			Title:       "Ik ben meer dan mijn map",
			DisplayName: "Ruud",
			Themes:      []string{"herstel", "werk"},
			Findable:    true,
			Intro:       "Elk gesprek begon met zijn map. Tot iemand Ruud vroeg wat hij lekker vindt.",
			InShort:     "Jarenlang ging elk gesprek over de map van Ruud. Een vraag aan tafel bracht hem op andere woorden. Bij de werkgroep vertelde hij over zijn duiven. De map ligt nu in een la.",
			Helped: []string{
				"Een vraag die niets met mijn map te maken had.",
				"Een nieuwe zin oefenen, gewoon voor de spiegel.",
				"Vertellen over mijn duiven.",
			},
			Quote: "Ik heb de map niet weggegooid. Hij is alleen dicht.",
			Body: r.Paragraphs(
				`Jarenlang had ik een map. Een blauwe, met ringen en een elastiek. Er zaten brieven in, verslagen en lijstjes. Elk gesprek begon ermee. Ik ging zitten en legde de map op tafel. Iemand sloeg hem open en las. Daarna pas keek die persoon naar mij. Ik vond dat heel gewoon. Zelf begon ik er ook altijd mee. "Ik ben Ruud, en ik heb dit en dat."`,
				`Vroeger was ik loodgieter. Ik kende de leidingen van half Veldermeer. Toen liep ik vast, en het werk hield op. Niemand belde meer over een kraan die lekte. Er bleef één ding over om over te praten. Dat zat in de map.`,
				`Op een avond at ik mee bij Herstelruimte. Een vrouw met een snijplank keek me aan. "Wat vind jij lekker?" vroeg ze. Ik deed mijn mond open en er kwam niets. Ik kende alle data uit mijn map. Wat ik lekker vond, wist ik niet. Ze wachtte niet op een antwoord. Ze gaf me een mes en een prei. Pas op de fiets naar huis wist ik het. Stamppot andijvie, met veel mosterd. De week erna heb ik het haar verteld. Ze schreef het op een briefje voor de kok. Zo stond er eens iets anders over mij op papier.`,
				`Later ging ik naar de herstelwerkgroep. Daar praat je met een kleine groep over een thema. Herstel is voor mij: zoeken naar een leven dat bij me past. De eerste keer deden we een rondje. Ik hoorde mezelf beginnen aan de oude zin. Loes vroeg of ik ook een andere had. Die had ik niet. Dus ging ik oefenen, thuis, voor de spiegel in de gang. "Ik ben Ruud en ik houd duiven." Het klonk raar. Ik zei het tegen de buurman en tegen de kapper. Na een week of drie klonk het als ik.`,
				`Bij de werkgroep heb ik over mijn duiven verteld. Ik heb er elf, in een hok achter de schuur. Ik vertelde hoe ik wacht op een zondag. Eerst zie je niets. Dan is er een stip, ver boven de kerk. Het was stil in de kamer. Iemand vroeg hoe een duif de weg weet. Ik had wel een half uur kunnen praten. Niemand vroeg naar de map. Ik had hem ook niet bij me.`,
				`Werken voor geld doe ik nog niet. Soms repareer ik hier een kraan. Dan ligt mijn oude tas weer open op de vloer. De map is er ook nog. Hij ligt in een la, onder de handleiding van de wasmachine. Soms heb ik hem nodig, en dan pak ik hem. Ik heb de map niet weggegooid. Hij is alleen dicht.`,
			),
		}},
		{about: "wandelen", Story: content.Story{
			Title:       "Elke vrijdag een rondje",
			DisplayName: "Samira",
			Themes:      []string{"bewegen"},
			Findable:    true,
			Intro:       "Samira liep achteraan, zonder iets te zeggen. Nu hangt haar week aan één ochtend, een hond en een bankje.",
			InShort:     "De dagen van Samira liepen in elkaar over. Op vrijdag ging ze mee wandelen. Nu kent ze de route, het bankje en een paar namen. Er zijn ook vrijdagen dat het niet lukt. Dan komt ze een week later.",
			Helped: []string{
				"Een vaste tijd, met iemand bij de deur.",
				"Achteraan mogen lopen, zonder te praten.",
				"Weten dat een vrijdag overslaan niet erg is.",
			},
			Quote: "Regen telt niet als reden. Een slechte nacht soms wel.",
			Body: r.Paragraphs(
				`Mijn dagen hadden geen vorm. Ik werd wakker en het was licht, of niet. Ik at als ik eraan dacht. De gordijnen bleven vaak dicht, dat scheelde weer een keuze. Een maandag voelde als een donderdag. Mijn zus belde soms en vroeg wat ik had gedaan. Ik wist het dan niet.`,
				`Van haar kreeg ik een briefje. Daarop stond: vrijdag 10.15 uur, wandelgroep, bij de voordeur. Aanmelden hoefde niet. Dat briefje lag drie vrijdagen op tafel. De vierde vrijdag was ik toevallig op tijd wakker. Ik trok mijn jas aan over mijn trui van gisteren.`,
				`Bij de voordeur stond een man met een gele muts. Dat was Henk. "Jij loopt mee," zei hij, en het was geen vraag. Er waren zes mensen en een hond. Ik ging achteraan lopen. Dat kan daar gewoon. Er loopt altijd iemand als laatste, zodat niemand kwijtraakt. Die vrouw zei niets en ik ook niet. We liepen langs het water en terug. Thuis sliep ik een uur op de bank, met mijn schoenen nog aan.`,
				`De week erna regende het. Ik belde om te vragen of het doorging. "Regen telt niet als reden," zei Henk. "Neem een muts mee." Dus ik liep, met een muts. Er was minder te zien en meer te ruiken.`,
				`Langzaam leerde ik de route kennen. Halverwege staat een bankje met een kapotte lat. Daar rusten we vijf minuten. De hond heet Pip en wil altijd links lopen. De vrouw van de hond heet Ria. Die naam kende ik nu, en zij kende de mijne. Op een vrijdag liep ik ineens in het midden. Ik merkte het pas bij het bankje.`,
				`Nu hangt mijn week aan die ene ochtend. Op woensdag koop ik koekjes voor onderweg. Op donderdag leg ik mijn kleren klaar en zet ik de wekker. Op zaterdag heb ik spierpijn, of een verhaal voor mijn zus. Zo kreeg de rest van de week ook een beetje vorm. De gordijnen gaan open, meestal voor tienen.`,
				`Ik wil ook eerlijk zijn. Er zijn vrijdagen dat het niet lukt. Dan gaat de wekker en blijf ik liggen. Regen telt niet als reden. Een slechte nacht soms wel. Eerst schaamde ik me daarvoor. Ik dacht dat ik weer bij het begin moest beginnen. Toen ik terugkwam, telde Henk ons bij de deur. "Fijn, dan zijn we met acht," zei hij. Pip liep links van me. Het bankje stond er nog.`,
			),
		}},
		{about: "naasten", Story: content.Story{
			Title:       "Mijn broer, en ik ook",
			DisplayName: "Joost",
			Themes:      []string{"naasten"},
			Findable:    true,
			Intro:       "Joost was er dag en nacht voor zijn broer. Toen vroeg iemand: en jij?",
			InShort:     "Joost dacht vooral aan zijn broer. Hij was boos en voelde zich schuldig. Op de avond voor naasten ging het over hemzelf. Nu heeft hij op zondag een afspraak met zichzelf.",
			Helped: []string{
				"Een vraag over mij, niet over mijn broer.",
				"Mensen die hetzelfde meemaken.",
				"Een vaste ochtend zonder telefoon.",
			},
			Quote: "Ik mag rust nemen zonder minder van mijn broer te houden.",
			Body: r.Paragraphs(
				`Mijn telefoon stond altijd aan. Ook 's nachts, ook op mijn werk, ook in de bioscoop. Mijn broer kon bellen, en dan moest ik er zijn. Hij is jonger dan ik en heeft het al jaren zwaar. Soms belde hij vier keer op een avond. Soms hoorde ik een week niets, en dat was erger.`,
				`Ik was boos en voelde me schuldig, tegelijk. Boos omdat ik weer van tafel moest, midden in het eten. Schuldig omdat ik boos was. Hij heeft hier niet om gevraagd, dacht ik dan. Ik ook niet. Maar die laatste zin zei ik nooit hardop. Mijn vrouw ging vaak alleen naar een verjaardag. Iedereen vroeg haar hoe het met mijn broer ging.`,
				`Een collega vertelde me over de avond voor naasten. Een naaste is iemand die dicht bij een ander staat. Ik dus. Ik ging erheen met een plan. Ik wilde leren wat ik nog meer voor hem kon doen. We zaten met zeven mensen in de huiskamer, met thee en appeltaart. Ik vertelde over mijn broer, wel tien minuten lang. Ze luisterden goed. Toen vroeg een oudere vrouw: "En jij?"`,
				`Ik begreep de vraag niet. "Hij slaapt nu iets beter," zei ik. "Nee," zei ze. "Jij." Ik keek in mijn kopje en zocht een antwoord. Ineens moest ik huilen, en wel om iets kleins. Ik dacht aan mijn zwemtas. Die stond al twee jaar ingepakt in de gang. De handdoek zat er nog in. Niemand lachte erom. Iemand schoof een doos zakdoekjes over de tafel.`,
				`Ik ben blijven komen, elke maand. We geven elkaar weinig raad. We vertellen hoe het was, en dan knikt er altijd wel iemand. Langzaam begreep ik iets. Ik mag rust nemen zonder minder van mijn broer te houden. Dat zijn twee verschillende dingen. In mijn hoofd zaten ze aan elkaar vast.`,
				`Ik heb het hem ook verteld, in de auto. Ik was er zenuwachtig voor. "Op zondag zet ik mijn telefoon uit," zei ik. "Van negen tot twaalf." Hij keek uit het raam en dacht na. "Dan bel ik zo nodig iemand anders," zei hij. We schreven samen op wie dat kan zijn. Zo makkelijk ging het die keer. Andere gesprekken waren stroever, en soms zijn ze dat nog.`,
				`De afspraak op zondag is met mezelf. Ik zwem twintig baantjes en eet daarna een broodje kroket. Het eerste half uur denk ik nog aan mijn telefoon. Daarna voel ik vooral het water. 's Middags bel ik mijn broer. Vaak wil hij dan weten hoe het zwembad was.`,
			),
		}},
	}
}
