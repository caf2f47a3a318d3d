package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"herstelruimte/cmd/check/steps"
	"herstelruimte/internal/db/pgserver"
)

// checker holds what the parts of one run share: each is made when the first part asks for it.
type checker struct {
	*steps.Runner
	folder   string // for what a run makes; gone after it
	postgres string // address of the server for tests
	webBuilt bool
	program  string  // path of the program, built as it is installed
	slow     []timed // the tests of the part that runs
	failed   []timed // those of all parts that failed
	noting   sync.Mutex
	stops    []func()
}

// How Go code is compiled here, whatever for. Without the names of folders in it, what one clone
// compiled serves the next; and our own code goes without what only a debugger reads, which took a
// fifth of the compiler's time.
const compilerFlags = "-trimpath -gcflags=herstelruimte/...=-dwarf=false"

func newChecker(ctx context.Context, out io.Writer) (*checker, error) {
	r, err := steps.New(ctx, out)
	if err != nil {
		return nil, err
	}
	flags, err := r.Process(r.Root, nil, "go", "env", "GOFLAGS").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	all := strings.TrimSpace(string(flags)) + " " + compilerFlags
	if err := os.Setenv("GOFLAGS", all); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "check-")
	if err != nil {
		return nil, err
	}
	c := &checker{Runner: r, folder: folder}
	c.stops = append(c.stops, func() { _ = os.RemoveAll(folder) })
	return c, nil
}

// close stops what the checker started.
func (c *checker) close() {
	for _, stop := range c.stops {
		stop()
	}
}

// The variables by which tests find what is there for all of them.
const (
	testServer  = "HERSTELRUIMTE_TEST_POSTGRES"
	testProgram = "HERSTELRUIMTE_BINARY"
	longRun     = "HERSTELRUIMTE_LONG"
)

// database makes sure that there is one PostgreSQL for all test processes.
func (c *checker) database() steps.Step {
	return steps.Step{Name: "PostgreSQL for the tests", Do: func(r *steps.Runner) error {
		if c.postgres != "" {
			return nil
		}
		if c.postgres = os.Getenv(testServer); c.postgres != "" {
			r.Say("    the one that %s names", testServer)
			return nil
		}
		s, err := pgserver.Start(c.Ctx, pgserver.Options{Log: quiet{r.Out}})
		if err != nil {
			return steps.CannotRun(err.Error(), "install PostgreSQL 15 or later")
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

// npmPackages is the step of having what the web part is built with.
var npmPackages = steps.Step{
	Name: "what the web part is built with",
	Do: func(r *steps.Runner) error {
		return r.Run(steps.Node, steps.Modules(r.Web()))
	},
}

// webPart builds the web part, once a run. Its types are another step: the build does not need
// them.
func (c *checker) webPart() steps.Step {
	return steps.Step{Name: "the web part", Do: func(r *steps.Runner) error {
		if c.webBuilt {
			r.Say("    built already")
			return nil
		}
		build := func(words ...string) steps.Step {
			words = append([]string{"npx", "--no-install", "vite", "build"}, words...)
			return steps.Command(r.Web(), nil, append(words, "--logLevel", "warn")...)
		}
		err := r.Run(
			npmPackages,
			steps.Together(build(), build("--ssr", "src/entry-server.tsx")),
		)
		c.webBuilt = err == nil
		return err
	}}
}

// flavour is how Go code is built here, but under the race detector: as it is installed, so that
// one compilation serves the program and the tests.
var flavour = []string{"CGO_ENABLED=0"}

// compiling is the environment of what compiles or checks Go code, but runs none of it. A compiler
// keeps nearly all it has read until it ends: to collect garbage before 1.5 GiB is in use took a
// third of its time. deadcode needs more than that, and would collect without end.
var compiling = append(slices.Clone(flavour), "GOGC=off", "GOMEMLIMIT=1500MiB")

// tags of the flavour: no library of the system for AVIF, and the tests of the real pages.
const tags = "nodynamic,web"

// built makes the program, once a run. It carries the web part.
func (c *checker) built() steps.Step {
	return steps.Step{Name: "the program", Do: func(r *steps.Runner) error {
		if c.program != "" {
			r.Say("    built already")
			return nil
		}
		file := filepath.Join(c.folder, "herstelruimte")
		err := r.Run(
			// the rooms are compiled while npm waits for the disk, and not while the web part,
			// which they carry, is written anew
			steps.Together(npmPackages, steps.Command(r.Root, compiling,
				"go", "build", "-tags", "nodynamic", "./internal/...")),
			c.webPart(),
			steps.Command(r.Root, compiling,
				"go", "build", "-tags", tags, "-o", file, "./cmd/herstelruimte"),
		)
		if err == nil {
			c.program = file
		}
		return err
	}}
}

// shared is what every test process finds in its environment.
func (c *checker) shared() []string {
	return []string{testServer + "=" + c.postgres, testProgram + "=" + c.program}
}

// timed is a test and how long it took.
type timed struct {
	name string
	took time.Duration
	// fault is what it said when it failed, "" when it passed.
	fault string
}
