package main

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"herstelruimte/cmd/check/steps"
)

//go:embed deadcode.txt
var knownDead string

// checkLint reads all the code there is, and runs none of it.
func checkLint(c *checker) error {
	return c.Run(
		steps.Step{Name: shapedName, Do: c.shaped},
		c.built(), // else the first two of them would each compile it
		steps.Together(
			c.vet("./..."),
			c.staticcheck("./..."),
			c.npx("eslint", "."),
			c.npx("prettier", "--check", "--log-level", "warn", "."),
			c.npx("knip"),
			c.deadcode(),
		),
	)
}

// deadcode is the step that finds functions which the program does not need: nothing but the demo,
// or a test, reaches them, or names them. Those of deadcode.txt are known, each with its reason.
func (c *checker) deadcode() steps.Step {
	words := []string{"go", "tool", "deadcode", "-tags", "nodynamic,nodemo",
		"-f", "{{range .Funcs}}{{println $.Path .Name}}{{end}}", "./cmd/herstelruimte"}
	return steps.Step{Name: "deadcode, without the demo", Do: func(r *steps.Runner) error {
		// it holds the whole program, some 4 GB: to collect garbage less often saves a third
		cmd := r.Process(r.Root, append(slices.Clone(flavour), "GOGC=400"), words...)
		cmd.Stderr = r.Out
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w", strings.Join(words, " "), err)
		}
		found, err := unnamed(r.Root)
		if err != nil {
			return err
		}
		return unexpected(string(out)+strings.Join(found, "\n"), knownDead)
	}}
}

// unexpected compares the functions that were found with those that are known. One that is known
// and lives again must leave the list.
func unexpected(found, known string) error {
	var faults []error
	reasons := map[string]bool{}
	for line := range strings.Lines(known) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, reason, _ := strings.Cut(line, ":")
		if reason == "" {
			faults = append(faults, fmt.Errorf("deadcode.txt: %s has no reason", name))
		}
		reasons[name] = true
	}
	names := strings.Split(strings.TrimSpace(strings.ReplaceAll(found, "herstelruimte/", "")), "\n")
	for _, name := range names {
		if name != "" && !reasons[name] {
			faults = append(faults, fmt.Errorf("nothing in the program reaches %s", name))
		}
	}
	for name := range reasons {
		if !slices.Contains(names, name) {
			faults = append(faults, fmt.Errorf("deadcode.txt: %s is reached, or gone", name))
		}
	}
	return errors.Join(faults...)
}
