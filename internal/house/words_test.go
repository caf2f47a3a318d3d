package house

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/problem"
)

func TestTheListOfHardWordsIsTidyAndWithoutDoubles(t *testing.T) {
	t.Parallel()
	for want, words := range map[string][]HardWord{
		"[]": {{" Optimaliseren ", " beter maken"}},
		"[{words.0.word required} {words.0.better required}]": {{}},
		"[{words.1.word invalid}]": {
			{"ad hoc", "los"},
			{"Ad Hoc", "anders"},
		},
		"[{words.0.word too_long} {words.0.better too_long}]": {
			{strings.Repeat("x", 61), strings.Repeat("x", 81)},
		},
		"[{words too_long}]": many(problem.Most(WordList{}, "words") + 1),
	} {
		l := &WordList{words}
		if got := fmt.Sprint(l.check()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if want == "[]" && l.Words[0] != (HardWord{"optimaliseren", "beter maken"}) {
			t.Errorf("%+v", l.Words)
		}
	}
}

func many(n int) (all []HardWord) {
	for i := range n {
		all = append(all, HardWord{fmt.Sprint("woord", i), "x"})
	}
	return all
}

func TestAPublishedListIsTheOneThatEditorsAreHelpedWith(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	k := d.WordList()
	doc, err := k.Current(t.Context(), d.pool, WordsID)
	if err != nil || doc.Words == nil || len(doc.Words) != 0 {
		t.Fatal(doc, err)
	}
	doc.Words = []HardWord{{"optimaliseren", "beter maken"}}
	if err := db.InTx(t.Context(), d.pool, func(tx pgx.Tx) error {
		return k.Publish(t.Context(), tx, WordsID, doc, editing.State{})
	}); err != nil {
		t.Fatal(err)
	}
	if h, err := d.Load(
		t.Context(),
		d.pool,
	); err != nil || fmt.Sprint(h.Words) != "[{optimaliseren beter maken}]" ||
		h.Name != Default().Name {
		t.Error(h.Words, err)
	}
}
