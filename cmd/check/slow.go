package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"herstelruimte/cmd/check/steps"
)

// took notes how long tests took. Steps that run side by side do so at once.
func (c *checker) took(tests []timed) {
	c.noting.Lock()
	defer c.noting.Unlock()
	c.slow = append(c.slow, tests...)
	for _, t := range tests {
		if t.fault != "" {
			c.failed = append(c.failed, t)
		}
	}
}

// What is said again of the tests that failed: whoever sees only the end of a long output, reads
// there what to mend.
const (
	faultLetters = 800
	faultTests   = 10
)

// tellFailed prints the tests that failed in any part, with what they said.
func (c *checker) tellFailed() {
	if len(c.failed) > 0 {
		c.Say("--- tests that failed: %d", len(c.failed))
	}
	for i, t := range c.failed {
		c.Say("%s", t.name)
		if i < faultTests {
			c.Say("    %s", strings.ReplaceAll(shortened(t.fault), "\n", "\n    "))
		}
	}
}

// shortened gives the beginning of a fault, in whole letters and without colours.
func shortened(fault string) string {
	fault = strings.TrimSpace(colours.ReplaceAllString(fault, ""))
	if len(fault) <= faultLetters {
		return fault
	}
	return strings.ToValidUTF8(fault[:faultLetters], "") + " ..."
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// tellSlowest prints the ten slowest tests of the part that ran.
func (c *checker) tellSlowest() {
	slices.SortStableFunc(c.slow, func(a, b timed) int { return cmp.Compare(b.took, a.took) })
	if len(c.slow) > 0 {
		c.Say("--- the slowest of %d tests", len(c.slow))
	}
	for _, t := range c.slow[:min(10, len(c.slow))] {
		c.Say("%10s  %s", steps.Seconds(t.took), t.name)
	}
	c.slow = nil
}

// reported is a step that runs a program of the web part and reads the JSON report that it leaves.
// A program that ended well and left none has not run what it should.
func (c *checker) reported(
	run func(file string) steps.Step, read func([]byte) ([]timed, []string, error),
) steps.Step {
	file := filepath.Join(c.folder, "report.json")
	step := run(file)
	return steps.Step{Name: step.Name, Command: step.Command, Do: func(r *steps.Runner) error {
		_ = os.Remove(file)
		failed := step.Do(r)
		text, err := os.ReadFile(file)
		if err == nil {
			var took []timed
			var notes []string
			took, notes, err = read(text)
			c.took(took)
			for _, note := range notes {
				r.Say("    %s", note)
			}
		}
		return cmp.Or(failed, err)
	}}
}

func milliseconds(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }

// readVitest reads Vitest's report: how long each test took, and which did not run.
func readVitest(text []byte) (took []timed, notes []string, err error) {
	var report struct {
		TestResults []struct {
			Name             string
			AssertionResults []struct {
				FullName, Status string
				Duration         float64
				FailureMessages  []string
			}
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return nil, nil, fmt.Errorf("the report of Vitest: %w", err)
	}
	for _, file := range report.TestResults {
		for _, test := range file.AssertionResults {
			_, name, _ := strings.Cut(file.Name, "/web/")
			name += " " + test.FullName
			switch test.Status {
			case "passed", "failed":
				took = append(took, timed{
					name:  name,
					took:  milliseconds(test.Duration),
					fault: strings.Join(test.FailureMessages, "\n"),
				})
			default:
				notes = append(notes, test.Status+": "+name)
			}
		}
	}
	return took, notes, nil
}

// suite is a file of browser tests, or a group in one.
type suite struct {
	Suites []suite
	Specs  []struct {
		Title, File string
		Tests       []struct {
			ProjectName, Status string
			Results             []struct {
				Duration float64
				Errors   []struct{ Message string }
			}
		}
	}
}

// readPlaywright reads Playwright's report: how long each test took with all its tries, which did
// not run and which passed only at a second try.
func readPlaywright(text []byte) (took []timed, notes []string, err error) {
	var report suite
	if err := json.Unmarshal(text, &report); err != nil {
		return nil, nil, fmt.Errorf("the report of Playwright: %w", err)
	}
	for todo := []suite{report}; len(todo) > 0; todo = todo[1:] {
		todo = append(todo, todo[0].Suites...)
		for _, spec := range todo[0].Specs {
			for _, test := range spec.Tests {
				name := fmt.Sprintf("%s %s [%s]", spec.File, spec.Title, test.ProjectName)
				all := 0.0
				for _, try := range test.Results {
					all += try.Duration
				}
				switch test.Status {
				case "skipped":
					notes = append(notes, "skipped: "+name)
					continue
				case "flaky":
					notes = append(notes, "passed at a second try: "+name)
				}
				fault := ""
				if last := len(test.Results) - 1; test.Status == "unexpected" {
					fault = "failed"
					for _, e := range test.Results[last].Errors {
						fault += "\n" + e.Message
					}
				}
				took = append(took, timed{name, milliseconds(all), fault})
			}
		}
	}
	return took, notes, nil
}
