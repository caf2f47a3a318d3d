package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"herstelruimte/cmd/check/steps"
)

// fuzzing is how long each fuzz target runs, two of them at a time; in the daily check only its
// seeds do.
const fuzzing = 30 * time.Second

// checkLong runs what does not fit in the daily check: the same tests in their full size
// (internal/longtest, web/e2e/long.ts), on a real file server, in the browser and at the real
// Keycloak too, all of the rooms that share memory under the race detector, and the fuzz targets.
// What finds most comes first.
func checkLong(c *checker) error {
	long := longRun + "=1"
	packages, err := c.packages()
	if err != nil {
		return err
	}
	targets, err := fuzzTargets(c.Root)
	if err != nil {
		return err
	}
	fuzz := make([]steps.Step, 0, len(targets))
	for _, t := range targets {
		fuzz = append(fuzz, c.fuzz(t))
	}
	full := append([]string{"-timeout", "80m"}, slowestFirst(packages)...)
	if err := c.Run(
		c.built(),
		c.database(),
		c.goTest("all tests", append([]string{long}, flavour...), full...),
		c.racing(packages, true),
		c.vitest([]string{long}, "--testTimeout=600000"),
	); err != nil {
		return err
	}
	if err := c.onVersitygw(append([]string{long}, flavour...)...); err != nil {
		return err
	}
	if err := c.Run(steps.Together(fuzz...)); err != nil {
		return err
	}
	if err := c.contract(
		fuzzPlan{examples: manyExamples, phases: "coverage,fuzzing", share: 1},
	); err != nil {
		return err
	}
	if err := c.browserTests("", long); err != nil {
		return err
	}
	if err := c.keycloak(long); err != nil {
		return err
	}
	return c.noteLong()
}

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

// longFile is kept with the repository: whoever ran the long check commits it.
const longFile = "cmd/check/long.txt"

// noteLong writes when the long check passed, and on which commit.
func (c *checker) noteLong() error {
	commit, err := c.git("rev-parse", "HEAD")
	if err != nil {
		return err
	}
	state, err := c.git("status", "--porcelain")
	if err != nil {
		return err
	}
	if state != "" {
		c.Say("    not noted in %s: this tree is not that of a commit", longFile)
		return nil
	}
	c.Say("    noted in %s: commit it", longFile)
	line := time.Now().UTC().Format("2006-01-02 15:04") + " " + commit + "\n"
	return os.WriteFile(filepath.Join(c.Root, longFile), []byte(line), 0o644)
}

// lastLong says when the long check last passed, and how many commits ago.
func (c *checker) lastLong() string {
	const never = "the long check has not passed yet: go run ./cmd/check long"
	text, err := os.ReadFile(filepath.Join(c.Root, longFile))
	if err != nil {
		return never
	}
	fields := strings.Fields(string(text))
	if len(fields) != 3 {
		return never
	}
	since, err := c.git("rev-list", "--count", fields[2]+"..HEAD")
	if err != nil {
		since = "?"
	}
	return fmt.Sprintf("the long check last passed on %s at %s UTC, on %.10s: %s commits ago",
		fields[0], fields[1], fields[2], since)
}

func (c *checker) git(words ...string) (string, error) {
	out, err := c.Process(c.Root, nil, append([]string{"git"}, words...)...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", words[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
