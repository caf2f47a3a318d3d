package main

import (
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"
)

const (
	mostColumns = 100
	tabWidth    = 4
)

// longLines gives the numbers of the lines of a Go file that have over 100 columns. One string on a
// line may be as long as it likes, as it cannot be broken; all else on the line must fit.
func longLines(text []byte) (numbers []int) {
	longest := longestStrings(text)
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		columns := utf8.RuneCountInString(line) + (tabWidth-1)*strings.Count(line, "\t")
		if columns-longest[number] > mostColumns {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// longestStrings gives the columns of the longest string of each line that has one. A string of
// several lines counts on each of them.
func longestStrings(text []byte) map[int]int {
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	longest := map[int]int{}
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			return longest
		}
		if kind != token.STRING {
			continue
		}
		number := file.Line(at)
		for part := range strings.SplitSeq(literal, "\n") {
			columns := utf8.RuneCountInString(part) + (tabWidth-1)*strings.Count(part, "\t")
			longest[number] = max(longest[number], columns)
			number++
		}
	}
}
