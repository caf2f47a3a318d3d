package house

import (
	"fmt"
	"slices"
	"strings"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// SearchBlock is what the search of visitors takes for one another.
type SearchBlock struct {
	Synonyms []string `json:"synonyms" letters:"120" items:"200" doc:"lines of words: wandelen, lopen, buiten"`
}

// Synonyms are the lines of words that the search takes for one another; to look at only.
func (h House) Synonyms() []string {
	if h.SearchWords == nil {
		return first().SearchWords
	}
	return h.SearchWords
}

// tidy makes each line one, and takes the empty ones away.
func (b *SearchBlock) tidy() {
	for i, line := range b.Synonyms {
		b.Synonyms[i] = httpkit.Line(line)
	}
	b.Synonyms = slices.DeleteFunc(b.Synonyms, func(line string) bool { return line == "" })
}

// synonyms wants two words at least on each line, with a comma between.
func (c *checker) synonyms(lines []string) {
	const in = "synonyms"
	c.When(len(lines) > problem.Most(SearchBlock{}, in), in, problem.TooLong)
	for i, line := range lines {
		at := fmt.Sprintf("%s.%d", in, i)
		c.line(at, line, 1, problem.MostOfEach(SearchBlock{}, in))
		words := strings.Split(line, ",")
		empty := func(word string) bool { return strings.TrimSpace(word) == "" }
		c.When(len(words) < 2 || slices.ContainsFunc(words, empty), at, problem.Invalid)
	}
}
