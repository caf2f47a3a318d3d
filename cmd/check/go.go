package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed deadcode.txt
var knownDead string

// checkLint reads all the code there is, and runs none of it.
func checkLint(c *checker) error {
	return c.run(
		formatted,
		c.built(), // else the first two of them would each compile it
		together(
			c.vet("./..."),
			c.staticcheck("./..."),
			c.npx("eslint", "."),
			c.npx("prettier", "--check", "--log-level", "warn", "."),
			c.npx("knip"),
			deadcode,
		),
	)
}

// formatted is the step of looking whether gofmt has been over every Go file.
var formatted = step{name: "gofmt", do: func(r *runner) error {
	web, err := filepath.Glob("web/*.go")
	if err != nil {
		return err
	}
	words := append([]string{"gofmt", "-l", "cmd", "deploy", "internal", "migrations"}, web...)
	names, err := r.says(nil, words...)
	if err == nil && names != "" {
		err = fmt.Errorf("run gofmt -w %s", strings.Join(strings.Fields(names), " "))
	}
	return err
}}

// alsoTagged are the tests that other parts run: of a download, of the stack, and those without a
// small size.
const alsoTagged = tags + ",download,compose,speed," + longTag

// vet reads all there is.
func (c *checker) vet(packages ...string) step {
	words := append([]string{"go", "vet", "-tags", alsoTagged}, packages...)
	return command(c.root, compiling, words...).as("go vet")
}

func (c *checker) staticcheck(packages ...string) step {
	words := append([]string{"go", "tool", "staticcheck", "-tags", alsoTagged}, packages...)
	return command(c.root, compiling, words...).as("staticcheck")
}

// deadcode is the step that finds functions which the program does not need: nothing but the demo,
// or a test, reaches them. Those of deadcode.txt are known, each with its reason.
var deadcode = step{name: "deadcode, without the demo", do: func(r *runner) error {
	// it holds the whole program, some 4 GB: to collect garbage less often saves a third
	found, err := r.says(append(slices.Clone(flavour), "GOGC=400"),
		"go", "tool", "deadcode", "-tags", "nodynamic,nodemo",
		"-f", "{{range .Funcs}}{{println $.Path .Name}}{{end}}",
		"./cmd/herstelruimte", "./internal/render/compile")
	if err != nil {
		return err
	}
	return unexpected(found, knownDead)
}}

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
	names := strings.Split(strings.TrimSpace(strings.ReplaceAll(found, module, "")), "\n")
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

const module = "herstelruimte/"

// raced are the rooms where goroutines share memory. Their tests run under the race detector, and
// only there.
var raced = []string{"demo/provider", "httpkit", "identity", "jobs"}

// racedInLong are those that the long run adds. The first three share rows of the database more
// than memory, and to compile them for the detector takes as long as their tests; the engine of the
// pages runs ten times slower under it.
var racedInLong = []string{"agenda", "agenda/places", "mail", "render"}

// slowest are the packages whose tests take longest: begun first, the last one to run is a short
// one, and no core waits for it.
var slowest = []string{"internal/agenda/places",
	"internal/status", "internal/mail", "internal/render", "internal/files",
	"internal/app", "internal/demo", "cmd/herstelruimte", "internal/files/convert",
	"internal/editing"}

func checkGo(c *checker) error {
	plain, shared, err := c.packages(raced)
	if err != nil {
		return err
	}
	return c.run(
		c.built(),
		c.database(),
		copying,
		c.compiled(plain...),
		// tests wait often, for a database or for each other
		together(c.goTest("all tests", flavour, plain...), c.racing(shared)),
	)
}

// packages gives those of the raced rooms apart from the others, of which the slowest come first.
func (c *checker) packages(raced []string) (plain, shared []string, err error) {
	out, err := c.says(nil, "go", "list", "./...")
	plain, shared = split(strings.Fields(out), raced)
	return plain, shared, err
}

func split(packages, raced []string) (plain, shared []string) {
	var first []string
	for _, dir := range slowest {
		first = append(first, module+dir)
	}
	for _, p := range append(first, packages...) {
		switch {
		case !slices.Contains(packages, p), slices.Contains(plain, p), slices.Contains(shared, p):
		case slices.Contains(raced, strings.TrimPrefix(p, module+"internal/")):
			shared = append(shared, p)
		default:
			plain = append(plain, p)
		}
	}
	return plain, shared
}

// compiled is the step that compiles the tests of packages and runs none.
func (c *checker) compiled(packages ...string) step {
	words := append([]string{"go", "list", "-export", "-test", "-f", `{{""}}`, "-tags", tags},
		packages...)
	return command(c.root, compiling, words...).as("what tests are made from, compiled")
}

// racing runs tests under the race detector. It needs cgo everywhere but on macOS.
func (c *checker) racing(packages []string) step {
	const name = "tests under the race detector"
	return step{name: name, do: func(r *runner) error {
		has := func() bool {
			out, err := r.says(nil, "go", "env", "CGO_ENABLED", "GOOS")
			return err == nil && (strings.HasPrefix(out, "1") || strings.HasSuffix(out, "darwin"))
		}
		if !has() {
			if err := r.install("gcc", "libc6-dev"); err != nil || !has() {
				return missing{
					"no C compiler for the race detector",
					"apt-get install gcc libc6-dev, and CGO_ENABLED not 0",
				}
			}
		}
		return c.goTest(name, nil, append([]string{"-race"}, packages...)...).do(r)
	}}
}

// goTest is the step `go test`, with all that tests share. Each test runs, also one that passed in
// another clone. It shows what `go test` shows, and also each test that was skipped. `go vet` is
// another step. The words of the command are long where they list packages: name stands for them.
func (c *checker) goTest(name string, env []string, words ...string) step {
	words = append([]string{"go", "test", "-vet=off", "-count=1", "-tags", tags}, words...)
	return step{name: name, command: strings.Join(words, " "), do: func(r *runner) error {
		cmd := r.process(r.root, append(c.shared(), env...),
			slices.Insert(slices.Clone(words), 2, "-json")...)
		out, in := io.Pipe()
		cmd.Stdout, cmd.Stderr = in, in
		read := make(chan []failure)
		go func() { read <- readTests(out, r.out) }()
		err := cmd.Run()
		stop(cmd)
		_ = in.Close()
		c.note(<-read)
		return err
	}}
}

// shared is what every test process finds in its environment.
func (c *checker) shared() []string {
	return []string{testServer + "=" + c.postgres, testProgram + "=" + c.program}
}

// event is one line of `go test -json`.
type event struct{ Action, Package, ImportPath, Test, Output string }

// readTests turns the events into the lines that `go test` itself writes, a package at a time, and
// gives the tests that failed. Of a package that failed it shows all but what tests wrote that
// passed.
func readTests(in io.Reader, out io.Writer) (failed []failure) {
	said := map[string][]event{}
	fate := map[[2]string]string{}
	end := func(name string) {
		show(out, said[name], fate)
		failed = append(failed, died(name, said[name], fate)...)
		delete(said, name)
	}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) != nil {
			_, _ = out.Write(line) // what the go command says itself
		}
		if err != nil {
			for name := range said {
				end(name)
			}
			return failed
		}
		switch e.Action {
		case "build-output":
			_, _ = io.WriteString(out, e.Output)
		case "output":
			said[e.Package] = append(said[e.Package], e)
		case "pass", "fail", "skip":
			if e.Test == "" {
				end(e.Package)
				continue
			}
			fate[[2]string{e.Package, e.Test}] = e.Action
			if e.Action == "fail" && !strings.Contains(e.Test, "/") {
				failed = append(failed, failure{
					strings.TrimPrefix(e.Package, module) + " " + e.Test,
					saidBy(e.Test, said[e.Package]),
				})
			}
		}
	}
}

// saidBy is what a test and those inside it said.
func saidBy(test string, said []event) string {
	text := "failed\n"
	for _, e := range said {
		own := e.Test == test || strings.HasPrefix(e.Test, test+"/")
		if own && !strings.HasPrefix(e.Output, "=== ") {
			text += e.Output
		}
	}
	return text
}

// died gives the tests in which the process of a package ended. Their end says why.
func died(name string, said []event, fate map[[2]string]string) (tests []failure) {
	for _, e := range said {
		if e.Test == "" || strings.Contains(e.Test, "/") || fate[[2]string{name, e.Test}] != "" {
			continue
		}
		fate[[2]string{name, e.Test}] = "died"
		tests = append(tests, failure{
			strings.TrimPrefix(name, module) + " " + e.Test,
			"the process ended in this test\n" + saidBy(e.Test, said),
		})
	}
	return tests
}

// show writes what one package said. A test without a fate is one in which the process ended.
func show(out io.Writer, said []event, fate map[[2]string]string) {
	for _, e := range said {
		switch result := fate[[2]string{e.Package, e.Test}]; {
		case e.Test == "" && e.Output == "PASS\n":
		case result == "pass", strings.HasPrefix(e.Output, "=== "):
		case result == "skip":
			_, _ = fmt.Fprintf(out, "%s %s", e.Package, e.Output)
		default:
			_, _ = io.WriteString(out, e.Output)
		}
	}
}
