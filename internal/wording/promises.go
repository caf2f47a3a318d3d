package wording

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

// The table of promises: a line each, what a page or a mail says, and what keeps it. {} stands for
// what settings or a date fill in. A keeper is a setting of the house, a test by its name, or a
// name in a file of the program.
//
//go:embed promises.txt
var promisesFile string

// Promise is a sentence that visitors may hold us to.
type Promise struct {
	Says   string
	Keeper string
	is     *regexp.Regexp
}

// Promises are the rows of a part of the table: pages or mails.
func Promises(part string) (all []*Promise, err error) {
	here := false
	for line := range strings.Lines(promisesFile) {
		line = strings.TrimSpace(line)
		if name, is := strings.CutPrefix(line, "# "); is {
			here = name == part
			continue
		}
		if line == "" || !here {
			continue
		}
		says, keeper, ok := strings.Cut(line, " => ")
		if !ok {
			return nil, fmt.Errorf("promises: no keeper of %q", line)
		}
		parts := strings.Split(says, "{}")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		is, err := regexp.Compile(`^` + strings.Join(parts, `.+?`) + `$`)
		if err != nil {
			return nil, err
		}
		all = append(all, &Promise{Says: says, Keeper: keeper, is: is})
	}
	return all, nil
}

// Is tells whether the row is of this sentence.
func (p *Promise) Is(sentence string) bool { return p.is.MatchString(sentence) }

// facts are numbers that say when, where or which, not what we do.
var facts = regexp.MustCompile(`(?i)\b(?:(?:maan|dins|woens|donder|vrij|zater|zon)dag )?` +
	`\d{1,2} (?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|` +
	`december)(?: \d{4})?|\b\d{1,2}\.\d\d(?: uur)?|€.\d+(?:,\d\d)?|\b0\d{3} \d\d \d\d \d\d\b|` +
	`\b06(?: \d\d){4}\b|\b0800-\d{4}\b|\b088 \d{4} \d{3}\b|\b11[23](?:\.nl)?\b|\d{4} [A-Z]{2}\b|` +
	`Kerkplein 12|\b2e verdieping|\b20\d\d\b|\S+@\S+|` +
	`\((?:aanmelding|wachtlijst|nieuwsbrief)[\d-]+\)|Bijvoorbeeld [\w-]+\.|18 t/m 30|` +
	`\b(?:loop|komt?|kom je|naar) binnen|\bliever bellen`)

// promising are the words by which a sentence promises something: a number, who alone, how soon,
// and that somebody erases, rings or mails.
var promising = regexp.MustCompile(
	`(?i)\d|\b(?:alleen|binnen|wissen|wist|gewist|bellen|belt|mailen|mailt)\b`,
)

// Promising gives the sentences of a text that promise something.
func Promising(text string) (all []string) {
	for _, s := range Sentences(text) {
		if promising.MatchString(facts.ReplaceAllString(s, "")) {
			all = append(all, s)
		}
	}
	return all
}
