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
)

type part struct {
	word, does string
	run        func(*checker) error
	kind       kind
}

type kind int

const (
	daily   kind = iota
	named        // runs only when it is named
	outside      // asks others: that they cannot be reached is told, and fails nothing
)

// parts in the order they run: what is quick and finds most comes first.
var parts = []part{
	{"quick", "what changed since main, in two minutes: format, lint, types, tests",
		checkQuick, named},
	{"lint", "format and linters of the Go code and of the web part", checkLint, daily},
	{"web", "types, unit tests, what a page weighs", checkWeb, daily},
	{"go", "all Go tests on a private PostgreSQL", checkGo, daily},
	{"contract", "every operation as it is described, asked by a fuzzer, without and with each role",
		checkContract, daily},
	{"e2e", "the visitor's tasks in a browser, with axe", checkBrowser, daily},
	{"firefox", "every public page in Firefox, with axe", checkFirefox, daily},
	{"keycloak", "staff sign in through the real Keycloak, in a browser", checkKeycloak, daily},
	{"advisories", "known holes in what we build on; asks lists on the internet",
		checkAdvisories, outside},

	{longPart + "go", "all Go tests in their full size", longGo, named},
	{longPart + "race", "all of the rooms that share memory under the race detector",
		longRace, named},
	{longPart + "web", "all unit tests of the web part in their full size", longWeb, named},
	{longPart + "files", "the contract of the storage on a real file server", longFiles, named},
	{longPart + "mail", "our mails at a real Postfix, Dovecot and SpamAssassin; many letters",
		longMail, named},
	{longPart + "fuzz", "each fuzz target for half a minute", longFuzz, named},
	{longPart + "contract", "every operation asked by a fuzzer, many times", longContract, named},
	{longPart + "e2e", "all tasks of visitors and staff in a browser", longBrowser, named},
	{longPart + "firefox", "every public page and the screens of staff in Firefox, in the dark too",
		longFirefox, named},
	{longPart + "keycloak", "all of the sign-in through the real Keycloak", longKeycloak, named},

	{"lighthouse", "every public page on a phone, by Lighthouse, median of three runs: half an hour",
		checkLighthouse, named},
	{composePart, "the whole stack in Docker: installed, broken, killed, destroyed and restored",
		checkCompose, named},
	{"compose-kills", "the same stack, and of all that only kill -9 during sign-ups",
		checkKills, named},
	{"speed", "the site beside pgbench and nginx, as ratios: on a machine that does nothing else",
		checkSpeed, named},
	{"sbom", "writes sbom-go.cdx.json and sbom-web.cdx.json: all that the program is made from",
		writeSBOM, named},
}

// longPart is how the parts of the long check are called: the same tests in their full size
// (internal/longtest, web/e2e/long.ts), and what else takes its time.
const longPart = "long-"

// minutes that parts may take together on two cores, beside nothing else. At the end the check
// tells which grew out of them.
var minutes = []struct {
	parts string
	most  int
}{
	{"lint web go", 8},
	{"contract", 1},
	{"e2e", 8},
	{"firefox keycloak", 3},
	{"advisories", 1},
	{"quick", 2},
	{"long", 90},
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
	var results []result
	for _, p := range chosen {
		results = append(results, c.runPart(p))
	}
	c.say("")
	if len(words) == 0 {
		c.say("%s", c.lastLong())
	}
	c.tellFailed()
	for _, r := range results {
		if r.err != nil {
			c.say("%s: %s", r.word, shortened(r.err.Error()))
		}
	}
	for _, line := range grown(results) {
		c.say("%s", line)
	}
	line, ok := outcome(results)
	c.say("%s", line)
	return ok
}

func (c *checker) runPart(p part) result {
	c.say("\n=== %s: %s", p.word, p.does)
	begin := time.Now()
	r := result{word: p.word, err: p.run(c), took: time.Since(begin), outside: p.kind == outside}
	if c.ctx.Err() != nil {
		r.err, r.outside = missing{"interrupted", "run it again"}, false
	}
	if r.err == nil && (isLong(p.word) || p.word == composePart && !stackStays()) {
		r.err = c.noteLong(p.word)
	}
	if r.err != nil {
		c.say("%v", r.err)
	}
	c.say("=== %s: %s", p.word, seconds(r.took))
	return r
}

func isLong(word string) bool { return strings.HasPrefix(word, longPart) }

// choose gives the named parts in their own order. When none is named: all but those that ask for
// their name.
func choose(words []string) ([]part, error) {
	var known, usual []string
	var chosen []part
	for _, p := range parts {
		known = append(known, p.word)
		if p.kind != named {
			usual = append(usual, p.word)
		}
		if len(words) == 0 && p.kind != named || slices.Contains(words, p.word) ||
			slices.Contains(words, "long") && isLong(p.word) {
			chosen = append(chosen, p)
		}
	}
	for _, w := range words {
		if w != "long" && !slices.Contains(known, w) {
			return nil, fmt.Errorf("unknown part %q; the parts are: long, %s (none named: %s)",
				w, strings.Join(known, ", "), strings.Join(usual, ", "))
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

// grown tells which parts took longer than they may. That is no failure: a machine may be slow, or
// do something else too.
func grown(results []result) (lines []string) {
	for _, a := range minutes {
		var took time.Duration
		for _, r := range results {
			if slices.Contains(strings.Fields(a.parts), r.word) ||
				a.parts == "long" && isLong(r.word) {
				took += r.took
			}
		}
		if took > time.Duration(a.most)*time.Minute {
			lines = append(lines, fmt.Sprintf("TOO SLOW: %s took %s, at most %d minutes (main.go)",
				a.parts, seconds(took), a.most))
		}
	}
	return lines
}

// outcome is the last line of the output, and whether everything ran and passed.
func outcome(results []result) (string, bool) {
	var times, failed, notRun, lines []string
	var total time.Duration
	ok := true
	for _, r := range results {
		var m missing
		total += r.took
		if r.err == nil {
			times = append(times, r.word+" "+seconds(r.took))
			continue
		}
		ok = ok && r.outside && only(r.err)
		// a hole is worse than a list that could not be reached
		if errors.As(r.err, &m) && (!r.outside || only(r.err)) {
			notRun = append(notRun, r.word+": "+m.Error())
		} else {
			failed = append(failed, r.word)
		}
	}
	if len(failed) > 0 {
		lines = append(lines, "failed: "+strings.Join(failed, ", "))
	}
	if len(notRun) > 0 {
		lines = append(lines, "not run: "+strings.Join(notRun, "; "))
	}
	if ok {
		lines = append(lines, fmt.Sprintf("passed: %s (%s in all)",
			strings.Join(times, ", "), seconds(total)))
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
	case missing:
		return true
	}
	return false
}
