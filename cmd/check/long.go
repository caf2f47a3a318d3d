package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/db/pgserver"
)

// fuzzing is how long each fuzz target runs, two of them at a time; in the daily check only its
// seeds do.
const fuzzing = 30 * time.Second

// inFull makes tests run in their full size.
const inFull = "HERSTELRUIMTE_LONG=1"

// longTag is of tests that have no small size: what they prove needs other programs, or minutes.
const longTag = "long"

// alone are the tests that run beside nothing else. In the rushes two cores serve as many people as
// they can in one moment: with fewer cores some are rightly asked to try again. The night among a
// million rows measures how long a transaction takes, and beside the simulated year that is the
// time of both.
const alone = "Rush|TwoThousandAtOnce|AtOnceForTenPlaces|AmongAMillionRows|TenPhonesCosts|" +
	"TheCostOfManyDates"

func longGo(c *checker) error {
	packages, _, err := c.packages(nil)
	if err != nil {
		return err
	}
	env := append([]string{inFull}, flavour...)
	test := func(name string, words ...string) step {
		return c.goTest(name, env, append(words, packages...)...)
	}
	return c.run(
		c.built(),
		c.database(),
		copying,
		test("tests beside nothing else",
			"-timeout", "30m", "-p", "1", "-parallel", "1", "-run", alone),
		test("all other tests", "-timeout", "80m", "-skip", alone),
	)
}

// longRace runs all of the rooms that share memory under the race detector.
func longRace(c *checker) error {
	_, shared, err := c.packages(slices.Concat(raced, racedInLong))
	if err != nil {
		return err
	}
	return c.run(c.built(), c.database(), c.racing(shared))
}

func longWeb(c *checker) error {
	return c.run(c.webPart(), c.vitest([]string{inFull}, "--testTimeout=600000"))
}

func longContract(c *checker) error {
	return c.contract(fuzzPlan{examples: manyExamples, phases: "coverage,fuzzing", share: 1})
}

func longBrowser(c *checker) error { return c.browserTests("", inFull) }

func longFirefox(c *checker) error { return c.firefoxTests(inFull) }

func longKeycloak(c *checker) error { return c.keycloak(inFull) }

func longFuzz(c *checker) error {
	targets, err := fuzzTargets(c.root)
	if err != nil {
		return err
	}
	var fuzz []step
	for _, t := range targets {
		fuzz = append(fuzz, c.fuzz(t))
	}
	return c.run(c.built(), c.database(), together(fuzz...))
}

// fuzz is the step of running one target, on one core.
func (c *checker) fuzz(t fuzzTarget) step {
	words := []string{"go", "test", "-vet=off", "-tags", tags, "-run", "^$", "-parallel", "1",
		"-fuzz", "^" + t.name + "$", "-fuzztime", fuzzing.String(), t.dir}
	return step{name: "fuzz " + t.name, do: func(r *runner) error {
		cmd := r.process(r.root, append(c.shared(), flavour...), words...)
		out, err := cmd.CombinedOutput()
		stop(cmd)
		if err != nil && ranOut(string(out)) {
			r.say("    its time was over in the middle of an input, which Go calls a failure")
			err = nil
		}
		_, _ = r.out.Write(out)
		return err
	}}
}

// ranOut tells a target whose time was over in the middle of an input from one that failed: Go
// reports the end of the time as its fault (golang.org/issue/75804), without an input.
func ranOut(said string) bool {
	return outOfTime.MatchString(said) && !strings.Contains(said, "Failing input written")
}

var outOfTime = regexp.MustCompile(
	`(?m)^--- FAIL: Fuzz\w+ \([\d.]+s\)\n\s+context deadline exceeded\nFAIL$`,
)

// fuzzTarget is one function to fuzz, and the folder of its package.
type fuzzTarget struct{ dir, name string }

var fuzzFunction = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// checkSpeed measures; the ratios that it holds are in internal/app/testdata/speed.txt.
func checkSpeed(c *checker) error {
	var packages string
	return c.run(
		c.built(),
		c.databaseOf(pgserver.Options{Durable: true}),
		step{name: "nginx", do: func(r *runner) error {
			packages = nginx(r)
			return nil
		}},
		step{name: "the site beside pgbench and nginx", do: func(r *runner) error {
			env := append(c.shared(), "HERSTELRUIMTE_TEST_PACKAGES="+packages)
			return command(c.root, append(env, flavour...),
				"go", "test", "-count=1", "-v", "-timeout", "40m", "-tags", tags+",speed",
				"-run", "^TestSpeed$", "./internal/app").do(r)
		}},
	)
}

// nginx gives the folder in which its packages are unpacked, "" where it is installed. Where it can
// be had in neither way, the test says what it could not measure.
func nginx(r *runner) (folder string) {
	if _, err := os.Stat("/usr/sbin/nginx"); err == nil {
		return ""
	}
	p := debian{names: []string{"nginx"}}
	if err := p.fetch(r); err != nil {
		r.say("    no nginx: %v", err)
	}
	return p.folder
}

func fuzzTargets(root string) (all []fuzzTarget, err error) {
	for _, depth := range []string{"*", "*/*"} {
		files, err := filepath.Glob(filepath.Join(root, "internal", depth, "*_test.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			for _, m := range fuzzFunction.FindAllSubmatch(text, -1) {
				all = append(all, fuzzTarget{filepath.Dir(file), string(m[1])})
			}
		}
	}
	return all, nil
}

// composePart proves the stack. It is noted in longFile too, when all of its proofs passed on a
// stack that they installed themselves.
const composePart = "compose"

func stackStays() bool { return os.Getenv("HERSTELRUIMTE_CHECK_KEEP") != "" }

func checkCompose(c *checker) error { return c.composed("^TestTheStack$") }

func checkKills(c *checker) error { return c.composed("^TestTheStack$/^(kills|control)$") }

// takingDown is how long an interrupted run may take to remove its stack.
const takingDown = 6 * time.Minute

// composed has the proofs of the stack run (deploy/prove tells more) that a pattern names.
func (c *checker) composed(pattern string) error {
	program, browser := filepath.Join(c.folder, "prove"), ""
	return c.run(
		npmPackages,
		chromium(&browser),
		command(c.root, flavour,
			"go", "test", "-c", "-tags", tags+",compose", "-o", program, "./deploy/prove"),
		step{name: "the proofs", do: func(r *runner) error {
			cmd := r.process(filepath.Join(r.root, "deploy", "prove"),
				[]string{"CHROMIUM=" + browser}, program, "-test.v", "-test.run", pattern)
			cmd.WaitDelay = takingDown
			var said bytes.Buffer
			cmd.Stdout, cmd.Stderr = io.MultiWriter(r.out, &said), r.out
			err := cmd.Run()
			stop(cmd)
			return provenBy(err, said.String())
		}},
	)
}

// provenBy reads the last lines of the proofs: what failed, and what could not run at all. The
// latter is told as such only when nothing failed.
func provenBy(err error, said string) error {
	if err == nil {
		return nil
	}
	var absent string
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for _, line := range lines[max(0, len(lines)-3):] {
		if names, is := strings.CutPrefix(line, "failed: "); is {
			return fmt.Errorf("not proven: %s", names)
		}
		if names, is := strings.CutPrefix(line, "not run: "); is {
			absent = names
		}
	}
	if absent != "" {
		return missing{absent, "of the proofs of the stack"}
	}
	return err
}

// longFile is kept with the repository: whoever ran the long check commits it. It has a line for
// each part, and for the proofs of the stack: its name, when it passed and on which commit.
const longFile = "cmd/check/long.txt"

// noteLong writes that a part of the long check passed now, when this is the tree of a commit.
func (c *checker) noteLong(word string) error {
	commit, err := c.git("rev-parse", "HEAD")
	if err != nil {
		return err
	}
	state, err := c.git("status", "--porcelain", "--", ".", ":!"+longFile)
	if err != nil {
		return err
	}
	if state != "" {
		c.say("    not noted in %s: this tree is not that of a commit", longFile)
		return nil
	}
	passed, err := c.longText()
	if err != nil {
		return err
	}
	c.say("    noted in %s: commit it", longFile)
	now := time.Now().UTC().Format("2006-01-02 15:04")
	return os.WriteFile(filepath.Join(c.root, longFile),
		[]byte(noted(passed, word, now+" "+commit)), 0o644)
}

func (c *checker) longText() (string, error) {
	text, err := os.ReadFile(filepath.Join(c.root, longFile))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}

// noted gives the text of longFile after a part passed.
func noted(text, word, moment string) string {
	lines := []string{word + " " + moment}
	for line := range strings.Lines(text) {
		if name, _, _ := strings.Cut(line, " "); name != word {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}

// passedOn gives the day, the time and the commit on which a part passed; "" when it did not yet.
func passedOn(text, word string) (day, at, commit string) {
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) == 4 && fields[0] == word {
			return fields[1], fields[2], fields[3]
		}
	}
	return "", "", ""
}

// lastLong says when each part of the long check last passed, and how many commits ago.
func (c *checker) lastLong() string {
	text, err := c.longText()
	if err != nil {
		return err.Error()
	}
	said := []string{"when the long check last passed (go run ./cmd/check long):"}
	for _, p := range parts {
		if isLong(p.word) || p.word == composePart {
			said = append(said, "    "+c.lastPassed(text, p.word))
		}
	}
	if older := c.olderThanWhatItProves(text); older != "" {
		said = append(said, "    "+older)
	}
	return strings.Join(said, "\n")
}

func (c *checker) lastPassed(text, word string) string {
	day, at, commit := passedOn(text, word)
	if commit == "" {
		return word + ": not yet"
	}
	since, err := c.git("rev-list", "--count", commit+"..HEAD")
	if err != nil {
		since = "?"
	}
	return fmt.Sprintf("%s: on %s at %s UTC, on %.10s, %s commits ago", word, day, at, commit, since)
}

// provenByCompose are the paths of what nothing else proves as a whole; the last five are the
// sign-up, on what stands before them.
var provenByCompose = []string{
	"deploy", "docker-compose.yml", "migrations", "internal/files",
	"internal/db", "internal/httpkit",
	"internal/agenda/waitlist", "internal/agenda/booking", "internal/agenda/visitors",
	"internal/agenda/rules", "web/src/features/agenda/signup",
}

// olderThanWhatItProves says so when something of that changed after compose last passed.
func (c *checker) olderThanWhatItProves(text string) string {
	since := "HEAD"
	if _, _, commit := passedOn(text, composePart); commit != "" {
		since = commit + "..HEAD"
	}
	words := append([]string{"log", "-1", "--format=%h", since, "--"}, provenByCompose...)
	changed, err := c.git(words...)
	if err == nil && changed == "" {
		return ""
	}
	return fmt.Sprintf("compose is older than what it proves (%s of %s): go run ./cmd/check compose",
		cmp.Or(changed, "an unknown commit"), strings.Join(provenByCompose, ", "))
}
