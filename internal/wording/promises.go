package wording

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The table of promises: a line each, what a page or a mail says, and what keeps it. {n}, {term}
// and the other blanks stand for what settings, a date or people fill in. A keeper is a setting of
// the house, a test by its name, or a name or a value in a file of the program.
//
//go:embed promises.txt
var promisesFile string

// blanks are what a row may leave open. Of words there may be any that promise nothing themselves.
var blanks = map[string]string{
	"n":     `\d+(?:[.,]\d+)*`,
	"term":  `(?:\d+ (?:dag|dagen|weken|maanden|jaar)|[Ee]en half jaar)`,
	"day":   `(?:(?:maan|dins|woens|donder|vrij|zater|zon)dag )?\d{1,2} (?:` + months + `)(?: \d{4})?`,
	"time":  `\d{1,2}\.\d\d(?: uur)?`,
	"phone": `0[\d -]{9,13}`,
	"reach": `(?:bellen|mailen)`,
	"words": `(.+?)`,
}

const months = `januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|` +
	`december`

var blank = regexp.MustCompile(`\{(\w*)\}`)

// Promise is a sentence that visitors may hold us to.
type Promise struct {
	Says   string
	Keeper string
	is     *regexp.Regexp
}

func promise(says, keeper string) (*Promise, error) {
	pattern, from := "", 0
	for _, at := range blank.FindAllStringSubmatchIndex(says, -1) {
		kind := says[at[2]:at[3]]
		if blanks[kind] == "" {
			return nil, fmt.Errorf("promises: no blank is called %q in %q", kind, says)
		}
		pattern += regexp.QuoteMeta(says[from:at[0]]) + blanks[kind]
		from = at[1]
	}
	is, err := regexp.Compile(`^` + pattern + regexp.QuoteMeta(says[from:]) + `$`)
	return &Promise{says, keeper, is}, err
}

// Parts are the words around the blanks.
func (p *Promise) Parts() []string { return blank.Split(p.Says, -1) }

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
		p, err := promise(says, keeper)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// Is tells whether the row is of this sentence.
func (p *Promise) Is(sentence string) bool {
	m := p.is.FindStringSubmatch(sentence)
	return m != nil && !slices.ContainsFunc(m[1:], promises)
}

// facts are numbers that say when, where or which, not what we do.
var facts = regexp.MustCompile(
	`(?i)\b(?:(?:\d{1,2} )?(?:maan|dins|woens|donder|vrij|zater|zon)dag )?` +
		`(?:\d{1,2} tot en met )?\d{1,2} (?:` + months + `)(?: \d{4})?|` +
		`\b(?:ma|di|wo|do|vr|za|zo) \d{1,2} (?:jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)\b|` +
		`\b\d{1,2}\.\d\d(?: uur)?|€.\d+(?:,\d\d)?|\b0\d{3} \d\d \d\d \d\d\b|` +
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
		if promises(s) {
			all = append(all, s)
		}
	}
	return all
}

func promises(text string) bool { return promising.MatchString(facts.ReplaceAllString(text, "")) }
