package wording

import (
	"slices"
	"strings"
	"testing"
)

func TestSentencesEndWhereAReaderStops(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Een twee drie. Vier 7.385 zes?\nzeven: acht": {
			"Een twee drie.",
			"Vier 7.385 zes?",
			"zeven:",
			"acht",
		},
		`"Koffie?" vroeg hij. Ik knikte.`: {`"Koffie?" vroeg hij.`, "Ik knikte."},
		`Ze zei: "Kom." Toen ging ik.`:    {"Ze zei:", `"Kom."`, "Toen ging ik."},
		"om 13.00 tot 17.00 uur\n12\n– ·": {"om 13.00 tot 17.00 uur"},
	} {
		if got := Sentences(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestWordsToAvoidAreFoundAsWholeWordsOnly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Een Cliënt en cliënten": 2,
		"Kunt u komen?":          1,
		"intakes en uren":        0,
		"Klik hier":              1,
		"hij lijdt aan iets":     1,
		"De reünie":              0,
		"De no-show.":            1,
		"Toe!!":                  1,
		"Kom op!":                0,
		"Echter, patiënten":      2,
		"Je bent welkom.":        0,
		"Aanbod":                 1,
		"Wij bieden aan":         0,
	} {
		if got := Avoided(text); len(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestTheMeasureFindsLongSentencesAndLeavesLabelsOut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("woord ", Most) + "eind."
	if average, found := Measure(
		"Kop\nEen twee drie vier.\n" + long,
	); len(found) != 1 || average != 10 {
		t.Error(average, found)
	}
	if average, found := Measure("Kop\n12\n"); average != 0 || found != nil {
		t.Error(average, found)
	}
	if _, found := Measure(strings.Repeat("woord ", Most+1)); len(found) != 1 {
		t.Error("a long line without a mark is not seen")
	}
}

// A row covers what it says with what settings fill in, not any sentence that ends as it does.
func TestPromises_WhatNobodyKeepsIsNotCovered(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"pages", "mails"} {
		rows, err := Promises(part)
		if err != nil {
			t.Fatal(err)
		}
		for _, madeUp := range []string{
			"We bellen je binnen 2 keer.",
			"Je plek blijft 5 jaar vrij.",
			"We bewaren je naam 10 jaar",
			"Je hoort het binnen 3 minuten lezen",
			"- 2 uur later bellen we je",
			"Anouk belt je · 3 minuten lezen",
			"Nog 2 plekken, dan mailen we je.",
			"Je hebt binnenkort 24 uur om te antwoorden.",
			"Alleen wij en de gemeente na de activiteit",
			"Komt er een plek vrij, dan bellen we je binnen 1 uur.",
		} {
			if len(Promising(madeUp)) == 0 {
				t.Errorf("%q promises nothing", madeUp)
			}
			for _, row := range rows {
				if row.Is(madeUp) {
					t.Errorf("%q passes as %q", madeUp, row.Says)
				}
			}
		}
	}
	for says, said := range map[string]string{
		"We wissen het {term} na de activiteit.": "We wissen het 30 dagen na de activiteit.",
		"{term} na ons antwoord.":                "Een half jaar na ons antwoord.",
		"Je krijgt een herinnering op {day}.":    "Je krijgt een herinnering op maandag 7 december.",
		"tussen {time} en {time}.":               "tussen 9.00 en 20.00 uur.",
		"{words} · {n} minuten lezen":            "Els · Creatief, eenzaamheid · 3 minuten lezen",
		"We telden {n} bezoeken.":                "We telden 7.385 bezoeken.",
	} {
		row, err := promise(says, "test TestX")
		if err != nil || !row.Is(said) {
			t.Errorf("%q is not %q (%v)", said, says, err)
		}
	}
	if _, err := promise("Over {} is het om.", "test TestX"); err == nil {
		t.Error("a blank without a kind passes")
	}
}

func TestWhatDoesNotSayWhoDoesIt(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Je gegevens worden gewist.":            1,
		"Wordt je mail verstuurd? Bel ons.":     1,
		"We wissen je gegevens.":                0,
		"Het wordt gezellig. Je bent gegroet.":  0,
		"Dan word je verdrietig van geen geld.": 0,
	} {
		if got := Passive(text); len(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
