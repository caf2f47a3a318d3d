package main

import (
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"
)

const (
	mostColumns = 100
	mostQuoted  = 120 // with one string in quotes that is longer than the rest has room for
	tabWidth    = 4
)

// longLines gives the numbers of the lines of a Go file that have over 100 columns. One string on a
// line may make it longer: in quotes up to 120, as the rest of it can go to the next line; in
// backquotes (the tag of a field, a text of another language) as it likes. All else must fit.
func longLines(text []byte) (numbers []int) {
	quoted, raw := longestStrings(text)
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		columns := utf8.RuneCountInString(line) + (tabWidth-1)*strings.Count(line, "\t")
		if columns-max(quoted[number], raw[number]) > mostColumns ||
			columns > mostQuoted && columns-raw[number] > mostColumns {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// longestStrings gives the columns of the longest string in quotes, and of that in backquotes, of
// each line that has one. A string of several lines counts on each of them.
func longestStrings(text []byte) (quoted, raw map[int]int) {
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	quoted, raw = map[int]int{}, map[int]int{}
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			return quoted, raw
		}
		if kind != token.STRING {
			continue
		}
		longest := quoted
		if literal[0] == '`' {
			longest = raw
		}
		number := file.Line(at)
		for part := range strings.SplitSeq(literal, "\n") {
			columns := utf8.RuneCountInString(part) + (tabWidth-1)*strings.Count(part, "\t")
			longest[number] = max(longest[number], columns)
			number++
		}
	}
}
