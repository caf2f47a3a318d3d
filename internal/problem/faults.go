package problem

import "unicode/utf8"

// Faults collects the mistakes of a body, in the order of its form.
type Faults []Field

// Add notes one mistake.
func (f *Faults) Add(name, code string) { *f = append(*f, Field{Name: name, Code: code}) }

// Length notes a tidied text of fewer or more Unicode code points than it may have.
func (f *Faults) Length(name, value string, least, most int) {
	switch n := utf8.RuneCountInString(value); {
	case n < least:
		f.Add(name, TooShort)
	case n > most:
		f.Add(name, TooLong)
	}
}
