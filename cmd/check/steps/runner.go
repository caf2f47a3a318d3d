// Package steps runs the steps of a part of the check, and says so: programs with their output in
// view, one after another or side by side, and what must be on the machine for them.
package steps

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Runner runs steps in the tree of the module.
type Runner struct {
	Ctx  context.Context
	Out  io.Writer
	Root string // of the module
}

// New gives a runner for the module in which it is called.
func New(ctx context.Context, out io.Writer) (*Runner, error) {
	mod, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return nil, fmt.Errorf("the go command is needed: %w", err)
	}
	root := filepath.Dir(strings.TrimSpace(string(mod)))
	if _, err := os.Stat(filepath.Join(root, "cmd", "check", "main.go")); err != nil {
		return nil, errors.New("run this inside the project: go run ./cmd/check")
	}
	return &Runner{Ctx: ctx, Out: out, Root: root}, nil
}

// Say writes one line, or more.
func (r *Runner) Say(format string, args ...any) {
	_, _ = fmt.Fprintf(r.Out, format+"\n", args...)
}

// Web is the folder of the web part.
func (r *Runner) Web() string { return filepath.Join(r.Root, "web") }

// Step is one thing to do, with its name. It writes to the runner that it is given.
type Step struct {
	Name string
	Do   func(*Runner) error
	// Command is what Do runs, where the name does not say it. Only a step that failed shows it.
	Command string
	// group has steps that say themselves which of them failed.
	group bool
}

// As gives the step of a command a short name.
func (s Step) As(name string) Step {
	s.Command, s.Name = s.Name, name
	return s
}

// Run runs one after another and stops at the first error.
func (r *Runner) Run(list ...Step) error {
	for _, s := range list {
		if err := r.Ctx.Err(); err != nil {
			return err
		}
		r.Say("--- %s", s.Name)
		begin := time.Now()
		err := s.Do(r)
		r.Say("    %s", Seconds(time.Since(begin)))
		if err != nil && s.Command != "" {
			r.Say("    failed: %s", s.Command)
		}
		if err != nil && !s.group {
			return fmt.Errorf("%s: %w", s.Name, err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// Together is the step of running two at a time, in the order of the list. What a step writes
// appears when it is done. All run, also after one that failed.
func Together(list ...Step) Step {
	var names []string
	for _, s := range list {
		names = append(names, s.Name)
	}
	name := "side by side: " + strings.Join(names, ", ")
	return Step{Name: name, group: true, Do: func(r *Runner) error {
		return r.together(list)
	}}
}

func (r *Runner) together(list []Step) error {
	var (
		writing sync.Mutex
		all     sync.WaitGroup
		lanes   = make(chan struct{}, 2)
		errs    = make([]error, len(list))
	)
	for i, s := range list {
		lanes <- struct{}{}
		all.Go(func() {
			defer func() { <-lanes }()
			var said bytes.Buffer
			own := *r
			own.Out = &said
			errs[i] = own.Run(s)
			writing.Lock()
			defer writing.Unlock()
			_, _ = r.Out.Write(said.Bytes())
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// Command is the step of running a program in dir with its output in view.
func Command(dir string, env []string, words ...string) Step {
	return Step{Name: strings.Join(words, " "), Do: func(r *Runner) error {
		cmd := r.Process(dir, env, words...)
		cmd.Stdout, cmd.Stderr = r.Out, r.Out
		err := cmd.Run()
		Stop(cmd)
		return err
	}}
}

// Stop ends whatever a program that ended forgot to stop.
func Stop(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}

// Process is a program that ends, with all it started, when the check is interrupted.
func (r *Runner) Process(dir string, env []string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(r.Ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	cmd.WaitDelay = 15 * time.Second
	return cmd
}

// Missing is the reason why something could not run at all, and what helps.
type Missing struct{ What, Remedy string }

// CannotRun gives it as an error.
func CannotRun(what, remedy string) Missing { return Missing{what, remedy} }

func (m Missing) Error() string { return m.What + " (" + m.Remedy + ")" }

// Lacking gives those of the programs that are not on this machine.
func Lacking(programs ...string) (absent []string) {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			absent = append(absent, p)
		}
	}
	return absent
}

// Seconds is how the check writes how long something took.
func Seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
