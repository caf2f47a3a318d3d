package demo

import (
	"herstelruimte/internal/content"
	r "herstelruimte/internal/richtext"
)

// hiddenStories are the ones that visitors never see: at work, looked over by one editor, and taken
// back by its teller.
func hiddenStories() []story {
	return []story{
		{status: drafted, Story: content.Story{
			Title:       "De trein van kwart voor acht",
			DisplayName: "Farid",
			Themes:      []string{"werk"},
			Intro:       "Farid werkt weer, twee ochtenden in de week. De reis was lastiger dan het werk.",
			Helped:      []string{"Eerst alleen de reis oefenen."},
			Body: r.Paragraphs(
				`Het werk zelf was het punt niet. Dat was de trein van kwart voor acht. Zo veel mensen, zo veel geluid, en ik kon er niet uit.`,
				`Bram zei: oefen eerst alleen de reis. Dus ging ik drie weken lang op en neer, zonder te werken. Ik dronk een koffie op het station en reed terug.`,
				`[Hier nog vertellen over de eerste werkdag.]`,
			),
		}},
		{status: reviewed, about: "schrijfcafe", Story: content.Story{
			Title:       "Een brief die ik niet verstuurde",
			DisplayName: "Gerda",
			Themes:      []string{"creatief", "herstel"},
			Intro:       "Gerda schreef een brief aan haar vader. Hij hoefde niet op de post.",
			InShort:     "Bij het schrijfcafé kreeg Gerda een eerste zin. Er kwam een brief uit die al jaren wachtte. Ze verstuurde hem niet. Schrijven was genoeg.",
			Helped: []string{
				"Een eerste zin die iemand anders bedacht.",
				"Tien minuten, niet langer.",
				"Zelf kiezen of ik voorlees.",
			},
			Quote: "De brief hoefde nergens heen. Hij moest alleen uit mij.",
			Body: r.Paragraphs(
				`Ik schreef boodschappenlijstjes, en verder niets. Op school had ik een vijf voor opstel. Toch ging ik op een woensdag mee naar het schrijfcafé. Mijn buurvrouw wilde niet alleen. Er stond thee op tafel, en er lagen potloden met een punt.`,
				`Noor gaf ons een begin. "Wat ik nog wilde zeggen." Daar moesten we tien minuten mee verder. Ik keek naar de klok en naar mijn buurvrouw. Die schreef al. Toen zette ik drie woorden onder elkaar. "Pa, luister eens."`,
				`Mijn vader leeft niet meer. We hadden ruzie toen hij ziek werd, over iets met een schuur. Daarna was er geen tijd. Ik dacht daar vaak aan, meestal 's nachts. Ik kwam dan nooit verder dan de schuur.`,
				`Op papier kwam ik wel verder. De schuur was na vier regels klaar. Toen ging het over zijn handen. Over de zaterdagen dat ik mocht helpen met zagen. Over de geur van hout in de auto. Ik schreef door toen de anderen al stopten. Noor liet me.`,
				`Wie wilde, mocht voorlezen. Ik wilde niet, en dat was goed. Mijn buurvrouw las een stuk voor over haar kat. We lachten, en ik vouwde mijn blad in vieren. Thuis heb ik het nog eens gelezen. Ik haalde twee zinnen weg en zette er één bij.`,
				`De brief hoefde nergens heen. Hij moest alleen uit mij. Hij ligt nu in de doos met foto's. Soms lees ik hem, op een zaterdag. Ik slaap er niet altijd beter door. Wel kom ik in de nacht verder dan de schuur.`,
				`Elke tweede woensdag van de maand ga ik weer. Ik heb intussen een schrift met een harde kaft. Er staan brieven in aan mijn zus, aan de huisarts en aan een hond van vroeger. Eén brief heb ik wel verstuurd. Dat was die aan mijn zus.`,
			),
		}},
		{status: content.Withdrawn, Story: content.Story{
			Title:       withdrawnTitle,
			DisplayName: "Iemand",
			Themes:      []string{"herstel"},
			Intro:       "Deze inleiding mag niemand meer lezen.",
			Helped:      []string{"Ook dit mag niemand meer lezen."},
			Body: r.Paragraphs(
				`Deze tekst mag niemand meer lezen. De verteller heeft daar zelf voor gekozen.`,
			),
		}},
	}
}

const withdrawnTitle = "Een verhaal dat weg mocht"
