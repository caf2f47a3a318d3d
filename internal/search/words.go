package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"herstelruimte/internal/httpkit"
)

const (
	longestWord = 60 // letters; PostgreSQL refuses a lexeme of more than 2,046 bytes
	mostWords   = 20 // of a search; the rest is not looked at
	leastPrefix = 3  // letters of a stem that longer words may begin with
	leastEnd    = 4  // letters of a word that longer words may end with
)

// Words are the words of a text as they are searched: lower case, without accents, of letters and
// digits alone.
func Words(text string) []string {
	all := strings.FieldsFunc(httpkit.Folded(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for i, w := range all {
		if r := []rune(w); len(r) > longestWord {
			all[i] = string(r[:longestWord])
		}
	}
	return all
}

// stems are the stems of words, as PostgreSQL's Dutch dictionary has them; of a word that says
// nothing (de, ik, hoe) there is none.
type stems map[string]string

// forms are a stem, and how it is written at the end of a word: schrijv is schrijf there.
func forms(stem string) []string {
	for last, end := range map[string]string{"v": "f", "z": "s"} {
		if before, ok := strings.CutSuffix(stem, last); ok {
			return []string{stem, before + end}
		}
	}
	return []string{stem}
}

func backwards(word string) string {
	r := []rune(word)
	slices.Reverse(r)
	return "<" + string(r)
}

// lexemes are what a text of these words is found by, of a title or not. Two words of a title that
// stand beside each other are found as one, too: e-mail.
func (s stems) lexemes(words []string, title bool) (out []string) {
	weight := ":1"
	if title {
		weight = ":1A"
	}
	add := func(word, stem string) {
		for _, form := range append(forms(stem), backwards(word)) {
			out = append(out, "'"+form+"'"+weight)
		}
	}
	for i, w := range words {
		if s[w] != "" {
			add(w, s[w])
		}
		if title && i > 0 {
			both := words[i-1] + w
			add(both, both)
		}
	}
	return out
}

// query finds texts with this word: by its stem, as the beginning of a longer word, as its end; or
// by all words of something that means the same.
func (s stems) query(word string, synonyms [][]string) string {
	ways := []string{s.one(word)}
	for _, line := range synonyms {
		means := func(entry string) bool { return entry == word || s[entry] == s[word] }
		if !slices.ContainsFunc(line, means) {
			continue
		}
		for _, entry := range line {
			var all []string
			for _, w := range strings.Fields(entry) {
				if s[w] != "" {
					all = append(all, s.one(w))
				}
			}
			if len(all) > 0 && !means(entry) {
				ways = append(ways, "("+strings.Join(all, "&")+")")
			}
		}
	}
	return strings.Join(ways, "|")
}

func (s stems) one(word string) string {
	var ways []string
	for _, form := range forms(s[word]) {
		ways = append(ways, lexeme(form, utf8.RuneCountInString(form) >= leastPrefix))
	}
	if utf8.RuneCountInString(word) >= leastEnd {
		ways = append(ways, lexeme(backwards(word), true))
	}
	return "(" + strings.Join(ways, "|") + ")"
}

func lexeme(word string, begins bool) string {
	if begins {
		return "'" + word + "':*"
	}
	return "'" + word + "'"
}

var separates = regexp.MustCompile(`[,;]`)

// synonyms reads lines such as "afmelden, afzeggen, meld af": of each its entries, in words as they
// are searched.
func synonyms(lines []string) (out [][]string) {
	for _, line := range lines {
		var entries []string
		for _, entry := range separates.Split(line, -1) {
			if words := Words(entry); len(words) > 0 {
				entries = append(entries, strings.Join(words, " "))
			}
		}
		out = append(out, entries)
	}
	return out
}

// near is the first word of these titles that somebody may have meant: it differs in one letter, or
// in two from seven letters on.
func near(words, titles []string) string {
	for _, w := range words {
		letters := utf8.RuneCountInString(w)
		most := 1
		if letters >= 7 {
			most = 2
		}
		best := ""
		for _, title := range titles {
			for _, t := range Words(title) {
				if utf8.RuneCountInString(t) < leastEnd {
					continue
				}
				if d := distance([]rune(w), []rune(t)); d > 0 && d <= most {
					best, most = t, d-1
				}
			}
		}
		if letters >= leastEnd && best != "" {
			return best
		}
	}
	return ""
}

// distance counts the letters that have to be put in, taken out, replaced or swapped with their
// neighbour.
func distance(a, b []rune) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, replaced)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
