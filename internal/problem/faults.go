package problem

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Faults collects the mistakes of a body, in the order of its form. Lengths are counted in Unicode
// code points.
type Faults []Field

// Add notes one mistake.
func (f *Faults) Add(name, code string) { *f = append(*f, Field{Name: name, Code: code}) }

// When notes a mistake that is there.
func (f *Faults) When(wrong bool, name, code string) {
	if wrong {
		f.Add(name, code)
	}
}

// Length notes a tidied text that is shorter or longer than it may be.
func (f *Faults) Length(name, value string, least, most int) {
	switch n := utf8.RuneCountInString(value); {
	case n < least:
		f.Add(name, TooShort)
	case n > most:
		f.Add(name, TooLong)
	}
}

// Filled is Length without the space around a text, for one that must be there unless least is 0.
func (f *Faults) Filled(name, value string, least, most int) {
	value = strings.TrimSpace(value)
	if value == "" && least > 0 {
		f.Add(name, Required)
		return
	}
	f.Length(name, value, least, most)
}

var (
	anAddress = regexp.MustCompile(`\S@\S+\.\S`)
	// nine digits or more, however they are grouped
	aNumber = regexp.MustCompile(`(?:\d[ .()/+-]{0,3}){9}`)
)

// NoContact notes an address or a number in a text that everybody reads: it would stand in public
// pages, feeds and mails for good.
func (f *Faults) NoContact(name, text string) {
	f.When(anAddress.MatchString(text), name, Email)
	f.When(aNumber.MatchString(text), name, Phone)
}

// OneOf notes values of which one is no choice, once.
func (f *Faults) OneOf(name string, choices []string, values ...string) {
	for _, v := range values {
		if !slices.Contains(choices, v) {
			f.Add(name, Choice)
			return
		}
	}
}

// Number notes a number that is there and too small or too large.
func (f *Faults) Number(name string, v *int, least, most int) {
	f.When(v != nil && (*v < least || *v > most), name, Invalid)
}

// Day notes what is no day such as 2026-11-24.
func (f *Faults) Day(name, value string) {
	if value == "" {
		f.Add(name, Required)
		return
	}
	_, err := time.Parse(time.DateOnly, value)
	f.When(err != nil, name, Invalid)
}

// Has says whether a field has a mistake.
func (f Faults) Has(name string) bool {
	return slices.ContainsFunc(f, func(p Field) bool { return p.Name == name })
}

// Err is an `invalid` problem with these mistakes, or nil when there are none.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return WithFields(f...)
}
