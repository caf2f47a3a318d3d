package house

import (
	"fmt"
	"strings"
	"testing"

	"herstelruimte/internal/problem"
)

func TestSynonyms_AreLinesOfTwoWordsOrMore(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"wandelen, lopen, buiten":        "[]",
		"afmelden,meld af":               "[]",
		"  wandelen,\n lopen ":           "[]",
		"   ":                            "[]", // it goes
		"wandelen":                       "[{synonyms.0 invalid}]",
		"wandelen, ":                     "[{synonyms.0 invalid}]",
		", wandelen":                     "[{synonyms.0 invalid}]",
		"a, " + strings.Repeat("b", 120): "[{synonyms.0 too_long}]",
	} {
		b := &Settings{Search: &SearchBlock{[]string{line}}}
		if got := fmt.Sprint(b.check()); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
	many := &Settings{Search: &SearchBlock{make([]string, 201)}}
	for i := range many.Search.Synonyms {
		many.Search.Synonyms[i] = "a, b"
	}
	if got := fmt.Sprint(many.check()); got != "[{synonyms too_long}]" {
		t.Errorf("201 lines: %s", got)
	}
}

func TestSynonyms_AreBuiltInUntilSomebodyWroteThem(t *testing.T) {
	t.Parallel()
	if n := len(House{}.Synonyms()); n != 30 {
		t.Errorf("%d lines are built in, want 30", n)
	}
	h, _ := House{}.with(blockSearch, &Settings{Search: &SearchBlock{}})
	if got := h.Synonyms(); len(got) > 0 {
		t.Errorf("nothing is left when staff take all away, not %v", got)
	}
	if f := (&Settings{Search: &SearchBlock{first().SearchWords}}).check(); len(f) > 0 {
		t.Errorf("the built-in ones have faults: %v", []problem.Field(f))
	}
}
