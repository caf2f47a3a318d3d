// Command check is the one test command: it runs everything, or the parts that are named.
//
//	go run ./cmd/check              every part that must pass before a change is taken
//	go run ./cmd/check go web       two of them
//	go run ./cmd/check quick        what changed, in two minutes: for daily work
//	go run ./cmd/check long         what takes too long for every day, in parts
//	go run ./cmd/check long-race    one of them again
//	go run ./cmd/check compose      the whole stack in Docker (deploy/prove tells more)
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

	"herstelruimte/cmd/check/steps"
)

type part struct {
	word, does string
	run        func(*checker) error
	named      bool // runs only when it is named
	outside    bool // asks others: that they cannot be reached is told, and fails nothing
}

// parts in the order they run: what is quick and finds most comes first.
var parts = []part{
	{
		word:  "quick",
		does:  "format, lint, types and tests of what changed since main; takes two minutes",
		run:   checkQuick,
		named: true,
	},
	{
		word: "lint",
		does: "format and linters of the Go code and of the web part",
		run:  checkLint,
	},
	{
		word: "web",
		does: "types, unit tests, size budgets",
		run:  checkWeb,
	},
	{
		word: "go",
		does: "generated files, all Go tests on a private PostgreSQL",
		run:  checkGo,
	},
	{
		word: "contract",
		does: "every operation as it is described, asked by a fuzzer, without and with each role",
		run:  checkContract,
	},
	{
		word: "e2e",
		does: "the visitor's tasks in a browser, with axe",
		run:  checkBrowser,
	},
	{
		word: "firefox",
		does: "every public page in Firefox, with axe",
		run:  checkFirefox,
	},
	{
		word: "keycloak",
		does: "staff sign in through the real Keycloak, in a browser",
		run:  checkKeycloak,
	},
	{
		word:    "advisories",
		does:    "what is known of holes in what we build on; asks lists on the internet",
		run:     checkAdvisories,
		outside: true,
	},
	{
		word:  longPart + "go",
		does:  "all Go tests in their full size",
		run:   longGo,
		named: true,
	},
	{
		word:  longPart + "race",
		does:  "all of the rooms that share memory under the race detector",
		run:   longRace,
		named: true,
	},
	{
		word:  longPart + "web",
		does:  "all unit tests of the web part in their full size",
		run:   longWeb,
		named: true,
	},
	{
		word:  longPart + "files",
		does:  "the contract of the storage on a real file server",
		run:   longFiles,
		named: true,
	},
	{
		word:  longPart + "mail",
		does:  "our mails at a real Postfix, Dovecot and SpamAssassin; a newsletter to thousands",
		run:   longMail,
		named: true,
	},
	{
		word:  longPart + "fuzz",
		does:  "each fuzz target for half a minute",
		run:   longFuzz,
		named: true,
	},
	{
		word:  longPart + "contract",
		does:  "every operation asked by a fuzzer, many times",
		run:   longContract,
		named: true,
	},
	{
		word:  longPart + "e2e",
		does:  "all tasks of visitors and staff in a browser",
		run:   longBrowser,
		named: true,
	},
	{
		word:  longPart + "firefox",
		does:  "every public page and the screens of staff in Firefox, in the dark too",
		run:   longFirefox,
		named: true,
	},
	{
		word:  longPart + "keycloak",
		does:  "all of the sign-in through the real Keycloak",
		run:   longKeycloak,
		named: true,
	},
	{
		word:  "lighthouse",
		does:  "every public page on a phone, by Lighthouse, the median of five runs; takes half an hour",
		run:   checkLighthouse,
		named: true,
	},
	{
		word:  composePart,
		does:  "the whole stack in Docker: installed, broken, killed, destroyed and restored",
		run:   func(c *checker) error { return c.composed("^TestTheStack$") },
		named: true,
	},
	{
		word:  "compose-kills",
		does:  "the same stack, and of all that only kill -9 during sign-ups",
		run:   func(c *checker) error { return c.composed("^TestTheStack$/^(kills|control)$") },
		named: true,
	},
	{
		word:  "sbom",
		does:  "writes " + sbomFile + ": all that the program is made from, as CycloneDX",
		run:   writeSBOM,
		named: true,
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
	table, err := readTimes(timesTable)
	if err != nil {
		c.Say("%v", err)
		return false
	}
	results := make([]result, 0, len(chosen))
	for _, p := range chosen {
		results = append(results, c.runPart(p))
	}
	c.Say("")
	if len(words) == 0 {
		c.Say("%s", c.lastLong())
	}
	c.tellFailed()
	for _, r := range results {
		if r.err != nil {
			c.Say("%s: %s", r.word, shortened(r.err.Error()))
		}
	}
	for _, line := range grown(results, table) {
		c.Say("%s", line)
	}
	line, ok := outcome(results)
	c.Say("%s", line)
	return ok
}

func (c *checker) runPart(p part) result {
	c.Say("\n=== %s: %s", p.word, p.does)
	begin, used := time.Now(), processor()
	r := result{word: p.word, err: p.run(c), took: time.Since(begin), outside: p.outside}
	if c.Ctx.Err() != nil {
		r.err, r.outside = steps.CannotRun("interrupted", "run it again"), false
	}
	c.tellSlowest()
	whole := strings.HasPrefix(p.word, longPart) || p.word == composePart && os.Getenv("HERSTELRUIMTE_CHECK_KEEP") == ""
	if r.err == nil && whole {
		r.err = c.noteLong(p.word)
	}
	if r.err != nil {
		c.Say("%v", r.err)
	}
	c.Say("=== %s: %s, in which programs used the processor for %s",
		p.word, steps.Seconds(r.took), steps.Seconds(processor()-used))
	return r
}

// processor is how long programs that were started here and have ended used it, all cores together.
func processor() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// choose gives the named parts in their own order. When none is named: all but those that ask for
// their name.
func choose(words []string) ([]part, error) {
	var daily []string
	known := []string{"long"}
	for _, p := range parts {
		known = append(known, p.word)
		if !p.named {
			daily = append(daily, p.word)
		}
	}
	for _, w := range words {
		if !slices.Contains(known, w) {
			return nil, fmt.Errorf(
				"unknown part %q; the parts are: %s (none named: %s)",
				w,
				strings.Join(known, ", "),
				strings.Join(daily, ", "),
			)
		}
	}
	var chosen []part
	for _, p := range parts {
		wanted := slices.Contains(words, p.word) ||
			slices.Contains(words, "long") && strings.HasPrefix(p.word, longPart)
		if len(words) == 0 && !p.named || wanted {
			chosen = append(chosen, p)
		}
	}
	return chosen, nil
}

type result struct {
	word    string
	took    time.Duration
	err     error
	outside bool
}

// outcome is the last line of the output, and whether everything ran and passed.
func outcome(results []result) (string, bool) {
	var times, failed, notRun []string
	var total time.Duration
	ok := true
	for _, r := range results {
		var m steps.Missing
		total += r.took
		switch {
		case r.err == nil:
			times = append(times, r.word+" "+steps.Seconds(r.took))
			continue
		case r.outside && !only(r.err):
			failed = append(failed, r.word)
		case errors.As(r.err, &m):
			notRun = append(notRun, r.word+": "+m.Error())
		default:
			failed = append(failed, r.word)
		}
		ok = ok && r.outside && only(r.err)
	}
	var lines []string
	if len(failed) > 0 {
		lines = append(lines, "failed: "+strings.Join(failed, ", "))
	}
	if len(notRun) > 0 {
		lines = append(lines, "not run: "+strings.Join(notRun, "; "))
	}
	if ok {
		lines = append(lines, fmt.Sprintf(
			"passed: %s (%s in all)",
			strings.Join(times, ", "),
			steps.Seconds(total),
		))
	}
	return strings.Join(lines, "\n"), ok
}

// only says whether everything in err is something that could not run.
func only(err error) bool {
	switch e := err.(type) { //nolint:errorlint // this is the walk itself
	case interface{ Unwrap() []error }:
		return !slices.ContainsFunc(e.Unwrap(), func(one error) bool { return !only(one) })
	case interface{ Unwrap() error }:
		return only(e.Unwrap())
	case steps.Missing:
		return true
	}
	return false
}
