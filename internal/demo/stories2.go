package demo

import (
	"herstelruimte/internal/content"
	r "herstelruimte/internal/richtext"
)

// stories2 are the last four stories of sample-data.md section 3. All of them are invented.
func stories2() []story {
	return []story{
		{about: "wrap", Story: content.Story{
			Title:       "Terugval en toch verder",
			DisplayName: "Anouk",
			Themes:      []string{"terugval", "herstel"},
			Findable:    true,
			ContentNote: "Dit verhaal gaat over een moeilijke tijd die terugkwam.",
			Intro:       "Anouk had een plan voor lastige dagen. Toen kwamen die dagen, en deed ze eerst niets.",
			InShort:     "Anouk herkende het eerste teken uit haar eigen plan. Ze wachtte tien dagen en belde toen haar nicht. Het werden zware weken, maar niet alleen. Daarna paste ze het plan aan.",
			Helped: []string{
				"Een plan in mijn eigen woorden.",
				"Eén naam die ik op een goede dag had gekozen.",
				"Een potlood, want het plan mag veranderen.",
			},
			Quote: "Het bleef zwaar, en ik deed het niet alleen. Dat was het verschil.",
			Body: r.Paragraphs(
				`Het ging al een jaar beter met mij. Ik werkte drie ochtenden en sliep meestal door. Bij WRAP had ik een plan geschreven. Dat is een groep van acht middagen. Je maakt er een eigen plan voor goede en lastige dagen. Mijn plan zit in een groene map, met een potlood eraan. Ik dacht eerlijk gezegd dat het af was.`,
				`In februari bleef de afwas staan. Eerst een dag, toen vier dagen. Ik zei een afspraak af, en daarna nog een. Op een avond zocht ik een telefoonnummer in mijn plan. Op bladzijde drie stond het, in mijn eigen handschrift. "Ik merk het eerst aan de afwas." Daaronder stond: "Dan zeg ik afspraken af." Ik las het twee keer en sloeg de map dicht.`,
				`Daarna deed ik niets. Dat schrijf ik op omdat het zo was. Ik wist wat er aan de hand was. Ik wist ook wat ik kon doen. Toch keek ik tien dagen lang series, met het geluid zacht. Ik schaamde me. Ik dacht dat ik weer op nul stond. Iedereen zou wel moe van me zijn. Denken ging steeds trager, en de nachten werden langer.`,
				`Op bladzijde vijf staat één naam. Die heb ik zelf gekozen, op een dag dat het goed ging. Wie wil je aan de lijn als je niet kunt praten? Dat vroeg Loes toen. Ik koos mijn nicht Tess. Op een dinsdag om zeven uur heb ik haar gebeld. "Bladzijde vijf," zei ik. Meer kreeg ik er niet uit. Tess had een kopie van het plan. "Ik kom," zei ze.`,
				`Het werden twee zware weken. Tess bleef de eerste nachten slapen. Samen belden we mijn huisarts. Mijn broer deed de boodschappen, en ook de afwas. Een vrouw van de groep stuurde elke ochtend een foto van haar ontbijt. Ik hoefde niets terug te sturen. Het bleef zwaar, en ik deed het niet alleen. Dat was het verschil met de vorige keer.`,
				`In april heb ik het plan weer opengeslagen. Daar is dat potlood voor. Bij bladzijde drie schreef ik iets erbij. "Bel na twee dagen afwas, niet na tien." Ik gumde een naam uit en zette er twee bij. Het plan is nu minder netjes. Het klopt wel beter.`,
				`Een terugval was voor mij altijd het bewijs dat het mislukt was. Nu weet ik dat het soms terugkomt. Dat vind ik niet leuk, wel waar. Ik begin daarna niet op nul. Wat ik nu eerder zeg, is een korte zin. "De afwas staat er weer." Tess weet dan genoeg. Soms komt ze langs, en soms lachen we. En soms was ik alleen maar lui.`,
			),
		}},
		{Story: content.Story{
			Title:       "Van bezoeker naar gastheer",
			DisplayName: "Denzel",
			Themes:      []string{"vrijwilliger worden"},
			Findable:    false,
			Intro:       "Denzel zat altijd aan de hoek van de tafel. Toen vroeg iemand of hij wilde dekken.",
			InShort:     "Denzel at elke week soep en zei weinig. Hij dekte een keer de tafel en werd later gastheer. De sleutel voelde zwaar en fijn. Een maand pauze nemen mocht gewoon.",
			Helped: []string{
				"Iemand die mijn naam wist.",
				"Drie keer meelopen voor ik iets alleen deed.",
				"Een maand stoppen zonder reden te geven.",
			},
			Quote: "Vertrouwen is zwaar, merkte ik. Het is ook fijn.",
			Body: r.Paragraphs(
				`Ik kwam voor de soep. Zo eenvoudig was het. Op donderdagavond stond daar een pan, en bij mij thuis niet. Ik zat aan de hoek van de tafel, at twee kommen en ging weer. Dat deed ik een paar maanden. Ik kende niemand bij naam, en dat vond ik best.`,
				`Op een avond was Fatima laat. "Denzel, wil jij de tafel dekken?" vroeg ze. Ik wist niet dat ze mijn naam kende. Twaalf borden, twaalf lepels, peper en zout. Ik legde alles recht. Een man kwam binnen en zei dat het er netjes uitzag. Die avond at ik langzamer dan anders.`,
				`Daarna vroeg ze het vaker. Later vroeg ze of ik gastheer wilde worden. Een gastheer ontvangt mensen en let op de sfeer. Ik zei dat ik daar niet de man voor was. "Loop drie keer mee met Jan," zei ze. "Dan weet je het." Mijn eerste eigen dienst was op een woensdag. Ik had zweethanden en veegde ze steeds af aan mijn broek. Ik liet een kan koffie vallen. Jan gaf me een doek en zette nieuwe.`,
				`Na een maand kreeg ik een sleutel. Een gewone sleutel, met een rood labeltje. Ik heb er slecht van geslapen. Wat als ik hem verloor? Wat als ik de deur open liet staan? Ik had jaren geen sleutel gehad, alleen van mijn eigen kamer. Twee nachten lang lag hij naast mijn bed. Vertrouwen is zwaar, merkte ik. Het is ook fijn. Het voelt als een warme jas die nog te groot is.`,
				`Nu doe ik het anderhalf jaar. Soms komt er iemand stil binnen, met de jas nog dicht. Dan loop ik niet meteen op die persoon af. Ik zeg gedag en wijs waar de koffie staat. Ik vertel wat er die middag is, en dat niets moet. Daarna ga ik iets doen in de buurt. Ik vouw servetten, of ik geef de plant water. Dan kan iemand mij iets vragen, of niet. Bijna altijd komt er na een tijdje een zin. Vaak gaat die over het weer.`,
				`Er zijn ook tijden dat het minder met me gaat. In januari kreeg ik het benauwd van de sleutel, en van alles. Ik belde Sanne en zei dat ik een maand wilde stoppen. Ze vroeg niet waarom. "Goed dat je belt," zei ze. "Je stoel blijft staan." Die maand kwam ik twee keer, gewoon als bezoeker. Iemand anders had de tafel gedekt. De lepels lagen scheef, en de soep was goed.`,
				`In maart ben ik weer begonnen. De sleutel hangt nu aan mijn eigen bos, naast die van mijn fiets. Ik slaap er prima bij.`,
			),
		}},
		{about: "atelier", Story: content.Story{
			Title:       "Schilderen zonder woorden",
			DisplayName: "Els",
			Themes:      []string{"creatief", "eenzaamheid"},
			Findable:    true,
			Intro:       "In het atelier hoefde Els niets te zeggen. Ze schilderde blauw, weken lang alleen blauw.",
			InShort:     "Els had geen woorden meer na de dood van haar man. Ze ging schilderen, en niemand vroeg waarom alles blauw was. Een ander blauw veranderde iets. De woorden kwamen later, een paar.",
			Helped: []string{
				"Een middag waarop niemand iets vroeg.",
				"Een ander blauw, zonder uitleg.",
				"Mijn dochter, die zag wat het was.",
			},
			Quote: "Niemand vroeg wat het was. Niemand zei dat er geel bij mocht.",
			Body: r.Paragraphs(
				`Op een dag lukte praten niet meer. Dat klinkt groot, maar het ging stukje bij beetje. Eerst liet ik de telefoon gaan. Daarna zei ik alleen nog ja en nee. Mijn man was gestorven, en iedereen vroeg hoe het ging. Elk antwoord klonk verkeerd. Dus gaf ik er geen meer. Op den duur vroeg bijna niemand het nog.`,
				`Mijn huisarts wees me op het atelier, op dinsdagmiddag. Daar hoef je niets te zeggen, zei ze. Ik kreeg een schort met verfvlekken van een ander. Noor zette papier voor me neer, met drie kwasten. Ik koos blauw. Ik maakte het hele vel blauw, van rand tot rand. Het duurde twee uur. Noor hing het bij de andere om te drogen.`,
				`De week erna koos ik weer blauw. En de week daarna. Weken lang was het alleen blauw. Soms met veel water, soms zo dik dat het papier kromtrok. Niemand vroeg wat het was. Niemand zei dat er geel bij mocht. Naast mij maakte een jongen draken van klei. Aan de overkant knipte een vrouw vogels uit kranten. We keken elkaar soms aan en werkten door. Ik merkte dat ik uitkeek naar de dinsdag.`,
				`Op een middag legde Noor een tube naast mijn hand. Het was een ander blauw. Mijn blauw leek op de zee, dit leek meer op een avond. Ze zei er niets bij en liep weer door. Ik heb lang naar die tube gekeken. Toen draaide ik hem open. De twee blauwen raakten elkaar in het midden. Daar kwam een derde. Ik dacht aan mijn man, die graag naar buiten keek als het donker werd. Ik moest even gaan zitten.`,
				`In het voorjaar hing ons werk in de bibliotheek. Ik had drie schilderijen ingeleverd, alle drie blauw. Bij de opening stond ik achter een pilaar. Toen kwam mijn dochter binnen. Ik had haar een kaartje gestuurd, zonder tekst. Ze liep langs alle muren en bleef staan bij die van mij. Mijn naam hing er niet bij. "Die zijn van jou," zei ze. "Dat is de kleur van papa's trui." Ik had het zelf niet gezien.`,
				`De woorden kwamen later, een paar. Ik heb er nog steeds niet veel. Met mijn dochter bel ik op zondag. Eerst was dat tien minuten, nu is het soms een half uur. Ik vertel wat ik schilder. Zij vertelt wat ze kookt. Op dinsdag zit ik in het atelier, op de stoel bij het raam. Vorige week stond er groen op mijn papier, een klein streepje. Niemand vroeg wat het was.`,
			),
		}},
		{about: "samen-eten", Story: content.Story{
			Title:       "Nuchter, één dag tegelijk",
			DisplayName: "Wim",
			Themes:      []string{"verslaving"},
			Findable:    true,
			ContentNote: "Dit verhaal gaat over alcohol.",
			Intro:       "Wim wist niet wat hij met de dinsdagavond moest. Toen gaf iemand hem drie kilo aardappels.",
			InShort:     "Wim drinkt niet meer. De dinsdagavond bleef lastig. Nu schilt hij dan aardappels en eet hij mee. De weg naar huis is nog lang, maar hij weet wie hij belt.",
			Helped: []string{
				"Iets te doen voor mijn handen.",
				"Een tafel zonder fles, en zonder vragen.",
				"Een nummer bovenaan in mijn telefoon.",
			},
			Quote: "Ik denk aan vandaag, en 's avonds aan morgenochtend. Dat is genoeg.",
			Body: r.Paragraphs(
				`Dinsdagavond was de lastigste avond van de week. De vrijdag zou je eerder verwachten. Maar op dinsdag ging ik altijd naar het café om de hoek. Dertig jaar lang zat ik daar, op dezelfde kruk. Ik stopte met drinken, en de dinsdag bleef over. Om vijf uur begon het in mijn benen. Ik liep door de kamer, van het raam naar de deur.`,
				`Iemand van mijn praatgroep noemde Herstelruimte. "Ze koken daar op dinsdag," zei hij. "Dan heb je wat te doen." Ik meldde me aan per telefoon en had er meteen spijt van. Toch ging ik. Om vijf uur stond ik in een keuken vol onbekende mensen. Mijn handen trilden. Een vrouw zag het en gaf me een dunschiller. "Drie kilo aardappels," zei ze. "Kun jij die schillen?"`,
				`Dus schilde ik aardappels. Het waren er eenenveertig, ik heb ze geteld. Bij nummer twintig trilden mijn handen minder. De man naast me sneed uien en huilde daar gewoon bij. Hij vertelde over zijn kleinkind. Ik vertelde over voetbal. Niemand vroeg waarom ik er was. Later hoorde ik dat er meer mensen waren zoals ik.`,
				`Om zes uur gingen we aan tafel, met zestien mensen. Ik keek uit gewoonte naar wat er te drinken stond. Er stonden kannen water met citroen. Er was geen fles te zien. Ik voelde mijn schouders zakken. Ik hoefde niets af te slaan en niets uit te leggen. De stamppot was te zout, en toch nam iedereen twee keer. Ik deed de afwas met een vrouw die vals zong.`,
				`De weg naar huis is nog steeds lang. Hij loopt langs het café, en omlopen kost tien minuten. Ik loop om. Soms sta ik stil bij de brug en twijfel ik. Ik weet dan wie ik bel. Zijn nummer staat bovenaan in mijn telefoon, bij de A van aardappel. Hij neemt op, of hij belt snel terug. We praten over van alles, tot ik bij mijn deur ben.`,
				`In het begin telde ik de dagen hardop. Honderd, honderdtien, tweehonderd. Mensen klapten dan. Op een keer ging het mis, en toen moest ik opnieuw tellen. Dat vond ik erger dan de avond zelf. Nu tel ik niet meer hardop. Ik denk aan vandaag, en 's avonds aan morgenochtend. Meer past er niet in mijn hoofd. Dat is genoeg.`,
				`Op dinsdag ben ik nu om half vijf in de keuken. Ik leg de dunschillers klaar. Vorige maand kwam er een jonge man binnen. Zijn handen trilden. Ik heb er niet naar gekeken, of heel even. Ik schoof de zak aardappels naar hem toe. "Drie kilo," zei ik.`,
			),
		}},
	}
}
