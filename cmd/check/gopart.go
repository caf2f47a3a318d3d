package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"herstelruimte/cmd/check/steps"
)

// raced are the rooms where goroutines share memory: their tests run under the race detector, the
// others' without.
var raced = []string{"agenda", "mail", "jobs", "httpkit", "render", "identity", "demo/provider"}

func checkGo(c *checker) error {
	packages, err := c.packages()
	if err != nil {
		return err
	}
	plain, shared := split(packages)
	return c.Run(
		steps.Step{Name: "gofmt, and lines of at most 100 columns", Do: c.shaped},
		c.built(),
		steps.Together(
			c.vet("./..."),
			c.staticcheck("./..."),
			steps.Step{Name: "openapi.json is what the Go code says", Do: c.openAPIFresh},
			c.deadcode(),
		),
		c.database(),
		c.goTest(flavour, plain...),
		steps.Step{Name: "C compiler for the race detector", Do: compiler},
		c.goTest(nil, append([]string{"-race"}, shared...)...),
	)
}

// vet reads all there is, also what only the tests of a download need.
func (c *checker) vet(packages ...string) steps.Step {
	words := append([]string{"go", "vet", "-tags", tags + ",download"}, packages...)
	return steps.Command(c.Root, flavour, words...)
}

func (c *checker) staticcheck(packages ...string) steps.Step {
	words := append([]string{"go", "tool", "staticcheck", "-tags", tags + ",download"}, packages...)
	return steps.Command(c.Root, flavour, words...)
}

func (c *checker) packages() ([]string, error) {
	out, err := c.Process(c.Root, nil, "go", "list", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Fields(string(out)), nil
}

// split puts each package in one of two lists: those of raced rooms, with what is inside them, in
// the second.
func split(packages []string) (plain, shared []string) {
	for _, p := range packages {
		inRoom := func(room string) bool {
			path := "herstelruimte/internal/" + room
			return p == path || strings.HasPrefix(p, path+"/")
		}
		if slices.ContainsFunc(raced, inRoom) {
			shared = append(shared, p)
		} else {
			plain = append(plain, p)
		}
	}
	return plain, shared
}

// shaped looks at every Go file: gofmt has been over it, and no line is too long.
func (c *checker) shaped(r *steps.Runner) error {
	out, err := r.Process(r.Root, nil, "go", "list", "-f", "{{.Dir}}", "./...").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	var faults []error
	for _, dir := range strings.Fields(string(out)) {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			name, _ := filepath.Rel(r.Root, file)
			faults = append(faults, isFormatted(name, text))
			for _, line := range longLines(text) {
				faults = append(faults, fmt.Errorf("%s:%d: over 100 columns", name, line))
			}
		}
	}
	return errors.Join(faults...)
}

func isFormatted(name string, have []byte) error {
	want, err := format.Source(have)
	if err == nil && !bytes.Equal(have, want) {
		return fmt.Errorf("run gofmt -w %s", name)
	}
	return err
}

func (c *checker) openAPIFresh(r *steps.Runner) error {
	cmd := r.Process(r.Root, nil, c.program, "openapi")
	cmd.Stderr = r.Out
	want, err := cmd.Output()
	if err != nil {
		return err
	}
	return sameAs(filepath.Join(r.Web(), "src", "api", "openapi.json"), want,
		"go run ./cmd/herstelruimte openapi > web/src/api/openapi.json && npm --prefix web run api")
}

// sameAs compares a generated file with what it should hold; the error names the command that makes
// it anew.
func sameAs(file string, want []byte, remedy string) error {
	have, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if !bytes.Equal(have, want) {
		return fmt.Errorf("%s is stale: %s", filepath.Base(file), remedy)
	}
	return nil
}

// compiler makes sure that cgo works, which the race detector needs everywhere but on macOS.
func compiler(r *steps.Runner) error {
	has := func() bool {
		out, err := r.Process(r.Root, nil, "go", "env", "CGO_ENABLED", "GOOS").Output()
		words := strings.Fields(string(out))
		return err == nil && len(words) == 2 && (words[0] == "1" || words[1] == "darwin")
	}
	if has() {
		return nil
	}
	if err := r.Install("gcc", "libc6-dev"); err != nil || !has() {
		return steps.CannotRun(
			"no C compiler for the race detector",
			"apt-get install gcc libc6-dev, and CGO_ENABLED not 0",
		)
	}
	return nil
}
