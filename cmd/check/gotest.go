package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"herstelruimte/cmd/check/steps"
)

// compiled is the step that compiles the tests of packages and runs none.
func (c *checker) compiled(packages ...string) steps.Step {
	words := append([]string{"go", "list", "-export", "-test", "-f", `{{""}}`, "-tags", tags},
		packages...)
	return steps.Command(c.Root, compiling, words...).As("what tests are made from, compiled")
}

// goTest is the step `go test`, with all that tests share. Each test runs, also one that passed in
// another clone. It shows what `go test` shows, and also each test that was skipped. `go vet` is
// another step. The words of the command are long where they list packages: name stands for them.
func (c *checker) goTest(name string, env []string, words ...string) steps.Step {
	words = append([]string{"go", "test", "-vet=off", "-count=1", "-tags", tags}, words...)
	run := func(r *steps.Runner) error {
		words := slices.Insert(slices.Clone(words), 2, "-json")
		cmd := r.Process(r.Root, append(c.shared(), env...), words...)
		out, in := io.Pipe()
		cmd.Stdout, cmd.Stderr = in, in
		read := make(chan []timed)
		go func() { read <- readTests(out, r.Out) }()
		err := cmd.Run()
		steps.Stop(cmd)
		_ = in.Close()
		c.took(<-read)
		return err
	}
	return steps.Step{Name: name, Command: strings.Join(words, " "), Do: run}
}

// event is one line of `go test -json`.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64 // seconds
}

// readTests turns the events into the lines that `go test` itself writes, a package at a time, and
// gives how long each test took. Of a package that failed it shows all but what tests wrote that
// passed.
func readTests(in io.Reader, out io.Writer) (took []timed) {
	said := map[string][]event{}
	fate := map[[2]string]string{}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) != nil {
			_, _ = out.Write(line) // what the go command says itself
		}
		if err != nil {
			for name, unfinished := range said {
				show(out, unfinished, fate)
				took = append(took, died(name, unfinished, fate)...)
			}
			return took
		}
		switch e.Action {
		case "build-output":
			_, _ = io.WriteString(out, e.Output)
		case "output":
			said[e.Package] = append(said[e.Package], e)
		case "pass", "fail", "skip":
			if e.Test == "" {
				show(out, said[e.Package], fate)
				if e.Action == "fail" {
					took = append(took, died(e.Package, said[e.Package], fate)...)
				}
				delete(said, e.Package)
				continue
			}
			fate[[2]string{e.Package, e.Test}] = e.Action
			if !strings.Contains(e.Test, "/") {
				t := timed{
					name: strings.TrimPrefix(e.Package, "herstelruimte/") + " " + e.Test,
					took: time.Duration(e.Elapsed * float64(time.Second)),
				}
				if e.Action == "fail" {
					t.fault = saidBy(e.Test, said[e.Package])
				}
				took = append(took, t)
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
func died(name string, said []event, fate map[[2]string]string) (tests []timed) {
	for _, e := range said {
		if e.Test == "" || strings.Contains(e.Test, "/") || fate[[2]string{name, e.Test}] != "" {
			continue
		}
		fate[[2]string{name, e.Test}] = "died"
		text := saidBy(e.Test, said)
		tests = append(tests, timed{
			name:  strings.TrimPrefix(name, "herstelruimte/") + " " + e.Test,
			fault: "the process ended in this test\n" + text,
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
