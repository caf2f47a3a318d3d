package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"herstelruimte/cmd/check/steps"
)

//go:embed times.txt
var timesTable string

// allowed is how long some parts may take together.
type allowed struct {
	parts     []string
	most, aim time.Duration
}

// readTimes reads times.txt.
func readTimes(text string) (table []allowed, err error) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if len(fields) < 3 {
			return nil, fmt.Errorf("times.txt: %q names no part with two times", line)
		}
		n := len(fields) - 2
		most, err := strconv.Atoi(fields[n])
		if err != nil {
			return nil, fmt.Errorf("times.txt: %w", err)
		}
		aim, err := strconv.Atoi(fields[n+1])
		if err != nil {
			return nil, fmt.Errorf("times.txt: %w", err)
		}
		table = append(table, allowed{
			parts: fields[:n],
			most:  time.Duration(most) * time.Second,
			aim:   time.Duration(aim) * time.Second,
		})
	}
	return table, nil
}

// grown tells which parts took longer than they may. That is no failure: a machine may be slow, or
// do something else too.
func grown(results []result, table []allowed) (lines []string) {
	for _, a := range table {
		var took time.Duration
		for _, r := range results {
			if slices.Contains(a.parts, r.word) {
				took += r.took
			}
		}
		name := strings.Join(a.parts, " and ")
		switch {
		case took > a.most:
			lines = append(lines, fmt.Sprintf("TOO SLOW: %s took %s, at most %s (times.txt)",
				name, steps.Seconds(took), steps.Seconds(a.most)))
		case took > a.aim:
			lines = append(lines, fmt.Sprintf("grew: %s took %s, the aim is %s (times.txt)",
				name, steps.Seconds(took), steps.Seconds(a.aim)))
		}
	}
	return lines
}
