package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"herstelruimte/internal/db/pgserver"
)

// checker holds what the parts of one run share: each is made when the first part asks for it.
type checker struct {
	*runner
	folder   string // for what a run makes; gone after it
	postgres string // address of the server for tests
	webBuilt bool
	program  string // path of the program, built as it is installed
	noting   sync.Mutex
	failed   []failure // the tests of all parts that failed
	stops    []func()
}

// failure is a test that failed, and what it said.
type failure struct{ test, said string }

// How Go code is compiled here, whatever for. Without the names of folders in it, what one clone
// compiled serves the next; and our own code goes without what only a debugger reads, which took a
// fifth of the compiler's time.
const compilerFlags = "-trimpath -gcflags=herstelruimte/...=-dwarf=false"

// flavour is how Go code is built here, but under the race detector: as it is installed, so that
// one compilation serves the program and the tests.
var flavour = []string{"CGO_ENABLED=0"}

// compiling is the environment of what compiles or checks Go code, but runs none of it. A compiler
// keeps nearly all it has read until it ends: to collect garbage before 1.5 GiB is in use took a
// third of its time. deadcode needs more than that, and would collect without end.
var compiling = append(slices.Clone(flavour), "GOGC=off", "GOMEMLIMIT=1500MiB")

// tags of the flavour: no library of the system for AVIF, and the tests of the real pages.
const tags = "nodynamic,web"

// The variables by which tests find what is there for all of them.
const (
	testServer  = "HERSTELRUIMTE_TEST_POSTGRES"
	testProgram = "HERSTELRUIMTE_BINARY"
)

func newChecker(ctx context.Context, out io.Writer) (*checker, error) {
	r, err := newRunner(ctx, out)
	if err != nil {
		return nil, err
	}
	flags, err := r.says(nil, "go", "env", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	if err := os.Setenv("GOFLAGS", flags+" "+compilerFlags); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "check-")
	if err != nil {
		return nil, err
	}
	c := &checker{runner: r, folder: folder}
	c.stops = append(c.stops, func() { _ = os.RemoveAll(folder) })
	return c, nil
}

// close stops what the checker started.
func (c *checker) close() {
	for _, stop := range c.stops {
		stop()
	}
}

// database makes sure that there is one PostgreSQL for all test processes.
func (c *checker) database() step { return c.databaseOf(pgserver.Options{}) }

// databaseOf is database with a server of that kind.
func (c *checker) databaseOf(o pgserver.Options) step {
	return step{name: "PostgreSQL for the tests", do: func(r *runner) error {
		if c.postgres != "" {
			return nil
		}
		if c.postgres = os.Getenv(testServer); c.postgres != "" {
			r.say("    the one that %s names", testServer)
			return nil
		}
		o.Log = quiet{r.out}
		s, err := pgserver.Start(c.ctx, o)
		if err != nil {
			return missing{err.Error(), "install PostgreSQL 15 or later"}
		}
		c.stops = append(c.stops, s.Stop)
		c.postgres = s.URL("postgres")
		return nil
	}}
}

// quiet passes on only what pgserver itself says, not PostgreSQL's log.
type quiet struct{ out io.Writer }

func (q quiet) Write(b []byte) (int, error) {
	if strings.Contains(string(b), "downloading") {
		_, _ = q.out.Write(b)
	}
	return len(b), nil
}

// copying looks for what makes copies and opens them, as the container of the copies does. Where it
// cannot be had, the tests that need it fail and name it: all others can still run.
var copying = step{name: "what makes copies", do: func(r *runner) error {
	const client = "postgresql-client"
	if err := r.need(programs{
		"restic": "restic", "jq": "jq", "psql": client, "pg_dump": client, "pg_restore": client,
	}); err != nil {
		r.say("    %v", err)
	}
	return nil
}}

// built makes the program, once a run. It carries the web part.
func (c *checker) built() step {
	return step{name: "the program", do: func(r *runner) error {
		if c.program != "" {
			r.say("    built already")
			return nil
		}
		file := filepath.Join(c.folder, "herstelruimte")
		err := r.run(
			// the rooms are compiled while npm waits for the disk, and not while the web part,
			// which they carry, is written anew
			together(npmPackages, command(r.root, compiling,
				"go", "build", "-tags", "nodynamic", "./internal/...")),
			c.webPart(),
			command(r.root, compiling,
				"go", "build", "-tags", tags, "-o", file, "./cmd/herstelruimte"),
		)
		if err == nil {
			c.program = file
		}
		return err
	}}
}

// note keeps the tests that failed. Steps that run side by side do so at once.
func (c *checker) note(failed []failure) {
	c.noting.Lock()
	defer c.noting.Unlock()
	c.failed = append(c.failed, failed...)
}

// What is said again of the tests that failed: whoever sees only the end of a long output, reads
// there what to mend.
const (
	faultLetters = 800
	faultTests   = 10
)

// tellFailed prints the tests that failed in any part, with what they said.
func (c *checker) tellFailed() {
	if len(c.failed) > 0 {
		c.say("--- tests that failed: %d", len(c.failed))
	}
	for i, f := range c.failed {
		c.say("%s", f.test)
		if i < faultTests {
			c.say("    %s", strings.ReplaceAll(shortened(f.said), "\n", "\n    "))
		}
	}
}

// shortened gives the beginning of a fault, in whole letters and without colours.
func shortened(fault string) string {
	fault = strings.TrimSpace(colours.ReplaceAllString(fault, ""))
	if len(fault) <= faultLetters {
		return fault
	}
	return strings.ToValidUTF8(fault[:faultLetters], "") + " ..."
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

func (c *checker) git(words ...string) (string, error) {
	return c.says(nil, append([]string{"git"}, words...)...)
}

// changedSince gives the paths of what is different from a commit, or new, and there now.
func (c *checker) changedSince(commit string) ([]string, error) {
	tracked, err := c.git("diff", "--name-only", "--no-renames", commit)
	if err != nil {
		return nil, err
	}
	fresh, err := c.git("ls-files", "--others", "--exclude-standard")
	if err != nil {
		return nil, fmt.Errorf("new files: %w", err)
	}
	return strings.Fields(tracked + "\n" + fresh), nil
}
