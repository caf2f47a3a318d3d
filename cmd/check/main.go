// Command check is the one test command: it runs everything, or the parts that are named.
//
//	go run ./cmd/check              all parts
//	go run ./cmd/check go web       two of them
//	go run ./cmd/check compose      the whole stack in Docker; runs only when it is named (compose.go tells more)
//
// It gets what is missing by itself where it can. The last line tells the outcome; what could not
// run is never passed over.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

type part struct {
	word, does string
	run        func(*checker) error
	named      bool // runs only when it is named
}

// parts in the order they run: what is quick and finds most comes first.
var parts = []part{
	{"go", "format, vet, generated files, all Go tests on a private PostgreSQL", checkGo, false},
	{"web", "types, unit tests, build, size budgets, Go tests of the real pages", checkWeb, false},
	{"e2e", "the visitor's tasks in a browser, with axe", checkBrowser, false},
	{"firefox", "every public page in Firefox, with axe", checkFirefox, false},
	{"keycloak", "staff sign in through the real Keycloak, in a browser", checkKeycloak, false},
	{
		"lighthouse",
		"every public page on a phone, by Lighthouse, the median of five runs; takes half an hour",
		checkLighthouse,
		true,
	},
	{
		"compose",
		"the whole stack in Docker: installed, broken, killed, destroyed and restored",
		checkCompose,
		true,
	},
	{
		"compose-kills",
		"the same stack, and of all that only kill -9 during sign-ups",
		checkComposeKills,
		true,
	},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ok := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if !ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, words []string, out io.Writer) bool {
	chosen, err := choose(words)
	if err != nil {
		_, _ = fmt.Fprintln(out, err)
		return false
	}
	c, err := newChecker(ctx, out)
	if err != nil {
		_, _ = fmt.Fprintln(out, err)
		return false
	}
	defer c.close()
	results := make([]result, 0, len(chosen))
	for _, p := range chosen {
		c.say("\n=== %s: %s", p.word, p.does)
		begin := time.Now()
		r := result{word: p.word, err: p.run(c), took: time.Since(begin)}
		if ctx.Err() != nil {
			r.err = missing{"interrupted", "run it again"}
		}
		if r.err != nil {
			c.say("%v", r.err)
		}
		c.say("=== %s: %s", p.word, seconds(r.took))
		results = append(results, r)
	}
	line, ok := outcome(results)
	c.say("\n%s", line)
	return ok
}

// choose gives the named parts in their own order. When none is named: all but those that ask for
// their name.
func choose(words []string) ([]part, error) {
	var known []string
	for _, p := range parts {
		known = append(known, p.word)
	}
	for _, w := range words {
		if !slices.Contains(known, w) {
			return nil, fmt.Errorf(
				"unknown part %q; the parts are: %s (none named: all but the last three)",
				w,
				strings.Join(known, ", "),
			)
		}
	}
	var chosen []part
	for _, p := range parts {
		if len(words) == 0 && !p.named || slices.Contains(words, p.word) {
			chosen = append(chosen, p)
		}
	}
	return chosen, nil
}

// missing is the reason why something could not run at all, and what helps.
type missing struct{ what, remedy string }

func (m missing) Error() string { return m.what + " (" + m.remedy + ")" }

type result struct {
	word string
	took time.Duration
	err  error
}

// outcome is the last line of the output, and whether everything ran and passed.
func outcome(results []result) (string, bool) {
	var times, failed, notRun []string
	var total time.Duration
	for _, r := range results {
		var m missing
		total += r.took
		times = append(times, r.word+" "+seconds(r.took))
		if errors.As(r.err, &m) {
			notRun = append(notRun, r.word+": "+m.Error())
		} else if r.err != nil {
			failed = append(failed, r.word)
		}
	}
	var lines []string
	if len(failed) > 0 {
		lines = append(lines, "failed: "+strings.Join(failed, ", "))
	}
	if len(notRun) > 0 {
		lines = append(lines, "not run: "+strings.Join(notRun, "; "))
	}
	if len(lines) == 0 {
		return fmt.Sprintf(
			"passed: %s (%s in all)",
			strings.Join(times, ", "),
			seconds(total),
		), true
	}
	return strings.Join(lines, "\n"), false
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
