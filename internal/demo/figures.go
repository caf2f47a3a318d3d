package demo

import (
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
)

// Where the figures come from (sample-data.md section 5).
const (
	tally    = "turflijst aan de deur"
	weeks    = "telweken in maart en oktober"
	attended = "presentielijst"
	rota     = "rooster"
	survey   = "jaarlijkse vragenlijst op papier, anoniem"
)

// figures are the impact years 2023 to 2025 (sample-data.md section 5).
func figures() (years []content.ImpactYear) {
	asked := [3]int{74, 92, 101}
	found := [3][5]int{{44, 23, 17, 10, 6}, {45, 22, 18, 9, 6}, {46, 21, 18, 9, 6}}
	for i := range 3 {
		y := content.ImpactYear{
			Year:        2023 + i,
			FoundSource: survey,
			FoundN:      asked[i],
			Method:      "Bij de deur zetten we een streepje voor elk bezoek. Namen schrijven we daar niet op. Een keer per jaar ligt er een vragenlijst op tafel. Invullen mag, het hoeft niet. De lijst gaat niet over iemands gezondheid.",
			Quotes: []content.Quote{
				{Text: "Hier vraagt niemand wat ik heb. Ze vragen hoe het gaat.", By: "bezoeker"},
				{Text: "Ik kom voor de soep en blijf voor de mensen.", By: "bezoeker"},
			},
		}
		for _, f := range counted() {
			value := f.values[i]
			f.Value = &value
			if f.asks {
				f.N = asked[i]
			}
			if f.Key == content.OpenDayParts && y.Year == 2025 {
				f.Note = "In het najaar waren we 's avonds dicht."
			}
			y.Figures = append(y.Figures, f.Figure)
		}
		for k, label := range []string{
			"zelf of via bekenden",
			"ggz",
			"huisarts",
			"gemeente",
			"anders",
		} {
			y.Found = append(y.Found, content.Share{Label: label, Percent: &found[i][k]})
		}
		years = append(years, y)
	}
	return years
}

// count is a figure with its values in 2023, 2024 and 2025; asks says that people answered a
// question.
type count struct {
	content.Figure
	values [3]float64
	asks   bool
}

func counted() []count {
	figure := func(key, label, source, definition string, values [3]float64) count {
		return count{
			Figure: content.Figure{Key: key, Label: label, Source: source, Definition: definition},
			values: values,
		}
	}
	perDay := figure(
		content.PerDayPart,
		"Gemiddeld per dagdeel",
		tally,
		"Alle bezoeken, gedeeld door de dagdelen dat we open waren.",
		[3]float64{14.9, 16.5, 18.2},
	)
	perDay.Decimals = 1
	people := figure(
		content.Visitors,
		"Verschillende bezoekers",
		weeks,
		"Elke persoon telt één keer. We schatten dit in twee telweken per jaar.",
		[3]float64{310, 370, 405},
	)
	people.Estimate = true
	return []count{
		figure(
			content.OpenDayParts,
			"Dagdelen open",
			rota,
			"Een dagdeel duurt hooguit 4 uur.",
			[3]float64{412, 448, 436},
		),
		figure(
			content.Visits,
			"Bezoeken",
			tally,
			"Een bezoek is één persoon, één dagdeel.",
			[3]float64{6140, 7385, 7920},
		),
		perDay, people,
		figure(
			content.Meetings,
			"Bijeenkomsten naast de inloop",
			attended,
			"Een bijeenkomst is één keer gehouden.",
			[3]float64{540, 655, 690},
		),
		figure(content.Trainees, "Deelnemers training", attended, "", [3]float64{48, 61, 66}),
		figure(
			content.Finished,
			"Training afgerond",
			attended,
			"Wie een training afrondt, was er bij minstens 75 % van de bijeenkomsten.",
			[3]float64{37, 49, 54},
		),
		figure(content.Volunteers, "Vrijwilligers", rota, "", [3]float64{24, 29, 31}),
		figure(
			content.VolunteerTime,
			"Uren van vrijwilligers",
			rota,
			"Een vrijwilligersuur is een ingeroosterd uur.",
			[3]float64{5100, 6250, 6480},
		),
		figure(content.Became, "Bezoekers die vrijwilliger werden", rota, "", [3]float64{6, 8, 9}),
		figure(content.Meals, "Maaltijden samen", attended, "", [3]float64{1020, 1340, 1410}),
		mark(content.Grade, "Rapportcijfer", "", 1, [3]float64{8.1, 8.3, 8.2}),
		mark(content.Welcome, "Ik voel me hier welkom", "%", 0, [3]float64{92, 94, 95}),
		mark(content.MoreContact, "Ik heb meer contact met anderen", "%", 0, [3]float64{
			71,
			74,
			76,
		}),
		// small: shown as "minder dan 5"
		figure("ownGroup", "Bezoekers die zelf een groep begonnen", rota, "", [3]float64{3, 3, 3}),
	}
}

func mark(key, label, unit string, decimals int, values [3]float64) count {
	return count{
		Figure: content.Figure{
			Key:      key,
			Label:    label,
			Unit:     unit,
			Decimals: decimals,
			Source:   survey,
		},
		values: values,
		asks:   true,
	}
}

// over says whether a year lies behind us: only then are its figures known.
func over(year int, now time.Time) bool { return now.In(clock.Amsterdam).Year() > year }
