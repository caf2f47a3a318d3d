package house

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// WordsID is the one list of hard words of the house.
const WordsID = "words"

// HardWord is a word that is hard to read, with what to write instead. The help for editors
// knows some by itself; these come on top.
type HardWord struct {
	Word   string `json:"word" letters:"60"`
	Better string `json:"better" letters:"80"`
}

// WordList are the hard words that staff added.
type WordList struct {
	Words []HardWord `json:"words" items:"200"`
}

// WordList is the kind of the list of hard words: whoever writes texts keeps it.
func (s *Store) WordList() editing.KindOf[WordList] {
	return editing.KindOf[WordList]{
		Kind: editing.Kind{
			Name:   "words",
			Plural: "words",
			Fixed:  []string{WordsID},
			Write:  []identity.Role{identity.Redactie, identity.Coordinator},
		},
		Check: func(doc *WordList) []problem.Field { return doc.check() },
		Title: func(*WordList) string { return "Woordenlijst" },
		Current: func(ctx context.Context, q db.Querier, _ string) (*WordList, error) {
			h, err := s.now(ctx, q)
			return h.wordList(), err
		},
		Publish: func(
			ctx context.Context,
			tx pgx.Tx,
			_ string,
			doc *WordList,
			_ editing.State,
		) error {
			return s.Change(ctx, tx, func(h *House) error {
				h.Words = slices.Clone(doc.Words)
				return nil
			})
		},
	}
}

func (h House) wordList() *WordList { return &WordList{Words: append([]HardWord{}, h.Words...)} }

// check tidies; a mistake names its place in the form.
func (l *WordList) check() []problem.Field {
	for i, w := range l.Words {
		l.Words[i] = HardWord{strings.ToLower(httpkit.Line(w.Word)), httpkit.Line(w.Better)}
	}
	h := Default()
	h.Words = l.Words
	return faultsOf(h)
}

func (c *checker) words(all []HardWord) {
	c.When(len(all) > problem.Most(WordList{}, "words"), "words", problem.TooLong)
	seen := map[string]bool{}
	for i, w := range all {
		name := fmt.Sprintf("words.%d.", i)
		c.text(w, name+"word", w.Word, 1)
		c.When(seen[w.Word] && w.Word != "", name+"word", problem.Invalid)
		c.text(w, name+"better", w.Better, 1)
		seen[w.Word] = true
	}
}
