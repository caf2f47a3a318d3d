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

// fuzzing is how long each fuzz target runs; in the daily check only its seeds do.
const fuzzing = 90 * time.Second

// checkLong runs what does not fit in the daily check: the same tests in their full size
// (internal/longtest, web/e2e/long.ts), on a real file server, in the browser and at the real
// Keycloak too, and the fuzz targets.
func checkLong(c *checker) error {
	long := longRun + "=1"
	if err := c.Run(
		c.built(),
		c.database(),
		c.goTest(append([]string{long}, flavour...), "-timeout", "80m", "./..."),
		c.vitest([]string{long}, "--testTimeout=600000"),
	); err != nil {
		return err
	}
	if err := c.onVersitygw(append([]string{long}, flavour...)...); err != nil {
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
	targets, err := fuzzTargets(c.Root)
	if err != nil {
		return err
	}
	for _, t := range targets {
		if err := c.Run(steps.Command(c.Root, append(c.shared(), flavour...),
			"go", "test", "-tags", tags, "-run", "^$",
			"-fuzz", "^"+t.name+"$", "-fuzztime", fuzzing.String(), t.dir)); err != nil {
			return err
		}
	}
	return c.noteLong()
}

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
