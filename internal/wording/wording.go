// Package wording measures texts for visitors: tests hold them against the rules of easy language.
// The rules: sentences of at most 15 words, 10 on average on a page, that say who does it; no words
// that make somebody small, label them or sound like an office; links that say where they lead.
package wording

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Most is how many words a sentence may have, Average how many the sentences of a page may have on
// average.
const (
	Most    = 15
	Average = 10
)

var avoided = regexp.MustCompile(
	`(?i)^(pati[ëe]nt\pL*|cli[ëe]nt\pL*|doelgroep\pL*|verwarde|psychiatrisch\pL*|schizofre\pL*|borderline\pL*|verslaafde\pL*|alcoholist\pL*|slachtoffer\pL*|kampt|` +
		`zelfmoord|zwak|kwetsbare|probleemgeval\pL*|therapietrouw|ziekte-inzicht|weigert|normaal|genezen|opgelost|dapper\pL*|no-show|wegblijver\pL*|intake|traject\pL*|aanbod|voorziening\pL*|` +
		`participer\pL*|faciliter\pL*|middels|indien|teneinde|betreffende|reeds|echter|gedurende|inzake|derhalve|u|uw)$`,
)

var phrases = regexp.MustCompile(
	`(?i)lijdt aan|weer de oude worden|wij helpen hen|dient te|klik hier|lees meer|!\s*!`,
)

// Avoided gives the words of a text that visitors should not meet, as whole words: those that label
// people and the hard words of offices.
func Avoided(text string) []string {
	bad := phrases.FindAllString(text, -1)
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '-'
	}) {
		if avoided.MatchString(word) {
			bad = append(bad, word)
		}
	}
	return bad
}

var (
	becomes    = regexp.MustCompile(`(?i)\b(?:word|wordt|worden|werd|werden)\b`)
	participle = regexp.MustCompile(`^(?:\pL{0,6}ge\pL{2,}(?:d|t|en)|(?:be|ver|ont|her)\pL{2,}[dt])$`)
	noForm     = regexp.MustCompile(`^\pL{1,6}gen$`)
	// noParticiple are words that look like one.
	noParticiple = strings.Fields(`
		gebied geluid geld geduld gezond gebed geest gebrek bewust bekend bezet verstand bericht beleid
		besluit gezicht gewicht gerecht gesprekken gegevens getal eigen gevoelens gebouwen gedachten
		gewoonten geen gewoon bestaat verdriet verkeerd herfst ergens`)
)

// Passive gives the sentences of a text that do not say who does it: a form of "worden" with a
// participle, as the help beside a text of staff finds them.
func Passive(text string) (all []string) {
	isDone := func(w string) bool {
		w = strings.ToLower(w)
		return participle.MatchString(w) && !noForm.MatchString(w) &&
			!slices.Contains(noParticiple, w)
	}
	for _, s := range Sentences(text) {
		words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
		if becomes.MatchString(s) && slices.ContainsFunc(words, isDone) {
			all = append(all, s)
		}
	}
	return all
}

// end is a full stop, question mark, exclamation mark or colon, perhaps with a closing quotation
// mark.
var end = regexp.MustCompile(`[.?!:…]["')]*\s+`)

// Sentences gives the sentences of a text. The end of a line ends one; a mark before a small letter
// does not.
func Sentences(text string) (all []string) {
	for line := range strings.Lines(text) {
		from := 0
		for _, at := range end.FindAllStringIndex(line, -1) {
			if next := []rune(
				line[at[1]:],
			); len(next) > 0 && unicode.IsLower(next[0]) && line[at[0]] != ':' {
				continue
			}
			all = appendSentence(all, line[from:at[1]])
			from = at[1]
		}
		all = appendSentence(all, line[from:])
	}
	return all
}

// appendSentence leaves out what holds no letter.
func appendSentence(all []string, s string) []string {
	if s = strings.TrimSpace(s); strings.ContainsFunc(s, unicode.IsLetter) {
		return append(all, s)
	}
	return all
}

// Words counts the words of a text: pieces that hold a letter or a digit.
func Words(text string) (n int) {
	for _, w := range strings.Fields(text) {
		if strings.ContainsFunc(w, func(r rune) bool {
			return unicode.IsLetter(r) || unicode.IsDigit(r)
		}) {
			n++
		}
	}
	return n
}

// Measure gives the sentences that are too long and the average of all whole ones. Headings and
// labels have no mark at their end: they would make the average look good, so only their length is
// held.
func Measure(text string) (average float64, long []string) {
	words, whole := 0, 0
	for _, s := range Sentences(text) {
		n := Words(s)
		if n > Most {
			long = append(long, s)
		}
		if strings.ContainsAny(s[len(s)-1:], `.?!"'`) {
			words, whole = words+n, whole+1
		}
	}
	if whole > 0 {
		average = float64(words) / float64(whole)
	}
	return average, long
}
