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
	long := strings.Repeat("woord ", 20) + "eind."
	if average, found := Measure(
		"Kop\nEen twee drie vier.\n" + long,
	); len(found) != 1 || average != 12.5 {
		t.Error(average, found)
	}
	if average, found := Measure("Kop\n12\n"); average != 0 || found != nil {
		t.Error(average, found)
	}
	if _, found := Measure(strings.Repeat("woord ", 21)); len(found) != 1 {
		t.Error("a long line without a mark is not seen")
	}
}
