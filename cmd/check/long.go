package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"herstelruimte/cmd/check/steps"
)

// fuzzing is how long each fuzz target runs, two of them at a time; in the daily check only its
// seeds do.
const fuzzing = 30 * time.Second

// The long check is what does not fit in the daily one, in parts that start with this: the same
// tests in their full size (internal/longtest, web/e2e/long.ts), and what else takes its time. One
// that failed is run again by its own name.
const longPart = "long-"

// inFull makes tests run in their full size.
const inFull = longRun + "=1"

// alone are the tests that run beside nothing else. In the rushes two cores serve as many people as
// they can in one moment: with fewer cores some are rightly asked to try again. The night among a
// million rows measures how long a transaction takes, and beside the simulated year that is the
// time of both.
const alone = "Rush|TwoThousandAtOnce|AtOnceForTenPlaces|AmongAMillionRows|TenPhonesCosts|" +
	"TheCostOfManyDates"

func longGo(c *checker) error {
	packages, err := c.packages()
	if err != nil {
		return err
	}
	env := append([]string{inFull}, flavour...)
	packages = slowestFirst(packages)
	oneByOne := []string{"-timeout", "30m", "-p", "1", "-parallel", "1", "-run", alone}
	first := append(oneByOne, packages...)
	rest := append([]string{"-timeout", "80m", "-skip", alone}, packages...)
	return c.Run(
		c.built(),
		c.database(),
		steps.Copying,
		c.goTest("tests beside nothing else", env, first...),
		c.goTest("all other tests", env, rest...),
	)
}

// longRace runs all of the rooms that share memory under the race detector.
func longRace(c *checker) error {
	packages, err := c.packages()
	if err != nil {
		return err
	}
	_, shared := split(packages, slices.Concat(raced, racedInLong))
	return c.Run(c.built(), c.database(), c.racing(shared))
}

func longWeb(c *checker) error {
	return c.Run(c.webPart(), c.vitest([]string{inFull}, "--testTimeout=600000"))
}

// longFiles runs the contract of the storage on a real file server.
func longFiles(c *checker) error {
	return c.onVersitygw(append([]string{inFull}, flavour...)...)
}

func longFuzz(c *checker) error {
	targets, err := fuzzTargets(c.Root)
	if err != nil {
		return err
	}
	fuzz := make([]steps.Step, 0, len(targets))
	for _, t := range targets {
		fuzz = append(fuzz, c.fuzz(t))
	}
	return c.Run(c.built(), c.database(), steps.Together(fuzz...))
}

func longContract(c *checker) error {
	return c.contract(fuzzPlan{examples: manyExamples, phases: "coverage,fuzzing", share: 1})
}

func longBrowser(c *checker) error { return c.browserTests("", inFull) }

func longFirefox(c *checker) error { return c.firefoxTests(inFull) }

func longKeycloak(c *checker) error { return c.keycloak(inFull) }

// fuzz is the step of running one target, on one core.
func (c *checker) fuzz(t fuzzTarget) steps.Step {
	words := []string{"go", "test", "-vet=off", "-tags", tags, "-run", "^$", "-parallel", "1",
		"-fuzz", "^" + t.name + "$", "-fuzztime", fuzzing.String(), t.dir}
	return steps.Step{Name: "fuzz " + t.name, Do: func(r *steps.Runner) error {
		cmd := r.Process(r.Root, append(c.shared(), flavour...), words...)
		out, err := cmd.CombinedOutput()
		steps.Stop(cmd)
		if err != nil && ranOut(string(out)) {
			r.Say("    its time was over in the middle of an input, which Go calls a failure")
			err = nil
		}
		_, _ = r.Out.Write(out)
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

func fuzzTargets(root string) (all []fuzzTarget, err error) {
	files, err := filepath.Glob(filepath.Join(root, "internal", "*", "*_test.go"))
	if err != nil {
		return nil, err
	}
	deeper, err := filepath.Glob(filepath.Join(root, "internal", "*", "*", "*_test.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range append(files, deeper...) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, m := range fuzzFunction.FindAllSubmatch(text, -1) {
			all = append(all, fuzzTarget{filepath.Dir(file), string(m[1])})
		}
	}
	return all, nil
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
		c.Say("    not noted in %s: this tree is not that of a commit", longFile)
		return nil
	}
	file := filepath.Join(c.Root, longFile)
	passed, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	c.Say("    noted in %s: commit it", longFile)
	now := time.Now().UTC().Format("2006-01-02 15:04")
	return os.WriteFile(file, []byte(noted(string(passed), word, now+" "+commit)), 0o644)
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

// lastLong says when each part of the long check last passed, and how many commits ago.
func (c *checker) lastLong() string {
	text, err := os.ReadFile(filepath.Join(c.Root, longFile))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err.Error()
	}
	said := []string{"when the long check last passed (go run ./cmd/check long):"}
	for _, p := range parts {
		if strings.HasPrefix(p.word, longPart) {
			said = append(said, "    "+c.lastPassed(string(text), p.word))
		}
	}
	said = append(said, "    "+c.lastPassed(string(text), composePart))
	if older := c.olderThanWhatItProves(string(text)); older != "" {
		said = append(said, "    "+older)
	}
	return strings.Join(said, "\n")
}

// composePart proves the stack. It is noted in longFile too, when all of its proofs passed.
const composePart = "compose"

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
	var since string
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) == 4 && fields[0] == composePart {
			since = fields[3] + ".."
		}
	}
	words := append([]string{"log", "-1", "--format=%h", since + "HEAD", "--"}, provenByCompose...)
	changed, err := c.git(words...)
	if err == nil && changed == "" {
		return ""
	}
	return fmt.Sprintf("compose is older than what it proves (%s of %s): go run ./cmd/check compose",
		cmp.Or(changed, "an unknown commit"), strings.Join(provenByCompose, ", "))
}

func (c *checker) lastPassed(text, word string) string {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) != 4 || fields[0] != word {
			continue
		}
		since, err := c.git("rev-list", "--count", fields[3]+"..HEAD")
		if err != nil {
			since = "?"
		}
		return fmt.Sprintf("%s: on %s at %s UTC, on %.10s, %s commits ago",
			word, fields[1], fields[2], fields[3], since)
	}
	return word + ": not yet"
}

func (c *checker) git(words ...string) (string, error) {
	out, err := c.Process(c.Root, nil, append([]string{"git"}, words...)...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", words[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
