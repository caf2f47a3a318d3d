package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"herstelruimte/cmd/check/steps"
)

// raced are the rooms where goroutines share memory. Their tests run under the race detector, and
// only there.
var raced = []string{"demo/provider", "httpkit", "identity", "jobs"}

// racedInLong are those that the long run adds. The first three share rows of the database more
// than memory, and to compile them for the detector takes as long as their tests; the engine of the
// pages runs ten times slower under it.
var racedInLong = []string{"agenda", "agenda/places", "mail", "render"}

// slowest are the packages whose tests take longest: begun first, the last one to run is a short
// one, and no core waits for it. Those of the second line wait themselves, while the first of all
// and the tests under the race detector keep both cores busy.
var slowest = []string{"internal/agenda/places",
	"internal/status", "internal/mail", "internal/render", "internal/files",
	"internal/app", "internal/demo", "cmd/herstelruimte", "internal/files/convert",
	"internal/editing"}

func checkGo(c *checker) error {
	packages, err := c.packages()
	if err != nil {
		return err
	}
	plain, shared := split(packages, raced)
	return c.Run(
		c.built(),
		c.database(),
		steps.Copying,
		c.compiled(plain...),
		// tests wait often, for a database or for each other
		steps.Together(
			c.goTest("all tests", flavour, plain...),
			steps.Step{Name: "openapi.json is what the Go code says", Do: c.openAPIFresh},
			c.racing(shared),
		),
	)
}

// racing runs tests under the race detector.
func (c *checker) racing(packages []string) steps.Step {
	const name = "tests under the race detector"
	return steps.Step{Name: name, Do: func(r *steps.Runner) error {
		if err := compiler(r); err != nil {
			return err
		}
		return c.goTest(name, nil, append([]string{"-race"}, packages...)...).Do(r)
	}}
}

// alsoTagged are the tests that other parts run: of a download, and those without a small size.
const alsoTagged = tags + ",download," + longTag

// vet reads all there is.
func (c *checker) vet(packages ...string) steps.Step {
	words := append([]string{"go", "vet", "-tags", alsoTagged}, packages...)
	return steps.Command(c.Root, compiling, words...).As("go vet")
}

func (c *checker) staticcheck(packages ...string) steps.Step {
	words := append([]string{"go", "tool", "staticcheck", "-tags", alsoTagged}, packages...)
	return steps.Command(c.Root, compiling, words...).As("staticcheck")
}

func (c *checker) packages() ([]string, error) {
	out, err := c.Process(c.Root, nil, "go", "list", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Fields(string(out)), nil
}

// split tells the packages of the raced rooms from the others. The slowest come first.
func split(packages, raced []string) (plain, shared []string) {
	for _, p := range packages {
		if slices.Contains(raced, strings.TrimPrefix(p, "herstelruimte/internal/")) {
			shared = append(shared, p)
		} else {
			plain = append(plain, p)
		}
	}
	return slowestFirst(plain), shared
}

func slowestFirst(packages []string) []string {
	rank := func(p string) int {
		at := slices.Index(slowest, strings.TrimPrefix(p, "herstelruimte/"))
		if at < 0 {
			return len(slowest)
		}
		return at
	}
	return slices.SortedStableFunc(slices.Values(packages), func(a, b string) int {
		return cmp.Compare(rank(a), rank(b))
	})
}

const shapedName = "gofmt, lines of at most 100 columns, functions of at most 5 parameters"

// shaped looks at every Go file: gofmt has been over it, no line is too long, and no function asks
// for too much.
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
			asks, err := longAsks(text)
			if err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", name, err))
			}
			for _, ask := range asks {
				faults = append(faults, fmt.Errorf("%s:%s", name, ask))
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
