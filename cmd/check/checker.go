package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"herstelruimte/internal/db/pgserver"
)

// checker runs the steps of a part and says so.
type checker struct {
	ctx      context.Context
	out      io.Writer
	root     string // of the module
	postgres string // address of the server for tests, once there is one
	stops    []func()
}

func newChecker(ctx context.Context, out io.Writer) (*checker, error) {
	mod, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return nil, fmt.Errorf("the go command is needed: %w", err)
	}
	root := filepath.Dir(strings.TrimSpace(string(mod)))
	if _, err := os.Stat(filepath.Join(root, "cmd", "check", "main.go")); err != nil {
		return nil, errors.New("run this inside the project: go run ./cmd/check")
	}
	return &checker{ctx: ctx, out: out, root: root}, nil
}

// close stops what the checker started.
func (c *checker) close() {
	for _, stop := range c.stops {
		stop()
	}
}

func (c *checker) say(format string, args ...any) {
	_, _ = fmt.Fprintf(c.out, format+"\n", args...)
}

func (c *checker) web() string { return filepath.Join(c.root, "web") }

// steps runs one after another and stops at the first error.
func (c *checker) steps(list ...step) error {
	for _, s := range list {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		c.say("--- %s", s.name)
		begin := time.Now()
		err := s.do()
		c.say("    %s", seconds(time.Since(begin)))
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

type step struct {
	name string
	do   func() error
}

// command is the step of running a program in dir with its output in view.
func (c *checker) command(dir string, env []string, words ...string) step {
	return step{strings.Join(words, " "), func() error {
		cmd := c.process(dir, env, words...)
		cmd.Stdout, cmd.Stderr = c.out, c.out
		err := cmd.Run()
		if cmd.Process != nil {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it forgot to stop
		}
		return err
	}}
}

// process is a program that ends, with all it started, when the checker is interrupted.
func (c *checker) process(dir string, env []string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(c.ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	cmd.WaitDelay = 15 * time.Second
	return cmd
}

const testServer = "HERSTELRUIMTE_TEST_POSTGRES"

// database makes sure that there is one PostgreSQL for all test processes.
func (c *checker) database() step {
	return step{"PostgreSQL for the tests", func() error {
		if c.postgres = os.Getenv(testServer); c.postgres != "" {
			c.say("    the one that %s names", testServer)
			return nil
		}
		s, err := pgserver.Start(c.ctx, pgserver.Options{Log: quiet{c.out}})
		if err != nil {
			return missing{err.Error(), "install PostgreSQL 15 or later"}
		}
		c.stops = append(c.stops, s.Stop)
		c.postgres = s.URL("postgres")
		return nil
	}}
}

// goTest is the step `go test`, with the server for tests.
func (c *checker) goTest(words ...string) step {
	s := step{name: strings.Join(append([]string{"go", "test"}, words...), " ")}
	s.do = func() error {
		return c.command(c.root, []string{
			testServer + "=" + c.postgres,
		}, append([]string{"go", "test"}, words...)...).do()
	}
	return s
}

// quiet passes on only what pgserver itself says, not PostgreSQL's log.
type quiet struct{ out io.Writer }

func (q quiet) Write(b []byte) (int, error) {
	if strings.Contains(string(b), "downloading") {
		_, _ = q.out.Write(b)
	}
	return len(b), nil
}
