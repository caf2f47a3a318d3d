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
	return c.steps(
		step{"gofmt", c.formatted},
		c.command(c.root, nil, "go", "vet", "./..."),
		c.command(c.root, nil, "go", "vet", "-tags", "web,download", "./..."),
		step{"openapi.json is what the Go code says", c.openAPIFresh},
		c.database(),
		c.goTest(plain...),
		step{"C compiler for the race detector", c.compiler},
		c.goTest(append([]string{"-race"}, shared...)...),
	)
}

func (c *checker) packages() ([]string, error) {
	out, err := c.process(c.root, nil, "go", "list", "./...").Output()
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

func (c *checker) formatted() error {
	out, err := c.process(c.root, nil, "go", "list", "-f", "{{.Dir}}", "./...").Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	var wrong []string
	for _, dir := range strings.Fields(string(out)) {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return err
		}
		for _, file := range files {
			if ok, err := isFormatted(file); err != nil {
				return err
			} else if !ok {
				wrong = append(wrong, file)
			}
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("run gofmt -w on %s", strings.Join(wrong, " "))
	}
	return nil
}

func isFormatted(file string) (bool, error) {
	have, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	want, err := format.Source(have)
	return bytes.Equal(have, want), err
}

func (c *checker) openAPIFresh() error {
	cmd := c.process(c.root, nil, "go", "run", "./cmd/herstelruimte", "openapi")
	cmd.Stderr = c.out
	want, err := cmd.Output()
	if err != nil {
		return err
	}
	return sameAs(filepath.Join(c.web(), "src", "api", "openapi.json"), want,
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
func (c *checker) compiler() error {
	has := func() bool {
		out, err := c.process(c.root, nil, "go", "env", "CGO_ENABLED", "GOOS").Output()
		words := strings.Fields(string(out))
		return err == nil && len(words) == 2 && (words[0] == "1" || words[1] == "darwin")
	}
	if has() {
		return nil
	}
	if err := c.aptInstall("gcc", "libc6-dev"); err != nil || !has() {
		return missing{
			"no C compiler for the race detector",
			"apt-get install gcc libc6-dev, and CGO_ENABLED not 0",
		}
	}
	return nil
}
