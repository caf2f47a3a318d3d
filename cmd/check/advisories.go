package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"herstelruimte/cmd/check/steps"
)

// govulncheck is fetched by the go command, and is no part of the module.
const govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.9.0"

// checkAdvisories asks what is known of the holes in what we build on. The lists are others': where
// they cannot be reached, nothing is known.
func checkAdvisories(c *checker) error {
	return errors.Join(
		c.Run(steps.Step{Name: "holes in Go code that we call", Do: goHoles}),
		c.Run(
			steps.Node,
			steps.Step{Name: "holes in npm packages that visitors load", Do: npmHoles},
		),
	)
}

func unreachable(list, said string) error {
	return steps.CannotRun(
		list+" could not be asked: "+lastLine(said),
		"run it again where it can be reached",
	)
}

func lastLine(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return lines[len(lines)-1]
}

// foundHoles is the exit status of govulncheck when there are any.
const foundHoles = 3

func goHoles(r *steps.Runner) error {
	cmd := r.Process(r.Root, flavour,
		"go", "run", govulncheck, "-tags", tags, "./cmd/herstelruimte")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(r.Out, &said), &said
	return goVerdict(cmd.Run(), said.String())
}

// goVerdict reads how govulncheck ended. `go run` ends with 1 and tells the status in words.
func goVerdict(err error, said string) error {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &exit):
		return err
	case exit.ExitCode() == foundHoles,
		strings.Contains(said, fmt.Sprintf("exit status %d\n", foundHoles)):
		return errors.New("govulncheck found holes in code that we call")
	}
	said = strings.TrimSuffix(strings.TrimSpace(said), "exit status 1")
	return unreachable("the list of holes in Go code", said)
}

func npmHoles(r *steps.Runner) error {
	cmd := r.Process(r.Web(), nil, "npm", "audit", "--omit=dev", "--json")
	out, _ := cmd.Output() // its status says less than what it writes
	return npmVerdict(out)
}

// npmVerdict reads the report of npm audit.
func npmVerdict(report []byte) error {
	var audit struct {
		Message         string `json:"message"`
		Vulnerabilities map[string]struct {
			Severity string `json:"severity"`
		} `json:"vulnerabilities"`
		Metadata *struct{} `json:"metadata"`
	}
	if err := json.Unmarshal(report, &audit); err != nil {
		return unreachable("the list of holes in npm packages", err.Error())
	}
	if audit.Metadata == nil {
		return unreachable("the list of holes in npm packages", audit.Message)
	}
	var faults []error
	for name, hole := range audit.Vulnerabilities {
		faults = append(faults, fmt.Errorf("%s has a known hole (%s)", name, hole.Severity))
	}
	return errors.Join(faults...)
}
