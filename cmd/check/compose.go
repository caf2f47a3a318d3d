package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"herstelruimte/cmd/check/steps"
)

// takingDown is how long an interrupted run may take to remove its stack.
const takingDown = 6 * time.Minute

// composed has the proofs of the stack run (package deploy/prove tells more): all of them, or
// those that a pattern names.
func (c *checker) composed(pattern string) error {
	program, browser := filepath.Join(c.folder, "prove"), ""
	return c.Run(
		npmPackages,
		steps.Step{Name: "browser", Do: func(r *steps.Runner) (err error) {
			browser, err = r.Chromium()
			return err
		}},
		steps.Command(c.Root, flavour,
			"go", "test", "-c", "-tags", tags+",compose", "-o", program, "./deploy/prove"),
		steps.Step{Name: "the proofs", Do: func(r *steps.Runner) error {
			cmd := r.Process(filepath.Join(r.Root, "deploy", "prove"),
				[]string{"CHROMIUM=" + browser}, program, "-test.v", "-test.run", pattern)
			cmd.WaitDelay = takingDown
			var said bytes.Buffer
			cmd.Stdout, cmd.Stderr = io.MultiWriter(r.Out, &said), r.Out
			err := cmd.Run()
			steps.Stop(cmd)
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
		return steps.CannotRun(absent, "of the proofs of the stack")
	}
	return err
}
